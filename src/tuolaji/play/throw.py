"""Whether a lead of several units stands, and what is played if it fails.

Decides `throw.valid`, `throw.failed` and `lead.gapped-run`. A failed throw is not an illegal play:
it is played in part, and may cost points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import Cards
from ..kernel import throw as kernel
from ..terms import Terms
from .lead import Shape, Unit, first_at, name_units


@dataclass(frozen=True)
class Throw:
    """What becomes of a lead: the cards played, those taken back, and the penalty points."""

    played: Cards
    returned: Cards
    penalty: int

    @property
    def stands(self) -> bool:
        """Whether all of it is played."""
        return not self.returned


def throw(terms: Terms, lead: Shape, others: Sequence[Cards]) -> Throw:
    """What becomes of the lead against the other hands."""
    played = lead.cards
    if lead.gapped:
        gap = any(
            kernel.fills_gap(terms.order, lead.lane, h.planes, lead.cards.planes) for h in others
        )
        if gap:
            played = _smallest(list(_pairs(terms, lead))).cards
    elif len(lead.units) > 1:
        beaten = [unit for unit in lead.units if _beaten(terms, lead, unit, others)]
        if beaten:
            played = _failed(terms, lead, beaten)
    returned = lead.cards - played
    return Throw(played, returned, _penalty(terms, lead, returned))


def _beaten(terms: Terms, lead: Shape, unit: Unit, others: Sequence[Cards]) -> bool:
    """Whether another hand can beat a unit, or, card by card, any card of it."""
    order, lane = terms.order, lead.lane
    if terms.ruleset.throw == "cards":
        steps = order.steps(lane, unit.cards.planes[0])
        lowest = (steps & -steps).bit_length() - 1
        return any(kernel.beats_unit(order, lane, hand.planes, 0, lowest) for hand in others)
    return any(
        kernel.beats_unit(order, lane, hand.planes, unit.length, unit.top) for hand in others
    )


def _failed(terms: Terms, lead: Shape, beaten: list[Unit]) -> Cards:
    """What is played of a throw some units of which are beaten."""
    if terms.ruleset.throw_plays == "smallest_unit":
        return _smallest(beaten).cards
    steps = terms.order.steps(lead.lane, lead.cards.planes[0])
    lowest = (steps & -steps).bit_length() - 1
    return Cards(first_at(terms.order, lead.lane, lowest, lead.cards.planes, 1))


def _smallest(units: list[Unit]) -> Unit:
    """The unit with the lowest top; of equals the one of fewer cards, then the first by suit."""
    return min(units, key=lambda unit: (unit.top, len(unit.cards), unit.cards.planes[0]))


def _pairs(terms: Terms, lead: Shape) -> list[Unit]:
    """The pairs of a gapped run, each as a unit of its own."""
    out = []
    for unit in name_units(terms.order, lead.lane, lead.cards.planes):
        for step in range(unit.top, unit.top - unit.length, -1):
            pair = first_at(terms.order, lead.lane, step, unit.cards.planes, 2)
            out.append(Unit(Cards(pair), 1, step))
    return out


def _penalty(terms: Terms, lead: Shape, returned: Cards) -> int:
    if not returned or terms.ruleset.throw_penalty == "none":
        return 0
    counted = lead.cards if terms.ruleset.throw_penalty == "thrown" else returned
    return 10 * len(counted)
