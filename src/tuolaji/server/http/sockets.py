"""The socket of a table: messages in, states out, and a reason whenever it is closed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial

from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from .. import costs, metrics
from ..jobs import Refused
from ..protocol import incoming
from ..protocol.outgoing import GoneMessage, GoneReason, write
from ..roles.gateway import Link, Unavailable
from ..roles.outbox import Outbox
from ..store.base import CannotRead
from ..table.clients import POLICY, RESTART
from ..table.commands import CommandRefused
from .service import Service, address_of

_PATH = "/ws/"
NO_TABLE, TOO_MANY = 4404, 4429


async def serve_socket(socket: WebSocket, service: Service) -> None:
    """Speak with one client, at /ws/ID, until either side ends it."""
    path: str = socket.scope["path"]
    table = path.removeprefix(_PATH)
    if table == path or "\0" in path or len(path) > service.limits.path_characters:
        await socket.close(POLICY)
        return
    host = socket.headers.get("host", "")
    if not service.origins.knows_host(host) or not service.origins.allows(
        socket.headers.get("origin"), host
    ):
        await socket.close(POLICY)
        return
    address = address_of(socket)
    try:
        service.charge(socket, costs.SOCKET)
    except Refused:
        await socket.close(TOO_MANY)
        return
    await socket.accept()
    if not service.places.enter(address):
        await _turn_away(socket, TOO_MANY, "too-many")
        return
    try:
        with metrics.SOCKETS.track_inprogress():
            await _talk(socket, table, service)
    finally:
        service.places.leave(address)


async def _talk(socket: WebSocket, name: str, service: Service) -> None:
    limits = service.limits
    outbox = Outbox(limits)
    try:
        service.need_welcome(socket)
        guest = await service.known(socket) or ""  # without a cookie they can watch
        link = await service.gateway.join(name, outbox, guest, address_of(socket))
    except Refused:
        await _turn_away(socket, POLICY, "banned")
        return
    except KeyError:
        await _turn_away(socket, NO_TABLE, "no-table")
        return
    except (Unavailable, CannotRead):
        await _turn_away(socket, RESTART, "restart")
        return
    sender = asyncio.create_task(_send(socket, outbox, limits.send_seconds))
    try:
        await _hear(socket, outbox, link, service)
    finally:
        link.leave()
        await _finish(sender, outbox, limits.send_seconds)


async def _finish(sender: asyncio.Task[None], outbox: Outbox, seconds: float) -> None:
    """End sending; a client that is sent away still hears why."""
    if outbox.closing is not None:
        await asyncio.wait([sender], timeout=seconds)
    sender.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await sender


async def _turn_away(socket: WebSocket, code: int, reason: GoneReason) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(write(GoneMessage(reason)))
        await socket.close(code, reason)


async def _send(socket: WebSocket, outbox: Outbox, seconds: float) -> None:
    """Send what waits; a client that takes too long, or is to go, is closed."""
    try:
        while (text := await outbox.next()) is not None:
            async with asyncio.timeout(seconds):
                await socket.send_text(text)
        code, reason = outbox.closing or (POLICY, "")
        await socket.close(code, reason)
    except TimeoutError:
        with contextlib.suppress(RuntimeError):
            await socket.close(1013, "too slow")
    except (RuntimeError, WebSocketDisconnect):
        return


async def _hear(socket: WebSocket, outbox: Outbox, link: Link, service: Service) -> None:
    """Pass on what the client says; what cannot be read is refused and changes nothing."""
    faults, known, limits = 0, False, service.limits
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        while True:
            if known:
                frame = await socket.receive()
            else:
                async with asyncio.timeout(limits.hello_seconds):
                    frame = await socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            may_keep = partial(service.may_keep, socket)
            move, refused = _take(outbox, link, frame.get("text") or "", may_keep)
            if refused is None:
                known = True
                continue
            link.fault(move, refused)
            faults += 1
            if faults > limits.faults:
                outbox.close(POLICY, "too many faults")
                return


def _take(
    outbox: Outbox, link: Link, text: str, may_keep: Callable[[], bool]
) -> tuple[str | None, CommandRefused | None]:
    """Hand a message to the table, or say why not; the move it names, if it can be read.

    may_keep: whether something more may be kept for good.
    """
    try:
        message = incoming.read(text)
    except (incoming.Unreadable, RecursionError, ValueError) as error:
        known = CommandRefused("bad-message", str(error)[:200])
        return None, known if outbox.messages.take() else CommandRefused("too-fast")
    move = getattr(message, "id", None)
    if not outbox.messages.take(costs.of_message(message)):
        return move, CommandRefused("too-fast")
    if costs.keeps(message) and not may_keep():
        return move, CommandRefused("too-fast")
    link.say(text)
    return move, None
