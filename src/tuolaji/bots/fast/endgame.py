"""The last cards of a deal, played as well as can be by all who see every hand."""

from __future__ import annotations

from ...cards.bits import low_bit
from ...cards.planes import Planes, copies
from ...engine.course import act
from ...engine.state import DONE, PLAY, State
from ...rules.switches import Switches

PLIES = 25  # more than the plays that an end has
_FAR = 1000000  # more points than any deal has


class Ply:
    """A moment of the end, and the one after it that is being tried.

    best: what the plays tried so far come to; between low and high it must be exact.
    """

    def __init__(self, switches: Switches, plies: int) -> None:
        """So many moments in a row."""
        self.deal = State(switches)
        self.low = 0
        self.high = 0
        self.best = 0
        self.attacks = 0
        self.has_next = 0
        if plies > 1:
            self.next = Ply(switches, plies - 1)
            self.has_next = 1

    def solve(self, low: int, high: int) -> int:
        """The attackers' points in the end, with two cards in each hand at most."""
        if self.deal.phase != PLAY or not self.has_next:
            return self.deal.attackers_points()
        self.low = low
        self.high = high
        self.attacks = not self.deal.is_bank_side(self.deal.turn)
        self.best = -_FAR if self.attacks else _FAR
        hand = self.deal.hand(self.deal.turn)
        if self.deal.in_trick and self.deal.lead.size == 2:
            self._try(hand)
            return self.best
        if not self.deal.in_trick and hand[1]:
            self._try(hand)
        faces = hand[0]
        while faces and self.low < self.high:
            self._try(copies(low_bit(faces), 1))
            faces &= faces - 1
        return self.best

    def _try(self, cards: Planes) -> None:
        """Take in what a play comes to."""
        self.next.deal.copy_from(self.deal)
        if act(self.next.deal, cards) != DONE:
            return
        value = self.next.solve(self.low, self.high)
        if self.attacks:
            self.best = max(self.best, value)
            self.low = max(self.low, value)
        else:
            self.best = min(self.best, value)
            self.high = min(self.high, value)
