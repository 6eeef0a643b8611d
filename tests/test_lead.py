"""lead.shapes, lead.gapped-run, throw.forbidden: what a lead consists of."""

from __future__ import annotations

import pytest

from tests.table import C, rule_of, terms
from tuolaji import Shape, read_lead


@pytest.mark.parametrize(
    ("ruleset", "level", "trump", "cards", "units"),
    [
        ("classic", "2", "S", "H9", ["H9"]),
        ("classic", "2", "S", "H99", ["H99"]),
        ("classic", "2", "S", "H44339", ["H4433", "H9"]),
        ("classic", "2", "S", "H334466", ["H4433", "H66"]),
        ("classic", "2", "S", "H33446677", ["H7766", "H4433"]),
        ("classic", "2", "S", "H3344667789", ["H7766", "H4433", "H9", "H8"]),
        ("classic", "2", "S", "SAAH22XLL", ["SAAH22", "XLL"]),
        ("classic", "2", "S", "SAA22H22XBBLL", ["SAA22H22XBBLL"]),
        ("classic", "4", "H", "H44S44C44HAA", ["S44HAA44", "C44"]),
        ("classic", "4", "H", "C44D44HAA", ["HAAC44", "D44"]),
        ("classic", "4", "H", "S4C4D4", ["S4", "C4", "D4"]),
        ("classic", "5", "N", "S55H55C55D55", ["S55", "H55", "C55", "D55"]),
        ("classic", "5", "N", "S55H55C55D55XLL", ["S55XLL", "H55", "C55", "D55"]),
        ("classic(decks=4)", "5", "N", "S5555H5555", ["S55", "S55", "H55", "H55"]),
        ("classic", "2", "S", "HAAKKQQJJTT99887766554433", ["HAAKKQQJJTT99887766554433"]),
        ("classic(decks=4)", "2", "S", "H3333", ["H33", "H33"]),
        ("classic(decks=4)", "2", "S", "H33334444", ["H4433", "H4433"]),
        ("classic(decks=4)", "2", "S", "H333", ["H33", "H3"]),
        ("six-player", "2", "S", "H3355", ["H5533"]),
        ("six-player", "2", "S", "HAAKK44", ["HAAKK44"]),
        ("six-player", "2", "S", "H33559", ["H55", "H33", "H9"]),
        ("six-player", "4", "H", "C44D44", ["C44D44"]),
        ("four-deck", "4", "S", "H9", ["H9"]),
        ("four-deck", "4", "S", "H9999", ["H9999"]),
        ("four-deck", "4", "S", "H999888", ["H999888"]),
        ("four-deck", "4", "S", "HAAAAKKKK", ["HAAAAKKKK"]),
        ("four-deck", "4", "S", "XBBBLLL", ["XBBBLLL"]),
    ],
)
def test_units_are_found_longest_first_then_highest(ruleset, level, trump, cards, units):
    shape = read_lead(terms(ruleset, level, trump), C(cards))
    assert isinstance(shape, Shape)
    assert [str(unit.cards) for unit in shape.units] == units


@pytest.mark.parametrize(
    ("ruleset", "level", "trump", "cards", "rule", "case"),
    [
        ("classic", "2", "S", "H3C3", "lead.shapes", "suits"),
        ("classic", "2", "S", "H3S3", "lead.shapes", "suits"),
        ("classic(throw=off)", "2", "S", "HAK", "throw.forbidden", ""),
        ("classic(throw=off)", "2", "S", "H3355", "throw.forbidden", ""),
        ("four-deck", "4", "S", "H999", "lead.shapes", "triple"),
        ("four-deck", "4", "S", "H3355", "throw.forbidden", ""),
        ("four-deck", "4", "S", "S4422", "throw.forbidden", ""),
        ("four-deck", "4", "S", "SAA22", "throw.forbidden", ""),
        ("four-deck", "4", "S", "H99998888777", "throw.forbidden", ""),
        ("four-deck", "4", "S", "H9999888", "throw.forbidden", ""),
        ("four-deck(bombs=false)", "4", "S", "H999", "throw.forbidden", ""),
        ("four-deck(bombs=false)", "4", "S", "H9999", "throw.forbidden", ""),
    ],
)
def test_what_is_no_lead_is_refused_with_its_rule(ruleset, level, trump, cards, rule, case):
    ruling = read_lead(terms(ruleset, level, trump), C(cards))
    assert rule_of(ruling) == rule
    assert ruling.case == case
    assert ruling.facts["cards"] == C(cards)


def test_a_gapped_run_may_be_led_where_throws_are_off():
    at = terms("six-player(throw=off)", "2", "S")
    assert isinstance(read_lead(at, C("H3355")), Shape)
    assert rule_of(read_lead(at, C("H33559"))) == "throw.forbidden"
