"""The public room: open tables, quick matches, leaderboards, and friends."""

from __future__ import annotations

from time import time
from typing import Any

import msgspec

from ...ruleset import Ruleset
from ...texts.explain import ruleset_name
from ...texts.reader import texts
from ..guests import first_name
from ..store.base import Store
from ..table.listing import OLD, ROOM, Listed
from . import own, ratings
from .accounts import Account

BAND = 6.0  # how far apart the means of people are who are brought together by themselves
SHOWN = 50  # tables, and lines of a leaderboard
MOST_FOLLOWED = 100
KINDS = ("people", "pairs", "bots")


async def tables(store: Store) -> dict[str, Listed]:
    """The tables in the room, those with free seats first, then the newest."""
    fresh = await _all_tables(store)
    order = sorted(fresh, key=lambda name: (fresh[name].started, -fresh[name].at))
    return {name: fresh[name] for name in order[:SHOWN]}


async def _all_tables(store: Store) -> dict[str, Listed]:
    decoded = {
        name: msgspec.json.decode(text, type=Listed)
        for name, text in (await store.facts(ROOM)).items()
    }
    return {name: one for name, one in decoded.items() if one.at > time() - OLD}


def told(table: str, one: Listed, language: str) -> dict[str, Any]:
    """A table of the room as everybody is told it."""
    facts: dict[str, Any] = msgspec.to_builtins(one)
    del facts["guests"]
    base = Ruleset.parse(one.ruleset).base
    return {**facts, "table": table, "title": ruleset_name(base, language), "free": one.free}


# Quick matches.


async def quick_table(store: Store, guest: str, ruleset: str, *, rated: bool) -> str | None:
    """A quick match that waits for people of about the guest's strength, if there is one.

    Those that have waited longest are looked at, however many others were made since.
    """
    mine = (await ratings.read(store, ruleset, [guest]))[guest].mu
    blocked = await store.facts(own.owner(own.BLOCKS, guest))
    waiting = [
        (table, one, [who for who in one.guests if who])
        for table, one in (await _all_tables(store)).items()
        if one.quick and not one.started and one.free
        and (one.ruleset, one.rated) == (ruleset, rated)
    ]  # fmt: skip
    waiting.sort(key=lambda found: found[1].at)
    found: list[tuple[float, str]] = []
    for table, _, people in waiting[:SHOWN]:
        if not people or set(people) & blocked.keys() or await _blocks(store, people, guest):
            continue
        known = await ratings.read(store, ruleset, people)
        away = abs(sum(rating.mu for rating in known.values()) / len(known) - mine)
        if away <= BAND:
            found.append((away, table))
    return min(found)[1] if found else None


async def _blocks(store: Store, people: list[str], guest: str) -> bool:
    """Whether one of them does not want to meet the guest."""
    for one in people:
        if guest in await store.facts(own.owner(own.BLOCKS, one)):
            return True
    return False


# Leaderboards.


async def leaderboard(store: Store, ruleset: str, kind: str, language: str) -> list[dict[str, Any]]:
    """The best of a ruleset: people, pairs or bots."""
    out = []
    for one in await ratings.best(store, ruleset, kind, SHOWN):
        names = [await _named(store, who, language) for who in ratings.members(one.who)]
        if all(names):
            out.append({"names": names, **one.shown()})
    return out


async def _named(store: Store, who: str, language: str) -> dict[str, Any] | None:
    """What all may know of somebody who is rated; None if they have no account any more."""
    if ratings.is_bot(who):
        bot = ratings.bot_name(who)
        return {"name": texts(language)["server"]["bots"].get(bot, bot), "login": None}
    found = await store.rows("SELECT login FROM accounts WHERE guest = :guest", guest=who)
    if not found:
        return None
    name = (await store.facts(who)).get("name") or first_name(who, language)
    return {"name": name, "login": found[0][0]}


# Somebody.


async def person(
    store: Store, account: Account, language: str, *, mine: bool = False
) -> dict[str, Any]:
    """What all may know of somebody: their name, ratings, rated deals, and where they play.

    Of deals at tables that are not public nobody but themselves is told where: whoever knows that
    can come there.
    """
    who = account.guest
    text = (
        "SELECT tbl, deal, ruleset, results.at, outcome, mu, sigma, summary "
        "FROM results LEFT JOIN tables ON tables.id = results.tbl "
        "WHERE who = :who AND rated = 1 ORDER BY results.at DESC LIMIT :most"
    )
    history = [
        {
            "table": row[0] if row[7] and (mine or _is_public(row[7])) else None,
            "deal": row[1],
            "title": ruleset_name(row[2], language),
            "when": row[3],
            "outcome": row[4],
            "rating": ratings.Rating(who, row[2], row[5], row[6]).shown()["rating"],
        }
        for row in await store.rows(text, who=who, most=SHOWN)
    ]
    known = await ratings.of_one(store, who)
    return {
        "login": account.login,
        "name": (await store.facts(who)).get("name") or first_name(who, language),
        "ratings": [
            {"ruleset": one.ruleset, "title": ruleset_name(one.ruleset, language), **one.shown()}
            for one in known
        ],
        "history": history,
        "table": _where(await tables(store), who),
    }


def _is_public(summary: bytes) -> bool:
    return bool(msgspec.json.decode(summary).get("public"))


def _where(open_tables: dict[str, Listed], who: str) -> str | None:
    """The table in the room where somebody sits."""
    return next((table for table, one in open_tables.items() if who in one.guests), None)


async def friends(store: Store, guest: str, language: str) -> list[dict[str, Any]]:
    """Those whom a guest follows, and where they play in the room."""
    open_tables = await tables(store)
    out = []
    for who in await store.facts(own.owner(own.FOLLOWS, guest)):
        named = await _named(store, who, language)
        if named is not None:
            out.append({**named, "table": _where(open_tables, who)})
    return out
