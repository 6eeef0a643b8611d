"""The vector environment: many deals side by side, stepped by threads straight into arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from ..rules.numbers import strict_switches_of
from ..ruleset import Ruleset
from .crew import Crew
from .fast.batch import CHOOSE, MATCH_OVER, STEP, Part
from .fast.sheets import NO_SIDE, Sheets
from .layout import OBSERVATION_VERSION, TOKENS, Layout
from .options import checked_count, checked_seed, checked_start
from .tokens import BadToken

Maker = Callable[[tuple[int, ...], Any], npt.NDArray[Any]]


class Vector:
    """Deals side by side; every row is one, at a decision of the seat `seats[row]`.

    All arrays are written anew by every step and cannot be written to: `words`, `scalars` and
    `world` (`tuolaji.env.layout`), `masks` (four words a row: bit f of word k is token 4 f + k, so
    bit 54 of word 0 is STOP), `seats`, `levels` and `points` (rewards by seat), `over` (the deal
    ended with this step; the row shows the next one already), `match_over` (and the match),
    `ended` (1 where `over`, 3 where `match_over` too),
    `hints` (the token the quick player of the kernel would choose, -1 where it has no idea).
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
        version: int = OBSERVATION_VERSION,
        world: bool = False,
        hints: bool = False,
        house: npt.ArrayLike | None = None,
        zeros: Maker = np.zeros,
    ) -> None:
        """Begin so many deals.

        start: `match`, the deals of a row are those of one match after the other; `random`, each
        is of a match in a random state. skip_forced: a decision with one possible token is none.
        version: of the observation. world: also write the full information, for critics. hints:
        also ask the quick player. house: by row, the side (0 or 1) whose cards the quick player
        plays, or -1. zeros: makes the arrays, in memory that can be pinned for example.
        """
        self.ruleset = Ruleset.parse(ruleset) if isinstance(ruleset, str) else ruleset
        self.number = checked_count("number", number)
        self.threads = checked_count("threads", threads)
        if threads > number:
            raise ValueError(f"threads: {threads} for {number} deals")
        self.layout = Layout.of(self.ruleset, version)
        self._zeros = zeros
        self._fresh, self._skips = checked_start(start), skip_forced
        self._actions = np.zeros(number, np.int32)
        self._house = None if house is None else self._checked_house(house)
        self._make_arrays(observations=observations, world=world, hints=hints)
        cuts = [number * at // threads for at in range(threads + 1)]
        switches = strict_switches_of(self.ruleset)
        self._sheets = [self._new_sheets() for _ in range(threads)]
        parts = [
            Part(switches, sheets, first, end)
            for sheets, (first, end) in zip(self._sheets, pairwise(cuts), strict=True)
        ]
        for array in self._written:
            array.flags.writeable = False
        self._crew = Crew(parts)
        self._busy = Lock()
        self.reset(seed)

    def _make_arrays(self, *, observations: bool, world: bool, hints: bool) -> None:
        layout = self.layout
        self._observes, self._observes_world, self._has_hints = observations, world, hints
        self.words = self._rows(np.uint64, layout.word_count if observations else 0)
        self.scalars = self._rows(np.int32, layout.scalar_count if observations else 0)
        self.world = self._rows(np.uint64, layout.world_count if world else 0)
        self.masks = self._rows(np.uint64, 4)
        self.seats = self._zeros((self.number,), np.int8)
        self.levels = self._rows(np.int64, layout.players)
        self.points = self._rows(np.int64, layout.players)
        self.ended = self._zeros((self.number,), np.uint8)
        self.hints = self._zeros((self.number if hints else 0,), np.int32)
        results = (self.masks, self.seats, self.levels, self.points, self.ended)
        self._written = (*results, self.words, self.scalars, self.world, self.hints)

    def _rows(self, kind: type[Any], columns: int) -> npt.NDArray[Any]:
        return self._zeros((self.number, columns), kind)

    def _new_sheets(self) -> Sheets:
        """The arrays for the kernel; each thread gets sheets of its own over the same arrays."""
        sheets = Sheets(self._actions.data, self._skips, self._fresh, self.layout.wide)
        if self._observes:
            sheets.take_observations(self.words.data, self.scalars.data, self.layout.version)
        if self._observes_world:
            sheets.take_world(self.world.data)
        if self._house is not None:
            sheets.take_house(self._house.data)
        if self._has_hints:
            sheets.take_hints(self.hints.data)
        results = (self.masks, self.seats, self.levels, self.points, self.ended)
        sheets.take_results(*(array.data for array in results))
        return sheets

    def _checked_house(self, house: npt.ArrayLike) -> npt.NDArray[np.int8]:
        sides = np.ascontiguousarray(house, np.int8)
        if sides.shape != (self.number,) or not np.isin(sides, (NO_SIDE, 0, 1)).all():
            raise ValueError(f"house: -1, 0 or 1 for each of {self.number} rows is needed")
        return sides

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Whether a deal ended with the last step."""
        return self.ended.astype(bool)

    @property
    def match_over(self) -> npt.NDArray[np.bool_]:
        """Whether the match ended with it."""
        return (self.ended & MATCH_OVER).astype(bool)

    def reset(self, seed: int) -> None:
        """Begin anew; the same seed gives the same deals, whatever the number of threads."""
        seed = checked_seed(seed)
        with self._alone():
            for part in self._crew.parts:
                part.begin(seed)

    def step(self, actions: npt.ArrayLike) -> None:
        """Push a token in every row and go on to the next decision.

        Raises BadToken for the first row whose token may not come next, and then moves none.
        """
        with self._alone():
            self._take(np.asarray(actions))
            self._crew.do(STEP)

    def start_step(self, actions: npt.ArrayLike) -> None:
        """Begin a step and come back at once; `finish_step` waits for it.

        Between the two the arrays are being written, and nothing else may be asked.
        """
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("another thread is stepping this environment")
        try:
            self._take(np.asarray(actions))
        except BaseException:
            self._busy.release()
            raise
        self._crew.order(STEP)

    def finish_step(self) -> None:
        """Wait until the step that was begun is done in every row."""
        try:
            self._crew.wait()
        finally:
            self._busy.release()

    def stop_hints(self) -> None:
        """Ask the quick player no more; `hints` stay as they are."""
        with self._alone():
            for sheets in self._sheets:
                sheets.stop_hints()

    def choose(self) -> npt.NDArray[np.int32]:
        """A token for every row, each that may come next as likely as another."""
        with self._alone():
            self._crew.do(CHOOSE)
            return self._actions.copy()

    def _take(self, actions: npt.NDArray[Any]) -> None:
        """Put the tokens where the kernel reads them, if each may come next."""
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions: whole numbers are needed, not {actions.dtype}")
        if actions.shape != (self.number,):
            raise ValueError(f"actions: the shape is {actions.shape}, not ({self.number},)")
        if actions.dtype == np.int32:
            self._actions[:] = actions
        else:
            known = (actions >= 0) & (actions < TOKENS)
            self._actions[:] = np.where(known, actions, -1)
        row = self._sheets[0].first_refused(self.number)
        if row >= 0:
            one, two, three, four = (int(word) for word in self.masks[row])
            raise BadToken(int(actions[row]), (one, two, three, four), row)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other threads of the caller out: the tables can be stepped by one at a time."""
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("another thread is stepping this environment")
        try:
            yield
        finally:
            self._busy.release()
