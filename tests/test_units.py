"""What a lead consists of, as the kernel reads it."""

from __future__ import annotations

import pytest

from tests.table import C, kernel_lead, order_of, terms
from tuolaji import Cards
from tuolaji.rules import units
from tuolaji.rules.units import FORBIDDEN, LONE_TRIPLE, MIXED_SUITS, Lead

HEARTS, TRUMPS = 1, 4


def lengths(lead):
    """The packed lengths of the tractors, longest first."""
    out, packed = [], lead.lengths
    while packed:
        out.append(packed & 31)
        packed >>= units.BITS
    return out


@pytest.mark.parametrize(
    ("ruleset", "level", "cards", "tractors", "pairs", "singles"),
    [
        ("classic", "2", "H7", [], 0, 1),
        ("classic", "2", "H77", [], 1, 0),
        ("classic", "2", "H7788", [2], 0, 0),
        ("classic", "4", "H3355", [2], 0, 0),  # the level is taken out
        ("classic(runs_skip_level=false)", "4", "H3355", [], 2, 0),
        ("classic", "2", "H33445566", [4], 0, 0),
        ("classic", "2", "H334455JJQQAA9", [3, 2], 1, 1),
        ("classic", "2", "H22C22S22XLLBB", [4], 1, 0),  # two off-suit level pairs, one step
        ("classic", "2", "SAAH22", [2], 0, 0),
        ("classic(runs_in_trump=jokers)", "2", "SAAH22", [], 2, 0),
        ("classic(runs_in_trump=jokers)", "2", "XLLBB", [2], 0, 0),
        ("classic(decks=4)", "2", "H33334444", [2, 2], 0, 0),
        ("classic(decks=4)", "2", "H333", [], 1, 1),
        ("six-player", "2", "H3377", [2], 0, 0),  # one run with a gap
    ],
)
def test_tractors_pairs_and_singles(ruleset, level, cards, tractors, pairs, singles):
    lead = kernel_lead(cards, terms(ruleset, level))
    assert (lengths(lead), lead.pairs, lead.singles) == (tractors, pairs, singles)
    assert lead.size == len(C(cards))
    assert bool(lead.gapped) == (ruleset == "six-player")


@pytest.mark.parametrize(
    ("cards", "number", "ranks"),
    [
        ("H7", 1, 1),
        ("H77", 2, 1),
        ("H7788", 2, 2),
        ("H7777", 4, 1),
        ("H777888", 3, 2),
        ("H77778888", 4, 2),
        ("XLLLLBBBB", 4, 2),
    ],
)
def test_units_where_bombs_are_known(cards, number, ranks):
    lead = kernel_lead(cards, terms("four-deck", "3"))
    assert (lead.number, lead.ranks, lead.units) == (number, ranks, 1)


@pytest.mark.parametrize(
    ("ruleset", "cards", "why"),
    [
        ("classic", "H7S7", MIXED_SUITS),
        ("classic", "H2D3", MIXED_SUITS),  # a level card is a trump
        ("four-deck", "H777", LONE_TRIPLE),
        ("four-deck", "H77J", FORBIDDEN),
        ("four-deck", "H7799", FORBIDDEN),
        ("four-deck", "H777788", FORBIDDEN),
        ("four-deck", "H7788889", FORBIDDEN),
        ("four-deck", "XB2", FORBIDDEN),
        ("classic(throw=off)", "H78", FORBIDDEN),
        ("classic(throw=off,gapped_runs=true)", "H7789", FORBIDDEN),
    ],
)
def test_what_is_no_lead(ruleset, cards, why):
    at = terms(ruleset, "3" if ruleset == "four-deck" else "2")
    text = cards.replace("XB2", "XBH2")
    assert Lead().read(at.order, C(text).planes, at.switches) == why


def test_a_lead_is_split_longest_first_then_highest_then_by_suit():
    cards, taken = C("H22C22D22SAAXLL"), []
    at = order_of("classic", "2", "S")
    planes = cards.planes
    while planes[0]:
        unit = units.next_unit(at, TRUMPS, planes)
        taken.append(str(Cards(unit)))
        planes = (cards - Cards.parse("".join(taken))).planes
    assert taken == ["SAAH22", "XLL", "C22", "D22"]  # S2 lies between H2 and XL and is not there


def test_the_top_of_a_unit_is_its_highest_step():
    at = order_of("classic", "2", "S")
    unit = C("H8877").planes
    assert units.unit_top(at, HEARTS, unit) - units.unit_bottom(at, HEARTS, unit) == 1
    assert units.unit_length(unit) == 2
    assert units.unit_length(C("H8").planes) == 0


@pytest.mark.parametrize(
    ("mask", "length", "at"),
    [(0b1110110, 2, 0b0110010), (0b1110110, 3, 0b0010000), (0b1, 1, 0b1), (0b101, 2, 0)],
)
def test_where_runs_start(mask, length, at):
    assert units.starts(mask, length) == at


@pytest.mark.parametrize(("mask", "length"), [(0, 0), (0b1, 1), (0b1101110, 3), (0b11011, 2)])
def test_the_longest_run(mask, length):
    assert units.longest(mask) == length


@pytest.mark.parametrize(
    ("cards", "kind"),
    [("H7", (1, 1)), ("H777", (3, 1)), ("H78", (0, 0)), ("H7788", (2, 2)), ("H77888", (0, 0))],
)
def test_one_unit_or_none(cards, kind):
    at = order_of("four-deck", "3", "S")
    assert tuple(units.kind(at, HEARTS, C(cards).planes)) == kind


def test_a_lead_forgets_what_was_led_before():
    lead, at = kernel_lead("H334455JJ9", terms()), terms()
    other = Lead()
    other.copy_from(lead)
    lead.read(at.order, C("C9").planes, at.switches)
    assert (lengths(lead), lead.pairs, lead.singles, lead.units) == ([], 0, 1, 1)
    assert (lengths(other), other.pairs, other.singles, other.size) == ([3], 1, 1, 9)
