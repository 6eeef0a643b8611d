"""`random`: any legal action, the plays evenly."""

from __future__ import annotations

from ..deal.actions import Action, Pass
from ..deal.turn import action_of, choices
from ..deal.view import View
from .bot import Bot

_SHOWS = 0.3  # else a seat that is asked after every card would always declare


class Chance(Bot):
    """Draws its action from all legal ones; shows cards at three askings in ten."""

    def declare(self, view: View) -> Action:
        """Any of the options, or a pass."""
        return self._any(view) if self.rng.random() < _SHOWS else Pass(self.seat)

    def _any(self, view: View) -> Action:
        may = choices(view)
        return action_of(view, may.draw(self.rng.randrange) if may.count() else None)

    name = bury = partner = lead = follow = _any
