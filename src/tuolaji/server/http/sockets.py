"""The socket of a table: messages in, states out, and a reason whenever it is closed."""

from __future__ import annotations

import asyncio
import contextlib

from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from ..guests import COOKIE
from ..protocol import incoming
from ..protocol.outgoing import GoneMessage, GoneReason, write
from ..roles.gateway import Link, Unavailable
from ..table.clients import POLICY, RESTART
from ..table.commands import CommandRefused
from .outbox import Outbox
from .service import Service

NO_TABLE, TOO_MANY = 4404, 4429
SEND_SECONDS = 5.0
_MOST_FAULTS = 100


async def serve_socket(socket: WebSocket, table: str, service: Service) -> None:
    """Speak with one client until either side ends it."""
    host = socket.headers.get("host", "")
    if not service.origins.knows_host(host) or not service.origins.allows(
        socket.headers.get("origin"), host
    ):
        await socket.close(POLICY)
        return
    address = socket.client.host if socket.client else ""
    await socket.accept()
    if not service.places.enter(address):
        await _turn_away(socket, TOO_MANY, "too-many")
        return
    try:
        await _talk(socket, table, service)
    finally:
        service.places.leave(address)


async def _talk(socket: WebSocket, name: str, service: Service) -> None:
    guest = service.guests.read(socket.cookies.get(COOKIE)) or ""  # without one they can watch
    outbox = Outbox()
    try:
        link = await service.gateway.join(name, outbox, guest, await service.chosen_name(guest))
    except KeyError:
        await _turn_away(socket, NO_TABLE, "no-table")
        return
    except Unavailable:
        await _turn_away(socket, RESTART, "restart")
        return
    sender = asyncio.create_task(_send(socket, outbox))
    try:
        await _hear(socket, outbox, link)
    finally:
        link.leave()
        await _finish(sender, outbox)


async def _finish(sender: asyncio.Task[None], outbox: Outbox) -> None:
    """End sending; a client that is sent away still hears why."""
    if outbox.closing is not None:
        await asyncio.wait([sender], timeout=SEND_SECONDS)
    sender.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await sender


async def _turn_away(socket: WebSocket, code: int, reason: GoneReason) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(write(GoneMessage(reason)))
        await socket.close(code, reason)


async def _send(socket: WebSocket, outbox: Outbox) -> None:
    """Send what waits; a client that takes too long, or is to go, is closed."""
    try:
        while (text := await outbox.next()) is not None:
            async with asyncio.timeout(SEND_SECONDS):
                await socket.send_text(text)
        code, reason = outbox.closing or (POLICY, "")
        await socket.close(code, reason)
    except TimeoutError:
        with contextlib.suppress(RuntimeError):
            await socket.close(1013, "too slow")
    except (RuntimeError, WebSocketDisconnect):
        return


async def _hear(socket: WebSocket, outbox: Outbox, link: Link) -> None:
    """Pass on what the client says; what cannot be read is refused and changes nothing."""
    faults = 0
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            frame = await socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            refused = _take(outbox, link, frame.get("text"))
            if refused is not None:
                faults += 1
                link.fault(refused)
            if faults > _MOST_FAULTS:
                outbox.close(POLICY, "too many faults")
                return


def _take(outbox: Outbox, link: Link, text: str | None) -> CommandRefused | None:
    """Hand a message to the table, or say why not."""
    if not outbox.messages.take():
        return CommandRefused("too-fast")
    if text is None or len(text) > incoming.LONGEST:
        return CommandRefused("bad-message")
    try:
        incoming.read(text)
    except (incoming.Unreadable, RecursionError, ValueError) as error:
        return CommandRefused("bad-message", str(error)[:200])
    link.say(text)
    return None
