"""The public room over HTTP."""

from __future__ import annotations

from time import time
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from ...ruleset import PRESETS, Ruleset
from ..people import own, ratings, room
from ..table.hall import made
from .charged import ChargedRoute, refused
from .routes import Lang, Ours
from .service import address_of

router = APIRouter(prefix="/api", route_class=ChargedRoute)

Preset = Annotated[str, Field(pattern=f"^({'|'.join(PRESETS)})$")]


class Quick(BaseModel):
    """Which match one wants to play at once."""

    ruleset: Preset = "classic"
    rated: bool = False


class Follow(BaseModel):
    """Whom to follow, or no longer."""

    login: str = Field(max_length=100)
    on: bool = True


@router.get("/room")
async def show(request: Request, response: Response, ours: Ours, lang: Lang) -> dict[str, Any]:
    """The open tables, and one's friends."""
    guest = await ours.guest(request, response)
    blocked = await ours.store.facts(own.owner(own.BLOCKS, guest))
    found = await room.tables(ours.store)
    return {
        "login": await ours.login(guest),
        "tables": [
            room.told(table, one, lang)
            for table, one in found.items()
            if not blocked.keys() & set(one.guests)
        ],
        "friends": await room.friends(ours.store, guest, lang),
    }


@router.post("/quick")
async def quick(
    body: Quick, request: Request, response: Response, ours: Ours, lang: Lang
) -> dict[str, str]:
    """A table at which a match begins soon, with people of about the same strength or bots."""
    guest = await ours.guest(request, response)
    if body.rated and await ours.login(guest) is None:
        raise refused(403, "no-account", request)
    found = await room.quick_table(ours.store, guest, body.ruleset, rated=body.rated)
    if found is not None:
        return {"table": found}
    strength = (await ratings.read(ours.store, body.ruleset, [guest]))[guest].mu
    entry = made(
        Ruleset.parse(body.ruleset),
        guest,
        bots=ratings.bot_like(strength),
        speed="normal",
        solo=False,
        rated=body.rated,
        public=True,
        quick=True,
        watch="trick" if body.rated else "now",
    )
    return {"table": await ours.make(guest, entry, lang, address_of(request))}


@router.get("/leaderboard")
async def leaderboard(
    ours: Ours,
    lang: Lang,
    ruleset: Annotated[Preset, Query()] = "classic",
    kind: Annotated[str, Query(pattern="^(people|pairs|bots)$")] = "people",
) -> dict[str, Any]:
    """The best people, pairs or bots of a ruleset."""
    return {"lines": await room.leaderboard(ours.store, ruleset, kind, lang)}


@router.get("/people/{login}")
async def person(login: str, request: Request, response: Response, ours: Ours, lang: Lang) -> Any:
    """What all may know of somebody."""
    guest = await ours.guest(request, response)
    account = await ours.accounts.named(login)
    if account is None:
        raise refused(404, "no-person", request)
    followed = await ours.store.facts(own.owner(own.FOLLOWS, guest))
    mine = account.guest == guest
    told = await room.person(ours.store, account, lang, mine=mine)
    return {**told, "followed": account.guest in followed, "you": mine}


@router.post("/follow")
async def follow(
    body: Follow, request: Request, response: Response, ours: Ours, lang: Lang
) -> dict[str, Any]:
    """Follow somebody, or no longer."""
    guest = await ours.guest(request, response)
    account = await ours.accounts.named(body.login)
    if account is None:
        raise refused(404, "no-person", request)
    owner = own.owner(own.FOLLOWS, guest)
    if body.on and len(await ours.store.facts(owner)) >= room.MOST_FOLLOWED:
        raise refused(409, "too-many-friends", request)
    await ours.store.keep(owner, account.guest, str(round(time())) if body.on else None)
    return {"friends": await room.friends(ours.store, guest, lang)}
