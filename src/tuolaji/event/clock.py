"""The clocks of an event as values: when a match began, stood still and got more time.

What the seconds mean is `deal.clock`'s: when no deal may begin any more, when time is up, when a
break is due (`clock.match`). Time stamps are passed in.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import inf

from ..deal import clock as rules
from ..ruleset import Ruleset
from .plan import Plan

WAITING, RUNNING, PAUSED, RESTING, CLOSING, UP = (
    "waiting", "running", "paused", "resting", "closing", "up",
)  # fmt: skip


@dataclass(frozen=True)
class Watch:
    """The clock of a match. pauses: from when to when it stood still; extra: seconds given.

    The break lies inside the time of the match: rests only say when it was.
    """

    begun: float | None = None
    pauses: tuple[tuple[float, float | None], ...] = ()
    rests: tuple[tuple[float, float | None], ...] = ()
    extra: float = 0

    def start(self, at: float) -> Watch:
        """The clock begins; it begins only once."""
        return self if self.begun is not None else replace(self, begun=at)

    def stop(self, at: float, *, rest: bool) -> Watch:
        """The clock stands still, or the break begins."""
        spans = self.rests if rest else self.pauses
        if spans and spans[-1][1] is None:
            return self
        spans = (*spans, (at, None))
        return replace(self, rests=spans) if rest else replace(self, pauses=spans)

    def go_on(self, at: float) -> Watch:
        """Whatever stood still goes on."""
        return replace(self, pauses=_closed(self.pauses, at), rests=_closed(self.rests, at))

    @property
    def paused(self) -> bool:
        """Whether the clock stands still."""
        return bool(self.pauses) and self.pauses[-1][1] is None

    def seconds(self, now: float) -> float:
        """The time played: without pauses, less the extra time, so that the rules' limits hold."""
        if self.begun is None:
            return 0.0
        return max(0.0, now - self.begun - self.stood(now)) - self.extra

    def stood(self, now: float) -> float:
        """How long the clock stood still since it began: a pause before that stops nothing."""
        begun = now if self.begun is None else self.begun
        spans = ((start, now if end is None else min(now, end)) for start, end in self.pauses)
        return sum(max(0.0, end - max(start, begun)) for start, end in spans)


def _closed(
    spans: tuple[tuple[float, float | None], ...], at: float
) -> tuple[tuple[float, float | None], ...]:
    return tuple((start, at if end is None else end) for start, end in spans)


@dataclass(frozen=True)
class Reading:
    """What a clock shows at a moment.

    played, left: seconds; left is None without a limit. warned: the minutes before the end whose
    warning is due by now, the last first. up_at: when time will be up if nothing stands still.
    rest: seconds of the break that are left, None outside it and where its length is open.
    """

    phase: str
    played: float = 0.0
    left: float | None = None
    may_deal: bool = False
    break_due: bool = False
    warned: tuple[int, ...] = ()
    up_at: float | None = None
    rest: float | None = None


@dataclass(frozen=True)
class Bell:
    """What a clock says when: a warning, no new deal, time up."""

    at: float
    what: str
    minutes: int = 0


def reading(ruleset: Ruleset, watch: Watch, now: float, warnings: tuple[int, ...] = ()) -> Reading:
    """What the clock of a match shows now."""
    if watch.begun is None or now < watch.begun:
        return Reading(WAITING)
    limit = 60 * ruleset.match_minutes
    counted = watch.seconds(now)
    resting = bool(watch.rests) and watch.rests[-1][1] is None
    left = max(0.0, limit - counted) if limit else None
    may = rules.may_start_deal(ruleset, counted)
    if watch.paused:
        phase = PAUSED
    elif rules.is_up(ruleset, counted):
        phase = UP
    elif resting:
        phase = RESTING
    else:
        phase = RUNNING if may else CLOSING
    due = rules.break_due(ruleset, counted, had=bool(watch.rests))
    warned = () if left is None else tuple(m for m in sorted(warnings) if left <= 60 * m)
    up_at = None if left is None or watch.paused else now + left
    played = counted + watch.extra
    rest = None
    if phase == RESTING and ruleset.break_minutes:
        rest = max(0.0, watch.rests[-1][0] + 60 * ruleset.break_minutes - now)
    return Reading(phase, played, left, may and not resting, due and may, warned, up_at, rest)


def bells(ruleset: Ruleset, watch: Watch, warnings: tuple[int, ...]) -> list[Bell]:
    """When the clock of a match rings, in order, if nothing stands still from now on."""
    if watch.begun is None or watch.paused or not ruleset.match_minutes:
        return []
    stood = watch.stood(inf)
    end = watch.begun + stood + watch.extra + 60 * ruleset.match_minutes
    rung = [Bell(end - 60 * minutes, "warning", minutes) for minutes in warnings]
    if ruleset.no_new_deal_minutes:
        rung.append(Bell(end - 60 * ruleset.no_new_deal_minutes, "no-new-deal"))
    return sorted([*rung, Bell(end, "up")], key=lambda bell: bell.at)


@dataclass(frozen=True)
class RoundTime:
    """When a round is to begin and to end."""

    round: int
    begins: datetime
    ends: datetime


def timetable(plan: Plan, rounds: int) -> list[RoundTime]:
    """The planned times of the rounds; none where the plan names no beginning."""
    if not plan.clock.begins:
        return []
    first = datetime.fromisoformat(plan.clock.begins)
    length = timedelta(minutes=plan.rules.match_minutes)
    every = length + timedelta(minutes=plan.clock.between_minutes)
    return [
        RoundTime(number + 1, first + number * every, first + number * every + length)
        for number in range(rounds)
    ]
