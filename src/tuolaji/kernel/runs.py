"""Pairs and tractors as runs of ones in masks of steps.

The pairs of a lane are *layers*: layer k is the mask of the steps with more than k pairs (two
decks have a second layer only where several equal level cards share a step). Taking the
longest tractors first always ends in the maximal runs of all layers, so `units` needs no
search. Decides the units of `lead.shapes`, without the names of the cards.
"""

from __future__ import annotations

from .order import TRUMPS, Order
from .planes import Planes

Layers = tuple[int, ...]


def pair_layers(order: Order, lane: int, cards: Planes) -> Layers:
    """The pairs of one lane as layers of steps; () if there is none."""
    p2 = cards[1] & order.faces[lane]
    p4 = cards[3] & order.faces[lane]
    if not p2:
        return ()
    counts: dict[int, int] = {}
    if lane == TRUMPS:
        for group, step in order.shared_steps:
            number = (p2 & group).bit_count() + (p4 & group).bit_count()
            if number > 1:
                counts[step] = number
            p4 &= ~group
    layers = [order.steps(lane, p2)]
    second = order.steps(lane, p4)
    if second:
        layers.append(second)
    for step, number in counts.items():
        for k in range(1, number):
            if k == len(layers):
                layers.append(0)
            layers[k] |= 1 << step
    return tuple(layers)


def runs(mask: int) -> list[tuple[int, int]]:
    """(length, top step) of the maximal runs of ones, highest first."""
    out = []
    while mask:
        top = mask.bit_length() - 1
        bottom = (~mask & (1 << top) - 1).bit_length()
        out.append((top - bottom + 1, top))
        mask &= (1 << bottom) - 1
    return out


def starts(mask: int, length: int) -> int:
    """The steps at which a run of that many ones begins (its lowest step)."""
    for _ in range(length - 1):
        mask &= mask >> 1
    return mask


def total(layers: Layers) -> int:
    """The number of pairs."""
    number = 0
    for layer in layers:
        number += layer.bit_count()
    return number


def longest(layers: Layers) -> int:
    """The length of the longest tractor, 1 for pairs alone, 0 for none."""
    mask = layers[0] if layers else 0
    length = 0
    while mask:
        mask &= mask >> 1
        length += 1
    return length


def remove(layers: Layers, taken: int) -> Layers:
    """The layers without one pair of each step in the mask."""
    out = []
    for layer in reversed(layers):
        here = layer & taken
        taken ^= here
        if layer ^ here:
            out.append(layer ^ here)
    out.reverse()
    return tuple(out)


def units(order: Order, lane: int, cards: Planes) -> list[tuple[int, int]]:
    """(length in pairs, top step) of every unit of the lane: longest first, then highest.

    A single has length 0.
    """
    out = []
    for layer in pair_layers(order, lane, cards):
        out += runs(layer)
    odd = (cards[0] & ~cards[1] | cards[2] & ~cards[3]) & order.faces[lane]
    while odd:
        face = odd.bit_length() - 1
        odd ^= 1 << face
        out.append((0, order.step[face]))
    out.sort(reverse=True)
    return out
