"""Units: singles, pairs, tractors, and where bombs are known also triples, quads and bombs.

A unit is `number` copies each of `ranks` faces on adjacent steps: (1, 1) a single, (2, 1) a pair,
(2, n) a tractor, (3, n) and (4, n) special tractors for n > 1, (4, 1) a bomb. Its length is
counted in pairs, 0 for a single. Decides the units of `lead.shapes`, `throw.forbidden` and what
counts as one `lead.gapped-run`.
"""

from __future__ import annotations

from ..cards.bits import low_bit, popcount, top_bit
from ..cards.planes import Planes, plane, size, sub, times
from .order import MIXED, Order

NO_UNIT = 0
MIXED_SUITS = 1
LONE_TRIPLE = 2
FORBIDDEN = 3
BITS = 5  # of one length in a packed list of lengths


def starts(steps: int, length: int) -> int:
    """The steps at which a run of that many ones begins (its lowest step)."""
    for _ in range(length - 1):
        steps &= steps >> 1
    return steps


def longest(steps: int) -> int:
    """The length of the longest run of ones."""
    length = 0
    while steps:
        steps &= steps >> 1
        length += 1
    return length


def first_at(order: Order, lane: int, step: int, cards: Planes, number: int) -> Planes:
    """That many copies of the first face, in S H C D order, that has them on a step."""
    faces = plane(cards, number) & order.faces_at(lane, step)
    return times(faces & -faces, number)


def next_unit(order: Order, lane: int, cards: Planes) -> Planes:
    """The longest, then highest unit of a lane's cards, the first in S H C D order of equals.

    Taking them one after the other splits the cards as a lead is split.
    """
    pairs = order.first_faces(lane, cards[1])
    if not pairs:
        single = order.first_faces(lane, cards[0])
        return times(order.faces_at(lane, top_bit(order.steps(lane, single))) & single, 1)
    steps = order.steps(lane, pairs)
    length = longest(steps)
    bottom = top_bit(starts(steps, length))
    return times(_faces_on(order, lane, pairs, bottom, length), 2)


def _faces_on(order: Order, lane: int, faces: int, bottom: int, length: int) -> int:
    """The faces that lie on that many steps from the bottom up."""
    out = 0
    for step in range(bottom, bottom + length):
        out |= faces & order.faces_at(lane, step)
    return out


def unit_length(unit: Planes) -> int:
    """The length in pairs, 0 for a single."""
    return size(unit) // 2


def unit_top(order: Order, lane: int, unit: Planes) -> int:
    """The highest step of cards of one lane."""
    return top_bit(order.steps(lane, unit[0]))


def unit_bottom(order: Order, lane: int, unit: Planes) -> int:
    """The lowest step of cards of one lane."""
    return low_bit(order.steps(lane, unit[0]))


def kind(order: Order, lane: int, cards: Planes) -> tuple[int, int]:
    """(number, ranks) of the one unit these cards of a lane are, or (0, 0).

    A lone triple is (3, 1).
    """
    faces = cards[0]
    number = 1
    while number < 4 and plane(cards, number + 1):
        number += 1
    ranks = popcount(faces)
    if plane(cards, number) != faces or (number == 1 and ranks > 1):
        return (0, 0)
    steps = order.steps(lane, faces)
    if popcount(steps) != ranks or starts(steps, ranks) == 0:
        return (0, 0)
    return (number, ranks)


class Lead:
    """What was led: its lane, its size, and its units as lengths in pairs.

    lengths: of the tractors, longest first, packed by BITS bits, the first lowest. pairs and
    singles: how many of them. number, ranks: of the one unit, where bombs are known. top: the
    highest step of all. gapped: one run with gaps.
    """

    def __init__(self) -> None:
        """Nothing led yet."""
        self.clear()

    def clear(self) -> None:
        """Forget what was led."""
        self.lane = MIXED
        self.size = 0
        self.lengths = 0
        self.pairs = 0
        self.singles = 0
        self.number = 0
        self.ranks = 0
        self.top = 0
        self.units = 0
        self.gapped = 0
        self.bombs = 0

    def copy_from(self, other: Lead) -> None:
        """Become the same as another lead."""
        self.lane = other.lane
        self.size = other.size
        self.lengths = other.lengths
        self.pairs = other.pairs
        self.singles = other.singles
        self.number = other.number
        self.ranks = other.ranks
        self.top = other.top
        self.units = other.units
        self.gapped = other.gapped
        self.bombs = other.bombs

    def read(self, order: Order, cards: Planes, throws: int, gapped_runs: int, bombs: int) -> int:
        """Take in what is led; 0, or why these cards, one or more, cannot be led."""
        self.clear()
        lane = order.lane_of(cards)
        if lane == MIXED:
            return MIXED_SUITS
        self.lane = lane
        self.size = size(cards)
        self.top = unit_top(order, lane, cards)
        self.bombs = bombs
        if bombs:
            return self._read_one_unit(order, cards)
        self._count_units(order, cards)
        if self.units > 1:
            if gapped_runs and not self.singles:
                self._make_one_run()
            elif not throws:
                return FORBIDDEN
        return NO_UNIT

    def _read_one_unit(self, order: Order, cards: Planes) -> int:
        """Take in a lead where only single units are led."""
        self.number, self.ranks = kind(order, self.lane, cards)
        self.units = 1
        if self.number == 0:
            return FORBIDDEN
        if self.number == 3 and self.ranks == 1:
            return LONE_TRIPLE
        self._add_unit(self.size // 2, 0)
        return NO_UNIT

    def _count_units(self, order: Order, cards: Planes) -> None:
        place = 0
        self.units = 0
        while cards[0]:
            if not cards[1]:
                self.singles = popcount(cards[0])
                self.units += self.singles
                return
            unit = next_unit(order, self.lane, cards)
            self._add_unit(size(unit) // 2, place)
            self.units += 1
            place += BITS
            cards = sub(cards, unit)

    def _add_unit(self, length: int, place: int) -> None:
        if length > 1:
            self.lengths |= length << place
        elif length == 1:
            self.pairs += 1
        else:
            self.singles += 1

    def _make_one_run(self) -> None:
        """Several pairs are one run with gaps."""
        self.gapped = 1
        self.units = 1
        self.lengths = self.size // 2
        self.pairs = 0
