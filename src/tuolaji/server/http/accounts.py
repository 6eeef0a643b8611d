"""Accounts over HTTP: to make one, to log in and out, and to take or delete what is one's own."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from ..bus.letters import Dismiss
from ..people import own
from ..people.accounts import AccountRefused
from ..people.results import statistics
from ..people.webauthn import Assertion
from .charged import ChargedRoute
from .routes import Lang, Ours
from .ways_in import (
    Login,
    Proof,
    Secret,
    enter,
    enter_alone,
    mine,
    need_login_guess,
    need_name,
    need_owner,
    refused_account,
    welcome,
)

router = APIRouter(prefix="/api/account", route_class=ChargedRoute)


class Credentials(BaseModel):
    """A login and its password."""

    login: Login
    password: Secret


class Name(BaseModel):
    """What one wants to be called."""

    name: Annotated[str, Field(max_length=200)]


class Recovery(Credentials):
    """A login, its recovery code, and a new password."""

    code: Annotated[str, Field(max_length=60)]


class NewPassword(BaseModel):
    """A new password, and the old one or what a passkey answered."""

    old: Secret = ""
    new: Secret
    passkey: Assertion | None = None


class LogOut(BaseModel):
    """Of which devices."""

    everywhere: bool = False


@router.get("")
async def show(request: Request, response: Response, ours: Ours, lang: Lang) -> dict[str, Any]:
    """Who one is here, and how one has played."""
    guest = await ours.guest(request, response)
    account = await ours.accounts.of_guest(guest)
    return {
        "name": await ours.name(guest, lang),
        "login": None if account is None else account.login,
        "made": None if account is None else account.made,
        "password": account is not None and account.password != "",
        "passkeys": [one.told() for one in await ours.passkeys.of_guest(guest)],
        "statistics": await statistics(ours.store, guest, lang),
    }


@router.post("")
async def make(
    body: Credentials, request: Request, response: Response, ours: Ours
) -> dict[str, Any]:
    """Make an account of the guest one is; the recovery code is told this once."""
    guest = await ours.guest(request, response)
    try:
        made = await ours.accounts.make(guest, body.login, body.password)
    except AccountRefused as error:
        raise refused_account(error, request) from None
    return await welcome(ours, made, body.login, request, response)


@router.post("/name")
async def rename(
    body: Name, request: Request, response: Response, ours: Ours, lang: Lang
) -> dict[str, Any]:
    """Be called something else from the next table on."""
    guest = await ours.guest(request, response)
    await ours.store.keep(guest, "name", need_name(ours, body.name, request))
    return {"name": await ours.name(guest, lang)}


@router.post("/login")
async def log_in(
    body: Credentials, request: Request, response: Response, ours: Ours
) -> dict[str, Any]:
    """Be this account on this device."""
    await need_login_guess(ours, body.login, request)
    try:
        account = await ours.accounts.enter(body.login, body.password)
    except AccountRefused as error:
        raise refused_account(error, request) from None
    enter(ours, account, request, response)
    return {"login": account.login}


@router.post("/logout")
async def log_out(body: LogOut, request: Request, response: Response, ours: Ours) -> dict[str, Any]:
    """Be a new guest on this device, and if one likes on all others."""
    account = await mine(ours, request)
    if body.everywhere:
        try:
            await ours.accounts.log_out_everywhere(account)
        except AccountRefused as error:
            raise refused_account(error, request) from None
        ours.gateway.dismiss(Dismiss([account.guest]))
    _, cookie = ours.guests.new()
    ours.give(request, response, cookie)
    return {"login": None}


@router.post("/password")
async def change_password(
    body: NewPassword, request: Request, response: Response, ours: Ours
) -> dict[str, Any]:
    """Take another password, or a first one; other devices are logged out."""
    account = await mine(ours, request)
    await need_owner(ours, account, Proof(password=body.old, passkey=body.passkey), request)
    try:
        account = await ours.accounts.change_password(account, body.new)
    except AccountRefused as error:
        raise refused_account(error, request) from None
    enter_alone(ours, account, request, response)
    return {"login": account.login}


@router.post("/recover")
async def recover(
    body: Recovery, request: Request, response: Response, ours: Ours
) -> dict[str, Any]:
    """Take another password with the recovery code, and get a new code."""
    await need_login_guess(ours, body.login, request)
    try:
        account, code = await ours.accounts.recover(body.login, body.code, body.password)
    except AccountRefused as error:
        raise refused_account(error, request) from None
    enter_alone(ours, account, request, response)
    return {"login": account.login, "code": code}


@router.post("/export", response_class=Response)
async def export(request: Request, response: Response, ours: Ours) -> Response:
    """Everything that is kept about oneself, as JSON."""
    guest = await ours.guest(request, response)
    account = await ours.accounts.of_guest(guest)
    told = await own.everything(ours.store, guest, account)
    body = await asyncio.to_thread(json.dumps, told, ensure_ascii=False, indent=1)
    disposition = {"content-disposition": 'attachment; filename="tuolaji.json"'}
    return Response(body, media_type="application/json", headers=disposition)


@router.post("/delete")
async def delete(body: Proof, request: Request, response: Response, ours: Ours) -> dict[str, Any]:
    """Delete everything about oneself, for good; whoever asks is a new guest then.

    Where there is an account, its owner proves who they are.
    """
    guest = await ours.guest(request, response)
    account = await ours.accounts.of_guest(guest)
    if account is not None:
        await need_owner(ours, account, body, request)
    for table in await own.delete_everything(ours.store, guest):
        ours.gateway.let_go(table)
    ours.gateway.dismiss(Dismiss([guest]))
    _, cookie = ours.guests.new()
    ours.give(request, response, cookie)
    return {"login": None}
