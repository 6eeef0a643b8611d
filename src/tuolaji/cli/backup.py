"""`tuolaji backup` and `tuolaji restore`: everything a server keeps, in one file, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from ..files import without_number
from ..terminal.keep import folder
from ..texts.reader import texts
from .options import Lang, need_database
from .output import refuse

Data = Annotated[Path | None, typer.Option(metavar="DIR", help="The folder of the server's data.")]
Database = Annotated[
    str | None, typer.Option(metavar="URL", help="The database of several processes.")
]


def backup(
    file: Annotated[Path, typer.Argument(help="The copy; it must not be there yet.")],
    *,
    data: Data = None,
    database: Database = None,
    lang: Lang,
) -> None:
    """Copy everything a server keeps into one file; the server may run meanwhile."""
    need_database(database, lang)
    from ..server.store.backup import backup_folder  # noqa: PLC0415

    try:
        if database is None:
            number = backup_folder(data or folder() / "server", file)
        else:
            from ..server.store.postgres_backup import backup_database  # noqa: PLC0415

            number = backup_database(database, file, data)
    except (OSError, ImportError) as error:
        _refuse(error)
    typer.echo(texts(str(lang))["server"]["backed_up"].format(file=file, number=number))


def restore(
    file: Annotated[Path, typer.Argument(help="A copy that `tuolaji backup` has made.")],
    *,
    data: Data = None,
    database: Database = None,
    lang: Lang,
) -> None:
    """Make a server of a copy; what is there already is never overwritten."""
    need_database(database, lang)
    from ..server.store.backup import restore_folder  # noqa: PLC0415

    try:
        if database is None:
            number = restore_folder(file, data or folder() / "server")
        else:
            from ..server.store.postgres_backup import restore_database  # noqa: PLC0415

            number = restore_database(file, database, data)
    except (OSError, ImportError) as error:
        _refuse(error)
    typer.echo(texts(str(lang))["server"]["restored"].format(file=file, number=number))


def _refuse(error: Exception) -> NoReturn:
    refuse(without_number(error) if isinstance(error, OSError) else str(error))
