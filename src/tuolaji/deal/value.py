"""Deal: from the first drawn card to the result, as a value.

`deal.apply(action)` gives the next deal and the events; nothing is changed in place. What a seat
may do now is asked without trying: `turn`, `phase`, `options` (what could be shown), `plays()`.
A refused action raises NotAllowed with its Ruling, one at the wrong moment NotNow.

The course of the deal is the engine's: an action is done to a copy of its state, which writes down
what happened, and that is told as events here. What is asked of a deal is read from the state; only
the history that the engine does not need is kept beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVarTuple, Unpack

from ..cards import Card, Cards
from ..cards.planes import EMPTY
from ..engine import course
from ..engine.asking import find_all_options
from ..engine.friends import find_friends
from ..engine.journal import Journal
from ..engine.state import State
from ..rules.numbers import switches_of
from ..ruleset import Ruleset
from ..verdicts import Plays, leads, plays
from ..verdicts.ruling import NotAllowed, NotNow, Ruling
from . import acting, referee
from .actions import Action, Adjust, Claim, Declare, Pass, RuleFoul, Void
from .beginning import prepared
from .events import Event, Started
from .history import History, told
from .moment import Moment
from .phase import DRAW, OVER, PHASES, PLAY
from .setup import Setup

Ts = TypeVarTuple("Ts")

_RULINGS = (Claim, RuleFoul, Adjust, Void)
_SPARE: list[Journal] = []  # journals that were read: to make one takes longer than to act


def _journal() -> Journal:
    """An empty one."""
    try:
        journal = _SPARE.pop()
    except IndexError:  # or another thread has just taken the last one
        return Journal()
    journal.clear()
    return journal


@dataclass(frozen=True, kw_only=True, eq=False)
class Deal(Moment):
    """A deal at one moment, hidden cards included."""

    @classmethod
    def begin(
        cls, ruleset: Ruleset, setup: Setup, deck: Sequence[Card]
    ) -> tuple[Deal, list[Event]]:
        """A new deal from a shuffled deck: the draw in order, the kitty last."""
        if Counter(card.face for card in deck) != Counter(list(range(54)) * ruleset.decks):
            raise ValueError(f"the deck must hold each of the {54 * ruleset.decks} cards once")
        state = prepared(switches_of(ruleset), ruleset, setup, deck)
        deal = cls(ruleset=ruleset, setup=setup, deck=tuple(deck), state=state)
        deal, events = deal.after(course.begin)
        started = Started(setup.number, setup.levels, setup.banker, setup.first_seat)
        return deal, [started, *events]

    def apply(self, action: Action) -> tuple[Deal, list[Event]]:
        """The deal after an action, and what happened."""
        if self.phase == OVER:
            raise NotNow("over")
        if isinstance(action, _RULINGS):
            return referee.rule(self, action)
        if action.seat != self.turn and not (
            isinstance(action, Declare) and action.seat in self.may_act
        ):
            raise NotNow("not-your-turn", seat=action.seat)
        return self.after(acting.act, self, action)

    def after(
        self, act: Callable[[State, Unpack[Ts]], object], *args: *Ts
    ) -> tuple[Deal, list[Event]]:
        """The deal after something was done to a copy of its state, and what happened."""
        state, journal = self.state.clone(), _journal()
        state.keep_journal(journal)
        act(state, *args)
        state.keep_journal(None)
        history, events = told(self, self.history, self.state.drawn, state, journal.entries())
        _SPARE.append(journal)
        return self.with_state(state, history), events

    def passed_to(self, number: int) -> tuple[Deal, list[tuple[Pass, list[Event]]]]:
        """The deal when all who are asked have passed till so many cards were drawn.

        And each pass with what happened then. It is the same as to apply them one by one.
        """
        state, history, journal = self.state.clone(), self.history, _journal()
        state.keep_journal(journal)
        passes = list[tuple[Pass, list[Event]]]()
        while PHASES[state.phase] == DRAW and (drawn := state.drawn) < number:
            passed = Pass(state.turn)
            course.act(state, EMPTY)
            history, events = told(self, history, drawn, state, journal.entries())
            journal.clear()
            passes.append((passed, events))
        state.keep_journal(None)
        _SPARE.append(journal)
        return self.with_state(state, history), passes

    def with_state(self, state: State, history: History) -> Deal:
        """The deal in another state."""
        new = object.__new__(Deal)  # a third of what the dataclass's own __init__ takes
        inside = new.__dict__
        inside["ruleset"], inside["setup"], inside["deck"] = self.ruleset, self.setup, self.deck
        inside["state"], inside["history"] = state, history
        return new

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

    # The same deal at another moment, or with other cards.

    def drawn_to(self, number: int) -> Deal:
        """The deal when only so many of its cards were drawn, and nobody is asked."""
        if not 0 <= number <= self.drawn:
            raise ValueError(f"{self.drawn} cards are drawn: the deal cannot be cut at {number}")
        state = self.state.clone()
        course.rewind_draw(state, number)
        kept = self.history
        return self.with_state(state, History(told=kept.told, wrong=kept.wrong))

    def with_cards(
        self, hands: Sequence[Cards], kitty: Cards, deck: Sequence[Card] | None = None
    ) -> Deal:
        """The deal with other cards where they are hidden: what somebody else takes it for.

        Where who holds a card is a friend, that may be another then.
        """
        state = self.state.clone()
        for seat, hand in enumerate(hands):
            state.set_hand(seat, hand.planes)
        state.set_kitty(kitty.planes)
        other = self.deck if deck is None else tuple(deck)
        for at, card in enumerate(other):
            state.put_card(at, card.face)
        if self.phase == DRAW:
            find_all_options(state)
        if self.phase != OVER:
            find_friends(state)
        return replace(self, state=state, deck=other)
