"""Passkeys over HTTP: to make an account with one, to log in, and which ones an account has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from ..people.accounts import AccountRefused
from ..people.passkeys import Passkey, kept, removed
from ..people.webauthn import LONGEST_ID, Assertion, Attestation, host_of
from .charged import ChargedRoute, refused
from .routes import Ours
from .service import Service
from .ways_in import (
    Login,
    Proof,
    enter,
    enter_alone,
    mine,
    need_guess,
    need_name,
    need_owner,
    need_passkey_guess,
    refused_account,
    welcome,
)

router = APIRouter(prefix="/api/account/passkeys", route_class=ChargedRoute)


class Order(Proof):
    """A passkey to be made: for a new account with a login, or for one's own."""

    login: Login = ""


class NewPasskey(BaseModel):
    """A passkey that was made, and what it is to be called."""

    name: Annotated[str, Field(max_length=200)]
    passkey: Attestation


class FirstPasskey(NewPasskey):
    """The same, and the login of the account that is to be made with it."""

    login: Login


class Entry(BaseModel):
    """What a passkey answered."""

    passkey: Assertion


class Removal(Proof):
    """Which passkey is to be removed."""

    id: Annotated[str, Field(max_length=LONGEST_ID)]


def _origin(ours: Service, request: Request) -> str:
    """The page that asks; `guard` has let it in.

    Refused where browsers have no passkeys, and where it may be the page of another server on the
    same host: that could pass on what it is given, and a passkey would answer.
    """
    origin = request.headers.get("origin") or f"{request.url.scheme}://{request.url.netloc}"
    if host_of(origin) is None or not ours.origins.is_own(origin):
        raise refused(400, "no-passkeys-here", request)
    return origin.lower()


async def _known(ours: Service, request: Request) -> str:
    """Who asks; nobody else was given a challenge."""
    guest = await ours.known(request)
    if guest is None:
        raise refused(403, "stale-challenge", request)
    return guest


def _told(passkeys: Sequence[Passkey]) -> dict[str, Any]:
    return {"passkeys": [one.told() for one in passkeys]}


@router.post("/wish")
async def wish(request: Request, response: Response, ours: Ours) -> dict[str, Any]:
    """What a browser needs to have a passkey say who one is: one's own, if one is logged in."""
    origin = _origin(ours, request)
    guest = await ours.guest(request, response)
    return ours.passkeys.wish(guest, origin, await ours.passkeys.of_guest(guest))


@router.post("/order")
async def order(body: Order, request: Request, response: Response, ours: Ours) -> dict[str, Any]:
    """What a browser needs to make a passkey.

    It is a guess, and what is made is none, since it needs what was ordered: whoever is refused
    then has a passkey on their device that opens nothing.
    """
    origin = _origin(ours, request)
    guest = await ours.guest(request, response)
    account = None if body.login else await mine(ours, request)
    if account is None:
        await need_guess(ours, None, request)
    else:
        await need_owner(ours, account, body, request)
    there = await ours.passkeys.of_guest(guest)
    try:
        login = account.login if account else await ours.accounts.need_free(guest, body.login)
        return ours.passkeys.order(guest, origin, login, account, there)
    except AccountRefused as error:
        raise refused_account(error, request) from None


@router.post("/make")
async def make(
    body: FirstPasskey, request: Request, response: Response, ours: Ours
) -> dict[str, Any]:
    """Make an account of the guest one is, which a passkey opens and no password."""
    guest, name = await _known(ours, request), need_name(ours, body.name, request)
    try:
        passkey = await ours.passkeys.made(body.passkey, guest, name, None)
        made = await ours.accounts.make_with(guest, body.login, kept(passkey))
    except AccountRefused as error:
        raise refused_account(error, request) from None
    return await welcome(ours, made, body.login, request, response)


@router.post("/add")
async def add(body: NewPasskey, request: Request, ours: Ours) -> dict[str, Any]:
    """Have one more passkey; all there are."""
    account, name = await mine(ours, request), need_name(ours, body.name, request)
    try:
        passkey = await ours.passkeys.made(body.passkey, account.guest, name, account)
        await ours.passkeys.add(account, passkey)
    except AccountRefused as error:
        raise refused_account(error, request) from None
    return _told(await ours.passkeys.of_guest(account.guest))


@router.post("/login")
async def log_in(body: Entry, request: Request, response: Response, ours: Ours) -> dict[str, Any]:
    """Be the account of a passkey on this device."""
    guest = await _known(ours, request)
    await need_passkey_guess(ours, body.passkey, request)
    try:
        passkey = await ours.passkeys.prove(body.passkey, guest)
        account = await ours.accounts.of_guest(passkey.guest)
        # If it was removed meanwhile, the account may be in its next session, which is not for it.
        there = await ours.passkeys.of_guest(passkey.guest)
        if account is None or all(one.id != passkey.id for one in there):
            raise AccountRefused("wrong-passkey")
    except AccountRefused as error:
        raise refused_account(error, request) from None
    enter(ours, account, request, response)
    return {"login": account.login}


@router.post("/remove")
async def remove(body: Removal, request: Request, response: Response, ours: Ours) -> dict[str, Any]:
    """Remove a passkey; other devices are logged out. The ones that are left."""
    account = await mine(ours, request)
    await need_owner(ours, account, body, request)
    try:
        gone = removed(account, await ours.passkeys.of_guest(account.guest), body.id)
        account = await ours.accounts.log_out_everywhere(account, gone)
    except AccountRefused as error:
        raise refused_account(error, request) from None
    enter_alone(ours, account, request, response)
    return _told(await ours.passkeys.of_guest(account.guest))
