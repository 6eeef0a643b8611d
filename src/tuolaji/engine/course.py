"""The course of a deal up to the first lead, and `act`, which does what cards mean now.

After each drawn card the seats that could show something are asked; a show starts the round again;
when all have passed the next card is drawn. Decides who draws, `bid.reveal`, `call.turn`,
`change.turn`, `hard.trumps`, which cards of a call can be shown again, `kitty.bury`, who is asked
for `kitty.steal`, and when a friend is called (`partner.call`).
"""

from __future__ import annotations

from ..cards.bits import bit, low_bit, popcount
from ..cards.planes import (
    EMPTY,
    JOKERS,
    Planes,
    add,
    add_card,
    contains,
    overlap,
    restrict,
    size,
    sub,
)
from ..rules.declarations import (
    NOBODY,
    NOT_FIXED,
    REINFORCED,
    STYLE_CALL,
    STYLE_CONCEALED,
    only_jokers,
)
from ..rules.declare import STEALING, conclude, show_options, show_refusal, take_show
from ..rules.friends import most_copies
from ..rules.order import EVERY_SUIT, NO_SUIT
from ..rules.refusals import ATTACK_USED, CHANGE_USED
from ..rules.switches import CALLED_PARTNERS
from .asking import ask_from, ask_namer_from, find_all_options, find_options, has_options
from .friends import find_friends, naming_refusal
from .journal import (
    BID_TURNED_UP,
    BURIED,
    DRAWN,
    KITTY_TAKEN,
    PARTNER_NAMED,
    PASSED,
    REDEALT,
    SHOWN,
    TRUMP_FIXED,
    TRUMP_NAMED,
    TURNED_UP,
)
from .play import play_cards, settle_deal
from .state import (
    BAD_FRIEND,
    BAD_SHOW,
    BURY,
    CALL,
    CHANGE,
    COUNT,
    DONE,
    DRAW,
    FINISHED,
    NAME,
    NOT_IN_HAND,
    OVER,
    PARTNER,
    PLAY,
    SEATS,
    STEAL,
    WRONG_NUMBER,
    WRONG_PHASE,
    State,
)


def begin(deal: State) -> None:
    """Deal the cards as they lie in the deck, as far as the first choice."""
    deal.clear()
    deal.banker = deal.bank
    open_shows(deal)
    deal.start(DRAW)
    draw_cards(deal)


def open_shows(deal: State) -> None:
    """Nothing is shown yet, and trump is open."""
    caller = deal.bank if deal.bank != NOBODY else deal.first_seat
    level = deal.level_of(caller)
    # The bank is bid for anew in a later deal, by each side with its own level.
    rebid = deal.bank == NOBODY and deal.deals > 0
    calls = deal.switches.declare_style == STYLE_CALL
    deal.shows.begin(NOT_FIXED if calls else level, NOBODY if calls else deal.bank)
    if calls or rebid:
        for seat in range(deal.switches.players):
            deal.shows.set_level(seat, deal.level_of(seat))
    opening = deal.bank == NOBODY and not rebid
    deal.shows.opening = opening and deal.switches.opening_small_joker
    deal.lay_out(level, NO_SUIT)


def draw_cards(deal: State) -> None:
    """Draw until a seat has something to show, or all cards are drawn."""
    total = 54 * deal.switches.decks - deal.switches.kitty
    asks = deal.switches.declare_style != STYLE_CALL and deal.false_bidder == NOBODY
    watched = _shown_faces(deal) if asks else 0
    seat = (deal.first_seat + deal.drawn) % deal.switches.players
    able = asks and has_options(deal)
    while deal.drawn < total:
        face = deal._deck[deal.drawn]
        deal._hands[seat] = add_card(deal._hands[seat], face)
        deal.drawn += 1
        if deal.journal is not None:
            deal.note(DRAWN, seat, EMPTY, face, 0)
        if watched >> face & 1:
            find_options(deal, seat)
            able = able or deal._options[seat] != 0
        if able and (deal.drawn < total or deal.switches.declare_window) and ask_from(deal, 0):
            return
        seat = seat + 1 if seat + 1 < deal.switches.players else 0
    for at in range(total, 54 * deal.switches.decks):
        deal.kitty = add_card(deal.kitty, deal._deck[at])
    if deal.switches.declare_style == STYLE_CALL:
        _ask_in_turn(deal, CALL, deal.first_seat, deal.switches.players)
    elif deal.false_bidder != NOBODY:
        _ask_namer(deal, 1)
    else:
        _fix_trump(deal)


def _shown_faces(deal: State) -> int:
    """The faces with which some seat could declare: jokers and level cards."""
    faces = JOKERS
    for seat in range(deal.switches.players):
        level = deal.shows.level_of(seat)
        if level >= 0:
            faces |= EVERY_SUIT << level
    return faces


