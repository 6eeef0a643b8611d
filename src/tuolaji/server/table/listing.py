"""A public table as it stands in the room: what all may know of it, and whether one can come in."""

from __future__ import annotations

import asyncio
from time import time
from typing import TYPE_CHECKING

import msgspec

from .state import EMPTY, TableState

if TYPE_CHECKING:
    from .actor import TableActor

ROOM = "room"  # whose facts the tables in the room are
OLD = 3600.0  # seconds; what was not listed anew since then was left behind by a server that died


class Listed(msgspec.Struct, frozen=True):
    """A table in the room. guests: who sits there, which nobody is told; names: of the same."""

    ruleset: str
    names: list[str]
    kinds: list[str]
    rated: bool
    quick: bool
    started: bool
    levels: list[str]
    deals: int
    watch: str
    bots: str
    guests: list[str]
    at: float = 0.0

    @property
    def free(self) -> int:
        """How many seats are free."""
        return self.kinds.count(EMPTY)


def listed(state: TableState) -> Listed:
    """A table as the room shows it."""
    return Listed(
        ruleset=str(state.ruleset),
        names=[state.name_of(at) or seat.bot for at, seat in enumerate(state.seats)],
        kinds=[seat.kind for seat in state.seats],
        rated=state.made.rated,
        quick=state.made.quick,
        started=state.played is not None,
        levels=list(state.match.levels),
        deals=state.match.deals,
        watch=state.made.watch,
        bots=state.made.bots,
        guests=[seat.guest for seat in state.seats],
    )


class Listing:
    """Keeps one table in the room while somebody is there, and takes it out afterwards."""

    def __init__(self, table: TableActor) -> None:
        self._table, self._last = table, None if table.state.made.public else False

    _last: Listed | bool | None

    def update(self) -> None:
        """Let the room show the table as it is now, if it is public."""
        if self._last is False:
            return
        table = self._table
        told = table.told()
        here = bool(table.clients) and told.match.over is None
        now = listed(told) if here else None
        if now != self._last:
            self._last = now
            self._keep(now)

    def remove(self) -> None:
        """The table is let go."""
        if self._last:
            self._last = None
            self._keep(None)

    def _keep(self, now: Listed | None) -> None:
        text = None
        if now is not None:
            text = msgspec.json.encode(msgspec.structs.replace(now, at=time())).decode()
        kept = self._table.store.keep(ROOM, self._table.state.table, text)
        kept.add_done_callback(_ignore)


def _ignore(done: asyncio.Future[None]) -> None:
    """What is not listed is not missed."""
    if not done.cancelled():
        done.exception()
