"""What things are worth to `club`, in points: cards kept, tricks won, thresholds crossed.

The numbers were set by what players say and tuned in mirrored matches against `greedy`.
"""

from __future__ import annotations

from ..cards import Cards
from ..kernel import planes as masks
from ..kernel.order import TRUMPS
from ..kernel.planes import Planes
from .counting import Known
from .table import faces_of, in_lane

LEAD = 2.0  # to lead next
CROSSING = 20.0  # a level, or the bank, for a few points; early on it is crossed anyway
_TRUMP, _TRUMP_MORE, _TRUMP_PAIR = 2.0, 6.0, 1.5  # the least, what control adds, half a pair
_PLAIN, _PLAIN_MORE, _PLAIN_PAIR = 0.3, 3.0, 1.6
_BROUGHT, _MEAN = 0.6, 1.0  # the part of a suit's points that players bring; points of a discard
_SHORT = 1.0  # a card less of a short plain suit is nearer to a ruff
_UNKNOWN_KITTY = 8  # points that attackers may hope for in the kitty
_LATE = 8  # cards in the hand from which on the last trick is near


class Worth:
    """The values at one moment of a deal."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.left = masks.size(known.hand)
        self._cards: dict[int, float] = {}
        self.dig = self._dig()

    def _dig(self) -> float:
        """What the last trick is about, besides its own points."""
        ruleset, view = self.known.terms.ruleset, self.known.view
        if ruleset.dig == "off":
            return 0.0
        if ruleset.dig == "last_trick":
            return 20.0
        kitty = self.known.memory.buried or Cards.parse(view["kitty"] or "-")
        points = kitty.points if kitty else _UNKNOWN_KITTY
        return float(points * ruleset.dig_multiplier.single)

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
            short = _SHORT * max(0, 3 - masks.size(in_lane(known.terms, known.hand, lane)))
            high = _PLAIN_MORE * 0.5**above if below else 0.0
            return _PLAIN - short + high + (_PLAIN_PAIR if paired else 0.0)
        control = below / (above + below) if above + below else 1.0
        worth = _TRUMP + _TRUMP_MORE * control**2 + (_TRUMP_PAIR if paired else 0.0)
        if not above and self.left <= _LATE:
            worth += self.dig / 4
        return worth

    def cards(self, cards: Planes) -> float:
        """What it is worth to keep several cards."""
        return sum(self.card(face) for face in faces_of(cards))

    def coming(self, lane: int, size: int, seats: int) -> float:
        """The points that so many seats will bring to a trick of a lane."""
        out = self.known.lanes[lane]
        mean = masks.points(out) / masks.size(out) if out[0] else _MEAN
        return _BROUGHT * mean * size * seats

    def points(self, points: int) -> float:
        """What points are worth to the side that takes them in this trick."""
        view, ruleset = self.known.view, self.known.terms.ruleset
        now = view["points"] if isinstance(view["points"], int) else 0
        if points <= 0:
            return 0.0
        crosses = (now + points) // ruleset.step > now // ruleset.step or now == 0
        late = 1.0 - self.left / ruleset.hand_size
        return points + (CROSSING * late**2 if crosses else 0.0)
