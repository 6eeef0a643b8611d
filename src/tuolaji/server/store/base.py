"""Where logs are kept: all that the rest of the server knows of it.

An append is done when it has reached the disk, and not before. Nothing here blocks the event loop.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class LogRow:
    """An entry of a table's log as it is kept; seat and move: of a player's move."""

    row: int
    body: bytes
    seat: int | None = None
    move: str | None = None


@dataclass(frozen=True)
class Summary:
    """What a list of tables shows of one. running: it goes on by itself after a restart."""

    at: float
    running: bool
    body: bytes
    guests: tuple[str, ...] = ()


class Taken(Exception):
    """The row, or the move, is in the log already: somebody else wrote it."""


class Store(Protocol):
    """A log for every table, and a few facts."""

    def append(self, table: str, rows: list[LogRow], summary: Summary) -> asyncio.Future[None]:
        """Done when the rows have reached the disk; Taken if one of them is there already."""

    async def read(self, table: str) -> list[bytes]:
        """The whole log of a table, in order; nothing if there is none."""

    async def running(self) -> list[str]:
        """The tables that go on after a restart."""

    async def of_guest(self, guest: str, most: int) -> list[tuple[str, float, bytes]]:
        """A guest's tables, the newest first: id, time and summary."""

    async def facts(self, owner: str) -> dict[str, str]:
        """What is kept of an owner."""

    def keep(self, owner: str, name: str, value: str | None) -> asyncio.Future[None]:
        """Keep a fact, or with None forget it."""

    def close(self) -> None:
        """Write what waits, and let go."""
