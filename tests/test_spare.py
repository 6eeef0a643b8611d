"""What is given away in a trick that is not won: the lower of two cards, never a pair or points."""

from __future__ import annotations

import pytest

from tests.test_odds import table
from tuolaji.bots.fast.resume import take_play
from tuolaji.bots.spare import all_spared, spared
from tuolaji.bots.thoughts import Thought
from tuolaji.cards import Cards
from tuolaji.engine.state import State

# What was led, the hand, what was to be given, and what is given: level 2, hearts are trumps.
GIVEN = [
    ("SAAKK", "H2 DQJ764 C5", "H2 DQJ7", "H2 D764"),  # nothing of the suit, and no tractor to ruff
    ("SA", "SQ984 D3", "S9", "S4"),  # following, the trick is lost
    ("SA", "SQK4 D3", "SK", "SK"),  # points are given on purpose
    ("SA", "SQQ4", "SQ", "S4"),  # a pair is kept
    ("SAA", "S9974", "S99", "S99"),  # a pair that is owed
    ("SAA", "SQ44", "S44", "S44"),
    ("SK", "SA43", "SA", "SA"),  # it wins
    ("SA", "H93 D4", "H9", "H9"),  # so does a ruff
    ("SA", "SQ5 D3", "SQ", "SQ"),  # the lower card has points
    ("SA", "SQ44", "SQ", "SQ"),  # the lower card is one of a pair
    ("XB", "HK9 C2 D5", "C2", "H9"),  # a card of the level is a trump above the 9
]


def following(led: str, hand: str) -> State:
    """Seat 0 has led, and seat 1 is to follow."""
    deal = table(led, hand, "-", "-")
    take_play(deal, Cards.parse(led).planes, False)
    return deal


@pytest.mark.parametrize(("led", "hand", "meant", "given"), GIVEN)
def test_no_higher_card_is_given_than_is_needed(
    led: str, hand: str, meant: str, given: str
) -> None:
    found = spared(following(led, hand), Cards.parse(meant).planes)
    assert Cards(found) == Cards.parse(given)


def test_a_lead_stays_as_it_is_and_alike_thoughts_become_one() -> None:
    led = table("SQ4", "S3", "-", "-")
    assert Cards(spared(led, Cards.parse("SQ").planes)) == Cards.parse("SQ")
    meant = [Thought(at, Cards.parse(card).planes) for at, card in enumerate(("S9", "SK", "S4"))]
    found = all_spared(following("SA", "SK9843"), meant)
    assert [(one.behind, Cards(one.cards)) for one in found] == [
        (0, Cards.parse("S3")),
        (1, Cards.parse("SK")),
    ]
