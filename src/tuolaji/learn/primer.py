"""What `club` does before the first lead, as examples: the quick player only plays cards."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..bots.told import layout_of
from ..cards.planes import Planes, count, size, sub
from ..engine.action_tokens import first_face, next_tokens
from ..engine.state import PLAY, State
from ..env.bots import Bots
from ..env.table import Table
from ..rules.tokens import STOP
from ..ruleset import Ruleset

_BOT = "club"


class Primer:
    """Decisions before the first lead, row by row: what was seen, what was allowed and chosen."""

    def __init__(self, ruleset: Ruleset, deals: int, seed: int) -> None:
        """Let `club` begin so many deals."""
        self.ruleset = ruleset
        version = layout_of(ruleset).version
        self._table = Table(ruleset, start="random", reward="levels", skip=True, version=version)
        self._table.seed(seed)
        self._rows: list[tuple[npt.NDArray[Any], npt.NDArray[Any], Planes, int]] = []
        for number in range(deals):
            self._table.begin()
            self._begin_deal(seed + number)
        words, scalars, masks, tokens = zip(*self._rows, strict=True)
        self.words, self.scalars = np.concatenate(words), np.concatenate(scalars)
        self.masks, self.tokens = np.array(masks, np.uint64), np.array(tokens, np.int64)

    def rows(self, at: npt.NDArray[np.int64]) -> tuple[npt.NDArray[Any], ...]:
        """Words, scalars, masks and tokens of some rows."""
        return self.words[at], self.scalars[at], self.masks[at], self.tokens[at]

    def _begin_deal(self, seed: int) -> None:
        table, bots = self._table, Bots(self._table, _BOT)
        while not table.over and table.deal.phase != PLAY:
            cards, done = bots.choose(seed), len(table.history)
            while len(table.history) == done and not table.over:
                token = _next(table.deal, cards)
                self._rows.append((*self._seen(), next_tokens(table.deal), token))
                table.push(token)

    def _seen(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        layout = self._table.layout
        words = np.zeros((1, layout.word_count), np.uint64)
        scalars = np.zeros((1, layout.scalar_count), np.int32)
        self._table.observe(self._table.deal.turn, words, scalars, 0)
        return words, scalars


def _next(deal: State, cards: Planes) -> int:
    """The token with which these cards are gone on with."""
    rest = sub(cards, deal.chosen)
    if not size(rest):
        return STOP
    face = first_face(deal, rest)
    return 4 * face + count(rest, face) - 1
