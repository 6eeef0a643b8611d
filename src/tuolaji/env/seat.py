"""A deal as a Gymnasium environment: one seat is played, programs sit in the others."""

from __future__ import annotations

from typing import Any, SupportsIndex

import gymnasium

from ..bots import NAMES
from ..engine.random_deals import random_action
from ..rules.dice import Dice
from ..ruleset import Ruleset
from .bots import Bots
from .layout import OBSERVATION_VERSION, TOKENS
from .options import checked_choice
from .spaces import observation_space
from .table import Observation, Table
from .tokens import BadToken, Finished

OPPONENTS = ("luck", *NAMES)


class DealEnv(gymnasium.Env[Any, Any]):
    """One deal an episode; a step is a token of one's own, and ends at one's next decision."""

    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(  # noqa: PLR0913, options by name
        self,
        ruleset: str | Ruleset = "classic",
        *,
        seat: int = 0,
        opponents: str = "luck",
        start: str = "match",
        reward: str = "levels",
        skip_forced: bool = True,
        version: int = OBSERVATION_VERSION,
        illegal_reward: float | None = None,
        render_mode: None = None,
    ) -> None:
        """opponents: `luck`, any legal action drawn in the kernel, or one of our bots by name.

        illegal_reward: an illegal token ends the deal with this reward; None: it raises BadToken
        and changes nothing. start: with `match` a reset without a seed begins the next deal of
        the match.
        """
        self._table = Table(ruleset, start=start, reward=reward, skip=skip_forced, version=version)
        players = self._table.ruleset.players
        if seat not in range(players):
            raise ValueError(f"seat: {seat!r} is not from 0 to {players - 1}")
        self.seat = seat
        self.render_mode = render_mode
        self._illegal_reward = illegal_reward
        checked_choice("opponents", opponents, OPPONENTS)
        self._bots = None if opponents == "luck" else Bots(self._table, opponents)
        self._luck = Dice(0)
        self._ended = True
        self._seeded = False
        self.observation_space = observation_space(self._table.layout)
        self.action_space = gymnasium.spaces.Discrete(TOKENS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a deal and play it to one's first decision; with a seed, the first of a match."""
        super().reset(seed=seed, options=options)
        if seed is not None or not self._seeded:
            chosen = int(self.np_random.integers(2**63))
            self._table.seed(chosen)
            self._luck.seed(chosen, 1)
            self._seeded = True
        self._begin()
        while self._table.over:  # void before one had anything to decide
            self._begin()
        self._ended = False
        return self._table.observation(self.seat), {}

    def _begin(self) -> None:
        self._table.begin()
        self._play_others()

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Push a token, and play to one's next decision."""
        if self._ended:
            raise Finished("the deal is over: reset() begins the next")
        info: dict[str, Any] = {}
        reward = 0.0
        try:
            self._table.push(action)
            self._play_others()
        except BadToken as error:
            if self._illegal_reward is None:
                raise
            self._ended, reward, info = True, self._illegal_reward, {"illegal": str(error)}
        if self._table.over:
            self._ended, reward = True, self._table.rewards[self.seat]
        return self._table.observation(self.seat), reward, self._ended, False, info

    def _play_others(self) -> None:
        """Let the programs play until it is one's own turn."""
        table = self._table
        while not table.over and table.deal.turn != self.seat:
            if self._bots:
                table.act(self._bots.choose(self._luck.number()))
            else:
                table.act(random_action(table.deal, self._luck))


gymnasium.register("tuolaji/Deal-v0", entry_point="tuolaji.env.seat:DealEnv")
