"""Ratings, by ruleset, of people, of pairs who sat opposite each other, and of bots.

They are openskill's Plackett-Luce: a mean and a doubt. Every deal of a rated table counts, and is
won by the side that has the bank afterwards. Whoever leaves a deal has lost it, whatever becomes of
it; for the others it counts as it ends with a bot in that seat. Else whoever is about to lose would
have a partner leave, and nobody would win against those who do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from time import time
from typing import Any

from ... import bots
from ..store.base import Statement, Store

WON, LOST, LEFT = "won", "lost", "left"
PROVISIONAL = 20  # deals that a rating needs to be taken at its word
_BOT, _PAIR = "bot:", "+"
_MU, _SIGMA = 25.0, 25.0 / 3
# Where the ratings of bots begin: about what docs/strength.md measures, and not far from the truth.
_BOTS = {
    "random": 8.0,
    "novice": 16.0,
    "greedy": 20.0,
    "club": 25.0,
    "expert": 29.0,
    "master": 30.0,
}
_BOT_SIGMA = 3.0
_CENTRE, _STRETCH = 1500, 40  # what people are shown: 1500 for a mean of 25


@dataclass(frozen=True)
class Played:
    """Who played a deal, how it came out for them, and whether they banked."""

    who: str
    outcome: str
    banks: bool


@dataclass(frozen=True)
class Rating:
    """What is known about somebody's strength in a ruleset."""

    who: str
    ruleset: str
    mu: float
    sigma: float
    deals: int = 0
    won: int = 0

    def shown(self) -> dict[str, Any]:
        """What people see of it."""
        return {
            "rating": round(_CENTRE + _STRETCH * (self.mu - _MU)),
            "doubt": round(2 * _STRETCH * self.sigma),
            "deals": self.deals,
            "won": self.won,
            "provisional": self.deals < PROVISIONAL,
        }


Ratings = dict[str, Rating]


def bot(name: str) -> str:
    """A bot among those who are rated."""
    return _BOT + name


def is_bot(who: str) -> bool:
    """Whether somebody is a bot."""
    return who.startswith(_BOT)


def bot_name(who: str) -> str:
    """The name of a bot."""
    return who.removeprefix(_BOT)


def pair(a: str, b: str) -> str:
    """Two partners among those who are rated."""
    return _PAIR.join(sorted((a, b)))


def members(who: str) -> list[str]:
    """The two of a pair, or the one that it is."""
    return who.split(_PAIR)


def first(who: str, ruleset: str) -> Rating:
    """The rating of somebody of whom nothing is known."""
    if is_bot(who) and _PAIR not in who:
        return Rating(who, ruleset, _BOTS.get(who.removeprefix(_BOT), _MU), _BOT_SIGMA)
    return Rating(who, ruleset, _MU, _SIGMA)


def bot_like(mu: float) -> str:
    """The bot whose strength is nearest to somebody's."""
    named = [name for name in bots.NAMES if name in _BOTS and name != "random"]
    return min(named, key=lambda name: abs(_BOTS[name] - mu))


# Reading and writing.

_COLUMNS = "who, ruleset, mu, sigma, deals, won"
_KINDS = {
    "people": "who NOT LIKE '%+%' AND who NOT LIKE 'bot:%'",
    "pairs": "who LIKE '%+%'",
    "bots": "who LIKE 'bot:%' AND who NOT LIKE '%+%'",
}


async def read(store: Store, ruleset: str, who: Iterable[str]) -> Ratings:
    """The ratings of some; those who have none yet get their first one."""
    out = {}
    text = f"SELECT {_COLUMNS} FROM ratings WHERE ruleset = :ruleset AND who = :who"
    for one in who:
        found = await store.rows(text, ruleset=ruleset, who=one)
        out[one] = Rating(*found[0]) if found else first(one, ruleset)
    return out


async def of_one(store: Store, who: str) -> list[Rating]:
    """The ratings of somebody, in all rulesets."""
    text = f"SELECT {_COLUMNS} FROM ratings WHERE who = :who"
    return [Rating(*row) for row in await store.rows(text, who=who)]


