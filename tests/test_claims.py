"""What bots say to a referee: they claim what is proved, and play on where a play was wrong."""

from __future__ import annotations

import random

import pytest

from tests.players import careless, new_deal
from tests.table import C
from tuolaji.bots import make
from tuolaji.bots.claims import claim
from tuolaji.deal.actions import Claim, Pass, Play
from tuolaji.deal.events import Played
from tuolaji.deal.view import View, view


def seen_by(seat: int, hand: str, **fields):
    shown = {
        "ruleset": "classic", "levels": ["2", "2"], "level": "2", "trump": "S", "phase": "play",
        "seat": seat, "turn": seat, "banker": 0, "partner": None, "named": None, "hand": hand,
        "kitty": None, "trick": [], "leader": 0, "shows": [], "options": [], "drawn": 0,
        "cards": [len(hand)] * 4, "discards": [], "tricks": [], "told": [],
        "points": 0, "taken": [0] * 4, "exposed": ["-"] * 4, "finished": 0,
        "deal": 1, "first_seat": 0, "flipped": [], "holder": 0, "fines": [0] * 4, "barred": [],
        "settled": None, "redeal": None, "disqualified": None,
    }  # fmt: skip
    return View.from_json({**shown, **fields})


REFEREE = "classic(enforcement=referee,fouls=meizhusong,tricks_seen=all)"


def claimed(cards: str, *tricks: str, seat: int = 0, leader: int = 1, ruleset: str = REFEREE):
    """What a seat says when seat 1 plays these cards after these tricks, led by seat `leader`."""
    past = [{"leader": leader, "plays": plays.split()} for plays in tricks]
    past = [{**p, "plays": [None if c == "?" else c for c in p["plays"]]} for p in past]
    return claim(seen_by(seat, "HA", tricks=past, ruleset=ruleset), 1, C(cards))


@pytest.mark.parametrize(
    ("cards", "tricks", "said"),
    [
        ("H9", ["H4 H5 H6 C7"], True),  # no heart then, a heart now
        ("C9", ["H4 H5 H6 C7"], False),
        ("H99", ["HQQ H33 H44 H85"], True),  # a pair then
        ("H98", ["HQQ H33 H44 H85"], True),  # the 8 of a pair of 8s
        ("H9", ["HQQ H33 H44 H85"], False),
        ("H9", ["H4 H5 H6 C7", "C3 C4 C5 C6"], True),
        ("H9", ["H4 H5 H6 C7", "H3 H7 H8 HT"], False),  # it was proved a trick ago
        ("H9", ["H4 H5 H6 ?"], False),  # what was played is not to be seen again
        ("H9", ["? H5 H6 C7"], False),
        ("H9", [], False),
    ],
)
def test_bots_claim_what_the_cards_prove_for_the_first_time(cards, tricks, said):
    expected = Claim(0, 1) if said else None
    assert claimed(cards, *tricks, leader=2) == expected


def test_bots_claim_nothing_of_their_own_side_or_without_a_referee():
    assert claimed("H9", "H4 H5 H6 C7", leader=2, seat=2) == Claim(2, 1)
    assert claimed("H9", "H4 H5 H6 C7", leader=2, seat=3) is None
    assert claimed("H9", "H4 H5 H6 C7", leader=2, seat=1) is None
    assert claimed("H9", "H4 H5 H6 C7", leader=2, ruleset="classic(tricks_seen=all)") is None
    assert claimed("H9", "C7 H5 H6 H4", leader=1) is None  # the same seat led it


def played_by(name: str, hand: str, trick: list[str], **fields):
    action = make(name, 2, 1).choose(seen_by(2, hand, trick=trick, **fields))
    assert isinstance(action, Play)
    return action.cards


@pytest.mark.parametrize("name", ["novice", "greedy", "club"])
def test_bots_replace_a_wrong_play_in_its_place(name):
    # Seat 2 has to play instead: it can still beat the six of seat 3, or give to its partner.
    assert played_by(name, "HK3", ["HQ", "H4", "-", "HA"]) == C("H3")
    assert played_by(name, "HA3", ["H4", "HK", "-", "H6"]) == C("HA")
    assert played_by(name, "HA3", ["H4", "HK", "-", "H6"], discards=[2]) == C("H3")
    assert played_by(name, "HK3", ["HQ", "H4", "-", "HA"], discards=[3]) == C("HK")


def counted(*tricks: str, claims: int = 0):
    """What seat 0 says after the last trick, so many claims against seat 1 having been right."""
    past = [{"leader": 2, "plays": plays.split()} for plays in tricks]
    told = [{"event": "claimed", "seat": 2, "against": 1, "rule": "follow.suit"}] * claims
    told.append({"event": "claimed", "seat": 0, "against": 1, "rule": None})
    shown = seen_by(0, "-", phase="count", ruleset=REFEREE, tricks=past, told=told, leader=None)
    return make("club", 0, 1).choose(shown)


def test_after_the_last_trick_bots_claim_what_is_proved_and_was_not_claimed():
    assert counted("H4 H5 H6 H7", "C3 C4 C5 C6") == Pass(0)
    assert counted("H4 H5 H6 C7", "H8 H9 HT HJ") == Claim(0, 1)
    assert counted("H4 H5 H6 C7", "H8 H9 HT HJ", claims=1) == Pass(0)
    assert counted("H4 H5 H6 C7", "H4 H5 H6 C8", "H8 H9 HT HJ", claims=1) == Claim(0, 1)
    assert counted("H4 C5 H6 H7", "H8 H9 HT HJ") == Claim(0, 3)
    assert counted("H4 H5 C6 H7", "H8 H9 HT HJ") == Pass(0)  # the same seat


@pytest.mark.parametrize(
    "name",
    [
        "classic(enforcement=referee,fouls=meizhusong)",
        REFEREE,
        "six-player(enforcement=referee,tricks_seen=all)",
        "four-deck(enforcement=referee,tricks_seen=all)",
    ],
)
def test_no_claim_of_a_bot_is_ever_without_ground(name):
    found = counted = 0
    for seed in range(6):
        rng = random.Random(seed)
        deal, _ = new_deal(name, rng)
        while deal.turn is not None:
            before = deal
            action = careless(deal, rng)
            if deal.phase == "count":
                action = make("novice", deal.turn, seed).choose(view(deal, deal.turn))
                counted += isinstance(action, Claim)
                assert not isinstance(action, Claim) or deal.apply(action)[1][0].rule
            deal, events = deal.apply(action)
            for event in events:
                if not isinstance(event, Played) or deal.turn is None:
                    continue
                wrong = {play.seat for play in deal.wrong}
                for seat in range(deal.ruleset.players):
                    said = claim(view(before, seat), event.seat, event.cards)
                    assert said is None or said.against in wrong
                    found += said is not None
    assert found > 3
    assert counted or "tricks_seen" not in name
