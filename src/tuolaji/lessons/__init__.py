"""Lessons: deals with fixed cards, the line that is taught, and what is said about each step.

A lesson has one part or several. A part is a record in `parts/` and, beside it, where it starts and
what the learner is asked to do; the words are with the other texts. The learner has seat 0. Whoever
leaves the written line may come back to it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from ..cards import Cards
from ..deal.actions import Action, Pass, cards_of
from ..notation.record import DealRecord
from ..texts.reader import LANGUAGES, texts

LEARNER = 0
ANY, PASS, POINTLESS = "any", "pass", "pointless"
Words = Mapping[str, str]
_EARLIER = {"1-cards": "2-cards", "2-declaring": "1-declaring"}  # names in saved tables


@dataclass(frozen=True)
class LessonStep:
    """Something for the learner to do.

    at: the number of the deal's actions before it. want: the cards it takes, or `pass`, `any`, or
    `pointless` (cards without points). ask, right, other: what is said before it, when it is done,
    and when something else was done. facts: what the texts claim, for the tests.
    """

    at: int
    want: tuple[str, ...]
    ask: Words
    right: Words
    other: Words
    facts: Mapping[str, Any]

    def takes(self, action: Action) -> bool:
        """Whether this is what the learner was asked to do."""
        return any(_fits(wanted, action) for wanted in self.want)

    @property
    def shown(self) -> str | None:
        """The cards a hint shows."""
        first = self.want[0]
        return None if first in (ANY, PASS, POINTLESS) else first


def _fits(wanted: str, action: Action) -> bool:
    cards = cards_of(action)
    if wanted == PASS or cards is None:
        return wanted == PASS and isinstance(action, Pass)
    return wanted == ANY or (
        not cards.points if wanted == POINTLESS else Cards.parse(wanted) == cards
    )


@dataclass(frozen=True)
class LessonPart:
    """One table of a lesson. start: how many actions of the record are done when it begins."""

    name: str
    title: Words
    record: DealRecord
    start: int
    steps: tuple[LessonStep, ...]

    @property
    def number(self) -> int:
        """The lesson it belongs to."""
        return int(self.name.partition("-")[0])

    def step_at(self, at: int) -> LessonStep | None:
        """The step that comes after so many actions."""
        return next((step for step in self.steps if step.at == at), None)

    def left_at(self, actions: Sequence[Action]) -> int | None:
        """After how many actions the written line was left, if it was."""
        for at, (done, written) in enumerate(zip(actions, self.record.actions, strict=False)):
            step = self.step_at(at)
            if not (step.takes(done) if step else done == written):
                return at
        return None

    def back_to(self, actions: Sequence[Action]) -> int | None:
        """How many actions are kept to come back to the step that went another way."""
        left = self.left_at(actions)
        if left is None:
            return None
        return max([step.at for step in self.steps if step.at <= left], default=self.start)

    def next_action(self, actions: Sequence[Action]) -> Action | None:
        """What is written as the next action, unless the learner has to find it."""
        at, line = len(actions), self.record.actions
        if at >= len(line) or self.step_at(at) or self.left_at(actions) is not None:
            return None
        return line[at]

    def asked(self, actions: Sequence[Action]) -> LessonStep | None:
        """The step that the learner is at, if the written line was not left."""
        return self.step_at(len(actions)) if self.left_at(actions) is None else None


@lru_cache
def parts() -> Mapping[str, LessonPart]:
    """All parts of all lessons, in order."""
    folder = resources.files(__package__) / "parts"
    names = sorted(file.name[:-5] for file in folder.iterdir() if file.name.endswith(".toml"))
    return {name: _read(folder, name) for name in names}


def part_named(name: str) -> LessonPart | None:
    """A part by its name, or by the one it had in an earlier version."""
    return parts().get(_EARLIER.get(name, name))


def _read(folder: Traversable, name: str) -> LessonPart:
    told = tomllib.loads((folder / f"{name}.toml").read_text("utf-8"))
    (record,) = DealRecord.parse((folder / f"{name}.tlj").read_text("utf-8"))
    steps = tuple(_step(name, step) for step in told["step"])
    return LessonPart(name, _words(name, "title"), record, told["start"], steps)


def _step(name: str, told: Mapping[str, Any]) -> LessonStep:
    at = told["at"]
    ask, right, other = (_words(name, str(at), what) for what in ("ask", "right", "other"))
    return LessonStep(at, tuple(told["want"]), ask, right, other, told.get("facts", {}))


def _words(name: str, *keys: str) -> Words:
    """A text of a part in every language."""
    out = {}
    for language in LANGUAGES:
        found = texts(language)["lessons"][name]
        for key in keys:
            found = found[key]
        out[language] = found
    return out


def first_parts() -> list[LessonPart]:
    """The part that each lesson begins with."""
    found: dict[int, LessonPart] = {}
    for part in parts().values():
        found.setdefault(part.number, part)
    return list(found.values())
