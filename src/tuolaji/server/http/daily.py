"""What there is for every day over HTTP: ten puzzles, and a deal that is compared; statistics."""

from __future__ import annotations

import asyncio
from functools import partial
from statistics import fmean
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from ...study import puzzles
from ...texts.reader import texts
from ..people import ledger, own, played
from ..people.played import Went
from ..store.base import Statement, Taken
from ..table import entries as log
from ..table.daily import OTHERS, DailyDeal, by_expert
from ..table.puzzle_parts import name_of, today
from ..table.timing import SPEEDS
from . import desk
from .charged import ChargedRoute, refused, reply
from .routes import Lang, Ours
from .service import Service, address_of

router = APIRouter(prefix="/api", route_class=ChargedRoute)
_EXPERT = "expert"


class Begun(BaseModel):
    """How fast the deal of the day is to be played."""

    speed: str = Field(default="normal", max_length=40)


def _deal(ours: Service) -> DailyDeal:
    day = today().isoformat()
    return DailyDeal(day, ours.guests.number_of(f"daily {day}"))


def _tables(day: str) -> str:
    """Whose facts the tables of a day are, by guest."""
    return f"daily tables {day}"


@router.get("/daily")
async def daily(request: Request, response: Response, ours: Ours, lang: Lang) -> dict[str, Any]:
    """The day, its puzzles, and how the deal of the day went, once one has played it."""
    guest = await ours.guest(request, response)
    deal = _deal(ours)
    tables = await ours.store.facts(_tables(deal.day))
    return {
        "day": deal.day,
        "puzzles": _puzzles(lang),
        "deal": {
            "table": tables.get(guest),
            "bots": texts(lang)["server"]["bots"][OTHERS],
            "banks": deal.setup.banker in (0, 2),
            "level": deal.setup.levels[0],
            "result": await _compared(ours, deal, guest),
        },
    }


def _puzzles(language: str) -> list[dict[str, Any]]:
    words = texts(language)["puzzles"]["grades"]
    graded = [(number, puzzles.grade_of(number)) for number in puzzles.of_day(today())]
    return [
        {"part": name_of(number), "grade": grade, "title": words[str(grade)]}
        for number, grade in graded
    ]


async def _went(ours: Service, deal: DailyDeal) -> dict[str, Went]:
    """How everybody fared in the deal of the day so far, `expert` too once that is known."""
    kept = await ours.store.facts(played.day_owner(deal.day))
    return {who: msgspec.json.decode(text, type=Went) for who, text in kept.items()}


async def _compared(ours: Service, deal: DailyDeal, guest: str) -> dict[str, Any] | None:
    """How a guest fared in the deal of the day, beside the others and `expert`, if known."""
    went = await _went(ours, deal)
    mine, expert = went.pop(guest, None), went.pop(_EXPERT, None)
    if mine is None:
        return None
    others = list(went.values())
    return {
        "mine": _told(mine),
        "expert": _told(expert) if expert else None,
        "others": len(others),
        "better": sum(_worth(one) > _worth(mine) for one in others),
        "same": sum(_worth(one) == _worth(mine) for one in others),
        "points": round(fmean(one.points for one in others)) if others else None,
    }


def _told(went: Went) -> dict[str, Any]:
    return {"won": went.outcome == "won", "levels": went.levels, "points": went.points}


def _worth(went: Went) -> tuple[int, int]:
    """What is better: more levels, then more points, or fewer for who banks."""
    return went.levels, -went.points if went.banks else went.points


async def _by_expert(ours: Service, deal: DailyDeal) -> Went | None:
    """How `expert` fares, worked out once a day; None while somebody else waits for it."""
    if ours.by_expert.locked():
        return None
    async with ours.by_expert:
        try:
            async with asyncio.timeout(ours.limits.analyses_seconds):
                done = await by_expert(deal, ours.gateway.bus)
        except TimeoutError:
            return None
        if done is None:
            return None
        went = played.of_deal(done, [event for _, event in done.told], 0, 0.0, OTHERS)
        text = msgspec.json.encode(went).decode()
        await ours.store.keep(played.day_owner(deal.day), _EXPERT, text)
    return went


@router.get("/daily/expert")
async def expert(request: Request, response: Response, ours: Ours) -> dict[str, Any]:
    """How `expert` fares in the deal of the day, for whoever has played it; the first one waits."""
    guest = await ours.guest(request, response)
    deal = _deal(ours)
    went = await _went(ours, deal)
    fared = went.get(_EXPERT)
    if guest in went and fared is None:
        fared = await _by_expert(ours, deal)
    return {"expert": _told(fared) if guest in went and fared else None}


@router.post("/daily/deal")
async def begin(
    body: Begun, request: Request, response: Response, ours: Ours, lang: Lang
) -> dict[str, str]:
    """One's table for the deal of the day; there is one for each guest."""
    if body.speed not in SPEEDS:
        raise refused(400, "no-such-speed", request)
    guest = await ours.guest(request, response)
    deal = _deal(ours)
    tables = _tables(deal.day)
    known = (await ours.store.facts(tables)).get(guest)
    if known is not None:
        return {"table": known}
    made = await ours.make(guest, deal.made_for(guest, body.speed), lang, address_of(request))
    text = "INSERT INTO facts (owner, name, value) VALUES (:owner, :name, :value)"
    try:
        values = {"owner": tables, "name": guest, "value": made}
        await ours.store.change([Statement(text, values)])
    except Taken:  # asked twice at once: the other one is theirs
        await own.delete_match(ours.store, guest, made)
        ours.gateway.let_go(made)
        made = (await ours.store.facts(tables))[guest]
    return {"table": made}


@router.get("/statistics", response_model=dict[str, Any])
async def statistics(request: Request, ours: Ours, lang: Lang) -> Response:
    """How one has played here."""
    guest = await ours.known(request)
    kept = [] if guest is None else await played.all_of(ours.store, guest)
    return await reply(await ours.do(desk.statistics, kept, lang), request)


@router.delete("/matches/{table}")
async def delete(
    table: str, request: Request, response: Response, ours: Ours, lang: Lang
) -> dict[str, bool]:
    """Delete a match from one's list; as a whole if nobody else has it, unless it is an event's."""
    guest = await ours.guest(request, response)
    if await _counts(ours, table, lang):
        raise refused(409, "deal-running", request)
    text = "DELETE FROM facts WHERE owner = :owner AND name = :name AND value = :table"
    values = {"owner": _tables(_deal(ours).day), "name": guest, "table": table}
    await ours.store.change([Statement(text, values, must=False)])
    if not await own.delete_match(ours.store, guest, table):
        raise refused(404, "no-table", request)
    ours.gateway.let_go(table)
    return {"deleted": True}


async def _counts(ours: Service, table: str, language: str) -> bool:
    """Whether a deal is being played that is rated or compared: nobody can undo that it began."""
    bodies = await ours.store.read(table)
    made = log.decode(bodies[0]) if bodies else None
    if not isinstance(made, log.Made):
        return False
    finished = partial(ours.finished, table, language)
    if made.rated:
        return ledger.dealt(bodies) > await finished()
    return made.daily == _deal(ours).day and await finished() == 0
