"""The bus: all that the rest of the server knows of it.

It may lose messages and repeat them, and nobody trusts it with more: a client names the last
sequence number it knows, the owner of a table reads the log, and what is not answered is asked
again. Messages from one sender to one subject come in order.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal, Protocol

Hear = Callable[[bytes], None]
Answer = Callable[[bytes], Awaitable[bytes]]
Part = Literal["question", "answer"]


class Unanswered(Exception):
    """Nobody has answered, or not in time."""


class TooLarge(Unanswered):
    """The question, or its answer, is larger than what the bus carries; part: which of them."""

    def __init__(self, part: Part) -> None:
        super().__init__(f"the {part} is too large for the bus")
        self.part: Part = part


class Bus(Protocol):
    """Carries messages to subjects."""

    lossy: bool  # whether messages can be lost: then everybody says now and then that they live

    async def open(self, gap: Callable[[], None]) -> None:
        """Begin; gap: called whenever messages may have been lost."""

    def connected(self) -> bool:
        """Whether anybody can be reached now."""

    def publish(self, subject: str, body: bytes) -> None:
        """Tell all who listen to the subject."""

    def listen(self, subject: str, hear: Hear) -> None:
        """Hear what is published."""

    async def ask(self, subject: str, body: bytes, seconds: float) -> bytes:
        """The answer of one of those who answer the subject; Unanswered after so many seconds.

        TooLarge if the bus cannot carry it.
        """

    def answer(self, subject: str, answer: Answer) -> None:
        """Be one of those who answer the subject."""

    async def close(self) -> None:
        """Send what waits, and let go."""
