"""The match around a `RawDeal`: levels, the bank, its end."""

from __future__ import annotations

from .bits import bit
from .rawdeal import OVER, SEATS, RawDeal
from .score import next_bank, promote, wins_match
from .shows import NOBODY


def new_match(deal: RawDeal, first_seat: int) -> None:
    """Both sides on the first level, nobody banker yet; first_seat draws first."""
    for owner in range(SEATS):
        deal._rungs[owner] = 0
    deal.first_seat = first_seat
    deal.bank = NOBODY
    deal.deals = 0
    deal.winners = 0
    deal.phase = OVER
    deal.redeal = 0


def set_match(deal: RawDeal, bank: int, first_seat: int, deals: int) -> None:
    """Who has the bank (NOBODY before the first deal), who draws first, deals played."""
    deal.bank = bank
    deal.first_seat = first_seat
    deal.deals = deals
    deal.winners = 0
    deal.phase = OVER


def count_deal(deal: RawDeal) -> None:
    """Promotion, the next bank and the end of the match by the deal that is over.

    winners: the sides or seats that have won the match, as a mask. A deal to be dealt again
    changes nothing.
    """
    if deal.redeal:
        return
    attackers_won = deal.won >= 0
    by = deal.won if attackers_won else -deal.won
    for owner in range(deal.switches.owners()):
        attacks = not deal.is_bank_side(owner)  # a side is its first seat
        if attacks == attackers_won:
            _promote_owner(deal, owner, by)
        elif deal.fell:
            deal._rungs[owner] = 0
    partner = deal.partner if deal.switches.called_partners else NOBODY
    deal.bank = next_bank(deal.switches.players, deal.banker, partner, attackers_won)
    deal.first_seat = deal.bank
    deal.deals += 1


def _promote_owner(deal: RawDeal, owner: int, by: int) -> None:
    top, match_end = deal.switches.top, deal.switches.match_end
    rung = promote(deal._rungs[owner], by, top, deal.switches.must_play, match_end)
    if wins_match(rung, by, top, match_end):
        deal.winners |= bit(owner)
    if rung <= top:  # who passes the top keeps the level he passed it from
        deal._rungs[owner] = rung
