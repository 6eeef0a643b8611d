"""`policy:FILE`: a net that was taught plays, without any search: what it holds likeliest."""

from __future__ import annotations

from pathlib import Path

from ..cards import Cards
from ..deal.actions import Action
from ..deal.phase import COUNT, NAME, PLAY
from ..deal.turn import action_of
from ..deal.view import View
from ..ruleset import Ruleset
from . import taught
from .club import Club
from .fast.learnt import Learnt
from .position import is_plain
from .recall import recall
from .taught import BadNet
from .told import layout_of

_NOT_TAUGHT = (NAME, COUNT)


class Policy(Club):
    """A player that was taught; what nets do not learn it does as `club`."""

    def __init__(self, seat: int, seed: int, *, file: Path) -> None:
        """BadNet says what is wrong with the file."""
        super().__init__(seat, seed)
        self.taught = taught.read(file)
        self._learnt: Learnt | None = None

    def check(self, ruleset: Ruleset) -> None:
        """Refuse tables of another form, of which nets are told otherwise."""
        own = self.taught.rulesets[0]
        if layout_of(own) != layout_of(ruleset):
            names, partners = ", ".join(map(str, self.taught.rulesets)), f"{own.partners} partners"
            if own.partners == "fixed":
                partners = f"{own.players} players, {own.decks} decks, {partners}"
            raise BadNet(f"it was taught {names}: {partners}; it cannot play {ruleset}")

    def choose(self, view: View) -> Action:
        """What the net holds likeliest."""
        self.check(view.ruleset)
        if not is_taught(view):
            return super().choose(view)
        self.why = None
        if self._learnt is None:
            self._learnt = self.taught.new_policy(view.ruleset)
        cards = Cards(self._learnt.choose(*recall(view, self.memory)))
        return action_of(view, cards or None)


class HousePolicy(Policy):
    """The same for any table: one of another form than the net was taught it plays as `club`."""

    def choose(self, view: View) -> Action:
        """What the net holds likeliest, or what `club` does."""
        if self.taught.layout != layout_of(view.ruleset):
            return Club.choose(self, view)
        return super().choose(view)


def is_taught(view: View) -> bool:
    """Whether policies learn what a seat is asked now."""
    return view.phase not in _NOT_TAUGHT and (view.phase != PLAY or is_plain(view))
