"""Laying down the rest: when it is decided, by what the seat itself can know.

A seat that leads may lay its hand down when nothing the others hold could matter: its hand is one
last lead, so that all others play what they have left; or every card it holds is at least as high
as all unseen cards of that suit, and it can draw every unseen trump first. Then its side wins all
tricks, and every point with them, whoever holds what.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ..cards import Cards
from ..cards.planes import restrict
from ..rules.order import TRUMPS
from ..ruleset import Ruleset
from ..verdicts import Shape, read_lead
from ..verdicts.ruling import Ruling
from ..verdicts.terms import Terms
from .actions import Play
from .clock import out_of_time
from .events import Event, Played, TakenBack
from .phase import PLAY
from .setup import full_deck
from .turn import terms_of
from .value import Deal
from .view import View


def played_cards(events: Iterable[Event], before: Cards = Cards()) -> Cards:  # noqa: B008  (a value)
    """All cards that lie played after these events; before: those that did already."""
    for event in events:
        if isinstance(event, Played):
            before += event.cards
        elif isinstance(event, TakenBack):
            before -= event.cards
    return before


def unseen(view: View, played: Cards) -> Cards:
    """The cards that were not played, that the seat does not hold and did not bury in sight."""
    return _all_cards(view.ruleset) - (played + view.hand + (view.kitty or Cards()))


@lru_cache
def _all_cards(ruleset: Ruleset) -> Cards:
    return Cards.of(full_deck(ruleset))


def sure_leads(view: View, hidden: Cards) -> list[Cards] | None:
    """The leads that lay the hand down, in order; None while the rest is not decided."""
    if view.phase != PLAY or view.turn != view.seat or view.trick:
        return None
    terms, hand = terms_of(view), view.hand
    if terms.ruleset.enforcement == "referee":
        return None
    shape = read_lead(terms, hand)
    if isinstance(shape, Shape) and len(shape.units) == 1 and not shape.lead.gapped:
        return [hand]
    mine, theirs = _lanes(terms, hand), _lanes(terms, hidden)
    if len(theirs[TRUMPS]) > len(mine[TRUMPS]) and any(mine[:TRUMPS]):
        return None
    if not all(_on_top(terms, a, b) for a, b in zip(mine, theirs, strict=True)):
        return None
    plain = sorted(mine[:TRUMPS], key=len)
    return [lead for cards in (mine[TRUMPS], *plain) for lead in _leads(terms, cards)]


def _lanes(terms: Terms, cards: Cards) -> list[Cards]:
    return [Cards(restrict(cards.planes, terms.order.faces(lane))) for lane in range(TRUMPS + 1)]


def _on_top(terms: Terms, mine: Cards, theirs: Cards) -> bool:
    """Whether no card of theirs is higher than any of mine."""
    step = terms.order.step
    highest = max((step(card.face) for card in theirs), default=-1)
    return all(step(card.face) >= highest for card in mine)


def _leads(terms: Terms, cards: Cards) -> list[Cards]:
    """All cards of a suit at once where the rules have throws, else one by one."""
    if not cards:
        return []
    if terms.ruleset.throw != "off" and not isinstance(read_lead(terms, cards), Ruling):
        return [cards]
    return [Cards.of([card]) for card in cards]


def laid_down(deal: Deal, seat: int, leads: list[Cards]) -> list[Play]:
    """Every action till the end: the leads, and what the others have to give."""
    actions: list[Play] = []
    for lead in leads:
        action = Play(seat, lead)
        while True:
            actions.append(action)
            deal, _ = deal.apply(action)
            if deal.phase != PLAY or not deal.trick:
                break
            given = out_of_time(deal)
            assert isinstance(given, Play)
            action = given
    return actions
