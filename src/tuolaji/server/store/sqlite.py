"""A store that keeps everything in one SQLite file (WAL, synchronous=FULL).

One thread writes, and what waits while it commits goes into the next commit together; another one
reads, and answers together what was asked meanwhile. What was committed is moved from the WAL into
the file by a third one, so that no move waits for that.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ..guests import keep_key
from ..logs import logger
from .base import CannotRead, Fact, Fenced, LogRow, Statement, Summary, Unchanged
from .checkpoints import Checkpoints
from .sqlite_writes import (
    NEVER,
    SCHEMA,
    Append,
    Done,
    Refusal,
    Waiting,
    Work,
    write_apart,
    write_together,
)

_PRIVATE = 0o700
T = TypeVar("T")
Asked = tuple[str, Any, asyncio.Future[list[Any]]]
Answer = tuple[asyncio.Future[Any], Any, Exception | None]
_TOGETHER = 16  # answers that are told together
_WAL = 16 * 1024 * 1024  # bytes of the WAL that stay when it begins anew
_FIRST = 1  # epoch of a table


class SqliteStore:
    """Everything in one SQLite file; an asyncio loop must be running where it is written to.

    retry: seconds until what could not be written is tried again.
    """

    retry = 0.5

    def __init__(self, file: Path) -> None:
        """Open the file, made if it is missing; sqlite3.Error or OSError if it cannot be had."""
        file.parent.mkdir(_PRIVATE, parents=True, exist_ok=True)
        self._file = file
        self._epochs: dict[str, int] = {}  # of tables that were ended; all others have the first
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._connection: sqlite3.Connection | None = None
        self._reader = self._open()
        self._reader.executescript(SCHEMA)
        self._asked: queue.SimpleQueue[Asked | None] = queue.SimpleQueue()
        self._reading = threading.Thread(target=self._read_all, name="reader", daemon=True)
        self._reading.start()
        self._checkpoints = Checkpoints(self._open)
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._file, isolation_level=None, check_same_thread=False, timeout=5
        )
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute(f"PRAGMA journal_size_limit={_WAL}")
        return connection

    # Owning: nobody else writes to this file, so that a table is lost only where it is ended.

    async def open(self) -> None:
        """The file was opened when this was made."""

    async def own(self, lapsed: Callable[[], None]) -> None:
        """What is owned stays owned."""

    async def take(self, table: str, *, new: bool = False) -> int:
        """Own a table; KeyError if there is none, unless it is new."""
        if not new and not await self._ask("SELECT 1 FROM tables WHERE id = ?", table):
            raise KeyError(table)
        return self._epochs.get(table, _FIRST)

    async def disown(self) -> None:
        """Nobody else could have it."""

    def owning(self) -> bool:
        """Always."""
        return True

    async def key(self) -> bytes:
        """What cookies are signed with: a file beside the tables."""
        return keep_key(self._file.parent)

    # Reading.

    def _ask(self, query: str, *values: object) -> asyncio.Future[list[Any]]:
        given: Any = values[0] if values and isinstance(values[0], dict) else values
        if self._closing.is_set():
            raise CannotRead("the store is closed")
        done: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()
        self._asked.put((query, given, done))
        return done

    def _read_all(self) -> None:
        while True:
            batch = _all_of(self._asked)
            asked = [item for item in batch if item is not None and not item[-1].done()]
            for at in range(0, len(asked), _TOGETHER):
                some = asked[at : at + _TOGETHER]
                _tell([(done, *self._read(query, given)) for query, given, done in some])
            if None in batch:
                return

    def _read(self, query: str, given: Any) -> tuple[list[Any] | None, Exception | None]:
        """The rows of an answer, or why there are none; nothing ends the thread."""
        try:
            return self._reader.execute(query, given).fetchall(), None
        except (sqlite3.Error, OSError, MemoryError) as error:
            logger.warning("the log cannot be read", error=str(error))
            return None, CannotRead(str(error))
        except Exception as error:  # noqa: BLE001  (it is raised where it was asked)
            return None, error

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The log of a table after so many rows, in order; nothing if there is none.

        It comes as one row, since with each the thread waits for the loop's one. No entry has a
        line break: JSON escapes them. SQLite keeps the order of what it joins.
        """
        ordered = "SELECT body FROM entries WHERE tbl = ? AND row > ? ORDER BY row"
        query = f"SELECT CAST(group_concat(body, char(10)) AS BLOB) FROM ({ordered})"
        ((bodies,),) = await self._ask(query, table, after)
        return [] if bodies is None else bodies.split(b"\n")

    async def of_guest(self, guest: str, most: int) -> list[tuple[str, float, bytes]]:
        """A guest's tables, the newest first: id, time and summary."""
        return await self._ask(
            "SELECT id, at, summary FROM tables JOIN sits ON tbl = id WHERE guest = ?"
            " ORDER BY at DESC LIMIT ?",
            guest,
            most,
        )

    async def facts(self, owner: str) -> dict[str, str]:
        """What is kept of an owner."""
        query = "SELECT name, value FROM facts WHERE owner = ? ORDER BY name"
        return {str(name): str(value) for name, value in await self._ask(query, owner)}

    async def rows(self, text: str, **values: Any) -> list[Any]:
        """The rows of an answer."""
        return await self._ask(text, values)

    # Writing.

    async def change(
        self, statements: Sequence[Statement], ends: Sequence[str] = (), epoch: int | None = None
    ) -> None:
        """Change all or nothing; Unchanged if a statement that must change a row does not.

        Nothing is lost while the file is open, so that every epoch will do.
        """
        del epoch

        def work(connection: sqlite3.Connection) -> None:
            for one in statements:
                done = connection.execute(one.text, dict(one.values))
                if one.must and done.rowcount < 1:
                    raise Unchanged(one.text)
            for table in ends:
                self._epochs[table] = self._epochs.get(table, _FIRST) + 1

        await self._put(work)

    def append(
        self,
        table: str,
        epoch: int,
        rows: list[LogRow],
        summary: Summary,
        kept: Fact | None = None,
    ) -> Done:
        """Done when the rows have reached the disk; Taken if one of them is there already.

        Fenced if the table was ended since. kept: a fact that is kept together with them.
        """
        return self._put(Append(table, epoch, rows, summary, kept))

    def keep(self, owner: str, name: str, value: str | None) -> Done:
        """Keep a fact, or with None forget it."""

        def work(connection: sqlite3.Connection) -> None:
            if value is None:
                connection.execute("DELETE FROM facts WHERE owner = ? AND name = ?", (owner, name))
            else:
                connection.execute(
                    "INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", (owner, name, value)
                )

        return self._put(work)

    def _put(self, work: Work) -> Done:
        done = asyncio.get_running_loop().create_future()
        self._waiting.put((work, done))
        return done

    def _write_all(self) -> None:
        while True:
            batch = _all_of(self._waiting)
            wanted = [item for item in batch if item is not None]
            if wanted:
                self._write(wanted)
            if None in batch:
                self._drop_connection()
                return

    def _write(self, batch: list[Waiting]) -> None:
        """Commit a batch as a whole, however long that takes; nothing ends the thread."""
        while True:
            try:
                accepted, refused = self._try(batch)
            except Exception as error:  # noqa: BLE001  (whatever it is, it may be over in a while)
                self._drop_connection()
                if self._closing.is_set():
                    _finish([], [(done, error) for _, done in batch])
                    return
                logger.warning("the log cannot be written; trying again", error=repr(error))
                self._closing.wait(self.retry)
            else:
                _finish(accepted, refused)
                return

    def _try(self, batch: list[Waiting]) -> tuple[list[Done], list[Refusal]]:
        """Commit a batch; what cannot be written whenever it is tried is refused alone."""
        connection = self._connection = self._connection or self._open()
        batch, fenced = self._owned(batch)
        self._checkpoints.begin(connection)
        connection.execute("BEGIN IMMEDIATE")
        try:
            refused: list[Refusal] = []
            write_together(connection, [work for work, _ in batch])
        except NEVER:
            connection.execute("ROLLBACK")
            connection.execute("BEGIN IMMEDIATE")
            refused = write_apart(connection, batch)
        self.commit(connection)
        self._checkpoints.committed()
        wrong = {done for done, _ in refused}
        return [done for _, done in batch if done not in wrong], [*fenced, *refused]

    def _owned(self, batch: list[Waiting]) -> tuple[list[Waiting], list[Refusal]]:
        """What may be written, and the appends to tables that were ended since they were taken."""
        if not self._epochs:
            return batch, []
        fenced = {
            done: Fenced(f"epoch {work.epoch} is over")
            for work, done in batch
            if isinstance(work, Append) and work.epoch < self._epochs.get(work.table, _FIRST)
        }
        return [item for item in batch if item[1] not in fenced], list(fenced.items())

    def _drop_connection(self) -> None:
        """Begin with a new connection next time; what was not committed is gone with this one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.close()

    def commit(self, connection: sqlite3.Connection) -> None:
        """Bring what was written to the disk; returns when it is there."""
        connection.execute("COMMIT")

    async def stop(self) -> None:
        """Write what waits, and let go."""
        self.close()

    def close(self) -> None:
        """Write what waits, and let go."""
        self._closing.set()
        self._waiting.put(None)
        self._checkpoints.close()
        self._writer.join()
        self._asked.put(None)
        self._reading.join()
        self._reader.close()


def _all_of(waiting: queue.SimpleQueue[T]) -> list[T]:
    """What waits in a queue; if nothing does, the first that comes."""
    batch = [waiting.get()]
    while not waiting.empty():
        batch.append(waiting.get())
    return batch


def _finish(accepted: Iterable[Done], refused: Iterable[Refusal]) -> None:
    _tell(
        [*((done, None, None) for done in accepted), *((done, None, why) for done, why in refused)]
    )


def _tell(answers: Sequence[Answer]) -> None:
    """Let all who wait know, together and in their own thread; in a closed loop nobody waits."""
    with contextlib.suppress(RuntimeError):
        answers[0][0].get_loop().call_soon_threadsafe(_answer, answers)


def _answer(answers: Iterable[Answer]) -> None:
    for done, result, error in answers:
        if done.done():
            continue
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)
