"""What a play is worth by experience: a small net over `PlayFeatures`, in whole numbers.

Two plays of the same seat at the same moment are compared by it; one value alone says nothing.
"""

from __future__ import annotations

from ...cards.bits import low_bit
from ...cards.planes import Planes
from ...engine.state import State
from .club_player import ClubPlayer
from .features import PlayFeatures

MOST_CELLS, CELLS_BEHIND = 512, 32
VALUE_OF_LEVEL = 65536
_ONE = 10  # the bits behind the point, of weights and of what cells pass on
_UNIT = 1024  # the same as a number
_MOST_PASSED = 32767
_FINER = 6  # the bits behind the point that values have besides


class Net:
    """A net that was taught.

    Its weights, numbers of 16 bits: how many cells there are; for every feature of `PlayFeatures` a
    row with a weight for each cell; a row for no feature; for each cell a row with a weight for
    each cell behind; a row for no cell; the weights of the cells behind.
    """

    def __init__(self, weights: memoryview[int]) -> None:
        """The net with these weights, up to MOST_CELLS cells."""
        self.weights = weights
        self.cells = weights[0]
        self.traits = PlayFeatures()
        self.player = ClubPlayer()
        self._sums = [0] * 1024
        self._behind = [0] * 32

    def look(self, deal: State) -> None:
        """Take in what the seat whose turn it is sees."""
        self.traits.look(deal)
        for cell in range(self.cells):
            self._sums[cell] = 0
        for word in range(self.traits.seen):
            self._add_rows(word, 0)

    def _add_rows(self, word: int, sums: int) -> None:
        """Add the rows of a word's traits to one of the two rows of sums."""
        ones = self.traits._words[word]
        while ones:
            row = 1 + (64 * word + low_bit(ones)) * self.cells
            ones &= ones - 1
            for cell in range(self.cells):
                self._sums[sums + cell] += self.weights[row + cell]

    def value(self, deal: State, cards: Planes) -> int:
        """What a play seems to be worth, a level counts VALUE_OF_LEVEL, after `look`."""
        self.traits.look_at(deal, self.player, cards)
        row = 1 + 64 * self.traits.number * self.cells
        for cell in range(self.cells):
            self._sums[MOST_CELLS + cell] = self._sums[cell] + self.weights[row + cell]
        for word in range(self.traits.seen, self.traits.number):
            self._add_rows(word, MOST_CELLS)
        return self._pass_on(row + self.cells)

    def _pass_on(self, row: int) -> int:
        """What comes out behind; row: the place of the first cell's weights."""
        none = row + self.cells * CELLS_BEHIND
        for cell in range(CELLS_BEHIND):
            self._behind[cell] = _UNIT * self.weights[none + cell]
        for cell in range(self.cells):
            passed = min(self._sums[MOST_CELLS + cell], _MOST_PASSED)
            if passed > 0:
                for behind in range(CELLS_BEHIND):
                    self._behind[behind] += passed * self.weights[row + behind]
            row += CELLS_BEHIND
        out = 0
        for cell in range(CELLS_BEHIND):
            passed = self._behind[cell] >> _ONE
            if passed > 0:
                out += passed * self.weights[none + CELLS_BEHIND + cell]
        return out >> _ONE - _FINER
