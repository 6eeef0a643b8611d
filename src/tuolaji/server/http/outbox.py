"""What waits to be sent to one socket."""

from __future__ import annotations

import asyncio

from ..limits import MESSAGES, Bucket
from ..protocol.outgoing import GoneMessage, GoneReason, write
from ..table.clients import TOO_SLOW

MOST_WAITING = 256 * 1024  # bytes


class Outbox:
    """The messages for a socket; messages: how many it may send itself."""

    def __init__(self) -> None:
        self.messages = Bucket(*MESSAGES)
        self.closing: tuple[int, GoneReason] | None = None
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._bytes = 0

    def send(self, text: str) -> None:
        """Put a message into the queue; a reader that is too slow is sent away to come back."""
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
