"""A table in a time of its own: nothing waits, and every message is written down with its moment.

The event loop jumps to whatever comes next, so moments are exact: two runs differ only if the table
made them differ. Writing takes time here, and bots think for as long as it pleases them.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from tuolaji import Ruleset
from tuolaji.cards import Card
from tuolaji.deal import full_deck
from tuolaji.deal.actions import Declare, Pass
from tuolaji.server.bus.letters import Thought
from tuolaji.server.protocol import incoming
from tuolaji.server.protocol.outgoing import CoachNote
from tuolaji.server.table import entries as log
from tuolaji.server.table.actor import TableActor
from tuolaji.server.table.clients import Client
from tuolaji.server.table.state import TableState, begin

WRITING = 0.017  # seconds
GUESTS = ("maker", "friend")


class Timeless(asyncio.SelectorEventLoop):
    """Time passes only when there is nothing else to do."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        if not self._ready:  # what was cancelled comes no more, and is not waited for
            due = [one.when() for one in self._scheduled if not one.cancelled()]
            self.now = max(self.now, min(due, default=self.now))
        super()._run_once()


def run(work: Coroutine[Any, Any, Any]) -> Any:
    with asyncio.Runner(loop_factory=Timeless) as runner:
        return runner.run(work)


class SlowStore:
    """Keeps nothing, and takes its time."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def append(
        self, _table: str, _epoch: int, _rows: list[Any], summary: Any, _kept: Any = None
    ) -> asyncio.Future[None]:
        self.times.append(summary.at)
        return asyncio.ensure_future(asyncio.sleep(WRITING))

    def keep(self, *_: object) -> asyncio.Future[None]:
        return asyncio.ensure_future(asyncio.sleep(WRITING))

    async def rows(self, *_: object, **__: object) -> list[Any]:
        return []

    async def change(self, *_statements: object, **_: object) -> None:
        await asyncio.sleep(WRITING)


@dataclass
class Bots:
    """Bots that think for any time, and show something as often as they are told to.

    asked: after how many cards of the first deal which of them could have shown something. Where
    nobody shows anything it is dealt again, and nobody chose those cards.
    """

    rng: random.Random
    shows: float = 0.0
    slow: float = 0.4
    asked: set[tuple[int, int]] = field(default_factory=set)
    first: Any = None

    def forget(self) -> None:
        pass

    async def choose(self, played: Any, seat: int, _name: str, *, people: bool) -> Any:  # noqa: ARG002
        self.first = self.first or played.shuffle
        if played.shuffle == self.first:
            self.asked.add((played.deal.drawn, seat))
        await asyncio.sleep(self.rng.uniform(0, self.slow))
        options = played.deal.options
        if options and options[seat] and self.rng.random() < self.shows:
            return Declare(seat, options[seat][0])
        return Pass(seat)

    async def hint(self, _played: Any, seat: int, _language: str) -> Any:
        return Pass(seat), Thought(None)

    async def coach(self, _played: Any, _action: Any, _language: str, *, about: bool) -> Any:
        return CoachNote("risk" if about else "good", "as you like")


class Listener(Client):
    """A client that writes down what it is sent, and when."""

    def __init__(self, guest: str) -> None:
        super().__init__(guest, guest, self)
        self.heard: list[tuple[float, str]] = []

    def tell(self, _numbers: list[int], text: str) -> None:
        self.heard.append((asyncio.get_running_loop().time(), text))

    def send_away(self, _numbers: list[int], _code: int, reason: str) -> None:
        self.heard.append(
            (asyncio.get_running_loop().time(), f'{{"is":"gone","reason":"{reason}"}}')
        )

    def states(self) -> list[tuple[float, dict[str, Any]]]:
        every = [(at, json.loads(text)) for at, text in self.heard]
        return [(at, message) for at, message in every if message["is"] == "state"]


@dataclass
class Scene:
    """A table at which two guests and bots sit and somebody looks on.

    probes: what seat 0 says, and how long after the deal began.
    """

    ruleset: str
    deck: list[Card]
    bots: Bots
    speed: str = "normal"
    guests: tuple[str, ...] = ("maker", "friend", "")
    probes: list[tuple[float, str, dict[str, Any]]] = field(default_factory=list)

    def run(self, seconds: float = 60.0) -> list[Listener]:
        """What everybody was sent since the deal began."""
        return run(self._play(seconds))

    async def _play(self, seconds: float) -> list[Listener]:
        loop = asyncio.get_running_loop()
        self.store = SlowStore()
        people = tuple(guest for guest in self.guests if guest)
        state = seated(self.ruleset, self.speed, people)
        self.table = TableActor(state, {}, self.store, self.bots, clock=loop.time)
        listeners = [Listener(guest) for guest in self.guests]
        for listener in listeners:
            self.table.join(listener)
            self.table.said(listener, incoming.read('{"do": "hello"}'))
        self.table.start()
        await asyncio.sleep(1)
        for listener in listeners:
            listener.heard.clear()
        deck = " ".join(map(str, self.deck))
        self.table.post(lambda: self.table.change([log.Dealt(0.0, deck=deck)]))
        for at, do, facts in self.probes:
            text = json.dumps({"do": do, **facts})
            loop.call_at(1 + at, self.table.said, listeners[0], incoming.read(text))
        await asyncio.sleep(seconds)
        await self.table.stop()
        return listeners


def seated(ruleset: str, speed: str, people: tuple[str, ...], **made: Any) -> TableState:
    """A table at which these people sit in the first seats, and bots in the others."""
    state = begin("t", log.Made(ruleset, "maker", 0, 0.0, speed=speed, **made))
    state = state.apply(log.Committed("00" * 64))
    for at in range(state.ruleset.players):
        guest = people[at] if at < len(people) else ""
        state = state.apply(log.Sat(at, guest, guest) if guest else log.BotSeated(at, "club"))
    return state


def decks(
    ruleset: str, number: int, seed: int, fits: Callable[[list[Card]], bool] = lambda _: True
) -> list[list[Card]]:
    """Decks in which seat 0 draws the same cards, and all others are as they come."""
    rules, rng = Ruleset.parse(ruleset), random.Random(f"{ruleset} {seed}")
    first = full_deck(rules)
    rng.shuffle(first)
    while not fits(first):
        rng.shuffle(first)
    drawn = len(first) - rules.kitty
    free = [at for at in range(len(first)) if at >= drawn or at % rules.players]
    out = []
    for _ in range(number):
        deck, others = list(first), [first[at] for at in free]
        rng.shuffle(others)
        for at, card in zip(free, others, strict=True):
            deck[at] = card
        out.append(deck)
    return out
