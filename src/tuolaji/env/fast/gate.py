"""A gate at which one thread waits for another, without the interpreter where it is compiled."""

from __future__ import annotations

from ...cards.bits import Lock, forget, new_lock, release, take


class Gate:
    """Closed at first; whoever comes through closes it again. It is opened only when closed."""

    def __init__(self) -> None:
        """A closed gate."""
        self.lock: Lock = new_lock()
        take(self.lock)

    def __dealloc__(self) -> None:
        """Give the lock back, where it is compiled."""
        forget(self.lock)

    def open(self) -> None:
        """Let one thread through."""
        release(self.lock)

    def wait(self) -> None:
        """Wait until it is open, and go through."""
        take(self.lock)
