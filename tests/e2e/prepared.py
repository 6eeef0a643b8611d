"""Tables with chosen cards: the log of a deal that is under way, written before anybody looks.

A table is the replay of its log, so nothing else is needed, and the server offers no way to choose
cards. Who is to sit there gets the cookie of the guest in the log.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from tuolaji.cards import Card, Cards
from tuolaji.deal import Deal, full_deck
from tuolaji.deal.actions import Action, Bury, Declare, Pass, to_json
from tuolaji.deal.match import Match
from tuolaji.deal.phase import DRAW
from tuolaji.ruleset import Ruleset
from tuolaji.server.app import DATABASE
from tuolaji.server.guests import COOKIE, Guests, keep_key
from tuolaji.server.store.base import LogRow
from tuolaji.server.store.sqlite import SqliteStore
from tuolaji.server.table import entries as log
from tuolaji.server.table.actor import summary
from tuolaji.server.table.snapshot import restore
from tuolaji.server.table.state import TableState, begin

from .person import Person

T = TypeVar("T")


def stacked(ruleset: Ruleset, hands: Mapping[int, str], kitty: str = "") -> list[Card]:
    """A deck that deals these cards, first to last, and the rest in order; seat 0 draws first."""
    players = ruleset.players
    held = [list(Cards.parse(hands.get(seat, ""))) for seat in range(players)]
    bottom = list(Cards.parse(kitty))
    rest = full_deck(ruleset)
    for card in chain(*held, bottom):
        rest.remove(card)
    each = (54 * ruleset.decks - ruleset.kitty) // players
    for hand in held:
        while len(hand) < each:
            hand.append(rest.pop(0))
    return [hand[at] for at in range(each) for hand in held] + bottom + rest


def drawn_out(ruleset: Ruleset, deck: Sequence[Card]) -> tuple[Deal, list[Action]]:
    """The deal when its last card is drawn and nobody has shown anything, and all that passed."""
    deal, _ = Deal.begin(ruleset, Match.begin(ruleset, 0).setup(), deck)
    passed: list[Action] = []
    while deal.phase == DRAW and deal.drawn < len(deck) - ruleset.kitty:
        assert deal.turn is not None
        passed.append(Pass(deal.turn))
        deal, _ = deal.apply(passed[-1])
    return deal, passed


def led_by_the_first(
    ruleset: Ruleset, deck: Sequence[Card], *, shown: str, bury: str
) -> tuple[Deal, list[Action]]:
    """The deal when seat 0 has shown these cards, buried of these suits, and is to lead."""
    deal, done = drawn_out(ruleset, deck)

    def do(action: Action) -> None:
        nonlocal deal
        deal, _ = deal.apply(action)
        done.append(action)

    do(Declare(0, Cards.parse(shown)))
    while deal.phase == DRAW:
        assert deal.turn is not None
        do(Pass(deal.turn))
    spare = [card for card in deal.hands[0] if card.suit in bury]
    do(Bury(0, Cards.of(spare[: ruleset.kitty])))
    return deal, done


def _elsewhere(work: Coroutine[Any, Any, T]) -> T:
    """Do something in another thread: in this one the browser's loop is running."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def written(data: Path, table: str) -> TableState:
    """A table as the server has written it."""

    async def read() -> TableState:
        store = SqliteStore(data / DATABASE)
        state, _ = await restore(table, store)
        store.close()
        return state

    return _elsewhere(read())


class Prepared:
    """A table with a deal under way; the people sit at seats 0, 1 and so on, bots at the others."""

    def __init__(
        self, data: Path, people: Sequence[Person], deck: Sequence[Card], actions: Sequence[Action],
        *, ruleset: Ruleset, seconds: float = 0.0, seen: str = ".hand [data-key]",
        since: Sequence[log.Entry] = (),
    ) -> None:  # fmt: skip
        """seconds: how long the match was played when the deal began; since: what came after it.

        seen: what is waited for.
        """
        self._data, self.name = data, f"t{secrets.token_hex(5)}"
        guests = Guests(keep_key(data))
        made = log.Made(ruleset.lasting, "", 0, 0.0, speed="instant")
        entries: list[log.Entry] = []
        for seat, person in enumerate(people):
            guest, cookie = guests.new()
            person.context.add_cookies([{"name": COOKIE, "value": cookie, "url": person.address}])
            entries.append(log.Sat(seat, guest, f"P{seat}"))
        entries += [log.BotSeated(seat, "club") for seat in range(len(people), ruleset.players)]
        entries.append(log.Dealt(0.0, seconds, deck=" ".join(map(str, deck))))
        plain = map(to_json, actions)
        entries += [log.Acted(action["seat"], action, "player") for action in plain]
        _elsewhere(self._write(made, [*entries, *since]))
        for person in people:  # one after the other: the first who is there is the host
            person.go(f"/t/{self.name}")
            person.page.wait_for_selector(seen)

    async def _write(self, made: log.Made, entries: Sequence[log.Entry]) -> None:
        state = begin(self.name, made)
        rows = [LogRow(1, log.encode(made))]
        for entry in entries:
            state = state.apply(entry)
            rows.append(LogRow(state.rows, log.encode(entry)))
        store = SqliteStore(self._data / DATABASE)
        await store.append(self.name, 1, rows, summary(state))
        store.close()

    def state(self) -> TableState:
        """The table as the server has written it."""
        return written(self._data, self.name)

    def deal(self) -> Deal:
        """The deal as the server has written it."""
        deal = self.state().deal
        assert deal is not None
        return deal
