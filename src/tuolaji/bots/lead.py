"""How `club` leads: sure winners and throws first, else what costs least."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..cards import Cards
from ..kernel import planes as masks
from ..kernel.odds import SURE
from ..kernel.order import TRUMPS
from ..kernel.planes import Planes
from ..kernel.quick import (
    FAILED,
    PER_CARD,
    PER_LATE_CARD,
    PER_POINT,
    PER_TRUMP,
    SAFE,
    SAFE_WITH_FINE,
    STAYS,
)
from ..kernel.worth import POINT
from ..play import Shape, read_lead
from ..play.lead import name_units
from ..rulings import Fact
from .bot import Reason
from .counting import Known
from .table import in_lane, lane_units, same_side
from .worth import LEAD, Worth

_PER_CARD, _PER_POINT, _DRAW = PER_CARD / POINT, PER_POINT / POINT, PER_TRUMP / POINT
_PER_LATE_CARD, _OVER = PER_LATE_CARD / POINT, STAYS / SURE
_SAFE, _SAFE_WITH_FINE, _FAILED = SAFE / SURE, SAFE_WITH_FINE / SURE, FAILED / POINT


@dataclass(frozen=True)
class Idea:
    """A lead, how likely it stands as thrown, and how likely our side takes the trick."""

    cards: Planes
    lane: int
    stands: float
    chance: float
    value: float


class Lead:
    """The choice of a lead."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.worth = Worth(known)
        seats = [seat for seat in range(len(known.view["cards"])) if seat != known.seat]
        self.partners = [seat for seat in seats if same_side(known.view, seat)]
        self.opponents = [seat for seat in seats if seat not in self.partners]

    def choose(self) -> tuple[Cards, Reason]:
        """The best lead and why."""
        best = max(self._ideas(), key=lambda idea: (idea.value, idea.cards))
        return Cards(best.cards), self._why(best)

    def ideas(self) -> list[tuple[Planes, Reason]]:
        """The leads with their reasons, the best first."""
        ideas = sorted(self._ideas(), key=lambda idea: (idea.value, idea.cards), reverse=True)
        return [(idea.cards, self._why(idea)) for idea in ideas[:12]]

    def _ideas(self) -> Iterator[Idea]:
        terms, hand = self.known.terms, self.known.hand
        for lane in range(5):
            held = in_lane(terms, hand, lane)
            if not held[0]:
                continue
            for unit in lane_units(terms, lane, held):
                yield self._weigh(lane, unit, 1.0, [masks.size(unit) // 2])
            if terms.ruleset.throw != "off":
                yield from self._throws(lane, held)

    def _throws(self, lane: int, held: Planes) -> Iterator[Idea]:
        """The surest units of a lane together, more and more of them."""
        terms = self.known.terms
        fine = terms.ruleset.throw_penalty != "none"
        units = name_units(terms.order, lane, held)
        if len(units) < 2:
            return
        broken_by = [self._broken(lane, unit.cards.planes) for unit in units]
        thrown, stands = masks.EMPTY, 1.0
        lengths: list[int] = []
        for at in sorted(range(len(units)), key=lambda at: broken_by[at]):
            stands *= 1.0 - broken_by[at]
            if stands < (_SAFE_WITH_FINE if fine else _SAFE):
                return
            thrown = masks.add(thrown, units[at].cards.planes)
            lengths.append(units[at].length)
            if len(lengths) > 1 and isinstance(read_lead(terms, Cards(thrown)), Shape):
                yield self._weigh(lane, thrown, stands, sorted(lengths, reverse=True))

    def _broken(self, lane: int, unit: Planes) -> float:
        """How likely some other hand beats a unit of a throw in its suit."""
        known = self.known
        by_card = known.terms.ruleset.throw == "cards"
        steps = known.terms.order.steps(lane, unit[0])
        top = (steps & -steps).bit_length() - 1 if by_card else steps.bit_length() - 1
        length = 0 if by_card else masks.size(unit) // 2
        stands = 1.0
        for seat in (*self.partners, *self.opponents):
            stands *= 1.0 - known.has_higher(seat, lane, length, top)
        return 1.0 - stands

    def _weigh(self, lane: int, cards: Planes, stands: float, lengths: list[int]) -> Idea:
        size, points = masks.size(cards), masks.points(cards)
        chance = self._chance(lane, cards, lengths)
        others = len(self.partners) + len(self.opponents)
        stake = _PER_POINT * points + _PER_CARD * size + self.worth.coming(lane, size, others)
        value = stands * ((2 * chance - 1) * stake + LEAD * chance) - (1 - stands) * self._fails(
            size
        )
        if size == self.worth.left:
            value += chance * self.worth.dig
        else:
            value -= self.worth.cards(cards)
            value += chance * _PER_LATE_CARD * (size - 1) * self.worth.late
        if lane == TRUMPS:
            value += _DRAW * size * self._longer()
        return Idea(cards, lane, stands, chance, value)

    def _fails(self, size: int) -> float:
        """What a throw of so many cards costs that does not stand."""
        penalty = self.known.terms.ruleset.throw_penalty
        return _FAILED + (10 * size if penalty != "none" else 0)

    def _longer(self) -> float:
        """By how many trumps the hand is longer than the others on average."""
        own = masks.size(in_lane(self.known.terms, self.known.hand, TRUMPS))
        others = len(self.partners) + len(self.opponents)
        return max(0.0, own - masks.size(self.known.lanes[TRUMPS]) / others)

    def _chance(self, lane: int, cards: Planes, lengths: list[int]) -> float:
        """How likely our side takes the trick."""
        top = self.known.terms.order.steps(lane, cards[0]).bit_length() - 1
        holds = safe = 1.0
        for seat in self.opponents:
            ruffs = self._ruffs(seat, lane, lengths)
            holds *= (1.0 - self._higher(seat, lane, lengths, top)) * (1.0 - ruffs)
            safe *= 1.0 - ruffs
        helps = 0.0
        for seat in self.partners:
            ruffs = self._ruffs(seat, lane, lengths)
            higher = self._higher(seat, lane, lengths, top)
            helps = max(helps, ruffs * (safe + 1.0) / 2 + (1.0 - ruffs) * higher * _OVER * safe)
        return holds + (1.0 - holds) * helps

    def _higher(self, seat: int, lane: int, lengths: list[int], top: int) -> float:
        """How likely a seat beats the lead in its own suit."""
        return self.known.has_higher(seat, lane, lengths[0], top) if len(lengths) == 1 else 0.0

    def _ruffs(self, seat: int, lane: int, lengths: list[int]) -> float:
        """How likely a seat can ruff the lead."""
        if lane == TRUMPS:
            return 0.0
        chance = self.known.void_chance(seat, lane)
        for length in lengths:
            chance *= self.known.has_higher(seat, TRUMPS, length, -1)
        return chance

    def _why(self, best: Idea) -> Reason:
        cards = Cards(best.cards)
        suit = self.known.terms.suit_name(best.lane)
        facts: dict[str, Fact] = {"cards": cards, "suit": suit, "chance": round(100 * best.chance)}
        shape = read_lead(self.known.terms, cards)
        if isinstance(shape, Shape) and len(shape.units) > 1:
            return Reason("throw" if best.stands == 1.0 else "risk", facts)
        if best.lane == TRUMPS:
            return Reason("draw", facts)
        if best.chance > 0.6:
            return Reason("cash", facts)
        void = [seat for seat in self.partners if self.known.is_void(seat, best.lane)]
        return Reason("partner" if void else "exit", facts)
