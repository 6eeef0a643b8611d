"""Fixing trump in any of the three styles: what may be shown now, showing it, and what stands.

Decides `declare.none` and `call.none`. Whatever can be shown has an option number: two jokers
(0-2), one to four level cards of a suit (from 3), the same with the joker that belongs to them
(from 19), an attack (35, 36). So everything a seat may show is one mask.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..cards.bits import bit, low_bit
from ..cards.planes import (
    BIG_JOKER,
    EMPTY,
    JOKERS,
    SMALL_JOKER,
    Planes,
    add,
    contains,
    copies,
    count,
    overflow,
    size,
)
from .declarations import (
    ATTACKED,
    BID,
    CALLED,
    CHANGED,
    DEAL_AGAIN,
    FLIP_JOKER,
    HARD_TRUMP,
    JOKERS_TWO,
    LOCKED,
    NOT_FIXED,
    REINFORCED,
    STYLE_CALL,
    STYLE_CONCEALED,
    STYLE_REVEAL,
    Declarations,
    first_suit,
    only_jokers,
)
from .declare_bids import bid_refusal
from .declare_call import call_refusal, change_refusal, joker_of
from .declare_open import reveal_kind, reveal_refusal, steal_refusal
from .order import NO_SUIT
from .refusals import ALLOWED

# when something is shown: while drawing, in the call style in turn after it, or for the kitty
DRAWING, CALLING, CHANGING, STEALING = 0, 1, 2, 3

OPTIONS = 37
_LEVEL_CARDS, _WITH_JOKER, _ATTACKS = 3, 19, 35
_OF_JOKERS = (1 << _LEVEL_CARDS) - 1 | (1 << OPTIONS) - (1 << _ATTACKS)
THIRD = 2  # the place of the kitty card that is turned up first when nobody declared


def show(shows: Declarations, seat: int, cards: Planes, moment: int) -> int:
    """Show the cards if that is allowed: ALLOWED, or why it is refused."""
    refusal = show_refusal(shows, seat, cards, moment)
    if refusal == ALLOWED:
        take_show(shows, seat, cards, moment)
    return refusal


def take_show(shows: Declarations, seat: int, cards: Planes, moment: int) -> None:
    """Take a legal show."""
    shows.lay(seat, cards, _show_kind(shows, seat, cards, moment))


def show_refusal(shows: Declarations, seat: int, cards: Planes, moment: int) -> int:
    """Why a seat may not show these cards now, or ALLOWED."""
    if shows.switches.declare_style == STYLE_REVEAL:
        if moment == STEALING:
            return steal_refusal(shows, seat, cards)
        return reveal_refusal(shows, seat, cards)
    if shows.switches.declare_style == STYLE_CONCEALED:
        return bid_refusal(shows, seat, cards)
    if moment == CALLING:
        return call_refusal(shows, seat, cards)
    return change_refusal(shows, seat, cards)


def show_options(shows: Declarations, seat: int, free: Planes, moment: int) -> int:
    """The mask of the options a seat has; free: what it holds and has not shown yet."""
    mask = 0
    possible = _possible(free, level_shown(shows, seat, moment))
    possible &= bit(_end_of_options(shows)) - bit(_first_option(shows))
    while possible:
        option = low_bit(possible)
        possible &= possible - 1
        cards = show_option(shows, seat, option, moment)
        if contains(free, cards) and show_refusal(shows, seat, cards, moment) == ALLOWED:
            mask |= bit(option)
    return mask


def _possible(free: Planes, level: int) -> int:
    """A quick look: all options with jokers if there are any, and as many level cards as there are.

    Of the level cards' own jokers nothing is asked here.
    """
    options = _OF_JOKERS if free[0] & JOKERS else 0
    if level >= 0:
        for suit in range(4):
            if free[0] >> 13 * suit + level & 1:
                numbers = bit(count(free, 13 * suit + level)) - 1
                options |= (numbers << _LEVEL_CARDS | numbers << _WITH_JOKER) << 4 * suit
    return options


def show_option(shows: Declarations, seat: int, option: int, moment: int) -> Planes:
    """The cards of an option; of level cards there are none at the Joker level."""
    if option >= _ATTACKS:
        return copies(BIG_JOKER if option == _ATTACKS else SMALL_JOKER, 2)
    if option < 2:
        number = 2
        if shows.switches.no_trump != JOKERS_TWO:
            number = shows.switches.jokers_for(option == 1)
        return copies(SMALL_JOKER if option else BIG_JOKER, number)
    if option < _LEVEL_CARDS:
        return (JOKERS, 0, 0, 0)
    level = level_shown(shows, seat, moment)
    if level < 0:
        return EMPTY
    suit = (option - _LEVEL_CARDS) >> 2 & 3
    cards = copies(13 * suit + level, ((option - _LEVEL_CARDS) & 3) + 1)
    if option < _WITH_JOKER:
        return cards
    return add(
        cards,
        copies(joker_of(suit) if shows.switches.declare_style == STYLE_CALL else SMALL_JOKER, 1),
    )


def level_shown(shows: Declarations, seat: int, moment: int) -> int:
    """The level whose cards a seat shows now."""
    return shows.level if moment == CHANGING else shows.level_of(seat)


def show_final(shows: Declarations) -> bool:
    """Whether nobody could show anything more, whoever holds the cards not yet shown."""
    shown = shows.shown()
    moment = CHANGING if shows.number else CALLING
    for seat in range(shows.switches.players):
        for option in range(_first_option(shows), _end_of_options(shows)):
            cards = show_option(shows, seat, option, moment)
            if overflow(shown, cards, shows.switches.decks):
                continue
            if show_refusal(shows, seat, cards, moment) == ALLOWED:
                return False
    return True


def conclude(
    shows: Declarations, first_seat: int, deck: Sequence[int], start: int, end: int
) -> bool:
    """Fix trump, bank and level once all have passed; False: the cards are dealt again.

    The faces of the kitty lie in the deck from start to end. Where nobody showed anything the
    bank is the first seat's; there is no trump at the Joker level nor as hard trump.
    """
    banker = shows.banker if shows.banker >= 0 else first_seat
    level = shows.level_of(banker)
    if shows.trump == NOT_FIXED:
        if shows.switches.no_declaration == DEAL_AGAIN and level >= 0:
            return False
        if shows.switches.no_declaration == HARD_TRUMP or level < 0:
            shows.trump = NO_SUIT
            shows.hard = level >= 0
        else:
            at = turned_up(deck, start, end, shows.switches.no_declaration)
            shows.trump = first_suit(copies(deck[at], 1))
            shows.turned = at - start - THIRD + 1
    shows.banker = banker
    shows.level = level
    return True


def turned_up(deck: Sequence[int], start: int, end: int, no_declaration: int) -> int:
    """Where in the kitty, from start to end, lies the card that decides if nobody declared.

    It is the third; a joker is skipped, unless it makes no trump or is the last card.
    """
    at = start + THIRD
    while deck[at] >= SMALL_JOKER and no_declaration != FLIP_JOKER and at + 1 < end:
        at += 1
    return at


def _show_kind(shows: Declarations, seat: int, cards: Planes, moment: int) -> int:
    """What a legal show does."""
    if shows.switches.declare_style == STYLE_REVEAL:
        return reveal_kind(shows, cards)
    if shows.switches.declare_style == STYLE_CONCEALED:
        return REINFORCED if shows.bid(seat, first_suit(cards)) else BID
    if moment == CALLING:
        return LOCKED if size(cards) == 3 else CALLED
    return ATTACKED if only_jokers(cards) else CHANGED


def _first_option(shows: Declarations) -> int:
    if shows.switches.declare_style == STYLE_CALL:
        return _WITH_JOKER
    return _LEVEL_CARDS if shows.switches.declare_style == STYLE_CONCEALED else 0


def _end_of_options(shows: Declarations) -> int:
    if shows.switches.declare_style == STYLE_CALL:
        return OPTIONS
    if shows.switches.declare_style == STYLE_CONCEALED and shows.opening:
        return _ATTACKS
    return _WITH_JOKER
