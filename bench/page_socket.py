"""A page's socket with as little work as possible, so that thousands fit into one process.

It sends what a browser does and reads what our server sends: whole frames, not compressed.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_SHORT, _MIDDLE = 126, 127  # lengths that say that the true one follows, in two or eight bytes
_BACK = 10.0  # seconds till a connection is open, or closed


class Refused(Exception):
    """The server does not want the socket."""


class Gone(Exception):
    """The socket is closed."""


class PageSocket(asyncio.Protocol):
    """A socket that is open; close_code: why it no longer is."""

    close_code: int | None = None

    def __init__(self) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = bytearray()
        self._texts: asyncio.Queue[bytes | None] = asyncio.Queue()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """There is a connection."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """The connection is over."""
        if not self.opened.done():
            self.opened.set_exception(Refused())
        self._texts.put_nowait(None)
        self.lost.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Take in what the server says."""
        self._buffer += data
        if not self.opened.done():
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._buffer.startswith(b"HTTP/1.1 101"):
                self.transport.abort()
                return
            del self._buffer[: end + 4]
            self.opened.set_result(None)
        while self._take_frame():
            pass

    def _take_frame(self) -> bool:
        """Take a frame out of what has come, if a whole one is there."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        length, at = buffer[1], 2
        if length >= _SHORT:
            at = 4 if length == _SHORT else 10
            length = int.from_bytes(buffer[2:at], "big")
        if len(buffer) < at + length:
            return False
        kind, body = buffer[0] & 15, bytes(buffer[at : at + length])
        del buffer[: at + length]
        if kind == _TEXT:
            self._texts.put_nowait(body)
        elif kind == _PING:
            self._write(_PONG, body)
        elif kind == _CLOSE:
            self.close_code = int.from_bytes(body[:2], "big") if body else None
            self._write(_CLOSE, body[:2])
            self.transport.close()
        return True

    def _write(self, kind: int, body: bytes) -> None:
        """Send a frame, under a mask that changes nothing."""
        size = len(body)
        length = bytes([128 | size]) if size < _SHORT else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + length + bytes(4) + body)

    def send(self, text: str) -> None:
        """Say something; Gone if nobody hears it."""
        if self.transport.is_closing():
            raise Gone
        self._write(_TEXT, text.encode())

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """What the server says, until it is over."""
        while (text := await self._texts.get()) is not None:
            yield text


@asynccontextmanager
async def connect(port: int, path: str, cookie: str) -> AsyncIterator[PageSocket]:
    """A socket at a server of this machine; OSError, Refused or TimeoutError if there is none."""
    async with asyncio.timeout(3 * _BACK):
        _, page = await asyncio.get_running_loop().create_connection(PageSocket, "127.0.0.1", port)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket",
            "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
            f"Cookie: {cookie}", "", "",
        ]  # fmt: skip
        page.transport.write("\r\n".join(lines).encode())
        await page.opened
    try:
        yield page
    finally:
        if not page.transport.is_closing():
            page._write(_CLOSE, (1000).to_bytes(2, "big"))
            page.transport.close()
        await asyncio.wait([page.lost], timeout=_BACK)
