"""What a play need not give away: the higher of two cards, and cards of a throw that must fail.

A taught policy has learnt nothing about cards that hardly ever matter: it gives ♦Q away as readily
as ♦4, and throws what cannot stand, since where nothing is paid for it the same card is played. The
higher card is worth more in a later trick, and nobody need see what goes back to the hand.
"""

from __future__ import annotations

from collections.abc import Callable

from ..cards import Cards
from ..cards.planes import Planes, add, copies, count, points, restrict, size, sub
from ..engine.state import State
from ..rules.follow import follows
from ..rules.trick import beats, rank
from ..verdicts.lead import Shape, read_lead
from .counting import Known
from .table import faces_of
from .thoughts import Thought


def spared(deal: State, cards: Planes) -> Planes:
    """A follow of the seat to move without higher single cards than it needs.

    A play that wins so far, points and pairs stay as they are.
    """
    if _wins(deal, cards):
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


def kept_back(known: Known, cards: Planes) -> Planes:
    """A lead as it would come to be played: a throw whose lowest card is beaten for certain is not.

    That is so when more higher cards are unseen than can lie in the kitty.
    """
    shape, rules = read_lead(known.terms, Cards(cards)), known.terms.ruleset
    if not isinstance(shape, Shape) or len(shape.units) < 2:
        return cards
    if (rules.throw_tested, rules.throw_plays) != ("others", "smallest_unit"):
        return cards
    order = known.terms.order
    low = min(faces_of(cards), key=order.step)
    higher = restrict(known.out, order.above(shape.lane, order.step(low)))
    view = known.view
    hidden = known.total - sum(view.cards) + view.cards[known.seat]
    alone = any(unit.cards.planes == copies(low, 1) for unit in shape.units)
    return copies(low, 1) if alone and size(higher) > hidden else cards


def distinct(found: list[Thought], given: Callable[[Planes], Planes]) -> list[Thought]:
    """Thoughts with what is given for their cards; those that become one are one."""
    kept: dict[Planes, Thought] = {}
    for one in found:
        cards = given(one.cards)
        kept.setdefault(cards, Thought(one.behind, cards))
    return list(kept.values())


def _wins(deal: State, cards: Planes) -> bool:
    """Whether a play would have the trick for now."""
    return beats(deal.lead, rank(deal.order, deal.lead, cards, deal.at_jacks), deal.best)
