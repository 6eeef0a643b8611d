"""`tuolaji audit`: how often hidden cards explain the plays of a seat better than what it saw."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ..notation.record import DealRecord
from ..study.audit import ENOUGH, WORLDS, Explained, SeatReport, audit_tasks, audited, report
from ..study.words import seat_name
from ..texts.reader import texts
from .options import Lang
from .output import progress_bar
from .records import read_records


def audit(
    files: Annotated[list[Path], typer.Argument(help="Records (.tlj or .jsonl).")],
    *,
    worlds: Annotated[
        int, typer.Option(min=1, max=10_000, help="Imagined worlds for a play.")
    ] = WORLDS,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Processes at work.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Lang,
) -> None:
    """Tell for each player how often cards they could not see explain their plays better."""
    records = [record for file in files for record in read_records(file, lang)]
    work = [(record, task) for record in records for task in audit_tasks(record, worlds=worlds)]
    found: list[tuple[DealRecord, Explained]] = []
    with progress_bar() as progress:
        bar = progress.add_task("", total=len(work))
        for (record, _), one in zip(
            work, audited([task for _, task in work], jobs=jobs), strict=True
        ):
            found.append((record, one))
            progress.update(bar, completed=len(found))
    reports = _by_player(found, lang)
    if as_json:
        facts = [
            {"player": who, **_facts(one), "stands_out": one.stands_out}
            for who, one in reports.items()
        ]
        typer.echo(json.dumps(facts, ensure_ascii=False, indent=2))
    else:
        _tell(reports, lang)


def _facts(one: SeatReport) -> dict[str, float]:
    return {
        "plays": one.plays,
        "split": one.split,
        "hidden": one.hidden,
        "seen": one.seen,
        "deviation": round(one.deviation, 2),
    }


def _by_player(found: list[tuple[DealRecord, Explained]], language: str) -> dict[str, SeatReport]:
    """The reports by the names in the records, where they have names, else by seat."""
    plays: dict[str, list[Explained]] = {}
    for record, one in found:
        named = dict(record.tags).get(f"Seat{one.seat}")
        who = named or seat_name(one.seat, record.ruleset, language)
        plays.setdefault(who, []).append(one)
    out = {}
    for who, own in plays.items():
        together = [_moved(one) for one in own]
        (out[who],) = report(together, 1)
    return out


def _moved(one: Explained) -> Explained:
    """The same play as if of seat 0: a player may have sat in several."""
    return Explained(**{**vars(one), "seat": 0})


def _tell(reports: dict[str, SeatReport], language: str) -> None:
    console, words = Console(markup=False), texts(language)["study"]["audit"]
    columns = ("player", "plays", "split", "hidden", "seen", "deviation")
    table = Table(*(words["columns"][column] for column in columns))
    for who, one in reports.items():
        facts = _facts(one)
        row = [who, *(str(facts[column]) for column in columns[1:-1]), f"{one.deviation:+.1f}"]
        table.add_row(*row, style="bold red" if one.stands_out else None)
    console.print(table)
    for who, one in reports.items():
        key = "few" if one.decided < ENOUGH else "stands_out" if one.stands_out else "nothing"
        console.print(words[key].format(player=who, number=one.decided, least=ENOUGH))
    console.print(words["says"], soft_wrap=True)
