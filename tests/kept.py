"""Matches that are kept in files, for tests."""

from __future__ import annotations

from pathlib import Path

from tuolaji import Ruleset
from tuolaji.terminal.course import Course
from tuolaji.terminal.keep import Keeper, Kept

SEED = 8


def new_course(path: Path, name: str, seed: int = SEED) -> Course:
    kept = Kept.new(Ruleset.parse(name), 0, seed)
    return Course(kept, Keeper(path, "x+b"), now=timeless)


def timeless() -> float:
    """A clock that stands, so that the same match makes the same file."""
    return 0.0


def steps(course: Course, deals: int):
    """Play to so many deals by what the opponents would do; gives each action, None at first."""
    while course.match.deals < deals and course.match.over is None:
        course.begin_deal()
        yield None
        while course.deal.turn is not None:
            action = course.other()
            course.apply(action)
            yield action
        course.end_deal()


def kept_match(path: Path, name: str, *, deals: int, more: int = 0, seed: int = SEED) -> bytes:
    """Play so many deals into a file and so many steps more; what is in it."""
    course = new_course(path, name, seed)
    for _ in steps(course, deals):
        pass
    for _ in zip(range(more), steps(course, deals + 1), strict=False):
        pass
    course.close()
    return path.read_bytes()
