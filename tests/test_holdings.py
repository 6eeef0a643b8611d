"""What a hand probably holds: against counting all the ways the cards can lie."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from tests.table import C, order_of
from tuolaji.bots.fast.holdings import FULL, Holdings, at_least

SPADES, HEARTS, TRUMPS = 0, 1, 4
NEAR = Fraction(1, 1000)


def holdings(chances: dict[str, float], sure: str = "-", unpaired: int = 0) -> Holdings:
    """What seat 1 may hold: each copy of some cards with a chance, and cards that are sure."""
    out = Holdings()
    loose = C("-")
    for text, chance in chances.items():
        loose += C(text)
        out.set_chance(1, next(iter(C(text))).face, round(FULL * chance))
    out.set_loose(loose.planes)
    out.set_seat(1, C(sure).planes, unpaired)
    return out


@pytest.mark.parametrize("chance", [Fraction(0), Fraction(1, 4), Fraction(2, 3), Fraction(1)])
@pytest.mark.parametrize(("wanted", "copies"), list(product(range(5), range(5))))
def test_copies_lie_in_a_hand_as_often_as_they_are_dealt_there(wanted, copies, chance):
    ways = sum(
        comb(copies, number) * chance**number * (1 - chance) ** (copies - number)
        for number in range(wanted, copies + 1)
    )
    assert abs(Fraction(at_least(wanted, copies, round(FULL * chance)), FULL) - ways) < NEAR


@pytest.mark.parametrize(("higher", "others", "room"), [(1, 5, 2), (3, 5, 4), (2, 6, 3)])
def test_a_hand_of_known_size_has_a_higher_card_as_often_as_it_is_dealt_one(higher, others, room):
    """All loose cards are alike: of all hands of that size, those with one of the higher ones."""
    cards = [*"AKQ"[:higher], *"3456789"[:others]]
    hands = list(combinations(cards, room))
    with_one = sum(any(card in "AKQ" for card in hand) for hand in hands)
    found = holdings({f"H{card}": room / len(cards) for card in cards})
    order = order_of()
    top = order.step(C("HJ").planes[0].bit_length() - 1)
    chance = Fraction(found.has(order, 1, HEARTS, 1, 1, top), FULL)
    assert abs(chance - Fraction(with_one, len(hands))) < NEAR


def test_what_is_sure_is_held():
    order = order_of()
    jack = order.step(C("HJ").planes[0].bit_length() - 1)
    assert holdings({"HA": 0.0}, sure="HQ").has(order, 1, HEARTS, 1, 1, jack) == FULL
    assert holdings({"HA": 0.0}, sure="HT").has(order, 1, HEARTS, 1, 1, jack) == 0
    assert holdings({}, sure="HTT").has(order, 1, HEARTS, 2, 1, -1) == FULL
    half = holdings({"HT": 0.5}, sure="HT")  # the other copy makes a pair
    assert half.has(order, 1, HEARTS, 2, 1, -1) == FULL // 2


def test_a_tractor_needs_pairs_side_by_side_and_none_where_pairs_are_missing():
    order = order_of()
    chances = {"HKK": 0.5, "HQQ": 0.5, "H99": 1.0}
    both = FULL // 16  # each of the four copies with one half
    assert holdings(chances).has(order, 1, HEARTS, 2, 2, -1) == both
    assert holdings(chances).has(order, 1, HEARTS, 2, 1, -1) == FULL
    nine = order.step(C("H9").planes[0].bit_length() - 1)
    one_of_two = FULL - FULL * 9 // 16
    assert holdings(chances).has(order, 1, HEARTS, 2, 1, nine) == one_of_two
    assert holdings(chances, unpaired=1 << HEARTS).has(order, 1, HEARTS, 2, 1, -1) == 0
    assert holdings(chances).has(order, 1, SPADES, 2, 1, -1) == 0
    assert holdings({"C22": 0.5, "D22": 0.5}).has(order, 1, TRUMPS, 2, 1, -1) == one_of_two
