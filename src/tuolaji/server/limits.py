"""How much a guest, an address or a socket may do."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

MESSAGES = (20.0, 40.0)  # a second, and at once, on one socket
CHAT = (0.5, 5.0)  # five in ten seconds
CHAT_LENGTH = 200
TABLES = (10 / 3600, 10.0)  # ten an hour for a guest
REQUESTS = (20.0, 60.0)  # of HTTP that writes or thinks, for an address
SOCKETS = 50  # of one address
NAME_LENGTH = 24
_REMEMBERED = 10_000


class Bucket:
    """So many a second on average, so many at once."""

    def __init__(
        self, rate: float, most: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._left, self._at = most, clock()

    def take(self) -> bool:
        """Whether one more is within the limit."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each of many, the oldest forgotten."""

    def __init__(self, limit: tuple[float, float]) -> None:
        self._limit = limit
        self._buckets: dict[str, Bucket] = {}

    def take(self, owner: str) -> bool:
        """Whether the owner is within the limit."""
        bucket = self._buckets.pop(owner, None) or Bucket(*self._limit)
        self._buckets[owner] = bucket
        while len(self._buckets) > _REMEMBERED:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take()


class Places:
    """How many sockets each address has open."""

    def __init__(self, most: int = SOCKETS) -> None:
        self._most, self._open = most, Counter[str]()

    def enter(self, address: str) -> bool:
        """Whether there is room for one more, which is then taken."""
        if self._open[address] >= self._most:
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """One less."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]
