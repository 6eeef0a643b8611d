"""The running server as its routes see it: guests, tables and limits."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import ipaddress
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar, TypeVarTuple

import msgspec
from fastapi import Request, Response
from starlette.requests import HTTPConnection

from ...event.refused import Refused as EventRefused
from ...ruleset import Ruleset
from ...texts.reader import texts
from ..beside import Beside
from ..buckets import Buckets, Places
from ..bus import asking
from ..bus.letters import AskFinished, Given, Question
from ..crew import Busy, Crew
from ..events.follower import Follower
from ..events.keeper import Events
from ..guests import COOKIE, COOKIE_SECONDS, Guests, first_name
from ..jobs import Job, Refused
from ..limits import Limits
from ..people import ledger
from ..people.accounts import Accounts
from ..people.bans import Bans
from ..people.challenges import Challenges
from ..people.guesses import Guesses
from ..people.passkeys import Passkeys
from ..roles.census import Censor
from ..roles.gateway import CannotGive, Gateway, Unavailable
from ..store.base import CannotRead, Store
from ..table import entries as log
from ..table.room_info import table_title
from .analyses import Analyses
from .charged import refused
from .guard import Origins

BANS = 10.0  # seconds after which a ban is known at every gateway
R = TypeVar("R")
Given_ = TypeVarTuple("Given_")
_HOUSE = "house "
_OPERATOR = "/api/operator"
_NETWORK = 64  # bits


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from; of IPv6 the network, in which one machine has every address."""
    return _address(request.client.host if request.client else "")


@lru_cache(10_000)  # it is asked for several times in a request
def _address(host: str) -> str:
    try:
        address = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    network = ipaddress.IPv6Network((address, _NETWORK), strict=False)
    return host if address.is_loopback else str(network)


def address_named(text: str) -> str | None:
    """What an operator types as `address_of` has it; None if it is no address."""
    try:
        network = ipaddress.ip_network(_address(text.strip()))
    except ValueError:
        return None
    if network.num_addresses == 1:
        return str(network.network_address)
    return str(network) if (network.version, network.prefixlen) == (6, _NETWORK) else None


