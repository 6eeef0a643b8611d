"""What onlookers are told: the table now, or as it was a trick or a deal ago, as the table chose.

So nobody who looks on can tell a player anything in time. When a deal is over all of it is told; of
boards nothing is until every table has played all of them.
"""

from __future__ import annotations

from .presenter import LiveStatus
from .replaced import replace
from .state import TableState


class Behind:
    """One table as its onlookers see it."""

    def __init__(self, state: TableState) -> None:
        """A deal that runs already is not told before it is its time."""
        self._delay = state.made.watch
        self._boards = state.made.match is not None and state.made.match.boards
        self.state = state
        self._last: TableState | None = None  # when the last trick was finished
        if self._delay != "now" and state.running:
            self.state = replace(state, played=None, ended=None)

    def follow(self, told: TableState) -> TableState:
        """The table for onlookers, now that this is told to the players."""
        if self._boards and not (told.orders and told.orders.open):
            if told is not self._last:
                self._last, self.state = told, replace(told, played=None, ended=None)
        elif self._delay == "now" or not told.running:
            self.state, self._last = told, None
        elif self._delay == "trick" and _tricks(told) != _tricks(self._last):
            self.state, self._last = self._last or self.state, told
        return self.state


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
