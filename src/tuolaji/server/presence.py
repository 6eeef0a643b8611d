"""Who is there at a table: whose pages are open, who has the host's rights, who is lost."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from . import pace
from .log import TableState

if TYPE_CHECKING:
    from .actor import Table


class Presence:
    """The guests of one table, as their sockets come and go."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._gone: dict[int, float] = {}

    @property
    def state(self) -> TableState:
        """The table now."""
        return self._table.state

    def connected(self) -> frozenset[int]:
        """The seats whose guests are there."""
        here = {client.guest for client in self._table.clients if client.greeted}
        return frozenset(at for at in self.state.humans if self.state.seats[at].guest in here)

    def host(self) -> int | None:
        """The seat with the host's rights: of who made the table, else the first who is there."""
        maker = self.state.seat_of(self.state.made.host)
        here = self.connected()
        if maker is not None and (maker in here or not here):
            return maker
        return min(here, default=None)

    def gone(self, guest: str) -> None:
        """A socket of a guest was closed."""
        seat = self.state.seat_of(guest)
        if seat is not None and seat not in self.connected():
            self._gone[seat] = monotonic()

    def came(self, seat: int | None) -> None:
        """A guest is there again."""
        if seat is not None:
            self._gone.pop(seat, None)

    def standing_in(self) -> frozenset[int]:
        """The seats whose guests are lost, and for whom bots play as long as others are there."""
        here = self.connected()
        if not here:
            return frozenset()
        return frozenset(
            at for at in self.state.humans if at not in here and monotonic() >= self.waited(at)
        )

    def waited(self, seat: int) -> float:
        """Until when a lost player is waited for."""
        return self._gone.setdefault(seat, monotonic()) + pace.GRACE
