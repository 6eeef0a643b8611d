"""How the cards of a deal are drawn at a table: at a pace that tells nothing about anybody's hand.

After each card the rules ask whoever could show something, and the deal stands still until they
have answered. Those who are not asked must not notice. So every card is told when its time has
come, no matter who was asked before it; what has to be written is written a little earlier; bots
think while the draw goes on; and after the last card the table waits for everybody or for nobody.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import ceil
from typing import TYPE_CHECKING

from ...cards import JOKER_LEVEL, Cards
from ...deal import Deal
from ...deal.actions import Action, Pass
from ...deal.contest import final
from ...deal.events import Drawn
from ...deal.phase import DRAW
from ..store.base import Taken
from . import commands, lessons, timing
from . import entries as log
from .clients import Client
from .commands import CommandRefused
from .shown import so_far
from .state import TableDeal, TableState
from .timing import INSTANT, Due

if TYPE_CHECKING:
    from .schedule import Schedule


@dataclass(frozen=True)
class Wish:
    """What a player wants to show as soon as the rules ask the seat."""

    client: Client
    move: str
    cards: Cards | None


@dataclass(frozen=True)
class BotPlan:
    """What a bot is going to show, and when."""

    at: float
    action: Action


class Drawing:
    """The draw of one table. shown: how many events of the deal are told."""

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        self.wishes: dict[int, Wish] = {}
        self._asked: dict[int, object] = {}
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._told: tuple[TableState, int, TableState] | None = None
        self.reread()

    def close(self) -> None:
        """The table is let go: no bot has to think any more."""
        for task in self._thinking.values():
            task.cancel()

    def reset(self) -> None:
        """Take the table as it stands: everything is told."""
        played = self.state.played
        self._begin(len(played.events) if played else 0)

    def reread(self) -> None:
        """Take the table from its log, which does not say how many of the last cards were told.

        They are told again at their pace: up to where the rules have drawn them would tell when
        somebody could show something.
        """
        self.reset()
        if self.state.played is not None and not lessons.part_of(self.state):
            self.shown = self.state.played.heard

    def _begin(self, shown: int) -> None:
        self.shown = shown
        self._prepared_at: float | None = None
        self._card_at = self._asked_at = self._passed_at = self.schedule.now()
        self.passed: set[int] = set()
        self._plans: dict[int, BotPlan] = {}
        self._asked.clear()

    @property
    def state(self) -> TableState:
        """The table now, of which not everything may be told yet."""
        return self.schedule.state

    def told(self) -> TableState:
        """The table as far as it is told."""
        state, shown = self.state, self.shown
        if state.played is None or shown >= len(state.played.events):
            return state
        if self._told is None or self._told[0] is not state or self._told[1] != shown:
            self._told = (state, shown, so_far(state, shown))
        return self._told[2]

    @property
    def active(self) -> bool:
        """Whether cards are being drawn, as far as the players have been told."""
        played = self.state.played
        if played is None:
            return False
        return self.shown < len(played.events) or played.deal.phase == DRAW

    def began(self) -> None:
        """A deal begins: no card is told yet."""
        self._begin(0)

    def resume(self) -> None:
        """Go on after a pause."""
        self._prepared_at = None
        self._card_at = self._asked_at = self.schedule.now()

    def changed(self, before: TableState, entries: list[log.Entry]) -> None:
        """The deal has changed: everything but cards and silent passes is told at once."""
        if not self.state.running and any(map(_ends_it, entries)):
            self.reset()
            self._drop_wishes()
            return
        drawing = before.running and before.deal is not None and before.deal.phase == DRAW
        if drawing and _silent(entries):
            return
        self._prepared_at = None
        self._card_at = self._asked_at = self.schedule.now()
        self.passed.clear()
        self._plans.clear()
        events = self._played.events
        while self.shown < len(events) and not isinstance(events[self.shown][1], Drawn):
            self.shown += 1
        if not self.active:
            self._drop_wishes()

    # Where the draw stands.

    @property
    def _played(self) -> TableDeal:
        assert self.state.played is not None
        return self.state.played

    @property
    def _deal(self) -> Deal:
        return self._played.deal

    @property
    def _cards(self) -> int:
        """How many cards the deal draws."""
        return 54 * self.state.ruleset.decks - self.state.ruleset.kitty

    @property
    def _cards_told(self) -> int:
        return sum(isinstance(event, Drawn) for _, event in self._played.events[: self.shown])

    @property
    def _all_at_once(self) -> bool:
        """Whether all cards come at once."""
        return self.state.speed == INSTANT and not lessons.part_of(self.state)

    @property
    def _last_asked(self) -> int | None:
        """After how many cards everybody is asked a last time; None where nobody is.

        That is after the last card if the rules have a window there, unless all can see that
        nothing could be shown any more. At full speed there is no other time to show anything, so
        without a window it is after the card before.
        """
        ruleset, contest = self.state.ruleset, self._deal.contest
        decided = ruleset.declare_style == "reveal" and final(contest)
        if ruleset.declare_style == "call" or contest.level == JOKER_LEVEL or decided:
            return None
        if ruleset.declare_window:
            return self._cards
        return self._cards - 1 if self._all_at_once else None

    @property
    def _in_window(self) -> bool:
        return self._cards_told == self._last_asked

    def asking(self) -> tuple[int, ...]:
        """The seats that can show something now, once that has been told."""
        played = self.state.played
        if played is None or self.shown < len(played.events) or played.deal.phase != DRAW:
            return ()
        return played.deal.asking

    # After the last card.

    @property
    def _people(self) -> frozenset[int]:
        """The players who are there and play themselves."""
        seats = self.state.seats
        return frozenset(at for at in self.schedule.connected() if not seats[at].auto)

    @property
    def _watched(self) -> bool:
        """Whether others could see how long a player takes, or a rated deal has to go on."""
        others = len(self.schedule.connected()) > 1 or self.schedule.watchers() > 0
        return others or self.state.made.rated

    def last_asked(self) -> frozenset[int]:
        """The seats that are asked a last time and have not passed; with others there, all."""
        if not self.active or not self._in_window or not self._watched:
            return frozenset()
        return self._people - self.passed

    def clock(self) -> tuple[float, int] | None:
        """The seconds left to whoever is asked a last time, and of how many."""
        if not self.last_asked() or lessons.part_of(self.state):
            return None
        return self._asked_at + timing.WINDOW - self.schedule.now(), timing.WINDOW

    def _window_ends(self) -> float | None:
        """When the last chance to show something is over; None: a player alone has all the time."""
        reaction = timing.scaled(timing.DECLARE[1], self.state.speed) + 2 * self._ahead
        bots = self._asked_at + max(timing.BOTS_WINDOW, reaction)
        people = self._people
        if people <= self.passed:
            return max(bots, self._passed_at + self._ahead)
        if self._watched:
            return self._asked_at + timing.WINDOW
        return None if people & set(self.asking()) else bots

    # What is due.

    @property
    def _ahead(self) -> float:
        """How long before a card is told all is written that comes before it."""
        return min(timing.WRITE, timing.scaled(timing.CARD, self.state.speed) / 2)

    def due(self) -> Due | None:
        """What comes next while cards are drawn."""
        waiting = self.asking()
        for seat in waiting:
            if seat in self.wishes:
                return Due(0.0, partial(self._grant, seat))
        if waiting and lessons.part_of(self.state):
            if (written := lessons.scripted(self.state)) is not None:
                return self._written(written)
            if lessons.asked(self.state):
                return None
        self._ask_bots(waiting)
        step = self._next_step()
        plans = [(plan.at, seat) for seat, plan in self._plans.items() if seat in waiting]
        if plans and (step is None or min(plans)[0] < step.at):
            at, seat = min(plans)
            return Due(at, partial(self._do_plan, seat))
        return step

    def _written(self, action: Action) -> Due:
        """What the script of a lesson has somebody do."""
        shows_at = self._asked_at + self.schedule.takes(timing.DECLARE)
        at = 0.0 if isinstance(action, Pass) else shows_at
        seat = self._deal.turn
        assert seat is not None
        return Due(at, lambda: self.schedule.act(seat, action, "bot"))

    def _next_step(self) -> Due | None:
        """The next card or the end of the draw, and before it what has to be written.

        However late the loop is, a card comes after the same steps, whether somebody was asked
        before it or not.
        """
        card_at = self._card_at + timing.scaled(timing.CARD, self.state.speed)
        at = self._window_ends() if self._in_window else card_at
        if at is None:
            return None
        if self._prepared_at is None or self._next_shown() is None:
            return Due(at - self._ahead, self._prepare)
        return Due(max(at, self._prepared_at), self._show)

    def _next_shown(self) -> int | None:
        """How many events are told next; None if the rules ask somebody before that."""
        events, last = self._played.events, self._last_asked
        card = self._cards_told + 1
        if self._all_at_once and not self._in_window:
            card = last or self._cards
        if card > self._cards or (card == self._cards and last != card):
            return len(events) if self._deal.phase != DRAW else None
        drawn = (at for at, (_, event) in enumerate(events) if isinstance(event, Drawn))
        found = next(islice(drawn, card - 1, None), None)
        return None if found is None else found + 1

    def _show(self) -> None:
        shown = self._next_shown()
        assert shown is not None
        self.shown = shown
        self._prepared_at = None
        self.passed.clear()
        self._card_at = self._asked_at = self.schedule.now()
        if not self.active:
            self._drop_wishes()
        self.schedule.shown()

    async def _prepare(self) -> None:
        """Let everybody pass whom the rules ask before the next card; nobody is told.

        Where they ask nobody the store has its turn all the same: a busy one would tell. If it
        takes longer than it is given, the card waits for the end of the next such time, so that
        a little more to do does not show.
        """
        began, target = self.schedule.now(), self._deal.drawn + 1
        if self._all_at_once and not self._in_window:
            target = self._last_asked or self._cards
        asked = self._next_shown() is None
        await self.schedule.table.append([log.Passed(target)] if asked else [])
        took, ahead = self.schedule.now() - began, self._ahead
        self._prepared_at = began + (max(1, ceil(took / ahead)) * ahead if ahead else 0.0)

    # Players.

    def wish(self, seat: int, wish: Wish) -> None:
        """A player shows cards or passes: done as soon as the rules ask the seat."""
        asked = seat in self.asking()
        if asked:
            commands.action(self._deal, seat, wish.cards)
        if wish.cards is None and not (asked and lessons.asked(self.state)):
            self._note_pass(seat, wish, may=asked or seat in self.last_asked())
            return
        older = self.wishes.get(seat)
        if older is not None and older.move != wish.move:
            self.schedule.table.handler.refuse(older.client, older.move, CommandRefused("stale"))
        self.wishes[seat] = wish

    def _note_pass(self, seat: int, wish: Wish, *, may: bool) -> None:
        """A pass is kept in mind only until the next card: nothing is written for it."""
        if not may or seat in self.passed:
            raise CommandRefused("not-your-turn")
        self.passed.add(seat)
        self._passed_at = self.schedule.now()
        self.schedule.table.note(wish.client, seat, wish.move)

    async def _grant(self, seat: int) -> None:
        """Do what a player wanted to show, now that the rules ask the seat."""
        wish, handler = self.wishes.pop(seat), self.schedule.table.handler
        try:
            action = commands.action(self._deal, seat, wish.cards)
        except CommandRefused as refused:
            handler.refuse(wish.client, wish.move, refused)
            return
        acted = commands.act(self.state, seat, action, by="player", move=wish.move)
        try:
            await handler.acknowledge(wish.client, seat, wish.move, acted)
        except Taken:
            handler.refuse(wish.client, wish.move, CommandRefused("stale"))
            raise

    def _drop_wishes(self) -> None:
        for wish in self.wishes.values():
            self.schedule.table.handler.refuse(wish.client, wish.move, CommandRefused("too-late"))
        self.wishes.clear()

    # Bots.

    def _ask_bots(self, waiting: tuple[int, ...]) -> None:
        """Let the bots think that could show something; the draw does not wait for them."""
        if not waiting:
            return
        deal = self._deal
        moment = (self._played.shuffle.secret, len(deal.contest.shows), deal.drawn)
        for seat in waiting:
            name = self.schedule.bot(seat)
            busy = seat in self._plans or seat in self._thinking
            if name is None or busy or self._asked.get(seat) == moment:
                continue
            self._asked[seat] = moment
            at = self._asked_at + max(timing.QUICKEST, self.schedule.takes(timing.DECLARE))
            work = self._think(self._played, seat, name, at)
            self._thinking[seat] = self.schedule.table.beside.start(work)

    async def _think(self, played: TableDeal, seat: int, name: str, at: float) -> None:
        try:
            thought = await self.schedule.choose(played, seat, name)
        finally:
            del self._thinking[seat]
        if thought is None or isinstance(thought, Pass):
            return  # with the table having nothing to do for it: a late one would be later still

        def work() -> None:
            now = self.state.played
            shows = len(played.deal.contest.shows)
            same = now is not None and now.shuffle.secret == played.shuffle.secret
            if not same or not self.active:
                return
            if shows == len(self._deal.contest.shows):
                self._plans[seat] = BotPlan(at, thought)

        self.schedule.table.post(work)

    async def _do_plan(self, seat: int) -> None:
        action = self._plans.pop(seat).action
        if self._deal.refuses(action) is None:
            acted = commands.act(self.state, seat, action, by="bot", move=None)
            await self.schedule.table.change(acted)


def _ends_it(entry: log.Entry) -> bool:
    """Whether an entry ends a deal from outside: what was drawn meanwhile is told at once."""
    return isinstance(entry, log.TimeUp) or (
        isinstance(entry, log.Acted) and entry.by == commands.REFEREE
    )


def _silent(entries: list[log.Entry]) -> bool:
    """Whether somebody has passed and nothing else was done."""
    acted = [entry for entry in entries if isinstance(entry, log.Acted | log.Passed)]
    return bool(acted) and all(
        isinstance(entry, log.Passed) or entry.action["action"] == "pass" for entry in acted
    )
