"""trick.winner, trick.ruff, trick.overruff, last.jack, and the kinds of four decks."""

from __future__ import annotations

import pytest

from tests.table import C, led, terms
from tuolaji import trick


def winner(ruleset, level, trump, plays, *, last=False):
    at = terms(ruleset, level, trump)
    return trick(at, led(plays[0], at), [C(play) for play in plays[1:]], last=last).winner


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        (["H9", "HT", "HA", "HK"], 2),
        (["H9", "H9", "H8", "CA"], 0),  # of identical cards the earlier
        (["H9", "CA", "S3", "S4"], 3),  # ruff and overruff
        (["H9", "S4", "S3", "HA"], 1),
        (["H9", "H2", "C2", "S3"], 1),  # equal level cards: the earlier
        (["H9", "C2", "S2", "XL"], 3),
        (["S9", "SA", "C2", "HA"], 2),
        (["H99", "HTT", "HAK", "S34"], 1),
        (["H99", "S34", "S55", "S44"], 2),
        (["H99", "HAK", "CAA", "DAA"], 0),  # other plain suits only discard
        (["H9988", "HTTJJ", "HAAQQ", "S3344"], 3),
        (["H9988", "HAAQQ", "S3355", "CAAKK"], 0),
        (["H9988", "S3344", "S5566", "XBBLL"], 3),
        (["S9988", "S2255", "SAAH22", "H2C2D2XB"], 2),
        (["HTT998877", "HAAKKQQJJ", "SAAKKQQJJ", "S99887766"], 2),
    ],
)
def test_one_unit_is_beaten_by_a_higher_one_or_a_ruff(plays, expected):
    assert winner("classic", "2", "S", plays) == expected


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        (["SAKQ", "HQJJ", "HK88", "C345"], 2),
        (["SAKK", "HQJJ", "HK88", "C345"], 1),
        (["SAKK", "HQJT", "C345", "D345"], 0),  # no pair, no ruff
        (["SQQ99", "H3344", "C3456", "D3456"], 1),  # a tractor splits into two pairs
        (["SQQ99", "H3355", "H4466", "D3456"], 2),
        (["SQQ99", "H4466", "H6655", "D3456"], 1),  # tops are equal: the earlier
        (["SAAKK9", "H33445", "H55667", "HAAQQJ"], 2),
        (["SAAKK99", "H334466", "H553344", "H334455"], 2),
        # 334455 as 3344+55 or 4455+33: the better split counts
        (["SAAKK99", "H334477", "H334455", "C345678"], 2),
        (["SAKQ", "SJ93", "SJT9", "STT5"], 0),  # a throw is not beaten in its own suit
        (["HAK", "HQ3", "XBL", "S23"], 0),  # trumps led: no ruff
    ],
)
def test_throws_are_ruffed_by_trumps_that_split_as_led(plays, expected):
    assert winner("classic", "2", "H", plays) == expected


def test_the_points_of_all_cards_count():
    at = terms("classic", "2", "H")
    outcome = trick(at, led("SKK", at), [C("S55"), C("STQ"), C("D5C4")])
    assert outcome.points == 20 + 10 + 10 + 5


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        (["HAAKK", "H6666", "C3356", "C7788"], 1),
        (["HAAKK", "H7777", "S5566", "C7788"], 1),
        (["HAAKK", "H7777", "S5555", "C7788"], 2),
        (["HAAKK", "S5566", "H7777", "C7788"], 1),
        (["HAAKK", "S5566", "S3333", "S7788"], 2),
        (["HAAKKQQ", "H555666", "H777888", "S556677"], 2),
        (["HAAKKQQ", "SKKQQJJ", "S555666", "S333555"], 2),  # 3 and 5 are not adjacent at level 4
        (["HAAKKQQ", "SKKQQJJ", "S555666", "S777888"], 3),
        (["H66778899TTJJ", "HQQQKKKAAA888", "H555666777888", "HKKKKQQQQJJJJ"], 3),
        (["H66778899TTJJ", "H555666777888", "S555666777888", "HKKKKQQQQAAAA"], 2),
        (["H66778899", "HTTTTKKKK", "HAAAAKKKK", "S5566QQJJ"], 2),
        (["H55", "H77", "HAK", "S33"], 3),
        (["H5", "H7", "S3", "S5"], 3),
        (["S5", "D4", "C4", "S4"], 3),
        (["S5", "D4", "C4", "S2"], 1),
        (["H5566", "H7778", "HAAKK", "H999T"], 2),
    ],
)
def test_kinds_with_four_decks(plays, expected):
    assert winner("four-deck", "4", "S", plays) == expected


@pytest.mark.parametrize(
    ("trump", "plays", "expected"),
    [
        ("S", ["HA", "XB", "CJ", "SJ", "SA", "H3"], 3),
        ("S", ["HA", "XB", "CJ", "XB", "SA", "H3"], 2),
        ("S", ["HA", "CJ", "DJ", "XB", "SA", "H3"], 1),
        ("S", ["HA", "SA", "SK", "XL", "XB", "H3"], 4),
        ("S", ["HQ", "SA", "SK", "S2", "D3", "HA"], 5),  # a trump ruffs nothing
        ("S", ["HQ", "SA", "SK", "S2", "D3", "H3"], 0),
        ("S", ["SA", "XB", "SJ", "S3", "HJ", "D4"], 2),
        ("S", ["SK", "SA", "S3", "S4", "S5", "D4"], 1),
        ("N", ["HA", "XB", "CJ", "SJ", "SA", "H3"], 2),
        ("S", ["HAA", "XBB", "CJJ", "SJJ", "SAA", "H33"], 3),
        ("S", ["HAA", "XBB", "CJDJ", "SJXL", "SAA", "H33"], 1),
        ("S", ["HAAKK", "XBBLL", "SJJCJJ", "XLLSJJ", "S3344", "H3344"], 2),  # both with a trump J
        ("S", ["HAAKK", "D3456", "XBBLL", "SJJXLL", "S3344", "H3344"], 3),
    ],
)
def test_the_last_trick_at_level_j(trump, plays, expected):
    assert winner("six-player", "J", trump, plays, last=True) == expected


def test_jacks_rule_only_the_last_trick_and_only_at_their_level():
    plays = ["HA", "XB", "CJ", "SJ", "SA", "H3"]
    assert winner("six-player", "J", "S", plays, last=False) == 1
    assert winner("six-player(jack_rules=false)", "J", "S", plays, last=True) == 1
    assert winner("six-player", "T", "S", ["HA", "XB", "CJ", "SJ", "SA", "H3"], last=True) == 1


def test_whether_a_jack_decided_the_last_trick():
    at = terms("six-player", "J", "S")
    others = [C("H3"), C("H4"), C("H5"), C("H6")]
    for card, by_jack in (("CJ", True), ("SJ", True), ("XB", False), ("HK", False)):
        outcome = trick(at, led("HQ", at), [C(card), *others], last=True)
        assert (outcome.winner, outcome.by_jack) == (1, by_jack)


def test_a_gapped_run_is_beaten_by_a_higher_tractor_only():
    plays = ["H4477", "H5566", "H8899", "HTTQQ", "HAAKK", "C3344"]
    assert winner("six-player", "3", "S", plays) == 4
    plays = ["H44TT", "H5566", "H8899", "HQQAA", "C4455", "S4477"]
    assert winner("six-player", "3", "S", plays) == 0
    assert winner("six-player", "3", "S", [*plays[:5], "S4455"]) == 5
