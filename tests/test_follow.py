"""follow.suit, follow.pair, follow.tractor, follow.throw, follow.bomb."""

from __future__ import annotations

import random

import pytest

from tests.table import C, led, rule_of, terms
from tuolaji import Card, Cards, check_follow, read_lead
from tuolaji.cards.planes import EMPTY, add, copies
from tuolaji.rules import follow as kernel
from tuolaji.rules.units import BITS, Lead


@pytest.mark.parametrize(
    ("lead", "hand", "play", "rule", "owed"),
    [
        # short and void
        ("HTT", "H3D49", "D49", "follow.suit", "H3"),
        ("HTT", "H3D49", "H3D9", None, None),
        ("HTT", "S3C4D9", "S3C4", None, None),
        ("HT", "H3S5", "S5", "follow.suit", "H3"),
        # what is owed for the suit is itself a legal answer
        ("HTT", "H9953D4", "H5D4", "follow.suit", "H99"),
        ("HTTJJ", "H55669D44", "H5566", None, None),
        ("HTTJJ", "H55669D44", "H556D4", "follow.suit", "H6655"),
        # pairs
        ("HTT", "H993D4", "H93", "follow.pair", "H99"),
        ("HTT", "H9933D4", "H33", None, None),
        # tractors: part of a longer one, shorter ones, then pairs
        ("HTTJJ", "H556677", "H5577", "follow.tractor", "H6655"),
        ("HTTJJ", "H556677", "H6677", None, None),
        ("HTTJJQQ", "H334466KK", "H3366KK", "follow.tractor", "H664433"),
        ("HTTJJQQ", "H33446688", "H334466", None, None),
        ("HTTJJQQ", "H33446688", "H334488", None, None),
        ("HTTJJ", "H3355789", "H3578", "follow.tractor", "H5533"),
        ("HTTJJ", "H3355789", "H3355", None, None),
        ("HTTJJ", "H3345789", "H4578", "follow.tractor", "H33"),
        # 2+2 before 2+1+1
        ("HTTJJQQKK", "H3344667799", "H33446699", "follow.tractor", "H77664433"),
        # throws, unit by unit
        ("HAAK", "H5567", "H567", "follow.throw", "H55"),
        ("HAKQ", "H5567", "H567", None, None),
        ("HAAKKT", "H5566789", "H55789", "follow.throw", "H6655"),
        ("HAAKKJJTT", "H334455667", "H33445566", None, None),
        # two tractors thrown: the first asks for two pairs, so does the second
        ("HAAKKJJTT", "H33445566899", "H33445599", "follow.throw", "H66554433"),
    ],
)
def test_what_a_follower_owes_in_two_decks(lead, hand, play, rule, owed):
    at = terms("classic", "2", "S")
    ruling = check_follow(at, led(lead, at), C(hand), C(play))
    assert rule_of(ruling) == rule
    if ruling is not None:
        assert str(ruling.owed) == owed
        assert ruling.facts["owed"] == ruling.owed
        assert ruling.facts["lead"] == C(lead)


@pytest.mark.parametrize(
    ("lead", "hand", "play", "rule"),
    [
        ("S33", "HTT9944XB", "HT9", "follow.suit"),
        ("S33", "SAHT44C4", "SAH4", "follow.pair"),
        ("S3355", "SAAH44C449", "SAAH44", None),
        ("S3355", "SAAH44XLL", "SAAXLL", "follow.tractor"),
        ("S3355", "SJJH44XLL", "SJJXLL", None),
        ("S3355", "SJJ44XLL", "SJJXLL", "follow.tractor"),
        ("XL", "HA9S3", "HA", "follow.suit"),
    ],
)
def test_trumps_are_one_suit_with_level_cards_and_jokers(lead, hand, play, rule):
    at = terms("classic", "4", "S")
    assert rule_of(check_follow(at, led(lead, at), C(hand), C(play))) == rule


@pytest.mark.parametrize(
    ("lead", "hand", "play", "rule"),
    [
        # 66778899 led, in the order of the page
        ("H66778899", "HTTTTJJJJ3355AAKK", "HTTTTJJJJ", None),
        ("H66778899", "HTTTJJJKK3355", "HTTTJJJKK", None),
        ("H66778899", "HTTTJJJKK3355", "HTTJJKK33", "follow.tractor"),
        ("H66778899", "HTTJJQQAA33", "HTTJJQQAA", None),
        ("H66778899", "HTTJJQQAA33", "HTTJJAA33", "follow.tractor"),
        ("H66778899", "H3333TTTT55KK", "H3333TTTT", None),
        ("H66778899", "H3333TTTT55KK", "H3333TT55", "follow.tractor"),
        ("H66778899", "H3333TTJJ55KK", "H3333TTJJ", None),
        ("H66778899", "H3333TTKK55Q", "H33TTKK55", "follow.tractor"),
        ("H66778899", "H33TTKK55QJ", "H33TTKK55", None),
        ("H66778899", "H33TT5KQ798", "H33T5KQ79", "follow.tractor"),
        # 888999 led
        ("H888999", "HTTTJJJKKQQ", "HTTTJJJ", None),
        ("H888999", "HTTTJJJKKQQ", "HKKQQJJ", "follow.tractor"),
        ("H888999", "HTTJJQQ33K", "HTTJJQQ", None),
        ("H888999", "HTTTT33KKQ", "HTTTT33", None),
        ("H888999", "HTTTT33KKQ", "HTT33KK", "follow.tractor"),
        ("H888999", "HTT33KKQ7", "HTT33KK", None),
        ("H888999", "HTTT33KQA7", "HTT33KQ", None),
        ("H888999", "HTTT333KQA7", "HTTT333", None),
        ("H888999", "HTTT333KQA7", "HTTT3KQ", "follow.tractor"),
        # a bomb led
        ("H8888", "H7777AAKK", "H7777", None),
        ("H8888", "H7777AAKK", "HAAKK", "follow.bomb"),
        ("H8888", "H777AAKK", "HAAKK", None),
        ("H8888", "H777AAKK", "H777A", "follow.bomb"),
        ("H8888", "H777AAQQ", "H777A", None),
        ("H8888", "H777AAQQ", "HAAQQ", "follow.bomb"),
        ("H8888", "H77AAQT", "H77AA", None),
        ("H8888", "H77AAQT", "H77QT", "follow.bomb"),
        # a pair out of a bomb is owed, a lone triple never as a triple
        ("H55", "H7777A93", "HA9", "follow.pair"),
        ("H55", "H777A93", "H77", None),
        ("H5566", "H777A93", "H777A", None),
        ("H5566", "H777A93", "H7A93", "follow.tractor"),
    ],
)
def test_following_with_bombs_and_special_tractors(lead, hand, play, rule):
    at = terms("four-deck", "4", "S")
    ruling = check_follow(at, led(lead, at), C(hand), C(play))
    assert rule_of(ruling) == rule


