"""The clock of a match at a table (`clock.match`): the time played, warnings, the break, the end.

Time counts while a match is played, somebody is there and the table does not stand still; at the
table of an event it is the event's clock that runs. Every few
seconds it is written into the log, so a restart takes no time away and gives none; while the server
is down nothing is counted. When time is up the match ends at that moment: a deal that is being
played does not count, and between deals the match ends as soon as no deal may begin any more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...deal import clock
from ...event.clock import CLOSING, RESTING, UP, Watch, bells, reading
from ...texts.reader import texts
from ..protocol.outgoing import MatchClockInfo
from . import entries as log
from . import timing
from .state import TableState
from .timing import Due

if TYPE_CHECKING:
    from .schedule import Schedule

WARNINGS = (10, 5, 1)  # minutes before the end


@dataclass(frozen=True)
class MatchTime:
    """What the clock of a match shows now. seconds: played for; runs: time is counted."""

    seconds: float
    runs: bool


class MatchClock:
    """The clock of the match at one table."""

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule
        self._running = False
        self._rung = -1.0
        self.reset()

    def reset(self) -> None:
        """Take the time that is written: another match began, or the table was read again."""
        self.seconds = self.state.seconds
        self._counted = self._schedule.now()
        self._rung = -1.0

    @property
    def state(self) -> TableState:
        """The table now."""
        return self._schedule.state

    @property
    def _has_clock(self) -> bool:
        state = self.state
        begun = state.in_match or (state.orders is not None and state.match.over is None)
        boards = state.made.match is not None and state.made.match.boards
        return bool(state.ruleset.match_minutes) and begun and not boards

    def count(self) -> None:
        """Count the time since the last call, if the clock ran, and see whether it runs now."""
        now = self._schedule.now()
        if self._running:
            self.seconds += now - self._counted
        self._counted = now
        here = bool(self._schedule.connected()) or self.state.made.match is not None
        self._running = here and not self.state.paused and self._has_clock

    def now(self) -> MatchTime | None:
        """What it shows now; None where the match has no clock, or is not being played."""
        if not self._has_clock:
            return None
        self.count()
        return MatchTime(self.seconds, self._running)

    def to_write(self, state: TableState) -> list[log.Clocked]:
        """What is written of the time along with something else, if it is time for that."""
        self.count()
        if state.orders is not self.state.orders:  # the event has just said what it shows
            return []
        late = self._running and self.seconds - state.seconds >= timing.CLOCK
        return [log.Clocked(round(self.seconds, 1))] if late else []

    # What the rules say.

    def may_deal(self) -> bool:
        """Whether the next deal may begin now; a void one is dealt again to the last."""
        self.count()
        deal = self.state.deal
        again = deal is not None and deal.settled is None
        return self.state.match.may_start_deal(self.seconds, again=again)

    def break_due(self) -> bool:
        """Whether the break is due before the next deal; a void one is dealt again without it."""
        deal = self.state.deal
        if deal is None or deal.settled is None:
            return False
        had = self.state.rested is not None
        return clock.break_due(self.state.ruleset, self.seconds, had=had)

    def break_ends(self) -> float:
        """When the break is over, by the table's own clock."""
        assert self.state.rested is not None
        ends = self.state.rested + 60 * self.state.ruleset.break_minutes
        return self._at(ends)

    def _at(self, seconds: float) -> float:
        """When the match will have been played for so long, if nothing stands still."""
        return self._counted + seconds - self.seconds

    # What is due.

    def due(self) -> Due | None:
        """What the clock does next by itself."""
        if not self._running:
            return None
        moments = [self._time_up_due(), self._bell_due(), self._write_due()]
        return min((due for due in moments if due is not None), key=lambda due: due.at)

    def _time_up_due(self) -> Due:
        ruleset, deal = self.state.ruleset, self.state.deal
        between = not self.state.running and deal is not None and deal.settled is not None
        closed = ruleset.no_new_deal_minutes if between else 0
        end = 60.0 * (ruleset.match_minutes - closed)
        return Due(self._at(end), lambda: self.time_up(end))

    async def time_up(self, end: float = 0.0) -> None:
        """End the match: its time is up, or no deal may begin any more."""
        self.count()
        self.seconds = max(self.seconds, end)
        await self._schedule.table.change([log.TimeUp(round(self.seconds, 1))])

    def _bell_due(self) -> Due | None:
        rung = max(self._rung, self.seconds)
        every = bells(self.state.ruleset, Watch(begun=0.0), WARNINGS)
        bell = next((bell for bell in every if bell.at > rung), None)
        return None if bell is None else Due(self._at(bell.at), lambda: self._ring(bell.at))

    def _ring(self, at: float) -> None:
        self._rung = at
        self._schedule.table.audience.tell_all()

    def _write_due(self) -> Due | None:
        """The time is written now and then; not while the pace of a draw could tell of it."""
        if self._schedule.drawing.active:
            return None
        at = self._at(self.state.seconds + timing.CLOCK)
        return Due(at, self._write)

    async def _write(self) -> None:
        self.count()
        await self._schedule.table.append([log.Clocked(round(self.seconds, 1))])


# What a client is told.


def shown(state: TableState, time: MatchTime | None, language: str) -> MatchClockInfo | None:
    """The clock as the page draws it, and what is said of it now."""
    if time is None:
        return None
    ruleset, seconds = state.ruleset, round(time.seconds, 1)
    rests = () if state.rested is None else ((state.rested, None if state.resting else seconds),)
    watch = Watch(begun=0.0, rests=rests, extra=max(0.0, -seconds))  # less than none: extra time
    read = reading(ruleset, watch, max(0.0, seconds), WARNINGS)
    assert read.left is not None
    rest = None
    if read.phase == RESTING and state.rested is not None:
        rest = max(0.0, round(state.rested + 60 * ruleset.break_minutes - seconds, 1))
    said = _said(read.phase, read.warned, language, deals=state.running)
    return MatchClockInfo(
        left=round(read.left, 1),
        of=60 * ruleset.match_minutes,
        runs=time.runs,
        closing=read.phase in (CLOSING, UP),
        rest=rest,
        said=said,
    )


def _said(phase: str, warned: tuple[int, ...], language: str, *, deals: bool) -> str | None:
    """The warning that holds now, if any."""
    words = texts(language)["server"]["clock"]
    if not warned or phase == RESTING:
        return None
    minutes: str = words["minutes" if warned[0] > 1 else "minute"].format(minutes=warned[0])
    if phase != CLOSING:
        return minutes + str(words["unfinished"])
    return minutes + str(words["last_deal" if deals else "closed"])
