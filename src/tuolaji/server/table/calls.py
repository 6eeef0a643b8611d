"""Calls for the referee of an event that a table waits for: a claim, or a player's time is up.

The referee answers through the event. Nobody waits for ever: after a while the program does what
its own judgement says of a claim, and plays for whoever is out of time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deal.actions import to_json
from . import entries as log
from . import timing
from .commands import REFEREE
from .event_orders import Call, effect, open_call
from .flag import Flag
from .timing import Due

if TYPE_CHECKING:
    from .schedule import Schedule


class Calls:
    """The calls of one table."""

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule
        self._since: dict[int, float] = {}

    def due(self, call: int) -> Due:
        """What happens when the referee does not come."""
        until = self._waits_until(call)
        return Due(until, lambda: self._answer_itself(call))

    def _waits_until(self, call: int) -> float:
        claim = self._schedule.state.calls[call - 1].about == "claim"
        since = self._since.setdefault(call, self._schedule.now())
        return since + (timing.JUDGE if claim else timing.ANSWER)

    async def _answer_itself(self, call: int) -> None:
        state = self._schedule.state
        done = effect(state, state.calls[call - 1], granted=True)
        entries: list[log.Entry] = [log.Answered(call, granted=True)]
        if done is not None:
            entries.insert(0, log.Acted(getattr(done, "seat", 0), to_json(done), REFEREE))
        await self._schedule.table.change(entries)

    # A player's time is up.

    def flag_due(self, seat: int, late_at: float) -> Due:
        """What comes next for a seat whose time is up at a moment."""
        call = open_call(self._schedule.state, "flag")
        return Due(late_at, lambda: self._flag(seat)) if call is None else self.due(call)

    async def _flag(self, seat: int) -> None:
        number = self._schedule.state.number
        await self._schedule.table.change([log.Called(Call(seat, "flag", number))])

    def flag(self) -> Flag | None:
        """Whose time is up, as all are told."""
        call = open_call(self._schedule.state, "flag")
        if call is None:
            return None
        return Flag(self._schedule.state.calls[call - 1].seat, None, self._waits_until(call))
