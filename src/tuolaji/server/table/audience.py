"""Telling those at a table where it stands, each as they may see it.

Who sees and hears the same gets the same text. Who comes and goes is told a little later, for many
at once.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import defaultdict
from operator import itemgetter
from typing import TYPE_CHECKING

from .. import metrics
from ..protocol.outgoing import write
from .behind import Behind, untimed
from .clients import Client, tell
from .presence import Arrivals
from .presenter import Alike, Presenter
from .state import TableState
from .status import LiveStatus

if TYPE_CHECKING:
    from .actor import TableActor

_MOST_STEPS = 200

Seen = tuple[int | None, str, int | None, int | None]  # seat, language, since, next seat


class Audience:
    """The clients of a table: what they have been told, and how they are told more."""

    def __init__(self, table: TableActor, arrivals: Arrivals) -> None:
        """arrivals: shared by the tables of a process."""
        self._table, self._arrivals = table, arrivals
        self._soon: asyncio.TimerHandle | None = None
        self._made: tuple[TableState, Alike] = (table.state, {})
        self._behind = Behind(table.told())

    def tell_soon(self, came: Client | None = None) -> None:
        """Tell everybody in a moment who has come and gone, however many they are.

        came: who has just been told; if nobody else is there, that is enough.
        """
        if not any(client.greeted and client is not came for client in self._table.clients):
            self._table.listing.update()
        elif self._soon is None:
            loop, wait = asyncio.get_running_loop(), self._arrivals.begin()
            self._soon = loop.call_later(wait, self._table.post, self._tell_now)

    def forget_arrivals(self) -> None:
        """Tell nobody any more who has come and gone."""
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
            self._arrivals.end()

    def _tell_now(self) -> None:
        """Tell who has come and gone, unless all have heard of it with something else."""
        if self._soon is not None:
            self.tell_all()

    def tell_all(self, *, only: str | None = None) -> None:
        """Send everybody, or one guest only, the state as they may see it."""
        if only is None and self._soon is not None:
            self.forget_arrivals()
            self._table.listing.update()
        status = self._table.status()
        alike: defaultdict[Seen, list[Client]] = defaultdict(list)
        told = self._table.told()
        behind = self._behind.follow(told)
        if not self.hides_talk():
            self._table.chat.catch_up()
        for client in self._table.clients:
            if not client.greeted or only not in (None, client.guest):
                continue
            client.seat = told.seat_of(client.guest)
            shown = behind if client.seat is None else told
            if shown is told or client.shown is not behind:
                since, next_seat = _since(client, shown), told.next_seat_of(client.guest)
                alike[client.seat, client.language, since, next_seat].append(client)
                _mark(client, shown)
        metrics.STATES.inc(len(alike))
        for seen, clients in alike.items():
            tell(clients, self._written(seen, status))

    def _alike(self, shown: TableState) -> Alike:
        """What was made of the table for those who were told it, for the next one who is."""
        if shown is not self._table.told():
            return {}
        if self._made[0] is not shown:
            self._made = shown, {}
        return self._made[1]

    def _told_to(self, seat: int | None) -> TableState:
        """The table as a seat is told it, or with None onlookers are."""
        return self._table.told() if seat is not None else self._behind.state

    def _status_for(self, seat: int | None, status: LiveStatus) -> LiveStatus:
        """What all know besides; onlookers who are behind hear of no clocks."""
        return status if self._told_to(seat) is self._table.told() else untimed(status)

    def for_onlookers(self, language: str) -> Presenter:
        """Makes what anybody may know of the table who does not play here."""
        self._behind.follow(self._table.told())
        status = self._status_for(None, self._table.status())
        return Presenter(self._told_to(None), status, None, language)

    def hears_later(self, client: Client) -> bool:
        """Whether a client looks on and is behind: what is said now it may not hear yet."""
        return self.hides_talk() and self._table.told().seat_of(client.guest) is None

    def hides_talk(self) -> bool:
        """Whether onlookers do not hear what is said now."""
        return self._behind.hides(self._table.told())

    def _written(self, seen: Seen, status: LiveStatus) -> str:
        seat, language, since, next_seat = seen
        told, status = self._told_to(seat), self._status_for(seat, status)
        presenter = Presenter(told, status, seat, language, self._alike(told))
        return write(presenter.state_message(since, next_seat=next_seat))

    def greet(self, client: Client, last: int | None) -> None:
        """Send a client that came, or came back, where the table stands."""
        client.greeted = True
        self._behind.follow(self._table.told())
        client.seat = self._table.told().seat_of(client.guest)
        told = self._told_to(client.seat)
        client.known = None
        if last is not None and told.played is not None and last <= told.seq:
            known = bisect_right(told.played.events, last, key=itemgetter(0))
            client.known = (told.played.shuffle.secret, known)
        since = _since(client, told)
        status = self._status_for(client.seat, self._table.status())
        presenter = Presenter(told, status, client.seat, client.language, self._alike(told))
        next_seat = self._table.told().next_seat_of(client.guest)
        chat = self._table.chat.heard_by(client)
        client.send(presenter.state_message(since, next_seat=next_seat, chat=chat))
        _mark(client, told)


def _since(client: Client, shown: TableState) -> int | None:
    """How many events of the deal the client knows of; None if it must take it as it is."""
    played = shown.played
    if played is None or client.known is None:
        return None
    (deal, known), events = client.known, len(played.events)
    if deal != played.shuffle.secret:
        known = 0
    return known if events - known <= _MOST_STEPS and known <= events else None


def _mark(client: Client, shown: TableState) -> None:
    """The client is told the table as it is shown to it."""
    client.shown, played = shown, shown.played
    client.known = (played.shuffle.secret, len(played.events)) if played else (b"", 0)
