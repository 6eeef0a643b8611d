"""Accounts over HTTP: to make one, to log in and out, and to take or delete what is one's own."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from ..bus.letters import Dismiss
from ..people import own
from ..people.accounts import PASSWORD, Account, AccountRefused, login_of
from ..people.results import statistics
from ..table.commands import CommandRefused, clean_name
from .charged import ChargedRoute, refused
from .routes import Lang, Ours
from .service import Service, address_of

router = APIRouter(prefix="/api/account", route_class=ChargedRoute)
_STATUS = {
    "wrong-password": 403,
    "wrong-own-password": 403,
    "wrong-code": 403,
    "login-taken": 409,
    "has-account": 409,
}

Login = Annotated[str, Field(max_length=100)]
Secret = Annotated[str, Field(max_length=PASSWORD[1])]


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
    """The old password and a new one."""

    old: Secret
    new: Secret


class LogOut(BaseModel):
    """Of which devices."""

    everywhere: bool = False


class Deletion(BaseModel):
    """The password, where there is an account."""

    password: Secret = ""


def _refused(error: AccountRefused, request: Request) -> Exception:
    return refused(_STATUS.get(error.code, 400), error.code, request)


async def _need_guess(ours: Service, login: str, request: Request) -> None:
    """Refuse to try passwords again and again, for one account or from one address.

    However a login is spelled, it is the account's; one that cannot be an account's costs the
    address as much.
    """
    accounts, addresses = ours.guesses
    within = await addresses.take(address_of(request))
    with contextlib.suppress(AccountRefused):
        within = within and await accounts.take(login_of(login))
    if not within:
        raise refused(429, "too-many-guesses", request)


def _enter(ours: Service, account: Account, request: Request, response: Response) -> None:
    ours.give(request, response, ours.guests.cookie(account.guest, account.session))


async def _mine(ours: Service, request: Request) -> Account:
    """The account of whoever asks."""
    guest = await ours.known(request)
    account = None if guest is None else await ours.accounts.of_guest(guest)
    if account is None:
        raise refused(403, "no-account", request)
    return account


@router.get("")
async def show(request: Request, response: Response, ours: Ours, lang: Lang) -> dict[str, Any]:
    """Who one is here, and how one has played."""
    guest = await ours.guest(request, response)
    account = await ours.accounts.of_guest(guest)
    return {
        "name": await ours.name(guest, lang),
        "login": None if account is None else account.login,
        "made": None if account is None else account.made,
        "statistics": await statistics(ours.store, guest, lang),
    }


@router.post("")
async def make(
    body: Credentials, request: Request, response: Response, ours: Ours
) -> dict[str, Any]:
    """Make an account of the guest one is; the recovery code is told this once.

    A guest without a name is called by the login, as it was typed.
    """
    guest = await ours.guest(request, response)
    try:
        account, code = await ours.accounts.make(guest, body.login, body.password)
    except AccountRefused as error:
        raise _refused(error, request) from None
    if "name" not in await ours.store.facts(guest):
        name = clean_name(body.login, ours.limits.name_characters)
        await ours.store.keep(guest, "name", name)
    _enter(ours, account, request, response)
    ours.gateway.dismiss(Dismiss([guest]))
    return {"login": account.login, "code": code}


@router.post("/name")
async def rename(
    body: Name, request: Request, response: Response, ours: Ours, lang: Lang
) -> dict[str, Any]:
    """Be called something else from the next table on."""
    guest = await ours.guest(request, response)
    try:
        name = clean_name(body.name, ours.limits.name_characters)
    except CommandRefused as error:
        raise refused(400, error.code, request) from None
    await ours.store.keep(guest, "name", name)
    return {"name": await ours.name(guest, lang)}


@router.post("/login")
async def log_in(
    body: Credentials, request: Request, response: Response, ours: Ours
) -> dict[str, Any]:
    """Be this account on this device."""
    await _need_guess(ours, body.login, request)
    try:
        account = await ours.accounts.enter(body.login, body.password)
    except AccountRefused as error:
        raise _refused(error, request) from None
    _enter(ours, account, request, response)
    return {"login": account.login}


@router.post("/logout")
async def log_out(body: LogOut, request: Request, response: Response, ours: Ours) -> dict[str, Any]:
    """Be a new guest on this device, and if one likes on all others."""
    account = await _mine(ours, request)
    if body.everywhere:
        try:
            await ours.accounts.log_out_everywhere(account)
        except AccountRefused as error:
            raise _refused(error, request) from None
        ours.gateway.dismiss(Dismiss([account.guest]))
    _, cookie = ours.guests.new()
    ours.give(request, response, cookie)
    return {"login": None}


@router.post("/password")
async def change_password(
    body: NewPassword, request: Request, response: Response, ours: Ours
) -> dict[str, Any]:
    """Take another password; other devices are logged out."""
    account = await _mine(ours, request)
    await _need_guess(ours, account.login, request)
    try:
        account = await ours.accounts.change_password(account, body.old, body.new)
    except AccountRefused as error:
        raise _refused(error, request) from None
    _enter(ours, account, request, response)
    ours.gateway.dismiss(Dismiss([account.guest]))
    return {"login": account.login}


@router.post("/recover")
async def recover(
    body: Recovery, request: Request, response: Response, ours: Ours
) -> dict[str, Any]:
    """Take another password with the recovery code, and get a new code."""
    await _need_guess(ours, body.login, request)
    try:
        account, code = await ours.accounts.recover(body.login, body.code, body.password)
    except AccountRefused as error:
        raise _refused(error, request) from None
    _enter(ours, account, request, response)
    ours.gateway.dismiss(Dismiss([account.guest]))
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
async def delete(
    body: Deletion, request: Request, response: Response, ours: Ours
) -> dict[str, Any]:
    """Delete everything about oneself, for good; whoever asks is a new guest then."""
    guest = await ours.guest(request, response)
    account = await ours.accounts.of_guest(guest)
    if account is not None:
        await _need_guess(ours, account.login, request)
        try:
            await ours.accounts.need_own(account, body.password)
        except AccountRefused as error:
            raise _refused(error, request) from None
    for table in await own.delete_everything(ours.store, guest):
        ours.gateway.let_go(table)
    ours.gateway.dismiss(Dismiss([guest]))
    _, cookie = ours.guests.new()
    ours.give(request, response, cookie)
    return {"login": None}
