"""Clocks as values: time is passed in, as seconds since the match or the turn began.

Decides `clock.match`, `clock.kitty` and `clock.play`: when a deal may begin, when a break is due,
how long a seat may take, and what the program plays for a seat that took too long.
"""

from __future__ import annotations

from ..cards import RANKS, SUITS, Card, Cards
from ..cards import planes as masks
from ..rules.follow import concrete
from ..rules.order import TRUMPS
from ..ruleset import Ruleset
from ..verdicts.terms import Terms
from . import Deal
from .actions import Action, Bury, NamePartner, Pass, Play
from .phase import BURY, PARTNER, PLAY

MATCH = "clock.match"
_FEW = 2000

Rank = tuple[int, int, int, int]


def may_start_deal(ruleset: Ruleset, seconds: float, *, again: bool = False) -> bool:
    """Whether a deal may begin so long after the match began.

    again: a void deal is dealt again, which is the same deal: there is time for it to the end.
    """
    if not ruleset.match_minutes:
        return True
    closed = 0 if again else ruleset.no_new_deal_minutes
    return seconds < 60 * (ruleset.match_minutes - closed)


def is_up(ruleset: Ruleset, seconds: float) -> bool:
    """Whether the match's time has run out; a deal unfinished then does not count."""
    return bool(ruleset.match_minutes) and seconds >= 60 * ruleset.match_minutes


def break_due(ruleset: Ruleset, seconds: float, *, had: bool) -> bool:
    """Whether the players may have their break before the next deal: from half-time on, once."""
    return bool(ruleset.break_minutes) and not had and seconds >= 30 * ruleset.match_minutes


def seconds_to_act(deal: Deal) -> int:
    """How long the seat whose turn it is may take; 0 is no limit."""
    if deal.phase == BURY:
        return deal.ruleset.bury_seconds
    return deal.ruleset.play_seconds if deal.phase == PLAY else 0


def out_of_time(deal: Deal) -> Action:
    """What the program does for the seat whose turn it is (`timeout=play`).

    A legal play with the fewest points, then plain suits before trumps, then low ranks, then in
    the order S H C D; leading a single; burying the lowest plain cards without points; else a pass.
    """
    seat = deal.turn
    if seat is None:
        raise ValueError("the deal is over: nobody has to act")
    if deal.phase == BURY:
        order = sorted(deal.hands[seat], key=lambda card: _bury_rank(_terms(deal), card))
        return Bury(seat, Cards.of(order[: deal.ruleset.kitty]))
    if deal.phase == PARTNER:
        return _partner(deal, seat)
    if deal.phase != PLAY:
        return Pass(seat)
    if deal.lead is None:
        return Play(seat, Cards.of([min(deal.hands[seat], key=lambda c: _rank(_terms(deal), c))]))
    return Play(seat, _follow(deal, seat))


def _terms(deal: Deal) -> Terms:
    """The terms play goes on under; in the call style trump may still change while one buries."""
    if deal.terms is not None:
        return deal.terms
    return Terms.of(deal.ruleset, deal.contest.level, deal.contest.trump or "N")


def _rank(terms: Terms, card: Card) -> Rank:
    """How readily a card is given away, the lowest first."""
    trump = terms.order.lane(card.face) == TRUMPS
    return (card.points, int(trump), terms.order.step(card.face), card.face)


def _bury_rank(terms: Terms, card: Card) -> Rank:
    points, trump, step, face = _rank(terms, card)
    return (trump, points, step, face)


def _follow(deal: Deal, seat: int) -> Cards:
    """The legal follow that gives away least."""
    assert deal.lead is not None
    terms, hand, size = _terms(deal), deal.hands[seat], len(deal.lead.cards)
    every = deal.plays()
    if every.count() <= _FEW:
        return min(every, key=lambda play: _play_rank(terms, play))
    # Many choices mean little structure: what is owed of it, then the cheapest cards.
    held = masks.restrict(hand.planes, terms.order.faces(deal.lead.lane))
    short = masks.size(held) <= size
    chosen = Cards(held if short else concrete(terms.order, deal.lead.lead, held))
    pool = Cards(held) - chosen if masks.size(held) > size else hand - chosen
    spare = sorted(pool, key=lambda card: _rank(terms, card))
    return chosen + Cards.of(spare[: size - len(chosen)])


def _play_rank(terms: Terms, play: Cards) -> tuple[int, int, list[int], list[int]]:
    ranks = [_rank(terms, card) for card in play]
    steps = sorted((rank[2] for rank in ranks), reverse=True)
    faces = sorted(rank[3] for rank in ranks)
    return play.points, sum(rank[1] for rank in ranks), steps, faces


def _partner(deal: Deal, seat: int) -> Action:
    """The first ace, king … in the order S H C D that may be named, if possible one not held."""
    cards = [Card.parse(suit + rank) for rank in reversed(RANKS) for suit in SUITS]
    names = [NamePartner(seat, card) for card in cards if not deal.refuses(NamePartner(seat, card))]
    return next((name for name in names if name.card not in deal.hands[seat]), names[0])
