"""Whoever thinks: answers what a bot would do in a seat, from what that seat has been told.

Bots think in processes of their own, which keep nothing, so that any of them can answer. The tables
share them fairly: who is quick need not wait for those who think for long, people's opponents come
before bots among themselves, and the more wait, the less time has a bot that can use any.
"""

from __future__ import annotations

import msgspec

from ... import bots
from ...bots.host import answer
from ...deal.actions import to_json
from ...deal.view import View
from .. import metrics
from ..bus.base import Bus
from ..bus.letters import THINK, Think, Thought, pack, unpack
from ..crew import Crew, Died, TookTooLong
from ..limits import Limits
from ..logs import logger
from .sharing import FairQueue

_SECONDS = 10.0  # after which a bot is given up
_TIMED = ("expert", "master")  # bots that use the time they are given
_LONG, _AMONG_THEMSELVES = 1.0, 2.0  # seconds for which others may go first


class Thinking:
    """The processes in which bots think."""

    def __init__(self, bus: Bus, limits: Limits) -> None:
        size = max(1, limits.thinking_processes)
        self.crew = Crew("thinking", size=size, waiting=0, seconds=_SECONDS)
        self._bus, self._queue = bus, FairQueue(size)
        self._patience = limits.thinking_seconds * size

    def open(self) -> None:
        """Begin to listen."""
        self._bus.answer(THINK, self.think)

    def close(self) -> None:
        """Think no more."""
        self.crew.close()

    async def think(self, body: bytes) -> bytes:
        """The answer to a question, when its turn has come."""
        asked = unpack(body)
        assert isinstance(asked, Think)
        timed = asked.bot in _TIMED
        patience = (_LONG if timed else 0.0) + (0.0 if asked.people else _AMONG_THEMSELVES)
        with metrics.THOUGHT.labels(asked.bot).time():
            async with self._queue.turn(asked.table, patience):
                if timed:
                    body = pack(msgspec.structs.replace(asked, think=self._budget()))
                return await self._answer(body)

    def _budget(self) -> float:
        """The seconds a bot has that can use them: the fewer, the more wait for their turn."""
        return min(bots.THINK, self._patience / (1 + self._queue.waiting))

    async def _answer(self, body: bytes) -> bytes:
        for _ in range(2):
            try:
                return await self.crew.do(choose, body)
            except TookTooLong:
                break
            except Died:
                continue
        return pack(Thought(None))


def choose(body: bytes) -> bytes:
    """In a process for it: what a bot answers; no action if it failed, which is logged."""
    asked = unpack(body)
    assert isinstance(asked, Think)
    try:
        bot = bots.make(asked.bot, asked.seat, asked.seed, think=asked.think)
        shown = View.from_json(msgspec.msgpack.decode(asked.view))
        action, why = answer(bot, map(msgspec.msgpack.decode, asked.told), shown)
    except Exception:
        logger.exception("a bot failed")
        return pack(Thought(None))
    said = bots.sentence(why, asked.language) if why and asked.language else None
    return pack(Thought(to_json(action), said))
