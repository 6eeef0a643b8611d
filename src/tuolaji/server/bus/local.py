"""A bus inside one process: nothing is lost, and whoever listens hears at once."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable

from ..logs import logger
from .base import Answer, Hear, Unanswered


class LocalBus:
    """Calls those who listen."""

    lossy = False

    def __init__(self) -> None:
        self._listeners: defaultdict[str, list[Hear]] = defaultdict(list)
        self._answers: dict[str, Answer] = {}

    async def open(self, gap: Callable[[], None]) -> None:
        """Begin; nothing is ever lost."""

    def connected(self) -> bool:
        """Always."""
        return True

    def publish(self, subject: str, body: bytes) -> None:
        """Tell all who listen to the subject."""
        for hear in self._listeners.get(subject, ()):
            try:
                hear(body)
            except Exception:
                logger.exception("a letter failed", subject=subject)

    def listen(self, subject: str, hear: Hear) -> None:
        """Hear what is published."""
        self._listeners[subject].append(hear)

    async def ask(self, subject: str, body: bytes, seconds: float) -> bytes:
        """The answer of one who answers the subject; Unanswered after so many seconds."""
        if subject not in self._answers:
            raise Unanswered(subject)
        try:
            async with asyncio.timeout(seconds):
                return await self._answers[subject](body)
        except TimeoutError:
            raise Unanswered(subject) from None
        except Exception:
            logger.exception("a letter failed", subject=subject)
            raise Unanswered(subject) from None

    def answer(self, subject: str, answer: Answer) -> None:
        """Be the one who answers the subject."""
        self._answers[subject] = answer

    async def close(self) -> None:
        """Let go."""
        self._listeners.clear()
        self._answers.clear()
