"""A deal in the middle of its play, as a seat knows it, in the kernel's numbers."""

from __future__ import annotations

from ..cards import Cards
from ..deal.view import View
from ..engine.state import State
from ..rules.declarations import NOBODY
from .counting import Known
from .fast.resume import take_attack, take_play, take_seat, take_up

_ATTACKED = "attacked"


def is_plain(view: View) -> bool:
    """Whether the kernel can take up the open trick: no play of it was taken back."""
    return not view.trick or (all(view.trick) and not view.discards)


def set_position(deal: State, known: Known) -> None:
    """Take up the deal as its seat sees it: terms, what was won and played, the open trick.

    The other hands stay empty, and so does the kitty unless the seat knows it.
    """
    view = known.view
    order = known.terms.order
    assert view.banker is not None
    assert view.leader is not None
    holder = view.banker if view.holder is None else view.holder
    take_up(deal, order.level, order.trump, view.banker, holder, view.leader)
    for seat in range(len(view.cards)):
        taken = view.taken[seat] if view.taken else 0
        fines = view.fines[seat] if view.fines else 0
        voids = known.memory.voids.get(seat, 0)
        take_seat(deal, seat, known.memory.played(seat), voids, taken, fines)
    take_attack(deal, attacker_of(view))
    take_called(deal, view)
    for cards in view.trick:
        take_play(deal, cards.planes, view.cards[view.leader] == 0)
    deal.set_hand(known.seat, known.hand)
    deal.set_kitty((known.memory.buried or view.kitty or Cards()).planes)


def take_called(deal: State, view: View) -> None:
    """The friends that are called, as far as the seat knows them."""
    deal.forget_friends()
    for friend in view.friends:
        known = friend.seat is not None
        seat = friend.seat if friend.seat is not None else NOBODY
        deal.call_friend(friend.card.face, friend.copy, seat, known)


def attacker_of(view: View) -> int:
    """Who attacked the trump with jokers, where that was done."""
    last = view.shows[-1] if view.shows else None
    return last.seat if last and last.kind == _ATTACKED else NOBODY
