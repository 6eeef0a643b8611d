"""Puzzles: positions with one clearly best play, kept as records that stop where it is asked.

The answer and what the search found are tags of the record: `Answer` (the plays that are as good as
the best), `Other` (the best of the rest), `Points` (what the attackers end with after either),
`Theme`, `Grade`. The learner has seat 0. Ten puzzles make a day; days go through all puzzles before
one comes again.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from importlib import resources
from typing import Self

from ..cards import Cards
from ..deal.actions import Action, Play
from ..deal.phase import PLAY
from ..deal.turn import choices
from ..lots import lots, shuffle
from ..notation.record import DealRecord
from .questions import NoQuestion, Question, question
from .themes import THEMES

A_DAY = 10
GRADES = (1, 2, 3)  # easy, middle, hard
LEARNER = 0
_FILE = "puzzles.tlj.gz"
_TAGS = ("Theme", "Grade", "Answer", "Other", "Points")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class NoPuzzle(ValueError):
    """A record is no puzzle, or there is none of that number: the reason."""


@dataclass(frozen=True)
class Puzzle:
    """A position and its answers, the best first.

    other: the best of the other plays. points: what the attackers end with after the best play,
    and after the other.
    """

    record: DealRecord
    theme: str
    grade: int
    answers: tuple[Cards, ...]
    other: Cards
    points: tuple[int, int]

    @classmethod
    def of(cls, record: DealRecord) -> Self:
        """The puzzle that a record with its tags is; NoPuzzle says why it is none."""
        tags = dict(record.tags)
        if missing := [name for name in _TAGS if name not in tags]:
            raise NoPuzzle(f"the record has no tag {missing[0]}")
        theme, grade = tags["Theme"], tags["Grade"]
        if theme not in THEMES:
            raise NoPuzzle(f"there is no theme {theme[:20]!r}; known are {', '.join(THEMES)}")
        if grade not in map(str, GRADES):
            raise NoPuzzle(f"the grade is {grade[:20]!r}, and not 1, 2 or 3")
        try:
            answers = tuple(map(Cards.parse, tags["Answer"].split()))
            other = Cards.parse(tags["Other"])
            best, less = map(int, tags["Points"].split())
        except ValueError as error:
            raise NoPuzzle(f"Answer, Other or Points cannot be read: {error}") from None
        puzzle = cls(record, theme, int(grade), answers, other, (best, less))
        puzzle._check()
        return puzzle

    def _check(self) -> None:
        try:
            shown = self.question().view
        except NoQuestion as error:
            raise NoPuzzle(str(error)) from None
        if shown.phase != PLAY or shown.seat != LEARNER:
            raise NoPuzzle("it does not stop where the first seat is to play")
        legal = choices(shown)
        for cards in (*self.answers, self.other):
            if cards not in legal:
                raise NoPuzzle(f"{cards} is not allowed there")
        if not self.answers or self.other in self.answers:
            raise NoPuzzle("Answer and Other must name different plays")

    def question(self) -> Question:
        """What the learner knows."""
        return question(self.record)

    @property
    def open_record(self) -> DealRecord:
        """The record by rules that let one look at all tricks, as somebody who paid attention."""
        return replace(self.record, ruleset=replace(self.record.ruleset, tricks_seen="all"))

    @property
    def start(self) -> int:
        """How many actions are done before the trick of the puzzle begins."""
        return len(self.record.actions) - len(self.question().view.trick)

    @property
    def answer(self) -> Action:
        """The best play."""
        return Play(LEARNER, self.answers[0])


@cache
def _texts() -> tuple[str, ...]:
    packed = (resources.files(__package__) / _FILE).read_bytes()
    text = gzip.decompress(packed).decode("utf-8")
    return tuple("[Ruleset " + one for one in text.split("[Ruleset ")[1:])


def number() -> int:
    """How many puzzles there are."""
    return len(_texts())


@cache
def puzzle(which: int) -> Puzzle:
    """The puzzle of a number from 1; NoPuzzle if there is none."""
    if not 1 <= which <= number():
        raise NoPuzzle(f"there is no puzzle {which}, only 1 to {number()}")
    (record,) = DealRecord.parse(_texts()[which - 1])
    return Puzzle.of(record)


def pack(records: Sequence[DealRecord]) -> bytes:
    """The puzzles as the package keeps them; the same records make the same bytes."""
    text = "\n".join(record.text() for record in records)
    return gzip.compress(text.encode("utf-8"), mtime=0)


def of_day(day: date) -> list[int]:
    """The numbers of a day's puzzles, easy ones first."""
    everything = list(range(1, number() + 1))
    days = max(1, len(everything) // A_DAY)
    course, at = divmod(day.toordinal(), days)
    shuffle(lots("puzzles", course), everything)
    return sorted(everything[at * A_DAY :][:A_DAY], key=lambda which: (grade_of(which), which))


def grade_of(which: int) -> int:
    """The grade of a puzzle, without reading the whole record."""
    found = re.search(r'^\[Grade "(\d)"\]$', _texts()[which - 1], re.MULTILINE)
    assert found
    return int(found[1])


def read_day(text: str) -> date:
    """A day as 2026-11-16; ValueError if it is none."""
    if not _DAY.fullmatch(text):
        raise ValueError(text)
    return date.fromisoformat(text)
