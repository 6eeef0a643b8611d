"""One process of the server: the roles it has, over one store and one bus."""

from __future__ import annotations

import asyncio
from collections.abc import Set as AbstractSet

from ..bus.base import Bus
from ..limits import Limits
from ..settings import GATEWAY, ROLES, TABLES, THINKING
from ..store.base import CannotRead, Store
from ..table.hall import Hall
from .census import Censor
from .gateway import Gateway
from .peers import Peers
from .tables import Tables
from .thinking import Thinking


class House:
    """The roles of this process; name: its own among all, under which it owns tables."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        limits: Limits,
        name: str,
        roles: AbstractSet[str] = frozenset(ROLES),
    ) -> None:
        self.store, self.bus = store, bus
        self.key = b""  # what cookies are signed with, where there is a gateway
        self._opened = self._halted = False
        self._reachable: asyncio.Task[None] | None = None
        self._peers = Peers(bus, name)
        self.thinking = Thinking(bus, limits, name) if THINKING in roles else None
        hall = Hall(store, bus, limits)
        self.tables = Tables(hall, bus, self._peers) if TABLES in roles else None
        self.gateway = Gateway(bus, self._peers) if GATEWAY in roles else None
        self.census = Censor(bus, name, roles, self.gateway, self.tables)
        self._peers.roles += [role for role in (self.tables, self.gateway) if role is not None]

    async def open(self) -> None:
        """Begin, if it has not: the store before anybody can ask for a table."""
        if self._opened:
            return
        self._opened = True
        if self.tables is not None or self.gateway is not None:
            await self.store.open()
        if self.gateway is not None:
            self.key = await self.store.key()
        if self.thinking is not None:
            self.thinking.open()
        if self.tables is not None:
            await self.store.own(self.tables.hall.drop)
            self.tables.open()
        if self.gateway is not None:
            self.gateway.open()
        self._peers.open()
        self.census.open()
        await self.bus.open(self._peers.gap)
        if self.tables is not None and self.bus.lossy:
            self._reachable = asyncio.ensure_future(self.tables.stay_reachable())

    async def wrong(self) -> str:
        """Why nobody should be sent to this process now; empty if there is no reason."""
        if self._halted:
            return "stopping"
        if not self.bus.connected():
            return "no bus"
        if self.tables is not None and not self.store.owning():
            return "no lease"
        if self.tables is not None or self.gateway is not None:
            try:
                await self.store.facts("")
            except CannotRead:
                return "no database"
        return ""

    def warm(self) -> None:
        """Have processes ready before they are wanted."""
        if self.thinking is not None:
            self.thinking.warm()

    async def halt(self) -> None:
        """Let the tables stand still, and send everybody away to come back."""
        if self._halted:
            return
        self._halted = True
        if self._reachable is not None:
            self._reachable.cancel()
        if self.gateway is not None:
            self.gateway.stop()
        if self.tables is not None:
            await self.tables.hall.close()
            await self.store.disown()
        if self.gateway is not None:
            await self.gateway.emptied()

    async def close(self) -> None:
        """Send everybody away to come back, and stop."""
        self._peers.close()
        self.census.close()
        if self.gateway is not None:
            self.gateway.gap()
        await self.halt()
        await self.bus.close()
        if self.thinking is not None:
            self.thinking.close()
        await self.store.stop()
