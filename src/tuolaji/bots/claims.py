"""What a bot says to a referee: it claims what the cards it may look at prove, and nothing else.

`claim(view, seat, cards)` is said when another seat is seen to play, `last(view)` after the last
trick.
"""

from __future__ import annotations

from ..cards import Cards
from ..deal.actions import Claim, Pass
from ..deal.turn import terms_of
from ..deal.view import View
from ..verdicts import Shape, check_follow, read_lead
from .table import same_side


def claim(view: View, seat: int, cards: Cards) -> Claim | None:
    """What the seat of the view says when it sees another seat play these cards.

    It claims if they prove for the first time that one of the tricks that may be looked at again
    was not followed rightly: what the other has played since is the part of its hand that is
    known, and more cards never make a wrong follow right.
    """
    if view.ruleset.enforcement != "referee" or same_side(view, seat):
        return None
    proved = _wrong_follows(view, seat, cards) > _wrong_follows(view, seat, Cards())
    return Claim(view.seat, seat) if proved else None


def last(view: View) -> Claim | Pass:
    """After the last trick: a claim against a seat of which more is proved than was claimed."""
    for seat in range(len(view.cards)):
        told = [one for one in view.told if one["event"] == "claimed" and one["rule"]]
        claimed = sum(one["against"] == seat for one in told)
        if not same_side(view, seat) and _wrong_follows(view, seat, Cards()) > claimed:
            return Claim(view.seat, seat)
    return Pass(view.seat)


def _wrong_follows(view: View, seat: int, shown: Cards) -> int:
    """How many wrong follows of a seat the tricks to be seen prove, and what it showed since."""
    terms, number = terms_of(view), 0
    for past in reversed(view.tricks):
        led, play = past.plays[0], past.plays[(seat - past.leader) % len(past.plays)]
        lead = read_lead(terms, led) if led is not None else None
        shown += play or Cards()
        if play and seat != past.leader and isinstance(lead, Shape):
            number += check_follow(terms, lead, shown, play) is not None
    return number
