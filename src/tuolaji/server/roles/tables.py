"""The owner of tables: hears what clients say over the bus, and tells them over it."""

from __future__ import annotations

from typing import Any

import msgspec

from ..bus.base import Bus
from ..bus.letters import (
    TABLES,
    AskFinished,
    AskRoom,
    AskSave,
    Fault,
    Find,
    Found,
    Given,
    Join,
    Joined,
    Leave,
    Letter,
    Make,
    NoTable,
    NotHere,
    Refused,
    Say,
    SendAway,
    Tell,
    gateway_subject,
    owner_subject,
    pack,
    said_subject,
    unpack,
)
from ..http.replays import BadFile, save_of
from ..protocol import incoming
from ..protocol.outgoing import GoneReason
from ..store.base import CannotRead, Elsewhere
from ..table.actor import TableActor
from ..table.clients import Client
from ..table.commands import CommandRefused
from ..table.hall import Hall
from ..table.presenter import Presenter

Key = tuple[str, int]


class GatewayLine:
    """The way to one gateway; nothing is said by an owner whose lease is over."""

    def __init__(self, bus: Bus, hall: Hall, gateway: str) -> None:
        self._bus, self._hall, self._subject = bus, hall, gateway_subject(gateway)

    def tell(self, numbers: list[int], text: str) -> None:
        """Send clients a message that is written already."""
        if self._hall.store.owning():
            self._bus.publish(self._subject, pack(Tell(numbers, text)))

    def send_away(self, numbers: list[int], code: int, reason: GoneReason) -> None:
        """Close clients after what they were sent."""
        self._bus.publish(self._subject, pack(SendAway(numbers, code, reason)))


class Tables:
    """The tables of one process, and their clients at any gateway."""

    def __init__(self, hall: Hall, bus: Bus, name: str) -> None:
        self.hall, self._bus, self._name = hall, bus, name
        self._lines: dict[str, GatewayLine] = {}
        self._clients: dict[Key, tuple[Client, TableActor]] = {}

    def open(self) -> None:
        """Begin to listen."""
        self._bus.answer(TABLES, self._any)
        self._bus.answer(owner_subject(self._name), self._own)
        self._bus.listen(said_subject(self._name), self._hear)

    def lost(self, gateway: str | None = None) -> None:
        """A gateway is lost, or all are: so are its clients."""
        for key in [key for key in self._clients if gateway in (None, key[0])]:
            self._leave(key)
        if gateway is None:
            self._lines.clear()
        else:
            self._lines.pop(gateway, None)

    # What any owner is asked.

    async def _any(self, body: bytes) -> bytes:
        letter = unpack(body)
        if isinstance(letter, Make):
            table = await self.hall.make(letter.made, letter.name)
            return pack(Found(table.state.table, self._name))
        assert isinstance(letter, Find)
        return pack(await self._find(letter.table))

    async def _find(self, table: str) -> Letter:
        try:
            await self.hall.find(table)
        except KeyError:
            return NoTable()
        except CannotRead:
            return NotHere()
        except Elsewhere as elsewhere:
            return Found(table, elsewhere.owner)
        return Found(table, self._name)

    # What this one is asked and told about its tables.

    async def _own(self, body: bytes) -> bytes:
        letter = unpack(body)
        assert isinstance(letter, Join | AskRoom | AskFinished | AskSave)
        table = self.hall.tables.get(letter.table)
        if table is None:
            return pack(NotHere())
        if isinstance(letter, Join):
            return pack(self._join(table, letter))
        if isinstance(letter, AskRoom):
            return pack(Given(msgspec.json.encode(_room(table, letter.language))))
        if isinstance(letter, AskFinished):
            return pack(Given(b"", table.told().finished))
        return pack(_saved(table, letter.language))

    def _join(self, table: TableActor, join: Join) -> Letter:
        key = join.gateway, join.number
        self._leave(key)
        if join.gateway not in self._lines:
            self._lines[join.gateway] = GatewayLine(self._bus, self.hall, join.gateway)
        line = self._lines[join.gateway]
        client = Client(join.guest, join.name, line, join.number, self.hall.limits)
        self._clients[key] = client, table
        table.join(client)
        return Joined()

    def _leave(self, key: Key) -> None:
        client, table = self._clients.pop(key, (None, None))
        if client is not None and table is not None:
            table.leave(client)

    def _hear(self, body: bytes) -> None:
        letter = unpack(body)
        assert isinstance(letter, Say | Fault | Leave)
        key = letter.gateway, letter.number
        if isinstance(letter, Leave):
            self._leave(key)
            return
        client, table = self._clients.get(key, (None, None))
        if client is None or table is None:
            return
        if isinstance(letter, Say):
            table.said(client, incoming.read(letter.text))
        else:
            table.refused(client, letter.move, CommandRefused(letter.code, letter.why))


def _room(table: TableActor, language: str) -> dict[str, Any]:
    """What all may know of a table."""
    room = Presenter(table.told(), table.status(), None, language).room()
    free = any(seat.kind != "human" for seat in room.seats)
    facts: dict[str, Any] = msgspec.to_builtins(room)
    return {**facts, "full": table.state.made.solo or not free}


def _saved(table: TableActor, language: str) -> Letter:
    try:
        return Given(save_of(table.told(), language))
    except BadFile as error:
        return Refused(str(error))
