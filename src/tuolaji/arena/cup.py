"""Bots play the tables of an event.

`Tables.step` says what happens next: a round is drawn or started, a deal ends at one of the tables,
a break begins or is over, time is called. It follows from the event as it stands and from nothing
else, so that an event that was stopped anywhere goes on as if it never had been. Time is the
event's own: a deal takes about `pace` minutes, and nobody waits for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..cards import Card
from ..deal import Setup, full_deck
from ..event import commands, formats
from ..event import entries as log
from ..event.clock import reading, timetable
from ..event.duplicate import board
from ..event.entries import AnyEntry, By, Line, Pairing
from ..event.outcomes import Outcome, outcomes
from ..event.plan import DUPLICATE, TEAMS
from ..event.refused import Refused
from ..event.state import Event, replay
from ..event.tables import report_of
from ..lots import below, lots, shuffle
from ..notation.record import DealRecord
from ..ruleset import Ruleset
from .game import Table
from .player import OwnPlayer

_MINUTE = 60
_GO_ON, _REST, _TIME, _DEAL = "go on", "rest", "time", "deal"
_SPREAD = 61  # a deal takes from 70 to 130 hundredths of the pace


@dataclass(frozen=True)
class Step:
    """What happens next; record: the deal that was played."""

    entry: AnyEntry
    at: float
    by: By
    why: str = ""
    record: DealRecord | None = None


@dataclass(frozen=True)
class _Dealt:
    """The next deal of a match: its cards follow from the event's seed, or from its boards."""

    ruleset: Ruleset
    setup: Setup
    key: tuple[object, ...]
    secret: str = ""

    def deck(self, again: int = 0) -> list[Card]:
        """The cards in the order of the draw."""
        if self.secret:
            return list(board(self.ruleset, self.secret, int(str(self.key[-1])), again).deck)
        cards = full_deck(self.ruleset)
        shuffle(lots(*self.key, "deck", again), cards)
        return cards

    def seed_of(self, seat: int) -> int:
        """The seed of the bot in a seat."""
        return below(lots(*self.key, "seat", seat), 2**31)


