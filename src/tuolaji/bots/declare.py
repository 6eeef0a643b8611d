"""When `club` shows cards to fix trump: when a suit is longer than hands of this size have it."""

from __future__ import annotations

from ..cards import Cards
from ..deal.phase import CHANGE, STEAL
from ..deal.view import View
from .bot import Reason
from .table import same_side

_SHARE = 0.2  # of a hand that a suit must have, and so many cards more:
_FIRST = 0.5
_FOR_THE_BANK = 0.2
_OVER_OPPONENT = 0.6
_OVER_PARTNER = 4.0
_CHANGE = 2.0
_JOKERS = 6  # jokers and level cards that make no trump worth it


def choose(view: View) -> tuple[Cards, Reason] | None:
    """What to show now and why, or None to pass."""
    hand = view.hand
    best: tuple[float, Cards] | None = None
    for cards in view.options:
        suits = {card.suit for card in cards} - {"X"}
        if not suits:
            if _without_trump(view, hand):
                return cards, reason(view, cards)
            continue
        suit = min(suits)
        excess = _length(hand, suit) - _SHARE * len(hand) - _wanted(view, suit)
        if excess >= 0 and (best is None or excess > best[0]):
            best = (excess, cards)
    if best is None:
        return None
    _, cards = best
    return cards, reason(view, cards)


def reason(view: View, cards: Cards) -> Reason:
    """What speaks for showing cards."""
    suits = {card.suit for card in cards} - {"X"}
    if not suits:
        return Reason("no_trump", {"cards": cards})
    suit = min(suits)
    return Reason("declare", {"cards": cards, "suit": suit, "number": _length(view.hand, suit)})


def _length(hand: Cards, suit: str) -> int:
    return sum(card.suit == suit for card in hand)


def _wanted(view: View, suit: str) -> float:
    """How much longer than its share a suit must be."""
    if view.phase in (CHANGE, STEAL):
        return _CHANGE
    if not view.shows:
        return _FIRST if view.banker is not None else _FOR_THE_BANK
    other = view.shows[-1].seat
    if other == view.seat or (same_side(view, other) and suit == view.trump):
        return 0.0  # what it has shown it also secures
    return _OVER_PARTNER if same_side(view, other) else _OVER_OPPONENT


def _without_trump(view: View, hand: Cards) -> bool:
    """Whether to overturn an opponent's trump by jokers."""
    if not view.shows or same_side(view, view.shows[-1].seat):
        return False
    high = sum(card.suit == "X" or card.rank == view.level for card in hand)
    theirs = sum(card.suit == view.trump for card in hand)
    return high >= _JOKERS * view.ruleset.decks / 2 and theirs < _SHARE * len(hand)
