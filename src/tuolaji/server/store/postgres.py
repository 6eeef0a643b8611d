"""A store for many processes, in PostgreSQL.

What waits while a commit is under way goes into the next statement together. When an answer is
lost nobody knows whether the append was done: then the table is let go, and whoever takes it next
reads the log.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Executable, make_url
from sqlalchemy import text as written
from sqlalchemy.exc import DataError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ..logs import logger
from . import statements as sql
from .base import (
    BadValue,
    CannotRead,
    CannotStart,
    Elsewhere,
    Fact,
    Fenced,
    LogRow,
    Statement,
    Summary,
    Taken,
    Unchanged,
)
from .migrations import Newer, upgrade

LEASE = 2.0  # seconds an owner lives after it last said so
_RENEW = LEASE / 4
_EARLY = 0.3  # seconds before the end of a lease at which its owner falls silent
_ANSWER = 1.5  # seconds that a statement may take
_AGAIN = 1.0  # seconds until a database that is not there is tried again
_CONNECTIONS = 8
_KEY = ("server", "key")
_BAD_VALUES = (DataError, UnicodeError)  # a zero byte in a text, half a character

R = TypeVar("R")


class LeaseEpoch(NamedTuple):
    """How often a table has been taken, in the database that runs since then."""

    number: int
    since: str


@dataclass(frozen=True)
class _Append:
    """What is to be written, and who waits for it."""

    table: str
    epoch: LeaseEpoch
    rows: list[LogRow]
    summary: Summary
    kept: Fact | None
    done: asyncio.Future[None]

    def finish(self, error: Exception | None = None) -> None:
        """Tell who waits."""
        if not self.done.done():
            self.done.set_exception(error) if error else self.done.set_result(None)


class PostgresStore:
    """Everything in a PostgreSQL database; owner: the name under which this process owns tables."""

    def __init__(self, url: str, owner: str) -> None:
        self._url = make_url(url).set(drivername="postgresql+psycopg")
        self._owner = owner
        self._engine = self._connected()
        self._waiting: list[_Append] = []
        self._wanted = asyncio.Event()
        self._renewed, self._owned = float("-inf"), False
        self._since = ""  # when the database was started that leases are renewed in
        self._lapsed: Callable[[], None] = lambda: None
        self._tasks: list[asyncio.Task[None]] = []

    def _connected(self) -> AsyncEngine:
        return create_async_engine(
            self._url,
            isolation_level="AUTOCOMMIT",
            pool_size=_CONNECTIONS,
            max_overflow=0,
            pool_timeout=_ANSWER,
            connect_args={"connect_timeout": 2, "tcp_user_timeout": 3000},
        )

    async def _ask(self, statement: Executable, **values: Any) -> list[Any]:
        """The rows of an answer; CannotRead if none comes in time."""
        return await self._in_time(self._asked(statement, values))

    async def _in_time(self, work: Coroutine[Any, Any, R]) -> R:
        """What comes of some work with the database; CannotRead if nothing does in time.

        A connection that gives no answer is left behind, with all others, and nobody hears how
        the work on it ends.
        """
        task = asyncio.ensure_future(work)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        done, _ = await asyncio.wait({task}, timeout=_ANSWER)
        if done:
            return task.result()
        task.cancel()
        engine, self._engine = self._engine, self._connected()
        await engine.dispose(close=False)
        raise CannotRead("the database does not answer")

    async def _asked(self, statement: Executable, values: dict[str, Any]) -> list[Any]:
        try:
            async with self._engine.connect() as connection:
                result = await connection.execute(statement, values)
                return list(result.all()) if result.returns_rows else []
        except IntegrityError:
            raise
        except _BAD_VALUES as error:
            raise BadValue(_first_line(error)) from None
        except (SQLAlchemyError, OSError) as error:
            raise CannotRead(_first_line(error)) from None

    # Reading.

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The log of a table after so many rows, in order; nothing if there is none."""
        return [bytes(body) for (body,) in await self._ask(sql.READ, tbl=table, after=after)]

    async def of_guest(self, guest: str, most: int) -> list[tuple[str, float, bytes]]:
        """A guest's tables, the newest first: id, time and summary."""
        found = await self._ask(sql.OF_GUEST, guest=guest, most=most)
        return [(name, at, bytes(body)) for name, at, body in found]

    async def facts(self, owner: str) -> dict[str, str]:
        """What is kept of an owner."""
        return {str(row.name): str(row.value) for row in await self._ask(sql.FACTS, owner=owner)}

    def keep(self, owner: str, name: str, value: str | None) -> asyncio.Future[None]:
        """Keep a fact, or with None forget it."""

        async def work() -> None:
            if value is None:
                await self._ask(sql.FORGET, of=owner, named=name)
            else:
                await self._ask(sql.KEEP, owner=owner, name=name, value=value)

        return asyncio.ensure_future(work())

    async def rows(self, text: str, **values: Any) -> list[Any]:
        """The rows of an answer."""
        return [tuple(row) for row in await self._ask(written(text), **values)]

    async def change(
        self,
        statements: Sequence[Statement],
        ends: Sequence[str] = (),
        epoch: LeaseEpoch | None = None,
    ) -> None:
        """Change all or nothing; Unchanged if a statement that must change a row does not.

        epoch: Fenced if it is of a lease that a database gave before it was started anew.
        """
        await self._in_time(self._changed(statements, ends, epoch))

    async def _changed(
        self, statements: Sequence[Statement], ends: Sequence[str], epoch: LeaseEpoch | None
    ) -> None:
        try:
            async with self._engine.connect() as connection:
                await connection.execution_options(isolation_level="READ COMMITTED")
                async with connection.begin():
                    if epoch is not None and await connection.scalar(sql.STARTED) != epoch.since:
                        raise Fenced("the database was started anew")
                    if ends:  # whoever appends to them is waited for, and is the last
                        await connection.execute(sql.END, {"ended": list(ends)})
                    for one in statements:
                        done = await connection.execute(written(one.text), dict(one.values))
                        if one.must and done.rowcount < 1:
                            raise Unchanged(one.text)
        except IntegrityError as error:
            raise Taken(_first_line(error)) from None
        except _BAD_VALUES as error:
            raise BadValue(_first_line(error)) from None
        except (SQLAlchemyError, OSError) as error:
            raise CannotRead(_first_line(error)) from None

    async def key(self) -> bytes:
        """What cookies are signed with: drawn once, the same for all gateways."""
        owner, name = _KEY

        async def drawn() -> bytes:
            await self._ask(sql.KEEP_FIRST, owner=owner, name=name, value=secrets.token_hex(32))
            return bytes.fromhex((await self.facts(owner))[name])

        return await _as_soon_as_possible(drawn)

    # Owning.

    async def open(self, *, waits: bool = True) -> None:
        """Bring the database up to date, as soon as it is there; or OSError where it is not."""
        while True:
            try:
                await asyncio.to_thread(upgrade, self._url)
            except OperationalError as error:
                if not waits:
                    raise CannotStart(_first_line(error)) from None
                await _wait(error)
            except Newer as error:
                raise CannotStart(str(error)) from None
            except SQLAlchemyError as error:
                why = f"the database cannot be brought up to date: {_first_line(error)}"
                raise CannotStart(why) from None
            else:
                return

    async def own(self, lapsed: Callable[[], None]) -> None:
        """Begin to own tables."""
        self._lapsed = lapsed
        await _as_soon_as_possible(self._renew)
        for work in (self._renew_always(), self._watch(), self._write_all()):
            self._tasks.append(asyncio.ensure_future(work))

    async def take(self, table: str, *, new: bool = False) -> LeaseEpoch:
        """Own a table from now on; Elsewhere if another one has it, KeyError if there is none."""
        if monotonic() > self._renewed + 2 * _RENEW:
            raise CannotRead("the lease may be over soon")
        taken = await self._ask(sql.TAKE, tbl=table, owner=self._owner, new=new)
        if taken:
            return LeaseEpoch(*taken[0])
        owner = await self._ask(sql.OWNER, tbl=table)
        if not owner:
            raise KeyError(table)
        raise Elsewhere(owner[0][0])

    def owning(self) -> bool:
        """Whether what is owned is still owned."""
        return monotonic() < self._renewed + LEASE - _EARLY

    async def _renew(self) -> None:
        before = monotonic()
        lives = await self._ask(sql.LIVE, owner=self._owner, lease=timedelta(seconds=LEASE))
        self._check(lives[0][0])
        self._renewed = before
        self._owned = self.owning()

    def _check(self, since: str = "") -> None:
        """Let everything go when the lease is over, even if it begins again at once.

        since: when the database was started, if that is known. One that was started anew may lack
        what was committed last, and then tables stand where its logs end.
        """
        anew = bool(since) and since != self._since
        self._since = since or self._since
        if self._owned and (anew or not self.owning()):
            self._owned = False
            why = "the database was started anew" if anew else "the lease is over"
            logger.warning("all tables are let go", why=why)
            self._lapsed()

    async def _renew_always(self) -> None:
        while True:
            await asyncio.sleep(_RENEW)
            try:
                await self._renew()
            except CannotRead as error:
                logger.warning("the lease cannot be renewed", error=str(error))
            except Exception:  # whatever it is, it is tried again: else nothing is owned any more
                logger.exception("the lease cannot be renewed")

    async def _watch(self) -> None:
        while True:
            self._check()
            await asyncio.sleep(_RENEW / 5)

    # Writing.

    def append(
        self,
        table: str,
        epoch: LeaseEpoch,
        rows: list[LogRow],
        summary: Summary,
        kept: Fact | None = None,
    ) -> asyncio.Future[None]:
        """Done when the rows have reached the disk; Taken if one of them is there already.

        Fenced if the table was taken since, or nobody knows whether it was done; also if the
        database was started anew. kept: a fact that is kept together with them.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Append(table, epoch, rows, summary, kept, done))
        self._wanted.set()
        return done

    async def _write_all(self) -> None:
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            batch: dict[str, _Append] = {}
            later = []
            for one in self._waiting:
                if batch.setdefault(one.table, one) is not one:
                    later.append(one)
                    self._wanted.set()
            self._waiting = later
            await self._write(list(batch.values()))

    async def _write(self, batch: list[_Append]) -> None:
        """Write appends of different tables at once; if one is refused, each alone."""
        try:
            held = {tuple(row) for row in await self._ask(sql.APPEND, **_lists(batch))}
        except (IntegrityError, BadValue) as error:
            if len(batch) > 1:
                for one in batch:
                    await self._write([one])
            else:
                bad = isinstance(error, BadValue)
                batch[0].finish(error if bad else Taken(_first_line(error)))
        except CannotRead as error:
            for one in batch:
                one.finish(Fenced(f"nobody knows what was written: {error}"))
        except Exception as error:  # whatever it is, what is written later must not wait for it
            logger.exception("an append failed")
            for one in batch:
                one.finish(Fenced(f"nobody knows what was written: {error!r}"))
        else:
            for one in batch:
                owned, number = (one.table, one.epoch.number) in held, one.epoch.number
                if not owned:
                    logger.warning("an old epoch is refused", table=one.table, epoch=number)
                one.finish(None if owned else Fenced(f"epoch {number} is over"))

    async def disown(self) -> None:
        """Own nothing any more: whoever is asked for a table has it at once."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        if tasks:
            self._renewed, self._owned = float("-inf"), False
            with contextlib.suppress(CannotRead):
                await self._ask(sql.DIE, owner_id=self._owner)

    async def stop(self) -> None:
        """Own nothing any more, and let go."""
        await self.disown()
        await self._engine.dispose()


