"""All tables of a server: made, found again after a restart, and let go when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from time import time
from typing import Any

from ..actions import to_json
from ..ruleset import Ruleset
from . import entries as log
from . import lessons
from .actor import Table, new_secret, restore, summary
from .analyses import Analyses
from .log import begin
from .store import Row, Store
from .thinking import Thinkers

_logger = logging.getLogger("tuolaji.server")
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 10
IDLE_SECONDS = 600.0


class Hall:
    """The tables at work; those that are not are in the store."""

    def __init__(self, store: Store, *, idle: float = IDLE_SECONDS) -> None:
        self.store, self._idle = store, idle
        self.tables: dict[str, Table] = {}
        self.analyses = Analyses()
        self._thinkers = Thinkers()
        self._loading: dict[str, asyncio.Future[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Bring back the tables that were being played, one after the other, beside the rest."""
        self._hold(self._bring_back())

    async def _bring_back(self) -> None:
        for table in self.store.running():
            try:
                self.left(await self.find(table))
            except Exception:
                _logger.exception("table %s cannot be brought back", table)

    def _hold(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task till it ends."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def find(self, table: str) -> Table:
        """A table, at work; KeyError if there is none.

        A long match is replayed in a thread, and once for all who ask meanwhile.
        """
        if table in self.tables:
            return self.tables[table]
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Table:
        try:
            state, moves = await asyncio.to_thread(restore, table, self.store)
        finally:
            del self._loading[table]
        return self._start(Table(state, moves, self.store, self._thinkers.minds()))

    def _start(self, table: Table) -> Table:
        table.start()
        self.tables[table.state.table] = table
        return table

    async def make(self, made: log.Made, name: str) -> Table:
        """A new table; where it is for one, he sits down and bots take the other seats."""
        table = "".join(secrets.choice(_ALPHABET) for _ in range(_ID_LENGTH))
        state = begin(table, made)
        entries: list[Any] = [log.Committed(new_secret(state).hex())]
        entries.append(log.Sat(0, made.host, name))
        if made.solo:
            others = range(1, state.ruleset.players)
            entries += [log.Botted(seat, made.bots) for seat in others]
        entries += lesson_entries(made)
        rows = [Row(1, log.encode(made))]
        for entry in entries:
            state = state.apply(entry)
            rows.append(Row(state.rows, log.encode(entry)))
        await self.store.append(table, rows, summary(state))
        return self._start(Table(state, {}, self.store, self._thinkers.minds()))

    def left(self, table: Table) -> None:
        """Nobody may be there any more: let the table go after a while."""

        def check() -> None:
            name = table.state.table
            if not table.clients and self.tables.get(name) is table:
                del self.tables[name]
                self._hold(table.stop())

        asyncio.get_running_loop().call_later(self._idle, check)

    async def close(self) -> None:
        """Send everybody away to come back, and stop."""
        for task in list(self._tasks):
            task.cancel()
        for table in list(self.tables.values()):
            await table.stop()
        self.analyses.close()
        self._thinkers.close()


def lesson(part: lessons.Part, host: str) -> log.Made:
    """The first entry of a table for a part of a lesson."""
    setup = part.record.setup
    return log.Made(
        str(part.record.ruleset),
        host,
        setup.first_seat,
        time(),
        solo=True,
        levels=setup.levels,
        banker=setup.banker,
        deals=setup.number - 1,
        lesson=part.name,
    )


def lesson_entries(made: log.Made) -> list[Any]:
    """The cards of a lesson, and what is done when it begins."""
    if not made.lesson:
        return []
    part = lessons.parts()[made.lesson]
    deck = " ".join(map(str, part.record.deck))
    done = part.record.actions[: part.start]
    plain = map(to_json, done)
    acted = [log.Acted(action["seat"], action, "bot") for action in plain]
    return [log.Dealt(time(), deck=deck), *acted]


def made(
    ruleset: Ruleset,
    host: str,
    *,
    bots: str,
    speed: str,
    solo: bool,
    seed: int | None = None,
) -> log.Made:
    """The first entry of a new table; who draws first is drawn by lot, or by the seed."""
    lot = secrets.randbelow(ruleset.players) if seed is None else seed % ruleset.players
    return log.Made(str(ruleset), host, lot, time(), bots=bots, speed=speed, solo=solo, seed=seed)
