"""Where logs are kept, and who may write to them: all that the rest of the server knows of it.

An append is done when it has reached the disk, and not before. A table has one owner; each time it
is taken its epoch grows, and an append of an older epoch is refused. Nothing here blocks the event
loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

Epoch = Any  # of a lease: what the store gave, and wants to see again


@dataclass(frozen=True)
class LogRow:
    """An entry of a table's log as it is kept; seat and move: of a player's move."""

    row: int
    body: bytes
    seat: int | None = None
    move: str | None = None


@dataclass(frozen=True)
class Summary:
    """What a list of tables shows of one. running: its match has begun and is not over."""

    at: float
    running: bool
    body: bytes
    guests: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fact:
    """Something that is kept of an owner."""

    owner: str
    name: str
    value: str


class Taken(Exception):
    """The row, or the move, is in the log already: somebody else wrote it."""


class Fenced(Exception):
    """The table was taken since, or it is not known whether the append was done.

    Whoever hears this has to let the table go; what is true stands in the log.
    """


class Elsewhere(Exception):
    """Another owner has the table."""

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.owner = owner


class CannotRead(Exception):
    """Nothing can be read just now."""


class CannotStart(OSError):
    """The database is there, and cannot be used however long that is waited for; says why."""


class BadValue(ValueError):
    """The database cannot keep such a value, however often that is tried."""


class Unchanged(ValueError):
    """Nothing was written: one of the statements that had to change something did not."""


@dataclass(frozen=True)
class Statement:
    """SQL that every database understands, with its values by name.

    must: if it changes no row, it is undone together with the statements around it.
    """

    text: str
    values: Mapping[str, Any]
    must: bool = True


class Leases(Protocol):
    """Who owns which table: at most one epoch can append."""

    async def take(self, table: str, *, new: bool = False) -> Epoch:
        """Own a table from now on, with this epoch; Elsewhere if another one has it.

        KeyError if there is no such table, unless it is new; CannotRead if nothing can be owned.
        """

    async def own(self, lapsed: Callable[[], None]) -> None:
        """Begin to own tables; lapsed: called when nothing is owned any more."""

    async def disown(self) -> None:
        """Own nothing any more, so that others need not wait for the end of the lease."""

    def owning(self) -> bool:
        """Whether what is owned is still owned: who cannot be sure says nothing."""


class Log(Protocol):
    """A log for every table."""

    def append(
        self,
        table: str,
        epoch: Epoch,
        rows: list[LogRow],
        summary: Summary,
        kept: Fact | None = None,
    ) -> asyncio.Future[None]:
        """Done when the rows have reached the disk; Taken if one of them is there already.

        kept: a fact that is true if these rows are there, and is kept together with them.

        While the disk cannot be written nothing is done, and it goes on by itself afterwards.
        """

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The log of a table after so many rows, in order; nothing if there is none."""

    async def of_guest(self, guest: str, most: int) -> list[tuple[str, float, bytes]]:
        """A guest's tables, the newest first: id, time and summary."""


class Facts(Protocol):
    """What is kept besides."""

    async def facts(self, owner: str) -> dict[str, str]:
        """What is kept of an owner."""

    def keep(self, owner: str, name: str, value: str | None) -> asyncio.Future[None]:
        """Keep a fact, or with None forget it."""


class Rows(Protocol):
    """The tables of the database that are about people; `server.people` says what is in them."""

    async def rows(self, text: str, **values: Any) -> list[Any]:
        """The rows of an answer."""

    async def change(
        self, statements: Sequence[Statement], ends: Sequence[str] = (), epoch: Epoch | None = None
    ) -> None:
        """Change all or nothing; Unchanged if a statement that must change a row does not.

        ends: tables whose owners do not own them any more once that is done. epoch: under which
        the log was written that it follows from; Fenced if the database may have lost that since.
        """


class Store(Log, Leases, Facts, Rows, Protocol):
    """All of it, in one database; what reads raises CannotRead if it cannot."""

    async def open(self) -> None:
        """Begin: the database is there, and as this program knows it."""

    async def key(self) -> bytes:
        """What cookies are signed with."""

    async def stop(self) -> None:
        """Write what waits, own nothing any more, and let go."""
