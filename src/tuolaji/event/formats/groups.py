"""Groups: entrants dealt out like a snake, so that groups are equally strong; who goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..outcomes import Outcome
from ..refused import Refused
from ..standings import standings
from ..state import Event

Meet = tuple[str, str]


def letter(number: int) -> str:
    """The name of a group: A, B, …, then A1, B1."""
    return chr(ord("A") + number % 26) + (str(number // 26) if number >= 26 else "")


def snake(ids: Sequence[str], groups: int) -> list[list[str]]:
    """1 2 3 4 / 8 7 6 5 / 9 …: the entrants of each group, in the order of the plan."""
    if len(ids) < 2 * groups:
        raise Refused("small-groups", groups=groups)
    parts: list[list[str]] = [[] for _ in range(groups)]
    for at, id_ in enumerate(ids):
        row, place = divmod(at, groups)
        parts[place if row % 2 == 0 else groups - 1 - place].append(id_)
    return parts


def ranking(event: Event, name: str) -> list[str]:
    """A group in the order of its standings."""
    inside = {id_: p for id_, p in event.pairings.items() if p.stage == name}
    members = {who for p in inside.values() for who in (p.home, p.away) if who}
    part = replace(
        event,
        pairings=inside,
        entrants={id_: e for id_, e in event.entrants.items() if id_ in members},
    )
    rows = standings(part, clubs=False).rows
    return [row.who for row in rows if row.who not in event.gone | event.out]


def qualified(event: Event, found: dict[str, Outcome]) -> list[str]:
    """The seeds of the knock-out: the winners of the groups, then the seconds, and so on."""
    names = sorted({one.pairing.stage for one in found.values()})
    tables = [ranking(event, name)[: event.plan.qualify] for name in names]
    places = range(event.plan.qualify)
    return [table[place] for place in places for table in tables if place < len(table)]


def members(event: Event) -> dict[str, str]:
    """The group of everybody."""
    every = event.pairings.values()
    return {who: pairing.stage for pairing in every for who in (pairing.home, pairing.away) if who}


def apart(meets: list[Meet], group: dict[str, str]) -> list[Meet]:
    """The first round with nobody against their own group, as far as exchanging can do it."""
    drawn = list(meets)
    for at, (home, away) in enumerate(drawn):
        if not away or group[home] != group[away]:
            continue
        for other, (their_home, their_away) in enumerate(drawn):
            if their_away and group[their_home] != group[away] and group[home] != group[their_away]:
                drawn[at], drawn[other] = (home, their_away), (their_home, away)
                break
    return drawn
