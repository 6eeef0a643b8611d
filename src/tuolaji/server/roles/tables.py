"""The owner of tables: hears what clients say over the bus, and tells them over it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import msgspec

from ...notation.sav import SIZE, SaveFile, SaveFileError
from ...texts.reader import texts
from ..bus import letters
from ..bus.base import Bus
from ..logs import logger
from ..people import own, ratings
from ..protocol import incoming
from ..protocol.outgoing import GoneReason
from ..store.base import CannotRead, Elsewhere, Fenced
from ..table import claims, event_orders
from ..table.actor import TableActor
from ..table.clients import Client
from ..table.commands import CommandRefused
from ..table.entries import Made, decode
from ..table.hall import Hall
from .peers import BEAT, SILENT, Peers, Ties

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
        self._bus, self._hall, self._subject = bus, hall, letters.gateway_subject(gateway)

    def tell(self, numbers: list[int], text: str) -> None:
        """Send clients a message that is written already."""
        if self._hall.store.owning():
            self._bus.publish(self._subject, letters.pack(letters.Tell(numbers, text)))

    def send_away(self, numbers: list[int], code: int, reason: GoneReason) -> None:
        """Close clients after what they were sent."""
        self._bus.publish(self._subject, letters.pack(letters.SendAway(numbers, code, reason)))


class Tables:
    """The tables of one process, and their clients at any gateway."""

    def __init__(self, hall: Hall, bus: Bus, peers: Peers) -> None:
        self.hall, self._bus, self._name, self._peers = hall, bus, peers.name, peers
        self._lines: dict[str, GatewayLine] = {}
        self._places: dict[Key, Place] = {}
        self._ties = Ties()

    def open(self) -> None:
        """Begin to listen."""
        self._bus.answer(letters.TABLES, self._any)
        self._bus.answer(letters.owner_subject(self._name), self._own)
        self._bus.listen(letters.said_subject(self._name), self._hear)
        self._bus.listen(letters.LET_GO, self._let_go)

    async def stay_reachable(self) -> None:
        """Own tables only while the bus is there: else others take them at once."""
        loop, store, owns = asyncio.get_running_loop(), self.hall.store, True
        reached = loop.time()
        while True:
            await asyncio.sleep(BEAT)
            try:
                if self._bus.connected():
                    reached = loop.time()
                    if not owns:
                        await store.own(self.hall.drop)
                        owns = True
                elif owns and loop.time() - reached > SILENT:
                    logger.warning("all tables are let go", why="the bus is gone")
                    owns = False
                    self.hall.drop()
                    await store.disown()
            except Exception:  # whatever it is, it is tried again: else nothing is owned any more
                logger.exception("owning tables cannot begin or end")

    def _let_go(self, body: bytes) -> None:
        letter = letters.unpack(body)
        assert isinstance(letter, letters.LetGo)
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
        letter = letters.unpack(body)
        assert isinstance(letter, letters.Make | letters.Find)
        try:
            return letters.pack(await self._found(letter))
        except (CannotRead, Fenced):
            return letters.pack(letters.NotHere())

    async def _found(self, letter: letters.Make | letters.Find) -> letters.Letter:
        if isinstance(letter, letters.Make):
            made = decode(letter.made)
            assert isinstance(made, Made)
            table = await self.hall.make(made, letter.name, list(map(decode, letter.done)))
            return letters.Found(table.state.table, self._name)
        try:
            await self.hall.find(letter.table)
        except KeyError:
            return letters.NoTable()
        except Elsewhere as elsewhere:
            return letters.Found(letter.table, elsewhere.owner)
        return letters.Found(letter.table, self._name)

    # What this one is asked and told about its tables.

    async def _own(self, body: bytes) -> bytes:
        letter = letters.unpack(body)
        assert isinstance(letter, letters.Join | letters.Question)
        try:
            return letters.pack(await self._answer(letter))
        except (CannotRead, Fenced):
            return letters.pack(letters.NotHere())

    async def _answer(self, letter: letters.Join | letters.Question) -> letters.Letter:
        if isinstance(letter, letters.Join):
            return await self._join(letter)
        table = self._table(letter.table)
        if table is None:
            return letters.NotHere()
        if isinstance(letter, letters.AskRoom):
            return letters.Given(msgspec.json.encode(_room(table, letter.language)))
        if isinstance(letter, letters.AskFinished):
            return letters.Given(b"", event_orders.shown_deals(table.told()))
        if isinstance(letter, letters.AskSave):
            return _saved(table, letter.language)
        return await _of_event(table, letter)

    def _table(self, name: str) -> TableActor | None:
        """A table that is ours, and of which we may speak."""
        return self.hall.tables.get(name) if self.hall.store.owning() else None

    async def _join(self, join: letters.Join) -> letters.Letter:
        key = join.gateway, join.number
        name, blocked = await self._remembered(join.guest)
        known = await self._known(join)
        self._leave(key)  # who asks again, having heard nothing, comes once
        table = self._table(join.table)
        if table is None:
            return letters.NotHere()
        if join.gateway not in self._lines:
            self._lines[join.gateway] = GatewayLine(self._bus, self.hall, join.gateway)
        line = self._lines[join.gateway]
        client = Client(join.guest, name, line, join.number)
        client.login, client.like = known
        client.unheard |= blocked
        self._places[key] = Place(client, table, join.life)
        self._peers.meet(join.gateway)
        self._ties.tie(join.gateway, join.life, join.number)
        table.join(client)
        return letters.Joined(self._peers.life)

    async def _remembered(self, guest: str) -> tuple[str | None, set[str]]:
        """The name that a guest has chosen, and whom they have blocked."""
        if not guest:
            return None, set()
        text = "SELECT owner, name, value FROM facts WHERE owner = :guest OR owner = :blocks"
        blocks = own.owner(own.BLOCKS, guest)
        found = await self.hall.store.rows(text, guest=guest, blocks=blocks)
        names = [value for owner, name, value in found if (owner, name) == (guest, "name")]
        return (names or [None])[0], {name for owner, name, _ in found if owner == blocks}

    async def _known(self, join: letters.Join) -> tuple[str | None, str]:
        """Where deals are rated: the login of who joins, and the bot that is about as strong.

        Nobody else sits there.
        """
        table = self._table(join.table)
        if table is None or not table.state.made.rated or not join.guest:
            return None, ""
        store, ruleset = self.hall.store, table.state.ruleset.base
        text = "SELECT login FROM accounts WHERE guest = :guest"
        found = await store.rows(text, guest=join.guest)
        if not found:
            return None, ""
        rating = (await ratings.read(store, ruleset, [join.guest]))[join.guest]
        return found[0][0], ratings.bot_like(rating.mu)

    def _leave(self, key: Key) -> None:
        place = self._places.pop(key, None)
        if place is not None:
            self._ties.untie(key[0], place.life, key[1])
            place.table.leave(place.client)

    def _hear(self, body: bytes) -> None:
        letter = letters.unpack(body)
        assert isinstance(letter, letters.Say | letters.Fault | letters.Leave)
        key = letter.gateway, letter.number
        if isinstance(letter, letters.Leave):
            self._leave(key)
            return
        place = self._places.get(key)
        if place is None:
            return
        if isinstance(letter, letters.Say):
            place.table.said(place.client, incoming.read(letter.text))
        else:
            refused = CommandRefused(letter.code, letter.why)
            place.table.refused(place.client, letter.move, refused)


def _room(table: TableActor, language: str) -> dict[str, Any]:
    """What all may know of a table."""
    room = table.audience.for_onlookers(language).room()
    free = any(seat.kind != "human" for seat in room.seats)
    facts: dict[str, Any] = msgspec.to_builtins(room)
    return {**facts, "full": table.state.made.solo or not free}


async def _of_event(
    table: TableActor, letter: letters.Follow | letters.TakeSeat | letters.LookAt
) -> letters.Letter:
    """What the event of a table wants of it."""
    match = table.state.made.match
    asks = letter.event, letter.match, letter.room
    if match is None or (match.event, match.match, match.room) != asks:
        return letters.NoTable()
    if isinstance(letter, letters.LookAt):
        told = claims.looked_at(table.state, letter.call, letter.language)
        return letters.Given(msgspec.json.encode(told))
    if isinstance(letter, letters.TakeSeat):
        try:
            await table.ask(lambda: table.take_place(letter.guest, letter.seat, own=letter.own))
        except CommandRefused as refused:
            return letters.Refused(texts(letter.language)["server"]["refused"][refused.code])
        return letters.Given(b"")
    if letter.orders:
        wanted = msgspec.json.decode(letter.orders, type=event_orders.Orders)
        await table.ask(lambda: table.obey(wanted))
    return letters.Given(msgspec.json.encode(event_orders.report(table.state)))


def _saved(table: TableActor, language: str) -> letters.Letter:
    try:
        state = table.told()
        rest = bytes.fromhex(state.made.rest) or bytes(SIZE - 3)
        return letters.Given(bytes(SaveFile.from_match(state.match, rest)))
    except SaveFileError as error:  # six bytes cannot hold it
        return letters.Refused(error.text(language))
