"""What a seat may know of a deal, as two rows of numbers: the observation of the environments.

A row of words holds sets of cards, each with as many planes as there are decks; a row of scalars
holds the rest. Seats are counted from the one that looks: 0 is itself, 1 the next; -1 is nobody,
or nobody it knows of. Nothing that is written depends on cards the seat cannot know. The fields, in
the order in which they are written here, stand in `layout`. A wide row has room for eight seats
and four decks, whatever the ruleset; what nobody needs of it is left as it is. Who may see the
kitty, and what of a face-down bid, is decided here for views as well.
"""

from __future__ import annotations

from ..cards.planes import EMPTY, Planes, add, copies, size
from ..rules.declarations import NOBODY, NOT_FIXED, STYLE_CONCEALED, first_suit
from ..rules.friends import MOST_FRIENDS
from ..rules.switches import CALLED_PARTNERS
from .state import CALL, CHANGE, COUNT, DRAW, OVER, PLAY, SEATS, STEAL, State

_NONE = -1
_PLANES = 4  # of a set of cards in a wide row


def observe(
    deal: State, seat: int, words: memoryview[int], scalars: memoryview[int], row: int, wide: int
) -> None:
    """Write what the seat knows into a row of words and a row of scalars."""
    _observe_cards(deal, seat, words, row, wide)
    _observe_numbers(deal, seat, scalars, row, wide)


def observe_world(deal: State, seat: int, words: memoryview[int], row: int, wide: int) -> None:
    """Write what nobody knows, for critics: every hand, counted from the seat, and the kitty."""
    players, decks = deal.switches.players, planes_in(deal, wide)
    at = 0
    for other in range(players):
        at = put_cards(words, row, at, deal.hand((seat + other) % players), decks)
    put_cards(words, row, at + empty_seats(deal, wide) * decks, deal.kitty, decks)


def planes_in(deal: State, wide: int) -> int:
    """How many words a set of cards has in a row."""
    return _PLANES if wide else deal.switches.decks


def empty_seats(deal: State, wide: int) -> int:
    """For how many seats a row has room where nobody sits."""
    return SEATS - deal.switches.players if wide else 0


def _observe_cards(deal: State, seat: int, words: memoryview[int], row: int, wide: int) -> None:
    players, decks = deal.switches.players, planes_in(deal, wide)
    gap = empty_seats(deal, wide) * decks
    to_move = deal.turn == seat and deal.phase != OVER
    at = put_cards(words, row, 0, deal.hand(seat), decks)
    at = put_cards(words, row, at, deal.chosen if to_move else EMPTY, decks)
    at = put_cards(words, row, at, deal.kitty if sees_kitty(deal, seat) else EMPTY, decks)
    at = put_cards(words, row, at, deal.used(seat), decks)
    at = put_cards(words, row, at, _turned_up_cards(deal), decks)
    for place in range(players):
        other = (seat + place) % players
        nth = (other - deal.leader) % players
        laid = deal.phase == PLAY and nth < deal.in_trick
        at = put_cards(words, row, at, deal.on_table(nth) if laid else EMPTY, decks)
    at += gap
    for place in range(players):
        at = put_cards(words, row, at, deal.played((seat + place) % players), decks)
    at += gap
    for place in range(players):
        at = put_cards(words, row, at, deal.exposed((seat + place) % players), decks)
    at += gap
    for place in range(players):
        at = put_cards(words, row, at, _shown_to(deal, seat, (seat + place) % players), decks)


def put_cards(words: memoryview[int], row: int, at: int, cards: Planes, decks: int) -> int:
    """Write a set of cards; where the next one goes."""
    words[row, at] = cards[0]
    if decks > 1:
        words[row, at + 1] = cards[1]
    if decks > 2:
        words[row, at + 2] = cards[2]
    if decks > 3:
        words[row, at + 3] = cards[3]
    return at + decks


def sees_kitty(deal: State, seat: int) -> bool:
    """Who buried sees it, during play where that is allowed; all, when there is a result.

    An onlooker is a seat below 0.
    """
    if deal.phase == OVER:
        return not deal.redeal
    if seat < 0 or seat != deal.holder or not deal.kitty[0]:
        return False
    return deal.switches.kitty_seen != 0 or deal.phase not in (PLAY, COUNT)


def turn_seen(deal: State, seat: int, acts: bool) -> int:
    """Whose turn it is, as a seat may know it; acts: whether it may act itself.

    As long as cards are drawn, nobody else is told that somebody is asked.
    """
    if deal.phase == OVER:
        return NOBODY
    if deal.phase == DRAW:
        return seat if acts else NOBODY
    return deal.turn


def sees_trump(deal: State) -> bool:
    """Whether all know what trump would be now: not while bids lie face down."""
    return deal.fixed != 0 or deal.switches.declare_style != STYLE_CONCEALED


