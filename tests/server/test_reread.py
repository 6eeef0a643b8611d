"""A table that is read again from its log tells no card before its time, and nothing besides.

Seat 0 holds the same cards in many deals, everybody else others. The table is lost while cards are
drawn, and comes back: seat 0 and an onlooker hear the same bytes at the same moments in all deals.
"""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.server.moments import Kept
from tests.server.test_timing import draw_of
from tests.server.timeless import Bots, Listener, decks, run, seated
from tuolaji.server.people import ledger
from tuolaji.server.protocol import incoming
from tuolaji.server.table import entries as log
from tuolaji.server.table.actor import TableActor

DEALS = 4
LAST = 30.0  # seconds after the last card: all that was drawn is told
RULESETS = ["classic", "meizhusong", "four-deck", "six-player", "classic(declare_window=false)"]


async def lost_and_found(ruleset, deck, lost_after, seed):
    """What seat 0, a friend and an onlooker hear once the table is read again, and its log."""
    state, rows = seated(ruleset, "normal", ("maker", "friend")), []
    for times in range(2):
        store, loop = Kept(), asyncio.get_running_loop()
        table = TableActor(state, {}, store, Bots(random.Random(seed)), clock=loop.time)
        listeners = [Listener(guest) for guest in ("maker", "friend", "")]
        for listener in listeners:
            table.join(listener)
            table.said(listener, incoming.read('{"do": "hello"}'))
        table.start()
        if not times:
            await asyncio.sleep(1)
            text = " ".join(map(str, deck))
            table.post(lambda: table.change([log.Dealt(0.0, deck=text)]))  # noqa: B023
        await asyncio.sleep(2 * LAST if times else lost_after)
        await table.stop()
        rows = rows or store.written
        for entry in rows if not times else ():
            state = state.apply(entry)
    return listeners, [log.encode(entry) for entry in rows]


@pytest.mark.parametrize("lost_after", [3.0, 15.0])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_told_again_does_not_tell_who_could_show_something(ruleset, lost_after):
    every = enumerate(decks(ruleset, DEALS, 1))
    found = [run(lost_and_found(ruleset, deck, lost_after, n)) for n, deck in every]
    shown = [ledger.told(rows, 0) for _, rows in found]  # to the operator
    assert all(rows == shown[0] for rows in shown)
    for who in (0, 2):
        draws = [draw_of(listeners[who]) for listeners, _ in found]
        assert len({end for _, end in draws}) == 1
        for messages, _ in draws:
            assert messages == draws[0][0]


def test_cards_are_told_again_from_the_last_show():
    """What was shown stays; only cards that were drawn after it come once more, one by one."""
    (deck,) = decks("classic", 1, 3, lambda deck: str(deck[0]) == "S2")
    state = seated("classic", "normal", ("maker", "friend"))
    state = state.apply(log.Dealt(0.0, deck=" ".join(map(str, deck))))
    assert state.deal.turn == 0
    shown = {"action": "declare", "seat": 0, "cards": str(deck[0])}
    state = state.apply(log.Acted(0, shown, "player", "1"))
    assert [type(event).__name__ for _, event in state.played.events[: state.played.heard]] == [
        "Started", "Drawn", "Declared",
    ]  # fmt: skip
