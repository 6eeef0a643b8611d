"""How often passwords, codes, passkeys and keys are tried, counted for all gateways together.

What is kept is the moment at which a limit is whole again: every guess moves it on, and one that
would move it too far is refused. It outlives a restart, and is cleared away when it has passed.
Whom it is about is kept as a hash: nobody reads there who tried to log in, or from where.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from hashlib import sha256
from time import time

from ..limits import Rate
from ..store.base import Statement, Store, Taken, Unchanged
from . import passing

_OWNER = "guesses"
_NEVER = 1e-6  # guesses a second, where a limit has none
_TRIES = 5  # when others guess at the same moment
_VALUES = "owner = :owner AND name = :name"


class Guesses:
    """The guesses of one kind: for an account, or from an address."""

    def __init__(
        self, store: Store, kind: str, limit: Rate, clock: Callable[[], float] = time
    ) -> None:
        self._store, self._kind, self._clock = store, kind, clock
        rate, most = limit
        self._each, self._most = 1 / (rate or _NEVER), most / (rate or _NEVER)  # seconds

    async def take(self, who: str) -> bool:
        """Whether one more guess is within the limit, which is then taken."""
        name = f"{self._kind} {sha256(who.encode()).hexdigest()[:32]}"
        for _ in range(_TRIES):
            now = self._clock()
            known = await self._store.rows(
                f"SELECT value FROM facts WHERE {_VALUES}", owner=_OWNER, name=name
            )
            whole = max(now, float(known[0][0]) if known else now) + self._each
            if whole - now > self._most:
                return False
            with contextlib.suppress(Taken, Unchanged):
                await self._move(name, known[0][0] if known else None, whole, now)
                return True
        return False

    async def _move(self, name: str, known: str | None, whole: float, now: float) -> None:
        """Keep the new moment, unless another guess came between; clear away what has passed."""
        facts, text = passing.moment(_OWNER, name, whole), passing.KEEP
        if known is not None:
            text = f"UPDATE facts SET value = :value WHERE {_VALUES} AND value = :known"
            facts["known"] = known
        await self._store.change([Statement(text, facts), passing.cleared(_OWNER, now, name)])
