"""The match around a `State`: levels, the bank, its end. Decides `level.fall-back`."""

from __future__ import annotations

from ..cards.bits import bit
from ..cards.planes import EMPTY
from ..rules.declarations import NOBODY
from ..rules.score import next_bank, promote, wins_match
from .journal import PROMOTED
from .state import OVER, SEATS, State

ACE = 12  # the rank


def new_match(deal: State, first_seat: int) -> None:
    """Both sides on the first level, nobody banker yet; first_seat draws first."""
    for owner in range(SEATS):
        deal._rungs[owner] = 0
        deal._failures[owner] = 0
    deal.first_seat = first_seat
    deal.bank = NOBODY
    deal.deals = 0
    deal.winners = 0
    deal.phase = OVER
    deal.redeal = 0


def set_match(deal: State, bank: int, first_seat: int, deals: int) -> None:
    """Who has the bank (NOBODY before the first deal), who draws first, deals played."""
    deal.bank = bank
    deal.first_seat = first_seat
    deal.deals = deals
    deal.winners = 0
    deal.phase = OVER


def end_with(
    deal: State, banker: int, friends: int, taken_over: int, levels: int, fell: int
) -> None:
    """A deal that is over with this result, however it was reached; friends: called, as a mask."""
    deal.clear()
    deal.banker = banker
    deal.joined = friends
    deal.taken_over = taken_over
    deal.won = levels if taken_over else -levels
    deal.fell = fell
    deal.start(OVER)


def count_deal(deal: State) -> None:
    """Promotion, the next bank and the end of the match by the deal that is over.

    winners: the sides or seats that have won the match, as a mask. A deal to be dealt again
    changes nothing.
    """
    if deal.redeal:
        return
    attackers_won = deal.taken_over != 0
    by = deal.won if attackers_won else -deal.won
    for owner in range(deal.switches.owners()):
        attacks = not deal.is_bank_side(owner)  # a side is its first seat
        at_top = deal._rungs[owner] == deal.switches.top
        if attacks == attackers_won and not (attacks and at_top and deal.switches.defend_top):
            _promote_owner(deal, owner, by)
    if attackers_won:
        for owner in range(deal.switches.owners()):
            if deal.is_bank_side(owner) and _falls_back(deal, owner) and deal._rungs[owner]:
                deal.note(PROMOTED, owner, EMPTY, deal._rungs[owner], 0)
                deal._rungs[owner] = 0
    deal.bank = next_bank(deal.switches.players, deal.banker, deal.bank_side(), attackers_won)
    deal.first_seat = deal.bank
    deal.deals += 1


def _falls_back(deal: State, owner: int) -> bool:
    """Whether a side that has lost its bank is sent back to the first level.

    By a J in the last trick, or because it has failed at A as often as it may (`level.fall-back`).
    """
    if deal.fell:
        return True
    if not deal.switches.fall_back or deal.switches.rank_at(deal._rungs[owner]) != ACE:
        return False
    deal._failures[owner] += 1
    if deal._failures[owner] < deal.switches.fall_back:
        return False
    deal._failures[owner] = 0
    return True


def _promote_owner(deal: State, owner: int, by: int) -> None:
    top, match_end = deal.switches.top, deal.switches.match_end
    old = deal._rungs[owner]
    rung = promote(old, by, top, deal.switches.must_play, match_end)
    if wins_match(rung, by, top, match_end):
        deal.winners |= bit(owner)
    if rung != old:
        deal.note(PROMOTED, owner, EMPTY, old, rung)
    if rung <= top:  # who passes the top keeps the level they passed it from
        deal._rungs[owner] = rung
