"""Accounts: a login, and a password or passkeys, for a guest who wants to be known elsewhere, too.

An account is the guest it was made by, with all the guest has; nothing moves. Its cookies carry the
number of its session, which grows when all devices are logged out: older cookies are nobody's then.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from time import time

from ..crew import Crew
from ..store.base import Statement, Store, Taken, Unchanged
from . import passwords

LOGIN = (2, 24)  # characters
PASSWORD = (8, 200)
_COLUMNS = "login, guest, password, recovery, session, made"


class AccountRefused(Exception):
    """What was asked for cannot be done; code: why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Account:
    """An account as it is kept; password: nothing where only passkeys open it."""

    login: str
    guest: str
    password: str
    recovery: str
    session: int
    made: float


def login_of(text: str) -> str:
    """A login as it is kept and shown: letters and digits of any script, - and _, in small.

    AccountRefused if it is none.
    """
    login = unicodedata.normalize("NFKC", text).strip().casefold()
    if not LOGIN[0] <= len(login) <= LOGIN[1]:
        raise AccountRefused("bad-login")
    if not all(character.isalnum() or character in "-_" for character in login):
        raise AccountRefused("bad-login")
    return login


def _need_password(text: str) -> None:
    if not PASSWORD[0] <= len(text) <= PASSWORD[1]:
        raise AccountRefused("bad-password")


class Accounts:
    """All accounts of the server; crew: where passwords are hashed."""

    def __init__(self, store: Store, crew: Crew) -> None:
        self._store, self._crew = store, crew

    async def _one(self, column: str, value: str) -> Account | None:
        text = f"SELECT {_COLUMNS} FROM accounts WHERE {column} = :value"
        found = await self._store.rows(text, value=value)
        return Account(*found[0]) if found else None

    async def of_guest(self, guest: str) -> Account | None:
        """The account of a guest, if they have one."""
        return await self._one("guest", guest)

    async def named(self, login: str) -> Account | None:
        """The account with a login, if there is one."""
        try:
            return await self._one("login", login_of(login))
        except AccountRefused:
            return None

    async def session(self, guest: str) -> int | None:
        """The session whose cookies are good for a guest; None: those without a session are."""
        found = await self._store.rows(
            "SELECT session FROM accounts WHERE guest = :guest", guest=guest
        )
        return int(found[0][0]) if found else None

    async def need_free(self, guest: str, login: str) -> str:
        """A login as it is kept, if a guest can make an account with it."""
        login = login_of(login)
        if await self.of_guest(guest) is not None:
            raise AccountRefused("has-account")
        if await self._one("login", login) is not None:
            raise AccountRefused("login-taken")
        return login

    async def make(self, guest: str, login: str, password: str) -> tuple[Account, str]:
        """An account for a guest, and its recovery code, which nobody is told again."""
        login = await self.need_free(guest, login)
        _need_password(password)
        code = passwords.new_code()
        kept = await self._crew.do(passwords.hashed, password, passwords.plain_code(code))
        return await self._made(Account(login, guest, kept[0], kept[1], 1, time())), code

    async def make_with(self, guest: str, login: str, passkey: Statement) -> tuple[Account, str]:
        """The same without a password, together with the passkey that opens it."""
        login = await self.need_free(guest, login)
        code = passwords.new_code()
        (kept,) = await self._crew.do(passwords.hashed, passwords.plain_code(code))
        return await self._made(Account(login, guest, "", kept, 1, time()), passkey), code

    async def _made(self, account: Account, *also: Statement) -> Account:
        text = (
            f"INSERT INTO accounts ({_COLUMNS}) "
            "VALUES (:login, :guest, :password, :recovery, :session, :made)"
        )
        try:
            await self._store.change([Statement(text, vars(account)), *also])
        except Taken:
            raise AccountRefused("login-taken") from None
        return account

    async def enter(self, login: str, password: str) -> Account:
        """The account that a login and a password open; AccountRefused if they do not."""
        account = await self.named(login)
        if not await self._fits(account, password) or account is None:
            raise AccountRefused("wrong-password")
        return account

    async def _fits(self, account: Account | None, password: str) -> bool:
        """Whether a password is that of an account; as much work where there is none."""
        kept = account.password if account else ""
        return (
            await self._crew.do(passwords.fits, kept or passwords.NOBODY, password) and kept != ""
        )

    async def recover(self, login: str, code: str, password: str) -> tuple[Account, str]:
        """The account with a new password and a new code; all devices are logged out."""
        _need_password(password)
        account = await self.named(login)
        kept = account.recovery if account else passwords.NOBODY
        fits = await self._crew.do(passwords.fits, kept, passwords.plain_code(code))
        if not fits or account is None:
            raise AccountRefused("wrong-code")
        new = passwords.new_code()
        hashes = await self._crew.do(passwords.hashed, password, passwords.plain_code(new))
        return await self._again(account, password=hashes[0], recovery=hashes[1]), new

    async def need_own(self, account: Account, password: str) -> None:
        """Refuse whoever is logged in and cannot say the password once more."""
        if not await self._fits(account, password):
            raise AccountRefused("wrong-own-password")

    async def change_password(self, account: Account, new: str) -> Account:
        """The account with another password; all other devices are logged out."""
        _need_password(new)
        (kept,) = await self._crew.do(passwords.hashed, new)
        return await self._again(account, password=kept)

    async def log_out_everywhere(self, account: Account, *also: Statement) -> Account:
        """The account in its next session: no cookie made before is good any more.

        also: what is changed together with that.
        """
        return await self._again(account, also)

    async def _again(
        self, account: Account, also: Sequence[Statement] = (), **changed: str
    ) -> Account:
        """The account with something changed, in its next session."""
        facts = {**vars(account), **changed, "session": account.session + 1}
        text = (
            "UPDATE accounts SET password = :password, recovery = :recovery, session = :session "
            "WHERE login = :login AND session = :before"
        )
        try:
            changes = [Statement(text, {**facts, "before": account.session}), *also]
            await self._store.change(changes)
        except Unchanged:
            raise AccountRefused("stale-account") from None
        return Account(**facts)
