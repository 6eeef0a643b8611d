"""A copy of the database of many processes, in the same file as that of one; and back.

Leases are not copied: after a restore nobody has a table, and whoever is asked takes it.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    create_engine,
    func,
    insert,
    inspect,
    literal,
    make_url,
    select,
)
from sqlalchemy.exc import SQLAlchemyError

from .backup import BadBackup, columns, keep_files, key_of, opened, restore_files, tables_of, write
from .migrations import Newer, upgrade
from .schema import entries, leases, metadata, tables
from .sqlite_writes import SCHEMA

_SOME = 1000  # rows at once
_FIRST = 1  # the epoch of everything that was restored


def backup_database(url: str, file: Path, folder: Path | None = None) -> int:
    """Copy a database into a new file, as it is at one moment; returns how many tables it has.

    It may be of an older version, and lack some tables. folder: the data folder of the gateways,
    with the logs of events.
    """

    def fill(copy: sqlite3.Connection) -> None:
        copy.executescript(SCHEMA)
        with _engine(url) as engine, engine.connect() as connection:
            source = connection.execution_options(isolation_level="REPEATABLE READ")
            there = set(inspect(source).get_table_names())
            if tables.name not in there:
                raise BadBackup("there is no server in the database")
            for name, names in columns(copy).items():
                if name not in there:
                    continue
                places = ", ".join("?" * len(names))
                rows = (tuple(row) for row in _rows(source, name, names))
                copy.executemany(f"INSERT INTO {name} VALUES ({places})", rows)
        if folder is not None:
            keep_files(copy, folder)

    try:
        return write(file, fill)
    except SQLAlchemyError as error:
        raise BadBackup(_first_line(error)) from None


def restore_database(file: Path, url: str, folder: Path | None = None) -> int:
    """Fill an empty database from a copy; returns how many tables it has then.

    folder: where the logs of events are to lie.
    """
    try:
        with opened(file) as source:
            key_of(source, file)
            upgrade(_url(url))
            with _engine(url) as engine, engine.begin() as target:
                if target.scalar(select(func.count()).select_from(tables)):
                    raise BadBackup("the database has tables already: restore into an empty one")
                for name, names in columns(source).items():
                    if name in metadata.tables:
                        _fill(target, source, name, names)
                known = select(tables.c.id, literal(""), literal(_FIRST))
                target.execute(insert(leases).from_select(["tbl", "owner", "epoch"], known))
            if folder is not None:
                restore_files(source, folder)
            return tables_of(source)
    except Newer as error:
        raise BadBackup(str(error)) from None
    except SQLAlchemyError as error:
        raise BadBackup(_first_line(error)) from None


def _fill(target: Connection, source: sqlite3.Connection, name: str, names: list[str]) -> None:
    table = metadata.tables[name]
    always: dict[str, Any] = {"epoch": _FIRST} if table is entries else {}
    cursor = source.execute(f"SELECT {', '.join(names)} FROM {name}")
    while some := cursor.fetchmany(_SOME):
        target.execute(
            insert(table), [{**dict(zip(names, row, strict=True)), **always} for row in some]
        )


def _rows(source: Connection, name: str, names: list[str]) -> Iterator[Any]:
    table = metadata.tables[name]
    wanted = select(*(table.c[column] for column in names))
    yield from source.execution_options(yield_per=_SOME).execute(wanted)


@contextlib.contextmanager
def _engine(url: str) -> Iterator[Engine]:
    engine = create_engine(_url(url))
    try:
        yield engine
    finally:
        engine.dispose()


def _url(url: str) -> URL:
    return make_url(url).set(drivername="postgresql+psycopg")


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
