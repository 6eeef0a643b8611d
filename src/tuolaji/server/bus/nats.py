"""A bus over NATS: core subjects and queue groups, nothing kept."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg

from ..logs import logger
from .base import Answer, Hear, Unanswered

_LEAST = 2 * 1024 * 1024  # that a message may have: an uploaded file fits in
_PING = 2  # seconds
_AGAIN = 0.2  # seconds until a lost server is tried again


class TooSmall(OSError):
    """The bus takes only messages that are too small."""


class NatsBus:
    """Speaks with NATS; what is published while it is away is lost."""

    lossy = True

    def __init__(self, url: str) -> None:
        self._url, self._client = url, Client()
        self._outgoing: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._listeners: list[tuple[str, Hear]] = []
        self._answers: list[tuple[str, Answer]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, gap: Callable[[], None]) -> None:
        """Connect as soon as it is there, and subscribe to all that is listened to or answered."""
        last = ""

        async def lost() -> None:
            gap()

        async def failed(error: Exception) -> None:
            nonlocal last
            said = str(error) or type(error).__name__
            if said != last:  # it is tried again several times a second
                logger.warning("the bus fails", error=said)
            last = said
            if isinstance(error, nats.errors.SlowConsumerError):
                gap()

        await self._client.connect(
            self._url,
            max_reconnect_attempts=-1,
            reconnect_time_wait=_AGAIN,  # type: ignore[arg-type]
            connect_timeout=2,
            ping_interval=_PING,
            max_outstanding_pings=2,
            disconnected_cb=lost,
            reconnected_cb=lost,
            error_cb=failed,
        )
        if self._client.max_payload < _LEAST:
            raise TooSmall(f"the bus at {self._url} needs max_payload: 8MB")
        for subject, hear in self._listeners:
            await self._client.subscribe(subject, cb=_heard(hear))
        for subject, answer in self._answers:
            await self._client.subscribe(subject, queue="any", cb=self._answered(answer))
        await self._client.flush()
        self._hold(self._pump())

    @property
    def most_bytes(self) -> int:
        """That a message may have: as the server of the bus was told."""
        return self._client.max_payload

    def connected(self) -> bool:
        """Whether the server of the bus is there."""
        return self._client.is_connected

    def _hold(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Telling.

    def publish(self, subject: str, body: bytes) -> None:
        """Tell all who listen to the subject."""
        self._outgoing.put_nowait((subject, body))

    async def _pump(self) -> None:
        while True:
            subject, body = await self._outgoing.get()
            try:
                if self._client.is_connected:
                    await self._client.publish(subject, body)
            except (nats.errors.Error, OSError) as error:
                logger.warning("the bus cannot carry this", subject=subject, error=str(error))
            finally:
                self._outgoing.task_done()

    def listen(self, subject: str, hear: Hear) -> None:
        """Hear what is published; before the bus is opened."""
        self._listeners.append((subject, hear))

    # Asking.

    async def ask(self, subject: str, body: bytes, seconds: float) -> bytes:
        """The answer of one of those who answer the subject; Unanswered after so many seconds."""
        try:
            return (await self._client.request(subject, body, timeout=seconds)).data
        except (nats.errors.Error, TimeoutError, OSError) as error:
            raise Unanswered(f"{subject}: {error}") from None

    def answer(self, subject: str, answer: Answer) -> None:
        """Be one of those who answer the subject; before the bus is opened."""
        self._answers.append((subject, answer))

    def _answered(self, answer: Answer) -> Callable[[Msg], Awaitable[None]]:
        async def work(message: Msg) -> None:
            try:
                self.publish(message.reply, await answer(message.data))
            except Exception:
                logger.exception("a letter failed", subject=message.subject)

        async def begin(message: Msg) -> None:
            self._hold(work(message))

        return begin

    async def close(self) -> None:
        """Send what waits, and let go."""
        with contextlib.suppress(TimeoutError, nats.errors.Error, OSError):
            async with asyncio.timeout(1):
                await self._outgoing.join()
                await self._client.flush()
        for task in list(self._tasks):
            task.cancel()
        with contextlib.suppress(nats.errors.Error, OSError):
            await self._client.close()


def _heard(hear: Hear) -> Callable[[Msg], Awaitable[None]]:
    async def work(message: Msg) -> None:
        try:
            hear(message.data)
        except Exception:
            logger.exception("a letter failed", subject=message.subject)

    return work
