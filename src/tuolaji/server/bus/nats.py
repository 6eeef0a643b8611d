"""A bus over NATS: core subjects and queue groups, nothing kept."""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, cast
from urllib.parse import unquote, urlsplit

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg

from ..logs import logger
from .base import Answer, Hear, Part, TooLarge, Unanswered

_LEAST = 2 * 1024 * 1024  # that a message may have: an uploaded file fits in
_PING = 2  # seconds
_AGAIN = 0.2  # seconds until a lost server is tried again
_HEADERS = 256  # bytes, of a message with a sign on it
_SIGN, _COMPRESSED = "Tuolaji", "compressed"
_TOO_LARGE = ("question", "answer")  # the sign says which of them is
Signs = dict[str, str] | None


class TooSmall(OSError):
    """The bus takes only messages that are too small."""


class NotEncrypted(OSError):
    """The bus would carry everything in the clear, though that is not wanted."""


class NatsBus:
    """Speaks with NATS; what is published while it is away is lost.

    most: the bytes of a question or an answer. What is larger than a message of NATS travels
    compressed; where that is not enough, whoever asked is told so.
    """

    lossy = True

    def __init__(self, url: str, most: int) -> None:
        self._server, self._login = _address(url)
        self._most, self._client = most, Client()
        self._outgoing: asyncio.Queue[tuple[str, bytes, Signs]] = asyncio.Queue()
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
            self._server,
            **self._login,
            max_reconnect_attempts=-1,
            reconnect_time_wait=_AGAIN,  # type: ignore[arg-type]
            connect_timeout=2,
            ping_interval=_PING,
            max_outstanding_pings=2,
            disconnected_cb=lost,
            reconnected_cb=lost,
            error_cb=failed,
        )
        if self._server.startswith("tls:") and not self._client._server_info.get("tls_required"):
            raise NotEncrypted(f"the bus at {self._server} does not speak TLS")
        if self._client.max_payload < _LEAST:
            raise TooSmall(f"the bus at {self._server} needs max_payload: 8MB")
        for subject, hear in self._listeners:
            await self._client.subscribe(subject, cb=_heard(hear))
        for subject, answer in self._answers:
            await self._client.subscribe(subject, queue="any", cb=self._answered(answer))
        await self._client.flush()
        self._hold(self._pump())

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
        self._outgoing.put_nowait((subject, body, None))

    async def _pump(self) -> None:
        while True:
            subject, body, signs = await self._outgoing.get()
            try:
                if self._client.is_connected:
                    await self._client.publish(subject, body, headers=signs)
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
        sent, signs = await self._made_small(body, "question")
        try:
            answer = await self._client.request(subject, sent, timeout=seconds, headers=signs)
        except (nats.errors.Error, TimeoutError, OSError) as error:
            raise Unanswered(f"{subject}: {error}") from None
        return await self._made_whole(answer, "answer")

    def answer(self, subject: str, answer: Answer) -> None:
        """Be one of those who answer the subject; before the bus is opened."""
        self._answers.append((subject, answer))

    def _answered(self, answer: Answer) -> Callable[[Msg], Awaitable[None]]:
        async def work(message: Msg) -> None:
            try:
                asked = await self._made_whole(message, "question")
                made = await self._made_small(await answer(asked), "answer")
            except TooLarge as error:
                made = b"", {_SIGN: error.part}
            except Exception:
                logger.exception("a letter failed", subject=message.subject)
                return
            self._outgoing.put_nowait((message.reply, *made))

        async def begin(message: Msg) -> None:
            self._hold(work(message))

        return begin

    async def _made_small(self, body: bytes, part: Part) -> tuple[bytes, Signs]:
        """The body as a message of NATS carries it, and the sign it needs; or TooLarge."""
        if len(body) <= self._client.max_payload:
            return body, None
        if len(body) <= self._most:
            body = await asyncio.to_thread(zlib.compress, body, 1)
            if len(body) + _HEADERS <= self._client.max_payload:
                return body, {_SIGN: _COMPRESSED}
        raise TooLarge(part)

    async def _made_whole(self, message: Msg, part: Part) -> bytes:
        """The body that came; never more than ours may be, however much it says it is."""
        sign = (message.headers or {}).get(_SIGN)
        if sign in _TOO_LARGE:
            raise TooLarge(cast("Part", sign))
        if sign != _COMPRESSED:
            return message.data
        reader = zlib.decompressobj()
        body = await asyncio.to_thread(reader.decompress, message.data, self._most + 1)
        if len(body) > self._most:
            raise TooLarge(part)
        return body

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


def _address(url: str) -> tuple[str, dict[str, Any]]:
    """The server of an address, and as whom to log in there: by a password, or by a token."""
    parts = urlsplit(url)
    server = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    if not parts.username:
        return server, {}
    if parts.password is None:
        return server, {"token": unquote(parts.username)}
    return server, {"user": unquote(parts.username), "password": unquote(parts.password)}


def _heard(hear: Hear) -> Callable[[Msg], Awaitable[None]]:
    async def work(message: Msg) -> None:
        try:
            hear(message.data)
        except Exception:
            logger.exception("a letter failed", subject=message.subject)

    return work
