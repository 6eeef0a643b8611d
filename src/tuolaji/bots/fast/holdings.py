"""What the other hands probably hold, by a table of chances; whole numbers out of FULL.

Cards that a seat is known to hold are sure. Every other unseen card is loose, and each of its
copies lies in a hand with the chance that was set for it. Units of several cards are taken for
independent of each other, which is near enough.
"""

from __future__ import annotations

from ...cards.bits import bit, low_bit, top_bit
from ...cards.planes import EMPTY, Planes, count, plane, size
from ...rules.order import TRUMPS, Order
from ...rules.units import BITS, LENGTH, WIDTH, Lead

FULL = 65536  # so that the product of two chances is shifted by 16


class Holdings:
    """What is believed of each seat."""

    def __init__(self) -> None:
        """Nothing is unseen."""
        self.loose = EMPTY
        self._sure = [EMPTY] * 8
        self._unpaired = [0] * 8
        self._chances = [0] * 432
        self._misses = [0] * 64

    def set_loose(self, cards: Planes) -> None:
        """The unseen cards that no seat is known to hold."""
        self.loose = cards

    def set_seat(self, seat: int, sure: Planes, unpaired: int) -> None:
        """The cards a seat surely holds, and a mask of the lanes of which it has no pairs."""
        self._sure[seat] = sure
        self._unpaired[seat] = unpaired

    def set_chance(self, seat: int, face: int, chance: int) -> None:
        """How likely a loose copy of a face lies in the hand of a seat."""
        self._chances[54 * seat + face] = chance

    def has(self, order: Order, seat: int, lane: int, number: int, ranks: int, top: int) -> int:
        """How likely a seat holds a unit above a step of a lane.

        The unit has so many ranks, and so many copies of each.
        """
        if number * ranks == 1:
            return self._has_card(order, seat, lane, top)
        if number > 1 and self._unpaired[seat] >> lane & 1:
            return 0
        return self._has_unit(order, seat, lane, number, ranks, top)

    def _has_card(self, order: Order, seat: int, lane: int, top: int) -> int:
        faces = order.above(lane, top)
        if self._sure[seat][0] & faces:
            return FULL
        places = size(self.loose)
        left = places
        fails = FULL
        for number in range(1, 5):
            rest = plane(self.loose, number) & faces
            while rest:
                face = top_bit(rest)
                rest ^= bit(face)
                chance = self._chances[54 * seat + face] * places // left
                fails = fails * max(0, FULL - chance) >> 16
                left -= 1
        return FULL - fails

    def has_all(self, order: Order, seat: int, units: Lead) -> int:
        """How likely a seat holds trumps for every unit of a plain lead."""
        out = FULL
        lengths = units.lengths
        while lengths:
            width = 2 + (lengths >> WIDTH & 3)
            out = out * self.has(order, seat, TRUMPS, width, lengths & LENGTH, -1) >> 16
            lengths >>= BITS
        for _ in range(units.quads):
            out = out * self.has(order, seat, TRUMPS, 4, 1, -1) >> 16
        for _ in range(units.triples):
            out = out * self.has(order, seat, TRUMPS, 3, 1, -1) >> 16
        for _ in range(units.pairs):
            out = out * self.has(order, seat, TRUMPS, 2, 1, -1) >> 16
        for _ in range(units.singles):
            out = out * self.has(order, seat, TRUMPS, 1, 1, -1) >> 16
        return out

    def _has_unit(
        self, order: Order, seat: int, lane: int, number: int, ranks: int, top: int
    ) -> int:
        steps = top_bit(order.steps(lane, order.faces(lane))) + 1 if order.faces(lane) else 0
        for step in range(steps):
            self._misses[step] = FULL
        faces = (self.loose[0] | self._sure[seat][0]) & order.faces(lane)
        while faces:
            face = low_bit(faces)
            faces &= faces - 1
            wanted = number - count(self._sure[seat], face)
            chance = at_least(wanted, count(self.loose, face), self._chances[54 * seat + face])
            step = order.step(face)
            self._misses[step] = self._misses[step] * (FULL - chance) >> 16
        fails = FULL
        for first in range(max(0, top - ranks + 2), steps - ranks + 1):
            chance = FULL
            for step in range(first, first + ranks):
                chance = chance * (FULL - self._misses[step]) >> 16
            fails = fails * (FULL - chance) >> 16
        return FULL - fails


def at_least(wanted: int, copies_out: int, chance: int) -> int:
    """How likely a hand has so many of the copies that are out, each with the same chance."""
    if wanted <= 0:
        return FULL
    if wanted > copies_out:
        return 0
    has = chance * at_least(wanted - 1, copies_out - 1, chance)
    return has + (FULL - chance) * at_least(wanted, copies_out - 1, chance) >> 16
