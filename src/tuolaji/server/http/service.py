"""The running server as its routes see it: guests, tables and limits."""

from __future__ import annotations

from time import time
from typing import Any

import msgspec
from fastapi import HTTPException, Request, Response

from ...deal.match import Match
from ...ruleset import Ruleset
from ...texts.handbook import ruleset_name
from ...texts.reader import texts
from ..guests import COOKIE, COOKIE_SECONDS, Guests, first_name
from ..limits import TABLES, Buckets, Places
from ..store.base import Store
from ..table import entries as log
from ..table.actor import TableActor
from ..table.hall import Hall
from ..table.presenter import Presenter
from .analyses import Analyses
from .guard import Origins

_HOUSE = "house "


class Service:
    """Everything the routes need."""

    def __init__(self, store: Store, guests: Guests, origins: Origins) -> None:
        self.store, self.guests, self.origins = store, guests, origins
        self.hall = Hall(store)
        self.analyses = Analyses()
        self.addresses: list[str] = []
        self.places = Places()
        self._tables = Buckets(TABLES)

    async def close(self) -> None:
        """Send everybody away to come back, and stop."""
        await self.hall.close()
        self.analyses.close()

    def guest(self, request: Request, response: Response) -> str:
        """Who asks; whoever has no cookie gets one."""
        known = self.guests.read(request.cookies.get(COOKIE))
        if known is not None:
            return known
        guest, cookie = self.guests.new()
        response.set_cookie(
            COOKIE,
            cookie,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
        return guest

    async def chosen_name(self, guest: str) -> str | None:
        """The name a guest has chosen."""
        return (await self.store.facts(guest)).get("name")

    async def name(self, guest: str, language: str) -> str:
        """What a guest is called."""
        return await self.chosen_name(guest) or first_name(guest, language)

    async def house_rules(self, guest: str) -> list[dict[str, str]]:
        """The house rules a guest keeps."""
        kept = await self.store.facts(_HOUSE + guest)
        return [{"name": name, "text": text} for name, text in kept.items()]

    async def matches(self, guest: str, language: str, most: int) -> list[dict[str, Any]]:
        """A guest's tables, the newest first."""
        out = []
        for table, at, body in await self.store.of_guest(guest, most):
            told = msgspec.json.decode(body)
            if told.get("lesson"):
                continue
            base = Ruleset.parse(told["ruleset"]).base
            out.append({"table": table, "title": ruleset_name(base, language), "when": at, **told})
        return out

    async def make(self, guest: str, made: log.Made, language: str) -> str:
        """A new table's id; a guest who makes too many is refused."""
        if not self._tables.take(guest):
            text = texts(language)["server"]["refused"]["busy"]
            raise HTTPException(429, {"code": "busy", "text": text})
        table = await self.hall.make(made, await self.name(guest, language))
        return table.state.table

    def continued(self, match: Match, guest: str) -> log.Made:
        """The first entry of a table that goes on with a match."""
        return log.Made(
            str(match.ruleset),
            guest,
            match.first_seat,
            time(),
            solo=True,
            levels=match.levels,
            banker=match.banker,
            deals=match.deals,
        )

    async def find(self, table: str, language: str) -> TableActor:
        """A table; 404 if there is none."""
        try:
            return await self.hall.find(table)
        except KeyError:
            text = texts(language)["server"]["refused"]["no-table"]
            raise HTTPException(404, {"code": "no-table", "text": text}) from None

    def room(self, table: TableActor, language: str) -> dict[str, Any]:
        """What all may know of a table."""
        room = Presenter(table.told(), table.status(), None, language).room()
        free = any(seat.kind != "human" for seat in room.seats)
        facts: dict[str, Any] = msgspec.to_builtins(room)
        return {**facts, "full": table.state.made.solo or not free}
