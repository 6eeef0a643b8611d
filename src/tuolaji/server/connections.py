"""Connections that cannot be used against the server, below all that is asked on them.

A request must come whole within a time, its answer must be taken, and only so many may be under
way; pings and pieces of messages on a socket are counted like messages, and never many are read at
once.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from .buckets import Bucket
from .limits import Limits

_PIECE = 1024  # bytes that are read at once: some hundred empty frames
_POLICY = 1008
# That a request makes no sense is no warning: whoever sends many would fill the log with them.
_logger = logging.getLogger("uvicorn.error.requests")
_logger.setLevel(logging.ERROR)
_WHOLE = (h11.DONE, h11.MUST_CLOSE, h11.CLOSED, h11.ERROR)


def config(app: Any, limits: Limits) -> Config:
    """How uvicorn is to serve an application."""
    half_sent, untaken = dict[BoundedHttp, None](), dict[BoundedHttp, None]()

    class Http(BoundedHttp):
        bounds, requests, answers = limits, half_sent, untaken

    class Socket(BoundedSocket):
        bounds = limits

    return Config(
        app,
        http=Http,
        ws=Socket,
        ws_max_size=limits.message_bytes,
        ws_per_message_deflate=False,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=round(limits.stop_seconds),
    )


class BoundedHttp(H11Protocol):
    """A connection on which requests must come whole in time, and answers be taken.

    requests, answers: the connections of the server where one is still under way, the oldest first.
    Requests that are half sent are nothing against whoever takes an answer slowly.
    """

    bounds: Limits
    requests: dict[BoundedHttp, None]
    answers: dict[BoundedHttp, None]
    _late: asyncio.TimerHandle | None = None
    _untaken: int | None = None  # bytes of an answer that is not taken as fast as it is sent

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self.logger = _logger
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._done()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in some more of a request."""
        super().data_received(data)
        if self._untaken is not None:
            return
        if self.conn.their_state in _WHOLE or self.transport.get_protocol() is not self:
            self._done()
        elif self._late is None:
            self._wait()

    def pause_writing(self) -> None:
        """Wait till the answer is taken."""
        super().pause_writing()
        self._done()
        self._untaken = self.transport.get_write_buffer_size()
        self._wait()

    def resume_writing(self) -> None:
        """Go on: it is."""
        self._untaken = None
        self._done()
        super().resume_writing()

    def _wait(self) -> None:
        if self._untaken is None:
            others, seconds, late = self.requests, self.bounds.request_seconds, self._give_up
        else:
            others, seconds, late = self.answers, self.bounds.answer_seconds, self._look
        self._late = self.loop.call_later(seconds, late)
        others[self] = None
        if len(others) > self.bounds.unfinished_requests:
            next(iter(others))._give_up()

    def _look(self) -> None:
        """Wait on, if something of the answer was taken."""
        before, self._untaken = self._untaken, self.transport.get_write_buffer_size()
        if before is None or self._untaken >= before:
            self._give_up()
        else:
            self._wait()

    def _give_up(self) -> None:
        self._done()
        self.transport.abort()

    def _done(self) -> None:
        self.requests.pop(self, None)
        self.answers.pop(self, None)
        if self._late is not None:
            self._late.cancel()
            self._late = None


class BoundedSocket(WebSocketsSansIOProtocol):
    """A socket whose client may not ping and split messages at will."""

    bounds: Limits

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to count."""
        super().connection_made(transport)
        self._frames = Bucket(*self.bounds.frames)

    def data_received(self, data: bytes) -> None:
        """Take in some more, a piece at a time, as long as it is not too much.

        After our good-bye that should be theirs, upon which the connection ends.
        """
        for at in range(0, len(data), _PIECE):
            if self.transport.is_closing():
                return
            if self.close_sent and not self._frames.take():  # it should only answer the close
                self.transport.abort()
                return
            super().data_received(data[at : at + _PIECE])
            if self.conn.handshake_exc is not None:  # what uvicorn leaves open, and unanswered
                self.transport.write(b"".join(self.conn.data_to_send()))
                self.transport.close()
                return

    def handle_ping(self) -> None:
        """Answer, if it was not one too many."""
        if self._counted():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take note, if it was not one too many."""
        if self._counted():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Add to the message, if it was not one piece too many."""
        if self._counted():
            super().handle_cont(event)

    def _counted(self) -> bool:
        if self.close_sent:
            return False
        if self._frames.take():
            return True
        self.conn.fail(_POLICY, "too many frames")
        self.handle_parser_exception()
        return False
