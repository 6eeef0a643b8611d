"""Python's garbage collection on a server: it hardly ever runs.

A collection holds up the loop as long as there are things to look at, and a server with many tables
has a million of them, nearly all of which go by themselves. So Python's own collections are off;
what was there at the start is never looked at again, and the rest only if it has doubled since the
last time, or since all have come back after a restart.
"""

from __future__ import annotations

import asyncio
import gc
import sys

_EVERY = 10.0  # seconds
_GROWN = 2.0
_LEAST = 200_000  # blocks: a few tables, or 20 MB


def clear_rarely() -> None:
    """Collect no more garbage in this process but when there is much, as long as its loop runs."""
    gc.disable()
    gc.freeze()
    loop, first = asyncio.get_running_loop(), sys.getallocatedblocks()
    loop.call_later(_EVERY, lambda: _look(loop, first, sys.getallocatedblocks() - first))


def leave_all() -> None:
    """Clear nothing away at the end of this process: its memory goes with it, all at once."""
    gc.freeze()


def _look(loop: asyncio.AbstractEventLoop, first: int, left: int) -> None:
    """first: how much there was at the start. left: how much more after the last collection."""
    if sys.getallocatedblocks() - first > max(_LEAST, _GROWN * left):
        gc.collect()
        left = sys.getallocatedblocks() - first
    loop.call_later(_EVERY, _look, loop, first, left)
