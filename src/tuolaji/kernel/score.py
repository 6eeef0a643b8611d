"""What a deal is worth: digging, promotion by the attackers' points, the ladder, the next bank.

Decides `last.both-sides`, `score.promote`, `level.mandatory`, `match.end` and
`partner.next-banker`.
"""

from __future__ import annotations


def result(points: int, take_over: int, step: int, cap: int, below_zero: int) -> int:
    """Levels won: n >= 0 for attackers who take over, -n for a banker's side that stays.

    The banker's side gets one for every step, full or not, that the attackers fall short,
    one more when they have nothing, and with below_zero one for each full step below.
    """
    if points >= take_over:
        levels = (points - take_over) // step
        return min(levels, cap) if cap else levels
    levels = -((max(points, 0) - take_over) // step)
    if points <= 0:
        levels += 1 + (-points // step if below_zero else 0)
    return -levels


def promote(start: int, by: int, top: int, must_play: int, endless: bool) -> int:
    """The rung reached from rung `start`; top + 1 if beyond the top.

    Rungs count from 0, the first level; bit n of must_play stops a promotion that would pass
    rung n. Endless: the first rung follows the top.
    """
    rung = start
    for done in range(1, by + 1):
        rung += 1
        if rung > top:
            if not endless:
                return rung
            rung = 0
        if done < by and must_play >> rung & 1:
            break
    return rung


def both_sides(points: int, factor: int, cards: int, attackers_won: bool) -> int:
    """`last.both-sides`: what the last trick's points bring the attackers; one card: no digging."""
    if cards == 1:
        return points if attackers_won else 0
    return factor * points if attackers_won else -factor * points


def next_bank(players: int, banker: int, partner: int, attackers_won: bool) -> int:
    """Who has the bank next; partner: the called one or the banker himself, -1 where fixed."""
    if not attackers_won:
        return partner if partner >= 0 else (banker + 2) % players
    seat = (banker + 1) % players
    while seat == partner and seat != banker:
        seat = (seat + 1) % players
    return seat
