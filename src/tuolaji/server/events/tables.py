"""Matches of events at the server's tables: opened, asked what was played, told what is ordered.

The event's log says what a match stands at, a table's log what was played at it. `Follower` brings
them together whenever one of them has changed, and when the server starts: what the table reports
is written by `event.commands` as everything else is, and the table is told what follows from it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from ...deal.actions import Action, Adjust, RuleFoul, to_json
from ...event import entries as log
from ...event.clock import PAUSED, WAITING, reading
from ...event.duplicate import board
from ...event.entries import By
from ...event.lines import told
from ...event.links import secret_of_boards, secret_of_table
from ...event.outcomes import Outcome, outcomes
from ...event.plan import DUPLICATE
from ...event.refused import Refused
from ...event.state import Event
from ...event.tables import (
    complete_boards,
    live_rulings,
    next_deal,
    rooms,
    seat_names,
    seating,
)
from ...ruleset.fouls import Foul
from ...texts.reader import LANGUAGES
from ..beside import Beside
from ..bus import letters
from ..logs import logger
from ..roles.gateway import CannotGive, Gateway, Unavailable
from ..table.entries import Made
from ..table.orders import Answer, LiveRuling, MatchOf, Orders, Report
from .keeper import Events, Kept, NoLink

_ALIVE = 10.0  # seconds after which it is noted again that the server lives
_DOWN = "the server was down"
_AGAIN = 1.0  # seconds until a table that cannot be reached is tried again


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
            logger.warning("a table's report is refused", match=place.match, why=str(refused))
        else:
            new |= line is not None and isinstance(entry, log.DealEntered | log.Voided)
    return new and len(kept.event.lines) > before


def _news(event: Event, place: Place, report: Report) -> Iterator[tuple[log.AnyEntry, str, str]]:
    """What the log does not say yet: the entry, whose call it is, and why."""
    match, room = place.match, place.room
    opened = event.tables[match, room][1]
    ours = [
        line
        for line in event.lines[opened:]
        if getattr(line.entry, "match", "") == match and getattr(line.entry, "room", 0) == room
    ]
    done = {
        line.entry.report.replay if isinstance(line.entry, log.DealEntered) else line.entry.replay
        for line in ours
        if isinstance(line.entry, log.DealEntered | log.Voided)
    }
    for at, one in enumerate(report.results):
        if at in done:
            continue
        if not one.void:
            yield log.DealEntered(match, one.deal, one.report, room), "", ""  # type: ignore[arg-type]
        elif one.ruled:
            yield log.Voided(match, one.deal, room, at), "", "foul"  # type: ignore[arg-type]
    yield from _calls(event, place, report, [line for line in ours if line.number > opened])
    yield from _clock(event, place, report)


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
    """How a match stands, for its table."""
    event, rules = kept.event, kept.event.plan.rules
    found = outcomes(event)
    one = found[place.match]
    deal = next_deal(event, one, place.room)
    read = reading(rules, event.watches[place.match], now)
    counted = event.watches[place.match].seconds(now)
    levels, banker, first, deals, deck = _stands(kept, one, report, deal)
    shown = {number for at, number in complete_boards(event, found) if at == one.pairing.round}
    over = () if one.winner is None else (one.winner,)
    ended = one.over or (one.course is not None and one.course.match.over is not None)
    return Orders(
        finished=len(report.results),
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
        said=_said(event, one),
    )


def _stands(
    kept: Kept, one: Outcome, report: Report, deal: int | None
) -> tuple[tuple[str, ...], int | None, int, int, str]:
    """Levels, bank, who draws first and how many deals there were; of a board, its cards too."""
    event, rules = kept.event, kept.event.plan.rules
    if event.plan.format in DUPLICATE and deal is not None:
        again = sum(done.void and done.deal == deal for done in report.results)
        dealt = board(rules, secret_of_boards(kept.key), deal, again)
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


def _said(event: Event, one: Outcome) -> dict[str, str]:
    """The last ruling about the match or those who play it, in words."""
    sides = (one.pairing.home, one.pairing.away)
    for line in reversed(event.lines):
        entry = line.entry
        about = getattr(entry, "match", "") == one.pairing.id or (
            getattr(entry, "entrant", getattr(entry, "who", "")) in sides
            or one.pairing.id in getattr(entry, "matches", ())
        )
        if isinstance(entry, log.RULINGS) and about and line.number not in event.reversed:
            return {language: told(event, line, language) for language in LANGUAGES}
    return {}


# Both together.


class Follower:
    """Keeps the tables of events in step with their logs."""

    def __init__(self, events: Events, gateway: Gateway) -> None:
        self._events, self._gateway = events, gateway
        self._wanted: dict[str, set[str]] = {}
        self._busy: set[str] = set()
        self._beside = Beside()
        self._closed = False

    async def open(self) -> None:
        """Begin, with what has happened meanwhile."""
        loop = asyncio.get_running_loop()
        self._gateway.bus.listen(letters.EVENTS, self._heard)

        def changed(kept: Kept) -> None:
            if kept.event.plan.tables is not None and not kept.following:
                loop.call_soon_threadsafe(self.want, kept.name)

        self._events.changed = changed
        for name in await self._events.run(self.credit):
            self.want(name)
        self._beside.start(self._live())

    async def _live(self) -> None:
        """Note again and again that the clocks of the tables are kept."""
        while True:
            await self._events.run(lambda: self._events.alive(self._events.clock()))
            await asyncio.sleep(_ALIVE)

    def credit(self) -> list[str]:
        """Give running matches the time for which the server was down; the events with tables."""
        now, names = self._events.clock(), []
        down = int(now - (self._events.alive() or now))
        for kept in self._events.every():
            event = kept.event
            if event.plan.tables is None:
                continue
            names.append(kept.name)
            found = outcomes(event)
            open_ = [id_ for id_, watch in event.watches.items()
                     if not found[id_].over and not watch.paused]  # fmt: skip
            if down > _ALIVE and open_:
                given = log.TimeGiven(tuple(open_), down)
                with kept.quietly(), contextlib.suppress(Refused):
                    kept.do(given, at=now, by=By(log.TABLE), why=_DOWN)
        return names

    def close(self) -> None:
        """Stop."""
        self._closed = True
        self._beside.cancel()

    def _heard(self, body: bytes) -> None:
        letter = letters.unpack(body)
        assert isinstance(letter, letters.Happened)
        self.want(letter.event, letter.match)

    def want(self, name: str, match: str = "") -> None:
        """Look at a match of an event soon, or at all of them."""
        self._wanted.setdefault(name, set()).add(match)
        if name not in self._busy and not self._closed:
            self._busy.add(name)
            self._beside.start(self._work(name))

    async def _work(self, name: str) -> None:
        try:
            while wanted := self._wanted.pop(name, None):
                with contextlib.suppress(NoLink):
                    await self._follow(name, wanted)
        except (Refused, OSError, Unavailable) as error:
            logger.warning("an event cannot be followed", name=name, why=str(error))
            asyncio.get_running_loop().call_later(_AGAIN, self.want, name)
        finally:
            self._busy.discard(name)

    async def _follow(self, name: str, wanted: set[str]) -> None:
        places = await self._events.run(lambda: self._places(name))
        for place in places:
            if "" in wanted or place.match in wanted:
                await self._bring_together(name, place)

    def _places(self, name: str) -> list[Place]:
        """The matches of an event that have begun."""
        event = self._events.by_name(name).event
        if event.plan.tables is None:
            return []
        return [
            Place(match, room, event.tables.get((match, room), ("", 0))[0])
            for match in event.watches
            for room in rooms(event)
        ]

    async def _bring_together(self, name: str, place: Place) -> None:
        if not place.table:
            opened = await self._opened(name, place)
            if opened is None:
                return
            place = opened
        try:
            given = await self._gateway.ask(letters.Follow(place.table))
            report = msgspec.json.decode(given.body, type=Report)
            said, more = await self._events.run(lambda: self._taken(name, place, report))
            await self._gateway.ask(letters.Follow(place.table, msgspec.json.encode(said)))
        except (KeyError, CannotGive) as error:  # it was made at another server
            logger.warning("a table of an event is gone", table=place.table, why=repr(error))
        else:
            if more:
                self.want(name)

    async def _opened(self, name: str, place: Place) -> Place | None:
        """The place with a new table; None if the match needs none any more."""
        made = await self._events.run(lambda: self._made(name, place))
        if made is None:
            return None
        table = await self._gateway.make(made, "")

        def write() -> None:
            kept = self._events.by_name(name)
            entry = log.TableOpened(place.match, table, place.room)  # type: ignore[arg-type]
            with kept.quietly():
                kept.do(entry, at=self._events.clock(), by=By(log.TABLE))

        await self._events.run(write)
        return Place(place.match, place.room, table)

    def _made(self, name: str, place: Place) -> Made | None:
        """The first entry of a table for a match."""
        kept = self._events.by_name(name)
        event, plan = kept.event, kept.event.plan
        one = outcomes(event)[place.match]
        if one.over or plan.tables is None:
            return None
        boards = plan.format in DUPLICATE
        match = MatchOf(
            name,
            place.match,
            place.room,
            secret_of_table(kept.key, place.match, place.room),
            boards,
        )
        first = one.course.match.first_seat if one.course else 0
        return Made(
            plan.rules.lasting,
            "",
            first,
            self._events.clock(),
            bots=plan.tables.bots,
            speed=plan.tables.speed,
            watch="deal" if boards else plan.tables.watch,
            match=match,
        )

    def _taken(self, name: str, place: Place, report: Report) -> tuple[Orders, bool]:
        """What the table is ordered, now that its report is written down."""
        kept, now = self._events.by_name(name), self._events.clock()
        with kept.quietly():
            new = take_over(kept, place, report, now)
        return orders(kept, place, report, now), new and kept.event.plan.format in DUPLICATE
