"""What a lead consists of, and whether it is a lead at all.

Decides `lead.shapes`, `throw.forbidden` and what counts as one `lead.gapped-run`. Whether a lead
of several units stands against the other hands is decided in `throw.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..cards import Cards
from ..kernel import bombs, runs
from ..kernel import planes as masks
from ..kernel.order import MIXED, Order
from ..kernel.planes import Planes
from ..rulings import Ruling
from ..terms import Terms


@dataclass(frozen=True)
class Unit:
    """A part of a lead that is compared as one: length in pairs (0 a single), and its top step."""

    cards: Cards
    length: int
    top: int


@dataclass(frozen=True)
class Shape:
    """A legal lead: its cards, the lane they belong to, and its units, longest first."""

    cards: Cards
    lane: int
    units: tuple[Unit, ...]
    gapped: bool = False
    kind: bombs.Kind = bombs.NOTHING

    @property
    def lengths(self) -> tuple[int, ...]:
        """The lengths of the units in pairs, longest first."""
        return tuple(unit.length for unit in self.units)


def read_lead(terms: Terms, cards: Cards) -> Shape | Ruling:
    """The shape of a lead, or why these cards, one or more, cannot be led."""
    if not cards:
        raise ValueError("a lead has at least one card")
    order, ruleset = terms.order, terms.ruleset
    lane = order.lane_of(cards.planes)
    if lane == MIXED:
        return Ruling("lead.shapes", "suits", {"cards": cards})
    if ruleset.bombs:
        return _read_one_unit(terms, lane, cards)
    units = name_units(order, lane, cards.planes)
    if len(units) == 1:
        return Shape(cards, lane, units)
    if ruleset.gapped_runs and units[-1].length:
        pairs = sum(unit.length for unit in units)
        whole = Unit(cards, pairs, max(unit.top for unit in units))
        return Shape(cards, lane, (whole,), gapped=True)
    if ruleset.throw == "off":
        return Ruling("throw.forbidden", facts={"cards": cards})
    return Shape(cards, lane, units)


def _read_one_unit(terms: Terms, lane: int, cards: Cards) -> Shape | Ruling:
    """The shape of a lead where only single units are led."""
    kind = bombs.unit(terms.order, lane, cards.planes)
    if kind == (3, 1):
        return Ruling("lead.shapes", "triple", {"cards": cards})
    if kind == bombs.NOTHING:
        return Ruling("throw.forbidden", facts={"cards": cards})
    top = terms.order.steps(lane, cards.planes[0]).bit_length() - 1
    return Shape(cards, lane, (Unit(cards, len(cards) // 2, top),), kind=kind)


def name_units(order: Order, lane: int, cards: Planes) -> tuple[Unit, ...]:
    """The units of a lane with their cards: longest first, then highest, then S H C D."""
    out = []
    for length, top in runs.units(order, lane, cards):
        taken = masks.EMPTY
        for step in range(top, top - max(length, 1), -1):
            taken = masks.add(taken, first_at(order, lane, step, cards, 2 if length else 1))
        cards = masks.sub(cards, taken)
        out.append(Unit(Cards(taken), length, top))
    return tuple(out)


def first_at(order: Order, lane: int, step: int, cards: Planes, number: int) -> Planes:
    """That many copies of the first face, in S H C D order, that has them on a step."""
    faces = cards[number - 1] & order.faces_at(lane, step)
    return masks.copies((faces & -faces).bit_length() - 1, number)
