"""Work beside the event loop: each kind has processes of its own, and its own limits.

Only so many wait for a kind, and what takes too long is ended with its process. So no work holds up
the loop, or work of another kind.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from .logs import logger

_FORKS = "forkserver" in multiprocessing.get_all_start_methods()
_PRELOADED = ["tuolaji.server.preload"]
_START = 60.0  # seconds that a process may take until it can work, besides those for the work

R = TypeVar("R")


class Busy(Exception):
    """Too much waits already for work of this kind."""


class TookTooLong(Exception):
    """The work was ended: it took longer than work of this kind may."""


class Died(Exception):
    """The process that did the work is gone."""


class Crew:
    """The processes for work of one kind; each is started when it is first needed."""

    def __init__(
        self, kind: str, *, size: int, waiting: int, seconds: float, nice: int = 5
    ) -> None:
        """waiting: how many pieces of work may wait besides those that are done.

        nice: how much they let others have the processor first; tables come before all.
        """
        self.kind, self.size, self._nice = kind, size, nice
        self._most, self._seconds = size + waiting, seconds
        self._open = 0
        self._threads = ThreadPoolExecutor(size, thread_name_prefix=kind)
        self._own = threading.local()
        self._workers: set[_Worker] = set()
        self._closed = False

    async def do(self, work: Callable[..., R], *given: Any) -> R:
        """The result of some work, or what it raised; Busy, TookTooLong or Died if there is none.

        The work and all it is given and gives must be fit to be pickled.
        """
        if self._closed:
            raise Died(self.kind)
        if self._open >= self._most:
            raise Busy(self.kind)
        self._open += 1
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, self._done, work, given)
        finally:
            self._open -= 1

    def _done(self, work: Callable[..., R], given: tuple[Any, ...]) -> R:
        """In a thread, which has a process of its own: have the work done there."""
        worker: _Worker | None = getattr(self._own, "worker", None)
        if self._closed:
            raise Died(self.kind)
        if worker is None:
            worker = self._own.worker = _Worker(self.kind, self._nice)
            self._workers.add(worker)
        try:
            if not worker.ready:
                worker.done(_nothing, (), _START)
                worker.ready = True
            result: R = worker.done(work, given, self._seconds)
        except (TookTooLong, Died) as error:
            if not self._closed:
                logger.warning("work was given up", kind=self.kind, why=type(error).__name__)
            self._workers.discard(worker)
            self._own.worker = None
            worker.end()
            raise
        return result

    def warm(self) -> None:
        """Start the processes before they are needed."""
        for _ in range(0 if self._closed else self.size):
            self._threads.submit(self._done, _nothing, ())

    def close(self) -> None:
        """End all processes, and what they do."""
        self._closed = True
        for worker in list(self._workers):
            worker.end()
        self._threads.shutdown(wait=False, cancel_futures=True)


class _Worker:
    """One process that does one thing after the other; ready: once it has done the first."""

    ready = False

    def __init__(self, kind: str, nice: int) -> None:
        context: Any = multiprocessing.get_context("forkserver" if _FORKS else "spawn")
        if _FORKS:
            context.set_forkserver_preload(_PRELOADED)
        self._pipe, other = context.Pipe()
        self._process = context.Process(
            target=_work, args=(other, nice), name=f"tuolaji {kind}", daemon=True
        )
        self._process.start()
        other.close()

    def done(self, work: Callable[..., R], given: tuple[Any, ...], seconds: float) -> R:
        """The result of some work, or what it raised."""
        try:
            self._pipe.send((work, given))
            if not self._pipe.poll(seconds):
                raise TookTooLong
            error, result = self._pipe.recv()
        except (EOFError, OSError):
            raise Died from None
        if error is not None:
            raise error
        value: R = result
        return value

    def end(self) -> None:
        """End the process."""
        self._process.kill()


def _nothing() -> None:
    """Work that is done at once."""


def _work(pipe: Connection[Any, Any], nice: int) -> None:
    """What a process does till its pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(nice)
    while True:
        try:
            work, given = pipe.recv()
        except (EOFError, ConnectionError):
            return
        answer: tuple[Exception | None, Any]
        try:
            answer = (None, work(*given))
        except Exception as error:  # noqa: BLE001  (it is raised where the work was wanted)
            answer = (error, None)
        try:
            pipe.send(answer)
        except ConnectionError:
            return
