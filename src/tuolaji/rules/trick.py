"""Who wins a trick.

Decides `trick.winner`, `trick.ruff`, `trick.overruff`, `trick.bomb`, `last.jack`, and, for
rulesets with bombs, which kind of unit beats which. Every play has a rank against the lead; plays
are compared in turn with the best so far, and an equal one never beats an earlier one.
"""

from __future__ import annotations

from ..cards.bits import bit, low_bit, top_bit
from ..cards.planes import BIG_JOKER, EMPTY, SMALL_JOKER, Planes, plane, size, sub
from .follow import led_unit, unit_of
from .order import EVERY_SUIT, TRUMPS, Order
from .supply import Owed, holds, holds_at
from .switches import BOMBS_IF_VOID, OVERRUFF_ALL, OVERRUFF_HIGHEST, Switches
from .units import BITS, Lead, kind, starts

LOSES = -1
RUFF = 64  # above every step
STRONGER = 128  # above every ruff
BOMB = 4  # so many identical cards
JACKS = 102
_J = 9  # the rank


def ranks_jacks(switches: Switches, level: int, last: bool) -> bool:
    """Whether Js and jokers rank first (`last.jack`): in the last trick at level J."""
    return last and switches.jack_rules != 0 and level == _J


def rank(order: Order, lead: Lead, cards: Planes, at_jacks: int) -> int:
    """How high a play stands against the lead, or LOSES; at_jacks: the last trick at level J."""
    if lead.bombs:
        return _rank_with_bombs(order, lead, cards)
    lane = order.lane_of(cards)
    if lead.bombs_beat and _is_bomb_against(lead, lane, cards):
        return STRONGER + (RUFF if lane == TRUMPS else 0) + top_bit(order.steps(lane, cards[0]))
    if at_jacks:
        return _rank_at_jacks(order, lead, lane, cards)
    if lane == lead.lane:
        return _top_of_one_unit(order, lead, cards)
    if lane == TRUMPS:
        top = _split_top(order, lead, cards)
        return RUFF + top if top != LOSES else LOSES
    return LOSES


def lead_rank(order: Order, lead: Lead, cards: Planes, at_jacks: int) -> int:
    """How high the lead itself stands, a lead of several units too."""
    if lead.bombs:
        return _rank_with_bombs(order, lead, cards)
    if lead.bombs_beat and _is_bomb(cards):
        return rank(order, lead, cards, at_jacks)
    if not at_jacks:
        return lead.top
    if lead.units == 1:  # whole, since a gapped run is one unit too
        return _jack_rank(order, lead.lane, order.steps(lead.lane, cards[0]), cards)
    return _rank_at_jacks(order, lead, lead.lane, cards)


def beats(lead: Lead, better: int, best: int) -> bool:
    """Whether a rank beats the best so far."""
    if lead.bombs and lead.lane != TRUMPS and better != LOSES:
        ruffs = better % STRONGER >= RUFF
        ruffed = best % STRONGER >= RUFF
        if ruffs != ruffed:
            return ruffs and better // STRONGER >= best // STRONGER
    return better > best


def best_after(
    order: Order, lead: Lead, best: int, standing: Planes, cards: Planes, at_jacks: int
) -> int:
    """The best rank after one more play: that of the play, if it beats the others.

    standing: the play that is the best so far.
    """
    mine = rank(order, lead, cards, at_jacks)
    if not beats(lead, mine, best):
        return best
    ruffs = overruffs(lead, best, mine, at_jacks)
    return mine if not ruffs or beats_every_unit(order, lead, standing, cards) else best


def overruffs(lead: Lead, best: int, better: int, at_jacks: int) -> bool:
    """Whether a higher play is a ruff over a ruff that must be beaten unit by unit."""
    if lead.overruff != OVERRUFF_ALL or lead.lane == TRUMPS or at_jacks:
        return False
    return RUFF <= best < better < STRONGER


def _is_bomb(cards: Planes) -> bool:
    """Whether they are four identical cards and nothing else."""
    return cards[3] != 0 and cards[0] == cards[3] and size(cards) == BOMB


def _is_bomb_against(lead: Lead, lane: int, cards: Planes) -> bool:
    """Whether a play counts as a bomb: of the led suit only if that is allowed, or one was led."""
    if not _is_bomb(cards):
        return False
    return lead.bombs_beat != BOMBS_IF_VOID or lane != lead.lane or lead.quads == 1


def beats_every_unit(order: Order, lead: Lead, standing: Planes, cards: Planes) -> bool:
    """Whether each unit of a ruff is higher than that of the ruff before it.

    Both are split as was led, each unit as high as the others leave it.
    """
    rest: Owed = (0, 0, lead.lengths, lead.loose())
    at = 0
    width, length = led_unit(order, lead, 0)
    while width:
        rest = without_first(rest, width, length)
        before = _highest_like(order, standing, width, length, rest)
        mine = _highest_like(order, cards, width, length, rest)
        if _top_trump(order, mine) <= _top_trump(order, before):
            return False
        standing = sub(standing, before)
        cards = sub(cards, mine)
        at += 1
        width, length = led_unit(order, lead, at)
    while cards[0]:
        before = _highest_like(order, standing, 1, 1, rest)
        mine = _highest_like(order, cards, 1, 1, rest)
        if _top_trump(order, mine) <= _top_trump(order, before):
            return False
        standing = sub(standing, before)
        cards = sub(cards, mine)
    return True


