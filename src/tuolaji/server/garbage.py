"""When what refers to itself is cleared away: not in the middle of play, but when there is some.

A collection holds up the loop as long as there are things to look at. Python looks at all that is
young whenever much was made, and later again at what has stayed; but nearly all of it goes by
itself. So what has stayed is set aside, and looked at again only when enough sockets were closed:
they do leave something behind.
"""

from __future__ import annotations

import gc
from collections.abc import Mapping

_YOUNG = 10_000  # things that are looked at at once: some milliseconds
_CLOSED = 2000


def look_at_little() -> None:
    """Have every collection look at young things only."""
    gc.set_threshold(_YOUNG)
    gc.freeze()
    if _set_aside not in gc.callbacks:
        gc.callbacks.append(_set_aside)


def _set_aside(phase: str, _: Mapping[str, int]) -> None:
    if phase == "stop":
        gc.freeze()


class Garbage:
    """Counts what leaves some behind."""

    def __init__(self) -> None:
        self._closed = 0

    def closed(self) -> None:
        """A socket was closed."""
        self._closed += 1
        if self._closed >= _CLOSED:
            self._closed = 0
            gc.unfreeze()
            gc.collect()
