"""A match of an event and its table: what the table reports, written, and what it is told.

The event's log says what a match stands at, the table's log what was played at it. What the table
reports is written by `event.commands` as everything else is; the table is ordered what follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...deal.actions import Action, Adjust, RuleFoul, to_json
from ...event import entries as log
from ...event.clock import PAUSED, WAITING, reading
from ...event.duplicate import board
from ...event.entries import By
from ...event.lines import told
from ...event.links import secret_of_cards
from ...event.log import MOVED
from ...event.outcomes import Outcome, outcomes
from ...event.plan import DUPLICATE
from ...event.refused import Refused
from ...event.state import Event
from ...event.tables import (
    complete_boards,
    heard,
    live_rulings,
    next_deal,
    seat_names,
    seating,
)
from ...ruleset.fouls import Foul
from ...texts.reader import LANGUAGES
from ..logs import logger
from ..table.event_orders import Answer, LiveRuling, Orders, Report, dealt_before
from .keeper import Kept

TABLE = By(log.TABLE)


@dataclass(frozen=True)
class Place:
    """A room of a match; table: the server's, "" before it is opened."""

    match: str
    room: int
    table: str


# What the table reports becomes lines of the log.


def take_over(kept: Kept, place: Place, report: Report, now: float) -> bool:
    """Write down what is new at a table; whether a deal was among it."""
    before, new = len(kept.event.lines), False
    for entry, who, why in list(_news(kept.event, place, report)):
        try:
            line = kept.do(entry, at=now, by=By(log.TABLE, who), why=why)
        except Refused as refused:
            if refused.code == MOVED:  # by another gateway: what is new is to be seen again
                raise
            logger.warning("a table's report is refused", match=place.match, why=str(refused))
        else:
            new |= line is not None and isinstance(entry, log.DealEntered | log.Voided)
    return new and len(kept.event.lines) > before


def _news(event: Event, place: Place, report: Report) -> Iterator[tuple[log.AnyEntry, str, str]]:
    """What the log does not say yet: the entry, whose call it is, and why."""
    match, room = place.match, place.room
    for at in _unwritten(event, place, report):
        one = report.results[at]
        if not one.void:
            yield log.DealEntered(match, one.deal, one.report, room), "", ""  # type: ignore[arg-type]
        else:
            voided = log.Voided(match, one.deal, room, at, one.rebid)  # type: ignore[arg-type]
            yield voided, "", "foul"
    yield from _calls(event, place, report, _lines_of(event, place))
    yield from _clock(event, place, report)


def _lines_of(event: Event, place: Place) -> list[log.Line]:
    """The lines about a room of a match since its table was opened."""
    opened = event.tables[place.match, place.room][1]
    return [
        line
        for line in event.lines[opened:]
        if getattr(line.entry, "match", "") == place.match
        and getattr(line.entry, "room", 0) == place.room
    ]


def _unwritten(event: Event, place: Place, report: Report) -> list[int]:
    """Which of the table's results have to be in the log and are not."""
    done = {
        line.entry.report.replay if isinstance(line.entry, log.DealEntered) else line.entry.replay
        for line in _lines_of(event, place)
        if isinstance(line.entry, log.DealEntered | log.Voided)
    }
    wanted = (at for at, one in enumerate(report.results) if one.ruled or not one.void)
    return [at for at in wanted if at not in done]


def _calls(
    event: Event, place: Place, report: Report, ours: list[log.Line]
) -> Iterator[tuple[log.AnyEntry, str, str]]:
    known = {
        line.entry.call: line.number for line in ours if isinstance(line.entry, log.RefereeCalled)
    }
    seats = seating(event, event.pairings[place.match], place.room)
    for number, call in enumerate(report.calls, 1):
        who = seats[call.seat][0]
        if number not in known:
            entry = log.RefereeCalled(
                place.match,
                place.room,  # type: ignore[arg-type]
                call.about,
                call.deal,
                call.seat,
                call.against,
                number,
            )
            yield entry, who, call.text
        elif call.answered is not None and known[number] in event.calls:
            yield log.CallAnswered(known[number], call.answered), "", ""


def _clock(event: Event, place: Place, report: Report) -> Iterator[tuple[log.AnyEntry, str, str]]:
    """The break as the table has it, and that its time is up."""
    watch = event.watches[place.match]
    resting = bool(watch.rests) and watch.rests[-1][1] is None
    if report.resting and not resting and not watch.paused:
        yield log.Stopped((place.match,), rest=True), "", ""
    elif resting and not report.resting and not watch.paused:
        yield log.WentOn((place.match,)), "", ""
    if report.timed and place.match not in event.called:
        yield log.TimeCalled(place.match), "", ""


# What the event orders.


