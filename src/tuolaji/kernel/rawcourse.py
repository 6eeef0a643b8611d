"""The course of a `RawDeal` up to the first lead, and `act`, which does what cards mean now."""

from __future__ import annotations

from .bits import low_bit
from .contest import DRAWING, conclude, show, show_options
from .order import NO_SUIT
from .planes import EMPTY, Planes, add, contains, copies, overlap, size, sub
from .rawdeal import (
    BAD_SHOW,
    BURY,
    CALL,
    CHANGE,
    DONE,
    DRAW,
    FINISHED,
    NOT_IN_HAND,
    OVER,
    PARTNER,
    PLAY,
    SEATS,
    WRONG_NUMBER,
    RawDeal,
)
from .rawplay import play_cards
from .shows import NOBODY, NOT_FIXED, STYLE_CALL


def begin(deal: RawDeal) -> None:
    """Deal the cards as they lie in the deck, as far as the first choice."""
    deal.clear()
    deal.banker = deal.bank
    caller = deal.bank if deal.bank != NOBODY else deal.first_seat
    level = deal.level_of(caller)
    # The bank is bid for anew in a later deal, by each side with its own level.
    rebid = deal.bank == NOBODY and deal.deals > 0
    calls = deal.switches.style == STYLE_CALL
    deal.shows.begin(NOT_FIXED if calls else level, NOBODY if calls else deal.bank)
    if calls or rebid:
        for seat in range(deal.switches.players):
            deal.shows.set_level(seat, deal.level_of(seat))
    opening = deal.bank == NOBODY and not rebid
    deal.shows.opening = opening and deal.switches.opening_small_joker
    deal.lay_out(level, NO_SUIT)
    deal.start(DRAW)
    _draw_cards(deal)


def _draw_cards(deal: RawDeal) -> None:
    """Draw until a seat has something to show, or all cards are drawn."""
    total = 54 * deal.switches.decks - deal.switches.kitty
    asks = deal.switches.style != STYLE_CALL
    while deal.drawn < total:
        seat = (deal.first_seat + deal.drawn) % deal.switches.players
        face = deal._deck[deal.drawn]
        deal._hands[seat] = add(deal._hands[seat], copies(face, 1))
        deal.drawn += 1
        if asks and (face >= 52 or face % 13 == deal.shows.level_of(seat)):
            _find_options(deal, seat)
        if asks and (deal.drawn < total or deal.switches.declare_window) and _ask_from(deal, 0):
            return
    for at in range(total, 54 * deal.switches.decks):
        deal.kitty = add(deal.kitty, copies(deal._deck[at], 1))
    if deal.switches.style == STYLE_CALL:
        _ask_in_turn(deal, CALL, deal.first_seat, deal.switches.players)
    else:
        _fix_trump(deal)


def _find_options(deal: RawDeal, seat: int) -> None:
    free = sub(deal._hands[seat], deal.shows.laid(seat))
    deal._options[seat] = show_options(deal.shows, seat, free, DRAWING)


def _ask_from(deal: RawDeal, offset: int) -> bool:
    """Ask the next seat with something to show, counted from the one that drew last."""
    players = deal.switches.players
    seat = (deal.first_seat + deal.drawn - 1 + offset) % players
    for at in range(offset, players):
        if deal._options[seat]:
            deal.turn = seat
            deal.asked = at
            return True
        seat = seat + 1 if seat + 1 < players else 0
    return False


def _ask_in_turn(deal: RawDeal, phase: int, first: int, seats: int) -> None:
    """Ask so many seats in turn to call, change or attack; nobody left: trump stands."""
    deal.start(phase)
    deal.to_ask = seats
    if not seats:
        _fix_trump(deal)
        return
    deal.turn = first % deal.switches.players
    free = sub(deal._hands[deal.turn], deal._used[deal.turn])
    deal._options[deal.turn] = show_options(deal.shows, deal.turn, free, deal.when())


