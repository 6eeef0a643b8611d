"""What can be asked of a deal at one moment, read from the engine's state and the history.

Everything is worked out when it is first asked for, and kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..cards import Card, Cards
from ..engine.asking import seats_asked
from ..engine.state import SEATS, State
from ..lazy import lazy
from ..rules import declare as rules
from ..rules.declarations import NOBODY
from ..ruleset import Ruleset
from ..verdicts import Shape
from ..verdicts.terms import Terms
from .contest import Contest, contest_of
from .events import Event, Settled
from .history import History, Wrong
from .phase import DRAW, OVER, PHASES, SHOWING, Phase
from .setup import Setup


@dataclass(frozen=True, kw_only=True)
class Friend:
    """A friend called by a card and its copy.

    seat: who it is, known or not; the banker if it is nobody else, None as long as it depends on
    who plays the copy.
    """

    card: Card
    copy: int
    seat: int | None
    known: bool


@dataclass(frozen=True, kw_only=True, eq=False)
class Moment:
    """A deal at one moment, hidden cards included."""

    ruleset: Ruleset
    setup: Setup
    deck: tuple[Card, ...] = field(repr=False)
    state: State = field(repr=False)
    history: History = field(default_factory=History, repr=False)

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
        return tuple(seats_asked(self.state))

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
        if self.phase not in SHOWING or (self.phase != DRAW and seat != state.turn):
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
        return tuple(map(Cards, self.state.hands()))

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
        return self.history.terms if self.state.fixed else None

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
    def friends(self) -> tuple[Friend, ...]:
        """The friends that were called, in the order in which their cards were named."""
        state = self.state
        return tuple(
            Friend(
                card=Card(state.friend_face(at)),
                copy=state.friend_copy(at),
                seat=_seat(state.friend(at)),
                known=state.friend_known(at),
            )
            for at in range(state.called)
        )

    @lazy
    def named(self) -> Card | None:
        """The card of the first friend."""
        return self.friends[0].card if self.friends else None

    @lazy
    def partner_known(self) -> bool:
        """Whether friends were called, and all know who they are."""
        return bool(self.friends) and not self.state.sought

    @lazy
    def leader(self) -> int:
        """Who leads, or led to the trick on the table."""
        return self.state.leader

    @lazy
    def trick(self) -> tuple[Cards, ...]:
        """The plays on the table from the leader on; none where a wrong play was taken back."""
        return tuple(map(Cards, self.state.laid(self.state.in_trick)))

    @lazy
    def lead(self) -> Shape | None:
        """What was led."""
        if not self.state.in_trick:
            return None
        assert self.terms is not None
        return Shape(self.terms, Cards(self.state.on_table(0)), self.state.lead)

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
        """The seats of the banker's side, the friends included, known or not.

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
        if not isinstance(other, Moment):
            return NotImplemented
        return self._key() == other._key()

    __hash__ = None  # type: ignore[assignment]

    def _key(self) -> tuple[object, ...]:
        """All that can be read of a deal."""
        return (
            *(self.ruleset, self.setup, self.deck, self.history, self.phase, self.turn),
            *(self.drawn, self.asking, self.options, self.hands, self.kitty, self.contest),
            *(self.used, self.terms, self.banker, self.holder, self.attacker),
            *(self.friends, self.leader, self.trick, self.taken, self.fines),
            *(self.exposed, self.adjusted, self.discards, self.barred),
        )


def _seat(number: int) -> int | None:
    return None if number == NOBODY else number


def _seats(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(SEATS) if mask >> seat & 1)
