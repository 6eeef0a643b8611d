"""What a training is told, with what stands in its checkpoints."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from math import isfinite

from ..bots import make
from ..bots.told import layout_of
from ..ruleset import Ruleset
from .nets import Shape


def split_rulesets(texts: str) -> list[str]:
    """The rulesets of a text with commas between them; `classic(a=b,c=d)` has some of its own."""
    out, depth = [""], 0
    for sign in texts:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            out.append("")
        else:
            out[-1] += sign
    return out


@dataclass(frozen=True)
class Course:
    """A number that moves evenly from the beginning of a run to its end."""

    first: float
    last: float

    def at(self, part: float) -> float:
        """Its value when that part of the run is over."""
        return self.first + (self.last - self.first) * min(1.0, max(0.0, part))


# What the numbers are at least.
_LEAST = {
    "rows": 1, "steps": 1, "threads": 1, "batch": 1, "epochs": 1, "collectors": 0, "jobs": 0,
    "minutes": 0, "save_minutes": 0, "hint_minutes": 0, "primer": 0, "rate": 0, "entropy": 0,
    "clip": 0, "hints": 0, "levels": 0, "points": 0, "grow": 0, "grow_critic": 0,
    "thin": 1,
}  # fmt: skip


def _check_least(name: str, value: float | Course, least: int) -> None:
    for number in (value.first, value.last) if isinstance(value, Course) else (value,):
        if not isfinite(number) and name != "minutes":
            raise ValueError(f"{name}: {number} is no number to reckon with")
        if number < least:
            raise ValueError(f"{name}: {number} is less than {least}")


@dataclass(frozen=True)
class Settings:
    """How a net is taught.

    ruleset: one, or several of the same form of table with commas between them, a group of deals
    for each time one is named; one alone has two groups. Tables at which partners are called are
    of one form. rows, steps: deals side by side in a
    group, and decisions of each between two lessons. threads: for each group. batch: decisions a
    step of the optimizer. levels, points: what a level and a point are worth. spread: how far a
    surprise reaches back (lambda of GAE). past, house: the share of deals in which a past self, or
    the quick player of the kernel, has one side: every other seat.
    hints: how strongly the quick player is imitated at first; less and less, until `hint_minutes`
    are over. primer: of how many deals `club`'s declaring and burying is imitated with it.
    explore: in which share of the choices of cards a token is tried that the policy need not hold
    likely: its logarithms count a fifth there. thin: of the decisions in which the policy is all
    but certain, one in so many is learnt from, and counts for as many.
    collectors: how many actors of a Ray cluster play the groups, each its own; 0: played here.
    rival: a file with a net of the same shape that sits, frozen, in the place of all past selves.
    grow, grow_critic: how many blocks the policy, or the critic, of a net that is gone on with has
    at least; those it gets besides add nothing at first, so it plays, or values, as before.
    """

    ruleset: str = "classic"
    minutes: float = 10.0
    seed: int = 0
    rows: int = 8192
    steps: int = 48
    threads: int = 1
    batch: int = 32768
    epochs: int = 1
    shape: Shape = field(default_factory=Shape)
    rate: Course = Course(4e-4, 4e-5)
    entropy: Course = Course(0.01, 0.002)
    points: Course = Course(1 / 160, 1 / 320)
    levels: float = 0.5
    spread: float = 0.97
    clip: float = 0.2
    past: float = 0.125
    house: float = 0.125
    explore: float = 0.0
    thin: int = 1
    hints: float = 0.0
    hint_minutes: float = 1.0
    primer: int = 0
    collectors: int = 0
    rival: str = ""
    grow: int = 0
    grow_critic: int = 0
    save_minutes: float = 1.0
    opponents: tuple[str, ...] = ()
    jobs: int = 0
    device: str = "auto"

    @property
    def groups(self) -> list[Ruleset]:
        """The rulesets of the groups, which play in turn."""
        named = [Ruleset.parse(one) for one in split_rulesets(self.ruleset)]
        return named if len(named) > 1 else 2 * named

    @property
    def rulesets(self) -> list[Ruleset]:
        """The rulesets, each once."""
        return list(dict.fromkeys(self.groups))

    def check(self) -> None:
        """Refuse what cannot work; ValueError says why."""
        if len({layout_of(one) for one in self.rulesets}) > 1:
            raise ValueError(
                f"ruleset: {self.ruleset}: a net is for one number of players and of decks, "
                "or for tables at which partners are called"
            )
        for bot in self.opponents:
            make(bot, 0, 0)
        for name, least in _LEAST.items():
            _check_least(name, getattr(self, name), least)
        for field_ in fields(self.shape):
            name = field_.name
            _check_least(f"shape.{name}", getattr(self.shape, name), int(name.endswith("width")))
        if not 0 <= self.seed < 2**63:
            raise ValueError(f"seed: {self.seed} is not from 0 to 2**63 - 1")
        for name in ("past", "house", "spread", "explore"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name}: {getattr(self, name)} is no share, from 0 to 1")
        if self.past + self.house > 1:
            raise ValueError("past and house: together more than 1")
        groups = max(1, self.collectors) * len(self.groups)
        fewest = int(groups * self.steps * self.rows * (1 - self.past)) // self.thin
        if not 1 <= self.batch <= fewest:
            raise ValueError(f"batch: {self.batch} is not from 1 to {fewest}, what is played")
