"""Pieces of work on several processes, with their progress on a terminal."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Job = TypeVar("Job")
Found = TypeVar("Found")
_MANY = 1_000_003


def seeded(seed: int, count: int, size: int) -> list[tuple[int, int]]:
    """(seed, number) of pieces of at most that size; different seeds share no piece."""
    return [(seed * _MANY + at, min(size, count - at)) for at in range(0, count, size)]


def spread(work: Callable[[Job], Found], jobs: Sequence[Job], workers: int) -> Iterator[Found]:
    """What each piece of work found, in order; Ctrl-C lets the pieces in work be finished."""
    deaf = (signal.SIGINT, signal.SIG_IGN)
    pool = ProcessPoolExecutor(workers, initializer=signal.signal, initargs=deaf)
    try:
        for done, found in enumerate(pool.map(work, jobs), start=1):
            if sys.stderr.isatty():
                print(f"\r{done:,} of {len(jobs):,}", end="", file=sys.stderr)
            yield found
    except KeyboardInterrupt:
        signal.signal(*deaf)  # one is enough: a second would cut the end of the workers short
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