def without_first(rest: Owed, width: int, length: int) -> Owed:
    """The led units without the first that is left."""
    if length > 1:
        return (0, 0, rest[2] >> BITS, rest[3])
    return (0, 0, rest[2], rest[3] - bit(8 * (width - 2)))


def _highest_like(order: Order, cards: Planes, width: int, length: int, rest: Owed) -> Planes:
    """The highest trumps of a shape that leave the rest of what was led."""
    begins = starts(order.steps(TRUMPS, plane(cards, width)), length)
    while begins:
        step = top_bit(begins)
        begins ^= bit(step)
        unit = unit_of(order, TRUMPS, cards, width, step, length)
        if holds(order, TRUMPS, sub(cards, unit), rest[2], rest[3]):
            return unit
    return EMPTY


def _top_trump(order: Order, unit: Planes) -> int:
    return top_bit(order.steps(TRUMPS, unit[0])) if unit[0] else LOSES


def won_by_jack(best: int, at_jacks: int) -> bool:
    """Whether a J decides the trick with this best rank."""
    return at_jacks != 0 and best >= JACKS


def _top_of_one_unit(order: Order, lead: Lead, cards: Planes) -> int:
    """The top step of a play of the led lane that is the led unit, or LOSES."""
    if lead.units > 1:
        return LOSES
    if lead.singles:
        return order.step(low_bit(cards[0]))
    begins = starts(order.steps(lead.lane, plane(cards, lead.width)), lead.length)
    return top_bit(begins) + lead.length - 1 if begins else LOSES


def _split_top(order: Order, lead: Lead, cards: Planes) -> int:
    """The best top that a ruff can give its first unit when split as led, or LOSES."""
    if not lead.is_shaped():
        return top_bit(order.steps(TRUMPS, cards[0]))
    begins = _longest_units(order, lead, TRUMPS, cards)
    if begins and lead.overruff == OVERRUFF_HIGHEST:
        return top_bit(order.steps(TRUMPS, cards[0]))
    return top_bit(begins) + lead.length - 1 if begins else LOSES


def _longest_units(order: Order, lead: Lead, lane: int, cards: Planes) -> int:
    """Every step on which the first led unit, the widest and longest, can begin so that all fit."""
    begins = starts(order.steps(lane, plane(cards, lead.width)), lead.length)
    _, _, rest, loose = without_first((0, 0, lead.lengths, lead.loose()), lead.width, lead.length)
    if not rest and not loose:
        return begins
    out = 0
    while begins:
        step = low_bit(begins)
        begins &= begins - 1
        if holds_at(order, lane, cards, (lead.width, lead.length, rest, loose), step):
            out |= bit(step)
    return out


def _rank_with_bombs(order: Order, lead: Lead, cards: Planes) -> int:
    """By strength (ordinary, triples, then bombs and quads), then ruffs, then the top."""
    lane = order.lane_of(cards)
    if lane not in (lead.lane, TRUMPS):
        return LOSES
    number, ranks = kind(order, lane, cards)
    if number == 0 or (number == 3 and ranks == 1):
        return LOSES
    out = top_bit(order.steps(lane, cards[0]))
    if number > 2:
        out += STRONGER * (number - 2)
    return out + RUFF if lane != lead.lane else out


def _rank_at_jacks(order: Order, lead: Lead, lane: int, cards: Planes) -> int:
    """`last.jack`: trump J, other Js, big joker, small joker, then the led suit by rank.

    A play competes in the led shape, wholly of Js and jokers or wholly of the led suit.
    """
    if lane != lead.lane and cards[0] & ~_jacks_and_jokers(order):
        return LOSES
    if not lead.is_shaped():
        return _jack_rank(order, lane, order.steps(lane, cards[0]), cards)
    begins = _longest_units(order, lead, lane, cards)
    run = bit(lead.length) - 1
    best = LOSES
    while begins:
        here = _jack_rank(order, lane, run << low_bit(begins), cards)
        begins &= begins - 1
        best = max(best, here)
    return best


def _jacks_and_jokers(order: Order) -> int:
    return _all_jacks(order) | bit(BIG_JOKER) | bit(SMALL_JOKER)


def _all_jacks(order: Order) -> int:
    return EVERY_SUIT << order.level


def _jack_rank(order: Order, lane: int, steps: int, cards: Planes) -> int:
    """The rank of the highest card on these steps; Js and jokers rank from 103 down to 100."""
    jacks = _all_jacks(order)
    own = bit(13 * order.trump + order.level) if order.trump >= 0 else jacks
    if order.steps(lane, cards[0] & own) & steps:
        return JACKS + 1
    if order.steps(lane, cards[0] & jacks) & steps:
        return JACKS
    if order.steps(lane, cards[0] & bit(BIG_JOKER)) & steps:
        return JACKS - 1
    if order.steps(lane, cards[0] & bit(SMALL_JOKER)) & steps:
        return JACKS - 2
    return top_bit(steps)