def _half(most: int) -> int:
    """How much of what can wait may be for one address."""
    return max(1, most // 2)


class Service:
    """Everything the routes need."""

    guests: Guests
    passkeys: Passkeys
    operator_key: str
    census: Censor
    events: Events
    follower: Follower

    def __init__(self, store: Store, gateway: Gateway, origins: Origins, limits: Limits) -> None:
        self.store, self.gateway, self.origins, self.limits = store, gateway, origins, limits
        self.analyses = Analyses(gateway.bus, _half(limits.analyses_waiting))
        self.by_expert = asyncio.Lock()  # held while the deal of the day is played
        self._passwords = Crew(
            "passwords", size=1, waiting=limits.passwords_waiting, seconds=limits.passwords_seconds
        )
        self.accounts = Accounts(store, self._passwords)
        self.bans = Bans(store)
        self.guesses = (
            Guesses(store, "account", limits.guesses_of_account),
            Guesses(store, "address", limits.guesses_of_address),
        )
        self.addresses: list[str] = []
        self._beside = Beside()
        self.places, self.files = Places(limits.sockets), Places(_half(limits.files_waiting))
        self._spent = Buckets(limits.request_units)
        self._facts_of_address = Buckets(limits.facts_of_address)
        self._tables = Buckets(limits.tables_of_guest)
        self._tables_of_address = Buckets(limits.tables_of_address)
        self._events_of_address = Buckets(limits.events_of_address)

    def know(self, key: bytes) -> None:
        """Sign cookies and challenges with the server's key."""
        self.guests = Guests(key)
        self.passkeys = Passkeys(self.store, self._passwords, Challenges(self.store, key))

    async def open(self) -> None:
        """Begin: who is banned is known, and read again, since news of it can be lost."""
        await self.bans.read()
        self.gateway.before_dismissal = self.bans.read
        self._beside.start(self._follow_bans())
        await self.follower.open()

    async def _follow_bans(self) -> None:
        while True:
            await asyncio.sleep(BANS)
            with contextlib.suppress(CannotRead):
                await self.bans.read()
            self.gateway.send_away(
                lambda one: self.bans.has_guest(one.guest) or self.bans.has_address(one.address)
            )

    def close(self) -> None:
        """Stop."""
        self._beside.cancel()
        self.follower.close()
        self.events.close()
        self._passwords.close()

    async def do(self, job: Job[*Given_, R], *given: *Given_) -> R:
        """What comes of a job, of whoever thinks; raises what `asking.do` does."""
        return await asking.do(self.gateway.bus, job, *given)

    def charge(self, request: HTTPConnection, cost: float) -> None:
        """Charge an address for a request; Refused if it has asked for too much.

        The operator is not: they look when somebody floods, maybe from the same address.
        """
        if self.is_operator(request.headers.get("x-operator-key", "")):
            return
        if not self._spent.take(address_of(request), cost):
            raise refused(429, "too-many-requests", request)

    def may_keep(self, request: HTTPConnection) -> bool:
        """Whether an address may have something more kept for good."""
        return self._facts_of_address.take(address_of(request))

    @contextlib.contextmanager
    def file_place(self, request: HTTPConnection) -> Iterator[None]:
        """One of the places that an address has for its files; Busy if it has none left."""
        address = address_of(request)
        if not self.files.enter(address):
            raise Busy(address)
        try:
            yield
        finally:
            self.files.leave(address)

    def is_operator(self, given: str) -> bool:
        """Whether this is the operator's key."""
        return hmac.compare_digest(self.operator_key.encode(), given.strip().encode())

    def need_welcome(self, request: HTTPConnection) -> None:
        """Refuse an address that is banned; the operator is never locked out by their own."""
        path: str = request.scope["path"]
        if self.bans.has_address(address_of(request)) and not path.startswith(_OPERATOR):
            raise refused(403, "banned", request)

    def charge_event(self, address: str, language: str) -> None:
        """Charge an address for a new event; Refused if it has made too many."""
        if not self._events_of_address.take(address):
            raise Refused(429, "events-often", EventRefused("events-often").text(language))

    def address_for(self, request: HTTPConnection) -> str:
        """What others have to type to come here: in the network, if it was asked from here."""
        asked = str(request.base_url).rstrip("/")
        near = request.url.hostname in ("localhost", "127.0.0.1", "::1")
        return self.addresses[0] if near and self.addresses else asked

    async def known(self, request: HTTPConnection) -> str | None:
        """Who asks, if they have a cookie of ours that is still good."""
        found = self.guests.read(request.cookies.get(COOKIE))
        if found is None:
            return None
        guest, session = found
        if self.bans.has_guest(guest):
            raise refused(403, "banned", request)
        return guest if session == await self.accounts.session(guest) else None

    async def guest(self, request: Request, response: Response) -> str:
        """Who asks; whoever has no cookie gets one."""
        known = await self.known(request)
        if known is not None:
            return known
        guest, cookie = self.guests.new()
        self.give(request, response, cookie)
        return guest

    async def greet(self, request: Request, response: Response) -> None:
        """Give whoever opens the page without a good cookie one, before the page asks anything.

        It asks several things at once: else each answer would bring another guest's cookie, and the
        last of them could take from a browser the table it has just made. Whoever is banned, or
        comes while nobody knows whose session is over, keeps what they have.
        """
        with contextlib.suppress(Refused, CannotRead):
            await self.guest(request, response)

    def give(self, request: Request, response: Response, cookie: str) -> None:
        """Give a browser its cookie, which scripts cannot read."""
        response.set_cookie(
            COOKIE,
            cookie,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )

    async def name(self, guest: str, language: str) -> str:
        """What a guest is called."""
        return (await self.store.facts(guest)).get("name") or first_name(guest, language)

    async def login(self, guest: str) -> str | None:
        """The login of a guest's account, if they have one."""
        account = await self.accounts.of_guest(guest)
        return None if account is None else account.login

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
            daily, ruleset = told.setdefault("daily", False), Ruleset.parse(told["ruleset"])
            title = table_title(ruleset, daily=daily, language=language)
            out.append({"table": table, "title": title, "when": at, **told})
        return out

    async def make(
        self,
        guest: str,
        made: log.Made,
        language: str,
        address: str,
        done: Sequence[log.Entry] = (),
    ) -> str:
        """A new table's id; a guest who makes too many is refused, and so is an address.

        done: what has happened there when it begins.
        """
        if not self._tables.take(guest) or not self._tables_of_address.take(address):
            raise Refused(429, "busy", texts(language)["server"]["refused"]["busy"])
        with _told_to_web(language):
            return await self.gateway.make(made, await self.name(guest, language), done)

    async def finished(self, table: str, language: str) -> int:
        """How many deals of a table are over, as far as that is told."""
        return (await self.ask(AskFinished(table), language)).deals

    async def told_log(self, table: str, deals: int) -> list[bytes]:
        """The log of a table as far as it is told, when so many of its deals are over."""
        return await asyncio.to_thread(ledger.told, await self.store.read(table), deals)

    async def ask(self, question: Question, language: str) -> Given:
        """What the owner of a table says about it."""
        with _told_to_web(language):
            return await self.gateway.ask(question)


@contextlib.contextmanager
def _told_to_web(language: str) -> Iterator[None]:
    """Refusals of tables as those of HTTP: 404 if there is none, 503 if it cannot be reached."""
    words = texts(language)["server"]["refused"]
    try:
        yield
    except KeyError:
        raise Refused(404, "no-table", words["no-table"]) from None
    except Unavailable:
        raise Refused(503, "unavailable", words["unavailable"]) from None
    except CannotGive as error:
        raise Refused(409, "no-save", str(error)) from None
