"""`tuolaji hint`: what a bot would do for the seat to move in a record, and why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from ..study import NoQuestion, adviser
from ..study import hint as hinted
from ..study.words import hint_facts, hint_lines, thinking_lines
from .options import Lang
from .output import refuse
from .records import check_bot, check_deal, read_records


def hint(  # noqa: PLR0913  (one for each option)
    file: Annotated[Path, typer.Argument(help="A record (.tlj or .jsonl).")],
    *,
    at: Annotated[
        str | None,
        typer.Option(metavar="N", help="After N actions; or 3.2 (trick, play), or a phase."),
    ] = None,
    deal: Annotated[
        int | None, typer.Option(help="This deal of the file, counted from 1; else the last.")
    ] = None,
    bot: Annotated[
        str | None, typer.Option(help="Who is asked; the strongest there if left out.")
    ] = None,
    think: Annotated[float, typer.Option(min=0.001, help="Seconds for a bot that searches.")] = 0.2,
    thoughts: Annotated[
        bool, typer.Option("--thoughts", help="Also the plays weighed, and who may hold what.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Lang,
) -> None:
    """Say what the seat to move should do, and why, from what it knows."""
    if bot is not None:
        check_bot(bot, lang, timed=True)
    records = read_records(file, lang)
    number = len(records) if deal is None else deal
    check_deal(file, number, len(records), lang)
    bot = bot or adviser(records[number - 1].ruleset)
    try:
        found = hinted(records[number - 1], at, bot=bot, think=think)
    except NoQuestion as error:
        refuse(error.text(lang))
    if as_json:
        typer.echo(json.dumps(hint_facts(found, number, bot, lang), ensure_ascii=False, indent=2))
    else:
        more = thinking_lines(found, lang) if thoughts else []
        typer.echo("\n".join([*hint_lines(found, number, bot, lang), *more]))
