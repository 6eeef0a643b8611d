"""Who is there: over a bus that loses messages everybody says again and again that they live.

A client ties a gateway to the owner of its table. When one of the two falls silent, or says that it
has missed something (its life is another one then), the tie is given up: the client comes again,
and nobody has to guess what was lost.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Protocol

from ..bus.base import Bus
from ..bus.letters import ALIVE, Alive, pack, unpack

BEAT = 0.25  # seconds
SILENT = 1.5  # seconds without a beat after which a process is taken for lost


def _now() -> float:
    return asyncio.get_running_loop().time()


class Ties:
    """What holds to which life of which other process."""

    def __init__(self) -> None:
        self._held: defaultdict[tuple[str, int], set[int]] = defaultdict(set)

    def tie(self, name: str, life: int, number: int) -> None:
        """Something rests on this life of a process."""
        self._held[name, life].add(number)

    def untie(self, name: str, life: int, number: int) -> None:
        """It does no longer."""
        held = self._held.get((name, life), set())
        held.discard(number)
        if not held:
            self._held.pop((name, life), None)

    def every(self) -> list[int]:
        """All that rests on anything."""
        return [number for held in self._held.values() for number in held]

    def broken(self, name: str, life: int | None) -> list[int]:
        """What rests on other lives of a process than this one; None: on any."""
        every = [key for key in self._held if key[0] == name and key[1] != life]
        return [number for key in every for number in self._held[key]]


class Tied(Protocol):
    """A role that rests on other processes."""

    def lives(self, name: str, life: int | None) -> None:
        """A process has this life, or none any more; what rests on another one is given up."""

    def gap(self) -> None:
        """Messages may have been lost here: everything is given up."""


class Peers:
    """The processes of a cluster as this one hears them; life: its own."""

    def __init__(self, bus: Bus, name: str) -> None:
        self._bus, self.name, self.life = bus, name, 0
        self.roles: list[Tied] = []
        self._heard: dict[str, float] = {}
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin, where messages can be lost."""
        if self._bus.lossy:
            self._bus.listen(ALIVE, self._hear)
            self._task = asyncio.ensure_future(self._beat())

    def close(self) -> None:
        """Fall silent."""
        if self._task is not None:
            self._task.cancel()

    def meet(self, name: str) -> None:
        """Something begins to rest on a process: it has to be heard from now on."""
        self._heard.setdefault(name, _now())

    def silent(self, name: str) -> bool:
        """Whether a process was heard, but not lately; without losses nobody has to be heard."""
        return self._bus.lossy and _now() - self._heard.get(name, _now()) > SILENT / 2

    def gap(self) -> None:
        """Messages may have been lost here: all ties are given up, and all hear of it."""
        self.life += 1
        for role in self.roles:
            role.gap()
        self._say()

    def _say(self) -> None:
        self._bus.publish(ALIVE, pack(Alive(self.name, self.life)))

    def _hear(self, body: bytes) -> None:
        letter = unpack(body)
        assert isinstance(letter, Alive)
        self._heard[letter.name] = _now()
        for role in self.roles:
            role.lives(letter.name, letter.life)

    async def _beat(self) -> None:
        last = _now()
        while True:
            now = _now()
            if now - last > SILENT:  # we slept, and others took us for lost
                self.gap()
                self._heard = dict.fromkeys(self._heard, now)
            last = now
            self._say()
            for name in [name for name, at in self._heard.items() if now - at > SILENT]:
                del self._heard[name]
                for role in self.roles:
                    role.lives(name, None)
            await asyncio.sleep(BEAT)
