"""Declaring openly while the cards are drawn (亮主).

Decides `declare.first`, `declare.self-secure`, `declare.partner-secure`, `declare.overturn`,
`declare.self-overturn`, `declare.no-trump` and, with `declare_bids`, `declare.joker-level`; of
`kitty.steal` what has to be shown for the kitty. States:
nothing; a single; a pair (fixed); no trump, with small jokers only where a bigger pair may still
come (the ladder). With tuples, or `declare_over` by suit, the number of cards decides.
"""

from __future__ import annotations

from ..cards.bits import popcount
from ..cards.planes import SMALL_JOKER, Planes, copies, size
from .declarations import (
    AFTER_OVERTURN,
    BIG_JOKERS,
    JOKERS_LADDER,
    JOKERS_OFF,
    JOKERS_TWO,
    MOST_SUITS_SHOWN,
    PAIR_SHOWN,
    SECURED,
    SINGLE_SHOWN,
    SMALL_JOKERS,
    Declarations,
    first_suit,
    level_suit,
    only_jokers,
)
from .refusals import (
    ALLOWED,
    AT_JOKER_LEVEL,
    FIRST_CARDS,
    FIRST_JOKERS,
    NO_TRUMP_EARLY,
    NO_TRUMP_NUMBER,
    NO_TRUMP_OFF,
    NO_TRUMP_OWN,
    NO_TRUMP_PAIR,
    NO_TRUMP_STANDS,
    OVERTURN_FEWER,
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
    STEAL_OWN,
    STEAL_TWIN,
)
from .switches import COUNT_OR_SUIT, TUPLES


def reveal_refusal(shows: Declarations, seat: int, cards: Planes) -> int:
    """Why a seat may not declare with these cards, or ALLOWED."""
    level = shows.level_of(seat)
    if level < 0:
        return AT_JOKER_LEVEL
    if only_jokers(cards):
        return _jokers_refusal(shows, seat, cards)
    suit = level_suit(cards[0], level)
    if suit < 0 or size(cards) > shows.switches.most_shown():
        return FIRST_CARDS
    if shows.switches.units == TUPLES or shows.switches.declare_over == COUNT_OR_SUIT:
        return _count_refusal(shows, seat, suit, size(cards))
    return _suit_refusal(shows, seat, suit, size(cards))


def steal_refusal(shows: Declarations, seat: int, cards: Planes) -> int:
    """Why a seat may not take the kitty with these cards, or ALLOWED.

    What it shows must be higher than what stands, so a twin that only secures is not enough.
    """
    if shows.declarer() == seat:
        return STEAL_OWN
    refusal = reveal_refusal(shows, seat, cards)
    if refusal == ALLOWED and reveal_kind(shows, cards) == SECURED:
        return STEAL_TWIN
    return refusal


def reveal_kind(shows: Declarations, cards: Planes) -> int:
    """What a legal declaration does."""
    if only_jokers(cards):
        small = cards[0] == copies(SMALL_JOKER, 1)[0]
        return SMALL_JOKERS if small and shows.switches.no_trump == JOKERS_LADDER else BIG_JOKERS
    if shows.number and first_suit(cards) == shows.trump:
        return SECURED
    return PAIR_SHOWN if size(cards) > 1 else SINGLE_SHOWN


def _count_refusal(shows: Declarations, seat: int, suit: int, cards: int) -> int:
    """Level cards of a suit where more go over fewer, and perhaps as many of a higher suit."""
    if not shows.number:
        return ALLOWED
    own = shows.declarer() == seat
    if shows.trump < 0 or shows.number >= MOST_SUITS_SHOWN:
        return SELF_OVERTURN_FIXED if own else OVERTURN_FIXED
    standing = shows.standing()
    if suit == shows.trump:
        if standing + cards > shows.switches.most_shown():
            return SELF_SECURE_MORE if own else OVERTURN_SAME
        return _twin_refusal(shows, seat)
    # ♦ < ♣ < ♥ < ♠: suits are numbered from the highest down.
    by_suit = shows.switches.declare_over == COUNT_OR_SUIT and suit < shows.trump
    if cards < standing or (cards == standing and (cards < 2 or not by_suit)):
        return OVERTURN_FEWER
    return SELF_OVERTURN_OFF if own and not shows.switches.self_overturn else ALLOWED


def _suit_refusal(shows: Declarations, seat: int, suit: int, cards: int) -> int:
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
    return SELF_OVERTURN_OFF if own and not shows.switches.self_overturn else ALLOWED


def _twin_refusal(shows: Declarations, seat: int) -> int:
    """The twin of the standing single: it fixes the suit."""
    declarer = shows.declarer()
    if seat == declarer:
        return ALLOWED if shows.switches.self_secure else SELF_SECURE_OFF
    if shows.switches.partners:
        return PARTNER_SECURE_CALLED
    if (seat ^ declarer) & 1:
        return PARTNER_SECURE_OPPONENT
    return ALLOWED if shows.switches.partner_secure else PARTNER_SECURE_OFF


def _jokers_refusal(shows: Declarations, seat: int, cards: Planes) -> int:
    """No trump, as the switch `no_trump` has it."""
    mode = shows.switches.no_trump
    if mode == JOKERS_OFF:
        return NO_TRUMP_OFF
    alike = popcount(cards[0]) == 1
    if mode == JOKERS_TWO or shows.switches.joker_shows == 0:
        if size(cards) != 2 or (mode != JOKERS_TWO and not alike):
            return NO_TRUMP_PAIR
    elif not alike or size(cards) != shows.switches.jokers_for(
        cards[0] == copies(SMALL_JOKER, 1)[0]
    ):
        return NO_TRUMP_NUMBER
    if not shows.number and mode == JOKERS_TWO:
        return FIRST_JOKERS
    if shows.switches.no_trump_after == AFTER_OVERTURN and not _was_overturned(shows):
        return NO_TRUMP_EARLY
    if not shows.number:
        return ALLOWED
    standing = shows.kind(shows.number - 1)
    if standing == BIG_JOKERS or standing == reveal_kind(shows, cards):
        return NO_TRUMP_STANDS
    if shows.declarer() != seat:
        return ALLOWED
    if mode == JOKERS_TWO:
        return NO_TRUMP_OWN
    return (
        SELF_OVERTURN_OFF if mode == JOKERS_LADDER and not shows.switches.self_overturn else ALLOWED
    )


def _was_overturned(shows: Declarations) -> bool:
    """Whether a pair has overturned the first declaration."""
    for at in range(1, shows.number):  # noqa: SIM110, compiled
        if shows.kind(at) == PAIR_SHOWN:
            return True
    return False
