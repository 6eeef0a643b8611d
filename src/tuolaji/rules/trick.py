"""Who wins a trick.

Decides `trick.winner`, `trick.ruff`, `trick.overruff`, `last.jack`, and, for rulesets with
bombs, which kind of unit beats which. Every play has a rank against the lead; plays are compared
in turn with the best so far, and an equal one never beats an earlier one.
"""

from __future__ import annotations

from ..cards.bits import bit, low_bit, top_bit
from ..cards.planes import BIG_JOKER, SMALL_JOKER, Planes, sub
from .follow import LENGTH, holds, lowest_unit
from .order import EVERY_SUIT, TRUMPS, Order
from .switches import Switches
from .units import BITS, Lead, kind, starts

LOSES = -1
RUFF = 64  # above every step
STRONGER = 128  # above every ruff
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


def best_after(order: Order, lead: Lead, best: int, cards: Planes, at_jacks: int) -> int:
    """The best rank after one more play: that of the play, if it beats the others."""
    mine = rank(order, lead, cards, at_jacks)
    return mine if beats(lead, mine, best) else best


def won_by_jack(best: int, at_jacks: int) -> bool:
    """Whether a J decides the trick with this best rank."""
    return at_jacks != 0 and best >= JACKS


def _top_of_one_unit(order: Order, lead: Lead, cards: Planes) -> int:
    """The top step of a play of the led lane that is the led unit, or LOSES."""
    if lead.units > 1:
        return LOSES
    if lead.singles:
        return top_bit(order.steps(lead.lane, cards[0]))
    length = lead.size // 2
    begins = starts(order.steps(lead.lane, cards[1]), length)
    return top_bit(begins) + length - 1 if begins else LOSES


def _split_top(order: Order, lead: Lead, cards: Planes) -> int:
    """The best top that a ruff can give its longest unit when split as led, or LOSES."""
    if not lead.lengths and not lead.pairs:
        return top_bit(order.steps(TRUMPS, cards[0]))
    begins = _longest_units(order, lead, TRUMPS, cards)
    return top_bit(begins) + _longest_led(lead) - 1 if begins else LOSES


def _longest_led(lead: Lead) -> int:
    """The length of the longest led unit that is no single."""
    return lead.lengths & LENGTH if lead.lengths else 1


def _longest_units(order: Order, lead: Lead, lane: int, cards: Planes) -> int:
    """Every step on which the longest unit can begin so that the others fit too."""
    length = _longest_led(lead)
    rest = lead.lengths >> BITS
    pairs = lead.pairs if lead.lengths else lead.pairs - 1
    begins = starts(order.steps(lane, cards[1]), length)
    if not rest and not pairs:
        return begins
    out = 0
    while begins:
        step = low_bit(begins)
        begins &= begins - 1
        left = sub(cards, lowest_unit(order, lane, cards, 2, step, length))
        if holds(order, lane, left, rest, pairs):
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
    if not lead.lengths and not lead.pairs:
        return _jack_rank(order, lane, order.steps(lane, cards[0]), cards)
    begins = _longest_units(order, lead, lane, cards)
    run = bit(_longest_led(lead)) - 1
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
