"""Tuples: pairs, triples and quads as units; the known answers of another engine.

Some of them name more copies than four decks hold, so they are asked of the rule, not of the judge.
"""

from __future__ import annotations

import random

import pytest

from tests.oracle.questions import generate
from tests.table import C, kernel_lead, led, terms
from tuolaji import judge
from tuolaji.rules import follow as rules
from tuolaji.ruleset import Ruleset
from tuolaji.verdicts import trick
from tuolaji.verdicts.follow import check_follow
from tuolaji.verdicts.lead import name_units
from tuolaji.verdicts.score import result

TUPLES = "classic(decks=4,units=tuples{})"
FREE, PROTECTED = TUPLES.format(",follow_shape=none"), TUPLES.format(",protect=longer")
PLAIN = TUPLES.format("")


def verdict(ruleset: str, lead: str, hand: str, play: str) -> str:
    at = terms(ruleset, "4", "S")
    return "X" if check_follow(at, led(lead, at), C(hand), C(play)) else "L"


@pytest.mark.parametrize(
    ("lead", "hand", "play", "plain", "free", "protected"),
    [
        ("S33", "S223355", "S22", "L", "L", "L"),
        ("S33", "S223355", "S23", "X", "L", "X"),
        ("S33", "S22235", "S35", "X", "L", "L"),
        ("S333", "S223355", "S225", "L", "L", "L"),
        ("S333", "S223355", "S235", "X", "L", "X"),
        ("S2233", "S22223355", "S2222", "X", "L", "X"),
        ("S2233", "S22223355", "S3355", "L", "L", "L"),
        ("S333", "S22225678", "S678", "X", "L", "L"),
        ("S6677", "S2223335678", "S5678", "X", "L", "L"),
        ("H99TT", "H22663KA", "H2266", "L", "L", "L"),
        ("H99TT", "H22663KA", "H22KA", "X", "L", "X"),
        ("H99TT", "H22663KA", "H3KA2", "X", "L", "X"),
        ("H99TT", "H22KC35", "H22KC3", "L", "L", "L"),
        ("H99TT", "H22KC35", "H22C35", "X", "X", "X"),
        # Worked by hand: a quad draws out a triple and any card, a tractor of pairs what lies next
        # to each other, also out of a triple that is not protected.
        ("H7777", "H999TT35", "H9993", "L", "L", "L"),
        ("H7777", "H999TT35", "H999T", "L", "L", "L"),
        ("H7777", "H999TT35", "H99TT", "X", "L", "X"),
        ("H77", "H999935", "H99", "L", "L", "L"),
        ("H77", "H999935", "H35", "X", "L", "L"),
        ("H666777", "H888999TT", "H888999", "L", "L", "L"),
        ("H666777", "H888999TT", "H888TT9", "X", "L", "X"),
        ("H5566", "H788899K", "H8899", "L", "L", "L"),
        ("H5566", "H788899K", "H799K", "X", "L", "L"),
        ("H5566", "H788899K", "H888K", "X", "L", "X"),
    ],
)
def test_known_follows(lead, hand, play, plain, free, protected):
    assert verdict(PLAIN, lead, hand, play) == plain
    assert verdict(FREE, lead, hand, play) == free
    assert verdict(PROTECTED, lead, hand, play) == protected


@pytest.mark.parametrize(
    ("how", "level", "plays", "winner"),
    [
        ("", "4", "S22 S34 S55 S35", 2),
        ("", "4", "S2233 S6677 S2555 S6666", 1),
        (",overruff=all", "4", "H8872 H2S222 S2234 S4444", 2),
        (",overruff=all", "K", "C46 S23 S34 S2XB", 2),
        (",overruff=highest", "K", "C46 S23 S34 S2XB", 3),
        ("", "4", "H4S4 D4S2 S33 S33", 0),
        # four of a kind: against two pairs, among themselves, and with the led suit in the hand
        (",bombs_beat=void", "4", "H7788 C9999 S5566 H99TT", 1),
        (",bombs_beat=void", "4", "H7788 C9999 CTTTT S2222", 3),
        (",bombs_beat=void", "4", "H7788 H9999 HTTJJ C3567", 2),
        (",bombs_beat=any", "4", "H7788 H9999 HTTJJ C3567", 1),
        (",bombs_beat=void", "4", "H7777 H9999 C8888 CKKKK", 3),
        ("", "4", "H7788 C9999 S5566 H99TT", 2),
    ],
)
def test_known_winners(how, level, plays, winner):
    at = terms(TUPLES.format(how), level, "S")
    first, *others = plays.split()
    assert trick(at, led(first, at), [C(play) for play in others]).winner == winner


