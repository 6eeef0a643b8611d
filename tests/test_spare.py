"""What a play need not give away: the higher of two cards, and cards of a throw that must fail."""

from __future__ import annotations

import pytest

from tests.table import seen_by
from tests.test_odds import table
from tuolaji.bots.counting import Known, Memory
from tuolaji.bots.fast.resume import take_play
from tuolaji.bots.spare import distinct, kept_back, spared
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


def test_thoughts_that_become_one_are_one() -> None:
    deal = following("SA", "SK9843")
    meant = [Thought(at, Cards.parse(card).planes) for at, card in enumerate(("S9", "SK", "S4"))]
    found = distinct(meant, lambda cards: spared(deal, cards))
    assert [(one.behind, Cards(one.cards)) for one in found] == [
        (0, Cards.parse("S3")),
        (1, Cards.parse("SK")),
    ]


# The hearts of a hand, what was to be thrown, and what is led: eight cards lie in the kitty.
THROWN = [
    ("H8764", "H8764", "H4"),  # seventeen higher ones are unseen
    ("HAK4", "HAK4", "H4"),
    ("HAAKKQQJJTT97", "HAAKKQQJJTT97", "HAAKKQQJJTT97"),  # three are: they may be buried
    ("HAA4433", "HAA33", "HAA33"),  # the lowest unit is a pair
    ("HA3", "HA", "HA"),  # no throw
]


@pytest.mark.parametrize(("hearts", "thrown", "led"), THROWN)
def test_a_throw_that_must_fail_is_led_as_it_would_be_played(
    hearts: str, thrown: str, led: str
) -> None:
    others = [*Cards.parse("CAKQJT9876543 DAKQJT9876543")]
    hand = Cards.parse(hearts)
    known = Known(seen_by(1, str(hand + Cards.of(others[: 25 - len(hand)])), leader=1), Memory())
    assert Cards(kept_back(known, Cards.parse(thrown).planes)) == Cards.parse(led)
