"""What the benchmarks share: a clock, and the loop that all speeds are compared with."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

BASELINE_STEPS = 200_000


class Played(NamedTuple):
    """How many plays and deals, in how many seconds of the clock and of the processor."""

    plays: int
    deals: int
    seconds: float
    cpu_seconds: float


class Clock:
    """Starts when it is created."""

    def __init__(self) -> None:
        self._start = (time.perf_counter(), time.process_time())

    def played(self, plays: int, deals: int) -> Played:
        """What was played since the start."""
        wall, cpu = self._start
        return Played(plays, deals, time.perf_counter() - wall, time.process_time() - cpu)


def seconds_of(work: Callable[[], object]) -> float:
    """How many seconds the work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def baseline() -> int:
    """A fixed amount of work in plain Python: masks, calls and a list, no code of this package."""

    def spread(mask: int) -> int:
        return mask & mask >> 1

    seen = [0] * 64
    mask = 0x9E3779B97F4A7C15
    for _ in range(BASELINE_STEPS):
        mask = (mask * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        seen[spread(mask).bit_count()] += 1
    return sum(seen)
