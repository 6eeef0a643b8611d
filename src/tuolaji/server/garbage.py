"""When what refers to itself is cleared away: hardly ever.

A collection holds up the loop as long as there are things to look at, and a server with many tables
has a million of them, nearly all of which go by themselves. So Python's own collections are off;
every few seconds it is seen how much there is, and only if that has doubled since the last time is
it looked through.
"""

from __future__ import annotations

import asyncio
import gc
import sys

_EVERY = 10.0  # seconds
_GROWN = 2.0


def clear_rarely() -> None:
    """Collect no more garbage in this process but when there is much, as long as its loop runs."""
    gc.disable()
    _look(asyncio.get_running_loop(), sys.getallocatedblocks())


def _look(loop: asyncio.AbstractEventLoop, left: int) -> None:
    """left: how much there was after the last collection."""
    if sys.getallocatedblocks() > _GROWN * left:
        gc.collect()
        left = sys.getallocatedblocks()
    loop.call_later(_EVERY, _look, loop, left)
