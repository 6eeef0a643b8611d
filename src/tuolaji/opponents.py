"""Simple players: legal, quick and plain, the same for the same random generator.

`choose(view, plays, rng)` gives an action for every phase from what the seat itself may see
(`view(deal, seat)`) and its own legal plays; hidden cards never reach it. Leads and follows are
weighed one by one among a few dozen legal ones; nothing is counted or remembered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .actions import Action, Bury, Declare, NamePartner, NameTrump, Pass, Play
from .cards import NO_TRUMP, RANKS, SUITS, Card, Cards
from .kernel.order import TRUMPS
from .phases.state import BURY, CALL, CHANGE, COUNT, DRAW, NAME, PARTNER
from .play import Plays, Shape, read_lead, trick
from .play.lead import Unit, name_units
from .ruleset import Ruleset
from .terms import Terms
from .view import View

if TYPE_CHECKING:
    from random import Random

_MOST_LISTED = 150
_DRAWN = 40


def choose(view: View, plays: Plays | None, rng: Random) -> Action:
    """What the seat of the view does now; plays: its legal plays while cards are played."""
    seat: int = view["seat"]
    phase = view["phase"]
    if phase in (DRAW, CALL, CHANGE):
        return _declare(view, rng)
    if phase == COUNT:
        return Pass(seat)
    if phase == NAME:
        hand = [card.suit for card in Cards.parse(view["hand"])]
        return NameTrump(seat, max(SUITS, key=hand.count))
    if phase == BURY:
        return Bury(seat, _bury(view))
    if phase == PARTNER:
        return NamePartner(seat, _partner_card(view))
    assert plays is not None
    return Play(seat, _follow(view, plays, rng) if view["trick"] else _lead(view, plays, rng))


def terms_of(view: View) -> Terms:
    """Under what a seat plays, as far as it is known: before trump is fixed, none."""
    levels = view["levels"]
    level = view["level"] or levels[(view["seat"] or 0) % len(levels)]
    return Terms.of(Ruleset.parse(view["ruleset"]), level, view["trump"] or NO_TRUMP)


# Fixing trump.


def _declare(view: View, rng: Random) -> Action:
    """Show the best of what could be shown, sometimes; a single card only by a small chance."""
    seat = view["seat"]
    options = [Cards.parse(text) for text in view["options"]]
    if not options:
        return Pass(seat)
    hand = Cards.parse(view["hand"])
    best = max(options, key=lambda cards: (_suit_length(cards, hand), -len(cards)))
    if view["shows"] and _same_side(view, view["shows"][-1]["seat"]):
        chance = 0.03
    elif all(card.suit == "X" for card in best):
        chance = 0.1
    elif view["phase"] != DRAW:
        chance = 0.7
    else:
        ruleset = Ruleset.parse(view["ruleset"])
        last = view["drawn"] == 54 * ruleset.decks - ruleset.kitty
        chance = 0.5 if last or len(best) > 1 else 0.06
    return Declare(seat, best) if rng.random() < chance else Pass(seat)


def _suit_length(cards: Cards, hand: Cards) -> int:
    """How many cards of the suit that would be trumps the hand has; -1 for none."""
    suits = {card.suit for card in cards} - {"X"}
    return sum(card.suit in suits for card in hand) if suits else -1


def _same_side(view: View, other: int | None) -> bool:
    """Whether the seat knows another one to be on its side."""
    if other is None or view["seat"] == other:
        return other is not None
    ruleset = Ruleset.parse(view["ruleset"])
    if ruleset.partners == "fixed":
        return ruleset.same_side(view["seat"], other)
    partner, banker = view["partner"], view["banker"]
    if partner is not None:
        return (view["seat"] in (banker, partner)) == (other in (banker, partner))
    named = view["named"]
    return other == banker and named is not None and Card.parse(named) in Cards.parse(view["hand"])


# The kitty and the partner.


def _bury(view: View) -> Cards:
    """The lowest plain cards without points, pairs kept where they can be."""
    terms, hand = terms_of(view), Cards.parse(view["hand"])
    order = terms.order

    def worth(card: Card) -> tuple[bool, bool, int]:
        step = order.step[card.face] + 4 * (hand.count(card) - 1)
        return order.lane[card.face] == TRUMPS, card.points > 0, step

    return Cards.of(sorted(hand, key=worth)[: terms.ruleset.kitty])


def _partner_card(view: View) -> Card:
    """The highest plain card, an ace if there is one, that the banker neither holds nor buried."""
    terms, own = terms_of(view), Cards.parse(view["hand"])
    if view["kitty"]:
        own += Cards.parse(view["kitty"])
    faces = [Card.parse(suit + rank) for rank in reversed(RANKS) for suit in SUITS]
    plain = [card for card in faces if terms.order.lane[card.face] != TRUMPS]
    return next((card for card in plain if card not in own), plain[0])


# Playing.


def _lead(view: View, plays: Plays, rng: Random) -> Cards:
    """A tractor, a high plain card or pair, or else something low."""
    terms, hand = terms_of(view), Cards.parse(view["hand"])
    order = terms.order
    best: tuple[float, Cards] | None = None
    for lane in range(5):
        held = Cards.of(card for card in hand if order.lane[card.face] == lane)
        if not held:
            continue
        top = order.faces[lane].bit_length() - 1
        highest = order.step[top] if lane != TRUMPS else order.special_steps[-1][1]
        bombs = [Unit(Cards.of([c] * 4), 2, order.step[c.face]) for c in held if held.count(c) == 4]
        for unit in (*name_units(order, lane, held.planes), *bombs):
            if not isinstance(read_lead(terms, unit.cards), Shape):
                continue
            sure = unit.top == highest
            value = 3.0 * unit.length + (4 if sure else 0) - unit.cards.points / 10
            value += rng.random() - (2 if lane == TRUMPS else 0) - (0 if sure else unit.top / 8)
            if best is None or value > best[0]:
                best = (value, unit.cards)
    return best[1] if best else plays.draw(rng.randrange)


class _Standing(NamedTuple):
    """A trick so far: its terms, the lead, the follows, and the winner with his points."""

    terms: Terms
    lead: Shape
    follows: list[Cards]
    last: bool
    friendly: bool
    points: int


def _follow(view: View, plays: Plays, rng: Random) -> Cards:
    """The best of some legal follows."""
    terms = terms_of(view)
    first, *follows = [Cards.parse(text) for text in view["trick"]]
    lead = read_lead(terms, first)
    if not isinstance(lead, Shape):
        return plays.draw(rng.randrange)
    last = len(Cards.parse(view["hand"])) == len(first)
    won = trick(terms, lead, follows, last=last)
    winner = (view["leader"] + won.winner) % terms.ruleset.players
    at = _Standing(terms, lead, follows, last, _same_side(view, winner), won.points)
    if plays.count() <= _MOST_LISTED:
        candidates = list(plays)
    else:
        candidates = [plays.draw(rng.randrange) for _ in range(_DRAWN)]
    return max(candidates, key=lambda cards: _value(at, cards) + rng.random())


def _value(at: _Standing, cards: Cards) -> float:
    """How good a follow is: points to one's own side, and high cards kept."""
    order = at.terms.order
    cost = sum(
        order.step[card.face] / 4 + (4 if order.lane[card.face] == TRUMPS else 0) for card in cards
    )
    won = trick(at.terms, at.lead, [*at.follows, cards], last=at.last)
    if won.winner == len(at.follows) + 1:
        gain = cards.points / 2 if at.friendly else (won.points + 8) / 1.5
    else:
        gain = cards.points if at.friendly else -cards.points
    return gain - cost
