"""What plays are worth by experience: the nets that were taught, one for each form of table.

A net of `bots/nets` is named by players and decks; `bench/teach.py` makes them.
"""

from __future__ import annotations

import lzma
import sys
from array import array
from functools import cache
from importlib.resources import files

from ..kernel.instinct import Instinct
from ..kernel.planes import Planes
from ..kernel.quick import Quick
from ..kernel.rawcourse import act
from ..kernel.rawdeal import DONE, RawDeal
from ..ruleset import Ruleset

_LEVEL = 65536  # what a level counts in a net


class Experience:
    """A net that compares plays."""

    def __init__(self, weights: array[int]) -> None:
        self._instinct = Instinct(memoryview(weights))

    def gains(self, deal: RawDeal, candidates: list[Planes]) -> list[float]:
        """By how much each candidate is better than the first, in levels."""
        self._instinct.look(deal)
        values = [self._instinct.value(deal, cards) for cards in candidates]
        return [(value - values[0]) / _LEVEL for value in values]


def experience_of(ruleset: Ruleset) -> Experience | None:
    """The experience with tables of that form, or None; nobody has any with called partners."""
    if ruleset.partners != "fixed":
        return None
    weights = _weights(ruleset.players, ruleset.decks)
    return None if weights is None else Experience(weights)


def quick_ideas(deal: RawDeal) -> list[Planes]:
    """The legal plays among those that the kernel's quick player thinks of."""
    quick, trial = Quick(), RawDeal(deal.switches)
    out = []
    for at in range(quick.ideas(deal)):
        trial.copy_from(deal)
        if act(trial, quick.idea(at)) == DONE:
            out.append(quick.idea(at))
    return out


@cache
def _weights(players: int, decks: int) -> array[int] | None:
    file = files(__package__) / "nets" / f"{players}x{decks}.xz"
    if not file.is_file():
        return None
    weights = array("h")
    weights.frombytes(lzma.decompress(file.read_bytes()))
    if sys.byteorder == "big":
        weights.byteswap()
    return weights
