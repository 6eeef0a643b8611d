"""One socket: who it is, what it has seen, and what waits to be sent to it."""

from __future__ import annotations

import asyncio

from ..guests import first_name
from ..limits import CHAT, MESSAGES, Bucket
from ..protocol.outgoing import GoneMessage, GoneReason, ServerMessage, write

MOST_WAITING = 256 * 1024  # bytes
RESTART, TOO_SLOW, POLICY = 1012, 1013, 1008


class Client:
    """A connected page. seat: where its guest sits, None for an onlooker."""

    def __init__(self, guest: str, chosen: str | None) -> None:
        """chosen: the name the guest has chosen."""
        self.guest, self.chosen, self.language = guest, chosen, "en"
        self.seat: int | None = None
        self.greeted = False
        self.known: tuple[bytes, int] | None = None  # of which deal it knows how many events
        self.messages, self.talk = Bucket(*MESSAGES), Bucket(*CHAT)
        self.closing: tuple[int, GoneReason] | None = None
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._bytes = 0

    @property
    def name(self) -> str:
        """What the guest is called."""
        return self.chosen or first_name(self.guest, self.language)

    def send(self, message: ServerMessage) -> None:
        """Put a message into the queue; a reader that is too slow is sent away to come back."""
        self.send_text(write(message))

    def send_text(self, text: str) -> None:
        """Put a message into the queue that is written already."""
        if self.closing is not None:
            return
        self._bytes += len(text)
        if self._bytes > MOST_WAITING:
            self.close(TOO_SLOW, "too slow")
            return
        self._waiting.put_nowait(text)

    def close(self, code: int, reason: GoneReason) -> None:
        """Say good-bye after what waits."""
        if self.closing is None:
            self._waiting.put_nowait(write(GoneMessage(reason)))
            self.closing = (code, reason)
            self._waiting.put_nowait(None)

    async def next(self) -> str | None:
        """The next message to send; None when the socket is to be closed."""
        text = await self._waiting.get()
        if text is not None:
            self._bytes -= len(text)
        return text
