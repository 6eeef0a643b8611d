"""How every process is: who is there, which tables it has, its load and its last errors.

Nothing about cards is in it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

import msgspec

from ..bus.base import Bus
from ..bus.letters import CENSUS, AskCensus, Census, census_subject, pack, unpack
from ..errors import RecentErrors
from ..table.actor import TableActor
from .gateway import Gateway
from .tables import Tables

try:
    import resource
except ImportError:  # this system does not count
    resource = None  # type: ignore[assignment]

_PATIENCE = 0.5  # seconds that the others have to answer, where messages can be lost
_MOST = 1000  # visitors and tables that are told of a process


class Censor:
    """Answers for this process, and asks all."""

    def __init__(
        self,
        bus: Bus,
        name: str,
        roles: AbstractSet[str],
        gateway: Gateway | None,
        tables: Tables | None,
    ) -> None:
        self._bus, self._name, self._roles = bus, name, sorted(roles)
        self._gateway, self._tables = gateway, tables
        self.errors, self._began = RecentErrors(), time.time()
        self._heard: dict[str, bytes] = {}

    def open(self) -> None:
        """Begin to listen."""
        self.errors.open()
        self._bus.listen(CENSUS, self._asked)
        self._bus.listen(census_subject(self._name), self._answered)

    def close(self) -> None:
        """Listen no more."""
        self.errors.close()

    async def ask(self) -> list[dict[str, Any]]:
        """How all processes are."""
        self._heard.clear()
        self._bus.publish(CENSUS, pack(AskCensus(self._name)))
        if self._bus.lossy:
            await asyncio.sleep(_PATIENCE)
        return [msgspec.json.decode(self._heard[name]) for name in sorted(self._heard)]

    def _asked(self, body: bytes) -> None:
        letter = unpack(body)
        assert isinstance(letter, AskCensus)
        answer = Census(self._name, msgspec.json.encode(self._told()))
        self._bus.publish(census_subject(letter.asker), pack(answer))

    def _answered(self, body: bytes) -> None:
        letter = unpack(body)
        assert isinstance(letter, Census)
        self._heard[letter.name] = letter.body

    def _told(self) -> dict[str, Any]:
        visitors = self._gateway.visitors.values() if self._gateway else ()
        tables = self._tables.hall.tables.values() if self._tables else ()
        return {
            "name": self._name,
            "roles": self._roles,
            "began": self._began,
            "processor_seconds": time.process_time(),
            "memory": _memory(),
            "visitors": [
                {"guest": one.guest, "address": one.address, "table": one.table, "since": one.since}
                for one in list(visitors)[:_MOST]
            ],
            "sockets": len(visitors),
            "tables": [_facts(table) for table in list(tables)[:_MOST]],
            "errors": self.errors.told(),
        }


def _facts(table: TableActor) -> dict[str, Any]:
    told = table.told()
    return {
        "table": told.table,
        "ruleset": told.ruleset.base,
        "names": [seat.name or seat.bot for seat in told.seats],
        "deals": told.finished,
        "running": told.running,
        "clients": len(table.clients),
        "idle": round(table.idle()),
    }


def _memory() -> int | None:
    """The bytes of memory that the process has now, or has had at most."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None if resource is None else _most_memory()
    return pages * 4096


def _most_memory() -> int:
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) * 1024
