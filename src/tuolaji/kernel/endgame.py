"""The last cards of a deal, played as well as can be by all who see every hand."""

from __future__ import annotations

from .bits import low_bit
from .planes import Planes, add, copies
from .rawcourse import act
from .rawdeal import DONE, PLAY, RawDeal
from .switches import Switches

PLIES = 25  # more than the plays that an end has


class Ply:
    """A moment of the end, and the one after it that is being tried."""

    def __init__(self, switches: Switches, plies: int) -> None:
        """So many moments in a row."""
        self.deal = RawDeal(switches)
        self.has_next = 0
        if plies > 1:
            self.next = Ply(switches, plies - 1)
            self.has_next = 1

    def solve(self, low: int, high: int) -> int:
        """The attackers' points in the end; only between low and high they must be exact."""
        if self.deal.phase != PLAY or not self.has_next:
            return self.deal.attackers_points()
        if self.deal.in_trick:
            return self._of_size(self.deal.lead.size, low, high)
        attacks = not self.deal.is_bank_side(self.deal.turn)
        value = self._pairs(low, high)
        if attacks:
            return max(value, self._of_size(1, max(low, value), high))
        return min(value, self._of_size(1, low, min(high, value)))

    def _worst(self) -> int:
        """Worse for the seat to play than anything."""
        return 1000000 if self.deal.is_bank_side(self.deal.turn) else -1000000

    def _after(self, cards: Planes, low: int, high: int, worst: int) -> int:
        """What a play comes to; the worst if it is none."""
        self.next.deal.copy_from(self.deal)
        if act(self.next.deal, cards) != DONE:
            return worst
        return self.next.solve(low, high)

    def _pairs(self, low: int, high: int) -> int:
        """The best of the leads of a pair."""
        best = self._worst()
        attacks = best < 0
        worst = best
        faces = self.deal.hand(self.deal.turn)[1]
        while faces:
            face = low_bit(faces)
            faces &= faces - 1
            value = self._after(copies(face, 2), low, high, worst)
            if attacks:
                best = max(best, value)
                low = max(low, value)
            else:
                best = min(best, value)
                high = min(high, value)
            if low >= high:
                return best
        return best

    def _of_size(self, wanted: int, low: int, high: int) -> int:
        """The best of the plays of one card, of two, or of all cards."""
        best = self._worst()
        attacks = best < 0
        worst = best
        hand = self.deal.hand(self.deal.turn)
        if wanted > 2:
            return self._after(hand, low, high, worst)
        faces = hand[0]
        while faces:
            face = low_bit(faces)
            faces &= faces - 1
            others = faces if wanted == 2 else 0
            if wanted == 2 and hand[1] >> face & 1:
                others |= copies(face, 1)[0]
            while True:
                cards = copies(face, 1)
                if wanted == 2:
                    if not others:
                        break
                    cards = add(cards, copies(low_bit(others), 1))
                    others &= others - 1
                value = self._after(cards, low, high, worst)
                if attacks:
                    best = max(best, value)
                    low = max(low, value)
                else:
                    best = min(best, value)
                    high = min(high, value)
                if low >= high:
                    return best
                if wanted == 1:
                    break
        return best
