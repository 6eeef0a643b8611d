"""All tables of a server: made, found again when somebody asks, let go when nobody is there.

After a restart a table is brought back when the first of its guests is: where nobody is, nothing
happens, and those who are there need not wait for those who are not.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from itertools import chain
from time import time
from typing import Any

from ...ruleset import Ruleset
from .. import metrics
from ..beside import Beside
from ..bus.base import Bus
from ..bus.letters import EVENTS, Happened, pack
from ..limits import Limits
from ..store.base import CannotRead, Epoch, LogRow, Store
from . import daily, lessons, snapshot
from . import entries as log
from .actor import TableActor, new_secret, summary
from .clients import RESTART
from .commands import drawn_cards
from .event_orders import MatchOf
from .presence import Arrivals
from .snapshot import Moves, restore
from .state import TableState, begin
from .terms import opening
from .thinking import TableBots

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 10
_FINISH = 0.5  # seconds for what tables do when the server stops


class Hall:
    """The tables at work; those that are not are in the store."""

    def __init__(self, store: Store, bus: Bus, limits: Limits) -> None:
        self.store, self._bus, self.limits = store, bus, limits
        self.tables: dict[str, TableActor] = {}
        self._loading: dict[str, asyncio.Future[TableActor]] = {}
        self._beside = Beside()
        self._closed, self._arrivals, self._drops = False, Arrivals(), 0
        metrics.TABLES.set_function(lambda: len(self.tables))

    async def find(self, table: str) -> TableActor:
        """A table, at work; KeyError if there is none, Elsewhere if another owner has it.

        A long match is replayed in a thread, and once for all who ask meanwhile.
        """
        if self._closed:
            raise CannotRead
        if table in self.tables:
            self.tables[table].touch()
            return self.tables[table]
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> TableActor:
        drops = self._drops
        try:
            epoch = await self.store.take(table)
            with metrics.RESTORED.time():
                state, moves = await restore(table, self.store)
        finally:
            del self._loading[table]
        self._need_owned(drops)
        return self._start(state, moves, epoch)

    def _need_owned(self, drops: int) -> None:
        """Refuse a table that was dropped with all others, so often before, since it was taken."""
        if drops != self._drops or not self.store.owning():
            raise CannotRead("the lease is over")

    def _start(self, state: TableState, moves: Moves, epoch: Epoch) -> TableActor:
        bots = TableBots(self._bus, state.table)
        table = TableActor(
            state,
            moves,
            self.store,
            bots,
            epoch=epoch,
            lost=self._lost,
            news=self._news,
            limits=self.limits,
            arrivals=self._arrivals,
        )
        table.start()
        self.tables[state.table] = table
        self._watch(table, self.limits.idle_seconds)
        return table

    def _news(self, match: MatchOf) -> None:
        """There is something for the event of a table."""
        self._bus.publish(EVENTS, pack(Happened(match.event, match.match)))

    def _lost(self, table: TableActor) -> None:
        """Somebody else has a table now, or may have."""
        if self.tables.get(table.state.table) is table:
            del self.tables[table.state.table]

    def let_go(self, table: str) -> None:
        """Let go of a table, which is read again from its log when somebody wants it."""
        self.store.keep(snapshot.owner(table), snapshot.NAME, None)
        if found := self.tables.pop(table, None):
            self._beside.start(found.stop())

    def drop(self) -> None:
        """Let go of all tables at once: they are not ours any more."""
        self._drops += 1
        for table in self.tables.values():
            self._beside.start(table.stop())
        self.tables.clear()

    async def make(self, made: log.Made, name: str, done: Sequence[log.Entry] = ()) -> TableActor:
        """A new table, where its maker sits down; if it is for one, bots take the other seats.

        done: what has happened there when it begins.
        """
        table = "".join(secrets.choice(_ALPHABET) for _ in range(_ID_LENGTH))
        state = begin(table, made)
        entries: list[Any] = [log.Committed(new_secret(state).hex())]
        if made.match is None:
            entries.append(log.Sat(made.seat, made.host, name))
        if made.solo:
            others = [seat for seat in range(state.ruleset.players) if seat != made.seat]
            entries += [log.BotSeated(seat, made.bots) for seat in others]
        entries += [*lessons.first_entries(made), *daily.first_entries(made), *done]
        rows = [LogRow(1, log.encode(made))]
        for entry in entries:
            state = state.apply(entry)
            rows.append(LogRow(state.rows, log.encode(entry)))
        drops = self._drops
        epoch = await self.store.take(table, new=True)
        await self.store.append(table, epoch, rows, summary(state))
        self._need_owned(drops)
        return self._start(state, {}, epoch)

    def _watch(self, table: TableActor, seconds: float) -> None:
        """Let the table go when nobody has been there for a while."""

        def check() -> None:
            if self.tables.get(table.state.table) is not table:
                return
            left = self.limits.idle_seconds - table.idle()
            if left > 0:
                self._watch(table, left)
                return
            del self.tables[table.state.table]
            self._beside.start(table.stop())

        asyncio.get_running_loop().call_later(seconds, check)

    async def close(self) -> None:
        """Send everybody away to come back, first those for whom a table waits, and stop.

        What was said before is answered first: so it is known for whom each table waits.
        """
        self._closed = True
        self._beside.cancel()
        tables, self.tables = list(self.tables.values()), {}
        if works := [work for table in tables if (work := table.finish()) is not None]:
            await asyncio.wait(works, timeout=_FINISH)
        for clients in zip(*(table.by_urgency() for table in tables), strict=True):
            for client in chain(*clients):
                client.close(RESTART, "restart")
        for table in tables:
            await table.stop()


def made(
    ruleset: Ruleset,
    host: str,
    *,
    bots: str,
    speed: str,
    solo: bool,
    seed: int | None = None,
    kept: float = log.KEPT,
    **more: Any,
) -> log.Made:
    """The first entry of a new table; the opening draw says who begins, or the seed.

    more: further facts of the entry.
    """
    draw = opening(ruleset, seed, secrets.randbelow)
    facts = {"bots": bots, "speed": speed, "solo": solo, "seed": seed, "kept": kept, **more}
    drawn = drawn_cards(draw)
    return log.Made(ruleset.lasting, host, draw.first_seat, time(), drawn=drawn, **facts)