def _lists(batch: list[_Append]) -> dict[str, list[Any]]:
    """The parameters of an append."""
    rows = [(one, row) for one in batch for row in one.rows]
    sits = [(one, guest) for one in batch for guest in one.summary.guests]
    kept = [(one, one.kept) for one in batch if one.kept]
    return {
        "told_tbl": [one.table for one in batch],
        "told_epoch": [one.epoch.number for one in batch],
        "told_since": [one.epoch.since for one in batch],
        "told_at": [one.summary.at for one in batch],
        "told_running": [one.summary.running for one in batch],
        "told_summary": [one.summary.body for one in batch],
        "rows_tbl": [one.table for one, _ in rows],
        "rows_epoch": [one.epoch.number for one, _ in rows],
        "rows_row": [row.row for _, row in rows],
        "rows_seat": [row.seat for _, row in rows],
        "rows_move": [row.move for _, row in rows],
        "rows_body": [row.body for _, row in rows],
        "sat_tbl": [one.table for one, _ in sits],
        "sat_epoch": [one.epoch.number for one, _ in sits],
        "sat_guest": [guest for _, guest in sits],
        "kept_tbl": [one.table for one, _ in kept],
        "kept_epoch": [one.epoch.number for one, _ in kept],
        "kept_owner": [fact.owner for _, fact in kept],
        "kept_name": [fact.name for _, fact in kept],
        "kept_value": [fact.value for _, fact in kept],
    }


async def _as_soon_as_possible(ask: Callable[[], Awaitable[R]]) -> R:
    """An answer of the database, however long it cannot give it."""
    while True:
        try:
            return await ask()
        except CannotRead as error:
            await _wait(error)


async def _wait(error: Exception) -> None:
    logger.warning("waiting for the database", error=_first_line(error))
    await asyncio.sleep(_AGAIN)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
