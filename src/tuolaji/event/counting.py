"""What the deals of a match come to, from what was reported of them.

Digging, promotion, the next banker and the end of the match are those of `verdicts` and
`deal.match`; here reports are only put to them in order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from ..deal.clock import is_up, may_start_deal
from ..deal.match import Match
from ..ruleset import Ruleset
from ..ruleset.fouls import Foul, FoulQuestionError, Penalty
from ..verdicts.score import ATTACKERS, BANKERS, Dig, Result, dig_of, result
from .entries import DealReport, FoulOf, LastTrick, Side
from .refused import Refused

_MOST_COUNTED = 1000  # cards of a foul, or how often it happened
LEVELS, TIME, DISQUALIFIED = "levels", "time", "disqualified"


@dataclass(frozen=True)
class Told:
    """A deal as it counts: what was reported, what the referee added, and the seconds at its end.

    seconds: None where the match has no clock. rebid: the bank was open, by a foul.
    """

    report: DealReport
    fouls: tuple[FoulOf, ...] = ()
    adjusted: int = 0
    seconds: float | None = None
    rebid: bool = False


@dataclass(frozen=True)
class Counted:
    """A deal that was counted: level, banker, dig, the attackers' points and what they bring.

    banker: as it was played; expected: who should have had the bank by the deals before, None
    where it was open. levels: of both sides after it. void: it has to be played again.
    """

    level: str
    banker: int
    expected: int | None
    dig: Dig | None
    points: int
    result: Result | None
    levels: tuple[str, ...]
    void: bool = False


@dataclass(frozen=True)
class Course:
    """A match after its deals. reason: why it is over; unused: deals reported after its end."""

    match: Match
    deals: tuple[Counted, ...]
    reason: str = ""
    unused: int = 0

    @property
    def gained(self) -> tuple[int, int]:
        """The levels gained by each side; beyond the top is one more than the top."""
        ladder, match = self.match.ruleset.ladder, self.match
        rungs = [ladder.index(level) for level in match.levels]
        for side in match.over or () if self.reason == LEVELS else ():
            rungs[side] = len(ladder)
        return rungs[0], rungs[1]


@lru_cache(maxsize=4096)
def count(begun: Match, deals: tuple[Told, ...]) -> Course:
    """The match after these deals."""
    match, counted = begun, list[Counted]()
    for at, told in enumerate(deals):
        if told.seconds is not None and is_up(match.ruleset, told.seconds):
            return _timed(match, counted, told.seconds, unused=len(deals) - at)
        match, one, out = _count_one(match, told)
        counted.append(one)
        if out is not None:
            match, _ = match.disqualify(out)
            return Course(match, tuple(counted), DISQUALIFIED, len(deals) - at - 1)
        if match.over is not None:
            return Course(match, tuple(counted), LEVELS, len(deals) - at - 1)
        if told.seconds is not None and not may_start_deal(match.ruleset, told.seconds):
            return _timed(match, counted, told.seconds, unused=len(deals) - at - 1)
    return Course(match, tuple(counted))


def call_time(course: Course, seconds: float) -> Course:
    """The match when its time is called."""
    if course.match.over is not None:
        return course
    return _timed(course.match, course.deals, seconds, unused=course.unused)


def _timed(
    match: Match, counted: list[Counted] | tuple[Counted, ...], seconds: float, *, unused: int
) -> Course:
    ended, _ = match.end_by_time(seconds)
    return Course(ended, tuple(counted), TIME, unused)


def _count_one(match: Match, told: Told) -> tuple[Match, Counted, Side | None]:
    """The match after a deal, the deal counted, and the side it disqualified."""
    report, ruleset = told.report, match.ruleset
    match = replace(match, banker=None) if told.rebid else match
    expected = match.banker
    banker = expected if report.banker is None else report.banker
    if banker is None:
        banker = match.first_seat
    level = match.levels[banker % 2]
    dug, ended = settle(ruleset, level, banker, told)
    if ended.effect in ("redeal", "rebid"):
        after = replace(match, banker=None) if ended.effect == "rebid" else match
        one = Counted(level, banker, expected, dug, ended.points, None, match.levels, void=True)
        return after, one, None
    if ended.out is not None:
        one = Counted(level, banker, expected, dug, ended.points, None, match.levels)
        return match, one, ended.out
    assert ended.result is not None
    after, _ = match.count(ended.result, banker=banker)
    one = Counted(level, banker, expected, dug, ended.points, ended.result, after.levels)
    return after, one, None


@dataclass(frozen=True)
class Ended:
    """A deal when the fouls are ruled on: points and result, or what came instead."""

    points: int
    result: Result | None = None
    effect: str = ""
    out: Side | None = None


def settle(ruleset: Ruleset, level: str, banker: int, told: Told) -> tuple[Dig | None, Ended]:
    """The dig of a deal and how it ended; Refused where the report cannot be."""
    report = told.report
    _need_sense(ruleset, report)
    last = report.last
    dug = None if last is None else _dig(ruleset, last)
    points = report.attackers + (dug.points if dug else 0) + told.adjusted
    ruled: Result | None = None
    for foul in (*report.fouls, *told.fouls):
        penalty = penalty_of(ruleset, foul, banker, points)
        if penalty.effect == "disqualify":
            return dug, Ended(points, out=foul.side)
        if penalty.effect in ("redeal", "rebid"):
            return dug, Ended(points, effect=penalty.effect)
        if penalty.side is not None:
            ruled = Result(penalty.side, penalty.levels)
        elif penalty.attackers is not None:
            points = penalty.attackers
    found = result(ruleset, points, level=level, last_jack_dig=report.jack)
    return dug, Ended(points, ruled or found)


def penalty_of(ruleset: Ruleset, foul: FoulOf, banker: int, points: int) -> Penalty:
    """What a foul costs by the ruleset's table, the attackers having so many points."""
    by = BANKERS if foul.side == banker % 2 else ATTACKERS
    if not (0 <= (foul.cards or 0) <= _MOST_COUNTED and 1 <= foul.times <= _MOST_COUNTED):
        raise Refused("too-much", most=_MOST_COUNTED)
    asked = Foul(foul.rule, by, points, foul.cards, foul.found, foul.variant, foul.times)
    try:
        return ruleset.fouls.penalty(asked)
    except FoulQuestionError as error:
        raise Refused("foul", why=error) from None


