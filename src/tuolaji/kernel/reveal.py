"""Declaring openly while the cards are drawn (亮主).

Decides `declare.first`, `declare.self-secure`, `declare.partner-secure`, `declare.overturn`,
`declare.self-overturn`, `declare.no-trump` and, with `bids.py`, `declare.joker-level`. States:
nothing; a single; a pair (fixed); no trump, with small jokers only where a bigger pair may still
come (the ladder).
"""

from __future__ import annotations

from .planes import SMALL_JOKER, Planes, copies, size
from .refusals import (
    ALLOWED,
    AT_JOKER_LEVEL,
    FIRST_CARDS,
    FIRST_JOKERS,
    NO_TRUMP_OFF,
    NO_TRUMP_OWN,
    NO_TRUMP_PAIR,
    NO_TRUMP_STANDS,
    OVERTURN_FIXED,
    OVERTURN_SAME,
    OVERTURN_SINGLE,
    PARTNER_SECURE_CALLED,
    PARTNER_SECURE_OFF,
    PARTNER_SECURE_OPPONENT,
    SELF_OVERTURN_FIXED,
    SELF_OVERTURN_OFF,
    SELF_SECURE_MORE,
    SELF_SECURE_OFF,
)
from .shows import (
    BIG_JOKERS,
    JOKERS_LADDER,
    JOKERS_OFF,
    JOKERS_TWO,
    PAIR_SHOWN,
    SECURED,
    SINGLE_SHOWN,
    SMALL_JOKERS,
    Shows,
    level_suit,
    only_jokers,
)


def reveal_refusal(shows: Shows, seat: int, cards: Planes) -> int:
    """Why a seat may not declare with these cards, or ALLOWED."""
    level = shows.level_of(seat)
    if level < 0:
        return AT_JOKER_LEVEL
    if only_jokers(cards):
        return _jokers_refusal(shows, seat, cards)
    suit = level_suit(cards[0], level)
    if suit < 0 or size(cards) > 2:
        return FIRST_CARDS
    return _suit_refusal(shows, seat, suit, size(cards))


def reveal_kind(shows: Shows, cards: Planes) -> int:
    """What a legal declaration does."""
    if only_jokers(cards):
        small = cards[0] == copies(SMALL_JOKER, 1)[0]
        return SMALL_JOKERS if small and shows.no_trump == JOKERS_LADDER else BIG_JOKERS
    if size(cards) == 2:
        return PAIR_SHOWN
    return SECURED if shows.number else SINGLE_SHOWN


def _suit_refusal(shows: Shows, seat: int, suit: int, cards: int) -> int:
    """One or two level cards of a suit."""
    if not shows.number:
        return ALLOWED
    single = shows.kind(shows.number - 1) == SINGLE_SHOWN
    if cards == 1:
        if single and suit == shows.trump:
            return _twin_refusal(shows, seat)
        return OVERTURN_SINGLE if single else OVERTURN_FIXED
    own = shows.declarer() == seat
    if not single:
        return SELF_OVERTURN_FIXED if own else OVERTURN_FIXED
    if suit == shows.trump:
        return SELF_SECURE_MORE if own else OVERTURN_SAME
    return SELF_OVERTURN_OFF if own and not shows.self_overturn else ALLOWED


def _twin_refusal(shows: Shows, seat: int) -> int:
    """The twin of the standing single: it fixes the suit."""
    declarer = shows.declarer()
    if seat == declarer:
        return ALLOWED if shows.self_secure else SELF_SECURE_OFF
    if shows.called_partners:
        return PARTNER_SECURE_CALLED
    if (seat ^ declarer) & 1:
        return PARTNER_SECURE_OPPONENT
    return ALLOWED if shows.partner_secure else PARTNER_SECURE_OFF


def _jokers_refusal(shows: Shows, seat: int, cards: Planes) -> int:
    """No trump, as the switch `no_trump` has it."""
    mode = shows.no_trump
    if mode == JOKERS_OFF:
        return NO_TRUMP_OFF
    alike = cards[0] == cards[1]
    if size(cards) != 2 or (mode != JOKERS_TWO and not alike):
        return NO_TRUMP_PAIR
    if not shows.number:
        return FIRST_JOKERS if mode == JOKERS_TWO else ALLOWED
    standing = shows.kind(shows.number - 1)
    if standing == BIG_JOKERS or standing == reveal_kind(shows, cards):
        return NO_TRUMP_STANDS
    if shows.declarer() != seat:
        return ALLOWED
    if mode == JOKERS_TWO:
        return NO_TRUMP_OWN
    return SELF_OVERTURN_OFF if mode == JOKERS_LADDER and not shows.self_overturn else ALLOWED
