"""What a table does by itself, and when: cards, bots, clocks, the next deal.

`due()` is asked after every change and says what comes next and at what time; everything it does
goes through the table like a command. Times are those of the monotonic clock and are not kept:
after a restart whoever's turn it is has all his time again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from time import monotonic, time
from typing import TYPE_CHECKING, Any

from ..actions import Action, Claim, Pass, Play
from ..bots import claims
from ..cards import Cards
from ..clock import out_of_time, seconds_to_act
from ..events import TrickWon
from ..phases.state import DRAW, PLAY, from_here
from ..view import view
from . import commands, lessons, pace
from . import entries as log
from .clients import Client
from .commands import Refused
from .log import BOT, EMPTY, Played, TableState
from .pace import INSTANT
from .presence import Presence
from .present import Moment, first_shown, next_shown
from .thinking import Minds

if TYPE_CHECKING:
    from .actor import Table


NEVER = float("inf")


@dataclass(frozen=True)
class Due:
    """Something to do, and when."""

    at: float
    do: Callable[[], Awaitable[None] | None]


@dataclass(frozen=True)
class Wish:
    """What a player wants to show as soon as he is asked."""

    client: Client
    move: str
    cards: Cards | None


class Course:
    """The course of one table."""

    def __init__(self, table: Table, minds: Minds) -> None:
        self.table, self.minds = table, minds
        self.presence = Presence(table)
        self.wishes: dict[int, Wish] = {}
        self.hold: float | None = None
        self._claim: Claim | None = None
        self._chance = Random()
        self._seen: set[int] = set()
        self._thought: tuple[object, Action | None] | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._counting, self._counted = False, monotonic()
        self._seconds = table.state.seconds
        self.reset()

    def reset(self) -> None:
        """Take the table as it stands: everything is shown, and every clock begins."""
        played = self.table.state.played
        self.shown = len(played.events) if played else 0
        self.minds.forget()
        self._card_at = self._turn_at = self._trick_at = monotonic()
        self._jitter = self._chance.random()

    @property
    def state(self) -> TableState:
        """The table now."""
        return self.table.state

    # Who is there.

    def connected(self) -> frozenset[int]:
        """The seats whose guests are there."""
        return self.presence.connected()

    def _bot(self, seat: int) -> str | None:
        """The bot that plays a seat now, if one does."""
        taken = self.state.seats[seat]
        if taken.kind == BOT:
            return taken.bot
        return self.state.made.bots if taken.auto or seat in self.presence.standing_in() else None

    @property
    def alone(self) -> bool:
        """Whether only bots oppose the one guest."""
        return len(self.state.humans) == 1

    def waiting(self) -> tuple[int, ...]:
        """The seats that have not said that they have seen the result."""
        if self.state.ended is None or self.state.match.over is not None:
            return ()
        there = sorted(self.connected() - self._seen)
        return tuple(at for at in there if not self.state.seats[at].auto)

    def moment(self) -> Moment:
        """What all know now besides the log."""
        greeted = [client for client in self.table.clients if client.greeted]
        seated = [self.state.seat_of(client.guest) for client in greeted]
        return Moment(
            shown=self.shown,
            connected=self.connected(),
            standing_in=self.presence.standing_in(),
            host=self.presence.host(),
            watchers=seated.count(None),
            waiting=self.waiting(),
            clock=self._clock(),
            alone=self.alone,
            asks=self._asks(),
        )

    def _asks(self) -> bool:
        """Whether who could show cards now is asked, or the draw is too fast for that."""
        return self.state.speed != INSTANT or self._last_card() or bool(lessons.asked(self.state))

    def _clock(self) -> tuple[float, int] | None:
        """The seconds that are left to whose turn it is, and of how many."""
        seconds = self._seconds_to_act()
        return (self._turn_at + seconds - monotonic(), seconds) if seconds else None

    def _seconds_to_act(self) -> int:
        """How long whose turn it is may take: by the rules, or where others wait; 0: no limit."""
        deal = self.state.deal
        if deal is None or not self.state.running or self.state.made.lesson:
            return 0
        if deal.phase == PLAY or seconds_to_act(deal):
            return seconds_to_act(deal)
        if deal.phase == DRAW and not self._last_card():
            return 0
        others_wait = len(self.connected()) > 1
        return (pace.WINDOW if deal.phase == DRAW else pace.ANSWER) if others_wait else 0

    # What changed.

    def changed(self, before: TableState, entries: list[Any]) -> None:
        """The table has changed."""
        state, now = self.state, monotonic()
        if before.paused and not state.paused:
            self._turn_at = self._card_at = now
        if state.played is before.played:
            return
        self._turn_at, self._jitter = now, self._chance.random()
        played = state.played
        if played is None or any(isinstance(entry, log.Undone) for entry in entries):
            self.reset()
            for client in self.table.clients:
                client.known = (played.shuffle.secret, self.shown) if played else None
            return
        news = [event for _, event in played.events[played.fresh :]]
        if before.ended is None and state.ended is not None:
            self._seen.clear()
        if any(isinstance(event, TrickWon) for event in news):
            self._trick_at = now
            self._seen.clear()
        self._claim = self._found_wrong(before)
        one = sum(isinstance(entry, log.Acted | log.Dealt) for entry in entries) == 1
        slow = one and state.speed != INSTANT
        self.shown = first_shown(played) if slow else len(played.events)
        if played.deal.phase != DRAW:
            self._drop_wishes()

    def _drop_wishes(self) -> None:
        for wish in self.wishes.values():
            self.table.says.refuse(wish.client, wish.move, Refused("too-late"))
        self.wishes.clear()

    def go(self, seat: int) -> None:
        """A player has seen what was shown."""
        self._seen.add(seat)

    # What is due.

    def due(self) -> Due | None:
        """What comes next by itself."""
        self._count()
        state, played = self.state, self.state.played
        if state.paused or not self.connected():
            return None
        if played is not None and self.shown < len(played.events):
            return Due(self._card_at + pace.scaled(pace.CARD, state.speed), self._show_card)
        if not state.running or played is None:
            return self._between()
        if self._claim is not None:
            return Due(self._turn_at + self._takes(pace.PLAY), self._say_claim)
        seat = played.deal.turn
        assert seat is not None
        written = lessons.scripted(state)
        if written is not None:
            at = self._bot_acts_at(played, written)
            return Due(at, lambda: self._do(seat, written, "bot"))
        name = self._bot(seat)
        if name is not None:
            return self._bots_turn(played, seat, name)
        return self._asked(seat) if played.deal.phase == DRAW else self._humans_turn(seat)

    def _count(self) -> None:
        """Count the time the match is played for."""
        now = monotonic()
        if self._counting:
            self._seconds += now - self._counted
        self._counting, self._counted = bool(self.connected()) and not self.state.paused, now

    def _show_card(self) -> None:
        played = self.state.played
        assert played is not None
        instant = self.state.speed == INSTANT
        self.shown = len(played.events) if instant else next_shown(played, self.shown)
        self._card_at = self._turn_at = monotonic()
        self.table.tell_all()

    # The draw.

    def _asked(self, seat: int) -> Due | None:
        """A player may show something: as long as a card takes; after the last one we wait."""
        wish = self.wishes.get(seat)
        if wish is not None:
            return Due(0.0, lambda: self._grant(seat, wish))
        if lessons.asked(self.state):
            return None
        if self._last_card():
            seconds = self._seconds_to_act()
            lost = 0 if seat in self.connected() else pace.WINDOW
            if not seconds and not lost:
                return None
            return Due(self._turn_at + (seconds or lost), lambda: self._pass(seat))
        at = self._card_at + pace.scaled(pace.CARD, self.state.speed)
        return Due(at, lambda: self._pass(seat))

    def _last_card(self) -> bool:
        """Whether nothing can be shown later; without a window after the last card, the one before.

        At full speed there is no other time to think than this.
        """
        ruleset = self.state.ruleset
        last = 54 * ruleset.decks - ruleset.kitty
        early = self.state.speed == INSTANT and not ruleset.declare_window
        return self.state.deal is not None and self.state.deal.drawn >= last - early

    async def _grant(self, seat: int, wish: Wish) -> None:
        """Do what a player wanted to show, now that he is asked."""
        del self.wishes[seat]
        assert self.state.deal is not None
        try:
            action = commands.action(self.state.deal, seat, wish.cards)
            await self.table.says.done(wish.client, seat, action, wish.move)
        except Refused as refused:
            self.table.says.refuse(wish.client, wish.move, refused)

    async def _pass(self, seat: int) -> None:
        await self._do(seat, Pass(seat), "draw")

    # Bots.

    def _bots_turn(self, played: Played, seat: int, name: str) -> Due | None:
        key = (played.shuffle.secret, len(played.actions), seat, name)
        if self._thought is None or self._thought[0] != key:
            if self._thinking is None:
                work = self._think(played, seat, name, key)
                self._thinking = asyncio.get_running_loop().create_task(work)
            return None
        action = self._thought[1]
        if action is None or played.deal.refuses(action) is not None:
            action = out_of_time(played.deal)
        return Due(self._bot_acts_at(played, action), lambda: self._do(seat, action, "bot"))

    def _found_wrong(self, before: TableState) -> Claim | None:
        """What a bot says to the referee when it has seen a wrong play."""
        state = self.state
        if state.ruleset.enforcement != "referee" or before.deal is None or not state.running:
            return None
        assert state.played is not None
        last = state.played.actions[-1] if state.played.actions else None
        if not isinstance(last, Play) or before.deal.phase != PLAY:
            return None
        assert state.deal is not None
        for seat in from_here(last.seat, state.ruleset.players)[1:]:
            if state.seats[seat].kind == BOT:
                said = claims.claim(view(before.deal, seat), last.seat, last.cards)
                if said is not None and state.deal.refuses(said) is None:
                    return said
        return None

    async def _say_claim(self) -> None:
        said, self._claim = self._claim, None
        if said is not None and self.state.deal and self.state.deal.refuses(said) is None:
            await self._do(said.seat, said, "bot")

    async def _think(self, played: Played, seat: int, name: str, key: object) -> None:
        try:
            thought = await self.minds.choose(played, seat, name)
        finally:
            self._thinking = None

        def work() -> None:
            self._thought = (key, thought)

        self.table.post(work)

    def _bot_acts_at(self, played: Played, action: Action) -> float:
        """When a bot acts: as fast as a person could, and not before a trick was seen."""
        phase, speed = played.deal.phase, self.state.speed
        if phase == DRAW:
            if isinstance(action, Pass):
                return 0.0
            return self._turn_at + self._takes(pace.DECLARE)
        if phase != PLAY:
            return self._turn_at + self._takes(pace.THINK)
        at = self._turn_at + self._takes(pace.PLAY)
        if played.deal.trick or not played.deal.finished or self.connected() <= self._seen:
            return at
        chosen = self.hold if self.alone else None
        stays = pace.scaled(pace.TRICK, speed) if chosen is None else chosen
        return max(at, self._trick_at + stays)

    def _takes(self, span: tuple[float, float]) -> float:
        low, high = span
        return pace.scaled(low + (high - low) * self._jitter, self.state.speed)

    # Players.

    def _humans_turn(self, seat: int) -> Due | None:
        """A player's turn: his clock, or for one who is lost the time until a bot stands in."""
        deal = self.state.deal
        assert deal is not None
        here = self.connected()
        if seat not in here:
            return Due(self.presence.waited(seat), self.table.tell_all)
        seconds = self._seconds_to_act()
        if not seconds or (seconds_to_act(deal) and self.state.ruleset.timeout == "flag"):
            return None
        return Due(self._turn_at + seconds, lambda: self._do(seat, out_of_time(deal), "clock"))

    async def _do(self, seat: int, action: Action, by: str) -> None:
        """Do something for a seat; a silent pass while cards are drawn is told to nobody."""
        quiet = self.shown
        entries = commands.act(self.state, seat, action, by=by, move=None)
        drawing = isinstance(action, Pass) and self.state.deal and self.state.deal.phase == DRAW
        if drawing:
            await self.table.append(entries)
            if self.shown != quiet and self._worth_telling():
                self.table.tell_all()
            return
        await self.table.change(entries)

    def _worth_telling(self) -> bool:
        """Whether a draw that is too fast to be seen has come to where somebody is asked."""
        fast = self.state.speed == INSTANT and self.state.running
        return not fast or self._asks()

    # Between deals.

    def _between(self) -> Due | None:
        state = self.state
        if state.match.over is not None:
            return None
        if state.played is None:
            if not state.humans or not all(state.seats[at].ready for at in state.humans):
                return None
            lucky = all(state.luck[at] for at in self.connected())
            return Due(self._turn_at + (0 if lucky else pace.LUCK), self._deal)
        if state.played.deal.settled is None:
            return Due(self._turn_at + pace.scaled(pace.VOID, state.speed), self._deal)
        if not self.waiting():
            seen = bool(self._seen & self.connected())
            return Due(self._turn_at + (0 if seen else pace.VOID), self._deal)
        return Due(self._turn_at + pace.RESULT, self._deal) if len(self.connected()) > 1 else None

    def ready(self) -> None:
        """Somebody came, sat down or is ready: there is time for words to the first shuffle."""
        if self.state.played is None:
            self._turn_at = monotonic()

    async def _deal(self) -> None:
        """Begin the next deal, or end the match if its time is up."""
        state = self.state
        if not state.match.may_start_deal(self._seconds):
            await self.table.change([log.Timed(self._seconds)])
            return
        empty = [at for at, seat in enumerate(state.seats) if seat.kind == EMPTY]
        entries: list[Any] = [log.Botted(at, state.made.bots) for at in empty]
        dealt = log.Dealt(time(), round(self._seconds, 1), state.cut or 0)
        self._card_at = monotonic()
        await self.table.change([*entries, dealt])
