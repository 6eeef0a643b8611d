"""The vector environment: many deals side by side, stepped by threads straight into arrays."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from ..kernel.batch import MATCH_OVER, Sheets, Tables
from ..raw import switches_of
from ..ruleset import Ruleset
from .layout import TOKENS, Layout
from .options import checked_count, checked_seed, checked_start
from .tokens import BadToken


class Vector:
    """Deals side by side; every row is one, at a decision of the seat `seats[row]`.

    All arrays are written anew by every step and cannot be written to: `words`, `scalars` and
    `world` (`tuolaji.env.layout`), `masks` (four words a row: bit f of word k is token 4 f + k, so
    bit 54 of word 0 is STOP), `seats`, `levels` and `points` (rewards by seat), `over` (the deal
    ended with this step; the row shows the next one already), `match_over` (and the match).
    """

    def __init__(  # noqa: PLR0913, options by name
        self,
        ruleset: str | Ruleset,
        number: int,
        *,
        threads: int = 1,
        seed: int = 0,
        start: str = "match",
        skip_forced: bool = True,
        observations: bool = True,
        world: bool = False,
    ) -> None:
        """Begin so many deals.

        start: `match`, the deals of a row are those of one match after the other; `random`, each
        is of a match in a random state. skip_forced: a decision with one possible token is none.
        world: also write the full information, for critics.
        """
        self.ruleset = Ruleset.parse(ruleset) if isinstance(ruleset, str) else ruleset
        self.number = checked_count("number", number)
        self.threads = checked_count("threads", threads)
        if threads > number:
            raise ValueError(f"threads: {threads} for {number} deals")
        self.layout = Layout.of(self.ruleset)
        seats = self.layout.players
        self._actions = np.zeros(number, np.int32)
        self._sheets = Sheets(self._actions.data, skip_forced, checked_start(start))
        self.words = self._rows(np.uint64, self.layout.word_count if observations else 0)
        self.scalars = self._rows(np.int32, self.layout.scalar_count if observations else 0)
        self.world = self._rows(np.uint64, self.layout.world_count if world else 0)
        if observations:
            self._sheets.take_observations(self.words.data, self.scalars.data)
        if world:
            self._sheets.take_world(self.world.data)
        self.masks = self._rows(np.uint64, 4)
        self.seats = np.zeros(number, np.int8)
        self.levels = self._rows(np.int64, seats)
        self.points = self._rows(np.int64, seats)
        self._over = np.zeros(number, np.uint8)
        written = (self.masks, self.seats, self.levels, self.points, self._over)
        self._sheets.take_results(*(array.data for array in written))
        for array in (*written, self.words, self.scalars, self.world):
            array.flags.writeable = False
        cuts = [number * at // threads for at in range(threads + 1)]
        switches = switches_of(self.ruleset)
        self._parts = [Tables(switches, self._sheets, first, end) for first, end in pairwise(cuts)]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._busy = Lock()
        self.reset(seed)

    def _rows(self, kind: type[Any], columns: int) -> npt.NDArray[Any]:
        return np.zeros((self.number, columns), kind)

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Whether a deal ended with the last step."""
        return self._over.astype(bool)

    @property
    def match_over(self) -> npt.NDArray[np.bool_]:
        """Whether the match ended with it."""
        return (self._over & MATCH_OVER).astype(bool)

    def reset(self, seed: int) -> None:
        """Begin anew; the same seed gives the same deals, whatever the number of threads."""
        seed = checked_seed(seed)
        with self._alone():
            self._all("begin", seed)

    def step(self, actions: npt.ArrayLike) -> None:
        """Push a token in every row and go on to the next decision.

        Raises BadToken for the first row whose token may not come next, and then moves none.
        """
        with self._alone():
            self._actions[:] = self._checked(np.asarray(actions))
            self._all("step")

    def choose(self) -> npt.NDArray[np.int32]:
        """A token for every row, each that may come next as likely as another."""
        with self._alone():
            self._all("choose")
            return self._actions.copy()

    def _checked(self, actions: npt.NDArray[Any]) -> npt.NDArray[Any]:
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions: whole numbers are needed, not {actions.dtype}")
        if actions.shape != (self.number,):
            raise ValueError(f"actions: the shape is {actions.shape}, not ({self.number},)")
        known = (actions >= 0) & (actions < TOKENS)
        tokens = np.where(known, actions, 0).astype(np.int64)
        words = self.masks[np.arange(self.number), tokens & 3]
        allowed = (words >> (tokens >> 2).astype(np.uint64)) & np.uint64(1)
        good = known & (allowed != 0)
        if not good.all():
            row = int(np.argmin(good))
            one, two, three, four = (int(word) for word in self.masks[row])
            raise BadToken(int(actions[row]), (one, two, three, four), row)
        return actions

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other threads of the caller out: the tables can be stepped by one at a time."""
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("another thread is stepping this environment")
        try:
            yield
        finally:
            self._busy.release()

    def _all(self, name: str, *arguments: int) -> None:
        """Let every part of the tables do the same, each in a thread, and wait for all."""
        first, *others = (getattr(part, name) for part in self._parts)
        if self._pool is None:
            first(*arguments)
            return
        waiting = [self._pool.submit(part, *arguments) for part in others]
        first(*arguments)
        for future in waiting:
            future.result()
