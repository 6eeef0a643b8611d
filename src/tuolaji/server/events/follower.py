"""Keeps the tables of events in step with their logs.

A table is opened for a match whose clock was started. Whenever the table's log or the event's has
changed, and when the server starts, `tables` brings the two together.
"""

from __future__ import annotations

import asyncio
import contextlib

import msgspec

from ...event import entries as log
from ...event.checks import MOST_GIVEN
from ...event.links import secret_of_cards, secret_of_table
from ...event.log import MOVED
from ...event.outcomes import outcomes
from ...event.plan import DUPLICATE
from ...event.refused import Refused
from ...event.tables import rooms
from ..beside import Beside
from ..bus import letters
from ..bus.base import TooLarge
from ..logs import logger
from ..roles.gateway import CannotGive, Gateway, Unavailable
from ..table.entries import Made
from ..table.event_orders import MatchOf, Orders, Report
from .keeper import Events, Kept, NoLink
from .tables import TABLE, Place, orders, take_over

_ALIVE = 10.0  # seconds after which it is noted again that the server lives
_DOWN = "the server was down"
_AGAIN = 1.0  # seconds until a table that cannot be reached is tried again


def _follow(name: str, place: Place, ordered: bytes = b"") -> letters.Follow:
    return letters.Follow(place.table, name, place.match, place.room, ordered)


