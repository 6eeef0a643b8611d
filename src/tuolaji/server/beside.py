"""Tasks that nobody waits for: held till they end, and what goes wrong in them is said."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from .logs import logger


class Beside:
    """The tasks beside something, such as a table; facts: what the log says of it."""

    def __init__(self, **facts: Any) -> None:
        self._facts = facts
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin some work."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("work beside failed", exc_info=error, **self._facts)

    def cancel(self) -> None:
        """End what is not done."""
        for task in list(self._tasks):
            task.cancel()
