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
from dataclasses import dataclass, field, replace

from ..cards import Card, Cards
from ..engine import course
from ..engine.journal import ROOM, Journal
from ..engine.state import SEATS, State
from ..rules import declare as rules
from ..rules.declarations import NOBODY
from ..rules.numbers import switches_of
from ..ruleset import Ruleset
from ..verdicts import Plays, Shape, leads, plays, read_lead
from ..verdicts.ruling import NotAllowed, NotNow, Ruling
from ..verdicts.terms import Terms
from . import acting, referee
from .actions import Action, Adjust, Claim, Declare, RuleFoul, Void
from .beginning import prepared
from .contest import Contest, contest_of, level_name, trump_name
from .events import Event, Settled, Started
from .history import History, Wrong, after
from .lazy import lazy
from .phase import CALL, CHANGE, COUNT, DRAW, NAME, OVER, PHASES, PLAY, Phase
from .setup import Setup, from_here

_RULINGS = (Claim, RuleFoul, Adjust, Void)


@dataclass(frozen=True, kw_only=True, eq=False)
class Deal:
    """A deal at one moment, hidden cards included."""

    ruleset: Ruleset
    setup: Setup
    deck: tuple[Card, ...] = field(repr=False)
    state: State = field(repr=False)
    history: History = field(default_factory=History, repr=False)

    @classmethod
    def begin(
        cls, ruleset: Ruleset, setup: Setup, deck: Sequence[Card]
    ) -> tuple[Deal, list[Event]]:
        """A new deal from a shuffled deck: the draw in order, the kitty last."""
        if Counter(card.face for card in deck) != Counter(list(range(54)) * ruleset.decks):
            raise ValueError(f"the deck must hold each of the {54 * ruleset.decks} cards once")
        state = prepared(switches_of(ruleset), ruleset, setup, deck)
        journal = Journal()
        state.keep_journal(journal)
        course.begin(state)
        deal = cls(ruleset=ruleset, setup=setup, deck=tuple(deck), state=state)
        deal, events = deal.after(state, journal)
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
        state, journal = self.copied()
        acting.act(self, state, action)
        return self.after(state, journal)

    def copied(self) -> tuple[State, Journal]:
        """A copy of the state that can be changed, and what it will write down."""
        state, journal = self.state.clone(), Journal()
        state.keep_journal(journal)
        return state, journal

    def after(self, state: State, journal: Journal) -> tuple[Deal, list[Event]]:
        """The deal in its next state, and what its journal tells."""
        state.keep_journal(None)
        if journal.length >= ROOM:
            raise RuntimeError("more happened at once than a journal holds")
        history, events = after(self, state, journal)
        return self.with_state(state, history), events

    def with_state(self, state: State, history: History) -> Deal:
        """The deal in another state."""
        new = object.__new__(Deal)  # a third of what the dataclass's own __init__ takes
        new.__dict__.update(
            ruleset=self.ruleset, setup=self.setup, deck=self.deck, state=state, history=history
        )
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
        """The deal with other cards where they are hidden: what somebody else takes it for."""
        state = self.state.clone()
        for seat, hand in enumerate(hands):
            state.set_hand(seat, hand.planes)
        state.set_kitty(kitty.planes)
        other = self.deck if deck is None else tuple(deck)
        for at, card in enumerate(other):
            state.put_card(at, card.face)
        if self.phase == DRAW:
            course.find_all_options(state)
        return replace(self, state=state, deck=other)

    # What is kept of the history.

    @lazy
    def finished(self) -> tuple[tuple[int, tuple[Cards, ...]], ...]:
        """The finished tricks: who led, and the plays from the leader on."""
        return self.history.finished

    @lazy
    def told(self) -> tuple[tuple[int, Event], ...]:
        """Declarations, passes, claims and rulings, each with how many cards were drawn before."""
        return self.history.told

    @lazy
    def wrong(self) -> tuple[Wrong, ...]:
        """The plays that stood though the rules refuse them, and were not claimed."""
        return self.history.wrong

    @lazy
    def settled(self) -> Settled | None:
        """The result."""
        return self.history.settled

    @lazy
    def redeal(self) -> str | None:
        """Why the deal is void."""
        return self.history.redeal

    @lazy
    def rebid(self) -> bool:
        """Whether the bank is bid for anew in the next deal."""
        return self.history.rebid

    @lazy
    def disqualified(self) -> int | None:
        """The seat that is out of the match."""
        return self.history.disqualified

    # What the state says.

    @lazy
    def phase(self) -> Phase:
        """The phase."""
        return PHASES[self.state.phase]

    @lazy
    def turn(self) -> int | None:
        """The seat that has to act, or None when the deal is over."""
        return None if self.phase == OVER else _seat(self.state.turn)

    @lazy
    def asking(self) -> tuple[int, ...]:
        """The seats that may still speak, in order, where seats are asked."""
        state, players = self.state, self.ruleset.players
        if self.phase == DRAW:
            drew_last = self.setup.first_seat + state.drawn - 1
            order = from_here(drew_last % players, players)[state.asked :]
            return tuple(seat for seat in order if state.options_of(seat))
        if self.phase == NAME:
            order = from_here(state.false_bidder, players)[state.asked :]
            return tuple(seat for seat in order if seat not in self.barred)
        if self.phase in (CALL, CHANGE, COUNT):
            return from_here(state.turn, players)[: state.to_ask]
        return ()

    @lazy
    def may_act(self) -> tuple[int, ...]:
        """The seats that may act now.

        While cards are drawn the rules ask one seat after the other, but whoever could show
        something may do so before being asked, as people do at a table. To pass is for the seat
        that is asked (`turn`).
        """
        if self.phase == DRAW:
            return self.asking
        return () if self.turn is None else (self.turn,)

    @lazy
    def options(self) -> tuple[tuple[Cards, ...], ...]:
        """What each seat could show now."""
        return tuple(map(self._options, range(self.ruleset.players)))

    def _options(self, seat: int) -> tuple[Cards, ...]:
        state = self.state
        if self.phase != DRAW and (self.phase not in (CALL, CHANGE) or seat != state.turn):
            return ()
        mask = state.options_of(seat)
        return tuple(
            Cards(rules.show_option(state.shows, seat, option, state.when()))
            for option in range(rules.OPTIONS if mask else 0)
            if mask >> option & 1
        )

    @lazy
    def hands(self) -> tuple[Cards, ...]:
        """The cards of every seat."""
        return tuple(Cards(self.state.hand(seat)) for seat in range(self.ruleset.players))

    @lazy
    def kitty(self) -> Cards:
        """The cards that lie face down in the middle, or are buried."""
        return Cards(self.state.kitty)

    @lazy
    def drawn(self) -> int:
        """How many cards have been drawn."""
        return self.state.drawn

    @lazy
    def contest(self) -> Contest:
        """What was shown to fix trump, and what stands."""
        return contest_of(self.ruleset, self.setup, self.state.shows)

    @lazy
    def used(self) -> tuple[Cards, ...]:
        """Cards that called trump and cannot do so again, by who holds them, the kitty's last."""
        if self.ruleset.declare_style != "call":
            return ()
        seats = (*range(self.ruleset.players), SEATS)
        return tuple(Cards(self.state.used(seat)) for seat in seats)

    @lazy
    def terms(self) -> Terms | None:
        """Ruleset, level and trump, once they are fixed."""
        state = self.state
        if not state.fixed:
            return None
        return Terms.of(self.ruleset, level_name(state.level), trump_name(state.order.trump))

    @lazy
    def banker(self) -> int | None:
        """Who has the bank, once that stands; a call gives it at once."""
        called = self.ruleset.declare_style == "call" and self.state.shows.number
        return _seat(self.state.shows.banker) if self.state.fixed or called else None

    @lazy
    def holder(self) -> int | None:
        """Who took up the kitty last; without one the banker."""
        if self.state.holder == NOBODY and self.state.fixed and not self.ruleset.kitty:
            return self.banker
        return _seat(self.state.holder)

    @lazy
    def attacker(self) -> int | None:
        """Who attacked the trump suit."""
        return _seat(self.state.attacker)

    @lazy
    def named(self) -> Card | None:
        """The card of the called partner."""
        return Card(self.state.named) if self.state.named >= 0 else None

    @lazy
    def partner(self) -> int | None:
        """The called partner, known or not; the banker who plays alone."""
        return _seat(self.state.partner)

    @lazy
    def partner_known(self) -> bool:
        """Whether all know the called partner."""
        return self.named is not None and bool(self.state.partner_known)

    @lazy
    def leader(self) -> int:
        """Who leads, or led to the trick on the table."""
        return self.state.leader

    @lazy
    def trick(self) -> tuple[Cards, ...]:
        """The plays on the table from the leader on; none where a wrong play was taken back."""
        return tuple(Cards(self.state.on_table(at)) for at in range(self.state.in_trick))

    @lazy
    def lead(self) -> Shape | None:
        """What was led."""
        if not self.trick:
            return None
        assert self.terms is not None
        shape = read_lead(self.terms, self.trick[0])
        assert isinstance(shape, Shape)
        return shape

    @lazy
    def taken(self) -> tuple[int, ...]:
        """The points each seat has won in tricks, once play has begun."""
        return self._of_seats(self.state.taken)

    @lazy
    def fines(self) -> tuple[int, ...]:
        """The points each seat has forfeited, once play has begun."""
        return self._of_seats(self.state.fines)

    def _of_seats(self, read: Callable[[int], int]) -> tuple[int, ...]:
        return tuple(map(read, range(self.ruleset.players))) if self.state.began else ()

    @lazy
    def exposed(self) -> tuple[Cards, ...]:
        """Of each seat the cards in its hand that all have seen.

        They lay open in a failed throw, or in a play that was taken back.
        """
        return tuple(Cards(self.state.exposed(seat)) for seat in range(self.ruleset.players))

    @lazy
    def adjusted(self) -> int:
        """What digging and the referee have added to the attackers' points."""
        return self.state.adjusted

    @lazy
    def discards(self) -> tuple[int, ...]:
        """Seats whose play of this trick, or the last one till the next lead, cannot win."""
        return _seats(self.state.discards)

    @lazy
    def barred(self) -> tuple[int, ...]:
        """Seats that may not declare or bid."""
        return _seats(self.state.barred)

    @lazy
    def bank_side(self) -> frozenset[int]:
        """The seats of the banker's side, the called partner included, known or not.

        Nobody, while it is open who has the bank.
        """
        if self.banker is None:
            return frozenset()
        return frozenset(filter(self.state.is_bank_side, range(self.ruleset.players)))

    @lazy
    def attackers_points(self) -> int:
        """The attackers' points so far, fines and adjustments counted."""
        return self.state.attackers_points()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return self._key() == other._key()

    __hash__ = None  # type: ignore[assignment]

    def _key(self) -> tuple[object, ...]:
        """All that can be read of a deal."""
        return (
            *(self.ruleset, self.setup, self.deck, self.history, self.phase, self.turn),
            *(self.drawn, self.asking, self.options, self.hands, self.kitty, self.contest),
            *(self.used, self.terms, self.banker, self.holder, self.attacker, self.named),
            *(self.partner, self.partner_known, self.leader, self.trick, self.taken, self.fines),
            *(self.exposed, self.adjusted, self.discards, self.barred),
        )


def _seat(number: int) -> int | None:
    return None if number == NOBODY else number


def _seats(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(SEATS) if mask >> seat & 1)
