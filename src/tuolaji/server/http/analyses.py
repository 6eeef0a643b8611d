"""What the strongest bot finds in finished deals: worked out by whoever thinks, and kept.

A decision is weighed from what its seat knew. A guest may wait for one deal at a time; who asks for
a deal that is being worked on waits for the same answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from ...bots import sentence
from ...deal.actions import cards_of
from ...ruleset import Ruleset
from ...study import LOOK, Analysis, Decision, analyse, thresholds
from ...study.plot import span
from ...study.swings import Swing, swings
from ...study.words import done, leads_to, price, swing_line, where
from ...texts.reader import LANGUAGES, texts
from ..buckets import Places
from ..bus import asking
from ..bus.base import Bus
from ..crew import Busy
from ..jobs import ANALYSES, job
from . import desk

_MOST_KEPT = 100

Key = tuple[str, int]
Answers = dict[str, desk.Answer]  # by language


class Analyses:
    """The analyses of a server, the oldest forgotten."""

    def __init__(self, bus: Bus, places: int) -> None:
        """places: how many may be worked on for one address, whose cookies may be many."""
        self._bus, self._places = bus, Places(places)
        self._kept: dict[Key, Answers] = {}
        self._work: dict[Key, asyncio.Future[Answers]] = {}
        self._guests: dict[str, Key] = {}

    async def of(
        self, guest: str, address: str, key: Key, log: Callable[[], Awaitable[list[bytes]]]
    ) -> Answers:
        """The analysis of a table's deal; Busy if the guest, the address or too many wait for one.

        log: reads the log of the table, as far as it is told.
        """
        if key in self._kept:
            return self._kept[key]
        if self._guests.get(guest, key) != key:
            raise Busy(guest)
        if key not in self._work:
            if not self._places.enter(address):
                raise Busy(address)
            self._guests[guest] = key
            self._work[key] = work = asyncio.ensure_future(self._find(guest, key, log))
            work.add_done_callback(lambda _: self._places.leave(address))
        return await asyncio.shield(self._work[key])

    async def _find(
        self, guest: str, key: Key, log: Callable[[], Awaitable[list[bytes]]]
    ) -> Answers:
        try:
            found = await asking.do(self._bus, answers, *key, await log())
        finally:
            del self._work[key], self._guests[guest]
        self._kept[key] = found
        while len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return found


@job(ANALYSES)
def answers(table: str, deal: int, bodies: list[bytes]) -> Answers:
    """The analysis of a finished deal, as it is sent."""
    record = desk.finished(table, bodies, deal + 1)[deal]
    found = analyse(record, think=LOOK)
    return {language: desk.as_json(analysed(found, language)) for language in LANGUAGES}


def analysed(found: Analysis, language: str) -> dict[str, Any]:
    """Faults and course as the page shows them, in the words of the language."""
    low, high = span(found) if found.course else (0, 0)
    lines = thresholds(found.record.ruleset, low, high)
    return {
        "faults": [_fault(one, found.record.ruleset, language) for one in found.faults],
        "course": [{"tricks": tricks, "points": points} for tricks, points in found.course],
        "thresholds": [{"points": at, "turns": turns} for at, turns in lines.items()],
        "swings": [_swing(one, found.record.ruleset, language) for one in swings(found)],
        "low": low,
        "high": high,
    }


def _swing(one: Swing, ruleset: Ruleset, language: str) -> dict[str, Any]:
    """A turn of the course, and why."""
    return {
        "trick": one.trick,
        "before": one.before,
        "after": one.after,
        "leads_to": leads_to(one.after, ruleset, language),
        "luck": one.why.key != "fault",
        "text": swing_line(one, language),
    }


def _fault(one: Decision, ruleset: Ruleset, language: str) -> dict[str, Any]:
    """A fault; trick and play are None before the first trick, points while nobody attacks."""
    trick, dot, play = one.place.partition(".")
    return {
        "at": one.at,
        "trick": int(trick) if dot else None,
        "play": int(play) if dot else None,
        "where": where(one.place, language),
        "seat": one.seat,
        "played": done(one.played.action, ruleset, language),
        "better": done(one.best.action, ruleset, language),
        "levels": one.cost,
        "points": one.cost_in_points,
        "cost": price(one, language),
        "kind": one.size,
        "kind_name": texts(language)["study"]["sizes"][one.size],
        "sentence": "" if one.why is None else sentence(one.why, language),
        "flaw": "" if one.flaw is None else sentence(one.flaw, language),
        "cards": str(cards_of(one.played.action) or "-"),
        "better_cards": str(cards_of(one.best.action) or "-"),
        "leads_to": leads_to(one.played.points, ruleset, language),
        "better_leads_to": leads_to(one.best.points, ruleset, language),
    }
