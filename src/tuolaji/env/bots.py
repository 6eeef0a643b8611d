"""Our bots in the other seats of an environment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..bots import make
from ..bots.host import Host, choice
from ..cards import Card
from ..cards.planes import EMPTY, Planes
from ..deal import Deal, Setup
from ..deal.actions import Action, cards_of
from ..deal.events import Event

if TYPE_CHECKING:
    from .table import Table


class Bots:
    """Play for the seat to move, from what it heard and sees of the same deal."""

    def __init__(self, table: Table, name: str) -> None:
        """The table at which they sit; name: of the bot in every seat."""
        self._table, self._name = table, name
        self._history: list[Action] | None = None

    def choose(self, seed: int) -> Planes:
        """The cards of an action for the seat to move; seed: of its bot, in a new deal."""
        deal = self._followed(seed)
        assert deal.turn is not None
        cards = cards_of(choice(self._bots[deal.turn], deal))
        return EMPTY if cards is None else cards.planes

    def _followed(self, seed: int) -> Deal:
        """The deal of the table, followed to where it is now; the bots hear what happens."""
        if self._history is not self._table.history:
            self._history, self._done = self._table.history, 0
            self._bots = [
                make(self._name, seat, seed) for seat in range(self._table.ruleset.players)
            ]
            self._host = Host(enumerate(self._bots), self._begun())
        for action in self._history[self._done :]:
            self._host.apply(action)
        self._done = len(self._history)
        return self._host.deal

    def _begun(self) -> tuple[Deal, list[Event]]:
        """The deal of the table at its beginning, and what happened before anybody was asked."""
        ruleset, raw = self._table.ruleset, self._table.deal
        setup = Setup(
            levels=tuple(ruleset.ladder[raw.rung(at)] for at in range(raw.switches.owners())),
            banker=raw.bank if raw.bank >= 0 else None,
            first_seat=raw.first_seat,
            number=raw.deals + 1,
        )
        deck = [Card(raw.card_at(at)) for at in range(54 * ruleset.decks)]
        return Deal.begin(ruleset, setup, deck)
