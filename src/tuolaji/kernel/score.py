"""What a deal is worth: promotion by the attackers' points, and the ladder of levels.

Decides `score.promote`, `level.mandatory` and `match.end`.
"""

from __future__ import annotations


def result(points: int, take_over: int, step: int, cap: int, below_zero: bool) -> int:
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
