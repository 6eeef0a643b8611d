"""Which cards are one suit, which is higher, which are adjacent.

Decides `order.trump`, `order.side`, `order.adjacent`, `level.permanent-two`, `hard.trumps` and
`declare.joker-level`. Lanes 0-3 are the plain cards of S H C D, lane 4 is the trumps. Every
card has a step in its lane; a higher step is a stronger card, equal steps are equal in
strength, and steps n and n+1 are adjacent. Where neighbours are not adjacent a step is left
empty between them, so that a tractor is always a run of ones in a mask of steps.
"""

from __future__ import annotations

from ..cards.bits import bit, low_bit, top_bit
from ..cards.planes import BIG_JOKER, JOKERS, SMALL_JOKER, Planes
from .switches import TUPLES, Switches

TRUMPS = 4
NO_SUIT = -1
NO_LEVEL = -1
MIXED = -1
INCOMPARABLE = 2
SUIT = (1 << 13) - 1
EVERY_SUIT = 1 | 1 << 13 | 1 << 26 | 1 << 39
_GROUPS = 6  # kinds of trumps above the natural ranks of the trump suit


class Order:
    """The order of the cards in one deal, and which of them make one unit.

    widest: most copies of a face in a unit. tractor_length, tractor_width: fewest steps, and copies
    on each, of a tractor.
    """

    def __init__(self) -> None:
        """Nothing is laid out yet."""
        self.level = NO_LEVEL
        self.trump = NO_SUIT
        self.widest = 2
        self.tractor_length = 2
        self.tractor_width = 2
        self.below_level = 0
        self._faces = [0] * 5
        self._natural = [0] * 5
        self._first = [0] * 5
        self._group = [0] * 6
        self._group_step = [0] * 6
        self._step = [0] * 54
        self._lane = [0] * 54
        self._place = [0] * 54
        self._face = [0] * 54

    def lay_out(self, level: int, trump: int, switches: Switches) -> None:
        """Lay out the steps.

        level: rank 0-12, or NO_LEVEL at the Joker level; trump: suit 0-3, or NO_SUIT.
        runs_skip_level: the ranks around the level are adjacent. runs_in_trump: level cards, twos
        and jokers are adjacent as they stand in the order; else only the two jokers are.
        """
        self.widest = 4 if switches.units == TUPLES else 2
        self.tractor_length = switches.tractor_length
        self.tractor_width = switches.tractor_width
        self.level = level
        self.trump = trump
        levels = EVERY_SUIT << level if level >= 0 else 0
        twos = EVERY_SUIT if switches.permanent_two else 0
        special = levels | twos | JOKERS
        for suit in range(4):
            self._faces[suit] = (SUIT << 13 * suit) & ~special
            self._natural[suit] = self._faces[suit]
            self._first[suit] = 13 * suit
        self._faces[TRUMPS] = special
        self._natural[TRUMPS] = 0
        self._first[TRUMPS] = 13 * trump if trump >= 0 else 0
        own = 0
        if trump >= 0:
            own = SUIT << 13 * trump
            self._natural[TRUMPS] = self._faces[trump]
            self._faces[TRUMPS] |= self._faces[trump]
            self._faces[trump] = 0
            self._natural[trump] = 0
        self.below_level = bit(level) - 1 if switches.runs_skip_level and level >= 0 else SUIT
        self._group[0] = twos & ~own
        self._group[1] = twos & own
        self._group[2] = levels & ~own
        self._group[3] = levels & own
        self._group[4] = bit(SMALL_JOKER)
        self._group[5] = bit(BIG_JOKER)
        natural = self._natural_steps(TRUMPS, own)
        step = top_bit(natural) if natural else -1
        for group in range(_GROUPS):
            if self._group[group]:
                adjacent = switches.runs_in_trump or group == _GROUPS - 1  # the jokers always are
                step += 1 if adjacent else 2
                self._group_step[group] = step
        self._number_faces()

    def _number_faces(self) -> None:
        """Every face's lane, step and place in the row of all faces: trumps first, high to low."""
        place = 0
        for group in range(_GROUPS - 1, -1, -1):
            faces = self._group[group]
            while faces:
                self._put(low_bit(faces), TRUMPS, self._group_step[group], place)
                faces &= faces - 1
                place += 1
        for at in range(5):
            lane = TRUMPS if at == 0 else at - 1
            faces = self._natural[lane]
            while faces:
                face = top_bit(faces)
                rank = face - self._first[lane]
                step = rank if self.below_level >> rank & 1 else rank - 1
                self._put(face, lane, step, place)
                faces ^= bit(face)
                place += 1

    def _put(self, face: int, lane: int, step: int, place: int) -> None:
        self._lane[face] = lane
        self._step[face] = step
        self._place[face] = place
        self._face[place] = face

    def copy_from(self, other: Order) -> None:
        """Become the same as another order."""
        self.level = other.level
        self.trump = other.trump
        self.widest = other.widest
        self.tractor_length = other.tractor_length
        self.tractor_width = other.tractor_width
        self.below_level = other.below_level
        self._faces[:] = other._faces
        self._natural[:] = other._natural
        self._first[:] = other._first
        self._group[:] = other._group
        self._group_step[:] = other._group_step
        self._step[:] = other._step
        self._lane[:] = other._lane
        self._place[:] = other._place
        self._face[:] = other._face

    def _natural_steps(self, lane: int, faces: int) -> int:
        ranks = (faces & self._natural[lane]) >> self._first[lane]
        low = ranks & self.below_level
        return low | (ranks ^ low) >> 1

    def steps(self, lane: int, faces: int) -> int:
        """The mask of steps on which the lane has one of the faces."""
        mask = self._natural_steps(lane, faces)
        if lane == TRUMPS:
            for group in range(_GROUPS):
                if faces & self._group[group]:
                    mask |= bit(self._group_step[group])
        return mask

    def faces_at(self, lane: int, step: int) -> int:
        """The faces of the lane on one step."""
        if lane == TRUMPS:
            for group in range(_GROUPS):
                if self._group[group] and self._group_step[group] == step:
                    return self._group[group]
        if step > 12:
            return 0
        return bit(self._first[lane] + self._rank_on(step)) & self._natural[lane]

    def _rank_on(self, step: int) -> int:
        """The natural rank that a step has, up to step 12."""
        return step if self.below_level >> step & 1 else step + 1

    def above(self, lane: int, step: int) -> int:
        """The faces of the lane above a step; -1 is below all."""
        if step < 0:
            return self._faces[lane]
        out = 0
        if lane == TRUMPS:
            for group in range(_GROUPS):
                if self._group_step[group] > step:
                    out |= self._group[group]
        if step > 11:
            return out
        lowest = self._first[lane] + self._rank_on(step + 1)
        return out | self._natural[lane] & ~(bit(lowest) - 1)

    def first_faces(self, lane: int, faces: int) -> int:
        """One face of each step, the first in S H C D order."""
        faces &= self._faces[lane]
        if lane == TRUMPS:
            for at in range(2):
                here = faces & self._group[2 * at]
                if here & (here - 1):
                    faces ^= here & (here - 1)
        return faces

    def faces(self, lane: int) -> int:
        """All faces of a lane."""
        return self._faces[lane]

    def step(self, face: int) -> int:
        """The step of a face in its lane."""
        return self._step[face]

    def lane(self, face: int) -> int:
        """The lane of a face."""
        return self._lane[face]

    def place(self, face: int) -> int:
        """The place of a face in the row of all faces: trumps first, high to low, then S H C D."""
        return self._place[face]

    def face(self, place: int) -> int:
        """The face at a place in the row of all faces."""
        return self._face[place]

    def lane_of(self, cards: Planes) -> int:
        """The one lane all the cards belong to, or MIXED."""
        lane = self._lane[low_bit(cards[0])] if cards[0] else 0
        return MIXED if cards[0] & ~self._faces[lane] else lane

    def compare(self, a: int, b: int) -> int:
        """1 if face a is higher, -1 if lower, 0 if equal; INCOMPARABLE if neither beats."""
        if self._lane[a] != self._lane[b]:
            if self._lane[a] == TRUMPS:
                return 1
            return -1 if self._lane[b] == TRUMPS else INCOMPARABLE
        return (self._step[a] > self._step[b]) - (self._step[a] < self._step[b])
