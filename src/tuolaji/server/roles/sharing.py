"""Who thinks next: whoever has waited longest, for what takes long less urgently.

Each request says how long it can wait, and the one goes first whose time is up first. So what is
quick does not wait behind many that think for long, people's opponents come before bots among
themselves, and in the end everybody's turn comes. Of a table that asks for much at once, each
further request waits a little longer.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from time import monotonic

_FURTHER = 0.25  # seconds


class FairQueue:
    """So many at once; the others wait for their turn."""

    def __init__(self, size: int, clock: Callable[[], float] = monotonic) -> None:
        self._free, self._clock = size, clock
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._tables = Counter[object]()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, table: object, patience: float) -> AsyncIterator[None]:
        """A table's turn; patience: for how many seconds those with less may go before it."""
        until = self._clock() + patience + _FURTHER * self._tables[table]
        self._tables[table] += 1
        try:
            await self._wait(until)
            try:
                yield
            finally:
                self._next()
        finally:
            self._tables[table] -= 1
            if not self._tables[table]:
                del self._tables[table]

    async def _wait(self, until: float) -> None:
        if self._free:
            self._free -= 1
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (until, next(self._numbers), mine))
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._next()
            raise

    def _next(self) -> None:
        """Let the next one begin."""
        while self._waiting:
            mine = heapq.heappop(self._waiting)[-1]
            if not mine.done():
                mine.set_result(None)
                return
        self._free += 1
