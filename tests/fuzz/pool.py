"""Pieces of work on several processes, with their progress on standard error."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Job = TypeVar("Job")
Found = TypeVar("Found")
_MANY = 1_000_003
_LINES = 20


def seeded(seed: int, count: int, size: int) -> list[tuple[int, int]]:
    """(seed, number) of pieces of at most that size; different seeds share no piece."""
    return [(seed * _MANY + at, min(size, count - at)) for at in range(0, count, size)]


def spread(work: Callable[[Job], Found], jobs: Sequence[Job], workers: int) -> Generator[Found]:
    """What each piece of work found, in order; Ctrl-C ends it after the pieces at work."""
    pool = ProcessPoolExecutor(workers, initializer=_ignore_interrupts)
    try:
        for done, found in enumerate(pool.map(work, jobs), start=1):
            _show(done, len(jobs))
            yield found
    finally:
        pool.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _show(done: int, total: int) -> None:
    """A number that runs on a terminal, some lines elsewhere."""
    if sys.stderr.isatty():
        print(f"\r{done:,} of {total:,}", end="\n" if done == total else "", file=sys.stderr)
    elif done * _LINES // total > (done - 1) * _LINES // total:
        print(f"{done:,} of {total:,}", file=sys.stderr, flush=True)
