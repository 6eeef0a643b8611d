"""Who wins a trick and what it is worth.

Decides `trick.winner`, `trick.ruff`, `trick.overruff`, `last.jack` and `score.tricks`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import Cards
from ..rules import trick as rules
from .lead import Shape
from .terms import Terms


@dataclass(frozen=True)
class Trick:
    """The winner, counted from the leader, the points on the cards, and if a J decided it."""

    winner: int
    points: int
    by_jack: bool = False


def trick(terms: Terms, lead: Shape, follows: Sequence[Cards], *, last: bool = False) -> Trick:
    """The outcome of a lead and the plays that followed it, in turn order."""
    order, led = terms.order, lead.lead
    at_jacks = rules.ranks_jacks(terms.switches, order.level, last)
    best = rules.lead_rank(order, led, lead.cards.planes, at_jacks)
    points, standing = lead.cards.points, lead.cards.planes
    winner = 0
    for at, play in enumerate(follows, start=1):
        points += play.points
        if not play:
            continue
        better = rules.best_after(order, led, best, standing, play.planes, at_jacks)
        if better != best:
            best, standing, winner = better, play.planes, at
    return Trick(winner, points, rules.won_by_jack(best, at_jacks))
