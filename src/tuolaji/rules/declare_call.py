"""Calling, changing and attacking trump with jokers (定主 / 改主 / 攻主).

Decides `call.turn`, `call.red`, `call.black`, `call.lock`, `change.turn`, `change.cards` and
`change.attack`. Cards shown stay in the hand but cannot be shown again. Whose turn it is to speak
is the deal's business; here stands what may be shown at all.
"""

from __future__ import annotations

from ..cards.planes import BIG_JOKER, SMALL_JOKER, Planes, copies, count, overflow, size
from .declarations import LOCKED, Declarations, first_suit, only_jokers
from .order import NO_SUIT
from .refusals import (
    ALLOWED,
    ATTACK_PAIR,
    ATTACK_STANDS,
    ATTACK_USED,
    CALL_BLACK,
    CALL_LOCK,
    CALL_RED,
    CALL_TURN,
    CHANGE_BEFORE_CALL,
    CHANGE_CARDS,
    CHANGE_OWN,
    CHANGE_SAME,
    CHANGE_USED,
)


def call_refusal(shows: Declarations, seat: int, cards: Planes) -> int:
    """Why a seat may not call trump with these cards, or ALLOWED."""
    if shows.number:
        return CALL_TURN
    if _called_suit(cards, shows.level_of(seat)) < 0 or size(cards) > 3:
        return _colour_refusal(cards)
    return ALLOWED


def change_refusal(shows: Declarations, seat: int, cards: Planes) -> int:
    """Why a seat may not change or attack trump with these cards, or ALLOWED."""
    if not shows.number:
        return CHANGE_BEFORE_CALL
    if shows.hard:
        return ATTACK_STANDS
    if seat == shows.seat(shows.number - 1):
        return CHANGE_OWN
    used = overflow(shows.shown(), cards, shows.switches.decks) != 0
    if only_jokers(cards):
        if size(cards) != 2 or cards[0] != cards[1]:
            return ATTACK_PAIR
        return ATTACK_USED if used else ALLOWED
    if shows.kind(0) == LOCKED:
        return CALL_LOCK
    suit = _called_suit(cards, shows.level)
    if suit < 0 or size(cards) != 3:
        return CHANGE_CARDS
    if suit == shows.trump:
        return CHANGE_SAME
    return CHANGE_USED if used else ALLOWED


def joker_of(suit: int) -> int:
    """The joker of a suit's colour: big for the red suits, small for the black ones."""
    return BIG_JOKER if suit & 1 else SMALL_JOKER


def _called_suit(cards: Planes, level: int) -> int:
    """The suit of the level cards, if with them lies one joker of their colour, or NO_SUIT."""
    if level >= 0:
        for suit in range(4):
            joker = joker_of(suit)
            named = copies(joker, 1)[0] | copies(13 * suit + level, 1)[0]
            if cards[0] == named and count(cards, joker) == 1:
                return suit
    return NO_SUIT


def _colour_refusal(cards: Planes) -> int:
    """The rule a wrong call is measured by: of its joker's colour, else of its first card's."""
    if count(cards, SMALL_JOKER):
        return CALL_BLACK
    if count(cards, BIG_JOKER) or first_suit(cards) & 1:
        return CALL_RED
    return CALL_BLACK
