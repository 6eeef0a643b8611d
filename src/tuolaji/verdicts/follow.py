"""Whether a play follows the lead as it must.

Decides `follow.suit`, `follow.pair`, `follow.tuple`, `follow.tractor`, `follow.throw` and
`follow.bomb` by one definition: as many cards of the led suit as possible, and among them as much
structure as the hand can supply.
"""

from __future__ import annotations

from ..cards import Cards
from ..cards import planes as masks
from ..cards.planes import Planes
from ..rules import follow as rules
from .lead import Shape
from .ruling import Fact, Ruling
from .terms import Terms


def check_follow(terms: Terms, lead: Shape, hand: Cards, play: Cards) -> Ruling | None:
    """Why a play from this hand does not follow the lead, or None if it does.

    The play must come from the hand and have as many cards as were led: else ValueError.
    """
    if not play <= hand or len(play) != len(lead.cards):
        raise ValueError(f"{play} is not {len(lead.cards)} cards out of {hand}")
    suit = terms.order.faces(lead.lane)
    held = masks.restrict(hand.planes, suit)
    given = masks.restrict(play.planes, suit)
    size = len(lead.cards)
    if masks.size(given) < min(size, masks.size(held)):
        owed = _filled(terms, lead, held, given)
        return _ruling(terms, lead, "follow.suit", owed)
    if masks.size(held) <= size or rules.follows(terms.order, lead.lead, held, given):
        return None
    owed = rules.concrete(terms.order, lead.lead, held)
    return _ruling(terms, lead, structure_rule(lead), owed)


def structure_rule(lead: Shape) -> str:
    """The rule that asks for structure in answer to this lead."""
    if lead.is_bomb:
        return "follow.bomb"
    if len(lead.units) > 1:
        return "follow.throw"
    if lead.lead.length > 1:
        return "follow.tractor"
    return "follow.tuple" if lead.lead.width > 2 else "follow.pair"


def _filled(terms: Terms, lead: Shape, held: Planes, given: Planes) -> Planes:
    """One legal choice of led-suit cards, the ones already given kept where they fit."""
    size = min(len(lead.cards), masks.size(held))
    if size == masks.size(held):
        return held
    chosen = rules.concrete(terms.order, lead.lead, held)
    left = masks.sub(held, chosen)
    spare = [card.face for card in Cards(left)]
    spare.sort(key=lambda face: (not given[0] >> face & 1, terms.order.step(face)))
    for face in spare[: size - masks.size(chosen)]:
        chosen = masks.add(chosen, masks.copies(face, 1))
    return chosen


def _ruling(terms: Terms, lead: Shape, rule: str, owed: Planes) -> Ruling:
    cards = Cards(owed)
    facts: dict[str, Fact] = {"lead": lead.cards, "owed": cards, "suit": terms.suit_name(lead.lane)}
    return Ruling(rule, facts=facts, owed=cards)
