"""What the strongest bot finds in finished deals: one at a time, in a thread of its own, and kept.

A decision is weighed from what its seat knew. A guest may wait for one deal at a time; who asks for
a deal that is being worked on waits for the same answer.
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ...bots import sentence
from ...notation.record import DealRecord
from ...study import Analysis, Decision, go, tasks, thresholds
from ...study.plot import span
from ...study.words import done, price, where
from ...texts.reader import texts

THINK = 0.05  # seconds for a decision
_MOST_KEPT = 100
_MOST_WAITING = 8

Key = tuple[str, int]


class AnalysisBusy(Exception):
    """The guest is waiting for another deal already, or too many are."""


class Stopped(Exception):
    """The server stopped before the analysis was done."""


class Analyses:
    """The analyses of a server, the oldest forgotten; none is kept for a deal played otherwise."""

    def __init__(self, *, think: float = THINK) -> None:
        self._think = think
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="analysis")
        self._stop = threading.Event()
        self._kept: dict[Key, Analysis] = {}
        self._work: dict[Key, tuple[DealRecord, asyncio.Future[Analysis]]] = {}
        self._guests: dict[str, Key] = {}

    async def of(self, guest: str, key: Key, record: DealRecord) -> Analysis:
        """The analysis of a deal; AnalysisBusy if the guest or too many others wait for one."""
        kept = self._kept.get(key)
        if kept is not None and kept.record == record:
            return kept
        if self._guests.get(guest, key) != key:
            raise AnalysisBusy
        under_way = self._work.get(key)
        if under_way is None:
            if len(self._work) >= _MOST_WAITING:
                raise AnalysisBusy
            under_way = record, asyncio.ensure_future(self._find(guest, key, record))
            self._work[key], self._guests[guest] = under_way, key
        elif under_way[0] != record:
            raise AnalysisBusy
        return await asyncio.shield(under_way[1])

    async def _find(self, guest: str, key: Key, record: DealRecord) -> Analysis:
        try:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._pool, self._weigh, record)
        finally:
            del self._work[key], self._guests[guest]
        self._kept.pop(key, None)
        self._kept[key] = found
        while len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return found

    def _weigh(self, record: DealRecord) -> Analysis:
        decisions = []
        for one in go(tasks(record, think=self._think)):
            if self._stop.is_set():
                raise Stopped
            if one is not None:
                decisions.append(one)
        return Analysis(record, tuple(decisions))

    def close(self) -> None:
        """Weigh no more."""
        self._stop.set()
        self._pool.shutdown(wait=False, cancel_futures=True)


def analysed(found: Analysis, language: str) -> dict[str, Any]:
    """Faults and course as the page shows them, in the words of the language."""
    low, high = span(found) if found.course else (0, 0)
    lines = thresholds(found.record.ruleset, low, high)
    return {
        "faults": [_fault(one, language) for one in found.faults],
        "course": [{"tricks": tricks, "points": points} for tricks, points in found.course],
        "thresholds": [{"points": at, "turns": turns} for at, turns in lines.items()],
        "low": low,
        "high": high,
    }


def _fault(one: Decision, language: str) -> dict[str, Any]:
    """A fault; trick and play are None before the first trick, points while nobody attacks."""
    trick, dot, play = one.place.partition(".")
    return {
        "at": one.at,
        "trick": int(trick) if dot else None,
        "play": int(play) if dot else None,
        "where": where(one.place, language),
        "seat": one.seat,
        "played": done(one.played.action, language),
        "better": done(one.best.action, language),
        "levels": one.cost,
        "points": one.cost_in_points,
        "cost": price(one, language),
        "kind": one.size,
        "kind_name": texts(language)["study"]["sizes"][one.size],
        "sentence": "" if one.why is None else sentence(one.why, language),
    }
