"""The plays that a player has weighed: the best one, and all of them where they are asked for."""

from __future__ import annotations

from ...cards.planes import EMPTY, Planes

WORST = -1000000000  # less than any play is worth
_MOST_KEPT = 128


class Offers:
    """Plays and their values.

    best, value: the best play so far. keeps: whether all are kept; number: how many there are.
    """

    def __init__(self) -> None:
        """Nothing is weighed yet."""
        self.best = EMPTY
        self.value = WORST
        self.keeps = 0
        self.number = 0
        self._cards = [EMPTY] * 128
        self._values = [0] * 128
        self._chances = [0] * 128
        self._reasons = [0] * 128

    def keep_all(self, keeps: int) -> None:
        """Keep every play from now on, or only the best one."""
        self.keeps = keeps
        if keeps:
            self.number = 0

    def clear(self) -> None:
        """No play is the best any more."""
        self.best = EMPTY
        self.value = WORST

    def add(self, cards: Planes, value: int, chance: int, reason: int) -> None:
        """One more play, with its value, the chance to take the trick, and the reason for it."""
        if self.keeps and self.number < _MOST_KEPT:
            self._cards[self.number] = cards
            self._values[self.number] = value
            self._chances[self.number] = chance
            self._reasons[self.number] = reason
            self.number += 1
        if value > self.value:
            self.value = value
            self.best = cards

    def cards(self, at: int) -> Planes:
        """One of the plays that were kept, in no order."""
        return self._cards[at]

    def price(self, at: int) -> int:
        """What it seems to be worth."""
        return self._values[at]

    def chance(self, at: int) -> int:
        """How likely the seat's side takes the trick with it, out of SURE."""
        return self._chances[at]

    def reason(self, at: int) -> int:
        """Why it is thought of: a number of `club_player`."""
        return self._reasons[at]
