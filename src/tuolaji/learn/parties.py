"""Whose gain is whose: the two sides where partners are fixed, and else every seat for itself.

With called partners nobody knows the sides at first, so values and rewards are kept for every seat;
who turns out to play together earns the same. Parties are in order, the first seat's first, or
turned to the eyes of a seat, its own first.
"""

from __future__ import annotations

import torch
from torch import Tensor

from ..bots.told import layout_of
from ..ruleset import Ruleset

_SIDES = 2


class Parties:
    """The parties at the tables of a ruleset; columns: two, or one for every seat of the layout."""

    def __init__(self, ruleset: Ruleset, device: torch.device) -> None:
        """Tables for every seat: turns, which party is at each place that it looks at."""
        layout = layout_of(ruleset)
        self.columns = layout.players if layout.wide else _SIDES
        number = ruleset.players if layout.wide else _SIDES
        seats = torch.arange(ruleset.players)[:, None]
        places = torch.arange(self.columns)
        self.turns = torch.where(places < number, (places + seats) % number, places)
        missing = layout.players - ruleset.players  # seats that choose nothing
        self.turns = torch.cat([self.turns, places.expand(missing, -1)]).to(device)
        self._places = self.turns.argsort(1)

    def in_order(self, turned: Tensor, seats: Tensor) -> Tensor:
        """What seats see of the parties, in the order of these."""
        return turned.gather(1, self._places[seats.long()])
