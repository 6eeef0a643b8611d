"""Who may not use the server: accounts, guests and addresses, as the operator says."""

from __future__ import annotations

import json
from time import time
from typing import Any

from ..store.base import Store

_OWNER = "bans"
GUEST, ADDRESS = "guest", "address"


class Bans:
    """All bans, kept in memory: they are read when the server starts and when they change."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._banned: frozenset[str] = frozenset()

    async def read(self) -> None:
        """Read them again."""
        self._banned = frozenset(await self._store.facts(_OWNER))

    def has_guest(self, guest: str) -> bool:
        """Whether a guest, with an account or without, is banned."""
        return f"{GUEST} {guest}" in self._banned

    def has_address(self, address: str) -> bool:
        """Whether an address is banned."""
        return f"{ADDRESS} {address}" in self._banned

    async def set(self, kind: str, who: str, *, on: bool, why: str, name: str) -> None:
        """Ban a guest or an address, or no longer; name: what the operator knows them by."""
        value = json.dumps({"at": time(), "why": why, "name": name}) if on else None
        await self._store.keep(_OWNER, f"{kind} {who}", value)
        await self.read()

    async def told(self) -> list[dict[str, Any]]:
        """All of them, the newest first."""
        found = []
        for key, value in (await self._store.facts(_OWNER)).items():
            kind, _, who = key.partition(" ")
            found.append({"kind": kind, "who": who, **json.loads(value)})
        return sorted(found, key=lambda one: -float(one["at"]))
