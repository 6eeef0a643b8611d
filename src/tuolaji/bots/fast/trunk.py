"""A taught net in whole numbers: the same answers on every machine.

Its layers are those of `learn/nets.py`: a first one, blocks of two whose result is added to what
came in, a last one; before every layer but the first the cells are evened to mean 0 and deviation
1. A weight is a number of 8 bits, and every cell says by what its sum is multiplied.
"""

from __future__ import annotations

from .inputs import UNIT, Inputs

MOST_WIDTH = 1024  # so that no sum is longer than 32 bits
# The bits behind the point: of cells, of evened cells, of the cells within a block, of factors.
CELL_BITS, EVEN_BITS, INNER_BITS, FACTOR_BITS = 12, 11, 9, 24
_MOST_EVEN, _MOST_INNER = 32767, 16383
_ROOT_BITS = 8  # that a root has besides
_EVEN_UNIT = 2 ** (EVEN_BITS + _ROOT_BITS // 2 + FACTOR_BITS)
_NO_SPREAD = 168  # what is added to a variance: 0.00001


class Trunk:
    """A net that was taught.

    weights: of each input a row with a weight for each cell; of each block the rows of its cells,
    one weight for each cell before, inner and outer; the rows of the answers. numbers: of every
    layer a factor for each of its cells, and, if it is not the outer one of a block, what each
    begins with.
    """

    def __init__(
        self,
        weights: memoryview[int],
        numbers: memoryview[int],
        inputs: int,
        cells: int,
        blocks: int,
    ) -> None:
        """The net with these weights, up to MOST_WIDTH cells."""
        self.weights = weights
        self.numbers = numbers
        self.inputs = inputs
        self.cells = cells
        self.blocks = blocks
        self._cell = [0] * 1024
        self._even = [0] * 1024
        self._inner = [0] * 1024
        self._sum = [0] * 1024

    def think(self, told: Inputs) -> None:
        """Take in what is told; `answer` says what comes out."""
        self._take_in(told)
        weight = self.inputs * self.cells
        number = 2 * self.cells
        for _ in range(self.blocks):
            make_even(self._even, self._cell, self.cells, -_MOST_EVEN)
            add_up(self._sum, self.weights, weight, self._even, self.cells)
            for cell in range(self.cells):
                total = scaled(self._sum[cell], self.numbers[number + cell])
                total += self.numbers[number + self.cells + cell]
                self._inner[cell] = min(max(total, 0), _MOST_INNER)
            weight += self.cells * self.cells
            number += 2 * self.cells
            add_up(self._sum, self.weights, weight, self._inner, self.cells)
            for cell in range(self.cells):
                self._cell[cell] += scaled(self._sum[cell], self.numbers[number + cell])
            weight += self.cells * self.cells
            number += self.cells
        make_even(self._even, self._cell, self.cells, 0)

    def answer(self, at: int, answers: int) -> int:
        """One of so many answers, with CELL_BITS bits behind the point, after `think`."""
        row = (self.inputs + 2 * self.blocks * self.cells + at) * self.cells
        number = (2 + 3 * self.blocks) * self.cells + at
        total = dot(self.weights, row, self._even, self.cells)
        return scaled(total, self.numbers[number]) + self.numbers[number + answers]

    def _take_in(self, told: Inputs) -> None:
        """The first layer: the rows of the inputs that are not 0."""
        for cell in range(self.cells):
            self._cell[cell] = 0
        add_rows(self._cell, self.weights, told._one, told.ones, self.cells)
        for cell in range(self.cells):
            self._cell[cell] *= UNIT
        add_parts(self._cell, self.weights, told._part, told._amount, told.parts, self.cells)
        for cell in range(self.cells):
            total = scaled(self._cell[cell], self.numbers[cell]) + self.numbers[self.cells + cell]
            self._cell[cell] = max(total, 0)


def dot(weights: memoryview[int], row: int, values: list[int], number: int) -> int:
    """The sum of so many values, each times its weight in a row."""
    total = 0
    for at in range(number):
        total += weights[row + at] * values[at]
    return total


def add_up(
    sums: list[int], weights: memoryview[int], row: int, values: list[int], number: int
) -> None:
    """The sums of as many rows as there are values."""
    for at in range(number):
        sums[at] = dot(weights, row + at * number, values, number)


def add_rows(
    sums: list[int], weights: memoryview[int], rows: list[int], number: int, cells: int
) -> None:
    """Add the weights of so many rows."""
    for at in range(number):
        row = rows[at] * cells
        for cell in range(cells):
            sums[cell] += weights[row + cell]


def add_parts(
    sums: list[int],
    weights: memoryview[int],
    rows: list[int],
    amounts: list[int],
    number: int,
    cells: int,
) -> None:
    """Add the weights of so many rows, each times an amount."""
    for at in range(number):
        row = rows[at] * cells
        times = amounts[at]
        for cell in range(cells):
            sums[cell] += times * weights[row + cell]


def make_even(even: list[int], cells: list[int], number: int, least: int) -> None:
    """So many cells with mean 0 and deviation 1, none below the least."""
    total = 0
    for at in range(number):
        total += cells[at]
    mean = total // number
    total = 0
    for at in range(number):
        total += (cells[at] - mean) * (cells[at] - mean)
    spread = root((total // number + _NO_SPREAD) << _ROOT_BITS)
    factor = _EVEN_UNIT // spread
    for at in range(number):
        one = scaled(cells[at] - mean, factor)
        even[at] = min(max(one, least), _MOST_EVEN)


def scaled(total: int, factor: int) -> int:
    """A sum times the factor of its cell."""
    return total * factor >> FACTOR_BITS


def root(square: int) -> int:
    """The whole part of a square root."""
    low = 0
    high = 3037000499  # whose square has 63 bits
    while low < high:
        middle = (low + high + 1) >> 1
        if middle * middle <= square:
            low = middle
        else:
            high = middle - 1
    return low
