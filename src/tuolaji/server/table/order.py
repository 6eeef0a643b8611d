"""Order at a table: whom a client does not want to hear, and what the operator is told."""

from __future__ import annotations

import secrets
from collections import Counter
from time import time
from typing import TYPE_CHECKING

import msgspec

from ..people import own
from ..protocol import incoming
from ..protocol.outgoing import OrderMessage
from ..store.base import Store
from .clients import Client
from .commands import CommandRefused, readable

if TYPE_CHECKING:
    from .actor import TableActor

MOST_REPORTS, MOST_OF_ONE, MOST_BLOCKED = 500, 20, 200


class Reported(msgspec.Struct, frozen=True):
    """What somebody told the operator. said: the last lines of whom it is about."""

    at: float
    table: str
    deal: int
    reporter: str
    against: str
    name: str
    why: str
    text: str
    said: list[str]


def _whose(table: TableActor, client: Client, by: str) -> str:
    """Whom a client means."""
    guest = table.chat.whose(by)
    if guest is None or guest == client.guest:
        raise CommandRefused("no-such-guest")
    if not client.guest:
        raise CommandRefused("no-cookie")
    return guest


def mute(table: TableActor, client: Client, message: incoming.Mute) -> None:
    """Let a client hear somebody no longer, or again, as long as it is here."""
    guest = _whose(table, client, message.by)
    (client.unheard.add if message.on else client.unheard.discard)(guest)
    client.send(OrderMessage(message.by, "muted" if message.on else "heard"))


async def block(table: TableActor, client: Client, message: incoming.Block) -> None:
    """Let a guest hear somebody never more, anywhere, or again."""
    guest, owner = _whose(table, client, message.by), own.owner(own.BLOCKS, client.guest)
    if message.on and len(await table.store.facts(owner)) >= MOST_BLOCKED:
        raise CommandRefused("too-often")
    await table.store.keep(owner, guest, str(round(time())) if message.on else None)
    for one in table.clients:
        if one.guest == client.guest:
            (one.unheard.add if message.on else one.unheard.discard)(guest)
    client.send(OrderMessage(message.by, "blocked" if message.on else "unblocked"))


async def report(table: TableActor, client: Client, message: incoming.Report) -> None:
    """Tell the operator about somebody; older ones make room, first where there are many."""
    against = _whose(table, client, message.by)
    table.chat.need_time(client.guest, client.seat)
    said = [line for line in table.chat.lines if line.by == message.by]
    state = table.told()
    name = next((seat.name for seat in state.seats if seat.guest == against), "")
    told = Reported(
        at=time(),
        table=state.table,
        deal=state.finished,
        reporter=client.guest,
        against=against,
        name=name or (said[-1].name if said else ""),
        why=message.why,
        text=readable(message.text),
        said=[line.text for line in said][-20:],
    )
    await _make_room(table.store, client.guest)
    name = f"{told.at:.3f} {secrets.token_hex(4)}"
    await table.store.keep(own.REPORTS, name, msgspec.json.encode(told).decode())
    client.send(OrderMessage(message.by, "reported"))


async def _make_room(store: Store, reporter: str) -> None:
    """Forget the oldest reports of whoever has reported much, then of where most come from.

    Cookies cost nothing, but tables are counted by address.
    """
    kept = {name: read(text) for name, text in sorted((await store.facts(own.REPORTS)).items())}
    by = [name for name, one in kept.items() if one.reporter == reporter]
    gone = by[: max(0, len(by) - MOST_OF_ONE + 1)]
    tables = Counter(one.table for name, one in kept.items() if name not in gone)
    while tables.total() >= MOST_REPORTS:
        (fullest, _), *_ = tables.most_common(1)
        gone.append(next(n for n, one in kept.items() if one.table == fullest and n not in gone))
        tables[fullest] -= 1
    for name in gone:
        await store.keep(own.REPORTS, name, None)


def read(text: str) -> Reported:
    """A report as it is kept."""
    return msgspec.json.decode(text, type=Reported)
