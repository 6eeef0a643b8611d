"""Matches of an event at the server's own tables: who sits where, what is played next, what shows.

Of boards that not every table has played nobody but officials hears a result: `revealed`.
"""

from __future__ import annotations

from dataclasses import replace

from ..deal import Deal
from . import entries as log
from .entries import DealReport, Line, Pairing
from .outcomes import Outcome
from .plan import DUPLICATE, TEAMS
from .state import Event
from .words import people

Place = tuple[str, int]  # an entrant, and which of its players, from 0


def rooms(event: Event) -> range:
    """The rooms of a match: two where teams play the same boards crosswise."""
    return range(2 if event.plan.format == TEAMS else 1)


def seating(event: Event, pairing: Pairing, room: int) -> list[Place]:
    """Who sits at each seat: home has the even ones, in the second room the odd ones."""
    sides = (pairing.away, pairing.home) if room else (pairing.home, pairing.away)
    players = event.plan.rules.players
    first = room * players // 2
    return [(sides[seat % 2], first + seat // 2) for seat in range(players)]


def seat_names(event: Event, pairing: Pairing, room: int, *, public: bool) -> list[str]:
    """What those at each seat are called; "" where nobody is named."""
    names = []
    for who, at in seating(event, pairing, room):
        shown = people(event, event.entrants[who], public=public)
        names.append(shown[at] if at < len(shown) else "")
    return names


def next_deal(event: Event, one: Outcome, room: int) -> int | None:
    """The number of the deal that is played next, or now; None when there is none."""
    if one.over:
        return None
    if event.plan.format in DUPLICATE:
        left = (board for board in one.pairing.boards if not _played(event, one, room, board))
        return next(left, None)
    if one.course is None or one.course.match.over is not None:
        return None
    return len(one.course.deals) + one.course.unused + 1


def _played(event: Event, one: Outcome, room: int, board: int) -> bool:
    slot = event.slots.get((one.pairing.id, room, board))
    return slot is not None and slot.says is not None


def live_rulings(event: Event, match: str, room: int, deal: int) -> list[Line]:
    """The rulings on a deal since it was last made void: what its table has to do now."""
    since = event.voids.get((match, room), 0)
    return [
        line
        for line in event.lines[since:]
        if isinstance(line.entry, log.FoulRuled | log.Adjusted)
        and (line.entry.match, line.entry.room, line.entry.deal) == (match, room, deal)
        and line.number not in event.reversed
    ]


def report_of(deal: Deal) -> DealReport:
    """What a deal that was played to its end says to its event."""
    if deal.settled is None:
        return DealReport(deal.attackers_points, deal.banker)
    jack = deal.settled.result.back_to is not None
    return DealReport(deal.settled.attackers, deal.banker, jack=jack)


# Boards.


def complete_boards(event: Event, found: dict[str, Outcome]) -> set[tuple[int, int]]:
    """Rounds and boards that every table has played, or will not play any more."""
    waited, every = set[tuple[int, int]](), set[tuple[int, int]]()
    for one in found.values():
        for board in one.pairing.boards if one.pairing.away else ():
            key = (one.pairing.round, board)
            every.add(key)
            if not one.over and not all(_played(event, one, room, board) for room in rooms(event)):
                waited.add(key)
    return every - waited


def revealed(event: Event, found: dict[str, Outcome], *, own: str = "") -> Event:
    """The event as far as the players and the public may know it; own: whose match stays whole."""
    if event.plan.format not in DUPLICATE:
        return event
    shown = complete_boards(event, found)
    slots = {
        key: slot
        for key, slot in event.slots.items()
        if (event.pairings[key[0]].round, key[2]) in shown
        or (own and event.side_of(key[0], own) is not None)
    }
    return replace(event, slots=slots)


def replays(event: Event, one: Outcome) -> dict[tuple[int, int], int]:
    """Which deal of its table each deal was, by room and number."""
    told = {key[1:]: slot.says for key, slot in event.slots.items() if key[0] == one.pairing.id}
    return {
        key: said.replay
        for key, said in told.items()
        if isinstance(said, DealReport) and said.replay is not None
    }
