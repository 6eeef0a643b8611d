"""What a deal is worth to a side if all cards lie open, by a taught net."""

from __future__ import annotations

from ...engine.state import State
from ...engine.trail import Trail
from .inputs import Inputs
from .trunk import Trunk

LEVELS_WORTH = 2048  # what a level counts
POINTS_WORTH = 10  # what a point counts besides


class Critic:
    """A net that sees all cards; told: how many inputs tell what a seat knows.

    values: how many it answers. One is what the deal is worth to the side of the seat to move,
    sides being fixed; of several each is for a seat, the one to move first.
    """

    def __init__(self, inputs: Inputs, net: Trunk, told: int, values: int) -> None:
        """The inputs must be those that the net was taught with."""
        self.inputs = inputs
        self.net = net
        self.told = told
        self.values = values

    def value(self, deal: State, trail: Trail, seat: int) -> int:
        """What the deal is worth to a seat."""
        turn = deal.turn
        self.inputs.look(deal, trail, turn)
        self.inputs.look_into(deal, turn, self.told)
        self.net.think(self.inputs)
        if self.values > 1:
            return self.net.answer((seat - turn) % deal.switches.players, self.values)
        value = self.net.answer(0, 1)
        return value if (turn - seat) % 2 == 0 else -value
