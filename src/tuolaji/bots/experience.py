"""What plays are worth by experience: the nets that were taught, one for each form of table.

A net of `bots/nets` is named by players and decks; `bench/teach.py` makes them.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from ..kernel.net import CELLS_BEHIND, MOST_CELLS, VALUE_OF_LEVEL, Net
from ..kernel.planes import Planes
from ..kernel.quick import Quick
from ..kernel.rawcourse import act
from ..kernel.rawdeal import DONE, RawDeal
from ..kernel.traits import words_in_all
from ..ruleset import Ruleset


class Experience:
    """A net that compares plays."""

    def __init__(self, weights: array[int], words: int) -> None:
        """words: of the traits; ValueError if the weights are not those of a net over so many."""
        cells = weights[0] if weights else 0
        rows = cells * (64 * words + 1 + CELLS_BEHIND)
        if not 0 < cells <= MOST_CELLS or len(weights) != 1 + rows + 2 * CELLS_BEHIND:
            raise ValueError(f"{len(weights)} weights make no net over {words} words of traits")
        self._net = Net(memoryview(weights))

    def gains(
        self, deal: RawDeal, candidates: list[Planes], is_late: Callable[[], bool] = lambda: False
    ) -> list[float]:
        """By how much each candidate is better than the first, in levels; fewer if it is late."""
        self._net.look(deal)
        first = self._net.value(deal, candidates[0])
        out = [0.0]
        for cards in candidates[1:]:
            if is_late():
                break
            out.append((self._net.value(deal, cards) - first) / VALUE_OF_LEVEL)
        return out


def experience_of(ruleset: Ruleset) -> Experience | None:
    """The experience with tables of that form, or None; nobody has any with called partners."""
    if ruleset.partners != "fixed":
        return None
    weights = _weights(ruleset.players, ruleset.decks)
    if weights is None:
        return None
    return Experience(weights, words_in_all(ruleset.players, ruleset.decks))


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
    file = files(__package__) / "nets" / f"{players}x{decks}.net"
    if not file.is_file():
        return None
    weights = array("h")
    weights.frombytes(zlib.decompress(file.read_bytes()))
    if sys.byteorder == "big":
        weights.byteswap()
    return weights
