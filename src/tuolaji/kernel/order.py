"""Which cards are one suit, which is higher, which are adjacent.

Decides `order.trump`, `order.side`, `order.adjacent`, `level.permanent-two`, `hard.trumps` and
`declare.joker-level`. Lanes 0-3 are the plain cards of S H C D, lane 4 is the trumps. Every
card has a step in its lane; a higher step is a stronger card, equal steps are equal in
strength, and steps n and n+1 are adjacent. Where neighbours are not adjacent a step is left
empty between them, so that a tractor is always a run of ones in a mask of steps.
"""

from __future__ import annotations

from .planes import BIG_JOKER, JOKERS, SMALL_JOKER, Planes

TRUMPS = 4
NO_SUIT = -1
NO_LEVEL = -1
MIXED = -1
_SUIT = (1 << 13) - 1
_EVERY_SUIT = 1 | 1 << 13 | 1 << 26 | 1 << 39


class Order:
    """The order of the cards in one deal."""

    def __init__(
        self,
        level: int,
        trump: int,
        *,
        permanent_two: bool,
        skip_level: bool,
        special_runs: bool,
    ) -> None:
        """Lay out the steps.

        level: rank 0-12, or NO_LEVEL at the Joker level; trump: suit 0-3, or NO_SUIT.
        skip_level: the ranks around the level are adjacent. special_runs: level cards, twos
        and jokers are adjacent as they stand in the order; else only the two jokers are.
        """
        self.level = level
        self.trump = trump
        levels = _EVERY_SUIT << level if level >= 0 else 0
        twos = _EVERY_SUIT if permanent_two else 0
        special = levels | twos | JOKERS
        self.faces = [(_SUIT << 13 * suit) & ~special for suit in range(4)] + [special]
        self.natural = [*self.faces[:TRUMPS], 0]
        if trump >= 0:
            self.natural[TRUMPS] = self.faces[trump]
            self.faces[TRUMPS] |= self.faces[trump]
            self.faces[trump] = self.natural[trump] = 0
        self.below_level = (1 << level) - 1 if skip_level and level >= 0 else _SUIT
        self.special_steps = self._lay_out(levels, twos, special_runs=special_runs)
        self.shared_steps = [item for item in self.special_steps if item[0].bit_count() > 1]
        self.lane = [0] * 54
        self.step = [0] * 54
        self._faces_at = [[0] * 32 for _ in range(5)]
        for lane in range(5):
            for face in range(54):
                if self.faces[lane] >> face & 1:
                    self.lane[face] = lane
                    self.step[face] = self.steps(lane, 1 << face).bit_length() - 1
                    self._faces_at[lane][self.step[face]] |= 1 << face

    def _lay_out(self, levels: int, twos: int, *, special_runs: bool) -> list[tuple[int, int]]:
        """(faces, step) of the trumps above the trump suit's natural ranks, low to high."""
        own = _SUIT << 13 * self.trump if self.trump >= 0 else 0
        groups = [twos & ~own, twos & own, levels & ~own, levels & own, 1 << SMALL_JOKER]
        step = self._natural_steps(TRUMPS, own).bit_length() - 1
        out = []
        for faces in groups:
            if faces:
                step += 1 if special_runs else 2
                out.append((faces, step))
        out.append((1 << BIG_JOKER, step + 1))
        return out

    def _natural_steps(self, lane: int, faces: int) -> int:
        suit = self.trump if lane == TRUMPS else lane
        if suit < 0:
            return 0
        ranks = (faces & self.natural[lane]) >> 13 * suit
        low = ranks & self.below_level
        return low | (ranks ^ low) >> 1

    def steps(self, lane: int, faces: int) -> int:
        """The mask of steps on which the lane has one of the faces."""
        mask = self._natural_steps(lane, faces)
        if lane == TRUMPS:
            for group, step in self.special_steps:
                if faces & group:
                    mask |= 1 << step
        return mask

    def faces_at(self, lane: int, step: int) -> int:
        """The faces of the lane on one step."""
        return self._faces_at[lane][step]

    def lane_of(self, cards: Planes) -> int:
        """The one lane all the cards belong to, or MIXED."""
        faces = cards[0]
        for lane in range(5):
            if not faces & ~self.faces[lane]:
                return lane
        return MIXED

    def compare(self, a: int, b: int) -> int | None:
        """1 if face a is higher, -1 if lower, 0 if equal, None if neither beats the other."""
        if self.lane[a] != self.lane[b]:
            if self.lane[a] == TRUMPS:
                return 1
            return -1 if self.lane[b] == TRUMPS else None
        return (self.step[a] > self.step[b]) - (self.step[a] < self.step[b])
