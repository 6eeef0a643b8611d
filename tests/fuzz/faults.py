"""Faults in the course of a deal, each a text of the engine and what is put in its place.

`python -m tests.fuzz.planted course` plants them one by one; what `make test` plays of the course
must find every one of them.
"""

from __future__ import annotations

from typing import NamedTuple


class Bug(NamedTuple):
    """A text of a file below src/tuolaji, and what is put in its place."""

    what: str
    file: str
    right: str
    wrong: str


COURSE = (
    Bug(
        "a switch forgotten: declaring stays open after the last card without declare_window",
        "engine/course.py",
        "if able and (deal.drawn < total or deal.switches.declare_window) and ask_from(deal, 0):",
        "if able and ask_from(deal, 0):",
    ),
    Bug(
        "asking: the seat after one that passed is left out",
        "engine/course.py",
        "if not ask_from(deal, deal.asked + 1):",
        "if not ask_from(deal, deal.asked + 2):",
    ),
    Bug(
        "asking: after a show the seat that drew last is not asked first",
        "engine/course.py",
        "    find_all_options(deal)\n    if not ask_from(deal, 0):",
        "    find_all_options(deal)\n    if not ask_from(deal, 1):",
    ),
    Bug(
        "used cards: whoever buried may show the cards of their call again",
        "engine/course.py",
        "shown = overlap(deal._used[seat], deal._hands[seat])",
        "shown = EMPTY",
    ),
    Bug(
        "the bank bid for anew: each side shows cards of the first seat's level",
        "engine/course.py",
        "    if calls or rebid:\n",
        "    if calls:\n",
    ),
    Bug(
        "a called partner: the holder farthest from the banker",
        "engine/friends.py",
        "for at in range(1, deal.switches.players):",
        "for at in range(deal.switches.players - 1, 0, -1):",
    ),
    Bug(
        "a called partner is known too late: only when every copy has been seen",
        "engine/play.py",
        "if (seat == holder and seat != deal.banker) or _all_seen(deal, deal.friend_face(at)):",
        "if _all_seen(deal, deal.friend_face(at)):",
    ),
    Bug(
        "what a failed throw has shown is forgotten",
        "engine/play.py",
        "deal._exposed[deal.turn] = either(deal._exposed[deal.turn], cards)",
        "deal._exposed[deal.turn] = overlap(deal._exposed[deal.turn], cards)",
    ),
    Bug(
        "fines of the bankers are taken from the attackers",
        "engine/state.py",
        "                total += self._fines[seat]\n",
        "                total -= self._fines[seat]\n",
    ),
    Bug(
        "a discard in place of a wrong play wins the trick",
        "engine/play.py",
        "if deal.missing & bit(place) or deal.discards & bit(seat):",
        "if deal.missing & bit(place):",
    ),
    Bug(
        "the points of a reopened trick stay with who had won it",
        "engine/enforce.py",
        "deal._taken[deal.leader] -= total",
        "deal._taken[deal.leader] -= 0",
    ),
    Bug(
        "a wrong play claimed after its trick is found later, though nothing was led since",
        "deal/referee.py",
        "at_once = wrong.trick + 1 == len(deal.finished) + bool(deal.trick)",
        "at_once = wrong.trick == len(deal.finished)",
    ),
    Bug(
        "a foul not applied: after an exposed bid the partner may still bid",
        "engine/enforce.py",
        "        if deal.switches.same_side(seat, other):\n",
        "        if seat == other:\n",
    ),
    Bug(
        "the count with a referee: the last seat is not asked for a claim",
        "engine/play.py",
        "deal.to_ask = deal.switches.players",
        "deal.to_ask = deal.switches.players - 1",
    ),
    Bug(
        "digging: a called partner counts as an attacker",
        "engine/play.py",
        "attackers_won = not deal.is_bank_side(deal.winner)",
        "attackers_won = deal.winner % 2 != deal.banker % 2",
    ),
    Bug(
        "digging: after the bankers' own attack the kitty always counts",
        "rules/score.py",
        "(attacked_by_bankers and switches.own_attack_digs != 0)",
        "attacked_by_bankers",
    ),
    Bug(
        "a must-play level is passed by a promotion that would end one above it",
        "rules/score.py",
        "if done < by and must_play >> rung & 1:",
        "if done + 1 < by and must_play >> rung & 1:",
    ),
    Bug(
        "the next banker after a lost deal: the banker's partner's neighbour",
        "rules/score.py",
        "        seat = (banker + at) % players\n",
        "        seat = (banker - at) % players\n",
    ),
    Bug(
        "a card shown to the wrong seat: who buried sees the kitty in play without kitty_seen",
        "engine/observe.py",
        "return deal.switches.kitty_seen != 0 or deal.phase not in (PLAY, COUNT)",
        "return True",
    ),
    Bug(
        "a card shown to the wrong seat: an overtaken bid is turned up with the winning one",
        "engine/observe.py",
        "        and deal.shows.seat(at) == deal.shows.seat(last)\n",
        "",
    ),
    Bug(
        "a card shown to the wrong seat: all see the kitty that is taken up",
        "deal/view.py",
        'TookKitty: "cards"',
        "TookKitty: None",
    ),
)
