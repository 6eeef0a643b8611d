"""What `club` buries: it voids short plain suits, keeps high cards and pairs, and hides points
only if its trumps can hold the last trick.
"""

from __future__ import annotations

from itertools import combinations

from ..cards import Card, Cards
from ..cards import planes as masks
from ..cards.planes import Planes
from ..deal.turn import terms_of
from ..deal.view import View
from ..rules.order import TRUMPS
from ..verdicts.ruling import Fact
from ..verdicts.terms import Terms
from .bot import Reason
from .table import PLAIN, faces_of, in_lane

_VOID = 12.0  # to ruff from the first round on
_TRUMP = 9.0  # a trump buried is a trick less
_HIGH = (6.0, 2.5, 0.8)  # the first, second and third of a suit
_PAIR, _NEXT_PAIR = 1.6, 1.2  # each card of a pair, and beside another pair
_DUG, _SAVED = 2.0, 0.4  # what a point costs that is dug, and what one is worth that is hidden
_LOW = 0.05  # by step, so that the lowest goes first


class Bury:
    """The choice of a kitty."""

    def __init__(self, view: View) -> None:
        self.terms: Terms = terms_of(view)
        self.hand = view.hand.planes
        self.number = self.terms.ruleset.kitty
        self.lanes = [in_lane(self.terms, self.hand, lane) for lane in range(5)]
        self.hidden = self._hidden()

    def choose(self) -> tuple[Cards, Reason]:
        """The kitty and why."""
        best, _ = max(
            ((self._filled(lanes), lanes) for lanes in self._voids()),
            key=lambda one: self._value(*one),
        )
        return Cards(best), self.reason(Cards(best))

    def reason(self, cards: Cards) -> Reason:
        """What speaks for burying cards: a plain suit that is gone with them, before all."""
        facts: dict[str, Fact] = {"cards": cards, "points": cards.points}
        for lane in PLAIN:
            held = self.lanes[lane]
            if held != masks.EMPTY and in_lane(self.terms, cards.planes, lane) == held:
                return Reason("void", {**facts, "suit": self.terms.suit_name(lane)})
        return Reason("bury", facts)

    def _hidden(self) -> float:
        """What a point in the kitty costs: trumps and jokers hold the last trick."""
        trumps = self.lanes[TRUMPS]
        share = masks.size(trumps) * self.terms.ruleset.players / (54 * self.terms.ruleset.decks)
        jokers = masks.size(masks.restrict(trumps, masks.JOKERS))
        loses = min(0.8, max(0.15, 0.95 - 1.1 * share - 0.07 * jokers))
        return _DUG * loses - _SAVED

    def _voids(self) -> list[tuple[int, ...]]:
        """The sets of plain suits that could be buried whole."""
        sizes = [masks.size(self.lanes[lane]) for lane in PLAIN]
        held = [lane for lane in PLAIN if sizes[lane]]
        sets = [lanes for n in range(4) for lanes in combinations(held, n)]
        return [lanes for lanes in sets if sum(sizes[lane] for lane in lanes) <= self.number]

    def _filled(self, lanes: tuple[int, ...]) -> Planes:
        """The whole suits, and the cheapest of the other cards."""
        out = masks.EMPTY
        for lane in lanes:
            out = masks.add(out, self.lanes[lane])
        rest = sorted(
            faces_of(masks.sub(self.hand, out)), key=lambda face: (self._cost(face), face)
        )
        for face in rest[: self.number - masks.size(out)]:
            out = masks.add(out, masks.copies(face, 1))
        return out

    def _value(self, cards: Planes, lanes: tuple[int, ...]) -> float:
        return _VOID * len(lanes) - sum(self._cost(face) for face in faces_of(cards))

    def _cost(self, face: int) -> float:
        """What is lost by burying a card."""
        order, lane = self.terms.order, self.terms.order.lane(face)
        if lane == TRUMPS:
            return _TRUMP + order.step(face)
        step, top = order.step(face), order.steps(lane, order.faces(lane)).bit_length() - 1
        above = top - step
        cost = _LOW * step + (_HIGH[above] if above < len(_HIGH) else 0.0)
        if above and above < len(_HIGH) and self.lanes[lane][0] & order.faces_at(lane, step + 1):
            cost += 1.0
        if masks.count(self.hand, face) > 1:
            pairs = order.steps(lane, self.lanes[lane][1])
            near = pairs >> step + 1 & 1 or (step and pairs >> step - 1 & 1)
            cost += _PAIR + (_NEXT_PAIR if near else 0.0) + 0.1 * step
        return cost + self.hidden * Card(face).points
