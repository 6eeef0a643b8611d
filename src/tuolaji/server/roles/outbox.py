"""What waits to be sent to one socket."""

from __future__ import annotations

import asyncio

from msgspec import UNSET, UnsetType

from ..buckets import Bucket
from ..limits import Limits
from ..protocol.outgoing import GoneMessage, GoneReason, write
from ..table.clients import TOO_SLOW


class Outbox:
    """The messages for a socket; messages: how many it may send itself."""

    def __init__(self, limits: Limits) -> None:
        self.messages = Bucket(*limits.message_units)
        self.closing: tuple[int, GoneReason] | None = None
        self.emptied = False  # all was sent, the good-bye too
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._bytes, self._most = 0, limits.waiting_bytes

    def send(self, text: str) -> None:
        """Put a message into the queue; a reader that is too slow is sent away to come back."""
        if self.closing is not None:
            return
        self._bytes += len(text)
        if self._bytes > self._most:
            self.close(TOO_SLOW, "too slow")
            return
        self._waiting.put_nowait(text)

    def close(self, code: int, reason: GoneReason, after: float | UnsetType = UNSET) -> None:
        """Say good-bye after what waits, and when to come back."""
        if self.closing is None:
            self._waiting.put_nowait(write(GoneMessage(reason, after)))
            self.closing = (code, reason)
            self._waiting.put_nowait(None)

    async def next(self) -> str | None:
        """The next message to send; None when the socket is to be closed."""
        text = await self._waiting.get()
        if text is not None:
            self._bytes -= len(text)
        else:
            self.emptied = True
        return text
