"""What SQLite is told in one commit: the moves of many tables with few statements.

Each statement makes a thread wait for the loop's one, hence few of them.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from .base import Fact, LogRow, Summary, Taken

SCHEMA = """
CREATE TABLE IF NOT EXISTS entries (
    tbl TEXT NOT NULL, row INTEGER NOT NULL, seat INTEGER, move TEXT, body BLOB NOT NULL,
    PRIMARY KEY (tbl, row)) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS once ON entries (tbl, seat, move) WHERE move IS NOT NULL;
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, at REAL NOT NULL, running INTEGER NOT NULL, summary BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sits (
    guest TEXT NOT NULL, tbl TEXT NOT NULL, PRIMARY KEY (guest, tbl)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS facts (
    owner TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (owner, name)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS accounts (
    login TEXT PRIMARY KEY, guest TEXT NOT NULL UNIQUE, password TEXT NOT NULL,
    recovery TEXT NOT NULL, session INTEGER NOT NULL, made REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS passkeys (
    id TEXT PRIMARY KEY, guest TEXT NOT NULL, host TEXT NOT NULL, name TEXT NOT NULL,
    key TEXT NOT NULL, counter INTEGER NOT NULL, made REAL NOT NULL, used REAL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS passkeys_of_guest ON passkeys (guest);
CREATE TABLE IF NOT EXISTS results (
    who TEXT NOT NULL, tbl TEXT NOT NULL, deal INTEGER NOT NULL, ruleset TEXT NOT NULL,
    at REAL NOT NULL, rated INTEGER NOT NULL, outcome TEXT NOT NULL, mu REAL, sigma REAL,
    PRIMARY KEY (who, tbl, deal)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS results_in_time ON results (who, at);
CREATE TABLE IF NOT EXISTS ratings (
    who TEXT NOT NULL, ruleset TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,
    deals INTEGER NOT NULL, won INTEGER NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (ruleset, who)) WITHOUT ROWID;
"""

Work = Callable[[sqlite3.Connection], None]
Done = asyncio.Future[None]
Waiting = tuple[Work, Done]
Refusal = tuple[Done, Exception]
# Errors that are the fault of the values, and not of the disk: they come whenever it is tried.
NEVER = (
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.ProgrammingError,
    sqlite3.InterfaceError,
    ValueError,
    TypeError,
    OverflowError,
)
_ROWS = 500  # in a statement: SQLite takes 32,766 values


@dataclass(frozen=True)
class Append:
    """What is written for a table at once."""

    table: str
    epoch: int
    rows: list[LogRow]
    summary: Summary
    kept: Fact | None

    def __call__(self, connection: sqlite3.Connection) -> None:
        """Write it for itself."""
        _write_appends(connection, [self])


def _write_appends(connection: sqlite3.Connection, appends: Sequence[Append]) -> None:
    """Write what was appended to several tables; IntegrityError if a row is there already.

    Where nothing was appended the summary is written again: it takes as long as a row.
    """
    rows = [
        (append.table, row.row, row.seat, row.move, row.body)
        for append in appends
        for row in append.rows
    ]
    told = {append.table: append.summary for append in appends}
    tables = [(table, now.at, now.running, now.body) for table, now in told.items()]
    sits = [(guest, append.table) for append in appends for guest in append.summary.guests]
    _insert(connection, "INSERT INTO entries", rows)
    _insert(connection, "INSERT OR REPLACE INTO tables", tables)
    _insert(connection, "INSERT OR IGNORE INTO sits", sits)
    kept = [(fact.owner, fact.name, fact.value) for one in appends if (fact := one.kept)]
    _insert(connection, "INSERT OR REPLACE INTO facts", kept)


def _insert(connection: sqlite3.Connection, insert: str, rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert rows, many with one statement."""
    left = iter(rows)
    while some := list(islice(left, _ROWS)):
        places = ", ".join(f"({', '.join('?' * len(row))})" for row in some)
        connection.execute(f"{insert} VALUES {places}", [value for row in some for value in row])


def write_together(connection: sqlite3.Connection, works: Sequence[Work]) -> None:
    """Write all, what was appended with few statements; if one cannot be written, none can."""
    appends = [work for work in works if isinstance(work, Append)]
    _write_appends(connection, appends)
    for work in works:
        if not isinstance(work, Append):
            work(connection)


def write_apart(connection: sqlite3.Connection, batch: Iterable[Waiting]) -> list[Refusal]:
    """Write each for itself, appends first; returns what cannot be written, and why."""
    refused: list[Refusal] = []
    for work, done in sorted(batch, key=lambda waiting: not isinstance(waiting[0], Append)):
        connection.execute("SAVEPOINT one")
        try:
            work(connection)
        except NEVER as error:
            connection.execute("ROLLBACK TO one")
            taken = isinstance(error, sqlite3.IntegrityError)
            refused.append((done, Taken(str(error)) if taken else error))
        connection.execute("RELEASE one")
    return refused
