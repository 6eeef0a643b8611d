"""Somebody's time is up and the rules call the referee (`timeout=flag`).

At an ordinary table the host is the referee, or another player where it is the host's own time;
at a rated one nobody is, since all play for their rating.
They have the program play or give all the time again. Where there is nobody to ask, or no answer
comes, the program plays: nobody waits for ever.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...deal import from_here
from ...deal.clock import out_of_time
from . import timing
from .timing import Due

if TYPE_CHECKING:
    from .schedule import Schedule


@dataclass(frozen=True)
class Flag:
    """Whose time is up, who decides (None: the referee of the event), and until when."""

    seat: int
    referee: int | None
    until: float


class FlagCall:
    """The call for the referee at one table."""

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule
        self.flag: Flag | None = None

    def lower(self) -> None:
        """Nobody is waited for any more."""
        self.flag = None

    def flag_due(self, seat: int, late_at: float) -> Due:
        """What comes next for a seat whose time is up at a moment."""
        if self.flag is not None:
            return Due(self.flag.until, lambda: self._play(seat))
        if self._referee(seat) is None:
            return Due(late_at, lambda: self._play(seat))
        return Due(late_at, lambda: self._call(seat))

    def _referee(self, seat: int) -> int | None:
        """Who decides about a seat: the host, else the next player who is there."""
        schedule = self._schedule
        if schedule.state.made.rated:
            return None
        here = {at for at in schedule.connected() if schedule.bot(at) is None} - {seat}
        host = schedule.presence.host()
        if host in here:
            return host
        after = from_here(seat, schedule.state.ruleset.players)
        return next((at for at in after if at in here), None)

    def _call(self, seat: int) -> None:
        referee = self._referee(seat)
        assert referee is not None
        self.flag = Flag(seat, referee, self._schedule.now() + timing.ANSWER)
        self._schedule.table.audience.tell_all()

    async def _play(self, seat: int) -> None:
        """The program plays for the seat."""
        deal = self._schedule.state.deal
        assert deal is not None
        await self._schedule.act(seat, out_of_time(deal), "clock")

    async def decide(self, *, play: bool) -> None:
        """The referee has decided: the program plays, or the seat has all its time again."""
        flag, self.flag = self.flag, None
        assert flag is not None
        if play:
            await self._play(flag.seat)
        else:
            self._schedule.restart_turn()
            self._schedule.table.audience.tell_all()
