"""Whether another hand breaks a lead of several units.

Decides `throw.valid` and `lead.gapped-run`. Only cards of the led lane count, in
any other hand; equal is not beaten.
"""

from __future__ import annotations

from .order import Order
from .planes import Planes
from .runs import starts


def beats_unit(order: Order, lane: int, hand: Planes, length: int, top: int) -> bool:
    """Whether the hand holds a higher unit of that length (in pairs; 0 a single)."""
    if length == 0:
        return order.steps(lane, hand[0]) >> top + 1 != 0
    begins = starts(order.steps(lane, hand[1]), length)
    return begins >> (top + 2 - length) != 0


def fills_gap(order: Order, lane: int, hand: Planes, led: Planes) -> bool:
    """Whether the hand holds a pair on a step between the led pairs, the led ones aside."""
    steps = order.steps(lane, led[0])
    lowest = steps & -steps
    between = (1 << steps.bit_length() - 1) - lowest & ~steps
    return order.steps(lane, hand[1]) & between != 0
