"""What things are worth to `club`, in points: cards kept, tricks won, thresholds crossed.

The numbers are those of the kernel's `worth`.
"""

from __future__ import annotations

from ..cards import Cards
from ..kernel import planes as masks
from ..kernel.odds import SURE
from ..kernel.order import TRUMPS
from ..kernel.planes import Planes
from ..kernel.worth import (
    BROUGHT,
    CROSSING,
    DISCARDED,
    HIGH_POINTS,
    NEAR_END,
    PLAIN_CARD,
    PLAIN_MORE,
    PLAIN_PAIR,
    POINT,
    RUFFED,
    SHORT_SUIT,
    TO_LEAD,
    TRUMP_CARD,
    TRUMP_MORE,
    TRUMP_PAIR,
    UNKNOWN_KITTY,
    WITHOUT_KITTY,
)
from .counting import Known
from .table import faces_of, in_lane, point, same_side

LEAD = TO_LEAD / POINT


class Worth:
    """The values at one moment of a deal."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.left = masks.size(known.hand)
        self.late = 1.0 - self.left / known.terms.ruleset.hand_size
        self._cards: dict[int, float] = {}
        self._losses: dict[int, float] = {}
        self.dig = self._dig()

    def _dig(self) -> float:
        """What the last trick is about, besides its own points."""
        ruleset, view = self.known.terms.ruleset, self.known.view
        if ruleset.dig == "off":
            return 0.0
        if ruleset.dig == "last_trick":
            return float(WITHOUT_KITTY)
        kitty = self.known.memory.buried or Cards.parse(view["kitty"] or "-")
        points = kitty.points if kitty else UNKNOWN_KITTY
        return float(points * ruleset.dig_multiplier.factor(0, 1))

    def card(self, face: int) -> float:
        """What it is worth to keep a card, its points aside."""
        if face not in self._cards:
            self._cards[face] = self._card(face)
        return self._cards[face]

    def _card(self, face: int) -> float:
        known, order = self.known, self.known.terms.order
        lane, paired = order.lane(face), masks.count(known.hand, face) > 1
        above, below = known.above_and_below(lane, order.step(face))
        if lane != TRUMPS:
            short = SHORT_SUIT * max(0, 3 - masks.size(in_lane(known.terms, known.hand, lane)))
            high = PLAIN_MORE * 0.5**above * (1.0 - self._ruffed(lane)) if below else 0.0
            if not above and point(face) > 5:
                high += HIGH_POINTS
            return (PLAIN_CARD - short + high + (PLAIN_PAIR if paired else 0)) / POINT
        control = below / (above + below) if above + below else 1.0
        worth = (TRUMP_CARD + TRUMP_MORE * control**2 + (TRUMP_PAIR if paired else 0)) / POINT
        if not above and self.left <= NEAR_END:
            worth += self.dig / 4
        return worth

    def _ruffed(self, lane: int) -> float:
        """What high cards of a plain lane lose because the other side may ruff them."""
        if lane not in self._losses:
            known, safe = self.known, 1.0
            for seat in range(len(known.view["cards"])):
                if not same_side(known.view, seat):
                    ruffs = known.has_higher(seat, TRUMPS, 0, -1)
                    safe *= 1.0 - known.void_chance(seat, lane) * ruffs
            self._losses[lane] = RUFFED / SURE * (1.0 - safe)
        return self._losses[lane]

    def cards(self, cards: Planes) -> float:
        """What it is worth to keep several cards."""
        return sum(self.card(face) for face in faces_of(cards))

    def coming(self, lane: int, size: int, seats: int) -> float:
        """The points that so many seats will bring to a trick of a lane."""
        out = self.known.lanes[lane]
        mean = masks.points(out) / masks.size(out) if out[0] else DISCARDED / POINT
        return BROUGHT / SURE * mean * size * seats

    def points(self, points: int) -> float:
        """What points are worth to the side that takes them in this trick."""
        view, ruleset = self.known.view, self.known.terms.ruleset
        now = view["points"] if isinstance(view["points"], int) else 0
        if points <= 0:
            return 0.0
        crosses = (now + points) // ruleset.step > now // ruleset.step or now == 0
        return points + (CROSSING / POINT * self.late**2 if crosses else 0.0)