def orders(kept: Kept, place: Place, report: Report, now: float) -> Orders:
    """How a match stands, for its table; it waits while the log has no room for what it played.

    What is refused for another reason counts no more: the match has gone on without it.
    """
    event, rules = kept.event, kept.event.plan.rules
    found = outcomes(event)
    one = found[place.match]
    deal = next_deal(event, one, place.room)
    read = reading(rules, event.watches[place.match], now)
    counted = event.watches[place.match].seconds(now)
    levels, banker, first, deals, deck = _stands(kept, one, report, deal)
    shown = {number for at, number in complete_boards(event, found) if at == one.pairing.round}
    over = () if one.winner is None else (one.winner,)
    waiting = _unwritten(event, place, report) if kept.full(TABLE) else []
    ended = one.over or (one.course is not None and one.course.match.over is not None)
    return Orders(
        finished=waiting[0] if waiting else len(report.results),
        runs=read.phase not in (PAUSED, WAITING),
        played=counted,
        deal=deal,
        levels=levels,
        banker=banker,
        first_seat=first,
        deals=deals,
        names=tuple(_names(event, one, place.room)),
        deck=deck,
        rulings=tuple(_rulings(event, place, deal)),
        void=event.voids.get((place.match, place.room), 0),
        answers=tuple(_answers(event, place)),
        over=over if ended or deal is None else None,
        shown=tuple(sorted(shown)),
        open=shown >= set(one.pairing.boards),
        said=_said(event, found, place),
    )


def _stands(
    kept: Kept, one: Outcome, report: Report, deal: int | None
) -> tuple[tuple[str, ...], int | None, int, int, str]:
    """Levels, bank, who draws first and how many deals there were; of a board, its cards too."""
    event, rules = kept.event, kept.event.plan.rules
    if event.plan.format in DUPLICATE and deal is not None:
        again = dealt_before(report.results, deal)
        dealt = board(rules, secret_of_cards(kept.key), deal, again)
        setup = dealt.setup
        deck = " ".join(map(str, dealt.deck))
        return setup.levels, setup.banker, setup.first_seat, setup.number - 1, deck
    if one.course is None:
        levels = tuple(level or rules.first_level for level in one.levels)
        return levels, None, 0, 0, ""
    match = one.course.match
    return match.levels, match.banker, match.first_seat, match.deals, ""


def _names(event: Event, one: Outcome, room: int) -> Iterator[str]:
    """As the public may know them: whoever looks on sees them too."""
    places = seating(event, one.pairing, room)
    shown = seat_names(event, one.pairing, room, public=True)
    for (who, at), name in zip(places, shown, strict=True):
        yield name or f"{event.entrants[who].title} {at + 1}"


def _rulings(event: Event, place: Place, deal: int | None) -> Iterator[LiveRuling]:
    for line in live_rulings(event, place.match, place.room, deal or 0):
        if isinstance(line.entry, log.Adjusted):
            action: Action = Adjust(line.entry.points)
        else:
            assert isinstance(line.entry, log.FoulRuled)
            foul, times = line.entry.foul, _times(event, line)
            asked = Foul(foul.rule, None, None, foul.cards, foul.found, foul.variant, times)
            seat = (foul.side + place.room) % 2 if foul.seat is None else foul.seat
            action = RuleFoul(asked, seat)
        yield LiveRuling(line.number, to_json(action))


def _times(event: Event, line: log.Line) -> int:
    """How often it has happened in the match by then, as the event counts it."""
    assert isinstance(line.entry, log.FoulRuled)
    entry = line.entry
    slot = event.slots.get((entry.match, entry.room, entry.deal))
    same = [foul for foul in (slot.fouls if slot else ()) if foul.rule == entry.foul.rule]
    return same[-1].times if same else entry.foul.times


def _answers(event: Event, place: Place) -> Iterator[Answer]:
    opened = event.tables[place.match, place.room][1]
    calls = {
        line.number: line.entry.call
        for line in event.lines[opened:]
        if isinstance(line.entry, log.RefereeCalled)
        and (line.entry.match, line.entry.room) == (place.match, place.room)
        and line.entry.call
    }
    for line in event.lines[opened:]:
        if isinstance(line.entry, log.CallAnswered) and line.entry.line in calls:
            yield Answer(calls[line.entry.line], line.entry.granted)


def _said(event: Event, found: dict[str, Outcome], place: Place) -> dict[str, str]:
    """The last ruling about the match or those who play it of which its room may hear, in words."""
    pairing = event.pairings[place.match]
    sides = (pairing.home, pairing.away)
    for line in reversed(heard(event, found, own=pairing.home, room=place.room)):
        entry = line.entry
        about = getattr(entry, "match", "") == pairing.id or (
            getattr(entry, "entrant", getattr(entry, "who", "")) in sides
            or pairing.id in getattr(entry, "matches", ())
        )
        if isinstance(entry, log.RULINGS) and about and line.number not in event.reversed:
            return {language: told(event, line, language) for language in LANGUAGES}
    return {}
