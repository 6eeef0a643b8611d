"""The passkeys of accounts: other ways in than a password, each on the devices that have it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import time
from typing import Any

from ..crew import Crew
from ..store.base import Statement, Store, Taken, Unchanged
from . import webauthn
from .accounts import Account, AccountRefused
from .challenges import ADD, MAKE, PROVE, Challenges

MOST = 20  # of an account
_COLUMNS = "id, guest, host, name, key, counter, made, used"


@dataclass(frozen=True)
class Passkey:
    """A passkey as it is kept; host: of the pages it works on; used: last, if ever."""

    id: str
    guest: str
    host: str
    name: str
    key: str
    counter: int
    made: float
    used: float | None = None

    def told(self) -> dict[str, Any]:
        """It, for its owner."""
        return {name: getattr(self, name) for name in ("id", "host", "name", "made", "used")}


async def of_guest(store: Store, guest: str) -> list[Passkey]:
    """The passkeys of a guest's account, the oldest first."""
    text = f"SELECT {_COLUMNS} FROM passkeys WHERE guest = :guest ORDER BY made, id"
    return [Passkey(*row) for row in await store.rows(text, guest=guest)]


def kept(passkey: Passkey) -> Statement:
    """Keep a new passkey."""
    text = (
        f"INSERT INTO passkeys ({_COLUMNS}) "
        "VALUES (:id, :guest, :host, :name, :key, :counter, :made, :used)"
    )
    return Statement(text, vars(passkey))


def removed(account: Account, mine: Sequence[Passkey], name: str) -> Statement:
    """Remove a passkey of an account by its id; AccountRefused if nothing else opens that."""
    if all(one.id != name for one in mine):
        raise AccountRefused("no-passkey")
    if len(mine) == 1 and not account.password:
        raise AccountRefused("last-way-in")
    text = "DELETE FROM passkeys WHERE id = :id AND guest = :guest"
    return Statement(text, {"id": name, "guest": account.guest})


class Passkeys:
    """All passkeys of the server; crew: where their answers are checked."""

    def __init__(self, store: Store, crew: Crew, challenges: Challenges) -> None:
        self._store, self._crew, self._challenges = store, crew, challenges

    async def of_guest(self, guest: str) -> list[Passkey]:
        """The passkeys of a guest's account, the oldest first."""
        return await of_guest(self._store, guest)

    def wish(self, guest: str, origin: str, mine: Sequence[Passkey]) -> dict[str, Any]:
        """What a browser needs to prove who its guest is; mine: by these, if there are any."""
        challenge, host = self._challenges.new(PROVE, guest, origin), _host(origin)
        ids = [one.id for one in mine if one.host == host]
        return webauthn.wish(challenge, host, ids)

    def order(
        self, guest: str, origin: str, login: str, account: Account | None, mine: Sequence[Passkey]
    ) -> dict[str, Any]:
        """What a browser needs to make a passkey: another one of an account, or a new one's."""
        if len(mine) >= MOST:
            raise AccountRefused("too-many-passkeys")
        challenge = self._challenges.new(MAKE if account is None else ADD, guest, origin)
        ids = [one.id for one in mine]
        return webauthn.order(challenge, _host(origin), guest=guest, login=login, ids=ids)

    async def made(
        self, answer: webauthn.Attestation, guest: str, name: str, account: Account | None
    ) -> Passkey:
        """A new passkey as a browser tells of it, not kept yet."""
        challenge = webauthn.challenge_of(answer.client_data)
        purpose = MAKE if account is None else ADD
        origin = await self._challenges.take(challenge, purpose, guest)
        key, counter = await self._crew.do(webauthn.registered, answer, challenge, origin)
        if await self._one(answer.id) is not None:
            raise AccountRefused("passkey-taken")
        return Passkey(answer.id, guest, _host(origin), name, key, counter, time())

    async def add(self, account: Account, passkey: Passkey) -> None:
        """Keep a passkey of an account, as long as there is that, and it has not enough of them.

        Several may have been ordered before the first of them was made. They are counted once the
        account is locked, so that those of two gateways are.
        """
        text = "UPDATE accounts SET session = session WHERE login = :login AND session = :session"
        still = Statement(text, {"login": account.login, "session": account.session})
        few = Statement(
            f"{text} AND (SELECT COUNT(*) FROM passkeys WHERE guest = :guest) <= :most",
            {**still.values, "guest": account.guest, "most": MOST},
        )
        try:
            await self._store.change([still, kept(passkey), few])
        except Taken:
            raise AccountRefused("passkey-taken") from None
        except Unchanged as error:
            many = error.args == (few.text,)
            raise AccountRefused("too-many-passkeys" if many else "stale-account") from None

    async def prove(self, answer: webauthn.Assertion, guest: str) -> Passkey:
        """The passkey that has answered a challenge of a guest's; AccountRefused if none has.

        One that nobody has is as much work as one whose answer is wrong.
        """
        challenge = webauthn.challenge_of(answer.client_data)
        origin = await self._challenges.take(challenge, PROVE, guest)
        known = await self._one(answer.id)
        key = webauthn.NOBODY if known is None else known.key
        counter = await self._crew.do(webauthn.proved, answer, challenge, origin, key)
        if known is None or known.host != _host(origin):
            raise AccountRefused("wrong-passkey")
        if answer.user_handle not in ("", webauthn.handle_of(known.guest)):
            raise AccountRefused("wrong-passkey")
        return await self._used(known, counter)

    async def _one(self, name: str) -> Passkey | None:
        found = await self._store.rows(f"SELECT {_COLUMNS} FROM passkeys WHERE id = :id", id=name)
        return Passkey(*found[0]) if found else None

    async def _used(self, passkey: Passkey, counter: int) -> Passkey:
        """The passkey with its new counter; one that does not grow is that of a copy."""
        if counter <= passkey.counter and (counter, passkey.counter) != (0, 0):
            raise AccountRefused("wrong-passkey")
        new = replace(passkey, counter=counter, used=time())
        text = (
            "UPDATE passkeys SET counter = :counter, used = :used "
            "WHERE id = :id AND counter = :before"
        )
        values = {"counter": counter, "used": new.used, "id": new.id, "before": passkey.counter}
        try:
            await self._store.change([Statement(text, values)])
        except Unchanged:
            raise AccountRefused("wrong-passkey") from None
        return new


def _host(origin: str) -> str:
    host = webauthn.host_of(origin)
    if host is None:
        raise AccountRefused("no-passkeys-here")
    return host