def _fix_trump(deal: RawDeal) -> None:
    """All have passed: trump stands, or is turned up, or the deal is void."""
    total = 54 * deal.switches.decks
    if not conclude(deal.shows, deal.first_seat, deal._deck, total - deal.switches.kitty, total):
        deal.redeal = 1
        deal.start(OVER)
        return
    deal.banker = deal.shows.banker
    deal.leader = deal.banker
    deal.lay_out(deal.shows.level, deal.shows.trump)
    if deal.switches.style == STYLE_CALL:
        deal.lead_next()
    elif deal.switches.kitty:
        _take_kitty(deal, deal.banker)
    else:
        _after_bury(deal)


def _take_kitty(deal: RawDeal, seat: int) -> None:
    deal.start(BURY)
    deal.holder = seat
    deal.turn = seat
    deal._hands[seat] = add(deal._hands[seat], deal.kitty)
    deal._used[seat] = add(deal._used[seat], deal._used[SEATS])
    deal._used[SEATS] = EMPTY
    deal.kitty = EMPTY


def _after_bury(deal: RawDeal) -> None:
    if deal.switches.called_partners:
        deal.start(PARTNER)
        deal.turn = deal.banker
    else:
        deal.lead_next()


def act(deal: RawDeal, cards: Planes) -> int:
    """Do what these cards mean now for the seat whose turn it is: DONE, or why not."""
    if deal.phase == OVER:
        return FINISHED
    if deal.phase == PARTNER:
        return _name_partner(deal, cards)
    if not contains(deal._hands[deal.turn], cards):
        return NOT_IN_HAND
    if deal.phase == PLAY:
        return play_cards(deal, cards)
    if deal.phase == BURY:
        return _bury_cards(deal, cards)
    return _show_cards(deal, cards) if cards[0] else _pass_on(deal)


def _pass_on(deal: RawDeal) -> int:
    deal.start(deal.phase)
    if deal.phase != DRAW:
        _ask_in_turn(deal, deal.phase, deal.turn + 1, deal.to_ask - 1)
    elif not _ask_from(deal, deal.asked + 1):
        _draw_cards(deal)
    return DONE


def _show_cards(deal: RawDeal, cards: Planes) -> int:
    seat = deal.turn
    laid = deal.shows.laid(seat) if deal.phase == DRAW else deal._used[seat]
    if not contains(sub(deal._hands[seat], laid), cards):
        return NOT_IN_HAND
    refusal = show(deal.shows, seat, cards, deal.when())
    if refusal:
        return BAD_SHOW + refusal
    deal.start(deal.phase)
    if deal.phase == DRAW:
        for other in range(deal.switches.players):
            _find_options(deal, other)
        if not _ask_from(deal, 0):
            _draw_cards(deal)
        return DONE
    deal._used[seat] = add(deal._used[seat], cards)
    if deal.shows.hard:
        deal.attacker = seat
        _fix_trump(deal)
    else:
        deal.lay_out(deal.shows.level, deal.shows.trump)
        _take_kitty(deal, seat)
    return DONE


def _bury_cards(deal: RawDeal, cards: Planes) -> int:
    if size(cards) != deal.switches.kitty:
        return WRONG_NUMBER
    seat = deal.turn
    deal.kitty = cards
    deal._hands[seat] = sub(deal._hands[seat], cards)
    # Shown cards stay in the hand as long as there are other copies to bury.
    shown = overlap(deal._used[seat], deal._hands[seat])
    deal._used[SEATS] = sub(deal._used[seat], shown)
    deal._used[seat] = shown
    if deal.switches.style == STYLE_CALL:
        _ask_in_turn(deal, CHANGE, seat + 1, deal.switches.players - 1)
    else:
        _after_bury(deal)
    return DONE


def _name_partner(deal: RawDeal, cards: Planes) -> int:
    if size(cards) != 1:
        return WRONG_NUMBER
    deal.named = low_bit(cards[0])
    deal.partner = deal.banker
    for at in range(deal.switches.players - 1, 0, -1):
        seat = (deal.banker + at) % deal.switches.players
        if deal._hands[seat][0] >> deal.named & 1:
            deal.partner = seat
    deal.lead_next()
    return DONE
