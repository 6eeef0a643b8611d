"""Whom the banker may call, and who is a friend: `partner.call`."""

from __future__ import annotations

from ..rules.friends import friend_refusal
from ..rules.refusals import FRIEND_TWICE
from ..rules.switches import BY_NTH_PLAY
from .state import State


def naming_refusal(deal: State, face: int, copy: int) -> int:
    """Why a friend may not be called by this copy of a card now, or ALLOWED."""
    for at in range(deal.called):
        if deal.friend_face(at) == face and deal.friend_copy(at) == copy:
            return FRIEND_TWICE
    return friend_refusal(deal.switches, deal.order, face)


def find_friends(deal: State) -> None:
    """Where the holder is the friend and not known: the next after the banker to hold the card.

    Where nobody else has it, or had it, the banker is without.
    """
    if deal.switches.friend_by == BY_NTH_PLAY:
        return
    for at in range(deal.called):
        if not deal.friend_known(at):
            deal.set_friend(at, _holder_of(deal, deal.friend_face(at)), 0)


def _holder_of(deal: State, face: int) -> int:
    for at in range(1, deal.switches.players):
        seat = (deal.banker + at) % deal.switches.players
        if (deal._hands[seat][0] | deal._played[seat][0]) >> face & 1:
            return seat
    return deal.banker
