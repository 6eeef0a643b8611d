"""What onlookers are told: the table now, or as it was a trick or a deal ago, as the table chose.

So nobody who looks on can tell a player anything in time. When a deal is over all of it is told; of
boards nothing is until every table has played all of them.
"""

from __future__ import annotations

import msgspec

from .replaced import replace
from .state import TableState
from .status import LiveStatus


class Behind:
    """One table as its onlookers see it."""

    def __init__(self, state: TableState) -> None:
        """A deal that runs already is not told before it is its time."""
        self._delay = state.made.watch
        self._boards = state.made.match is not None and state.made.match.boards
        self.state = _without_deal(state) if self.hides(state) else state
        self._last: TableState | None = None  # when the last trick was finished
        self._tricks = 0

    def hides(self, told: TableState) -> bool:
        """Whether onlookers are told less than the players now: boards wait for all tables."""
        if self._boards and not (told.orders and told.orders.open):
            return True
        return self._delay != "now" and told.running

    def follow(self, told: TableState) -> TableState:
        """The table for onlookers, now that this is told to the players."""
        if not self.hides(told):
            self.state, self._last, self._tricks = told, None, 0
        elif self._boards:
            if told is not self._last and not told.running:
                self.state, self._last = _without_deal(told), told
        elif self._delay == "trick":
            self._follow_trick(told)
        return self.state

    def _follow_trick(self, told: TableState) -> None:
        """Go on when a trick more is over; one that is reopened shows nothing, and counts anew."""
        before, self._tricks = self._tricks, _tricks(told)
        if self._tricks > _tricks(self._last):
            self.state, self._last = self._last or self.state, told
        elif before < self._tricks == _tricks(self._last):
            self._last = told


def _without_deal(state: TableState) -> TableState:
    """The table before its deal; how many moves there were since is not told, nor who called.

    Nor are rulings where there are boards, as they may be on one that others have to play.
    """
    begun, calls = state.seq, state.calls
    if state.running and state.played is not None:
        (begun, _), calls = state.played.events[0], ()
    orders = state.orders
    if orders is not None and state.made.match is not None and state.made.match.boards:
        orders = msgspec.structs.replace(orders, said={})
    return replace(state, played=None, ended=None, seq=begun, orders=orders, calls=calls)


def _tricks(state: TableState | None) -> int:
    """How many tricks of the deal are finished."""
    return len(state.deal.finished) if state is not None and state.deal is not None else 0


def untimed(status: LiveStatus) -> LiveStatus:
    """What is known besides, without what tells how the deal goes just now."""
    return replace(
        status,
        clock=None,
        match_time=None,
        flag=None,
        cut=None,
        waiting=(),
        passed=frozenset(),
        last_asked=frozenset(),
    )
