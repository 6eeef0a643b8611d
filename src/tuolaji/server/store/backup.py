"""A copy of everything a server keeps, in one file, and a server made of it.

The file is a SQLite database with the tables of an embedded server, the key of the cookies as a
fact, and the logs of events, whichever database it was made of; so it also moves a server from one
kind to the other. It is taken while the server runs, and is what was on the disk at one moment.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from ..guests import KEY_BYTES, KEY_FILE, keep_key, put_key
from .sqlite_writes import SCHEMA

DATABASE = "tables.db"
EVENTS = "events"  # the folder of their logs
KEY = ("server", "key")  # owner and name of the fact
_FILES = "CREATE TABLE files (name TEXT PRIMARY KEY, body BLOB NOT NULL)"


class BadBackup(OSError):
    """A copy cannot be made, or nothing can be made of it; says why."""


def backup_folder(folder: Path, file: Path) -> int:
    """Copy what a data folder holds into a new file; returns how many tables there are."""
    if not (folder / DATABASE).exists():
        raise BadBackup(f"there is no server in {folder}")

    def fill(copy: sqlite3.Connection) -> None:
        with contextlib.closing(sqlite3.connect(folder / DATABASE)) as source:
            source.backup(copy)
        copy.execute("INSERT INTO facts VALUES (?, ?, ?)", (*KEY, keep_key(folder).hex()))
        keep_files(copy, folder)

    return write(file, fill)


def restore_folder(file: Path, folder: Path) -> int:
    """Make a data folder of a copy; returns how many tables there are."""
    for there in (folder / DATABASE, folder / KEY_FILE, folder / EVENTS):
        if there.exists():
            raise BadBackup(f"{there} is there already: restore into another folder")
    with opened(file) as source:
        key = key_of(source, file)
        folder.mkdir(0o700, parents=True, exist_ok=True)
        if key is not None:
            put_key(folder, key)
        restore_files(source, folder)

        def fill(copy: sqlite3.Connection) -> None:
            source.backup(copy)
            copy.executescript(SCHEMA)
            copy.execute("DELETE FROM facts WHERE (owner, name) = (?, ?)", KEY)
            copy.execute("DROP TABLE IF EXISTS files")

        return write(folder / DATABASE, fill)


def key_of(source: sqlite3.Connection, file: Path) -> bytes | None:
    """The key of the cookies in a copy, None if it has none; BadBackup if it cannot be one."""
    found = source.execute("SELECT value FROM facts WHERE (owner, name) = (?, ?)", KEY).fetchone()
    if found is None:
        return None
    with contextlib.suppress(ValueError, TypeError):
        if len(key := bytes.fromhex(found[0])) >= KEY_BYTES:
            return key
    raise BadBackup(f"{file} is no copy of a server: its key is damaged")


def keep_files(copy: sqlite3.Connection, folder: Path) -> None:
    """Put the logs of events of a data folder into a copy."""
    copy.execute(_FILES)
    for file in sorted((folder / EVENTS).glob("*")):
        copy.execute("INSERT INTO files VALUES (?, ?)", (file.name, file.read_bytes()))


def restore_files(source: sqlite3.Connection, folder: Path) -> None:
    """Put the logs of events of a copy into a data folder."""
    if "files" not in columns(source):
        return
    for name, body in source.execute("SELECT name, body FROM files"):
        file = folder / EVENTS / Path(name).name
        if file.exists():
            raise BadBackup(f"{file} is there already")
        file.parent.mkdir(0o700, parents=True, exist_ok=True)
        file.touch(0o600)
        file.write_bytes(body)


def write(file: Path, fill: Callable[[sqlite3.Connection], None]) -> int:
    """Make a new file, whole or not at all; returns how many tables are in it."""
    if file.exists():
        raise BadBackup(f"{file} is there already")
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    part.touch(0o600)
    try:
        with contextlib.closing(sqlite3.connect(part)) as copy:
            fill(copy)
            copy.commit()
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, that can be read anywhere
        with contextlib.closing(sqlite3.connect(part)) as copy:
            number = tables_of(copy)
        with part.open("rb") as done:
            os.fsync(done.fileno())
        part.rename(file)
    except sqlite3.Error as error:
        raise BadBackup(f"{file} cannot be made: {error}") from None
    finally:
        part.unlink(missing_ok=True)
    return number


@contextlib.contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A copy to be read; BadBackup if it is none."""
    if not file.exists():
        raise BadBackup(f"there is no {file}")
    try:
        where = f"{file.absolute().as_uri()}?mode=ro"
        with contextlib.closing(sqlite3.connect(where, uri=True)) as source:
            tables_of(source)
            yield source
    except sqlite3.Error as error:
        raise BadBackup(f"{file} is no copy of a server: {error}") from None


def tables_of(copy: sqlite3.Connection) -> int:
    """How many tables a whole copy holds; sqlite3.DatabaseError if it is damaged."""
    (said,) = copy.execute("PRAGMA quick_check").fetchone()
    if said != "ok":
        raise sqlite3.DatabaseError(said)
    (number,) = copy.execute("SELECT count(*) FROM tables").fetchone()
    return int(number)


def columns(copy: sqlite3.Connection) -> dict[str, list[str]]:
    """The columns of each table of a copy."""
    names = copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return {
        name: [row[1] for row in copy.execute(f"PRAGMA table_info({name})")] for (name,) in names
    }
