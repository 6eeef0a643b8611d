"""A deal taken up in the middle of its play, from what a seat knows of it."""

from __future__ import annotations

from ...cards.planes import Planes, count, same
from ...engine.friends import find_friends
from ...engine.play import lay_cards, mark_void, open_trick, read_led, take_if_better
from ...engine.state import State
from ...rules.declarations import NOBODY
from ...rules.switches import BY_NTH_PLAY


def take_up(deal: State, level: int, trump: int, banker: int, holder: int, leader: int) -> None:
    """The play of a deal as it stands before a lead, all hands empty; holder: who buried."""
    deal.clear()
    deal.lay_out(level, trump)
    deal.banker = banker
    deal.holder = holder
    deal.leader = leader
    deal.lead_next()


def take_seat(deal: State, seat: int, played: Planes, voids: int, taken: int, fines: int) -> None:
    """What a seat has played and shown to lack, won and forfeited."""
    deal._played[seat] = played
    deal._voids[seat] = voids
    deal._taken[seat] = taken
    deal._fines[seat] = fines


def take_attack(deal: State, attacker: int) -> None:
    """Who attacked with jokers."""
    deal.attacker = attacker


def take_friends(deal: State, other: State) -> None:
    """The friends called in another state of the deal, before the first lead.

    Holders that are known there are known; who joins by a play has not yet.
    """
    deal.forget_friends()
    for at in range(other.called):
        face, copy = other.friend_face(at), other.friend_copy(at)
        if other.friend_known(at) and other.switches.friend_by != BY_NTH_PLAY:
            deal.call_friend(face, copy, other.friend(at), 1)
        else:
            deal.call_friend(face, copy, NOBODY, 0)


def expect_friends(deal: State) -> None:
    """Who is a friend, or will be, if the cards lie as they do in a world that is imagined.

    Who joins by a play is one before it, too: they know what they hold. Of several the next after
    the banker comes first, and the banker plays own copies before that; a copy that lies in no
    hand makes nobody a friend.
    """
    find_friends(deal)
    if deal.switches.friend_by != BY_NTH_PLAY:
        return
    for at in range(deal.called):
        if not deal.friend_known(at):
            deal.set_friend(at, _next_to_join(deal, deal.friend_face(at), deal.friend_copy(at)), 0)


def _next_to_join(deal: State, face: int, copy: int) -> int:
    """Who plays the named copy of a card if nobody holds it back; the banker: nobody else."""
    for seat in range(deal.switches.players):
        if seat != deal.banker or deal.switches.self_friend:
            copy -= count(deal._played[seat], face)
    if deal.switches.self_friend:
        copy -= min(copy - 1, count(deal._hands[deal.banker], face))
    for at in range(1, deal.switches.players):
        seat = (deal.banker + at) % deal.switches.players
        copy -= count(deal._hands[seat], face)
        if copy <= 0:
            return seat
    return deal.banker


def take_course(deal: State, phase: int, turn: int, drawn: int, fixed: int, to_ask: int) -> None:
    """Where the course of the deal has come to, and whose turn it is; fixed: trump stands."""
    deal.start(phase)
    deal.turn = turn
    deal.drawn = drawn
    deal.fixed = fixed
    deal.to_ask = to_ask


def take_bank(deal: State, banker: int, holder: int) -> None:
    """Who has the bank, and who took up the kitty last."""
    deal.banker = banker
    deal.holder = holder


def take_options(deal: State, seat: int, options: int) -> None:
    """What a seat could show now, as a mask of option numbers."""
    deal._options[seat] = options


def take_exposed(deal: State, seat: int, cards: Planes) -> None:
    """The cards of a hand that all have seen."""
    deal._exposed[seat] = cards


def take_play(deal: State, cards: Planes, last: bool) -> None:
    """The next play of the open trick, as it lies on the table; last: it empties the hand."""
    _rank_laid(deal, cards, last)
    deal._trick[deal.in_trick] = cards
    deal.in_trick += 1
    deal.turn = (deal.turn + 1) % deal.switches.players


def repeat_play(deal: State, cards: Planes) -> None:
    """Let a play happen again as it lay on the table, whatever the hands of this world say."""
    if deal.in_trick:
        mark_void(deal, cards)
    _rank_laid(deal, cards, same(deal._hands[deal.turn], cards))
    lay_cards(deal, cards)


def _rank_laid(deal: State, cards: Planes, last: bool) -> None:
    """Who has the trick after a play that stood."""
    if deal.in_trick:
        take_if_better(deal, deal.turn, cards)
    else:
        read_led(deal, cards)
        open_trick(deal, cards, last)
