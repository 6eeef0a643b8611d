"""What a deal is worth: digging, promotion by the attackers' points, the ladder, the next bank.

Decides `hard.no-dig`, `last.both-sides`, `score.promote`, `level.mandatory`, `match.end` and
`partner.next-banker`.
"""

from __future__ import annotations

from .switches import ENDLESS, REACH_TOP


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


def promote(start: int, by: int, top: int, must_play: int, match_end: int) -> int:
    """The rung reached from rung `start`; top + 1 if the top is to be passed, and is.

    Rungs count from 0, the first level; bit n of must_play stops a promotion that would pass
    rung n. In an endless match the first rung follows the top.
    """
    rung = start
    for done in range(1, by + 1):
        rung += 1
        if rung > top:
            if match_end != ENDLESS:
                return top if match_end == REACH_TOP else rung
            rung = 0
        if done < by and must_play >> rung & 1:
            break
    return rung


def wins_match(rung: int, by: int, top: int, match_end: int) -> bool:
    """Whether a promotion by so many levels that leads to a rung wins the match."""
    return rung > top or (match_end == REACH_TOP and rung == top and by > 0)


def kitty_counts(hard: bool, attacked_by_bankers: bool, own_attack_digs: int) -> bool:
    """`hard.no-dig`: with hard trump only after an attack by the banker's own side, or never."""
    return not hard or (attacked_by_bankers and own_attack_digs != 0)


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
