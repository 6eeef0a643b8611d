"""Our bots in the other seats of an environment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..actions import Action
from ..bots import make
from ..cards import Card
from ..deal import Deal
from ..events import Event
from ..kernel.planes import Planes
from ..phases.state import Setup
from ..raw import cards_of
from ..view import seen, view

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
        return cards_of(self._bots[deal.turn].choose(view(deal, deal.turn)))

    def _followed(self, seed: int) -> Deal:
        """The deal of the table, followed to where it is now; the bots hear what happens."""
        if self._history is not self._table.history:
            self._history, self._done = self._table.history, 0
            self._bots = [
                make(self._name, seat, seed) for seat in range(self._table.ruleset.players)
            ]
            self._deal, events = self._begun()
            self._hear(events)
        for action in self._history[self._done :]:
            self._deal, events = self._deal.apply(action)
            self._hear(events)
        self._done = len(self._history)
        return self._deal

    def _hear(self, events: list[Event]) -> None:
        for bot in self._bots:
            for event in events:
                bot.hear(seen(event, bot.seat))

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