@pytest.mark.parametrize(
    ("how", "cards", "units"),
    [
        ("", "H333555", ["H555333"]),
        ("", "H333355556", ["H55553333", "H6"]),  # at level 4
        ("", "H33335556", ["H3333", "H555", "H6"]),  # the widest first, not the longest
        ("", "H3355", ["H5533"]),
        (",tractor_length=3", "H3355", ["H55", "H33"]),
        (",tractor_length=3", "H335566", ["H665533"]),
        (",tractor_width=3", "H3355", ["H55", "H33"]),
        (",tractor_width=3", "H333555", ["H555333"]),
    ],
)
def test_how_a_lead_splits(how, cards, units):
    at = terms(TUPLES.format(how), "4", "S")
    found = name_units(at.order, 1, C(cards).planes)
    assert [str(unit.cards) for unit in found] == units


@pytest.mark.parametrize(
    ("lead", "hand", "owed"),
    [
        ("HAAA", "H3335566", "H333"),
        ("HAAA", "H33556", "H33"),
        ("HAAAA", "H3335566", "H333"),  # a triple before two pairs
        (
            "HAAAA",
            "H33557799",
            "H3355",
        ),  # two pairs: no tractor is owed
        ("HAAAKKK", "H333555667788", "H333555"),
        ("HAAAKKK", "H333667788", "H33366"),  # wider before longer
        ("HAAKKQQ", "H333355556666", "H335566"),
    ],
)
def test_what_is_owed(lead, hand, owed):
    at = terms(PLAIN, "4", "S")
    found = rules.concrete(at.order, kernel_lead(lead, at), C(hand).planes)
    assert C(owed).planes == found


@pytest.mark.parametrize(
    ("lead", "play", "rule"),
    [
        ("H999", "H356", "follow.tuple"),
        ("H99", "H36", "follow.pair"),
        ("H999TTT", "H335566", "follow.tractor"),
        ("HAAAQ", "H3566", "follow.throw"),
    ],
)
def test_the_rule_that_is_cited(lead, play, rule):
    at = terms(PLAIN, "4", "S")
    ruling = check_follow(at, led(lead, at), C("H333556677"), C(play))
    assert ruling is not None
    assert ruling.rule == rule


@pytest.mark.parametrize(
    ("points", "levels"),
    # below zero one more for each full step, as the outside engine counts
    [(-80, -5), (-40, -4), (0, -3), (5, -2), (35, -2), (40, -1), (75, -1), (80, 0), (115, 0),
     (120, 1), (160, 2), (240, 4)],
)  # fmt: skip
def test_the_table_of_automatic_thresholds(points, levels):
    rules = Ruleset.parse("classic(take_over=auto,step=auto,below_zero=true)")
    found = result(rules, points)
    assert (found.levels if found.side == "attackers" else -found.levels) == levels


@pytest.mark.parametrize(
    ("switches", "kitty"),
    # 54 mod 4 = 2, 108 mod 4 = 0, 162 mod 4 = 2, 162 mod 6 = 0, 216 mod 4 = 0
    [("decks=1", 6), ("decks=2", 8), ("decks=3", 6), ("decks=3,players=6", 6), ("decks=4", 8)],
)
def test_an_automatic_kitty_deals_evenly(switches, kitty):
    rules = Ruleset.parse(
        f"three-deck(joker_shows=decks,kitty=auto,take_over=auto,units=pairs,{switches})"
    )
    assert rules.kitty == kitty
    assert (54 * rules.decks - rules.kitty) % rules.players == 0
    assert "kitty" not in str(rules)  # it is what three-deck has, whatever it comes to


def test_what_is_automatic_stays_so():
    rules = Ruleset.parse("classic(step=auto,take_over=auto)")
    assert str(rules) == "classic(step=auto,take_over=auto)"
    assert Ruleset.parse(str(rules)).changed({"decks": 4}).take_over == 160


def test_with_two_decks_tuples_are_pairs():
    """Every question about cards has the same answer."""
    rng = random.Random(4)
    for _ in range(300):
        question = generate(
            rng, rng.choice(["shape", "follow", "throw", "trick", "dig"]), "classic(units=pairs)"
        )
        if question.get("ruleset") != "classic(units=pairs)":
            continue  # made nonsense on purpose
        told = judge({**question, "ruleset": "classic(units=tuples)"})
        assert {**judge(question), "owed": 0} == {**told, "owed": 0}, question
