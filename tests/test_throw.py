"""throw.valid, throw.failed, lead.gapped-run: what becomes of a lead of several units."""

from __future__ import annotations

import pytest

from tests.table import C, led, terms
from tuolaji import throw


def outcome(ruleset, level, trump, lead, others):
    at = terms(ruleset, level, trump)
    result = throw(at, led(lead, at), [C(hand) for hand in others])
    assert result.played + result.returned == C(lead)
    return (str(result.played), result.penalty) if not result.stands else "stands"


@pytest.mark.parametrize(
    ("lead", "others", "expected"),
    [
        ("HA", ["H3", "SA", "XB"], "stands"),
        ("H33", ["HAA", "-", "-"], "stands"),  # one unit is no throw
        ("HAK", ["HA3", "H4", "S3"], ("HK", 0)),
        ("HAK", ["HQQ", "H4", "SAXBB"], "stands"),  # ruffs do not count
        ("HAAK", ["HK3", "H4", "S3"], "stands"),  # equal is not beaten
        ("HAQQ", ["HK3", "HK4", "-"], "stands"),  # two single kings are no pair
        ("HAQQ", ["HKK", "-", "-"], ("HQQ", 0)),
        ("HQQ9", ["HKK", "HT", "-"], ("H9", 0)),  # the smallest of the beatable units
        ("HAQQ", ["HKK", "H3", "-"], ("HQQ", 0)),  # the ace stays unbeatable
        ("HQQ9", ["HK", "-", "-"], ("H9", 0)),
        ("H3344A", ["H556677", "-", "-"], ("H4433", 0)),  # part of a longer one beats it
        ("H3344A", ["HKKQ", "H77", "-"], "stands"),
        ("HAA4433", ["HKKQQ", "-", "-"], ("H4433", 0)),
        ("HAAKK9988", ["HQQJJ", "-", "-"], ("H9988", 0)),
    ],
)
def test_a_throw_is_beaten_unit_by_unit(lead, others, expected):
    assert outcome("classic", "2", "S", lead, others) == expected


def test_of_equal_tops_the_smaller_unit_then_the_first_suit_goes():
    assert outcome("classic", "4", "H", "S4C4D4HA", ["XB", "-", "-"]) == ("HA", 0)
    assert outcome("classic", "4", "H", "S4C4D4", ["XB", "-", "-"]) == ("S4", 0)
    assert outcome("classic", "4", "H", "S4C44", ["XBB", "-", "-"]) == ("S4", 0)


def test_equal_level_pairs_do_not_beat_each_other():
    assert outcome("classic", "5", "S", "XBBH55", ["C55", "S3", "S4"]) == "stands"
    assert outcome("classic", "5", "S", "XBBH55SAA", ["C55S33", "S3", "S4"]) == "stands"
    assert outcome("classic", "5", "S", "XBBH55", ["S55", "S3", "S4"]) == ("H55", 0)


def test_card_by_card_the_lowest_card_of_a_unit_counts():
    others = ["S4", "-", "-", "-", "-"]  # equal to ♣4, but higher than ♥A
    assert outcome("six-player", "4", "H", "C44HAAXB", others) == ("HA", 40)
    assert outcome("six-player", "4", "H", "C44XB", others) == "stands"


@pytest.mark.parametrize(
    ("ruleset", "penalty"),
    [
        ("classic", 0),
        ("meizhusong", 30),
        ("joker-bid", 0),
        ("classic(throw_penalty=returned)", 20),
        ("classic(throw_penalty=thrown)", 30),
    ],
)
def test_a_failed_throw_is_fined_by_the_ruleset(ruleset, penalty):
    assert outcome(ruleset, "2", "S", "HAAQ", ["HK3", "-", "-"]) == ("HQ", penalty)


@pytest.mark.parametrize(
    ("lead", "others", "expected"),
    [
        ("HAKK", ["HA4", "-", "-", "-", "-"], ("HK", 20)),
        ("HAKK", ["HKQ", "-", "-", "-", "-"], "stands"),
        ("HAA4", ["H5", "-", "-", "-", "-"], ("H4", 20)),
        ("HAAKQ", ["HK", "-", "-", "-", "-"], ("HQ", 30)),
    ],
)
def test_card_by_card_every_card_must_be_the_highest(lead, others, expected):
    assert outcome("six-player", "3", "S", lead, others) == expected


@pytest.mark.parametrize(
    ("lead", "others", "expected"),
    [
        ("H4477", ["H56", "H5QQ", "-", "-", "-"], "stands"),
        ("H4477", ["H55", "-", "-", "-", "-"], ("H44", 20)),
        ("H4477", ["H66", "-", "-", "-", "-"], ("H44", 20)),
        ("H4477", ["HAA", "H22", "-", "-", "-"], "stands"),
        ("H44TT88", ["H99", "-", "-", "-", "-"], ("H44", 40)),
        ("H44TT88", ["H44", "H88", "-", "-", "-"], "stands"),
        ("H4455", ["H66", "-", "-", "-", "-"], "stands"),
        ("H2244", ["H33", "-", "-", "-", "-"], "stands"),  # 3 is the level: 2 and 4 are adjacent
        ("C33D33", ["XBBLL", "SAAKK", "-", "-", "-"], "stands"),  # nothing lies between equals
        ("C33SKK", ["SAA", "-", "-", "-", "-"], ("SKK", 20)),
    ],
)
def test_a_gapped_run_falls_to_a_pair_in_between(lead, others, expected):
    assert outcome("six-player", "3", "S", lead, others) == expected


def test_other_ways_to_fail_are_a_matter_of_switches():
    others = ["HK3", "-", "-", "-", "-"]
    assert outcome("six-player(throw_plays=smallest_unit)", "3", "S", "HAAQ", others) == ("HQ", 20)
    assert outcome("classic(throw_plays=smallest_card)", "2", "S", "HAAQQ9", ["HKK", "-", "-"]) == (
        "H9",
        0,
    )
