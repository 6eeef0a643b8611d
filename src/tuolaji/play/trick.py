"""Who wins a trick and what it is worth.

Decides `trick.winner`, `trick.ruff`, `trick.overruff`, `last.jack` and `score.tricks`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import Cards
from ..kernel import trick as kernel
from ..terms import Terms
from .lead import Shape


@dataclass(frozen=True)
class Trick:
    """The winner, counted from the leader, the points on the cards, and if a J decided it."""

    winner: int
    points: int
    by_jack: bool = False


def trick(terms: Terms, lead: Shape, follows: Sequence[Cards], *, last: bool = False) -> Trick:
    """The outcome of a lead and the plays that followed it, in turn order."""
    plays = [lead.cards.planes, *(play.planes for play in follows)]
    points = lead.cards.points + sum(play.points for play in follows)
    if terms.ruleset.bombs:
        return Trick(kernel.winner_with_bombs(terms.order, plays), points)
    if last and terms.ruleset.jack_rules and terms.level == "J":
        winner, by_jack = kernel.winner_at_jacks(terms.order, plays, lead.lengths)
        return Trick(winner, points, by_jack)
    return Trick(kernel.winner(terms.order, plays, lead.lengths), points)
