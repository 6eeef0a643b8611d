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
from .lead import Shape


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
    how = kernel.BY_CARDS if ruleset.throw == "cards" else kernel.BY_UNITS
    beaten = 0
    for hand in others:
        beaten |= kernel.broken(order, lead.lead, cards, hand.planes, how)
    if not beaten:
        return Throw(lead.cards, Cards(), 0)
    smallest = ruleset.throw_plays == "smallest_card"
    played = Cards(kernel.forced(order, lead.lead, cards, beaten, smallest))
    returned = lead.cards - played
    return Throw(played, returned, _penalty(terms, lead, returned))


def _penalty(terms: Terms, lead: Shape, returned: Cards) -> int:
    if not returned or terms.ruleset.throw_penalty == "none":
        return 0
    counted = lead.cards if terms.ruleset.throw_penalty == "thrown" else returned
    return 10 * len(counted)