class Follower:
    """Keeps the tables of events in step with their logs."""

    def __init__(self, events: Events, gateway: Gateway) -> None:
        self._events, self._gateway = events, gateway
        self._wanted: dict[str, set[str]] = {}
        self._busy: set[str] = set()
        self._beside = Beside()
        self._closed = False
        gateway.bus.listen(letters.EVENTS, self._heard)

    async def open(self) -> None:
        """Begin, with what has happened meanwhile."""
        loop = asyncio.get_running_loop()

        def changed(kept: Kept) -> None:
            if kept.event.plan.tables is not None and not kept.following:
                loop.call_soon_threadsafe(self.want, kept.name)

        self._events.changed = changed
        for name in await self._events.run(self.credit):
            self.want(name)
        self._beside.start(self._live())

    async def _live(self) -> None:
        """Note again and again that the clocks of the tables are kept.

        Where news from a table can be lost, its match is looked at anyway.
        """
        while True:
            await self._events.run(lambda: self._events.alive(self._events.clock()))
            if self._gateway.bus.lossy:
                for name in await self._events.run(self._being_played):
                    self.want(name)
            await asyncio.sleep(_ALIVE)

    def _being_played(self) -> list[str]:
        """The events with matches at tables that are not over."""
        return [
            kept.name
            for kept in self._events.every()
            if kept.event.tables and not all(one.over for one in outcomes(kept.event).values())
        ]

    def credit(self) -> list[str]:
        """Give running matches the time for which the server was down; the events with tables.

        Of several gateways that start at once, one does it.
        """
        with self._events.alone():
            names = self._credit(self._events.clock())
            self._events.alive(self._events.clock())
        return names

    def _credit(self, now: float) -> list[str]:
        names = []
        down = int(now - (self._events.alive() or now))
        for kept in self._events.every():
            event = kept.event
            if event.plan.tables is None:
                continue
            names.append(kept.name)
            found = outcomes(event)
            open_ = [
                match
                for match in filter(event.started, event.watches)
                if not found[match].over and not event.watches[match].paused
            ]
            if down > _ALIVE and open_:
                self._give(kept, tuple(open_), down, now)
        return names

    @staticmethod
    def _give(kept: Kept, matches: tuple[str, ...], seconds: int, now: float) -> None:
        """Give time, in as many lines as it takes: one gives no more than a day."""
        for given in range(0, seconds, MOST_GIVEN):
            entry = log.TimeGiven(matches, min(MOST_GIVEN, seconds - given))
            try:
                with kept.quietly():
                    kept.do(entry, at=now, by=TABLE, why=_DOWN)
            except Refused as refused:
                logger.warning("time is not given back", name=kept.name, why=str(refused))
                return

    def close(self) -> None:
        """Stop."""
        self._closed = True
        self._beside.cancel()

    def _heard(self, body: bytes) -> None:
        letter = letters.unpack(body)
        assert isinstance(letter, letters.Happened)
        self.want(letter.event, letter.match)

    def want(self, name: str, match: str = "") -> None:
        """Look at a match of an event soon, or at all of them."""
        self._wanted.setdefault(name, set()).add(match)
        if name not in self._busy and not self._closed:
            self._busy.add(name)
            self._beside.start(self._work(name))

    async def _work(self, name: str) -> None:
        try:
            while wanted := self._wanted.pop(name, None):
                with contextlib.suppress(NoLink):
                    await self._follow(name, wanted)
        except (Refused, OSError, Unavailable, TooLarge) as error:
            if not (isinstance(error, Refused) and error.code == MOVED):
                why = str(error) or type(error).__name__
                logger.warning("an event cannot be followed", name=name, why=why)
            asyncio.get_running_loop().call_later(_AGAIN, self.want, name)
        finally:
            self._busy.discard(name)

    async def _follow(self, name: str, wanted: set[str]) -> None:
        places = await self._events.run(lambda: self._places(name), name)
        for place in places:
            if "" in wanted or place.match in wanted:
                await self._bring_together(name, place)

    def _places(self, name: str) -> list[Place]:
        """The matches of an event that have begun."""
        event = self._events.by_name(name).event
        if event.plan.tables is None:
            return []
        return [
            Place(match, room, event.tables.get((match, room), ("", 0))[0])
            for match in filter(event.started, event.watches)
            for room in rooms(event)
        ]

    async def _bring_together(self, name: str, place: Place) -> None:
        if not place.table:
            opened = await self._opened(name, place)
            if opened is None:
                return
            place = opened
        try:
            given = await self._gateway.ask(_follow(name, place))
            report = msgspec.json.decode(given.body, type=Report)
            said, more = await self._events.run(lambda: self._taken(name, place, report), name)
            await self._gateway.ask(_follow(name, place, msgspec.json.encode(said)))
        except (KeyError, CannotGive) as error:  # it was made at another server
            logger.warning("a table of an event is gone", table=place.table, why=repr(error))
        else:
            if more:
                self.want(name)

    async def _opened(self, name: str, place: Place) -> Place | None:
        """The place with a new table; None if the match needs none any more."""
        made = await self._events.run(lambda: self._made(name, place), name)
        if made is None:
            return None
        table = await self._gateway.make(made, "")

        def write() -> str:
            kept = self._events.by_name(name)
            entry = log.TableOpened(place.match, table, place.room)  # type: ignore[arg-type]
            with kept.quietly():
                kept.do(entry, at=self._events.clock(), by=TABLE)
            return kept.event.tables[place.match, place.room][0]  # the first, if there are two

        return Place(place.match, place.room, await self._events.run(write, name))

    def _made(self, name: str, place: Place) -> Made | None:
        """The first entry of a table for a match."""
        kept = self._events.by_name(name)
        event, plan = kept.event, kept.event.plan
        one = outcomes(event)[place.match]
        if one.over or plan.tables is None:
            return None
        if kept.full(TABLE):
            logger.warning("an event's log has no room for a table", name=name, match=place.match)
            return None
        boards = plan.format in DUPLICATE
        match = MatchOf(
            name,
            place.match,
            place.room,
            secret_of_table(secret_of_cards(kept.key), event.seed, place.match, place.room),
            boards,
        )
        first = one.course.match.first_seat if one.course else 0
        return Made(
            plan.rules.lasting,
            "",
            first,
            self._events.clock(),
            bots=plan.tables.bots,
            speed=plan.tables.speed,
            watch="deal" if boards else plan.tables.watch,
            match=match,
        )

    def _taken(self, name: str, place: Place, report: Report) -> tuple[Orders, bool]:
        """What the table is ordered, now that its report is written down."""
        kept, now = self._events.by_name(name), self._events.clock()
        with kept.quietly():
            new = take_over(kept, place, report, now)
        return orders(kept, place, report, now), new and kept.event.plan.format in DUPLICATE