async def best(store: Store, ruleset: str, kind: str, most: int) -> list[Rating]:
    """The best people, pairs or bots of a ruleset, by what is sure of their strength."""
    text = (
        f"SELECT {_COLUMNS} FROM ratings WHERE ruleset = :ruleset AND {_KINDS[kind]} "
        "ORDER BY mu - 3 * sigma DESC LIMIT :most"
    )
    return [Rating(*row) for row in await store.rows(text, ruleset=ruleset, most=most)]


def kept(ruleset: str, known: Ratings, new: Ratings) -> list[Statement]:
    """How new ratings are kept, if the known ones are still what is there."""
    update = (
        "UPDATE ratings SET mu = :mu, sigma = :sigma, deals = :deals, won = :won, at = :at "
        "WHERE ruleset = :ruleset AND who = :who AND deals = :before"
    )
    insert = (
        "INSERT INTO ratings (who, ruleset, mu, sigma, deals, won, at) "
        "VALUES (:who, :ruleset, :mu, :sigma, :deals, :won, :at)"
    )
    out = []
    for who in sorted(new):
        values = {**vars(new[who]), "ruleset": ruleset, "at": time()}
        before = known[who].deals
        text = update if before else insert
        out.append(Statement(text, {**values, "before": before} if before else values))
    return out


# What a deal changes.


def _side(played: Sequence[Played], *, banks: bool) -> list[str]:
    return [one.who for one in played if one.banks == banks]


def _pairs(played: Sequence[Played]) -> list[str]:
    """The pairs of a deal between two sides of two, the bankers first."""
    sides = [_side(played, banks=banks) for banks in (True, False)]
    if any(len(side) != 2 for side in sides):
        return []
    return [pair(*side) for side in sides]


def subjects(played: Sequence[Played]) -> list[str]:
    """All whose ratings a deal may change."""
    return list(dict.fromkeys([*(one.who for one in played), *_pairs(played)]))


def rated(played: Sequence[Played], known: Ratings) -> Ratings:
    """The ratings that a deal changes, as they are afterwards."""
    sides = [_side(played, banks=banks) for banks in (True, False)]
    bankers_won = any(one.banks == (one.outcome == WON) for one in played if one.outcome != LEFT)
    new = _after(sides, known, bankers_won=bankers_won)
    left = [one for one in played if one.outcome == LEFT]
    for one in left:
        new[one.who] = _after(sides, known, bankers_won=not one.banks)[one.who]
    pairs = _pairs(played)
    if pairs and pairs[0] != pairs[1] and not left:
        new |= _after([[pairs[0]], [pairs[1]]], known, bankers_won=bankers_won)
    return new


def after_deal(me: Rating, partner: str, against: str, *, won: bool) -> Rating:
    """A rating after a deal with one bot against two others, whose strength is taken as given."""
    others = {bot(name): first(bot(name), me.ruleset) for name in (partner, against)}
    sides = [[me.who, bot(partner)], [bot(against), bot(against)]]
    return _after(sides, {me.who: me, **others}, bankers_won=won)[me.who]


def _after(sides: list[list[str]], known: Ratings, *, bankers_won: bool) -> Ratings:
    """The ratings after one side has beaten the other; a bot with many seats has their mean."""
    model = _model()
    teams = [[model.rating(mu=known[who].mu, sigma=known[who].sigma) for who in s] for s in sides]
    ranks = [1, 2] if bankers_won else [2, 1]
    changed: dict[str, list[tuple[float, float, bool]]] = {}
    for side, team, rank in zip(sides, model.rate(teams, ranks=ranks), ranks, strict=True):
        for who, rating in zip(side, team, strict=True):
            changed.setdefault(who, []).append((rating.mu, rating.sigma, rank == 1))
    out = {}
    for who, found in changed.items():
        mu = sum(one[0] for one in found) / len(found)
        sigma = sum(one[1] for one in found) / len(found)
        old = known[who]
        won = old.won + sum(one[2] for one in found)
        out[who] = Rating(who, old.ruleset, mu, sigma, old.deals + len(found), won)
    return out


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce  # noqa: PLC0415  (only rated tables need it)

    return PlackettLuce()
