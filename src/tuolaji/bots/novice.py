"""`novice`: plays by simple rules and remembers two tricks; a kind opponent for learners.

It shows the first suit of five, leads what it takes for the highest and else something low of any
suit, gives points to its partner, and wins with its best card where there are points to win.
"""

from __future__ import annotations

from ..cards import Card, Cards
from ..cards import planes as masks
from ..deal.actions import Action, Bury, Declare, Pass, Play
from ..deal.turn import terms_of
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
    point,
    strength,
    total,
)

_ENOUGH = 5
_REMEMBERS = 2


class Novice(Bot):
    """A beginner who knows the rules."""

    def __init__(self, seat: int, seed: int) -> None:
        super().__init__(seat, seed)
        self.memory = Memory(_REMEMBERS)

    def hear(self, event: Told) -> None:
        """Remember the cards played lately."""
        self.memory.hear(event)

    def declare(self, view: View) -> Action:
        """A level card of a suit of five, while nobody has shown any."""
        cards = first_show(view, _ENOUGH)
        return Declare(self.seat, cards) if cards else Pass(self.seat)

    def bury(self, view: View) -> Action:
        """The lowest plain cards without points, of all suits."""
        terms, hand = terms_of(view), view.hand

        def first(card: Card) -> tuple[bool, bool, int]:
            trump = terms.order.lane(card.face) == TRUMPS
            return trump, card.points > 0, terms.order.step(card.face)

        return Bury(self.seat, Cards.of(sorted(hand, key=first)[: terms.ruleset.kitty]))

    def partner(self, view: View) -> Action:
        """The highest plain card it does not hold."""
        return friend_card(view)

    def lead(self, view: View) -> Action:
        """A pair or a card of a plain suit that it takes for the highest, or something low."""
        known = Known(view, self.memory)
        lanes = [lane for lane in PLAIN if in_lane(known.terms, known.hand, lane)[0]]
        for lane in lanes:
            top = max(faces_of(in_lane(known.terms, known.hand, lane)), key=known.terms.order.step)
            cards = masks.copies(top, min(2, masks.count(known.hand, top)))
            if not known.can_beat(lane, cards):
                return Play(self.seat, Cards(cards))
        lane = self.rng.choice(lanes) if lanes else TRUMPS
        held = faces_of(in_lane(known.terms, known.hand, lane))
        low = min(held, key=lambda face: (point(face), known.terms.order.step(face)))
        return Play(self.seat, Cards(masks.copies(low, 1)))

    def follow(self, view: View) -> Action:
        """Points to the partner, the best card for points, else the lowest."""
        table = Table(view)
        terms = table.terms
        if table.friendly:
            return self._play(table.cheapest(lambda face: (-point(face), strength(terms, face))))
        winners = list(table.winners()) if table.points else []
        if winners:
            return self._play(max(winners, key=lambda play: total(terms, play)))
        return self._play(table.cheapest(lambda face: (point(face), strength(terms, face))))

    def _play(self, cards: masks.Planes) -> Action:
        return Play(self.seat, Cards(cards))
