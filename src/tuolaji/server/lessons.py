"""Lessons: real tables with fixed cards, where the others play as written and a text goes along.

A part of a lesson is a record in `lesson_parts/` and, beside it, what is said about it. The
learner has seat 0. Whoever leaves the written line plays on against bots, and may come back to it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from ..actions import Action, Pass
from ..cards import Cards
from ..notation.record import DealRecord

if TYPE_CHECKING:
    from .log import TableState

LEARNER = 0
ANY, PASS, POINTLESS = "any", "pass", "pointless"
Words = Mapping[str, str]


@dataclass(frozen=True)
class Step:
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
    cards = getattr(action, "cards", None)
    if wanted == PASS or cards is None:
        return wanted == PASS and isinstance(action, Pass)
    return wanted == ANY or (
        not cards.points if wanted == POINTLESS else Cards.parse(wanted) == cards
    )


@dataclass(frozen=True)
class Part:
    """One table of a lesson. start: how many actions of the record are done when it begins."""

    name: str
    title: Words
    record: DealRecord
    start: int
    steps: tuple[Step, ...]

    @property
    def number(self) -> int:
        """The lesson it belongs to."""
        return int(self.name.partition("-")[0])

    def step_at(self, at: int) -> Step | None:
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


@lru_cache
def parts() -> Mapping[str, Part]:
    """All parts of all lessons, in order."""
    folder = resources.files(__package__) / "lesson_parts"
    names = sorted(file.name[:-5] for file in folder.iterdir() if file.name.endswith(".toml"))
    return {name: _read(folder, name) for name in names}


def _read(folder: Any, name: str) -> Part:
    told = tomllib.loads((folder / f"{name}.toml").read_text("utf-8"))
    (record,) = DealRecord.parse((folder / f"{name}.tlj").read_text("utf-8"))
    steps = tuple(
        Step(**{"facts": {}, **step, "want": tuple(step["want"])}) for step in told["step"]
    )
    return Part(name, told["title"], record, told["start"], steps)


def lessons(language: str) -> list[dict[str, Any]]:
    """The lessons as the home page lists them."""
    found: dict[int, dict[str, Any]] = {}
    for part in parts().values():
        entry = {"number": part.number, "title": part.title[language], "part": part.name}
        found.setdefault(part.number, entry)
    return list(found.values())


# A table of a lesson.


def part_of(state: TableState) -> Part | None:
    """The part of a lesson that is on at a table."""
    played = state.played
    if not state.made.lesson or played is None or not played.shuffle.fixed:
        return None
    return parts().get(state.made.lesson)


def scripted(state: TableState) -> Action | None:
    """What is written as the next action, if it is not for the learner to find."""
    part = part_of(state)
    if part is None or state.played is None or not state.running:
        return None
    actions = state.played.actions
    at, line = len(actions), part.record.actions
    if at >= len(line) or part.step_at(at) or part.left_at(actions) is not None:
        return None
    return line[at]


def asked(state: TableState) -> Step | None:
    """The step for which the table stands still."""
    part = part_of(state)
    if part is None or state.played is None or not state.running:
        return None
    actions = state.played.actions
    return part.step_at(len(actions)) if part.left_at(actions) is None else None


def told(state: TableState, shown: int, language: str) -> dict[str, Any] | None:
    """What the page shows beside the table; nothing is asked before all that happened is shown."""
    part = part_of(state)
    if part is None or state.played is None:
        return None
    actions = state.played.actions
    back = part.back_to(actions)
    past = [step for step in part.steps if step.at < (len(actions) if back is None else back)]
    now = part.step_at(len(actions) if back is None else back)
    whole = [each for each in parts().values() if each.number == part.number]
    before = sum(len(each.steps) for each in whole[: whole.index(part)])
    names = list(parts())
    done = (
        back is None and len(past) == len(part.steps) and len(actions) >= len(part.record.actions)
    )
    return {
        "part": part.name,
        "number": part.number,
        "title": part.title[language],
        "step": before + min(len(past) + 1, len(part.steps)),
        "steps": sum(len(each.steps) for each in whole),
        "said": past[-1].right[language] if past and back is None else None,
        "other": now.other[language] if back is not None and now else None,
        "ask": now.ask[language] if now and shown == len(state.played.events) else None,
        "done": done,
        "last": done and part is whole[-1],
        "next": next(iter(names[names.index(part.name) + 1 :]), None),
    }
