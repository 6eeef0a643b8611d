"""The operator's page over HTTP, behind a key: who is here, tables, load, errors, reports, bans."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Header, Request, Response
from pydantic import BaseModel, Field

from ..bus.letters import Dismiss
from ..people.bans import ADDRESS, GUEST
from ..people.own import REPORTS
from ..table.order import read
from . import desk
from .charged import ChargedRoute, refused, reply
from .routes import Lang, Ours
from .service import Service, address_named, address_of

_NAME = "operator"


def operator_key(key: bytes) -> str:
    """The operator's key of the server whose cookies are signed with this one."""
    return hmac.new(key, b"operator", sha256).hexdigest()[:32]


async def _need_key(
    request: Request, ours: Ours, x_operator_key: Annotated[str, Header(max_length=100)] = ""
) -> None:
    """Refuse whoever has not the key, and soon whoever guesses."""
    if ours.is_operator(x_operator_key):
        return
    _, addresses = ours.guesses
    guessed = await addresses.take(f"{_NAME} {address_of(request)}")
    raise refused(403 if guessed else 429, "no-key" if guessed else "too-many-guesses", request)


router = APIRouter(
    prefix="/api/operator", route_class=ChargedRoute, dependencies=[Depends(_need_key)]
)


class Ban(BaseModel):
    """Whom to ban, or no longer: an account by its login, a guest, or an address."""

    login: str = Field(default="", max_length=100)
    guest: str = Field(default="", max_length=100)
    address: str = Field(default="", max_length=100)
    why: str = Field(default="", max_length=500)
    on: bool = True


class Done(BaseModel):
    """A report that has been looked at."""

    report: str = Field(max_length=100)


async def _logins(ours: Service, guests: set[str]) -> dict[str, str]:
    found = {}
    for guest in guests:
        if guest and (login := await ours.login(guest)):
            found[guest] = login
    return found


async def _reports(ours: Service) -> list[dict[str, Any]]:
    out = []
    for name, text in sorted((await ours.store.facts(REPORTS)).items(), reverse=True):
        facts = msgspec.to_builtins(read(text))
        out.append({"report": name, **facts})
    return out


@router.get("")
async def show(ours: Ours) -> dict[str, Any]:
    """Everything on one page."""
    processes = await ours.census.ask()
    reports = await _reports(ours)
    guests = {visitor["guest"] for process in processes for visitor in process["visitors"]}
    guests |= {one[side] for one in reports for side in ("reporter", "against")}
    return {
        "processes": processes,
        "reports": reports,
        "bans": await ours.bans.told(),
        "logins": await _logins(ours, guests),
    }


@router.post("/ban")
async def ban(body: Ban, request: Request, ours: Ours) -> dict[str, Any]:
    """Ban somebody or an address, or no longer; who is here is sent away at once."""
    guest = body.guest
    if body.login:
        account = await ours.accounts.named(body.login)
        if account is None:
            raise refused(404, "no-person", request)
        guest = account.guest
    address = address_named(body.address) or ("" if body.on else body.address)
    if bool(guest) == bool(body.address) or not (guest or address):
        raise refused(400, "bad-request", request)
    if not body.on and address != body.address:  # as older versions kept it
        await ours.bans.set(ADDRESS, body.address, on=False, why="", name="")
    kind, who = (GUEST, guest) if guest else (ADDRESS, address)
    name = body.login or (await ours.login(guest) if guest else None) or who
    await ours.bans.set(kind, who, on=body.on, why=body.why, name=name)
    ours.gateway.dismiss(Dismiss([guest] if guest else [], [address] if not guest else []))
    return {"bans": await ours.bans.told()}


@router.post("/done")
async def done(body: Done, ours: Ours) -> dict[str, Any]:
    """Forget a report."""
    await ours.store.keep(REPORTS, body.report, None)
    return {"reports": await _reports(ours)}


@router.get("/tables/{table}", response_model=dict[str, Any])
async def table_log(table: str, request: Request, ours: Ours, lang: Lang) -> Response:
    """The log of a table; of a deal that is not over without cards."""
    bodies = await ours.told_log(table, await ours.finished(table, lang))
    return await reply(await ours.do(desk.table_log, bodies), request)
