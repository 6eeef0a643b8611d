"""Units: singles, pairs, tractors, and with `units=tuples` or bombs also triples and quads.

A unit is `number` copies each of `ranks` faces on adjacent steps: (1, 1) a single, (2, 1) a pair,
(2, n) a tractor, (3, n) and (4, n) wider tractors for n > 1, (4, 1) a quad or bomb. With pairs a
unit is two wide at most. Its length is counted in pairs, 0 for a single. Decides the units of
`lead.shapes`, `throw.forbidden` and what counts as one `lead.gapped-run`.
"""

from __future__ import annotations

from ..cards.bits import low_bit, popcount, top_bit
from ..cards.planes import Planes, plane, size, sub, times
from .order import MIXED, Order
from .switches import Switches

NO_UNIT = 0
MIXED_SUITS = 1
LONE_TRIPLE = 2
FORBIDDEN = 3
BITS = 9  # of one tractor in a packed list: its length, its width, whom it may come from
MOST_BITS = 63  # seven tractors; nobody holds an eighth in one suit, and it would count as pairs
LENGTH = 31
WIDTH = 5  # where in a packed tractor its width stands, 0 for pairs
TRIPLES, QUADS = 8, 16  # where triples and quads stand among loose units, pairs first
ONE = 255


def packed(width: int, length: int) -> int:
    """A tractor of so many copies and steps as a number; a greater one is wider, then longer."""
    return width - 2 << WIDTH | length


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
    """The widest, then longest, then highest unit of a lane's cards, the first in S H C D order.

    Taking them one after the other splits the cards as a lead is split.
    """
    for number in range(order.widest, 1, -1):
        faces = order.first_faces(lane, plane(cards, number))
        if faces:
            steps = order.steps(lane, faces)
            length = longest_tractor(order, steps, number)
            bottom = top_bit(starts(steps, length))
            return times(_faces_on(order, lane, faces, bottom, length), number)
    single = order.first_faces(lane, cards[0])
    return times(order.faces_at(lane, top_bit(order.steps(lane, single))) & single, 1)


def is_tractor(order: Order, number: int, length: int) -> bool:
    """Whether so many copies on so many adjacent steps are a tractor."""
    return length >= order.tractor_length and number >= order.tractor_width


def longest_tractor(order: Order, steps: int, number: int) -> int:
    """The length of the longest unit of so many copies on the steps; 1 if no tractor is there."""
    length = longest(steps)
    if is_tractor(order, number, length):
        return length
    return 1 if length else 0


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
    """What was led: its lane, its size, and its units; and how it is answered.

    lengths: the tractors, widest then longest first, packed by `packed`, the first lowest. quads,
    triples, pairs, singles: how many of them besides. width, length: of the first unit. number,
    ranks: of the one unit, where bombs are known. top: the highest step of all. gapped: one run
    with gaps. The switches bombs, follow_shape, protect, overruff and bombs_beat are kept with it.
    """

    def __init__(self) -> None:
        """Nothing led yet."""
        self.bombs = 0
        self.follow_shape = 0
        self.protect = 0
        self.overruff = 0
        self.bombs_beat = 0
        self.clear()

    def clear(self) -> None:
        """Forget what was led."""
        self.lane = MIXED
        self.size = 0
        self.lengths = 0
        self.quads = 0
        self.triples = 0
        self.pairs = 0
        self.singles = 0
        self.width = 1
        self.length = 1
        self.number = 0
        self.ranks = 0
        self.top = 0
        self.units = 0
        self.gapped = 0

    def copy_from(self, other: Lead) -> None:
        """Become the same as another lead."""
        self.lane = other.lane
        self.size = other.size
        self.lengths = other.lengths
        self.quads = other.quads
        self.triples = other.triples
        self.pairs = other.pairs
        self.singles = other.singles
        self.width = other.width
        self.length = other.length
        self.number = other.number
        self.ranks = other.ranks
        self.top = other.top
        self.units = other.units
        self.gapped = other.gapped
        self.bombs = other.bombs
        self.follow_shape = other.follow_shape
        self.protect = other.protect
        self.overruff = other.overruff
        self.bombs_beat = other.bombs_beat

    def read(self, order: Order, cards: Planes, switches: Switches) -> int:
        """Take in what is led; 0, or why these cards, one or more, cannot be led."""
        self.bombs = switches.bombs
        self.follow_shape = switches.follow_shape
        self.protect = switches.protect
        self.overruff = switches.overruff
        self.bombs_beat = switches.bombs_beat
        lane = order.lane_of(cards)
        if lane == MIXED:
            self.clear()
            return MIXED_SUITS
        if switches.bombs:
            self.clear()
            self.lane = lane
            self.size = size(cards)
            self.top = unit_top(order, lane, cards)
            return self._read_one_unit(order, cards)
        self.split(order, lane, cards)
        if self.units > 1:
            if switches.gapped_runs and not self.singles:
                self._make_one_run()
            elif not switches.throw:
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
        self.width = 2 if self.size > 1 else 1
        self.length = max(self.size // 2, 1)
        self._add_unit(self.width, self.length, 0)
        return NO_UNIT

    def split(self, order: Order, lane: int, cards: Planes) -> None:
        """Take in the units of cards of a lane."""
        self.clear()
        self.lane = lane
        self.size = size(cards)
        self.top = unit_top(order, lane, cards)
        place = 0
        while cards[0]:
            if not cards[1]:
                self.singles = popcount(cards[0])
                self.units += self.singles
                return
            unit = next_unit(order, lane, cards)
            length = popcount(unit[0])
            width = size(unit) // length
            if not self.units:
                self.width = width
                self.length = length
            self._add_unit(width, length, place)
            self.units += 1
            if length > 1:
                place += BITS
            cards = sub(cards, unit)

    def _add_unit(self, width: int, length: int, place: int) -> None:
        if length > 1 and place < MOST_BITS:
            self.lengths |= packed(width, length) << place
        elif width == 4:
            self.quads += length
        elif width == 3:
            self.triples += length
        elif width == 2:
            self.pairs += length
        else:
            self.singles += 1

    def is_shaped(self) -> bool:
        """Whether there is more than single cards."""
        return self.width > 1

    def loose(self) -> int:
        """The units that are neither tractors nor singles, counted as in `follow`."""
        return self.pairs | self.triples << TRIPLES | self.quads << QUADS

    def _make_one_run(self) -> None:
        """Several pairs are one run with gaps."""
        self.gapped = 1
        self.units = 1
        self.lengths = self.size // 2
        self.length = self.size // 2
        self.pairs = 0
