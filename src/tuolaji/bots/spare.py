"""Which of two cards is given away: the lower one, where a trick is not won and no points differ.

A taught policy is told nothing by its lessons about cards that hardly ever matter, and gives ♦Q
away as readily as ♦4. The higher card is worth more in a later trick, so it is kept.
"""

from __future__ import annotations

from ..cards.planes import Planes, add, copies, count, points, sub
from ..engine.state import State
from ..rules.follow import follows
from ..rules.trick import beats, rank
from .table import faces_of
from .thoughts import Thought


def spared(deal: State, cards: Planes) -> Planes:
    """The play of the seat to move, without higher single cards than it needs.

    A play that wins so far, points and pairs stay as they are.
    """
    if not deal.in_trick or _wins(deal, cards):
        return cards
    hand, order = deal.hand(deal.turn), deal.order
    for high in sorted(faces_of(cards), key=order.step, reverse=True):
        if count(cards, high) != 1 or points(copies(high, 1)):
            continue
        lower = [
            face
            for face in faces_of(hand)
            if order.lane(face) == order.lane(high)
            and order.step(face) < order.step(high)
            and count(hand, face) == 1
            and not count(cards, face)
            and not points(copies(face, 1))
        ]
        for low in sorted(lower, key=order.step):
            other = add(sub(cards, copies(high, 1)), copies(low, 1))
            if follows(order, deal.lead, hand, other):
                cards = other
                break
    return cards


def all_spared(deal: State, found: list[Thought]) -> list[Thought]:
    """The same thoughts without higher cards than they need; those that become one are one."""
    kept: dict[Planes, Thought] = {}
    for one in found:
        cards = spared(deal, one.cards)
        kept.setdefault(cards, Thought(one.behind, cards))
    return list(kept.values())


def _wins(deal: State, cards: Planes) -> bool:
    """Whether a play would have the trick for now."""
    return beats(deal.lead, rank(deal.order, deal.lead, cards, deal.at_jacks), deal.best)
