"""What holds up the loop: while something runs there, everybody waits.

The loop beats; a thread sees when a beat is late, and looks at what runs meanwhile. It is watched
only where the figures are wanted.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from pathlib import Path
from time import monotonic
from types import FrameType

from . import metrics

_BEAT = 0.01  # seconds
_LOOK = 0.02  # seconds between two looks at the loop
_LATE = 0.04  # seconds without a beat after which the loop counts as held
_SERVER = Path(__file__).parent
_OUTSIDE = _SERVER / "run.py"  # has called the loop


class Holds:
    """Watches the loop of the thread that made it."""

    def __init__(self) -> None:
        self._loop, self._thread = asyncio.get_running_loop(), threading.get_ident()
        self._last = monotonic()
        self._closing = threading.Event()
        self._beats = self._loop.call_later(_BEAT, self._beat)
        threading.Thread(target=self._watch, name="holds", daemon=True).start()

    def close(self) -> None:
        """Watch no more."""
        self._closing.set()
        self._beats.cancel()

    def _beat(self) -> None:
        now = monotonic()
        metrics.LATE.observe(max(0.0, now - self._last - _BEAT))
        self._last = now
        self._beats = self._loop.call_later(_BEAT, self._beat)

    def _watch(self) -> None:
        while not self._closing.wait(_LOOK):
            if monotonic() - self._last > _LATE:
                frame = sys._current_frames().get(self._thread)
                metrics.HELD.labels(holder(frame)).inc(_LOOK)


def holder(frame: FrameType | None) -> str:
    """What runs, named by the innermost function of the server: table/audience.tell_all."""
    while frame is not None:
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(_SERVER) and file != _OUTSIDE:
            return f"{file.relative_to(_SERVER).with_suffix('')}.{frame.f_code.co_name}"
        frame = frame.f_back
    return "the loop itself"
