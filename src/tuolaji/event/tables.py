"""Matches of an event at the server's own tables: who sits where, what is played next, what shows.

Of boards that not every table has played nobody but officials hears a result: `revealed`.
"""

from __future__ import annotations

from collections.abc import Callable
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


def knows(
    event: Event, found: dict[str, Outcome], *, own: str = "", room: int | None = None
) -> Callable[[str, int, int], bool]:
    """Whether something of a deal (match, room, deal) may be heard; own: by somebody who plays.

    Who sits in a room knows what is played in it. Where it is not known who comes (room is None)
    they are told of a board at the server's tables when they cannot play it any more; who enters
    results on paper has to see them all.
    """
    duplicate = event.plan.format in DUPLICATE
    shown = complete_boards(event, found) if duplicate else set()

    def hears(match: str, at: int, deal: int) -> bool:
        if not duplicate or not deal or (event.pairings[match].round, deal) in shown:
            return True
        if not own or event.side_of(match, own) is None:
            return False
        if room is not None or event.plan.tables is None:
            return room in (at, None)
        others = (other for other in rooms(event) if other != at)
        return all(_played(event, found[match], other, deal) for other in others)

    return hears


def revealed(
    event: Event, found: dict[str, Outcome], *, own: str = "", room: int | None = None
) -> Event:
    """The event as far as the public, or somebody who plays, `knows` it."""
    hears = knows(event, found, own=own, room=room)
    return replace(event, slots={key: slot for key, slot in event.slots.items() if hears(*key)})


def heard(
    event: Event, found: dict[str, Outcome], *, own: str = "", room: int | None = None
) -> list[Line]:
    """The lines of the log without those on boards that the public, or who plays, hears not of."""
    hears = knows(event, found, own=own, room=room)
    return [line for line in event.lines if hears(*_about(line))]


def _about(line: Line) -> tuple[str, int, int]:
    entry = line.entry
    return getattr(entry, "match", ""), getattr(entry, "room", 0), getattr(entry, "deal", 0)


def room_of(event: Event, player: int) -> int | None:
    """The room in which a player of an entrant, from 1, sits; None where there is one, or for 0."""
    both = len(rooms(event)) > 1 and player > 0
    return 2 * (player - 1) // event.plan.rules.players if both else None


def first_player(event: Event, room: int) -> int:
    """Whose link, from 1, a room on paper has on its sheet; 0 for the one that all share."""
    both = len(rooms(event)) > 1 and event.plan.tables is None
    return 1 + room * event.plan.rules.players // 2 if both else 0


def replays(event: Event, one: Outcome) -> dict[tuple[int, int], int]:
    """Which deal of its table each deal was, by room and number."""
    told = {key[1:]: slot.says for key, slot in event.slots.items() if key[0] == one.pairing.id}
    return {
        key: said.replay
        for key, said in told.items()
        if isinstance(said, DealReport) and said.replay is not None
    }
