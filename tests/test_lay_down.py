"""When the rest is decided: worked by hand, and played out against every answer."""

from __future__ import annotations

import random

import pytest

from tests.players import random_action
from tests.table import C, seen_by
from tuolaji import PRESETS
from tuolaji.deal.actions import Play
from tuolaji.deal.lay_down import laid_down, played_cards, sure_leads, unseen
from tuolaji.deal.view import view
from tuolaji.ruleset import Ruleset
from tuolaji.testing import random_deal


def leads(hand, hidden, ruleset="classic", trick=(), turn=0, level="2"):
    """The leads that lay a hand down, spades being trumps."""
    seen = seen_by(
        0, hand, ruleset=ruleset, turn=turn, trick=list(trick), level=level, levels=[level] * 2
    )
    found = sure_leads(seen, C(hidden))
    return None if found is None else [str(cards) for cards in found]


@pytest.mark.parametrize(
    ("hand", "hidden", "expected"),
    [
        ("HA", "S5", ["HA"]),  # one card: all others play their last
        ("H99", "HAAKKS55", ["H99"]),  # one pair: the last trick, whoever wins it
        ("HAAK", "HQQJC55D7", ["HAAK"]),  # nothing is higher, nobody can ruff
        ("HAAK", "HQQJC55S3", None),  # a trump is out
        ("HAQ", "HKC5", None),  # the king is out
        ("HAC5", "HKC4", ["HA", "C5"]),
        ("XBBHA", "S5HK", ["XBB", "HA"]),  # the last trump is drawn first
        ("XBHA", "S53HK", None),  # one hand may hold both trumps
        ("XBLS3", "D4", ["S3XBL"]),  # only trumps are left, and no higher ones
        ("XBS3", "S5", None),
        ("S22H2", "C22", ["S22H2"]),  # off-suit level cards: the first of equals wins
    ],
)
def test_decided_or_not(hand, hidden, expected):
    assert leads(hand, hidden) == expected


def test_a_run_with_gaps_can_be_broken_and_decides_nothing():
    assert leads("H3355", "H44C6", ruleset="classic(gapped_runs=true)") is None


def test_only_who_leads_and_only_without_a_referee():
    assert leads("HA", "S5", trick=["H3"]) is None
    assert leads("HA", "S5", turn=1) is None
    assert leads("HA", "S5", ruleset="meizhusong(enforcement=referee)") is None


def test_where_throws_are_off_the_cards_are_led_one_by_one():
    assert leads("XBBHA", "S5HK", ruleset="four-deck", level="3") == ["XB", "XB", "HA"]


@pytest.mark.parametrize("ruleset", PRESETS)
def test_whatever_the_others_play_the_seat_wins_all_tricks(ruleset):
    rng = random.Random(ruleset)
    decided = 0
    for _ in range(6):
        deal, played = random_deal(Ruleset.parse(ruleset), rng), []
        while deal.turn is not None:
            if deal.phase == "play" and not deal.trick and len(deal.hands[deal.turn]) < 9:
                mine = view(deal, deal.turn)
                found = sure_leads(mine, unseen(mine, played_cards(played)))
                if found is not None:
                    decided += 1
                    check(deal, found, rng)
            deal, events = deal.apply(random_action(deal, rng))
            played += events
    assert decided > 3


def check(deal, found, rng):
    """Play the leads, the others at random; and as the server does it."""
    seat = deal.turn
    last = deal
    for action in laid_down(deal, seat, found):
        last, _ = last.apply(action)
    assert not any(last.hands)
    for _ in range(5):
        now = deal
        for number, lead in enumerate(found):
            assert now.turn == seat, (number, found)
            now, events = now.apply(Play(seat, lead))
            assert events[0].cards == lead
            while now.trick:
                now, _ = now.apply(random_action(now, rng))
        if len(found) > 1:
            assert now.finished[-1][0] == seat
        assert not any(now.hands)
