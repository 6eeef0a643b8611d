"""Simple players: legal, quick and plain, the same for the same random generator.

`choose(view, rng)` gives an action for every phase from what the seat itself may see
(`view(deal, seat)`); hidden cards never reach it. Leads and follows are weighed one by one among a
few dozen legal ones; nothing is counted or remembered.
`claim(view, seat, cards)` is what a seat says to a referee when it sees another one play; after the
last trick `choose` claims what is still to be seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .actions import Action, Bury, Claim, Declare, NamePartner, NameTrump, Pass, Play
from .cards import RANKS, SUITS, Card, Cards
from .kernel.order import TRUMPS
from .phases.state import BURY, CALL, CHANGE, COUNT, DRAW, NAME, PARTNER, with_item
from .play import Shape, check_follow, read_lead, trick
from .play.lead import Unit, name_units
from .ruleset import Ruleset
from .terms import Terms
from .turn import choices, terms_of
from .view import View

if TYPE_CHECKING:
    from random import Random

_MOST_LISTED = 150
_DRAWN = 40


def choose(view: View, rng: Random) -> Action:
    """What the seat of the view does now."""
    seat: int = view["seat"]
    phase = view["phase"]
    if phase in (DRAW, CALL, CHANGE):
        return _declare(view, rng)
    if phase == COUNT:
        return _count(view)
    if phase == NAME:
        hand = [card.suit for card in Cards.parse(view["hand"])]
        return NameTrump(seat, max(SUITS, key=hand.count))
    if phase == BURY:
        return Bury(seat, _bury(view))
    if phase == PARTNER:
        return NamePartner(seat, _partner_card(view))
    return Play(seat, _follow(view, rng) if view["trick"] else _lead(view, rng))


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
        step = order.step(card.face) + 4 * (hand.count(card) - 1)
        return order.lane(card.face) == TRUMPS, card.points > 0, step

    return Cards.of(sorted(hand, key=worth)[: terms.ruleset.kitty])


def _partner_card(view: View) -> Card:
    """The highest plain card, an ace if there is one, that the banker neither holds nor buried."""
    terms, own = terms_of(view), Cards.parse(view["hand"])
    if view["kitty"]:
        own += Cards.parse(view["kitty"])
    faces = [Card.parse(suit + rank) for rank in reversed(RANKS) for suit in SUITS]
    plain = [card for card in faces if terms.order.lane(card.face) != TRUMPS]
    return next((card for card in plain if card not in own), plain[0])


# Playing.


def _lead(view: View, rng: Random) -> Cards:
    """A tractor, a high plain card or pair, or else something low."""
    terms, hand = terms_of(view), Cards.parse(view["hand"])
    order = terms.order
    best: tuple[float, Cards] | None = None
    for lane in range(5):
        held = Cards.of(card for card in hand if order.lane(card.face) == lane)
        if not held:
            continue
        highest = order.steps(lane, order.faces(lane)).bit_length() - 1
        bombs = [Unit(Cards.of([c] * 4), 2, order.step(c.face)) for c in held if held.count(c) == 4]
        for unit in (*name_units(order, lane, held.planes), *bombs):
            if not isinstance(read_lead(terms, unit.cards), Shape):
                continue
            sure = unit.top == highest
            value = 3.0 * unit.length + (4 if sure else 0) - unit.cards.points / 10
            value += rng.random() - (2 if lane == TRUMPS else 0) - (0 if sure else unit.top / 8)
            if best is None or value > best[0]:
                best = (value, unit.cards)
    return best[1] if best else choices(view).draw(rng.randrange)


class _Standing(NamedTuple):
    """A trick so far: its terms, the lead, the follows, and the winner with his points.

    follows: no cards where they cannot win. own: the place of the seat's own follow among them.
    wins: whether that could win.
    """

    terms: Terms
    lead: Shape
    follows: tuple[Cards, ...]
    own: int
    wins: bool
    last: bool
    friendly: bool
    points: int


def _follow(view: View, rng: Random) -> Cards:
    """The best of some legal follows."""
    terms, plays = terms_of(view), choices(view)
    leader, players = view["leader"], terms.ruleset.players
    first, *laid = [Cards.parse(text) for text in view["trick"]]
    lead = read_lead(terms, first)
    if not isinstance(lead, Shape):
        return plays.draw(rng.randrange)
    discarded = [(seat - leader) % players - 1 for seat in view["discards"]]
    follows = tuple(Cards() if at in discarded else cards for at, cards in enumerate(laid))
    own = (view["seat"] - leader) % players - 1
    last = len(Cards.parse(view["hand"])) == len(first)
    won = trick(terms, lead, follows, last=last)
    friendly = _same_side(view, (leader + won.winner) % players)
    points = first.points + sum(cards.points for cards in laid)
    at = _Standing(terms, lead, follows, own, own not in discarded, last, friendly, points)
    if plays.count() <= _MOST_LISTED:
        candidates = list(plays)
    else:
        candidates = [plays.draw(rng.randrange) for _ in range(_DRAWN)]
    return max(candidates, key=lambda cards: _value(at, cards) + rng.random())


def _value(at: _Standing, cards: Cards) -> float:
    """How good a follow is: points to one's own side, and high cards kept."""
    order = at.terms.order
    cost = sum(
        order.step(card.face) / 4 + (4 if order.lane(card.face) == TRUMPS else 0) for card in cards
    )
    follows = with_item(at.follows, at.own, cards if at.wins else Cards())
    won = trick(at.terms, at.lead, follows, last=at.last)
    if won.winner == at.own + 1:
        gain = cards.points / 2 if at.friendly else (at.points + cards.points + 8) / 1.5
    else:
        gain = cards.points if at.friendly else -cards.points
    return gain - cost


# With a referee.


def claim(view: View, seat: int, cards: Cards) -> Claim | None:
    """What the seat of the view says when it sees another seat play these cards.

    It claims if they prove for the first time that one of the tricks that may be looked at again
    was not followed rightly: what the other has played since is the part of its hand that is
    known, and more cards never make a wrong follow right.
    """
    if Ruleset.parse(view["ruleset"]).enforcement != "referee" or _same_side(view, seat):
        return None
    proved = _wrong_follows(view, seat, cards) > _wrong_follows(view, seat, Cards())
    return Claim(view["seat"], seat) if proved else None


def _count(view: View) -> Action:
    """After the last trick: a claim against a seat of which more is proved than was claimed."""
    for seat in range(len(view["cards"])):
        told = [one for one in view["told"] if one["event"] == "claimed" and one["rule"]]
        claimed = sum(one["against"] == seat for one in told)
        if not _same_side(view, seat) and _wrong_follows(view, seat, Cards()) > claimed:
            return Claim(view["seat"], seat)
    return Pass(view["seat"])


def _wrong_follows(view: View, seat: int, shown: Cards) -> int:
    """How many wrong follows of a seat the tricks to be seen prove, and what it showed since."""
    terms, number = terms_of(view), 0
    for past in reversed(view["tricks"]):
        led, text = past["plays"][0], past["plays"][(seat - past["leader"]) % len(past["plays"])]
        lead = read_lead(terms, Cards.parse(led)) if led else None
        play = Cards.parse(text or "-")
        shown += play
        if play and seat != past["leader"] and isinstance(lead, Shape):
            number += check_follow(terms, lead, shown, play) is not None
    return number
