"""`tuolaji operator`: the key of the operator's page."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from ..files import without_number
from ..terminal.keep import folder
from ..texts.reader import texts
from .options import Lang, need_database
from .output import refuse


def operator(
    *,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder of the server.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="With several processes: postgresql://…")
    ] = None,
    lang: Lang,
) -> None:
    """Print the key that opens the operator's page at /operator."""
    from ..server.guests import KEY_FILE, keep_key  # noqa: PLC0415  (only here the server is needed)
    from ..server.http.operator import operator_key  # noqa: PLC0415

    need_database(database, lang)
    told = texts(str(lang))["server"]
    where = data or folder() / "server"
    if database is None and not (where / KEY_FILE).exists():
        raise typer.BadParameter(told["no_server"].format(folder=where))
    try:
        key = keep_key(where) if database is None else asyncio.run(_key_of(database))
    except OSError as error:
        refuse(without_number(error))
    typer.echo(told["operator_key"].format(key=operator_key(key)))


async def _key_of(database: str) -> bytes:
    """The key in a database; OSError if it, or the libraries for it, are not there."""
    try:
        from ..server.store.postgres import PostgresStore  # noqa: PLC0415
    except ImportError as error:
        raise OSError(f"{error}: pip install 'tuolaji[cluster]'") from None
    store = PostgresStore(database, "operator")
    try:
        await store.open(waits=False)
        return await store.key()
    finally:
        await store.stop()
