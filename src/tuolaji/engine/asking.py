"""Who is asked while cards are drawn, and after a false bid.

After each drawn card the seats that could show something are asked in order, beginning with the
one who drew; after a false bid the seats of the other side, beginning with the next.
"""

from __future__ import annotations

from ..cards.planes import sub
from ..rules.declare import DRAWING, show_options
from .state import CALL, CHANGE, COUNT, DRAW, NAME, STEAL, State


def find_options(deal: State, seat: int) -> None:
    """What a seat could show now."""
    free = sub(deal._hands[seat], deal.shows.laid(seat))
    may = deal.may_declare(seat)
    deal._options[seat] = show_options(deal.shows, seat, free, DRAWING) if may else 0


def find_all_options(deal: State) -> None:
    """What every seat could show now."""
    for seat in range(deal.switches.players):
        find_options(deal, seat)


def ask_from(deal: State, offset: int) -> bool:
    """Give the turn to the next seat that could show something, counted from who drew last."""
    players = deal.switches.players
    seat = (deal.first_seat + deal.drawn - 1 + offset) % players
    for at in range(offset, players):
        if deal._options[seat]:
            deal.turn = seat
            deal.asked = at
            return True
        seat = seat + 1 if seat + 1 < players else 0
    return False


def has_options(deal: State) -> bool:
    """Whether a seat could show something."""
    for seat in range(deal.switches.players):  # noqa: SIM110, compiled
        if deal._options[seat]:
            return True
    return False


def seats_asked(deal: State) -> list[int]:
    """The seats that may still speak, in order, where seats are asked."""
    seats = []
    if deal.phase in (DRAW, NAME):
        other = deal.clone()
        while _ask_next(other):
            seats.append(other.turn)
            other.asked += 1
    elif deal.phase in (CALL, CHANGE, COUNT, STEAL):
        for at in range(deal.to_ask):
            seats.append((deal.turn + at) % deal.switches.players)
    return seats


def _ask_next(deal: State) -> bool:
    """Ask again from the seat that is asked on."""
    return ask_from(deal, deal.asked) if deal.phase == DRAW else ask_namer_from(deal, deal.asked)


def speak_up(deal: State, seat: int) -> None:
    """While cards are drawn: the turn of a seat that could show something, before it is asked."""
    deal.turn = seat
    deal.asked = (seat - deal.first_seat - deal.drawn + 1) % deal.switches.players


def ask_namer_from(deal: State, offset: int) -> bool:
    """Give the turn to the next seat that may name trump, counted from the false bidder."""
    for at in range(offset, deal.switches.players):
        seat = (deal.false_bidder + at) % deal.switches.players
        if deal.may_declare(seat):
            deal.turn = seat
            deal.asked = at
            return True
    return False
