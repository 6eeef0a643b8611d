"""Whether a lead of several units stands, and what is played if it fails.

Decides `throw.valid`, `throw.failed` and `lead.gapped-run`. Only cards of the led lane count, in
any hand it is tested against (`throw_tested`); equal is not beaten. The units of a throw are
numbered as `next_unit` takes them.
"""

from __future__ import annotations

from ..cards.bits import bit, low_bit, popcount, top_bit
from ..cards.planes import EMPTY, Planes, plane, size, sub
from .order import Order
from .switches import BY_CARDS, FINE_THROWN, NO_FINE, TEST_OPPONENTS, Switches
from .units import Lead, first_at, next_unit, starts


def tests_throw(switches: Switches, leader: int, seat: int) -> bool:
    """Whether a throw is tested against the hand of a seat (`throw_tested`)."""
    return switches.throw_tested != TEST_OPPONENTS or not switches.same_side(leader, seat)


def broken(order: Order, lead: Lead, cards: Planes, hand: Planes, throws: int) -> int:
    """The units of the lead that another hand beats, as a mask; 0 if it stands.

    A gapped run is broken as a whole (1) by a pair in one of its gaps.
    """
    if lead.gapped:
        return 1 if _fills_gap(order, lead.lane, hand, cards) else 0
    if lead.units < 2 or not hand[0] & order.faces(lead.lane):
        return 0
    out = 0
    number = 0
    while cards[0]:
        unit = next_unit(order, lead.lane, cards)
        cards = sub(cards, unit)
        if _beats_unit(order, lead.lane, hand, unit, throws):
            out |= bit(number)
        number += 1
    return out


def _beats_unit(order: Order, lane: int, hand: Planes, unit: Planes, throws: int) -> bool:
    """Whether the hand beats a unit, or, card by card, its lowest card."""
    steps = order.steps(lane, unit[0])
    if not unit[1] or throws == BY_CARDS:
        return order.steps(lane, hand[0]) >> low_bit(steps) + 1 != 0
    length = popcount(unit[0])
    begins = starts(order.steps(lane, plane(hand, size(unit) // length)), length)
    return begins >> low_bit(steps) + 1 != 0


def _fills_gap(order: Order, lane: int, hand: Planes, led: Planes) -> bool:
    """Whether the hand holds a pair on a step between the led pairs, the led ones aside."""
    steps = order.steps(lane, led[0])
    between = bit(top_bit(steps)) - (steps & -steps) & ~steps
    return order.steps(lane, hand[1]) & between != 0


def forced(order: Order, lead: Lead, cards: Planes, beaten: int, smallest_card: int) -> Planes:
    """What is played of a broken lead; beaten: the mask of its beaten units.

    The beaten unit with the lowest top, of equals the one of fewer cards, then the first by suit;
    or the smallest card of all.
    """
    if lead.gapped:
        return first_at(order, lead.lane, low_bit(order.steps(lead.lane, cards[0])), cards, 2)
    if smallest_card:
        return first_at(order, lead.lane, low_bit(order.steps(lead.lane, cards[0])), cards, 1)
    best = EMPTY
    lowest = 64
    number = 0
    while cards[0]:
        unit = next_unit(order, lead.lane, cards)
        cards = sub(cards, unit)
        if beaten >> number & 1:
            top = top_bit(order.steps(lead.lane, unit[0]))
            if top < lowest or (top == lowest and _goes_first(unit, best)):
                best, lowest = unit, top
        number += 1
    return best


def throw_fine(fine: int, thrown: int, played: int) -> int:
    """The points a broken lead costs, by the numbers of cards that were led and are played."""
    if fine == NO_FINE:
        return 0
    return 10 * (thrown if fine == FINE_THROWN else thrown - played)


def _goes_first(a: Planes, b: Planes) -> bool:
    """Whether a has fewer cards than b, or as many and comes first by suit."""
    if size(a) != size(b):
        return size(a) < size(b)
    return a[0] < b[0]
