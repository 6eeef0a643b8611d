"""A deal as a game of OpenSpiel, registered as `tuolaji` when this is imported.

The first deal of a match, seat 0 drawing first. Chance lays the deck card by card; then the seats
choose tokens. Returns are levels. A deal that nobody wants ends with nothing won.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from ..engine.action_tokens import next_tokens, push
from ..engine.course import begin
from ..engine.observe import observe
from ..engine.state import OVER, State
from ..rules.numbers import strict_switches_of
from ..ruleset import Ruleset
from .fast.batch import reward_levels
from .layout import FACES, TOKENS, Layout, word_bits
from .tokens import allowed_tokens, check_token, token_text

_MOST_LEVELS = 100.0

GAME_TYPE = pyspiel.GameType(
    short_name="tuolaji",
    long_name="Tractor (Shengji)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=4,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"ruleset": "classic"},
)


class TuolajiGame(pyspiel.Game):  # type: ignore[misc]
    """The game; its parameter is the text of a ruleset."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """The game of a ruleset."""
        self.ruleset = Ruleset.parse((params or {}).get("ruleset", "classic"))
        self.switches = strict_switches_of(self.ruleset)
        info = pyspiel.GameInfo(
            num_distinct_actions=TOKENS,
            max_chance_outcomes=FACES,
            num_players=self.ruleset.players,
            min_utility=-_MOST_LEVELS,
            max_utility=_MOST_LEVELS,
            utility_sum=None,
            max_game_length=4 * FACES * self.ruleset.decks,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> TuolajiState:
        """Before the first card is laid."""
        return TuolajiState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TuolajiObserver:  # noqa: ARG002
        """What the seats see."""
        return TuolajiObserver(self.ruleset)


class _Copied:
    """A deal that is copied with the state it belongs to."""

    def __init__(self, deal: State) -> None:
        self.deal = deal

    def __deepcopy__(self, _: object) -> _Copied:
        deal = State(self.deal.switches)
        deal.copy_from(self.deal)
        return _Copied(deal)


class TuolajiState(pyspiel.State):  # type: ignore[misc]
    """The deck as far as it is laid, then the deal."""

    def __init__(self, game: TuolajiGame) -> None:
        """Nothing is laid."""
        super().__init__(game)
        self.left = [game.ruleset.decks] * FACES
        self.laid = 0
        self._copied = _Copied(State(game.switches))

    @property
    def deal(self) -> State:
        """The deal, once the deck is laid."""
        return self._copied.deal

    def current_player(self) -> int:
        """The seat to move, chance, or nobody."""
        if sum(self.left):
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.deal.phase == OVER else self.deal.turn

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces that may lie next in the deck."""
        total = sum(self.left)
        return [(face, number / total) for face, number in enumerate(self.left) if number]

    def _legal_actions(self, player: int) -> list[int]:
        return allowed_tokens(next_tokens(self.deal)) if player == self.deal.turn else []

    def _apply_action(self, action: int) -> None:
        if not sum(self.left):
            push(self.deal, check_token(action, next_tokens(self.deal)))
            return
        if not 0 <= action < FACES or not self.left[action]:
            raise ValueError(f"face {action} is not left in the deck")
        self.deal.put_card(self.laid, action)
        self.left[action] -= 1
        self.laid += 1
        if not sum(self.left):
            begin(self.deal)

    def _action_to_string(self, player: int, action: int) -> str:
        return token_text(4 * action if player == pyspiel.PlayerId.CHANCE else action)

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return not sum(self.left) and self.deal.phase == OVER

    def returns(self) -> list[float]:
        """The levels won, by seat."""
        seats = range(self.deal.switches.players)
        if not self.is_terminal():
            return [0.0 for _ in seats]
        return [float(reward_levels(self.deal, seat)) for seat in seats]

    def __str__(self) -> str:
        return " ".join(str(one) for one in self.history())


class TuolajiObserver:
    """The observation in its flat form."""

    def __init__(self, ruleset: Ruleset) -> None:
        """An empty observation."""
        self._layout = Layout.of(ruleset)
        self.tensor = np.zeros(self._layout.flat_count, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TuolajiState, player: int) -> None:
        """Take what a seat sees."""
        words = np.zeros((1, self._layout.word_count), np.uint64)
        scalars = np.zeros((1, self._layout.scalar_count), np.int32)
        if not sum(state.left):
            observe(state.deal, player, words.data, scalars.data, 0, 0)
        self.tensor[:] = np.concatenate([word_bits(words)[0], scalars[0]])

    def string_from(self, state: TuolajiState, player: int) -> str:
        """What a seat sees, as text."""
        self.set_from(state, player)
        return " ".join(f"{value:g}" for value in self.tensor)


pyspiel.register_game(GAME_TYPE, TuolajiGame)
