"""The running server as its routes see it: guests, tables and limits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import time
from typing import Any

import msgspec
from fastapi import HTTPException, Request, Response

from ...deal.match import Match
from ...ruleset import Ruleset
from ...texts.handbook import ruleset_name
from ...texts.reader import texts
from ..bus.letters import AskRecord, AskRoom, AskSave, Given
from ..guests import COOKIE, COOKIE_SECONDS, Guests, first_name
from ..limits import TABLES, Buckets, Places
from ..roles.gateway import CannotGive, Gateway, Unavailable
from ..store.base import Store
from ..table import entries as log
from .analyses import Analyses
from .guard import Origins

_HOUSE = "house "


class Service:
    """Everything the routes need."""

    guests: Guests

    def __init__(self, store: Store, gateway: Gateway, origins: Origins) -> None:
        self.store, self.gateway, self.origins = store, gateway, origins
        self.analyses = Analyses()
        self.addresses: list[str] = []
        self.places = Places()
        self._tables = Buckets(TABLES)

    def close(self) -> None:
        """Send everybody away to come back, and stop."""
        self.gateway.lost()
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
        with _told_to_web(language):
            return await self.gateway.make(made, await self.name(guest, language))

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

    async def ask(self, question: AskRoom | AskRecord | AskSave, language: str) -> Given:
        """What the owner of a table says about it."""
        with _told_to_web(language):
            return await self.gateway.ask(question)


@contextmanager
def _told_to_web(language: str) -> Iterator[None]:
    """Refusals of tables as those of HTTP: 404 if there is none, 503 if it cannot be reached."""
    words = texts(language)["server"]["refused"]
    try:
        yield
    except KeyError:
        raise HTTPException(404, {"code": "no-table", "text": words["no-table"]}) from None
    except Unavailable:
        raise HTTPException(503, {"code": "unavailable", "text": words["unavailable"]}) from None
    except CannotGive as error:
        raise HTTPException(409, {"code": "no-save", "text": str(error)}) from None
