"""A puzzle as a lesson of one step: the table is at the trick, and the learner finds the play."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from functools import lru_cache

from ...lessons import LessonPart, LessonStep
from ...study import puzzles
from ...study.puzzle_words import asked, explained, tip
from ...texts.reader import LANGUAGES, texts

_PREFIX = "puzzle-"


def today() -> date:
    """The day whose puzzles and deal are on, the same for everybody."""
    return datetime.now(UTC).date()


def name_of(number: int) -> str:
    """The name of a puzzle among the parts of lessons."""
    return f"{_PREFIX}{number}"


def number_of(name: str) -> int | None:
    """The puzzle that a part is, if it is one."""
    digits = name.removeprefix(_PREFIX)
    if not name.startswith(_PREFIX) or not digits.isascii() or not digits.isdigit():
        return None
    number = int(digits[:6])
    return number if 1 <= number <= puzzles.number() else None


@lru_cache(maxsize=100)
def puzzle_part(number: int) -> LessonPart:
    """The part of a puzzle."""
    found = puzzles.puzzle(number)
    record, at = found.open_record, len(found.record.actions)
    said = {lang: texts(lang)["puzzles"] for lang in LANGUAGES}
    step = LessonStep(
        at,
        tuple(map(str, found.answers)),
        ask={lang: asked(found, lang) for lang in LANGUAGES},
        right={lang: explained(found, lang) for lang in LANGUAGES},
        other={
            lang: words["not_best"].format(tip=tip(found, lang)) for lang, words in said.items()
        },
        facts={},
    )
    return LessonPart(
        name_of(number),
        title={lang: words["grades"][str(found.grade)] for lang, words in said.items()},
        record=replace(record, actions=(*record.actions, found.answer)),
        start=found.start,
        steps=(step,),
    )


def place(number: int) -> tuple[int, int, int | None]:
    """Which of today's puzzles it is, from 1, of how many, and which one comes next."""
    of_day = puzzles.of_day(today())
    if number not in of_day:
        return 1, 1, None
    at = of_day.index(number)
    return at + 1, len(of_day), next(iter(of_day[at + 1 :]), None)
