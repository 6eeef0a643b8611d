"""Whoever thinks: answers what a bot would do in a seat, from what that seat has been told.

Bots remember what they have heard of a deal as long as the same process is asked; another one is
told everything from the beginning.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from ... import bots
from ...bots.host import answer
from ...deal.actions import to_json
from ...deal.view import View
from ..bus.base import Bus
from ..bus.letters import THINK, Think, Thought, pack, unpack

_logger = logging.getLogger("tuolaji.server")
_MOST_MINDS = 2000


@dataclass
class Mind:
    """A bot, and how many events of its deal it has heard."""

    bot: bots.Bot
    heard: int = 0


class Thinking:
    """The threads in which bots think."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._pool = ThreadPoolExecutor(max(2, os.cpu_count() or 2), thread_name_prefix="bot")
        self._minds: OrderedDict[tuple[str, int, str], Mind] = OrderedDict()

    def open(self) -> None:
        """Begin to listen."""
        self._bus.answer(THINK, self._think)

    def close(self) -> None:
        """Think no more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _think(self, body: bytes) -> bytes:
        think = unpack(body)
        assert isinstance(think, Think)
        key = think.memory, think.seat, think.bot
        mind = self._minds.pop(key, None)
        if mind is None or mind.heard > len(think.told):
            mind = Mind(bots.make(think.bot, think.seat, think.seed))
        loop = asyncio.get_running_loop()
        thought = await loop.run_in_executor(self._pool, _choose, mind, think)
        self._minds[key] = mind
        while len(self._minds) > _MOST_MINDS:
            self._minds.popitem(last=False)
        return pack(thought)


def _choose(mind: Mind, think: Think) -> Thought:
    try:
        told = think.told[mind.heard :]
        mind.heard = len(think.told)
        action, why = answer(mind.bot, told, View.from_json(think.view))
    except Exception:
        _logger.exception("a bot failed")
        return Thought(None)
    said = bots.sentence(why, think.language) if why and think.language else None
    return Thought(to_json(action), said)
