"""Bots that think outside the event loop, and hear only what their seat is told."""

from __future__ import annotations

import asyncio
import logging
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from ... import bots
from ...bots.host import answer
from ...deal.actions import Action
from ...deal.view import Told, View, seen, view
from .state import TableDeal

_logger = logging.getLogger("tuolaji.server")
HINTS = "expert"


@dataclass
class _ThinkingBot:
    """A bot, and how many events of which deal it has heard."""

    bot: bots.Bot
    name: str
    secret: bytes
    heard: int = 0


class BotThreads:
    """The threads in which all bots of a server think."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max(2, os.cpu_count() or 2), thread_name_prefix="bot")

    def table_bots(self) -> TableBots:
        """The bots of one table."""
        return TableBots(self._pool)

    def close(self) -> None:
        """Think no more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class TableBots:
    """The bots of one table, each with its memory of the running deal; one thinks at a time."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool
        self._bots: dict[int, _ThinkingBot] = {}

    def forget(self) -> None:
        """A move was taken back: all hear the deal again from its beginning."""
        self._bots.clear()

    async def choose(self, played: TableDeal, seat: int, name: str) -> Action | None:
        """What the bot of a seat does; None if it failed, which is logged."""
        mind = self._bots.get(seat)
        if mind is None or mind.name != name or mind.secret != played.shuffle.secret:
            mind = _ThinkingBot(_made(name, seat, played), name, played.shuffle.secret)
            self._bots[seat] = mind
        told = [seen(event, seat) for _, event in played.events[mind.heard :]]
        mind.heard = len(played.events)
        action, _ = await self._think(mind.bot, told, view(played.deal, seat))
        return action

    async def hint(self, played: TableDeal, seat: int) -> tuple[Action | None, bots.Reason | None]:
        """What a good player would do in a seat, and why."""
        told = [seen(event, seat) for _, event in played.events]
        return await self._think(_made(HINTS, seat, played), told, view(played.deal, seat))

    async def _think(
        self, bot: bots.Bot, told: list[Told], shown: View
    ) -> tuple[Action | None, bots.Reason | None]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, _choose, bot, told, shown)


def _made(name: str, seat: int, played: TableDeal) -> bots.Bot:
    """The bot, with a seed that says nothing about the cards."""
    known = name if name in bots.NAMES else HINTS
    return bots.make(known, seat, int(played.shuffle.commit[:12], 16))


def _choose(
    bot: bots.Bot, told: list[Told], shown: View
) -> tuple[Action | None, bots.Reason | None]:
    try:
        return answer(bot, told, shown)
    except Exception:
        _logger.exception("a bot failed")
        return None, None
