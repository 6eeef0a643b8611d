"""The state of a deal: one frozen value that the phases pass on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..cards import Card, Cards
from ..events import Event, Settled
from ..play import Shape
from ..ruleset import Ruleset
from ..rulings import NotNow
from ..terms import Terms
from .declare import Contest
from .public import Public

DRAW, NAME, CALL, BURY, CHANGE, PARTNER, PLAY, COUNT, OVER = (
    "draw", "name", "call", "bury", "change", "partner", "play", "count", "over",
)  # fmt: skip

_NOTHING = Cards()


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What a match hands to a deal.

    levels: of the two sides, or of every seat where partners are called. banker: None in a first
    deal, in the call style, and where the bank is bid for anew. first_seat: who draws first and, in
    the call style, calls first.
    """

    levels: tuple[str, ...]
    banker: int | None = None
    first_seat: int = 0
    number: int = 1

    def level_of(self, seat: int) -> str:
        """The level of a seat's side, or of the seat."""
        return self.levels[seat % len(self.levels)]


def new_contest(ruleset: Ruleset, setup: Setup) -> Contest:
    """The contest for trump before anything is shown.

    Where the bank is open in a later deal, each side shows cards of its own level.
    """
    calls = ruleset.declare_style == "call"
    rebid = setup.banker is None and setup.number > 1 and not calls
    level = setup.level_of(setup.first_seat if setup.banker is None else setup.banker)
    if calls or (rebid and len(set(setup.levels)) > 1):
        level = ""
    return Contest(
        ruleset=ruleset,
        level=level,
        levels=setup.levels if calls or rebid else None,
        first_deal=setup.banker is None,
        banker=None if calls else setup.banker,
        rebid=rebid,
    )


@dataclass(frozen=True)
class Wrong:
    """A play that stood though the rules refuse it: whose, in which trick, and the rule."""

    seat: int
    trick: int
    cards: Cards
    rule: str


@dataclass(frozen=True, kw_only=True)
class State:
    """Everything about a deal, hidden cards included.

    asking: the seats that may still speak, in order. options: what each seat could show now.
    used: shown cards, by who holds them, that cannot be shown again (call style); the kitty's last.
    taken and fines: points won in tricks, and points forfeited, by seat.
    trick: the plays on the table from the leader on; no cards where a wrong play was taken back.
    discards: seats whose play of this trick, or the last one till the next lead, cannot win.
    barred: seats that may not bid. namers: seats that name trump after a false bid of the others.
    redeal: why the deal is void. rebid: the bank is bid for anew then. disqualified: the seat that
    is out of the match.
    """

    ruleset: Ruleset
    setup: Setup
    deck: tuple[Card, ...]
    contest: Contest
    hands: tuple[Cards, ...]
    public: Public
    phase: str = DRAW
    drawn: int = 0
    asking: tuple[int, ...] = ()
    options: tuple[tuple[Cards, ...], ...] = ()
    used: tuple[Cards, ...] = ()
    kitty: Cards = field(default_factory=Cards)
    holder: int | None = None
    banker: int | None = None
    attacker: int | None = None
    terms: Terms | None = None
    named: Card | None = None
    partner: int | None = None
    partner_known: bool = False
    leader: int = 0
    lead: Shape | None = None
    trick: tuple[Cards, ...] = ()
    finished: tuple[tuple[int, tuple[Cards, ...]], ...] = ()
    taken: tuple[int, ...] = ()
    fines: tuple[int, ...] = ()
    adjusted: int = 0
    wrong: tuple[Wrong, ...] = ()
    discards: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()
    namers: tuple[int, ...] = ()
    settled: Settled | None = None
    redeal: str | None = None
    rebid: bool = False
    disqualified: int | None = None

    @property
    def turn(self) -> int | None:
        """The seat that has to act, or None when the deal is over."""
        if self.phase in (DRAW, NAME, CALL, CHANGE, COUNT):
            return self.asking[0]
        if self.phase in (BURY, PARTNER):
            return self.holder if self.phase == BURY else self.banker
        if self.phase == PLAY:
            at = len(self.trick) if all(self.trick) else self.trick.index(_NOTHING)
            return (self.leader + at) % self.ruleset.players
        return None

    @property
    def bank_side(self) -> frozenset[int]:
        """The seats of the banker's side (the called partner included, known or not)."""
        assert self.banker is not None
        if self.ruleset.partners == "called":
            return frozenset({self.banker, self.banker if self.partner is None else self.partner})
        return frozenset(
            s for s in range(self.ruleset.players) if self.ruleset.side(s) == self.banker % 2
        )

    @property
    def attackers_points(self) -> int:
        """The attackers' points so far, fines and adjustments counted."""
        bank = self.bank_side
        total = self.adjusted
        for seat, points in enumerate(self.taken):
            total += self.fines[seat] if seat in bank else points - self.fines[seat]
        return total


S = TypeVar("S", bound=State)
Step = tuple[S, list[Event]]


def changed(state: S, **values: Any) -> S:
    """The state with other values (dataclasses.replace, at a sixth of its cost)."""
    new = object.__new__(type(state))
    new.__dict__.update(state.__dict__)
    new.__dict__.update(values)
    return new


def with_item(items: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    """The tuple with one item exchanged."""
    return (*items[:at], value, *items[at + 1 :])


def from_here(seat: int, players: int) -> tuple[int, ...]:
    """All seats in turn order, beginning with one."""
    return tuple((seat + k) % players for k in range(players))


def need_cards(state: State, seat: int, cards: Cards, number: int | None = None) -> None:
    """Refuse cards that are not in the hand, or the wrong number of them."""
    if not cards <= state.hands[seat]:
        raise NotNow("not-in-hand", cards=cards)
    if not cards or (number is not None and len(cards) != number):
        raise NotNow("wrong-number", wanted=number or 1, given=len(cards))
