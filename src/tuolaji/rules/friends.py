"""Which card the banker may name for a friend: decides `partner.cards`."""

from __future__ import annotations

from ..cards.planes import copies, points
from .order import TRUMPS, Order
from .refusals import ALLOWED, FRIEND_HIGHEST, FRIEND_POINTS, FRIEND_TRUMP
from .switches import ANY_CARD, BY_NTH_PLAY, NO_POINTS, NOT_HIGHEST, Switches

MOST_FRIENDS = 3  # that a banker can call


def friend_refusal(switches: Switches, order: Order, face: int) -> int:
    """Why a friend may not be called by this card, or ALLOWED."""
    if switches.friend_cards == ANY_CARD:
        return ALLOWED
    lane = order.lane(face)
    if lane == TRUMPS:
        return FRIEND_TRUMP
    if switches.friend_cards == NO_POINTS and points(copies(face, 1)):
        return FRIEND_POINTS
    if switches.friend_cards == NOT_HIGHEST and not order.above(lane, order.step(face)):
        return FRIEND_HIGHEST
    return ALLOWED


def most_copies(switches: Switches) -> int:
    """Up to which copy of a card may be named."""
    return switches.decks if switches.friend_by == BY_NTH_PLAY else 1
