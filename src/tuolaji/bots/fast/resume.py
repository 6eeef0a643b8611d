"""A deal taken up in the middle of its play, from what a seat knows of it."""

from __future__ import annotations

from ...cards.bits import bit
from ...cards.planes import Planes, same
from ...engine.play import lay_cards, read_led
from ...engine.state import State
from ...rules.declarations import NOBODY
from ...rules.switches import is_jack
from ...rules.trick import beats, lead_rank, rank


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


def take_call(deal: State, named: int, partner: int, attacker: int) -> None:
    """The called card and the partner if known; who attacked with jokers."""
    deal.named = named
    deal.partner = partner
    deal.partner_known = partner != NOBODY
    deal.attacker = attacker


def take_play(deal: State, cards: Planes, last: int) -> None:
    """The next play of the open trick, as it lies on the table; last: it empties the hand."""
    _rank_play(deal, cards, last)
    deal._trick[deal.in_trick] = cards
    deal.in_trick += 1
    deal.turn = (deal.turn + 1) % deal.switches.players


def relive(deal: State, cards: Planes) -> None:
    """Let a play happen again as it lay on the table, whatever the hands of this world say."""
    if deal.in_trick and cards[0] & ~deal.order.faces(deal.lead.lane):
        deal._voids[deal.turn] |= bit(deal.lead.lane)
    _rank_play(deal, cards, same(deal._hands[deal.turn], cards))
    lay_cards(deal, cards)


def _rank_play(deal: State, cards: Planes, last: int) -> None:
    """Who has the trick after a play."""
    if deal.in_trick:
        mine = rank(deal.order, deal.lead, cards, deal.at_jacks)
        if beats(deal.lead, mine, deal.best):
            deal.best = mine
            deal.winner = deal.turn
    else:
        read_led(deal, cards)
        deal.at_jacks = last and deal.switches.jack_rules and is_jack(deal.level)
        deal.best = lead_rank(deal.order, deal.lead, cards, deal.at_jacks)
        deal.winner = deal.turn


def find_partner(deal: State) -> None:
    """The called partner, if not known: the first after the banker with a called card."""
    if deal.named < 0 or deal.partner_known:
        return
    deal.partner = deal.banker
    for at in range(deal.switches.players - 1, 0, -1):
        seat = (deal.banker + at) % deal.switches.players
        if (deal._hands[seat][0] | deal._played[seat][0]) >> deal.named & 1:
            deal.partner = seat
