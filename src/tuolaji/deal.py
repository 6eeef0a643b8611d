"""Deal: from the first drawn card to the result, as a value.

`deal.apply(action)` gives the next deal and the events; nothing is changed in place. What a seat
may do now is asked without trying: `turn`, `phase`, `options` (what could be shown), `plays()`.
A refused action raises NotAllowed with its Ruling, one at the wrong moment NotNow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from .actions import Action, Adjust, Claim, RuleFoul, Void
from .cards import Card, Cards
from .events import Event, Started
from .phases import bury, calling, claim, count, draw, name, partner, play, referee
from .phases.public import Public
from .phases.state import (
    BURY,
    CALL,
    CHANGE,
    COUNT,
    DRAW,
    NAME,
    OVER,
    PARTNER,
    PLAY,
    Setup,
    State,
    changed,
    new_contest,
)
from .play import Plays, leads, plays
from .ruleset import Ruleset
from .rulings import NotAllowed, NotNow, Ruling

_ENTER: dict[str, Callable[[Any], Any]] = {
    DRAW: draw.enter,
    NAME: name.enter,
    CALL: calling.enter_call,
    CHANGE: calling.enter_change,
    BURY: bury.enter,
    PARTNER: partner.enter,
    PLAY: play.enter,
    COUNT: count.enter,
}
_APPLY: dict[str, Callable[[Any, Action], Any]] = {
    DRAW: draw.apply,
    NAME: name.apply,
    CALL: calling.apply,
    CHANGE: calling.apply,
    BURY: bury.apply,
    PARTNER: partner.apply,
    PLAY: play.apply,
    COUNT: count.apply,
}


class Deal(State):
    """A deal at one moment."""

    @classmethod
    def begin(
        cls, ruleset: Ruleset, setup: Setup, deck: Sequence[Card]
    ) -> tuple[Deal, list[Event]]:
        """A new deal from a shuffled deck: the draw in order, the kitty last."""
        if Counter(card.face for card in deck) != Counter(list(range(54)) * ruleset.decks):
            raise ValueError(f"the deck must hold each of the {54 * ruleset.decks} cards once")
        empty = tuple(Cards() for _ in range(ruleset.players))
        deal = cls(
            ruleset=ruleset,
            setup=setup,
            deck=tuple(deck),
            contest=new_contest(ruleset, setup),
            hands=empty,
            public=Public(empty),
            options=tuple(() for _ in range(ruleset.players)),
        )
        started = Started(setup.number, setup.levels, setup.banker, setup.first_seat)
        after, events = deal._entered()
        return after, [started, *events]

    def apply(self, action: Action) -> tuple[Deal, list[Event]]:
        """The deal after an action, and what happened."""
        if self.phase == OVER:
            raise NotNow("over")
        if isinstance(action, Claim | RuleFoul | Adjust | Void):
            after, events = self._refereed(action)
        elif action.seat != self.turn:
            raise NotNow("not-your-turn", seat=action.seat)
        else:
            after, events = _APPLY[self.phase](self, action)
        if after.phase not in (self.phase, OVER):
            after, more = after._entered()
            events = events + more
        public = self.public.after(events, self.drawn)
        return (after if public is self.public else changed(after, public=public)), events

    def _entered(self) -> tuple[Deal, list[Event]]:
        """The deal after what happens by itself when a phase begins."""
        deal: Deal = self
        events: list[Event] = []
        while deal.phase != OVER:
            phase = deal.phase
            deal, more = _ENTER[phase](deal)
            events += more
            if deal.phase == phase:
                break
        return deal, events

    def _refereed(self, action: Claim | RuleFoul | Adjust | Void) -> tuple[Deal, list[Event]]:
        if isinstance(action, Claim):
            self._check_seat(action.seat)
            self._check_seat(action.against)
            return claim.apply(self, action)
        if isinstance(action, RuleFoul) and action.seat is not None:
            self._check_seat(action.seat)
        return referee.apply(self, action)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.ruleset.players:
            raise ValueError(f"there is no seat {seat}, only 0 to {self.ruleset.players - 1}")

    def refuses(self, action: Action) -> Ruling | NotNow | None:
        """Why the action would be refused now, or None."""
        try:
            self.apply(action)
        except NotAllowed as error:
            return error.ruling
        except NotNow as error:
            return error
        return None

    def plays(self) -> Plays:
        """Every legal lead or follow of the seat to play."""
        if self.phase != PLAY:
            raise NotNow("wrong-phase")
        assert self.terms is not None
        assert self.turn is not None
        hand = self.hands[self.turn]
        return leads(self.terms, hand) if self.lead is None else plays(self.terms, self.lead, hand)


def full_deck(ruleset: Ruleset) -> list[Card]:
    """All cards of the ruleset's decks, in order."""
    return [Card(face) for face in range(54)] * ruleset.decks
