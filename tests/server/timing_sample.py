"""When cards are told at real tables: with a real clock and database, many at once.

Seat 0 and an onlooker hear every card. How late one comes is measured from the card before it. The
cards are told apart by whether the rules asked another seat before them, which nobody else may
notice.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from tests.server.timeless import Bots, Listener, decks, seated
from tuolaji.cards import Card
from tuolaji.server.protocol import incoming
from tuolaji.server.store.sqlite import SqliteStore
from tuolaji.server.table import entries as log
from tuolaji.server.table import timing
from tuolaji.server.table.actor import TableActor

SIGNIFICANT = 0.001
SHUFFLES = 2000
SPEED = "normal"


@dataclass(frozen=True)
class Told:
    """A card that was told: after how many, whether somebody was asked before, seconds late."""

    number: int
    asked: bool
    late: float


Sample = list[Told]


async def take(folder: Path, tables: int, seed: int) -> Sample:
    """When the cards of so many tables were told."""
    store = SqliteStore(folder / "tables.db")
    await store.open()
    every = enumerate(decks("classic", tables, seed))
    samples = [_draw(store, f"t{n}", deck, n) for n, deck in every]
    found = await asyncio.gather(*samples)
    store.close()
    return [one for sample in found for one in sample]


async def _draw(store: SqliteStore, name: str, deck: list[Card], number: int) -> Sample:
    """One table till its last card."""
    await asyncio.sleep(number * 0.037)  # so that not all tables speak at once
    loop, bots = asyncio.get_running_loop(), Bots(random.Random(number), slow=0.0)
    state = replace(seated("classic", SPEED, ("maker", "friend")), table=name)
    epoch = await store.take(name, new=True)
    table = TableActor(state, {}, store, bots, epoch=epoch, clock=loop.time)
    listener = Listener("maker")
    for client in (listener, Listener("friend"), Listener("")):
        table.join(client)
        table.said(client, incoming.read('{"do": "hello"}'))
    table.start()
    await asyncio.sleep(0.5)
    text = " ".join(map(str, deck))
    table.post(lambda: table.change([log.Dealt(0.0, deck=text)]))
    card = timing.scaled(timing.CARD, SPEED)
    await asyncio.sleep(card * len(deck))
    await table.stop()
    return sorted_by_question(listener, bots.asked, card)


def sorted_by_question(listener: Listener, asked: set[tuple[int, int]], card: float) -> Sample:
    """How late each card came, and whether a bot was asked before it."""
    moments = [(message["view"]["drawn"], at) for at, message in listener.states()
               if message["view"] and message["view"]["phase"] == "draw"]  # fmt: skip
    first = dict(reversed(moments))
    questions = {drawn for drawn, _ in asked}
    return [
        Told(drawn, drawn in questions, first[drawn + 1] - at - card)
        for drawn, at in first.items()
        if drawn + 1 in first
    ]


def chance(sample: Sample, rng: random.Random) -> float:
    """How likely it is that the cards are so far apart if nothing but chance tells them apart.

    Cards are compared with those of the same number: later ones are more work for all. Ranks count
    instead of seconds, since one hiccup of the machine is worth no more than another.
    """
    groups = ([one.asked for one in sorted(group, key=_late)] for group in _by_number(sample))
    strata = [group for group in groups if 0 < sum(group) < len(group)]

    def apart() -> float:
        return sum(
            sum(at for at, asked in enumerate(group) if asked) / sum(group) - (len(group) - 1) / 2
            for group in strata
        )

    found, more = abs(apart()), 0
    for _ in range(SHUFFLES):
        for group in strata:
            rng.shuffle(group)
        more += abs(apart()) >= found
    return (more + 1) / (SHUFFLES + 1)


def _late(one: Told) -> float:
    return one.late


def _by_number(sample: Sample) -> Iterator[list[Told]]:
    """The cards of each number."""
    ordered = sorted(sample, key=lambda one: one.number)
    for _, group in groupby(ordered, key=lambda one: one.number):
        yield list(group)
