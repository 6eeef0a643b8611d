"""One process of the server: the roles it has, over one store and one bus."""

from __future__ import annotations

import secrets

from ..bus.base import Bus
from ..limits import Limits
from ..store.base import Store
from ..table.hall import Hall
from .gateway import Gateway
from .tables import Tables
from .thinking import Thinking


class House:
    """The roles of this process."""

    def __init__(self, store: Store, bus: Bus, limits: Limits) -> None:
        self.store, self.bus, self.name = store, bus, secrets.token_hex(6)
        self.gateway = Gateway(bus, self.name)
        self.tables = Tables(Hall(store, bus, limits), bus, self.name)
        self.thinking = Thinking(bus, limits)

    async def open(self) -> None:
        """Begin: thinkers first, then tables, then clients."""
        await self.bus.open(self._gap)
        await self.store.open(self.tables.hall.drop)
        self.thinking.open()
        self.tables.open()
        self.tables.hall.open()
        self.gateway.open()

    def warm(self) -> None:
        """Have the processes for bots ready before they are wanted."""
        self.thinking.crew.warm()

    def _gap(self) -> None:
        """Messages may have been lost: everybody has to come again."""
        self.gateway.lost()
        self.tables.lost()

    async def close(self) -> None:
        """Send everybody away to come back, and stop."""
        await self.tables.hall.close()
        self.thinking.close()
        await self.bus.close()
        self.store.close()