def rewind_draw(deal: State, drawn: int) -> None:
    """Back to when so many cards were drawn, nobody asked; what was shown stays shown."""
    for seat in range(SEATS):
        deal._hands[seat] = EMPTY
        deal._played[seat] = EMPTY
        deal._exposed[seat] = EMPTY
        deal._voids[seat] = 0
        deal._options[seat] = 0
        deal._taken[seat] = 0
        deal._fines[seat] = 0
    for at in range(drawn):
        seat = (deal.first_seat + at) % deal.switches.players
        deal._hands[seat] = add_card(deal._hands[seat], deal._deck[at])
    if not deal.shows.number:
        open_shows(deal)
    deal.start(DRAW)
    deal.drawn = drawn
    deal.turn = NOBODY
    deal.asked = deal.switches.players
    deal.kitty = EMPTY
    deal.fixed = 0
    deal.began = 0
    deal.in_trick = 0
    deal.missing = 0
    deal.discards = 0
    deal.redeal = 0
    deal.holder = NOBODY
    deal.forget_friends()


def ask_all(deal: State) -> None:
    """What was shown has changed: ask again from the one who drew last, or draw on."""
    find_all_options(deal)
    if not ask_from(deal, 0):
        draw_cards(deal)


def _ask_in_turn(deal: State, phase: int, first: int, seats: int) -> None:
    """Ask so many seats in turn to call, change, attack or steal; nobody left: trump stands.

    Seats that cannot show anything are asked too: else the others would learn who can. Who has
    lost the right to declare, which all know, is not asked to steal.
    """
    if phase == STEAL:
        while seats and not deal.may_declare(first % deal.switches.players):
            first += 1
            seats -= 1
    deal.start(phase)
    deal.to_ask = seats
    if not seats and phase == STEAL:
        _after_bury(deal)
        return
    if not seats:
        _fix_trump(deal)
        return
    deal.turn = first % deal.switches.players
    free = sub(deal._hands[deal.turn], deal._used[deal.turn])
    deal._options[deal.turn] = show_options(deal.shows, deal.turn, free, deal.when())


def _ask_namer(deal: State, offset: int) -> None:
    """After a false bid: ask the next seat of the other side to name trump.

    If nobody names it there is none; in a deal in which the bank is open the cards are dealt again.
    """
    deal.start(NAME)
    if ask_namer_from(deal, offset):
        return
    if deal.bank == NOBODY:
        _deal_again(deal)
    else:
        _fix_named(deal, NO_SUIT, deal.bank)


def name_trump(deal: State, trump: int) -> int:
    """A seat names trump after a false bid; where the bank is open it is theirs."""
    if deal.phase != NAME:
        return WRONG_PHASE
    deal.note(TRUMP_NAMED, deal.turn, EMPTY, trump, 0)
    _fix_named(deal, trump, deal.turn if deal.bank == NOBODY else deal.bank)
    return DONE


def _fix_named(deal: State, trump: int, banker: int) -> None:
    deal.shows.stand(trump, banker)
    _trump_stands(deal)


def _deal_again(deal: State) -> None:
    deal.redeal = 1
    deal.note(REDEALT, NOBODY, EMPTY, 0, 0)
    deal.start(OVER)


def _fix_trump(deal: State) -> None:
    """All have passed: trump stands, or is turned up, or the deal is void."""
    total = 54 * deal.switches.decks
    if not conclude(deal.shows, deal.first_seat, deal._deck, total - deal.switches.kitty, total):
        _deal_again(deal)
        return
    if deal.shows.turned:
        deal.note(TURNED_UP, NOBODY, EMPTY, deal.shows.turned, 0)
    elif deal.switches.declare_style == STYLE_CONCEALED and deal.shows.number:
        seat = deal.shows.seat(deal.shows.number - 1)
        suit = bit(13) - 1 << 13 * deal.shows.trump
        deal.note(BID_TURNED_UP, seat, restrict(deal.shows.laid(seat), suit), 0, 0)
    _trump_stands(deal)


def _trump_stands(deal: State) -> None:
    """Trump stands: the kitty is taken up, or play begins."""
    _settle_trump(deal)
    if deal.switches.declare_style == STYLE_CALL:
        deal.lead_next()
    elif deal.switches.kitty:
        _take_kitty(deal, deal.banker)
    else:
        _after_bury(deal)


def _settle_trump(deal: State) -> None:
    """Trump, bank and level are what the shows make of them."""
    deal.fixed = 1
    deal.banker = deal.shows.banker
    deal.leader = deal.banker
    deal.lay_out(deal.shows.level, deal.shows.trump)
    deal.note(TRUMP_FIXED, deal.banker, EMPTY, 0, 0)


def _take_kitty(deal: State, seat: int) -> None:
    deal.start(BURY)
    deal.holder = seat
    deal.turn = seat
    deal.note(KITTY_TAKEN, seat, deal.kitty, 0, 0)
    deal._hands[seat] = add(deal._hands[seat], deal.kitty)
    deal._used[seat] = add(deal._used[seat], deal._used[SEATS])
    deal._used[SEATS] = EMPTY
    deal.kitty = EMPTY


