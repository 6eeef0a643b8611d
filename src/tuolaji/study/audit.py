"""Whether plays go by what a seat saw, or by cards it could not see.

Every free play of a finished deal is weighed twice, in the same way: over worlds the seat could
not tell apart, and in the deal as it really lay. Where the two speak for different plays, the play
that was made went one way, the other way, or neither. Who plays well by what they see goes the way
of what they saw; who knows the hidden cards goes the other way; who plays at random goes both ways
equally often. It proves nothing about a single play, and little about few deals.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from math import inf, sqrt

from ..bots.expert import Expert
from ..bots.ideas import ideas
from ..bots.worlds import Worlds
from ..cards import Cards
from ..cards.planes import Planes
from ..deal import Deal
from ..deal.actions import Action, Play
from ..deal.phase import PLAY
from ..deal.turn import choices
from ..deal.view import View
from ..notation.record import DealRecord
from ..workers import hired, in_order
from .decision import is_forced, worth_weighing
from .questions import Question, questions

WORLDS = 60
STANDS_OUT = 3.0  # standard deviations
ENOUGH = 30  # plays that went one of the two ways, below which nothing is said
_FEW = 12  # legal plays up to which all are weighed
_LEAST = 0.02  # levels that one play must be better by than another to speak for it


@dataclass(frozen=True)
class AuditTask:
    """A play to be weighed twice. hands: of all seats, as they really were."""

    question: Question
    action: Play
    hands: tuple[Cards, ...]
    worlds: int = WORLDS
    seed: int = 0


@dataclass(frozen=True)
class Explained:
    """A play and what explains it.

    by_sight, by_truth: by how many levels another play was better, by what the seat saw and as the
    cards lay. split: whether the two speak for different plays.
    """

    at: int
    seat: int
    place: str
    played: Cards
    by_sight: float
    by_truth: float
    split: bool

    @property
    def hidden(self) -> bool:
        """Whether the hidden cards explain the play better."""
        return self.split and self.by_sight - self.by_truth > _LEAST

    @property
    def seen(self) -> bool:
        """Whether what the seat saw explains it better."""
        return self.split and self.by_truth - self.by_sight > _LEAST


@dataclass(frozen=True)
class SeatReport:
    """What the plays of a seat say together."""

    seat: int
    plays: int
    split: int
    hidden: int
    seen: int

    @property
    def decided(self) -> int:
        """The plays that went one of the two ways."""
        return self.hidden + self.seen

    @property
    def deviation(self) -> float:
        """How far the hidden ones are above one half, in standard deviations."""
        return (self.hidden - self.seen) / sqrt(self.decided) if self.decided else 0.0

    @property
    def stands_out(self) -> bool:
        """Whether it should be looked at by a person."""
        return self.decided >= ENOUGH and self.deviation > STANDS_OUT


def audit_tasks(record: DealRecord, *, worlds: int = WORLDS, seed: int = 0) -> list[AuditTask]:
    """The free plays of a record."""
    return list(_tasks(record, worlds, seed))


def _tasks(record: DealRecord, worlds: int, seed: int) -> Iterator[AuditTask]:
    deal, _ = Deal.begin(record.ruleset, record.setup, record.deck)
    for asked, action in questions(record):
        if action is None:
            return
        if isinstance(action, Play) and _is_free(asked, action):
            yield AuditTask(asked, action, tuple(deal.hands), worlds, seed)
        deal, _ = deal.apply(action)


def _is_free(asked: Question, action: Action) -> bool:
    shown = asked.view
    return shown.phase == PLAY and worth_weighing(asked, action) and not is_forced(shown)


def audited(work: Iterable[AuditTask], *, jobs: int = 1) -> Generator[Explained]:
    """The tasks done one after the other."""
    with closing(hired(jobs)) as at_work:
        yield from in_order(at_work, explained, work)


def explained(task: AuditTask) -> Explained:
    """A play, weighed by what the seat saw and as the cards lay."""
    asked = task.question
    candidates = _candidates(task)
    sight = _gains(task, candidates, None)
    truth = _gains(task, candidates, task.hands)
    split = sight.index(max(sight)) != truth.index(max(truth))
    return Explained(
        at=asked.at,
        seat=asked.seat,
        place=asked.place,
        played=task.action.cards,
        by_sight=max(sight) - sight[0],
        by_truth=max(truth) - truth[0],
        split=split,
    )


def _player(task: AuditTask) -> Expert:
    player = Expert(task.question.seat, task.seed, worlds=task.worlds)
    for event in task.question.heard:
        player.hear(event)
    return player


def _candidates(task: AuditTask) -> list[Planes]:
    """The play that was made, then what else is worth weighing."""
    shown: View = task.question.view
    thought = ideas(_player(task).believed(shown))
    found = dict.fromkeys([task.action.cards.planes, *(idea.cards for idea in thought)])
    legal = choices(shown)
    if legal.count() <= _FEW:
        found |= dict.fromkeys(cards.planes for cards in legal)
    return list(found)[:_FEW]


def _gains(
    task: AuditTask, candidates: list[Planes], hands: tuple[Cards, ...] | None
) -> list[float]:
    """By how much each is better than the first, over worlds, or with all hands known in one."""
    known = _player(task).believed(task.question.view)
    if hands is not None:
        known.sure = {seat: hand.planes for seat, hand in enumerate(hands)}
    worlds = Worlds(known, [task.seed + 1])
    worlds.ask(candidates)
    worlds.run(inf, task.worlds)
    return [worlds.gain(at) for at in range(len(candidates))]


def report(found: Iterable[Explained], players: int) -> list[SeatReport]:
    """What all plays say of each seat."""
    every = list(found)
    out = []
    for seat in range(players):
        own = [one for one in every if one.seat == seat]
        split, hidden = (sum(one.split for one in own), sum(one.hidden for one in own))
        seen = sum(one.seen for one in own)
        out.append(SeatReport(seat, len(own), split, hidden, seen))
    return out
