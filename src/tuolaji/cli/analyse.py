"""`tuolaji analyse`: every decision of a record weighed, the faults told, the course drawn."""

from __future__ import annotations

import json
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..notation.record import DealRecord
from ..study import SIZES, WEIGHER, Analysis, CannotWeigh, Decision, NoQuestion, go, tasks
from ..study.plot import NoRenderer, png, renderer, signs, svg
from ..study.words import analysis_facts, fault_lines, seat_name
from ..texts.explain import ruleset_title
from ..texts.reader import texts
from .options import Lang
from .output import INTERRUPTED, progress_bar, refuse, write_file
from .records import check_bot, check_deal, read_records

_PNG, _SVG = ".png", ".svg"
_STYLES = {"inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "red"}


def analyse(  # noqa: PLR0913  (one for each option)
    file: Annotated[Path, typer.Argument(help="A record (.tlj or .jsonl).")],
    *,
    deal: Annotated[
        int | None, typer.Option(help="Only this deal of the file, counted from 1.")
    ] = None,
    bot: Annotated[str, typer.Option(help="Who weighs.")] = WEIGHER,
    think: Annotated[float, typer.Option(min=0.001, help="Seconds for a decision.")] = 0.2,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Processes at work.")] = 1,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the course (.png or .svg).")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Lang,
) -> None:
    """Go through a record, mark its mistakes with the better play, and draw its course."""
    check_bot(bot, lang, timed=True)
    _check_plot(plot, lang)
    records = dict(enumerate(read_records(file, lang), start=1))
    if deal is not None:
        check_deal(file, deal, len(records), lang)
        records = {deal: records[deal]}
    work = _Work(records, bot, think)
    try:
        work.go(jobs)
    except CannotWeigh:
        refuse(NoQuestion("cannot_weigh", bot=bot).text(lang))
    if plot is not None:
        _draw(plot, work.found(), lang)
    if as_json:
        deals = [analysis_facts(one, number, lang) for number, one in work.found().items()]
        facts = {"bot": bot, "interrupted": work.interrupted, "deals": deals}
        typer.echo(json.dumps(facts, ensure_ascii=False, indent=2))
    else:
        _tell(work, bot, lang, plot)
    if work.interrupted:
        raise typer.Exit(INTERRUPTED)


class _Work:
    """The deals of a file being weighed; what was done stays when it is interrupted."""

    def __init__(self, records: dict[int, DealRecord], bot: str, think: float) -> None:
        self.records = records
        each = {number: tasks(one, bot=bot, think=think) for number, one in records.items()}
        self.tasks = [(number, task) for number, found in each.items() for task in found]
        self.done: dict[int, list[Decision]] = {number: [] for number in records}
        self.weighed = self.silent = 0
        self.interrupted = False

    def go(self, jobs: int) -> None:
        with ExitStack() as stack:
            progress = stack.enter_context(progress_bar())
            bar = progress.add_task("", total=len(self.tasks))
            decisions = stack.enter_context(closing(go([t for _, t in self.tasks], jobs=jobs)))
            try:
                for (number, task), decision in zip(self.tasks, decisions, strict=True):
                    self.weighed += 1
                    if decision is None:
                        self.silent += 1
                    else:
                        self.done[number].append(decision)
                    place = f"{number}/{len(self.records)} {task.question.place}"
                    progress.update(bar, completed=self.weighed, description=place)
            except KeyboardInterrupt:
                self.interrupted = True

    def found(self) -> dict[int, Analysis]:
        """The analyses by the numbers of the deals; of an interrupted one those that were begun."""
        return {
            number: Analysis(record, tuple(self.done[number]))
            for number, record in self.records.items()
            if self.done[number] or not self.interrupted
        }


# The picture.


def _check_plot(file: Path | None, language: str) -> None:
    """Refuse a picture that could not be drawn, before anything is weighed."""
    if file is None:
        return
    if file.suffix not in (_PNG, _SVG):
        refuse(NoQuestion("no_form", file=str(file)).text(language))
    if file.suffix == _PNG:
        try:
            renderer()
        except NoRenderer:
            refuse(NoQuestion("no_png").text(language))


def _draw(file: Path, found: dict[int, Analysis], language: str) -> None:
    picture = svg(found, language)
    write_file(file, png(picture) if file.suffix == _PNG else picture, language)


# The text.


def _tell(work: _Work, bot: str, language: str, plot: Path | None) -> None:
    console, words = Console(markup=False), texts(language)["study"]
    for number, one in work.found().items():
        _tell_deal(console, one, number, language)
    forced = sum(one.forced for found in work.done.values() for one in found)
    counts = {"number": work.weighed - forced - work.silent, "forced": forced}
    console.print(words["weighed"].format(bot=bot, silent=work.silent, **counts))
    if plot is not None:
        console.print(words["written"].format(file=plot), soft_wrap=True)
    if work.interrupted:
        console.print(words["interrupted"].format(number=work.weighed, total=len(work.tasks)))


def _tell_deal(console: Console, one: Analysis, number: int, language: str) -> None:
    words, record = texts(language)["study"], one.record
    levels = " ".join(record.setup.levels).replace("T", "10")
    title = ruleset_title(record.ruleset, language)
    facts = {"number": number, "ruleset": title, "levels": levels}
    console.print(texts(language)["record"]["deal"].format(**facts), style="bold", soft_wrap=True)
    for fault in one.faults:
        first, *rest = fault_lines(fault, record.ruleset, language)
        console.print(Text(first, _STYLES[fault.size or ""]), soft_wrap=True)
        console.print("\n".join(rest), soft_wrap=True, highlight=False)
    if not one.faults:
        console.print(words["no_faults"])
    console.print(_seats(one, language))
    if lines := signs(one, console.width):
        console.print(words["course"])
        console.print("\n".join(lines), highlight=False)


def _seats(found: Analysis, language: str) -> Table:
    columns, names = ("seat", "decisions", "cost", *reversed(SIZES)), texts(language)["study"]
    table = Table(*(names["columns"][column] for column in columns))
    for seat in found.seats:
        name = seat_name(seat["seat"], found.record.ruleset, language)
        cost = f"{seat['cost'] * seat['decisions']:.2f}"
        texts_of = {**seat, "seat": name, "cost": cost}
        table.add_row(*(str(texts_of[column]) for column in columns))
    return table
