"""Clocks: clock.match, clock.kitty, clock.play."""

from __future__ import annotations

import random

import pytest

from tests.players import new_deal, positions, random_action
from tests.table import C, changed
from tuolaji import PRESETS, Cards, Ruleset, read_lead
from tuolaji.deal import clock
from tuolaji.deal.actions import Bury, Pass, Play
from tuolaji.verdicts.terms import Terms


def test_the_match_clock_of_the_cup():
    cup, open_end = Ruleset.parse("meizhusong"), Ruleset.parse("classic")
    assert clock.may_start_deal(cup, 170 * 60 - 1)
    assert not clock.may_start_deal(cup, 170 * 60)
    assert not clock.is_up(cup, 180 * 60 - 1)
    assert clock.is_up(cup, 180 * 60)
    assert clock.may_start_deal(open_end, 10**9)
    assert not clock.is_up(open_end, 10**9)


def test_the_break_is_due_once_from_half_time_on():
    cup = Ruleset.parse("meizhusong")
    assert not clock.break_due(cup, 90 * 60 - 1, had=False)
    assert clock.break_due(cup, 90 * 60, had=False)
    assert not clock.break_due(cup, 90 * 60, had=True)
    assert not clock.break_due(Ruleset.parse("four-deck"), 100 * 60, had=False)


@pytest.mark.parametrize(
    ("ruleset", "bury", "play"),
    [("meizhusong", 180, 30), ("classic", 0, 0), ("four-deck", None, 10)],
)
def test_time_to_act_depends_on_the_phase(ruleset, bury, play):
    seconds = {}
    for deal, _ in positions(ruleset, random.Random(2), first=False):
        if deal.turn is not None:
            seconds[deal.phase] = clock.seconds_to_act(deal)
    assert seconds.get("bury") == bury
    assert seconds["play"] == play
    assert seconds.get("draw", 0) == 0


@pytest.mark.parametrize("ruleset", [*PRESETS, "classic(partners=called)"])
def test_the_program_can_always_act_for_a_seat(ruleset):
    rng = random.Random(ruleset)
    for number in range(2):
        deal, _ = new_deal(ruleset, rng, first=number == 0)
        while deal.turn is not None:
            action = clock.out_of_time(deal)
            assert deal.refuses(action) is None
            chosen = action if rng.random() < 0.7 else random_action(deal, rng)
            deal, _ = deal.apply(chosen)
    with pytest.raises(ValueError, match="over"):
        clock.out_of_time(deal)


def at_play(hand, lead=None):
    """A deal of the cup at level 2, ♠ trumps, in which the seat to play holds a hand."""
    rng = random.Random(1)
    deal, _ = new_deal("meizhusong", rng, first=False)
    while deal.phase != "play":
        deal, _ = deal.apply(random_action(deal, rng))
    terms = Terms.of(deal.ruleset, "2", "S")
    hands = tuple(C(hand) for _ in deal.hands)
    if lead is None:
        return changed(deal, terms=terms, hands=hands)
    led = {"trick": (C(lead),), "lead": read_lead(terms, C(lead))}
    return changed(deal, terms=terms, hands=hands, turn=(deal.turn + 1) % 4, **led)


@pytest.mark.parametrize(
    ("hand", "lead", "expected"),
    [
        ("HK5CQD9S3", None, "D9"),  # no points, plain, low
        ("HK5S3XB", None, "S3"),  # a trump before points
        ("H9C9D9", None, "H9"),  # S H C D
        ("HKT5S3", "HA", "H5"),  # the fewest points
        ("HKKJJS3", "HAA", "HJJ"),
        ("CKT5Q3S34", "HA", "C3"),  # void: plain before trumps
        ("CKT5S34", "HA", "S3"),
        ("H3355AAKK", "HQQJJ", "HAAKK"),  # a tractor is owed, points or not
        ("H33AA99S3", "HQQJJ", "H9933"),
    ],
)
def test_what_is_played_for_a_seat_out_of_time(hand, lead, expected):
    action = clock.out_of_time(at_play(hand, lead))
    assert isinstance(action, Play)
    assert str(action.cards) == expected


def test_what_is_buried_for_a_banker_out_of_time():
    rng = random.Random(4)
    deal, _ = new_deal("meizhusong", rng, first=False)
    while deal.phase != "bury":
        deal, _ = deal.apply(random_action(deal, rng))
    action = clock.out_of_time(deal)
    assert isinstance(action, Bury)
    plain = [c for c in deal.hands[deal.turn] if deal.terms.suit(Cards.of([c])) != "T"]
    without = [card for card in plain if not card.points]
    assert len(without) >= 8
    assert action.cards.points == 0
    assert action.cards <= Cards.of(plain)
    highest = max(deal.terms.order.step(card.face) for card in action.cards)
    left = Cards.of(without) - action.cards
    assert all(deal.terms.order.step(card.face) >= highest for card in left)


def test_nobody_declares_out_of_time():
    for deal, _ in positions("classic", random.Random(3)):
        if deal.phase == "draw":
            assert clock.out_of_time(deal) == Pass(deal.turn)
