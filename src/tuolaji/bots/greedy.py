"""`greedy`: the yardstick by which strengths are compared. Its play never changes.

Declares the first level card whose suit holds six or more cards of the hand so far, as long as
nobody has shown anything; calls and bids likewise; shows no jokers alone. Buries the lowest cards
without points from the shortest plain suit upwards. Leads the longest unit of a plain suit that no
other hand could beat, by the cards it has seen; else the lowest single of its longest plain suit,
else its lowest trump. Follows with points for a winning partner, else with the weakest play that
wins, else with the fewest points. Never throws.

Strength is the sum of the cards' steps in their suits, a trump counting 13 more. Where more than
500 follows are legal the best is built card by card instead of being sought among them. As partner
it calls the highest plain card it does not hold, S H C D; after a false bid it names nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from ..cards import Card, Cards
from ..cards import planes as masks
from ..deal.actions import Action, Bury, Declare, Pass, Play
from ..deal.turn import choices, terms_of
from ..deal.view import Told, View
from ..rules.order import TRUMPS
from .bot import Bot
from .counting import Known, Memory
from .table import (
    PLAIN,
    Table,
    faces_of,
    first_show,
    friend_card,
    in_lane,
    lane_units,
    point,
    strength,
    total,
)

_ENOUGH = 6
_MOST_LISTED = 500


class Greedy(Bot):
    """The yardstick."""

    def __init__(self, seat: int, seed: int) -> None:
        super().__init__(seat, seed)
        self.memory = Memory()

    def hear(self, event: Told) -> None:
        """Remember the cards played."""
        self.memory.hear(event)

    def declare(self, view: View) -> Action:
        """The first level card of a suit of six."""
        cards = first_show(view, _ENOUGH)
        return Declare(self.seat, cards) if cards else Pass(self.seat)

    def bury(self, view: View) -> Action:
        """The lowest plain cards without points, the shortest suits first."""
        terms, hand = terms_of(view), view.hand
        order, lane = terms.order, terms.order.lane
        length = [masks.size(in_lane(terms, hand.planes, at)) for at in range(5)]

        def first(card: Card) -> tuple[bool, bool, int, int, int]:
            at = lane(card.face)
            return at == TRUMPS, card.points > 0, length[at], at, order.step(card.face)

        return Bury(self.seat, Cards.of(sorted(hand, key=first)[: terms.ruleset.kitty]))

    def partner(self, view: View) -> Action:
        """The highest plain card it does not hold."""
        return friend_card(view)

    def lead(self, view: View) -> Action:
        """The longest sure unit of a plain suit, or the lowest single."""
        known = Known(view, self.memory)
        terms, hand = known.terms, known.hand
        lanes = [in_lane(terms, hand, lane) for lane in range(5)]
        best: tuple[int, int] | None = None
        chosen = masks.EMPTY
        for lane in PLAIN:
            for unit in lane_units(terms, lane, lanes[lane]):
                worth = (masks.size(unit), masks.points(unit))
                if (best is None or worth > best) and not known.can_beat(lane, unit):
                    best, chosen = worth, unit
        if best is None:
            longest = max(PLAIN, key=lambda lane: masks.size(lanes[lane]))
            lane = longest if lanes[longest][0] else TRUMPS
            low = min(faces_of(lanes[lane]), key=lambda face: (terms.order.step(face), face))
            chosen = masks.copies(low, 1)
        return Play(self.seat, Cards(chosen))

    def follow(self, view: View) -> Action:
        """Points to a winning partner, else the weakest winner, else the least."""
        table = Table(view)
        terms = table.terms
        if table.friendly:
            return Play(self.seat, _least(view, table, lambda f: (-point(f), strength(terms, f))))
        winners = sorted(table.winners(), key=lambda play: total(terms, play))
        if winners:
            return Play(self.seat, Cards(winners[0]))
        return Play(self.seat, _least(view, table, lambda f: (point(f), strength(terms, f))))


def _least(view: View, table: Table, key: Callable[[int], tuple[int, int]]) -> Cards:
    """The legal follow with the smallest sums of the two keys, the first before the second."""
    plays = choices(view)
    if plays.count() > _MOST_LISTED:
        return Cards(table.cheapest(key))

    def worth(cards: Cards) -> tuple[int, int]:
        first, second = zip(*map(key, faces_of(cards.planes)), strict=True)
        return sum(first), sum(second)

    return min(plays, key=worth)
