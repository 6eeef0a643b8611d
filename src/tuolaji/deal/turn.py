"""What a seat may do now, from its view alone.

`choices(view)` holds every set of cards the seat may lay, whatever the phase, and `action_of` makes
the action of it; so a player needs nothing but `view(deal, seat)`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..cards import NO_TRUMP, SUITS, Cards
from ..cards import planes as masks
from ..cards.planes import FACES, Planes
from ..rules import follow, supply
from ..rules.choices import Choices
from ..rules.friends import friend_refusal, most_copies
from ..rules.refusals import ALLOWED
from ..verdicts import Plays, Shape, leads, plays, read_lead, trick
from ..verdicts.terms import Terms
from .actions import Action, action_in
from .phase import BURY, DRAW, NAME, PARTNER, PLAY
from .view import PublicView, View

_NAMED = (*(f"{suit}A" for suit in SUITS), "XB")  # the cards that stand for the trumps


def terms_of(view: PublicView) -> Terms:
    """Under what a seat plays, as far as it is known: before trump is fixed, none."""
    level = view.level or view.levels[(view.seat or 0) % len(view.levels)]
    return Terms.of(view.ruleset, level, view.trump or NO_TRUMP)


def choices(view: PublicView) -> Plays:
    """Every set of cards the seat may lay now, or name as a friend's; none out of turn.

    Where trump is declared, called, bid or named it may also pass, and after the last trick it can
    do nothing else. A card that stands for its suit names trump, a joker that there is none.
    """
    if not isinstance(view, View) or view.turn != view.seat:
        return Plays([])
    if view.phase == PLAY:
        return _plays(view)
    if view.phase == BURY:
        return Plays([Choices(view.hand.planes, view.ruleset.kitty)])
    if view.phase == PARTNER:
        return Plays([_names(view)])
    if view.phase == NAME:
        return Plays([[Cards.parse(text).planes for text in _NAMED]])
    return Plays([[cards.planes for cards in view.options]])


def _names(view: View) -> list[Planes]:
    """The cards by which a friend may be called now, each as often as its copy's number."""
    terms = terms_of(view)
    taken = {(friend.card.face, friend.copy) for friend in view.friends}
    return [
        masks.copies(face, copy)
        for face in range(FACES)
        if friend_refusal(terms.switches, terms.order, face) == ALLOWED
        for copy in range(1, most_copies(terms.switches) + 1)
        if (face, copy) not in taken
    ]


def _plays(view: View) -> Plays:
    terms = terms_of(view)
    if not view.trick:
        return leads(terms, view.hand)
    lead = read_lead(terms, view.trick[0])
    assert isinstance(lead, Shape)
    return plays(terms, lead, view.hand)


def useful(view: View) -> Cards:
    """The cards of the hand that are part of some legal play; where it is no matter of play, all.

    Of the led suit those that what is owed has room for, and more only if that leaves places.
    """
    if view.phase != PLAY or not view.trick:
        return view.hand
    terms = terms_of(view)
    lead = read_lead(terms, view.trick[0])
    assert isinstance(lead, Shape)
    order, size = terms.order, len(lead.cards)
    held = masks.restrict(view.hand.planes, order.faces(lead.lane))
    if masks.size(held) < size:
        return view.hand
    owed = follow.owes(order, lead.lead, held)
    if supply.owed_size(owed) < size:
        return Cards(held)
    fits = [
        card
        for card in Cards(held)
        if supply.most_kept(order, lead.lead, held, Cards.of([card]).planes, owed) > 0
    ]
    return Cards.of(fits)


def drew_last(view: PublicView) -> int | None:
    """Who drew the last card, while cards are drawn."""
    if view.phase != DRAW or not view.drawn:
        return None
    return (view.first_seat + view.drawn - 1) % view.ruleset.players


def winning(view: PublicView) -> int | None:
    """Who has the trick so far; None where none is under way."""
    if view.leader is None or not view.trick:
        return None
    terms, players = terms_of(view), view.ruleset.players
    lead = read_lead(terms, view.trick[0])
    assert isinstance(lead, Shape)
    seats = [(view.leader + at) % players for at in range(len(view.trick))]
    follows = that_count(view.trick[1:], seats[1:], view.discards)
    last = not view.cards[view.leader]
    return seats[trick(terms, lead, follows, last=last).winner]


def that_count(
    follows: Sequence[Cards], seats: Sequence[int], discards: Collection[int]
) -> list[Cards]:
    """The plays, with nothing in place of one that replaced a wrong one and cannot win."""
    pairs = zip(seats, follows, strict=True)
    return [Cards() if seat in discards else play for seat, play in pairs]


def action_of(view: View, cards: Cards | None) -> Action:
    """What the seat of a view does by laying or naming these cards; None is a pass."""
    return action_in(view.phase, view.seat, cards)
