"""`tuolaji puzzle`: the ten puzzles of a day, and puzzles of one's own checked by deep search."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from ..notation.record.told import clean
from ..study.clear import promises
from ..study.puzzles import NoPuzzle, Puzzle, of_day, puzzle, read_day
from ..terminal.screen import Screen
from ..terminal.solve import Solving
from ..texts.explain import cards_in_words
from ..texts.reader import texts
from .options import Lang
from .output import INTERRUPTED, refuse
from .records import read_records

_LOST = 1


def puzzles(
    *,
    day: Annotated[
        str | None, typer.Option(metavar="DATE", help="The puzzles of this day; else of today.")
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Check the puzzles of this record by search instead."),
    ] = None,
    worlds: Annotated[
        int, typer.Option(min=100, help="With --check: how many worlds are imagined for each.")
    ] = 4000,
    seed: Annotated[int, typer.Option(min=0, help="With --check: imagine other worlds.")] = 1,
    lang: Lang,
) -> None:
    """Solve the ten puzzles of a day: positions with one clearly best play."""
    if check is not None:
        raise typer.Exit(_check(check, worlds, seed, lang))
    try:
        wanted = datetime.now(UTC).date() if day is None else read_day(day)
    except ValueError:
        refuse(texts(lang)["puzzles"]["wrong"]["day"].format(text=clean(str(day))))
    screen = Screen("0")
    screen.line(texts(lang)["puzzles"]["of_day"].format(day=wanted.isoformat()))
    try:
        Solving(screen, lang).go([puzzle(which) for which in of_day(wanted)])
    except (EOFError, KeyboardInterrupt) as error:
        screen.after_interrupt()
        raise typer.Exit(INTERRUPTED if isinstance(error, KeyboardInterrupt) else 0) from None


def _check(file: Path, worlds: int, seed: int, language: str) -> int:
    """Say of every puzzle of a file whether the search finds its answer again."""
    words, found = texts(language)["puzzles"], []
    for number, record in enumerate(read_records(file, language), start=1):
        try:
            found.append(Puzzle.of(record))
        except NoPuzzle as error:
            facts = {"file": clean(str(file)), "number": number, "why": error}
            refuse(words["wrong"]["none"].format(**facts))
    if not found:
        refuse(words["wrong"]["empty"].format(file=clean(str(file))))
    kept = 0
    for number, one in enumerate(found, start=1):
        weighed = promises(one.question(), worlds=worlds, seed=seed)
        keeps = weighed is not None and weighed.keeps(one.answers)
        kept += keeps
        best = one.answers[0] if weighed is None else weighed.plays[0].cards
        facts = {
            "number": number,
            "cards": cards_in_words(one.answers[0], language),
            "theme": words["themes"][one.theme],
            "gap": f"{weighed.ahead(one.answers) if weighed else 0.0:.2f}",
            "worlds": worlds,
            "best": cards_in_words(best, language),
        }
        typer.echo(words["kept" if keeps else "lost"].format(**facts))
    typer.echo(words["checked"].format(kept=kept, number=len(found)))
    return 0 if kept == len(found) else _LOST
