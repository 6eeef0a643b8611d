"""Who is there at a table: whose pages are open, who has the host's rights, who is lost."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from . import timing
from .state import HUMAN, TableState

if TYPE_CHECKING:
    from .actor import TableActor


_EARLY = 0.05  # seconds
_MOMENT, _LONGER, _LATEST = 0.25, 0.01, 2.0  # seconds


class Arrivals:
    """How many tables of a process have to tell who came and went: the more, the later they do."""

    def __init__(self) -> None:
        self._tables = 0

    def begin(self) -> float:
        """Somebody came to a table, or went; the seconds until it is to tell all."""
        self._tables += 1
        return min(_MOMENT + _LONGER * (self._tables - 1), _LATEST)

    def end(self) -> None:
        """The table has told it, or will not."""
        self._tables -= 1


class Presence:
    """The guests of one table, as their sockets come and go."""

    def __init__(self, table: TableActor) -> None:
        self._table = table
        self._gone: dict[str, float] = {}
        self._host = ""
        self._votes: dict[str, set[str]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}

    @property
    def state(self) -> TableState:
        """The table now."""
        return self._table.state

    def guests(self) -> frozenset[str]:
        """The guests whose pages are open; who looks on without a cookie is none."""
        clients = self._table.clients
        return frozenset(one.guest for one in clients if one.greeted and one.guest)

    def connected(self) -> frozenset[int]:
        """The seats whose guests are there."""
        here, seats = self.guests(), self._table.state.seats
        return frozenset(
            [at for at, seat in enumerate(seats) if seat.kind == HUMAN and seat.guest in here]
        )

    def coming(self) -> bool:
        """Whether somebody is there who takes a seat when the next deal begins."""
        here = self.guests()
        return any(seat.next_guest in here for seat in self.state.seats)

    @property
    def somebody(self) -> bool:
        """Whether a player is there, or somebody who is going to be one."""
        return bool(self.connected()) or self.coming()

    def host(self) -> int | None:
        """The seat with the host's rights: whoever made the table, else the first who is there.

        The rights are kept for their owner for as long as seats are kept at this table.
        """
        if self.state.made.match is not None:
            return None
        for owner in (self.state.made.host, self._host):
            seat = self.state.seat_of(owner)
            if seat is not None and not self.lost(seat):
                return seat
        here = self.connected()
        if not here:
            return self.state.seat_of(self.state.made.host)
        seat = min(here)
        self._host = self.state.seats[seat].guest
        return seat

    def gone(self, guest: str) -> None:
        """A socket of a guest was closed."""
        seat = self.state.seat_of(guest)
        if seat is None or seat in self.connected():
            return
        self._gone[guest] = self._table.clock()
        tell = partial(self._table.post, self._table.audience.tell_all)
        self._forget_timer(guest)
        # The loop's timers may be a moment early by our clock: then nobody would be lost yet.
        seconds = self.state.made.kept + _EARLY
        self._timers[guest] = asyncio.get_running_loop().call_later(seconds, tell)

    def came(self, guest: str) -> None:
        """A guest is there again."""
        self._gone.pop(guest, None)
        self._forget_timer(guest)

    def _forget_timer(self, guest: str) -> None:
        if timer := self._timers.pop(guest, None):
            timer.cancel()

    def close(self) -> None:
        """The table is let go."""
        for guest in list(self._timers):
            self._forget_timer(guest)

    def _away_since(self, seat: int) -> float:
        return self._gone.setdefault(self.state.seats[seat].guest, self._table.clock())

    def lost(self, seat: int) -> bool:
        """Whether a guest has been away for longer than seats are kept."""
        if seat in self.connected():
            return False
        return self._table.clock() >= self._away_since(seat) + self.state.made.kept

    def standing_in(self) -> frozenset[int]:
        """The seats whose guests are lost, and for whom bots play as long as the table goes on."""
        here, state = self.connected(), self.state
        if state.made.match is not None and not state.made.bots:
            return frozenset()  # in an event all wait for their players, or for the clock
        if not (self.somebody or state.goes_on):
            return frozenset()
        now = self._table.clock()
        return frozenset(
            at for at in self.state.humans if at not in here and now >= self.waited(at)
        )

    def waited(self, seat: int) -> float:
        """Until when a player who is away is waited for before a bot stands in.

        Where a rated deal is left by all, that is for as long as seats are kept: the server may be
        what they cannot reach.
        """
        left = self.state.made.rated and not self.somebody
        return self._away_since(seat) + (self.state.made.kept if left else timing.GRACE)

    # Sending somebody away.

    def vote(self, guest: str, seat: int) -> None:
        """A guest wants somebody sent away."""
        self._votes.setdefault(self.state.seats[seat].guest, set()).add(guest)

    def agreed(self, seat: int) -> bool:
        """Whether everybody else at the table wants a guest sent away who is there.

        One alone decides nothing, and nobody is sent away behind their back.
        """
        here = self.connected()
        others = {self.state.seats[at].guest for at in here - {seat}}
        votes = self._votes.get(self.state.seats[seat].guest, set())
        return seat in here and len(others) > 1 and others <= votes

    def forget_votes(self) -> None:
        """A new deal begins, and everybody may think again."""
        self._votes.clear()
