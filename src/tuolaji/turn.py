"""What a seat may do now, from its view alone.

`choices(view)` holds every set of cards the seat may lay, whatever the phase, and `action_of` makes
the action of it; so a player needs nothing but `view(deal, seat)`.
"""

from __future__ import annotations

from .actions import Action, Bury, Declare, NamePartner, NameTrump, Pass, Play
from .cards import NO_TRUMP, SUITS, Card, Cards
from .kernel import follow
from .kernel import planes as masks
from .kernel.planes import FACES
from .kernel.plays import Choices
from .phases.state import BURY, NAME, PARTNER, PLAY
from .play import Plays, Shape, leads, plays, read_lead
from .ruleset import Ruleset
from .terms import Terms
from .view import View


def terms_of(view: View) -> Terms:
    """Under what a seat plays, as far as it is known: before trump is fixed, none."""
    levels = view["levels"]
    level = view["level"] or levels[(view["seat"] or 0) % len(levels)]
    return Terms.of(Ruleset.parse(view["ruleset"]), level, view["trump"] or NO_TRUMP)


def choices(view: View) -> Plays:
    """Every set of cards the seat may lay now, or name as its partner's; none out of turn.

    Where trump is declared, called, bid or named it may also pass, and after the last trick it can
    do nothing else. A card that stands for its suit names trump, a joker that there is none.
    """
    phase = view["phase"]
    if view["seat"] is None or view["turn"] != view["seat"]:
        return Plays([])
    hand = Cards.parse(view["hand"])
    if phase == PLAY:
        return _plays(view, hand)
    if phase == BURY:
        return Plays([Choices(hand.planes, Ruleset.parse(view["ruleset"]).kitty)])
    if phase == PARTNER:
        return Plays([[Cards.of([Card(face)]).planes for face in range(FACES)]])
    named = [*(f"{suit}A" for suit in SUITS), "XB"]
    texts = named if phase == NAME else view["options"]
    return Plays([[Cards.parse(text).planes for text in texts]])


def _plays(view: View, hand: Cards) -> Plays:
    terms = terms_of(view)
    if not view["trick"]:
        return leads(terms, hand)
    lead = read_lead(terms, Cards.parse(view["trick"][0]))
    assert isinstance(lead, Shape)
    return plays(terms, lead, hand)


def useful(view: View) -> Cards:
    """The cards of the hand that are part of some legal play; where it is no matter of play, all.

    Of the led suit those that what is owed has room for, and more only if that leaves places.
    """
    hand = Cards.parse(view["hand"])
    if view["phase"] != PLAY or not view["trick"]:
        return hand
    terms = terms_of(view)
    lead = read_lead(terms, Cards.parse(view["trick"][0]))
    assert isinstance(lead, Shape)
    order, size = terms.order, len(lead.cards)
    held = masks.restrict(hand.planes, order.faces(lead.lane))
    if masks.size(held) < size:
        return hand
    owed = follow.owes(order, lead.lead, held)
    if follow.owed_size(owed) < size:
        return Cards(held)
    fits = [
        card
        for card in Cards(held)
        if follow.most_kept(order, lead.lead, held, Cards.of([card]).planes, owed) > 0
    ]
    return Cards.of(fits)


def action_of(view: View, cards: Cards | None) -> Action:
    """What the seat does by laying or naming these cards; None is a pass."""
    seat, phase = view["seat"], view["phase"]
    if cards is None:
        return Pass(seat)
    if phase == PARTNER:
        (card,) = cards
        return NamePartner(seat, card)
    if phase == NAME:
        (suit,) = {card.suit for card in cards}
        return NameTrump(seat, suit if suit in SUITS else NO_TRUMP)
    if phase == BURY:
        return Bury(seat, cards)
    return Play(seat, cards) if phase == PLAY else Declare(seat, cards)
