"""Bidding face down (暗叫).

Decides `bid.concealed`, `bid.reinforce` and `bid.open-three`. A bid is n level cards of one suit;
only n is public, and the largest wins. A show holds the cards newly laid.
"""

from __future__ import annotations

from ..cards.planes import JOKERS, SMALL_JOKER, Planes, copies, restrict, size, sub
from .declarations import Declarations, level_suit
from .refusals import (
    ALLOWED,
    AT_JOKER_LEVEL,
    BID_CARDS,
    BID_LARGER,
    BID_OWN,
    JOKER_MISSING,
    JOKER_NEEDLESS,
    REINFORCE_FEW,
    REINFORCE_JOKER,
    REINFORCE_OFF,
)

LARGEST_BID = 4


def bid_refusal(shows: Declarations, seat: int, cards: Planes) -> int:
    """Why a seat may not lay these cards face down, or ALLOWED."""
    level = shows.level_of(seat)
    if level < 0:
        return AT_JOKER_LEVEL
    jokers = restrict(cards, JOKERS)
    levels = sub(cards, jokers)
    suit = level_suit(levels[0], level)
    if suit >= 0 and shows.bid(seat, suit):
        return _reinforce_refusal(shows, seat, cards, suit)
    if jokers[0] and not shows.opening:
        return JOKER_NEEDLESS
    if suit < 0:
        return BID_CARDS
    if shows.opening and (jokers[0] != copies(SMALL_JOKER, 1)[0] or size(jokers) != 1):
        return JOKER_MISSING
    number = size(levels)
    if number <= shows.highest_bid() or number > LARGEST_BID:
        return BID_LARGER
    return BID_OWN if shows.declarer() == seat and not shows.switches.self_overturn else ALLOWED


def _reinforce_refusal(shows: Declarations, seat: int, cards: Planes, suit: int) -> int:
    """More cards of the suit a seat has bid already."""
    if not shows.switches.self_secure:
        return REINFORCE_OFF
    if cards[0] & JOKERS:
        return REINFORCE_JOKER
    total = shows.bid(seat, suit) + size(cards)
    if total <= shows.highest_bid() or total > LARGEST_BID:
        return REINFORCE_FEW
    if suit == shows.trump or shows.declarer() != seat or shows.switches.self_overturn:
        return ALLOWED
    return BID_OWN
