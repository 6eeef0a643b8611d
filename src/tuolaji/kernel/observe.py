"""What a seat may know of a deal, as two rows of numbers: the observation of the environments.

A row of words holds sets of cards, each with as many planes as there are decks; a row of scalars
holds the rest. Seats are counted from the one that looks: 0 is itself, 1 the next; -1 is nobody,
or nobody it knows of. Nothing that is written hangs on cards the seat cannot know. The fields, in
the order in which they are written here, stand in `tuolaji.env.layout`.
"""

from __future__ import annotations

from .planes import EMPTY, Planes, add, copies, size
from .rawdeal import CALL, CHANGE, DRAW, OVER, PLAY, RawDeal
from .shows import NOBODY, NOT_FIXED, STYLE_CONCEALED, first_suit

_THIRD_OF_KITTY = 2  # the first card that is turned up where nobody declared
_NONE = -1


def observe(
    deal: RawDeal, seat: int, words: memoryview[int], scalars: memoryview[int], row: int
) -> None:
    """Write what the seat knows into a row of words and a row of scalars."""
    _observe_cards(deal, seat, words, row)
    _observe_numbers(deal, seat, scalars, row)


def observe_world(deal: RawDeal, seat: int, words: memoryview[int], row: int) -> None:
    """Write what nobody knows, for critics: every hand, counted from the seat, and the kitty."""
    players, decks = deal.switches.players, deal.switches.decks
    at = 0
    for other in range(players):
        at = _put(words, row, at, deal.hand((seat + other) % players), decks)
    _put(words, row, at, deal.kitty, decks)


def _observe_cards(deal: RawDeal, seat: int, words: memoryview[int], row: int) -> None:
    players, decks = deal.switches.players, deal.switches.decks
    to_move = deal.turn == seat and deal.phase != OVER
    at = _put(words, row, 0, deal.hand(seat), decks)
    at = _put(words, row, at, deal.chosen if to_move else EMPTY, decks)
    at = _put(words, row, at, deal.kitty if _sees_kitty(deal, seat) else EMPTY, decks)
    at = _put(words, row, at, deal.used(seat), decks)
    at = _put(words, row, at, _turned_up_cards(deal), decks)
    for place in range(players):
        other = (seat + place) % players
        nth = (other - deal.leader) % players
        laid = deal.phase == PLAY and nth < deal.in_trick
        at = _put(words, row, at, deal.on_table(nth) if laid else EMPTY, decks)
    for place in range(players):
        at = _put(words, row, at, deal.played((seat + place) % players), decks)
    for place in range(players):
        at = _put(words, row, at, deal.exposed((seat + place) % players), decks)
    for place in range(players):
        at = _put(words, row, at, _shown_to(deal, seat, (seat + place) % players), decks)


def _put(words: memoryview[int], row: int, at: int, cards: Planes, decks: int) -> int:
    """Write a set of cards; where the next one goes."""
    words[row, at] = cards[0]
    if decks > 1:
        words[row, at + 1] = cards[1]
    if decks > 2:
        words[row, at + 2] = cards[2]
    if decks > 3:
        words[row, at + 3] = cards[3]
    return at + decks


def _sees_kitty(deal: RawDeal, seat: int) -> bool:
    """Who buried sees it, where that is allowed; when the deal is over all do."""
    if deal.phase == OVER:
        return not deal.redeal
    return seat == deal.holder and (deal.switches.kitty_seen != 0 or deal.phase != PLAY)


def _turned_up_cards(deal: RawDeal) -> Planes:
    """The kitty cards turned up because nobody declared."""
    cards = EMPTY
    first = 54 * deal.switches.decks - deal.switches.kitty + _THIRD_OF_KITTY
    for at in range(first, first + deal.shows.turned):
        cards = add(cards, copies(deal.card_at(at), 1))
    return cards


def _shown_to(deal: RawDeal, seat: int, other: int) -> Planes:
    """The cards another seat has shown; of face-down bids only the one that won, and one's own."""
    if deal.shows.style != STYLE_CONCEALED or other == seat:
        return deal.shows.laid(other)
    cards = EMPTY
    last = deal.shows.number - 1
    if deal.phase != DRAW and last >= 0 and deal.shows.seat(last) == other:
        for at in range(deal.shows.number):
            shown = deal.shows.cards(at)
            if deal.shows.seat(at) == other and first_suit(shown) == deal.shows.trump:
                cards = add(cards, shown)
    return cards


def _observe_numbers(deal: RawDeal, seat: int, scalars: memoryview[int], row: int) -> None:
    players = deal.switches.players
    playing = deal.phase == PLAY
    trick = playing and deal.in_trick > 0
    asking = deal.phase in (CALL, CHANGE)
    drawing = deal.phase == DRAW
    face_down = drawing and deal.shows.style == STYLE_CONCEALED
    # Only the seat that is asked knows that somebody is, as long as cards are drawn.
    no_turn = deal.phase == OVER or (drawing and deal.turn != seat)
    scalars[row, 0] = deal.phase
    scalars[row, 1] = deal.shows.level
    scalars[row, 2] = NOT_FIXED if face_down else deal.shows.trump
    scalars[row, 3] = _from(deal, seat, deal.shows.banker)
    scalars[row, 4] = _from(deal, seat, NOBODY if no_turn else deal.turn)
    scalars[row, 5] = _from(deal, seat, deal.leader if playing else NOBODY)
    scalars[row, 6] = deal.in_trick if playing else 0
    scalars[row, 7] = _from(deal, seat, deal.winner if trick else NOBODY)
    scalars[row, 8] = deal.lead.lane if trick else _NONE
    scalars[row, 9] = deal.lead.size if trick else 0
    scalars[row, 10] = _from(deal, seat, deal.holder)
    scalars[row, 11] = _from(deal, seat, deal.attacker)
    scalars[row, 12] = deal.named
    scalars[row, 13] = _from(deal, seat, deal.partner if deal.partner_known else NOBODY)
    scalars[row, 14] = _from(deal, seat, deal.shows.declarer())
    scalars[row, 15] = _from(deal, seat, deal.first_seat)
    scalars[row, 16] = deal.drawn
    scalars[row, 17] = deal.to_ask if asking else 0
    scalars[row, 18] = deal.bank == NOBODY
    scalars[row, 19] = deal.deals
    at = 20
    for place in range(players):
        other = (seat + place) % players
        scalars[row, at] = deal.rung(other % deal.switches.owners())
        scalars[row, at + players] = size(deal.hand(other))
        scalars[row, at + 2 * players] = _shown_size(deal, other)
        scalars[row, at + 3 * players] = deal.taken(other)
        scalars[row, at + 4 * players] = deal.fines(other)
        scalars[row, at + 5 * players] = deal.voids(other)
        at += 1


def _from(deal: RawDeal, seat: int, other: int) -> int:
    """How many seats after this one another sits."""
    return _NONE if other == NOBODY else (other - seat) % deal.switches.players


def _shown_size(deal: RawDeal, seat: int) -> int:
    """How many cards a seat has shown; of face-down bids, the level cards of its last."""
    if deal.shows.style != STYLE_CONCEALED:
        return size(deal.shows.laid(seat))
    for at in range(deal.shows.number - 1, -1, -1):
        if deal.shows.seat(at) == seat:
            return deal.shows.bid(seat, first_suit(deal.shows.cards(at)))
    return 0
