"""What came of a deal for everybody who played it, and what becomes of that over time.

Whoever began a deal and was not there when it ended, or had a bot play the end of it, has left it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import lru_cache
from time import time
from typing import Any

import msgspec

from ...ruleset import PRESETS, Ruleset
from ...texts.explain import ruleset_name
from ...verdicts.score import BANKERS
from ..logs import logger
from ..store.base import CannotRead, Epoch, Statement, Store, Taken, Unchanged
from ..table.state import BOT, TableState
from . import ratings
from .ratings import LEFT, LOST, WON, Played

_AGAIN = 2.0  # seconds until what could not be written is tried again
_TRIES = 20  # of a rated deal while others change the same ratings
_COUNTED = 1000  # of the last matches


@dataclass(frozen=True)
class DealResult:
    """A finished deal: which, and how everybody did."""

    table: str
    deal: int
    ruleset: str
    rated: bool
    played: tuple[Played, ...]


def of_deal(state: TableState) -> DealResult | None:
    """What came of the last deal of a table; None where nothing is counted."""
    deal = state.deal
    if deal is None or deal.settled is None or state.made.lesson:
        return None
    ruleset, bankers_won = state.ruleset, deal.settled.result.side == BANKERS
    began = {seat: guest for guest, seat in state.seen_hands}
    played = []
    for at, seat in enumerate(state.seats):
        banks = at in deal.bank_side
        outcome = WON if banks == bankers_won else LOST
        who = began.get(at)
        if who is None:
            if seat.kind != BOT:
                return None
            played.append(Played(ratings.bot(seat.bot), outcome, banks=banks))
            continue
        stayed = seat.guest == who and at not in state.stood_in
        played.append(Played(who, outcome if stayed else LEFT, banks=banks))
    rated = state.made.rated and str(ruleset) in PRESETS
    return DealResult(state.table, state.finished - 1, ruleset.base, rated, tuple(played))


async def write_down(store: Store, result: DealResult, epoch: Epoch | None = None) -> None:
    """Keep what came of a deal, once, however often and however late that is asked for.

    epoch: under which its end was written; Fenced if the log may have lost it since.
    """
    while True:
        try:
            await _written(store, result, epoch)
        except CannotRead:
            await asyncio.sleep(_AGAIN)
        else:
            return


async def _written(store: Store, result: DealResult, epoch: Epoch | None) -> None:
    """Keep it; another table may change the same ratings meanwhile: then it is tried again."""
    for _ in range(_TRIES):
        if await _is_known(store, result):
            return
        known: ratings.Ratings = {}
        if result.rated:
            known = await ratings.read(store, result.ruleset, ratings.subjects(result.played))
        new = ratings.rated(result.played, known) if result.rated else {}
        try:
            await store.change(_statements(result, known, new), epoch=epoch)
        except (Unchanged, Taken):
            continue
        return
    logger.warning("a deal is not rated", table=result.table, deal=result.deal)


async def _is_known(store: Store, result: DealResult) -> bool:
    text = "SELECT 1 FROM results WHERE tbl = :tbl AND deal = :deal AND who = :who"
    people = _people(result)
    if not people:
        return True
    who = people[0].who
    return bool(await store.rows(text, tbl=result.table, deal=result.deal, who=who))


def _people(result: DealResult) -> list[Played]:
    return [one for one in result.played if not ratings.is_bot(one.who)]


def _statements(
    result: DealResult, known: ratings.Ratings, new: ratings.Ratings
) -> list[Statement]:
    text = (
        "INSERT INTO results (who, tbl, deal, ruleset, at, rated, outcome, mu, sigma) "
        "VALUES (:who, :tbl, :deal, :ruleset, :at, :rated, :outcome, :mu, :sigma)"
    )
    facts = {"tbl": result.table, "deal": result.deal, "ruleset": result.ruleset, "at": time()}
    out = []
    for one in _people(result):
        rating = new.get(one.who)
        own = {
            "who": one.who,
            "rated": int(result.rated),
            "outcome": one.outcome,
            "mu": rating.mu if rating else None,
            "sigma": rating.sigma if rating else None,
        }
        out.append(Statement(text, {**facts, **own}))
    return out + ratings.kept(result.ruleset, known, new)


@lru_cache(maxsize=1000)
def _base(ruleset: str) -> str:
    """The preset that a ruleset is made of."""
    return Ruleset.parse(ruleset).base


async def statistics(store: Store, guest: str, language: str) -> list[dict[str, Any]]:
    """How a guest has played, by ruleset: matches, deals, and their rating if they have one."""
    matches: dict[str, list[bool]] = {}
    for _, _, body in await store.of_guest(guest, _COUNTED):
        told = msgspec.json.decode(body)
        if not told.get("lesson"):
            matches.setdefault(_base(told["ruleset"]), []).append(told["over"])
    counted: dict[str, dict[str, int]] = {}
    text = (
        "SELECT ruleset, outcome, COUNT(*) FROM results WHERE who = :who GROUP BY ruleset, outcome"
    )
    for ruleset, outcome, number in await store.rows(text, who=guest):
        counted.setdefault(ruleset, {})[outcome] = number
    rated = {one.ruleset: one for one in await ratings.of_one(store, guest)}
    out = []
    for base in (name for name in PRESETS if name in matches or name in counted):
        deals = counted.get(base, {})
        out.append(
            {
                "ruleset": base,
                "title": ruleset_name(base, language),
                "matches": len(matches.get(base, [])),
                "finished": sum(matches.get(base, [])),
                "deals": sum(deals.values()),
                "won": deals.get(WON, 0),
                "left": deals.get(LEFT, 0),
                "rating": rated[base].shown() if base in rated else None,
            }
        )
    return out
