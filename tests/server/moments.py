"""Tables at a chosen moment, in the time of `timeless`: in a deal, between two, in the break."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.players import random_action
from tests.server.timeless import WRITING, Bots, Listener, SlowStore, run
from tuolaji import Ruleset
from tuolaji.deal.actions import to_json
from tuolaji.server.protocol import incoming
from tuolaji.server.table import entries as log
from tuolaji.server.table.actor import TableActor
from tuolaji.server.table.shuffle import seeded
from tuolaji.server.table.state import TableState, begin

PEOPLE = ("maker", "friend")
Reached = Callable[[TableState], bool]


class Kept(SlowStore):
    """Remembers what was written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[log.AnyEntry] = []

    def append(self, table: str, epoch: int, rows: list[Any], *more: Any) -> Any:
        self.written += [log.decode(row.body) for row in rows]
        return super().append(table, epoch, rows, *more)


def seated(ruleset: str, people: tuple[str, ...] = PEOPLE, **made: Any) -> TableState:
    """A table at which these people sit in the first seats, and bots in the others."""
    state = begin("t", log.Made(Ruleset.parse(ruleset).lasting, "maker", 0, 0.0, **made))
    for at in range(state.ruleset.players):
        guest = people[at] if at < len(people) else ""
        state = state.apply(log.Sat(at, guest, guest) if guest else log.BotSeated(at, "club"))
        if guest:
            state = state.apply(log.Readied(at, on=True))
    return state.apply(log.Committed(seeded(1, 1).hex()))


def played_to(state: TableState, seconds: float, reached: Reached) -> TableState:
    """The table in its next deal, begun at a time of the match and played till something holds."""
    begun = state.apply(log.Dealt(0.0, seconds))
    for seed in range(100):
        chance, state = random.Random(seed), begun
        while state.running and not reached(state):
            assert state.deal is not None
            action = random_action(state.deal, chance)
            state = state.apply(log.Acted(action.seat, to_json(action), "bot"))
        if reached(state) and state.match.over is None:
            break
    if not state.running:
        state = state.apply(log.Committed(seeded(1, state.finished + 1).hex()))
    return state


def mid_trick(state: TableState) -> bool:
    """Whether seat 0, a person, is to follow."""
    deal = state.deal
    return deal is not None and deal.phase == "play" and bool(deal.trick) and deal.turn == 0


def last_card(state: TableState) -> bool:
    """Whether seat 0, a person, holds the last card that is missing in the deal."""
    deal = state.deal
    return mid_trick(state) and deal is not None and sum(map(len, deal.hands)) == len(deal.hands[0])


def over(state: TableState) -> bool:
    """Whether the deal is over."""
    return not state.running


@dataclass
class Moment:
    """A table that goes on from a state; said: when who says what."""

    state: TableState
    people: tuple[str, ...] = PEOPLE
    said: list[tuple[float, int, str]] = field(default_factory=list)
    before: Callable[[TableActor], None] = lambda _: None

    def run(self, seconds: float) -> Moment:
        run(self._go(seconds))
        return self

    async def _go(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self.store = Kept()
        bots = Bots(random.Random(1), slow=0.0)
        self.table = TableActor(self.state, {}, self.store, bots, clock=loop.time)
        self.heard = [Listener(guest) for guest in self.people]
        for listener in self.heard:
            self.table.join(listener)
            self.table.said(listener, incoming.read('{"do": "hello"}'))
        for at, who, text in self.said:
            loop.call_at(at, self.table.said, self.heard[who], incoming.read(text))
        self.table.start()
        await asyncio.sleep(seconds)
        await self.table.stop()

    # What a person has seen.

    def states(self, who: int = 0) -> list[tuple[float, dict[str, Any]]]:
        return self.heard[who].states()

    def last(self, who: int = 0) -> dict[str, Any]:
        return self.states(who)[-1][1]

    def first(self, wanted: Callable[[dict[str, Any]], object], who: int = 0) -> float:
        """When a state was seen first; the writing that came before it is taken off."""
        return next(at for at, state in self.states(who) if wanted(state)) - WRITING

    @property
    def after(self) -> TableState:
        return self.table.state