def test_nine_cards_of_triples_ask_for_four_pairs_and_one_card_more():
    at = terms("four-deck", "4", "S")
    lead = led("H777888999", at)
    hand = C("HTTJJQQKK35A")
    assert check_follow(at, lead, hand, C("HTTJJQQKK3")) is None
    assert rule_of(check_follow(at, lead, hand, C("HTTJJQQK35"))) == "follow.tractor"
    same = C("HTTTJJJQQQ35A")
    assert check_follow(at, lead, same, C("HTTTJJJQQQ")) is None
    assert rule_of(check_follow(at, lead, same, C("HTTTJJJQQ3"))) == "follow.tractor"


def test_an_odd_special_asks_for_no_fifth_pair():
    at = terms("four-deck", "3", "S")
    lead = led("HTTTJJJQQQ", at)
    assert check_follow(at, lead, C("H4455667788"), C("H445566778")) is None
    assert rule_of(check_follow(at, lead, C("H4455668899"), C("H445566889"))) is None
    assert rule_of(check_follow(at, lead, C("H44556689AK"), C("H445568 9AK"))) == "follow.tractor"


def test_each_of_several_equal_pairs_is_owed_by_name():
    at = terms("classic", "5", "S")
    ruling = check_follow(at, led("SAAQQ", at), C("H55C55S34"), C("H55S34"))
    assert (ruling.rule, str(ruling.owed)) == ("follow.throw", "H55C55")


def every_supply(pairs, lengths):
    """Every list of supplies, by trying all: the literal definition of the rule pages.

    pairs: how many lie on each step.
    """
    if not lengths:
        return {()}
    out = set()

    def give(left, most, given, pairs):
        out.update((tuple(given), *tail) for tail in every_supply(pairs, lengths[1:]))
        for length in range(1, min(left, most) + 1):
            for at in range(len(pairs) - length + 1):
                if all(pairs[at : at + length]):
                    rest = [n - (at <= step < at + length) for step, n in enumerate(pairs)]
                    give(left - length, length, [*given, length], tuple(rest))

    give(lengths[0], lengths[0], [], pairs)
    return out


def led_lengths(*lengths):
    """A throw of such tractors (and pairs), all in hearts at level 2."""
    out, rank = EMPTY, 14
    for length in lengths:
        for _ in range(length):
            rank -= 1
            out = add(out, copies(12 + rank, 2))
        rank -= 1
    return out


def test_what_is_owed_is_the_best_of_all_supplies():
    at = terms("classic(decks=4)", "2", "S")
    rng = random.Random(11)
    for _ in range(100):
        pairs = tuple(rng.choice([0, 1, 1, 2]) for _ in range(rng.randrange(1, 7)))
        lengths = tuple(sorted(rng.choice([1, 2, 2, 3]) for _ in range(rng.randrange(1, 4)))[::-1])
        lead = Lead()
        assert not lead.read(at.order, led_lengths(*lengths), at.switches)
        held = EMPTY
        for step, number in enumerate(pairs):
            held = add(held, copies(14 + step, 2 * number))
        best = max(every_supply(pairs, lengths))
        given = [length for supply in best for length in supply]
        number, _, packed, ones = kernel.owes(at.order, lead, held)
        owed = [packed >> k & 31 for k in range(0, packed.bit_length(), BITS)] + [1] * ones
        assert number == 0
        assert sorted(owed) == sorted(given), (pairs, lengths)


def test_a_play_comes_from_the_hand_and_is_as_large_as_the_lead():
    at = terms("classic", "2", "S")
    lead = led("HTT", at)
    for hand, play in (("S3C4", "S3"), ("S3C4D56", "S3C4D5"), ("S3C4", "SAK")):
        with pytest.raises(ValueError, match="2 cards out of"):
            check_follow(at, lead, C(hand), C(play))
    with pytest.raises(ValueError, match="at least one card"):
        read_lead(at, C("-"))


def test_checking_the_longest_shapes_needs_no_search():
    at = terms("classic", "2", "S")
    lead = led("HAAKKQQJJTT99887766554433", at)
    hand = Cards.of(Card(face) for face in range(26, 52))
    assert check_follow(at, lead, hand, hand - C("C2D2")) is None
