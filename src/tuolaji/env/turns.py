"""A deal as a PettingZoo environment: the seats take turns, a token at a time (AEC)."""

from __future__ import annotations

from typing import Any, SupportsIndex

import gymnasium
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv

from ..ruleset import Ruleset
from .layout import OBSERVATION_VERSION, TOKENS
from .spaces import observation_space, state_space
from .table import Observation, Table
from .tokens import Finished


class DealAEC(AECEnv[str, Any, Any]):
    """One deal an episode; the agents are `seat_0` and so on.

    A seat acts until its action is whole, so it may be the turn of the same agent several times.
    An illegal token raises BadToken and changes nothing.
    """

    metadata = {"name": "tuolaji_v0", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        ruleset: str | Ruleset = "classic",
        *,
        start: str = "match",
        reward: str = "levels",
        skip_forced: bool = True,
        version: int = OBSERVATION_VERSION,
    ) -> None:
        """The options are those of the vector environment; reward: in `levels` or in `points`.

        start: with `match` every reset without a seed begins the next deal of the match.
        """
        self._table = Table(ruleset, start=start, reward=reward, skip=skip_forced, version=version)
        self.render_mode = None
        self.possible_agents = [f"seat_{at}" for at in range(self._table.ruleset.players)]
        self.agents: list[str] = []
        seats = self.possible_agents
        self.observation_spaces = {seat: observation_space(self._table.layout) for seat in seats}
        self.action_spaces = {seat: gymnasium.spaces.Discrete(TOKENS) for seat in seats}
        self.state_space = state_space(self._table.layout)
        self._seeded = False

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """The space of a seat's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """The space of a seat's tokens."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a deal; with a seed, the first of a match."""
        if seed is not None or not self._seeded:
            self._table.seed(
                seed if seed is not None else int(np.random.default_rng().integers(2**63))
            )
            self._seeded = True
        self._table.begin()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._table.deal.turn]

    def observe(self, agent: str) -> Observation:
        """What a seat knows now; it may choose nothing if it is not its turn."""
        return self._table.observation(self.possible_agents.index(agent))

    def state(self) -> npt.NDArray[np.int8]:
        """All cards, for critics."""
        return self._table.world()

    def step(self, action: SupportsIndex | None) -> None:
        """Push a token for the seat whose turn it is; None once the deal is over."""
        if not self.agents:
            raise Finished("the deal is over: reset() begins the next")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError(f"{agent}: None is an action only after the deal")
        self._table.push(action)
        self._cumulative_rewards[agent] = 0.0
        if self._table.over:
            self.rewards = dict(zip(self.agents, self._table.rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self._table.deal.turn]
        self._accumulate_rewards()

    def render(self) -> None:
        """Nothing is drawn."""

    def close(self) -> None:
        """Nothing is open."""
