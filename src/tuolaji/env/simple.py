"""The simple players of the terminal, in the other seats of an environment."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from ..cards import Card
from ..deal import Deal
from ..kernel.planes import Planes
from ..opponents import choose
from ..phases.state import Setup
from ..raw import cards_of
from ..view import view

if TYPE_CHECKING:
    from .table import Table


class Simple:
    """Plays for the seat to move, from its view of the same deal."""

    def __init__(self, table: Table) -> None:
        """The table at which they sit."""
        self._table = table
        self._history = table.history

    def choose(self, seed: int) -> Planes:
        """The cards of an action for the seat to move."""
        deal = self._followed()
        assert deal.turn is not None
        return cards_of(choose(view(deal, deal.turn), Random(seed)))

    def _followed(self) -> Deal:
        """The deal of the table, followed to where it is now."""
        if self._history is not self._table.history:
            self._history, self._done = self._table.history, 0
            self._deal = self._begun()
        for action in self._history[self._done :]:
            self._deal, _ = self._deal.apply(action)
        self._done = len(self._history)
        return self._deal

    def _begun(self) -> Deal:
        """The deal of the table at its beginning."""
        ruleset, raw = self._table.ruleset, self._table.deal
        setup = Setup(
            levels=tuple(ruleset.ladder[raw.rung(at)] for at in range(raw.switches.owners())),
            banker=raw.bank if raw.bank >= 0 else None,
            first_seat=raw.first_seat,
            number=raw.deals + 1,
        )
        deck = [Card(raw.card_at(at)) for at in range(54 * ruleset.decks)]
        return Deal.begin(ruleset, setup, deck)[0]
