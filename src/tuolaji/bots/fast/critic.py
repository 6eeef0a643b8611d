"""What a deal is worth to a side if all cards lie open, by a taught net."""

from __future__ import annotations

from ...engine.state import State
from ...engine.trail import Trail
from .inputs import Inputs
from .trunk import Trunk

LEVELS_WORTH = 2048  # what a level counts
POINTS_WORTH = 10  # what a point counts besides


class Critic:
    """A net that sees all cards; told: how many inputs tell what a seat knows."""

    def __init__(self, inputs: Inputs, net: Trunk, told: int) -> None:
        """The inputs must be those that the net was taught with."""
        self.inputs = inputs
        self.net = net
        self.told = told

    def value(self, deal: State, trail: Trail, seat: int) -> int:
        """What the deal is worth to the side of a seat, sides being fixed."""
        turn = deal.turn
        self.inputs.look(deal, trail, turn)
        self.inputs.look_into(deal, turn, self.told)
        self.net.think(self.inputs)
        value = self.net.answer(0, 1)
        return value if (turn - seat) % 2 == 0 else -value
