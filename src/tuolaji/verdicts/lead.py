"""What a lead consists of, and whether it is a lead at all.

Decides `lead.shapes`, `throw.forbidden` and what counts as one `lead.gapped-run`. Whether a lead
of several units stands against the other hands is decided in `throw.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..cards import Cards
from ..cards import planes as masks
from ..cards.planes import Planes
from ..lazy import lazy
from ..rules import units as rules
from ..rules.order import Order
from ..rules.units import Lead
from .ruling import Ruling
from .terms import Terms


@dataclass(frozen=True)
class Unit:
    """A part of a lead that is compared as one: length in pairs (0 a single), and its top step."""

    cards: Cards
    length: int
    top: int


@dataclass(frozen=True)
class Shape:
    """A legal lead under some terms; lead: the same as the rules have it."""

    terms: Terms
    cards: Cards
    lead: Lead = field(repr=False, compare=False)

    @property
    def lane(self) -> int:
        """The lane its cards belong to."""
        return self.lead.lane

    @lazy
    def units(self) -> tuple[Unit, ...]:
        """Its units, longest first."""
        if self.lead.units == 1:
            return (Unit(self.cards, self.lead.size // 2, self.lead.top),)
        return name_units(self.terms.order, self.lead.lane, self.cards.planes)

    @property
    def is_bomb(self) -> bool:
        """Whether it is four identical cards that count as a bomb."""
        return self.lead.number == 4 and self.lead.ranks == 1


_REFUSED = {
    rules.MIXED_SUITS: ("lead.shapes", "suits"),
    rules.LONE_TRIPLE: ("lead.shapes", "triple"),
    rules.FORBIDDEN: ("throw.forbidden", ""),
}


def read_lead(terms: Terms, cards: Cards) -> Shape | Ruling:
    """The shape of a lead, or why these cards, one or more, cannot be led."""
    if not cards:
        raise ValueError("a lead has at least one card")
    order, switches = terms.order, terms.switches
    lead = Lead()
    refusal = lead.read(order, cards.planes, switches)
    if refusal:
        rule, case = _REFUSED[refusal]
        return Ruling(rule, case, {"cards": cards})
    return Shape(terms, cards, lead)


def name_units(order: Order, lane: int, cards: Planes) -> tuple[Unit, ...]:
    """The units of a lane with their cards: longest first, then highest, then S H C D."""
    out = []
    while cards[0]:
        unit = rules.next_unit(order, lane, cards)
        cards = masks.sub(cards, unit)
        top = rules.unit_top(order, lane, unit)
        out.append(Unit(Cards(unit), masks.size(unit) // 2, top))
    return tuple(out)
