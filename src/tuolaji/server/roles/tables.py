"""The owner of tables: hears what clients say over the bus, and tells them over it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from ..bus.base import Bus
from ..bus.letters import (
    LET_GO,
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
    LetGo,
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
from ..people import own, ratings
from ..protocol import incoming
from ..protocol.outgoing import GoneReason
from ..store.base import CannotRead, Elsewhere, Fenced
from ..table.actor import TableActor
from ..table.clients import Client
from ..table.commands import CommandRefused
from ..table.hall import Hall
from ..table.presenter import Presenter
from .peers import Peers, Ties

Key = tuple[str, int]


@dataclass(frozen=True)
class Place:
    """A client at its table; life: of its gateway."""

    client: Client
    table: TableActor
    life: int


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

    def __init__(self, hall: Hall, bus: Bus, peers: Peers) -> None:
        self.hall, self._bus, self._name, self._peers = hall, bus, peers.name, peers
        self._lines: dict[str, GatewayLine] = {}
        self._places: dict[Key, Place] = {}
        self._ties = Ties()

    def open(self) -> None:
        """Begin to listen."""
        self._bus.answer(TABLES, self._any)
        self._bus.answer(owner_subject(self._name), self._own)
        self._bus.listen(said_subject(self._name), self._hear)
        self._bus.listen(LET_GO, self._let_go)

    def _let_go(self, body: bytes) -> None:
        letter = unpack(body)
        assert isinstance(letter, LetGo)
        self.hall.let_go(letter.table)

    def lives(self, name: str, life: int | None) -> None:
        """A gateway has this life: clients that came in another one are gone."""
        for number in self._ties.broken(name, life):
            self._leave((name, number))
        if life is None:
            self._lines.pop(name, None)

    def gap(self) -> None:
        """All clients have to come again."""
        for key in list(self._places):
            self._leave(key)

    # What any owner is asked.

    async def _any(self, body: bytes) -> bytes:
        letter = unpack(body)
        assert isinstance(letter, Make | Find)
        try:
            return pack(await self._found(letter))
        except (CannotRead, Fenced):
            return pack(NotHere())

    async def _found(self, letter: Make | Find) -> Letter:
        if isinstance(letter, Make):
            made = await self.hall.make(letter.made, letter.name)
            return Found(made.state.table, self._name)
        try:
            await self.hall.find(letter.table)
        except KeyError:
            return NoTable()
        except Elsewhere as elsewhere:
            return Found(letter.table, elsewhere.owner)
        return Found(letter.table, self._name)

    # What this one is asked and told about its tables.

    async def _own(self, body: bytes) -> bytes:
        letter = unpack(body)
        assert isinstance(letter, Join | AskRoom | AskFinished | AskSave)
        if isinstance(letter, Join):
            return pack(await self._join(letter))
        table = self._table(letter.table)
        if table is None:
            return pack(NotHere())
        if isinstance(letter, AskRoom):
            return pack(Given(msgspec.json.encode(_room(table, letter.language))))
        if isinstance(letter, AskFinished):
            return pack(Given(b"", table.told().finished))
        return pack(_saved(table, letter.language))

    def _table(self, name: str) -> TableActor | None:
        """A table that is ours, and of which we may speak."""
        return self.hall.tables.get(name) if self.hall.store.owning() else None

    async def _join(self, join: Join) -> Letter:
        key = join.gateway, join.number
        self._leave(key)
        try:
            name = (await self.hall.store.facts(join.guest)).get("name")
            known = await self._known(join)
            blocked = await self.hall.store.facts(own.owner(own.BLOCKS, join.guest))
        except CannotRead:
            return NotHere()
        table = self._table(join.table)
        if table is None:
            return NotHere()
        if join.gateway not in self._lines:
            self._lines[join.gateway] = GatewayLine(self._bus, self.hall, join.gateway)
        line = self._lines[join.gateway]
        client = Client(join.guest, name, line, join.number, self.hall.limits)
        client.login, client.like = known
        client.unheard |= blocked.keys()
        self._places[key] = Place(client, table, join.life)
        self._peers.meet(join.gateway)
        self._ties.tie(join.gateway, join.life, join.number)
        table.join(client)
        return Joined(self._peers.life)

    async def _known(self, join: Join) -> tuple[str | None, str]:
        """Where deals are rated: the login of who joins, and the bot that is about as strong."""
        table = self._table(join.table)
        if table is None or not table.state.made.rated or not join.guest:
            return None, ""
        store, ruleset = self.hall.store, table.state.ruleset.base
        text = "SELECT login FROM accounts WHERE guest = :guest"
        found = await store.rows(text, guest=join.guest)
        rating = (await ratings.read(store, ruleset, [join.guest]))[join.guest]
        return (found[0][0] if found else None), ratings.bot_like(rating.mu)

    def _leave(self, key: Key) -> None:
        place = self._places.pop(key, None)
        if place is not None:
            self._ties.untie(key[0], place.life, key[1])
            place.table.leave(place.client)

    def _hear(self, body: bytes) -> None:
        letter = unpack(body)
        assert isinstance(letter, Say | Fault | Leave)
        key = letter.gateway, letter.number
        if isinstance(letter, Leave):
            self._leave(key)
            return
        place = self._places.get(key)
        if place is None:
            return
        if isinstance(letter, Say):
            place.table.said(place.client, incoming.read(letter.text))
        else:
            refused = CommandRefused(letter.code, letter.why)
            place.table.refused(place.client, letter.move, refused)


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
