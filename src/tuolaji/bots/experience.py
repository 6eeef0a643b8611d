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
from ..kernel.rawdeal import RawDeal
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
    """The experience with tables of that form, or None."""
    weights = _weights(ruleset.players, ruleset.decks)
    return None if weights is None else Experience(weights)


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
