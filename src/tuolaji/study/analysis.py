"""A deal gone through decision by decision: faults, what each seat gave away, the course."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Any

from ..cards import Cards
from ..deal import Deal
from ..deal.actions import Action, Pass
from ..deal.phase import DRAW
from ..notation.record import DealRecord
from ..ruleset import Ruleset
from ..verdicts.score import result
from ..workers import Workers, hired, in_order
from .decision import SIZES, WEIGHER, Decision, Task, weighed, worth_weighing
from .hint import Maker
from .questions import Question, questions

_POINTS = 5  # what the least card with points is worth


@dataclass(frozen=True)
class Analysis:
    """A record and the decisions of it that were weighed."""

    record: DealRecord
    decisions: tuple[Decision, ...]

    @cached_property
    def deal(self) -> Deal:
        """The deal as the record leaves it."""
        return self.record.replay()[0]

    @property
    def faults(self) -> list[Decision]:
        """The decisions that cost more than the doubt."""
        return [one for one in self.decisions if one.size is not None]

    @property
    def course(self) -> list[tuple[int, float]]:
        """The attackers' points to be expected after so many tricks, as the next leader sees it.

        After the last trick it is what they had.
        """
        leads = [one for one in self.decisions if one.place.endswith(".1")]
        course = {int(one.place.partition(".")[0]) - 1: one.best.points for one in leads}
        if self.deal.settled is not None:
            course[len(self.deal.finished)] = self.deal.settled.attackers
        return sorted(course.items())

    @property
    def seats(self) -> list[dict[str, Any]]:
        """Of each seat how many decisions it had, their mean cost, and its faults by size."""
        out = []
        for seat in range(self.record.ruleset.players):
            own = [one for one in self.decisions if one.seat == seat and not one.forced]
            sizes = [one.size for one in own]
            counts = {name: sizes.count(name) for name in reversed(SIZES)}
            cost = fmean(one.cost for one in own) if own else 0.0
            out.append({"seat": seat, "decisions": len(own), "cost": cost, **counts})
        return out


def tasks(
    record: DealRecord,
    *,
    bot: str | Maker = WEIGHER,
    think: float | None = None,
    seed: int = 0,
) -> list[Task]:
    """The decisions of a record that are worth weighing."""
    return [Task(asked, action, bot, think, seed) for asked, action in _decisions(record)]


def _decisions(record: DealRecord) -> Iterator[tuple[Question, Action]]:
    """Every decision; of passes in the draw only the first of those with the same to show."""
    passed: dict[int, tuple[Cards, ...]] = {}
    for asked, action in questions(record):
        if action is None or not worth_weighing(asked, action):
            continue
        if asked.view.phase == DRAW and isinstance(action, Pass):
            options = asked.view.options
            if passed.get(asked.seat) == options:
                continue
            passed[asked.seat] = options
        yield asked, action


def go(
    work: Iterable[Task], *, jobs: int = 1, workers: Workers | None = None
) -> Generator[Decision | None]:
    """The tasks done one after the other; None where the bot had nothing to say.

    workers: who does them; without them so many processes. CannotWeigh if the bot never weighs.
    """
    with closing(workers or hired(jobs)) as at_work:
        yield from in_order(at_work, weighed, work)


def analyse(
    record: DealRecord,
    *,
    bot: str | Maker = WEIGHER,
    think: float | None = None,
    seed: int = 0,
    jobs: int = 1,
) -> Analysis:
    """The whole record weighed by a bot; think: its seconds for a decision."""
    work = tasks(record, bot=bot, think=think, seed=seed)
    found = tuple(one for one in go(work, jobs=jobs) if one is not None)
    return Analysis(record, found)


def thresholds(ruleset: Ruleset, low: float, high: float) -> dict[int, bool]:
    """The attackers' points above `low` at which the result changes, and whether the bank does."""
    found = {}
    for at in range(_POINTS * int(low // _POINTS + 1), int(high) + 1, _POINTS):
        before, now = result(ruleset, at - _POINTS), result(ruleset, at)
        if now != before:
            found[at] = now.side != before.side
    return found
