"""order.trump, order.side, order.adjacent, level.permanent-two, declare.joker-level."""

from __future__ import annotations

import pytest

from tests.table import C, terms
from tuolaji import Card
from tuolaji.cards import RANKS

RULESETS = [
    ("classic", "2", "S"),
    ("classic", "4", "H"),
    ("classic", "A", "D"),
    ("classic", "K", "C"),
    ("classic", "9", "N"),
    ("classic", "X", "N"),
    ("classic(permanent_two=true)", "4", "H"),
    ("classic(permanent_two=true)", "3", "N"),
    ("classic(permanent_two=true)", "X", "N"),
    ("classic(runs_skip_level=false)", "7", "S"),
    ("classic(runs_in_trump=jokers)", "7", "S"),
    ("six-player", "J", "C"),
    ("four-deck", "4", "S"),
    ("four-deck", "A", "H"),
    ("four-deck", "3", "N"),
]


def written_order(ruleset, level, trump):
    """The trumps from the top, equal ones together, as the rule pages list them."""
    two = "permanent_two" in ruleset or ruleset == "four-deck"
    others = [s for s in "SHCD" if s != trump]
    groups = [["XB"], ["XL"]]
    for rank in ([level] if level != "X" else []) + (["2"] if two else []):
        if trump != "N":
            groups.append([trump + rank])
        groups.append([s + rank for s in others])
    if trump != "N":
        special = {level, "2"} if two else {level}
        groups += [[trump + r] for r in reversed(RANKS) if r not in special]
    return groups


@pytest.mark.parametrize(("ruleset", "level", "trump"), RULESETS)
def test_trumps_stand_in_the_written_order(ruleset, level, trump):
    at = terms(ruleset, level, trump)
    groups = written_order(ruleset, level, trump)
    for high, upper in enumerate(groups):
        for low, lower in enumerate(groups):
            for a in upper:
                for b in lower:
                    expected = (low > high) - (low < high)
                    assert at.compare(Card.parse(a), Card.parse(b)) == expected, (a, b)
    trumps = {card for group in groups for card in group}
    assert sum(len(group) for group in groups) == len(trumps)
    for face in range(54):
        card = Card(face)
        assert (at.suit(C(str(card))) == "T") == (str(card) in trumps)


@pytest.mark.parametrize(("ruleset", "level", "trump"), RULESETS)
def test_plain_cards_compare_in_their_suit_only_and_lose_to_trumps(ruleset, level, trump):
    at = terms(ruleset, level, trump)
    plain = [Card(f) for f in range(54) if at.suit(C(str(Card(f)))) != "T"]
    for a in plain:
        assert at.compare(a, Card.parse("XL")) == -1
        assert at.compare(Card.parse("XL"), a) == 1
        for b in plain:
            if a.suit != b.suit:
                assert at.compare(a, b) is None
            else:
                expected = RANKS.index(a.rank) - RANKS.index(b.rank)
                assert at.compare(a, b) == (expected > 0) - (expected < 0)


def adjacent(at, a, b):
    """Whether pairs of two cards make a tractor, as the order has it."""
    low, high = sorted((Card.parse(a).face, Card.parse(b).face), key=at.order.step)
    same = at.order.lane(low) == at.order.lane(high)
    return same and at.order.step(high) - at.order.step(low) == 1


@pytest.mark.parametrize(
    ("ruleset", "level", "trump", "a", "b", "expected"),
    [
        ("classic", "4", "H", "S3", "S5", True),
        ("classic", "4", "H", "H3", "H5", True),
        ("classic", "4", "H", "S6", "S7", True),
        ("classic", "4", "H", "S6", "S8", False),
        ("classic", "4", "H", "SA", "S2", False),
        ("classic", "4", "H", "XB", "XL", True),
        ("classic", "4", "H", "XL", "H4", True),
        ("classic", "4", "H", "XL", "S4", False),
        ("classic", "4", "H", "H4", "S4", True),
        ("classic", "4", "H", "C4", "HA", True),
        ("classic", "4", "H", "C4", "D4", False),
        ("classic", "4", "H", "H4", "HA", False),
        ("classic", "A", "H", "SA", "HK", True),
        ("classic", "2", "H", "H3", "S2", False),
        ("classic", "2", "N", "XL", "S2", True),
        ("classic", "X", "N", "SA", "SK", True),
        ("classic", "X", "N", "XL", "SA", False),
        ("classic(permanent_two=true)", "4", "H", "H2", "S2", True),
        ("classic(permanent_two=true)", "4", "H", "S2", "HA", True),
        ("classic(permanent_two=true)", "4", "H", "S4", "H2", True),
        ("classic(permanent_two=true)", "4", "N", "S4", "H2", True),
        ("classic(permanent_two=true)", "X", "N", "XL", "H2", True),
        ("classic(runs_skip_level=false)", "4", "H", "S3", "S5", False),
        ("classic(runs_skip_level=false)", "4", "H", "H3", "H5", False),
        ("classic(runs_skip_level=false)", "4", "H", "S5", "S6", True),
        ("classic(runs_skip_level=false)", "A", "H", "SA", "HK", True),
        ("classic(runs_in_trump=jokers)", "4", "H", "XB", "XL", True),
        ("classic(runs_in_trump=jokers)", "4", "H", "XL", "H4", False),
        ("classic(runs_in_trump=jokers)", "4", "H", "H4", "S4", False),
        ("classic(runs_in_trump=jokers)", "4", "H", "S4", "HA", False),
        ("four-deck", "4", "S", "H3", "H5", False),
        ("four-deck", "4", "S", "S3", "S5", False),
        ("four-deck", "4", "S", "SA", "S2", False),
        ("four-deck", "4", "S", "S2", "H2", False),
        ("four-deck", "4", "S", "S4", "H4", False),
        ("four-deck", "4", "S", "XB", "XL", True),
        ("four-deck", "4", "S", "SA", "SK", True),
        ("four-deck", "A", "S", "HA", "SK", False),
    ],
)
def test_adjacency_as_the_pages_list_it(ruleset, level, trump, a, b, expected):
    at = terms(ruleset, level, trump)
    assert adjacent(at, a, b) is expected
    assert adjacent(at, b, a) is expected
