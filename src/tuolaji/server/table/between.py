"""What happens between two deals: all look at the result, then a break, the cut, the next deal.

Nobody waits for ever: whoever does not go on is waited for only so long. `deal.cut`: where the
rules have a cut, a player whose right it is may cut or decline before the first card.
"""

from __future__ import annotations

from time import time
from typing import TYPE_CHECKING

from ...deal.opening import cutter
from . import commands, timing
from . import entries as log
from .event_orders import may_deal
from .state import EMPTY, HUMAN, TableState
from .timing import Due

if TYPE_CHECKING:
    from .schedule import Schedule


class Between:
    """The time between two deals of one table. seen: who has seen what was shown."""

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule
        self.seen: set[int] = set()
        self._cut_until: float | None = None
        self._quick_since: float | None = None

    @property
    def state(self) -> TableState:
        """The table now."""
        return self._schedule.state

    def began(self) -> None:
        """A deal begins."""
        self._cut_until = None

    def waiting(self) -> tuple[int, ...]:
        """The seats that have not said that they want to go on."""
        schedule = self._schedule
        if schedule.drawing.told().ended is None or self.state.match.over is not None:
            return ()
        there = sorted(schedule.connected() - self.seen)
        return tuple(at for at in there if not self.state.seats[at].auto)

    # What is due.

    def due(self) -> Due | None:
        """What comes next by itself."""
        at = self._goes_on_at()
        if at is None:
            return None
        if not self._schedule.match_clock.may_deal():
            return Due(at if self.state.played is None else 0.0, self._time_up)
        if self.state.resting or not self._schedule.match_clock.break_due():
            return self._cut_or_deal(at)
        return Due(at, self._rest) if self._people else self._cut_or_deal(at)

    @property
    def _people(self) -> bool:
        """Whether somebody plays here who could want a break."""
        seats = self.state.seats
        return any(not seats[at].auto for at in self._schedule.connected())

    def _goes_on_at(self) -> float | None:
        """When the result has been looked at for long enough; None: when somebody says so."""
        state, since = self.state, self._schedule.turn_at
        if state.match.over is not None or (state.made.match and not may_deal(state)):
            return None
        if state.resting:
            return self._schedule.match_clock.break_ends() if self.waiting() else since
        if state.played is None and state.made.match:
            return self._all_here_at(since)
        if state.played is None:
            all_ready = state.humans and all(state.seats[at].ready for at in state.humans)
            if state.made.quick and (
                not all_ready or any(seat.kind == EMPTY for seat in state.seats)
            ):
                return self._quick_at(since) if all_ready else self._quick_latest()
            if not all_ready:
                return None
            lucky = all(state.luck[at] for at in self._schedule.connected())
            return since + (0 if lucky else timing.LUCK)
        if state.played.deal.settled is None:
            return since + timing.scaled(timing.VOID, state.speed)
        if not self._schedule.match_clock.may_deal():
            return since
        if not self.waiting():
            wait = timing.scaled(timing.VOID, state.speed) if state.made.match else timing.VOID
            return since + (0 if self.seen & self._schedule.connected() else wait)
        others = len(self._schedule.connected()) > 1 or state.made.match
        return since + timing.RESULT if others else None

    def begins(self) -> float | None:
        """The seconds until a quick match begins by itself."""
        if not self.state.made.quick or self.state.played is not None:
            return None
        at = self._goes_on_at()
        return None if at is None else max(0.0, at - self._schedule.now())

    def _quick_at(self, since: float) -> float | None:
        """When a quick match begins that nobody else has come to for a while."""
        latest = self._quick_latest()
        return None if latest is None else min(since + timing.QUICK, latest)

    def _quick_latest(self) -> float | None:
        """When it begins whoever comes and goes, or is not ready; None while nobody sits."""
        if not self.state.humans:
            self._quick_since = None
            return None
        if self._quick_since is None:
            self._quick_since = self._schedule.now()
        return self._quick_since + timing.QUICK_LATEST

    def _all_here_at(self, since: float) -> float | None:
        """When the first deal of an event's table begins: with all, or after a while with bots."""
        if all(seat.kind == HUMAN for seat in self.state.seats):
            return since + timing.LUCK
        if not self.state.made.bots:
            return None
        return since + timing.scaled(timing.ARRIVE, self.state.speed)

    async def _time_up(self) -> None:
        await self._schedule.match_clock.time_up()

    async def _rest(self) -> None:
        """The break begins; it ends when it is over, or when all want to go on."""
        self.seen.clear()
        seconds = round(self._schedule.match_clock.seconds, 1)
        await self._schedule.table.change([log.Rested(seconds)])

    # The cut.

    def cutting(self) -> tuple[int, float] | None:
        """The seat that is asked to cut, and the seconds that are left for it."""
        if self._cut_until is None or self._cutter() is None:
            return None
        return self._cutter() or 0, max(0.0, self._cut_until - self._schedule.now())

    def _cutter(self) -> int | None:
        """The player who may still cut: bots never do."""
        state = self.state
        fixed = state.made.lesson or (state.orders is not None and state.orders.deck)
        if state.running or state.cut is not None or not state.secret or fixed:
            return None
        seat = cutter(state.ruleset, state.match.setup())
        there = seat in self._schedule.connected() and self._schedule.bot(seat or 0) is None
        return seat if there else None

    def _cut_or_deal(self, at: float) -> Due:
        if self._cutter() is None:
            return Due(at, self._deal)
        if self._cut_until is None:
            return Due(at, self._ask_to_cut)
        return Due(self._cut_until, self._deal)

    def _ask_to_cut(self) -> None:
        self._cut_until = self._schedule.now() + timing.CUT
        self._schedule.table.audience.tell_all()

    # The next deal.

    async def _deal(self) -> None:
        """Begin the next deal."""
        presence, state = self._schedule.presence, self.state
        seated = commands.take_seats(state, presence.guests())
        if state.made.rated and state.in_match:  # else they lose every deal
            lost = [at for at in state.humans if presence.lost(at)]
            bots = [self._schedule.table.stand_in(state.seats[at].guest) for at in lost]
            seated += [log.BotSeated(at, bot) for at, bot in zip(lost, bots, strict=True)]
        presence.forget_votes()
        seconds = round(self._schedule.match_clock.seconds, 1)
        orders = self.state.orders
        deck, number = (orders.deck, orders.deal or 0) if orders else ("", 0)
        dealt = log.Dealt(time(), seconds, self.state.cut or 0, deck, number)
        await self._schedule.table.change([*seated, dealt])