def _after_bury(deal: State) -> None:
    if deal.called < deal.switches.friends and deal.switches.partners == CALLED_PARTNERS:
        deal.start(PARTNER)
        deal.turn = deal.banker
    else:
        deal.lead_next()


def act(deal: State, cards: Planes) -> int:
    """Do what these cards mean now for the seat whose turn it is: DONE, or why not."""
    if deal.phase == OVER:
        return FINISHED
    if deal.phase == PARTNER:
        return _name_friend(deal, cards)
    if not contains(deal._hands[deal.turn], cards):
        return NOT_IN_HAND
    if deal.phase == PLAY:
        return play_cards(deal, cards)
    if deal.phase == BURY:
        return _bury_cards(deal, cards)
    if not cards[0]:
        return _pass_on(deal)
    return WRONG_PHASE if deal.phase in (COUNT, NAME) else _show_cards(deal, cards)


def _pass_on(deal: State) -> int:
    deal.start(deal.phase)
    if deal.phase == DRAW:
        if not ask_from(deal, deal.asked + 1):
            draw_cards(deal)
    elif deal.phase == COUNT:
        deal.turn = (deal.turn + 1) % deal.switches.players
        deal.to_ask -= 1
        if not deal.to_ask:
            settle_deal(deal)
    else:
        deal.note(PASSED, deal.turn, EMPTY, 0, 0)
        if deal.phase == NAME:
            _ask_namer(deal, deal.asked + 1)
        else:
            _ask_in_turn(deal, deal.phase, deal.turn + 1, deal.to_ask - 1)
    return DONE


def _show_cards(deal: State, cards: Planes) -> int:
    seat, drawing = deal.turn, deal.phase == DRAW
    if drawing and not contains(sub(deal._hands[seat], deal.shows.laid(seat)), cards):
        return NOT_IN_HAND
    refusal = show_refusal(deal.shows, seat, cards, deal.when())
    if refusal:
        return BAD_SHOW + refusal
    if deal.phase == STEAL:
        _steal_kitty(deal, seat, cards)
        return DONE
    if not drawing and not contains(sub(deal._hands[seat], deal._used[seat]), cards):
        return BAD_SHOW + (ATTACK_USED if only_jokers(cards) else CHANGE_USED)
    take_show(deal.shows, seat, cards, deal.when())
    _note_show(deal, seat, cards)
    deal.start(deal.phase)
    if drawing:
        ask_all(deal)
        return DONE
    deal._used[seat] = add(deal._used[seat], cards)
    deal.banker = deal.shows.banker
    if deal.shows.hard:
        deal.attacker = seat
        _fix_trump(deal)
    else:
        deal.lay_out(deal.shows.level, deal.shows.trump)
        _take_kitty(deal, seat)
    return DONE


def _steal_kitty(deal: State, seat: int, cards: Planes) -> None:
    """A higher declaration after the burying: trump is its suit, and its seat buries anew."""
    take_show(deal.shows, seat, cards, STEALING)
    _note_show(deal, seat, cards)
    _settle_trump(deal)
    _take_kitty(deal, seat)


def _note_show(deal: State, seat: int, cards: Planes) -> None:
    if deal.switches.declare_style == STYLE_CONCEALED:
        reinforced = deal.shows.kind(deal.shows.number - 1) == REINFORCED
        deal.note(SHOWN, seat, cards, deal.shows.highest_bid(), reinforced)
    else:
        deal.note(SHOWN, seat, cards, deal.shows.trump, 0)


def _bury_cards(deal: State, cards: Planes) -> int:
    if size(cards) != deal.switches.kitty:
        return WRONG_NUMBER
    seat = deal.turn
    deal.kitty = cards
    deal._hands[seat] = sub(deal._hands[seat], cards)
    # Shown cards stay in the hand as long as there are other copies to bury.
    shown = overlap(deal._used[seat], deal._hands[seat])
    deal._used[SEATS] = sub(deal._used[seat], shown)
    deal._used[seat] = shown
    deal.note(BURIED, seat, cards, 0, 0)
    if deal.switches.declare_style == STYLE_CALL:
        _ask_in_turn(deal, CHANGE, seat + 1, deal.switches.players - 1)
    elif deal.switches.steal:
        _ask_in_turn(deal, STEAL, seat + 1, deal.switches.players - 1)
    else:
        _after_bury(deal)
    return DONE


def _name_friend(deal: State, cards: Planes) -> int:
    """The banker names a card and, by how many there are of it, the copy that is meant."""
    copy = size(cards)
    if popcount(cards[0]) != 1 or copy > most_copies(deal.switches):
        return WRONG_NUMBER
    face = low_bit(cards[0])
    refusal = naming_refusal(deal, face, copy)
    if refusal:
        return BAD_FRIEND + refusal
    deal.call_friend(face, copy, NOBODY, 0)
    find_friends(deal)
    deal.note(PARTNER_NAMED, deal.banker, EMPTY, face, copy)
    _after_bury(deal)
    return DONE
