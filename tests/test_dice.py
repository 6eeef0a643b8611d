"""Random numbers: splitmix64, with the first numbers its authors and others publish."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.fuzz.twins import kernels
from tests.table import C
from tuolaji import Cards

FIRST = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC],
    1234567: [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431],
}
EVERY = (1 << 64) - 1


@pytest.fixture(params=list(kernels()))
def dice(request):
    """Dice at each speed."""
    return kernels()[request.param].Dice


@pytest.mark.parametrize("seed", FIRST)
def test_the_first_numbers(dice, seed):
    stream = dice(seed)
    assert [stream.number() for _ in FIRST[seed]] == FIRST[seed]


@pytest.mark.parametrize("limit", [1, 2, 54, 216, 1 << 31])
def test_numbers_below_a_limit_are_the_high_bits_scaled(dice, limit):
    stream = dice(0)
    wanted = [(number >> 32) * limit >> 32 for number in FIRST[0]]
    assert [stream.below(limit) for _ in wanted] == wanted


def test_one_of_a_mask_is_counted_from_the_lowest(dice):
    mask = 1 << 3 | 1 << 17 | 1 << 53
    stream = dice(0)
    places = [(number >> 32) * 3 >> 32 for number in FIRST[0]]
    assert [stream.one_of(mask) for _ in places] == [1 << (3, 17, 53)[at] for at in places]


def test_the_largest_seed(dice):
    stream = dice(EVERY)
    assert all(0 <= stream.number() <= EVERY for _ in range(100))


def test_streams_of_a_seed_differ_and_come_again(dice):
    def first(seed, stream):
        own = dice(0)
        own.seed(seed, stream)
        return own.number()

    numbers = [first(seed, stream) for seed in range(20) for stream in range(20)]
    assert len(set(numbers)) == len(numbers)
    assert first(7, 3) == first(7, 3)


@pytest.mark.parametrize("wanted", [0, 1, 3, 7, 9])
def test_so_many_of_the_cards(dice, wanted):
    hand, stream = C("SAAAK2H77XB"), dice(5)
    for _ in range(50):
        some = Cards(stream.cards(hand.planes, min(wanted, len(hand))))
        assert some <= hand
        assert len(some) == min(wanted, len(hand))


def test_every_card_is_as_likely_as_another(dice):
    hand, stream, found = C("SAAAAKH7"), dice(9), Counter()
    for _ in range(6000):
        found.update(map(str, Cards(stream.cards(hand.planes, 2))))
    assert found["SA"] == pytest.approx(8000, rel=0.05)  # four of six cards, two taken each time
    assert found["SK"] == pytest.approx(2000, rel=0.1)
    assert found["H7"] == pytest.approx(2000, rel=0.1)


def test_both_speeds_go_on_alike():
    streams = [kernel.Dice(42) for kernel in kernels().values()]
    hand = C("SAAKKQQ2H7788XBBLL").planes
    for _ in range(200):
        assert len({stream.number() for stream in streams}) == 1
        assert len({stream.below(54) for stream in streams}) == 1
        assert len({stream.cards(hand, 5) for stream in streams}) == 1
