"""What the routes of accounts and of passkeys share: who asks, guesses, proofs and cookies."""

from __future__ import annotations

import contextlib
from typing import Annotated, Any

from fastapi import Request, Response
from pydantic import BaseModel, Field

from ..bus.letters import Dismiss
from ..people.accounts import PASSWORD, Account, AccountRefused, login_of
from ..people.webauthn import Assertion
from ..table.commands import CommandRefused, clean_name
from .charged import refused
from .service import Service, address_of

_STATUS = {
    "wrong-password": 403,
    "wrong-own-password": 403,
    "wrong-code": 403,
    "wrong-passkey": 403,
    "stale-challenge": 403,
    "not-proved": 403,
    "no-passkey": 404,
    "login-taken": 409,
    "has-account": 409,
    "passkey-taken": 409,
    "too-many-passkeys": 409,
    "last-way-in": 409,
}

Login = Annotated[str, Field(max_length=100)]
Secret = Annotated[str, Field(max_length=PASSWORD[1])]


class Proof(BaseModel):
    """That one is the owner of the account: its password, or what a passkey of it answered."""

    password: Secret = ""
    passkey: Assertion | None = None


def refused_account(error: AccountRefused, request: Request) -> Exception:
    """A refusal in the language of the request."""
    return refused(_STATUS.get(error.code, 400), error.code, request)


async def need_guess(ours: Service, who: str | None, request: Request) -> None:
    """Refuse to try ways in again and again, for one account or from one address.

    who: what is tried to get into, if it can be anything's.
    """
    accounts, addresses = ours.guesses
    within = await addresses.take(address_of(request))
    if not (within and (who is None or await accounts.take(who))):
        raise refused(429, "too-many-guesses", request)


async def need_login_guess(ours: Service, login: str, request: Request) -> None:
    """The same for a login as it was typed.

    However it is spelled, it is the account's; one that cannot be an account's costs the address
    as much.
    """
    who = None
    with contextlib.suppress(AccountRefused):
        who = login_of(login)
    await need_guess(ours, who, request)


async def need_passkey_guess(ours: Service, answer: Assertion, request: Request) -> None:
    """The same for a passkey that answered, and not for its account.

    Others know the login, and could use up the guesses of the account; nobody else knows the id.
    """
    await need_guess(ours, f"passkey {answer.id}", request)


async def need_owner(ours: Service, account: Account, proof: Proof, request: Request) -> None:
    """Refuse whoever is logged in, but does not prove once more that the account is theirs."""
    if proof.passkey is not None:
        await need_passkey_guess(ours, proof.passkey, request)
    else:
        await need_guess(ours, account.login, request)
    try:
        if proof.passkey is not None:
            if (await ours.passkeys.prove(proof.passkey, account.guest)).guest != account.guest:
                raise AccountRefused("wrong-passkey")
        elif account.password:
            await ours.accounts.need_own(account, proof.password)
        else:
            raise AccountRefused("not-proved")
    except AccountRefused as error:
        raise refused_account(error, request) from None


async def mine(ours: Service, request: Request) -> Account:
    """The account of whoever asks."""
    guest = await ours.known(request)
    account = None if guest is None else await ours.accounts.of_guest(guest)
    if account is None:
        raise refused(403, "no-account", request)
    return account


def need_name(ours: Service, text: str, request: Request) -> str:
    """A name as it is kept; refused if nothing of it can be read."""
    try:
        return clean_name(text, ours.limits.name_characters)
    except CommandRefused as error:
        raise refused(400, error.code, request) from None


def enter(ours: Service, account: Account, request: Request, response: Response) -> None:
    """Let a browser be logged in."""
    ours.give(request, response, ours.guests.cookie(account.guest, account.session))


def enter_alone(ours: Service, account: Account, request: Request, response: Response) -> None:
    """Let a browser be logged in, and all pages be looked at anew that had older cookies."""
    enter(ours, account, request, response)
    ours.gateway.dismiss(Dismiss([account.guest]))


async def welcome(
    ours: Service, made: tuple[Account, str], login: str, request: Request, response: Response
) -> dict[str, Any]:
    """What whoever has just made an account is told: the recovery code, this once.

    A guest without a name is called by the login, as it was typed.
    """
    account, code = made
    if "name" not in await ours.store.facts(account.guest):
        await ours.store.keep(account.guest, "name", need_name(ours, login, request))
    enter_alone(ours, account, request, response)
    return {"login": account.login, "code": code}