@dataclass
class Tables:
    """The tables of an event. bots: who plays for an entrant, else `usual`; secret: of boards."""

    usual: str = "novice"
    bots: Mapping[str, str] = field(default_factory=dict)
    pace: float = 12.0
    secret: str = ""

    def step(self, event: Event) -> Step | None:
        """What happens next, or None when the event is over."""
        found = outcomes(event)
        open_ = [one for one in found.values() if not one.over]
        if not open_:
            return self._draw(event, found)
        round_ = min(one.pairing.round for one in open_)
        tables = [one for one in open_ if one.pairing.round == round_]
        waiting = [one.pairing.id for one in tables if not event.started(one.pairing.id)]
        if waiting:
            times = {one.round: one.begins.timestamp() for one in timetable(event.plan, round_)}
            begins = max(times.get(round_, 0.0), event.lines[-1].at)
            return Step(log.Started(tuple(waiting)), begins, By(log.ORGANISER))
        return self._next(event, tables)

    def _draw(self, event: Event, found: dict[str, Outcome]) -> Step | None:
        at, by = event.lines[-1].at, By(log.ORGANISER)
        if event.plan.sealed and not event.commit:
            return Step(commands.seal(self.secret), at, by)
        try:
            drawn = formats.draw(event)
        except Refused as error:
            if error.code == "all-drawn":
                return None
            if error.code == "knock-out-draw":
                match = str(error.facts["match"])
                winner = below(lots(event.seed, "decide", match), 2)
                return Step(log.WinnerNamed(match, winner), at, By(log.REFEREE), "lot")  # type: ignore[arg-type]
            raise
        return Step(drawn, at + (_MINUTE * event.plan.clock.between_minutes if found else 0), by)

    def _next(self, event: Event, tables: list[Outcome]) -> Step:
        """What happens first at the tables of a round."""
        coming = {one.pairing.id: self._coming(event, one) for one in tables}
        soonest = min(tables, key=lambda one: (coming[one.pairing.id][0], one.pairing.id))
        match, by = soonest.pairing.id, By(log.TABLE)
        at, what = coming[match]
        if what == _GO_ON:
            return Step(log.WentOn((match,)), at, by)
        if what == _REST:
            return Step(log.Stopped((match,), rest=True), at, by)
        if what == _TIME:
            return Step(log.TimeCalled(match), at, by)
        if event.plan.format in DUPLICATE:
            return self._board(event, soonest, at)
        return self._deal(event, soonest, at)

    def _coming(self, event: Event, one: Outcome) -> tuple[float, str]:
        """When something happens next at a table, and what."""
        rules, watch = event.plan.rules, event.watches[one.pairing.id]
        last = self._last(event, one)
        number = sum(1 for key in event.slots if key[0] == one.pairing.id)
        percent = 70 + below(lots(event.seed, "minutes", one.pairing.id, number), _SPREAD)
        ends = last + _MINUTE * self.pace * percent / 100
        if event.plan.format in DUPLICATE:
            return ends, _DEAL
        if watch.rests and watch.rests[-1][1] is None:
            return last + _MINUTE * rules.break_minutes, _GO_ON
        shown = reading(rules, watch, last)
        if shown.break_due:
            return last, _REST
        if shown.up_at is not None and ends >= shown.up_at:
            return shown.up_at, _TIME
        return ends, _DEAL

    def _last(self, event: Event, one: Outcome) -> float:
        """When something happened last at a table."""
        match, watch = one.pairing.id, event.watches[one.pairing.id]
        said = [slot.at for key, slot in event.slots.items() if key[0] == match]
        rests = [moment for span in watch.rests for moment in span if moment is not None]
        return max([watch.begun or 0.0, *said, *rests])

    def _deal(self, event: Event, one: Outcome, ends: float) -> Step:
        """The next deal of a match."""
        assert one.course is not None
        number = len(one.course.deals) + 1
        setup = one.course.match.setup()
        key = (event.seed, one.pairing.id, number)
        dealt = _Dealt(event.plan.rules, setup, key)
        return self._played(event, one.pairing, dealt, ends, room=0)

    def _board(self, event: Event, one: Outcome, ends: float) -> Step:
        """The next board of a match, the second room after the first."""
        rooms = (0, 1) if event.plan.format == TEAMS else (0,)
        match, rules = one.pairing.id, event.plan.rules
        keys = ((number, room) for number in one.pairing.boards for room in rooms)
        number, room = next(key for key in keys if (match, key[1], key[0]) not in event.slots)
        setup = board(rules, self.secret, number).setup
        dealt = _Dealt(rules, setup, (self.secret, match, room, number), self.secret)
        return self._played(event, one.pairing, dealt, ends, room=room)

    def _played(
        self, event: Event, pairing: Pairing, dealt: _Dealt, ends: float, *, room: int
    ) -> Step:
        sides = [pairing.home, pairing.away][:: -1 if room else 1]
        seats = range(event.plan.rules.players)
        players = [OwnPlayer(self.bots.get(sides[seat % 2], self.usual)) for seat in seats]
        table = Table(dealt, players, swapped=False)
        _, deal = table.play()
        number = int(str(dealt.key[-1]))
        if deal.settled is None:
            raise RuntimeError("ten deals in a row came to no result")
        entry = log.DealEntered(pairing.id, number, report_of(deal), room=room)  # type: ignore[arg-type]
        tags = [("Event", event.plan.name), ("Match", pairing.id)]
        if event.plan.format == TEAMS:
            tags.append(("Room", str(room + 1)))
        return Step(entry, ends, By(log.TABLE), record=table.record(deal, tags))


def play(event: Event, tables: Tables) -> Iterator[tuple[Line, DealRecord | None]]:
    """The lines that bring an event to its end, each with the record of the deal it tells."""
    while (step := tables.step(event)) is not None:
        line = commands.do(event, step.entry, at=step.at, by=step.by, why=step.why)
        assert line is not None
        yield line, step.record
        event = replay([*event.lines, line])
