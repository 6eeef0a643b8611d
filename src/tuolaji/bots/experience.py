"""What plays are worth by experience: the nets that were taught, one for each form of table.

A net of `bots/nets` is named by players and decks; `bench/teach.py` makes them. It carries the
digest of the traits it was taught with, and is not used when they have changed.
"""

from __future__ import annotations

import lzma
import sys
import warnings
from array import array
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from io import StringIO
from tokenize import COMMENT, DEDENT, INDENT, NEWLINE, NL, generate_tokens

from ..cards.planes import Planes
from ..engine.state import State
from ..ruleset import Ruleset
from .fast.features import words_in_all
from .fast.net import CELLS_BEHIND, MOST_CELLS, VALUE_OF_LEVEL, Net

_FORMULAS = ("features", "club_player", "costs", "worth", "odds")


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
        self, deal: State, candidates: list[Planes], is_late: Callable[[], bool] = lambda: False
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


@cache
def _weights(players: int, decks: int) -> array[int] | None:
    """The weights of the net for tables of that form; None if there is none that can be used."""
    file = files(__package__) / "nets" / f"{players}x{decks}.net"
    if not file.is_file():
        return None
    try:
        return read_net(file.read_bytes())
    except StaleNet as error:
        warnings.warn(f"{file.name}: {error}", RuntimeWarning, stacklevel=2)
        return None


# The file of a net: the digest of the traits it was taught with, and its weights, packed.


# Formulas that say the same in other words as those the nets were taught with.
_SAME_TRAITS = {
    bytes.fromhex(
        "f1796084fde70fcb62306a55ea9ea225262661f9de1733133745cbb161aface4"
    ): bytes.fromhex("f6c44e1e01bdd68b8b627ed5b49361fa7a20ee1c6485f9111caf098055fa89d8"),
}


class StaleNet(ValueError):
    """A net that was taught with other traits than those of today."""


def read_net(data: bytes) -> array[int]:
    """The weights in the file of a net; StaleNet if its traits are not those of today."""
    digest = traits_digest()
    if data[: len(digest)] not in (digest, _SAME_TRAITS.get(digest)):
        raise StaleNet(
            "the net was taught with other traits (bots/fast/" + ", ".join(_FORMULAS) + ");"
            " teach it anew, or stamp it if they only say the same in other words"
            " (bench/teach.py)"
        )
    weights = array("h")
    weights.frombytes(lzma.decompress(data[len(digest) :]))
    if sys.byteorder == "big":
        weights.byteswap()
    return weights


def net_file(packed: bytes) -> bytes:
    """The file of a net with packed weights, taught with the traits of today."""
    return traits_digest() + packed


@cache
def traits_digest() -> bytes:
    """The digest of the formulas that traits are made of; comments and imports do not count."""
    digest = sha256()
    for name in _FORMULAS:
        text = (files("tuolaji.bots.fast") / f"{name}.py").read_text("utf-8")
        for line in statements(text):
            digest.update(line.encode())
    return digest.digest()


def statements(text: str) -> Iterator[str]:
    """The logical lines of a program and their depth, without comments, docstrings and imports."""
    depth = 0
    line: list[str] = []
    for token in generate_tokens(StringIO(text).readline):
        if token.type in (INDENT, DEDENT):
            depth += 1 if token.type == INDENT else -1
        elif token.type == NEWLINE:
            if line[0] not in ("from", "import") and not line[0].startswith('"""'):
                yield f"{depth} {' '.join(line)}\n"
            line = []
        elif token.type not in (COMMENT, NL):
            line.append(token.string)
