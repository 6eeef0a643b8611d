"""What a seat, or the referee, may do in a deal. Actions go in, events come out.

`to_json` and `from_json` turn an action into plain data and back, one to one.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..cards import NO_TRUMP, SUITS, Card, Cards
from ..json_values import Family, later
from ..ruleset.fouls import Foul
from .phase import BURY, NAME, PARTNER, PLAY, Phase


@dataclass(frozen=True)
class Pass:
    """Declare, call, change, bid or name nothing now; after the last trick: nothing to claim."""

    seat: int


@dataclass(frozen=True)
class Declare:
    """Show cards to fix trump: a declaration, call, change, attack or concealed bid."""

    seat: int
    cards: Cards


@dataclass(frozen=True)
class NameTrump:
    """Name the trump suit, or none (N), after a false bid of the other side."""

    seat: int
    trump: str


@dataclass(frozen=True)
class Bury:
    """Lay the kitty down again."""

    seat: int
    cards: Cards


@dataclass(frozen=True)
class NamePartner:
    """Name a card by which a friend is called; copy: which of them, the first played being 1."""

    seat: int
    card: Card
    copy: int = later(1)


@dataclass(frozen=True)
class Play:
    """Lead or follow with cards."""

    seat: int
    cards: Cards


@dataclass(frozen=True)
class Claim:
    """Say that another seat has played what it may not (with a referee only)."""

    seat: int
    against: int


@dataclass(frozen=True)
class RuleFoul:
    """The referee's word that a foul was committed; seat: the offender, where it matters who."""

    foul: Foul
    seat: int | None = None


@dataclass(frozen=True)
class Adjust:
    """The referee adds points to, or takes them from, the attackers."""

    points: int


_MOST_COPIES = 4  # of a card, in as many decks
REFEREE = "referee"
MATCH_OVER = "match"  # why a deal is void whose match was decided meanwhile


@dataclass(frozen=True)
class Void:
    """The referee ends the deal without result; it is dealt again if the match goes on."""

    reason: str = REFEREE


OfSeat = Pass | Declare | NameTrump | Bury | NamePartner | Play  # what a seat does in its turn
Action = OfSeat | Claim | RuleFoul | Adjust | Void

_ACTIONS = Family[Action]("action", Action.__args__)
KINDS = _ACTIONS.kinds
to_json, from_json = _ACTIONS.to_json, _ACTIONS.from_json


def action_in(phase: Phase, seat: int, cards: Cards | None) -> OfSeat:
    """What a seat does in a phase by laying or naming these cards; None is a pass.

    A card that stands for its suit names trump, a joker that there is none.
    """
    if cards is None:
        return Pass(seat)
    if phase == PARTNER:
        (card,) = set(cards)
        return NamePartner(seat, card, len(cards))
    if phase == NAME:
        (suit,) = {card.suit for card in cards}
        return NameTrump(seat, suit if suit in SUITS else NO_TRUMP)
    if phase == BURY:
        return Bury(seat, cards)
    return Play(seat, cards) if phase == PLAY else Declare(seat, cards)


def cards_of(action: Action) -> Cards | None:
    """The cards by which `action_in` makes the action; None for a pass, and what lays no cards."""
    if isinstance(action, (Play, Declare, Bury)):
        return action.cards
    if isinstance(action, NamePartner):
        return Cards.of([action.card] * action.copy if 1 <= action.copy <= _MOST_COPIES else [])
    if isinstance(action, NameTrump):
        return Cards.parse("XB" if action.trump == NO_TRUMP else f"{action.trump}A")
    return None
