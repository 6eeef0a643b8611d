"""When what refers to itself is cleared away: not in the middle of play, but when there is some.

A full collection looks at everything there is and holds up the loop meanwhile, the longer the more
sockets are open. Python starts one whenever much was made since the last, although nearly all of it
goes by itself; what does not is left behind by sockets that were closed, so these are counted.
"""

from __future__ import annotations

import gc

THRESHOLDS = (100_000, 50, 1_000_000)  # the last: never by itself
_CLOSED = 2000


class Garbage:
    """Counts what leaves some behind."""

    def __init__(self) -> None:
        self._closed = 0

    def closed(self) -> None:
        """A socket was closed."""
        self._closed += 1
        if self._closed >= _CLOSED:
            self._closed = 0
            gc.collect()
