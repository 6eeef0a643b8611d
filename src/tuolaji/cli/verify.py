"""`tuolaji verify`: whether the cards of finished deals are those that were promised."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..notation.record import read, told
from ..texts.reader import texts
from .options import Lang, no_file


def verify(
    file: Annotated[Path, typer.Argument(help="A record of the server (.tlj or .jsonl).")],
    *,
    commit: Annotated[
        list[str] | None,
        typer.Option(metavar="SHA256", help="What was promised before a deal, as you noted it."),
    ] = None,
    lang: Lang,
) -> None:
    """Check that the cards of every deal follow from the seed promised before it."""
    from ..server.table.shuffle import COMMIT, Unfair, need_fair  # noqa: PLC0415

    words = texts(str(lang))["server"]
    try:
        deals = read(file.read_bytes())
    except OSError as error:
        raise typer.BadParameter(no_file(file, error, str(lang))) from None
    wrong = not deals
    promised: set[str] = set()
    for number, deal in enumerate(deals, start=1):
        why = "; ".join(told(difference, str(lang)) for difference in deal.differences)
        if deal.record is not None:
            promised.add(dict(deal.record.tags).get(COMMIT, ""))
            try:
                need_fair(deal.record)
            except Unfair as error:
                why = why or error.text(str(lang))
        key = "not_verified" if why else "verified"
        typer.echo(words[key].format(number=number, why=why))
        wrong |= bool(why)
    for noted in commit or ():
        if noted.lower() not in promised:
            typer.echo(words["not_promised"].format(commit=noted))
            wrong = True
    raise typer.Exit(int(wrong))
