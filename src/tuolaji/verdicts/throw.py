"""Whether a lead of several units stands, and what is played if it fails.

Decides `throw.valid`, `throw.failed` and `lead.gapped-run`. A failed throw is not an illegal play:
it is played in part, and may cost points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import Cards
from ..rules import throw as rules
from .lead import Shape
from .terms import Terms


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
    """What becomes of the lead against the other hands, in turn order from the leader on."""
    order, switches, cards = terms.order, terms.switches, lead.cards.planes
    beaten = 0
    for at, hand in enumerate(others, start=1):
        if rules.tests_throw(switches, 0, at):
            beaten |= rules.broken(order, lead.lead, cards, hand.planes, switches.throw)
    if not beaten:
        return Throw(lead.cards, Cards(), 0)
    played = Cards(rules.forced(order, lead.lead, cards, beaten, switches.throw_plays))
    fine = rules.throw_fine(switches.throw_penalty, len(lead.cards), len(played))
    return Throw(played, lead.cards - played, fine)
