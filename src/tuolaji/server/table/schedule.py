"""What a table does by itself, and when: cards, bots, clocks, the next deal.

`due()` is asked after every change and says what comes next and at what time; everything it does
goes through the table like a command. Times are those of the monotonic clock and are not kept:
after a restart whoever's turn it is has all their time again. The time of the match is kept, by
`match_clock`. What happens between two deals is `between`.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any

from ... import bots
from ...bots import claims
from ...deal import from_here
from ...deal.actions import Action, Claim, Pass, Play
from ...deal.clock import out_of_time, seconds_to_act
from ...deal.events import TrickWon
from ...deal.phase import DRAW, PLAY
from ...deal.view import view
from . import commands, event_commands, lessons, timing
from . import entries as log
from .between import Between
from .calls import Calls
from .drawing import Drawing
from .event_orders import open_call
from .flag import FlagCall
from .match_clock import MatchClock
from .presence import Presence
from .state import BOT, TableDeal, TableState
from .status import LiveStatus
from .thinking import TableBots
from .timing import Due

if TYPE_CHECKING:
    from .actor import TableActor


NEVER = float("inf")
_chance = Random()


class Schedule:
    """The course of one table."""

    def __init__(self, table: TableActor, table_bots: TableBots) -> None:
        self.table, self.table_bots = table, table_bots
        self.presence = Presence(table)
        self.hold: float | None = None
        self._claim: Claim | None = None
        self.between, self.flagged, self.calls = Between(self), FlagCall(self), Calls(self)
        self._thought: tuple[object, Action | None, float] | None = None
        self._thinking: asyncio.Task[None] | None = None
        self.drawing = Drawing(self)
        self.match_clock = MatchClock(self)
        self._begin()

    def reset(self) -> None:
        """Take the table as it stands: everything is told, and every clock begins."""
        self.drawing.reset()
        self._begin()

    def reread(self) -> None:
        """Take the table from its log: every clock begins, and cards are told again."""
        self.drawing.reread()
        self.match_clock.reset()
        self._begin()

    def _begin(self) -> None:
        self.flagged.lower()
        self.table_bots.forget()
        self.turn_at = self._trick_at = self.now()
        self._jitter = _chance.random()

    def close(self) -> None:
        """The table is let go: nobody waits for anybody, and no bot has to think any more."""
        self.presence.close()
        self.drawing.close()
        if self._thinking is not None:
            self._thinking.cancel()

    def now(self) -> float:
        """The time of the clock that everything here goes by."""
        return self.table.clock()

    @property
    def state(self) -> TableState:
        """The table now."""
        return self.table.state

    # Who is there.

    def connected(self) -> frozenset[int]:
        """The seats whose guests are there."""
        return self.presence.connected()

    def bot(self, seat: int) -> str | None:
        """The bot that plays a seat now, if one does."""
        taken = self.state.seats[seat]
        if taken.kind == BOT:
            return taken.bot
        away = taken.auto or seat in self.presence.standing_in()
        return self.table.stand_in(taken.guest) if away else None

    @property
    def alone(self) -> bool:
        """Whether only bots oppose the one guest, and have done so in the whole deal."""
        others = {guest for guest, _ in self.state.seen_hands} if self.state.running else set()
        own = {self.state.seats[at].guest for at in self.state.humans}
        return len(own | others) == 1 and len(own) == 1

    def watchers(self) -> int:
        """How many pages look on."""
        greeted = [client for client in self.table.clients if client.greeted]
        return sum(self.state.seat_of(client.guest) is None for client in greeted)

    def status(self) -> LiveStatus:
        """What all know now besides the log."""
        return LiveStatus(
            connected=self.connected(),
            standing_in=self.presence.standing_in(),
            host=self.presence.host(),
            watchers=self.watchers(),
            waiting=self.between.waiting(),
            clock=self._clock(),
            match_time=self.match_clock.now(),
            flag=self.calls.flag() or self.flagged.flag,
            cut=self.between.cutting(),
            begins=self.between.begins(),
            now=self.now(),
            alone=self.alone,
            passed=frozenset(self.drawing.passed),
            last_asked=self.drawing.last_asked(),
        )

    def _clock(self) -> tuple[float, int] | None:
        """The seconds that are left to whose turn it is, and of how many."""
        if self.drawing.active:
            return self.drawing.clock()
        seconds = self._seconds_to_act()
        return (self.turn_at + seconds - self.now(), seconds) if seconds else None

    def _seconds_to_act(self) -> int:
        """How long whose turn it is may take: by the rules, or where others wait; 0: no limit."""
        deal, made = self.state.deal, self.state.made
        if deal is None or not self.state.running or made.lesson:
            return 0
        if made.solo and not made.clock:  # bots wait as long as one likes
            return 0
        wait = timing.ANSWER if made.rated or len(self.connected()) > 1 else 0
        if deal.phase == PLAY and not made.rated:  # there all others could send somebody away
            wait = 0
        return seconds_to_act(deal) or wait

    # What changed.

    def changed(self, before: TableState, entries: list[Any]) -> None:
        """The table has changed."""
        state, now = self.state, self.now()
        if before.paused and not state.paused:
            self.turn_at = now
            self.flagged.lower()
            self.drawing.resume()
        if any(isinstance(entry, log.Rematched | log.Followed) for entry in entries):
            self.match_clock.reset()
        if state.played is before.played:
            return
        self.turn_at, self._jitter = now, _chance.random()
        self.flagged.lower()
        played = state.played
        if played is None or any(isinstance(entry, log.Undone) for entry in entries):
            self.reset()
            for client in self.table.clients:
                client.known = (played.shuffle.secret, len(played.events)) if played else None
            return
        if any(isinstance(entry, log.Dealt) for entry in entries):
            self.drawing.began()
            self.between.began()
        news = [event for _, event in played.events[played.fresh :]]
        if before.ended is None and state.ended is not None:
            self.between.seen.clear()
        if any(isinstance(event, TrickWon) for event in news):
            self._trick_at = now
            self.between.seen.clear()
        self._claim = self._found_wrong(before)
        self.drawing.changed(before, entries)

    def shown(self) -> None:
        """More of the deal is told."""
        self.turn_at = self.now()
        if not self.drawing.active:
            self.between.seen.clear()
        self.table.audience.tell_all()

    def go(self, seat: int) -> None:
        """A player has seen what was shown."""
        self.between.seen.add(seat)

    # What is due.

    def due(self) -> Due | None:
        """What comes next by itself."""
        self.match_clock.count()
        if self.state.paused or not (self.presence.somebody or self.state.goes_on):
            return None
        found = [due for due in (self._next(), self.match_clock.due()) if due is not None]
        return min(found, key=lambda due: due.at, default=None)

    def _next(self) -> Due | None:
        """What comes next in the deal, or between two."""
        state, played = self.state, self.state.played
        if self.drawing.active:
            return self.drawing.due()
        if not state.running or played is None:
            return self.between.due()
        if (call := open_call(state, "claim")) is not None:
            return self.calls.due(call)
        if self._claim is not None:
            return Due(self.turn_at + self.takes(timing.PLAY), self._say_claim)
        seat = played.deal.turn
        assert seat is not None
        written = lessons.scripted(state)
        if written is not None:
            at = self._bot_acts_at(played)
            return Due(at, lambda: self.act(seat, written, "bot"))
        name = self.bot(seat)
        if name is not None:
            return self._bots_turn(played, seat, name)
        return self._humans_turn(seat)

    # Bots.

    async def choose(self, played: TableDeal, seat: int, name: str) -> Action | None:
        """What a bot does; bots that play with somebody come before bots among themselves."""
        people = any(not self.state.seats[at].auto for at in self.connected())
        return await self.table_bots.choose(played, seat, name, people=people)

    def _bots_turn(self, played: TableDeal, seat: int, name: str) -> Due | None:
        key = (played.shuffle.secret, len(played.actions), seat, name)
        if self._thought is None or self._thought[0] != key:
            if self._thinking is None:
                work = self._think(played, seat, name, key)
                self._thinking = self.table.beside.start(work)
            return None
        _, action, thought_at = self._thought
        if action is None or played.deal.refuses(action) is not None:
            action = out_of_time(played.deal)
        at = max(self._bot_acts_at(played), thought_at)
        return Due(at, lambda: self.act(seat, action, "bot"))

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
            claimed = event_commands.claim(self.state, said.seat, said.against, "bot")
            await self.table.change(claimed)

    async def _think(self, played: TableDeal, seat: int, name: str, key: object) -> None:
        began = self.now()
        try:
            thought = await self.choose(played, seat, name)
        finally:
            self._thinking = None
        at = began + timing.thought(self.now() - began) if bots.takes_time(name) else began

        def work() -> None:
            self._thought = (key, thought, at)

        self.table.post(work)

    def _bot_acts_at(self, played: TableDeal) -> float:
        """When a bot acts: as fast as a person could, and not before a trick was seen."""
        phase, speed = played.deal.phase, self.state.speed
        if phase != PLAY:
            return self.turn_at + self.takes(timing.THINK)
        at = self.turn_at + self.takes(timing.PLAY)
        if played.deal.trick or not played.deal.finished or self.connected() <= self.between.seen:
            return at
        chosen = self.hold if self.alone else None
        stays = timing.scaled(timing.TRICK, speed) if chosen is None else chosen
        return max(at, self._trick_at + stays)

    def takes(self, span: tuple[float, float]) -> float:
        """How long a bot takes this time for something that takes between two times."""
        low, high = span
        return timing.scaled(low + (high - low) * self._jitter, self.state.speed)

    # Players.

    def _humans_turn(self, seat: int) -> Due | None:
        """A player's turn: their clock, or if they are away the time until a bot stands in."""
        deal = self.state.deal
        assert deal is not None
        here = self.connected()
        if seat not in here and not self.state.made.match:
            return Due(self.presence.waited(seat), self.table.audience.tell_all)
        seconds = self._seconds_to_act()
        if not seconds:
            return None
        if seconds_to_act(deal) and self.state.ruleset.timeout == "flag":
            flagged = self.calls if self.state.made.match else self.flagged
            return flagged.flag_due(seat, self.turn_at + seconds)
        return Due(self.turn_at + seconds, lambda: self.act(seat, out_of_time(deal), "clock"))

    async def act(self, seat: int, action: Action, by: str) -> None:
        """Do something for a seat; a silent pass while cards are drawn is told to nobody."""
        entries = commands.act(self.state, seat, action, by=by, move=None)
        if isinstance(action, Pass) and self.state.deal and self.state.deal.phase == DRAW:
            await self.table.append(entries)
        else:
            await self.table.change(entries)

    def ready(self) -> None:
        """Somebody came, sat down or is ready: there is time for words to the first shuffle."""
        if self.state.played is None:
            self.turn_at = self.now()

    def restart_turn(self) -> None:
        """Whose turn it is has all their time again."""
        self.turn_at = self.now()
