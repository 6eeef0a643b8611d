"""Whether a lead of several units stands, and what is played if it fails.

Decides `throw.valid`, `throw.failed` and `lead.gapped-run`. A failed throw is not an illegal play:
it is played in part, and may cost points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import Cards
from ..kernel import switches
from ..kernel import throw as kernel
from ..terms import Terms
from .lead import Shape

# How throws are examined and fined, as the kernel numbers it.
THROWS = {"off": 0, "units": kernel.BY_UNITS, "cards": kernel.BY_CARDS}
FINES = {
    "none": switches.NO_FINE,
    "thrown": switches.FINE_THROWN,
    "returned": switches.FINE_RETURNED,
}


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
    order, ruleset, cards = terms.order, terms.ruleset, lead.cards.planes
    beaten = 0
    for hand in others:
        beaten |= kernel.broken(order, lead.lead, cards, hand.planes, THROWS[ruleset.throw])
    if not beaten:
        return Throw(lead.cards, Cards(), 0)
    smallest = ruleset.throw_plays == "smallest_card"
    played = Cards(kernel.forced(order, lead.lead, cards, beaten, smallest))
    fine = kernel.throw_fine(FINES[ruleset.throw_penalty], len(lead.cards), len(played))
    return Throw(played, lead.cards - played, fine)
