"""What a deal is worth: digging, promotion by the attackers' points, the ladder, the next bank.

Decides `hard.no-dig`, `last.kitty`, `last.both-sides`, `score.promote`, `level.mandatory`,
`match.end`, `partner.next-banker` and `score.small-side`.
"""

from __future__ import annotations

from ..cards.planes import Planes, sub
from .declarations import STYLE_CALL
from .order import NO_SUIT, Order
from .supply import TRACTOR, unit_cards
from .switches import DIG_LAST_TRICK, DIG_OFF, ENDLESS, MOST_PAIRS, OWN_SHAPE, REACH_TOP, Switches
from .units import BITS, Lead, next_unit, unit_length

Bonus = tuple[int, int]


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


def is_hard(switches: Switches, trump: int) -> bool:
    """Whether this is hard trump: none, in the call style."""
    return switches.declare_style == STYLE_CALL and trump == NO_SUIT


def kitty_counts(switches: Switches, hard: bool, attacked_by_bankers: bool) -> bool:
    """`hard.no-dig`: with hard trump only after an attack by the banker's own side, or never."""
    return not hard or (attacked_by_bankers and switches.own_attack_digs != 0)


def dug_length(switches: Switches, order: Order, lead: Lead, own: Planes, ruffed: bool) -> int:
    """The length in pairs of the unit whose factor counts (`dig_shape`): half of its cards.

    The one of most cards that was led or, where the winner's own cards count and ruffed says that
    another than the leader won, of those.
    """
    if switches.dig_shape == OWN_SHAPE and not switches.bombs and ruffed:
        return _longest_own(order, order.lane_of(own), own)
    longest = 2 if lead.quads else 1 if lead.pairs or lead.triples else 0
    lengths = lead.lengths
    while lengths:
        longest = max(longest, unit_cards(lengths & TRACTOR) // 2)
        lengths >>= BITS
    return min(longest, MOST_PAIRS)


def _longest_own(order: Order, lane: int, own: Planes) -> int:
    """The length in pairs of the unit of most cards."""
    longest = 0
    while own[0]:
        unit = next_unit(order, lane, own)
        longest = max(longest, unit_length(unit))
        if order.widest == 2:  # the longest comes first
            break
        own = sub(own, unit)
    return longest


def last_bonus(
    switches: Switches,
    length: int,
    cards: int,
    trick_points: int,
    kitty_points: int,
    attackers_won: bool,
    kitty_is_dug: bool,
) -> Bonus:
    """The factor of the last trick's bonus, and what the bonus brings the attackers.

    Where the last trick is dug (`last.both-sides`) that is all of its points' worth, and a trick of
    single cards counts once; where the kitty is (`last.kitty`) only the attackers can dig.
    """
    factor = switches.factor(length, cards)
    if switches.dig == DIG_LAST_TRICK:
        if cards == 1:
            factor = 1 if attackers_won else 0
        return (factor, factor * trick_points if attackers_won else -factor * trick_points)
    if switches.dig == DIG_OFF or not attackers_won or not kitty_is_dug:
        return (0, 0)
    return (factor, factor * kitty_points)


def next_bank(players: int, banker: int, bank_side: int, attackers_won: bool) -> int:
    """Who has the bank next: the next after the banker of the side that won it.

    bank_side: the seats of the banker's side as a mask. A banker alone keeps it themselves.
    """
    for at in range(1, players):
        seat = (banker + at) % players
        if (bank_side >> seat & 1 == 0) == attackers_won:
            return seat
    return banker


def small_side(switches: Switches, members: int) -> bool:
    """`score.small-side`: whether the banker's side has fewer people than it could have."""
    return switches.small_side_bonus != 0 and members <= switches.friends