def sees_show(deal: State, seat: int, at: int) -> bool:
    """Whether a seat sees the cards of a show; of face-down bids its own, and the one that won."""
    if deal.switches.declare_style != STYLE_CONCEALED or deal.shows.seat(at) == seat:
        return True
    last = deal.shows.number - 1
    return (
        deal.fixed != 0
        and deal.shows.seat(at) == deal.shows.seat(last)
        and first_suit(deal.shows.cards(at)) == first_suit(deal.shows.cards(last))
    )


def _turned_up_cards(deal: State) -> Planes:
    """The kitty cards turned up because nobody declared."""
    cards = EMPTY
    first = deal.first_turned()
    for at in range(first, first + deal.shows.turned):
        cards = add(cards, copies(deal.card_at(at), 1))
    return cards


def _shown_to(deal: State, seat: int, other: int) -> Planes:
    """The cards another seat has shown, as far as the seat sees them."""
    cards = EMPTY
    for at in range(deal.shows.number):
        if deal.shows.seat(at) == other and sees_show(deal, seat, at):
            cards = add(cards, deal.shows.cards(at))
    return cards


def _observe_numbers(deal: State, seat: int, scalars: memoryview[int], row: int, wide: int) -> None:
    players = deal.switches.players
    room = players + empty_seats(deal, wide)
    playing = deal.phase == PLAY
    trick = playing and deal.in_trick > 0
    asking = deal.phase in (CALL, CHANGE, STEAL)
    scalars[row, 0] = deal.phase
    scalars[row, 1] = deal.shows.level
    scalars[row, 2] = deal.shows.trump if sees_trump(deal) else NOT_FIXED
    scalars[row, 3] = seats_after(deal, seat, deal.shows.banker)
    scalars[row, 4] = seats_after(deal, seat, turn_seen(deal, seat, deal.turn == seat))
    scalars[row, 5] = seats_after(deal, seat, deal.leader if playing else NOBODY)
    scalars[row, 6] = deal.in_trick if playing else 0
    scalars[row, 7] = seats_after(deal, seat, deal.winner if trick else NOBODY)
    scalars[row, 8] = deal.lead.lane if trick else _NONE
    scalars[row, 9] = deal.lead.size if trick else 0
    scalars[row, 10] = seats_after(deal, seat, deal.holder)
    scalars[row, 11] = seats_after(deal, seat, deal.attacker)
    scalars[row, 12] = deal.friend_face(0) if deal.called else _NONE
    scalars[row, 13] = seats_after(deal, seat, friend_seen(deal, 0))
    scalars[row, 14] = seats_after(deal, seat, deal.shows.declarer())
    scalars[row, 15] = seats_after(deal, seat, deal.first_seat)
    scalars[row, 16] = deal.drawn
    scalars[row, 17] = deal.to_ask if asking else 0
    scalars[row, 18] = deal.bank == NOBODY
    scalars[row, 19] = deal.deals
    at = 20
    for place in range(players):
        other = (seat + place) % players
        scalars[row, at] = deal.rung(other % deal.switches.owners())
        scalars[row, at + room] = size(deal.hand(other))
        scalars[row, at + 2 * room] = _shown_size(deal, other)
        scalars[row, at + 3 * room] = deal.taken(other)
        scalars[row, at + 4 * room] = deal.fines(other)
        scalars[row, at + 5 * room] = deal.voids(other)
        at += 1


def observe_table(deal: State, seat: int, scalars: memoryview[int], row: int, at: int) -> None:
    """Write into a wide row, from a column on, what the ruleset settles elsewhere, and friends."""
    for place in range(SEATS):
        scalars[row, at + place] = place < deal.switches.players
    at += SEATS
    scalars[row, at] = deal.switches.decks
    scalars[row, at + 1] = deal.switches.kitty
    called = deal.switches.partners == CALLED_PARTNERS
    scalars[row, at + 2] = deal.switches.friends if called else 0
    at += 3
    for nth in range(MOST_FRIENDS):
        named = nth < deal.called
        scalars[row, at] = deal.friend_face(nth) if named else _NONE
        scalars[row, at + 1] = deal.friend_copy(nth) if named else 0
        scalars[row, at + 2] = seats_after(deal, seat, friend_seen(deal, nth))
        at += 3


def friend_seen(deal: State, at: int) -> int:
    """The friend of a named card, if all know them."""
    return deal.friend(at) if at < deal.called and deal.friend_known(at) else NOBODY


def seats_after(deal: State, seat: int, other: int) -> int:
    """How many seats after this one another sits."""
    return _NONE if other == NOBODY else (other - seat) % deal.switches.players


def _shown_size(deal: State, seat: int) -> int:
    """How many cards a seat has shown; of face-down bids, the level cards of its last."""
    if deal.switches.declare_style != STYLE_CONCEALED:
        return size(deal.shows.laid(seat))
    for at in range(deal.shows.number - 1, -1, -1):
        if deal.shows.seat(at) == seat:
            return deal.shows.bid_after(at)
    return 0