def _dig(ruleset: Ruleset, last: LastTrick) -> Dig:
    return dig_of(
        ruleset,
        pairs=last.pairs,
        cards=last.cards,
        trick_points=last.points,
        kitty_points=last.kitty,
        winner_side=last.by,
        hard=bool(last.hard),
        attacked_by=last.hard or None,
    )


def _need_sense(ruleset: Ruleset, report: DealReport) -> None:
    """Refused if no deal of the ruleset can have ended so."""
    if report.banker is not None and not 0 <= report.banker < ruleset.players:
        raise Refused("banker", seat=report.banker, players=ruleset.players)
    if abs(report.attackers) > 2**31 or (report.attackers % 5):
        raise Refused("deal-points", points=report.attackers)
    last, all_points = report.last, 100 * ruleset.decks
    if last is None:
        return
    most = ruleset.hand_size
    if not (1 <= last.cards <= most and 0 <= 2 * last.pairs <= max(last.cards, 1)):
        raise Refused("last-trick", cards=last.cards, pairs=last.pairs)
    if (
        not 0 <= last.points <= all_points
        or not 0 <= last.kitty <= 10 * ruleset.kitty
        or (last.points % 5 or last.kitty % 5)
        or report.attackers > all_points
    ):
        raise Refused("deal-points", points=max(last.points, last.kitty, report.attackers))
