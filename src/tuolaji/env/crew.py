"""The threads that serve the parts of a vector environment.

They wait and work without the interpreter (`fast/gate.py`), so that none of them has to take its
lock at every step: sixteen threads that do so one after the other cost more than the step itself.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from threading import Thread

from .fast.batch import DISMISS, Part


class Crew:
    """A thread for every part, once there is more than one, or a step is begun ahead."""

    def __init__(self, parts: Sequence[Part]) -> None:
        """No thread runs yet."""
        self.parts = parts
        self._serving = False

    def do(self, order: int) -> None:
        """Let every part do the same, and wait for all."""
        if len(self.parts) == 1 and not self._serving:
            self.parts[0].do(order)
        else:
            self.order(order)
            self.wait()

    def order(self, order: int) -> None:
        """Let every part begin with the same."""
        if not self._serving:
            self._hire()
        for part in self.parts:
            part.order(order)

    def wait(self) -> None:
        """Wait until every part is done."""
        for part in self.parts:
            part.wait()

    def _hire(self) -> None:
        self._serving = True
        for part in self.parts:
            Thread(target=part.serve, daemon=True).start()
        weakref.finalize(self, _dismiss, self.parts)


def _dismiss(parts: Sequence[Part]) -> None:
    for part in parts:
        part.order(DISMISS)
