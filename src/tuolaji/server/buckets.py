"""How much a guest, an address or a socket has done, and whether one more is within its limit."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from .limits import Rate

_REMEMBERED = 10_000


class Bucket:
    """So many a second on average, so many at once."""

    def __init__(
        self, rate: float, most: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._left, self._at = most, clock()

    def take(self, units: float = 1) -> bool:
        """Whether so many more are within the limit, which are then taken."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < units:
            return False
        self._left -= units
        return True


class Buckets:
    """A bucket for each of many, the oldest forgotten."""

    def __init__(self, limit: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit, self._clock = limit, clock
        self._buckets: dict[str, Bucket] = {}

    def take(self, owner: str, units: float = 1) -> bool:
        """Whether the owner is within the limit."""
        bucket = self._buckets.pop(owner, None) or Bucket(*self._limit, self._clock)
        self._buckets[owner] = bucket
        while len(self._buckets) > _REMEMBERED:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take(units)


class Places:
    """How many sockets each address has open, or how much of something waits for it."""

    def __init__(self, most: int) -> None:
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
