"""Challenges that passkeys answer: each is good for one guest, one purpose, once, and not for long.

A challenge is a text that the server has signed, so that no gateway has to remember it. Which ones
were answered is kept for all gateways together, as hashes, until they would be too old at any of
them.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import sha256
from time import time

from itsdangerous import BadSignature, URLSafeSerializer

from ..store.base import Statement, Store, Taken
from . import passing
from .accounts import AccountRefused

PROVE, MAKE, ADD = "prove", "make", "add"  # who one is; an account; another passkey
SECONDS = 300.0  # until a challenge is too old
_SLOW = 300.0  # by which the clock of a gateway may be behind that of another one
_OWNER = "challenges"
_BYTES = 16  # drawn by lot


class Challenges:
    """Makes challenges, and takes each back once; key: the server's."""

    def __init__(self, store: Store, key: bytes, clock: Callable[[], float] = time) -> None:
        self._store, self._clock = store, clock
        self._signer = URLSafeSerializer(key, salt="challenge")

    def new(self, purpose: str, guest: str, origin: str) -> str:
        """A challenge for the page of an origin that a guest looks at."""
        until = self._clock() + SECONDS
        return str(
            self._signer.dumps([purpose, guest, origin, until, secrets.token_urlsafe(_BYTES)])
        )

    async def take(self, text: str, purpose: str, guest: str) -> str:
        """The origin that a challenge was made for; AccountRefused if it is not good any more."""
        try:
            made_for, whose, origin, until, _ = self._signer.loads(text)
        except BadSignature:
            raise AccountRefused("stale-challenge") from None
        now = self._clock()
        if (made_for, whose) != (purpose, guest) or until < now:
            raise AccountRefused("stale-challenge")
        name = sha256(text.encode()).hexdigest()
        facts = passing.moment(_OWNER, name, until + _SLOW)
        try:
            await self._store.change(
                [Statement(passing.KEEP, facts), passing.cleared(_OWNER, now, name)]
            )
        except Taken:
            raise AccountRefused("stale-challenge") from None
        return str(origin)
