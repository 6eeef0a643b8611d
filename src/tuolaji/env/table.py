"""One deal after the other, checked token by token: what `aec` and `gym` play on."""

from __future__ import annotations

from typing import SupportsIndex, TypedDict

import numpy as np
import numpy.typing as npt

from ..cards.planes import EMPTY, Planes, add, copies, size
from ..deal import engine_action
from ..deal.actions import Action
from ..engine.action_tokens import next_tokens, push, token_at
from ..engine.course import act
from ..engine.match import count_deal, new_match
from ..engine.observe import observe, observe_world
from ..engine.state import OVER, State
from ..engine.trail import Trail
from ..rules.dice import Dice
from ..rules.numbers import strict_switches_of
from ..rules.tokens import STOP
from ..ruleset import Ruleset
from .fast.batch import begin_next, reward_levels, reward_points
from .layout import OBSERVATION_VERSION, Layout, Scalars, Words, mask_bits, word_bits
from .options import REWARDS, checked_choice, checked_seed, checked_start
from .tokens import Finished, check_token


class Observation(TypedDict):
    """What a seat is told: the observation in its flat form, and the tokens it may choose."""

    observation: npt.NDArray[np.int32]
    action_mask: npt.NDArray[np.int8]


class Table:
    """A table at which the deals of a match, or of random matches, are played.

    history: the actions of this deal, in order; rewards: by seat, of the last that is over.
    """

    def __init__(
        self,
        ruleset: str | Ruleset,
        *,
        start: str,
        reward: str,
        skip: bool,
        version: int = OBSERVATION_VERSION,
    ) -> None:
        """Nothing is dealt yet; version: of the observation."""
        self.ruleset = Ruleset.parse(ruleset) if isinstance(ruleset, str) else ruleset
        self.layout = Layout.of(self.ruleset, version)
        self._fresh = checked_start(start)
        self._reward = checked_choice("reward", reward, REWARDS)
        self._skip = skip
        self.deal = State(strict_switches_of(self.ruleset))
        self.trail = Trail()
        self.dice = Dice(0)
        self.history: list[Action] = []
        self.rewards: list[float] = []

    def seed(self, seed: int) -> None:
        """Begin a match; everything random hangs on the seed."""
        self.dice.seed(checked_seed(seed), 0)
        new_match(self.deal, self.dice.below(self.ruleset.players))

    def begin(self) -> None:
        """Begin the next deal in which there is something to decide."""
        self._shuffle()
        while self.over:
            self._shuffle()

    def _shuffle(self) -> None:
        self.history = []
        self.trail.clear()
        begin_next(self.deal, self.dice, self._fresh)
        self._skip_forced()

    @property
    def over(self) -> bool:
        """Whether the deal is."""
        return self.deal.phase == OVER

    def allowed(self, seat: int) -> Planes:
        """The tokens a seat may choose now."""
        return next_tokens(self.deal) if seat == self.deal.turn and not self.over else EMPTY

    def push(self, token: SupportsIndex) -> None:
        """Go on with a token of the seat to move, if it may come next."""
        if self.over:
            raise Finished("the deal is over: reset() begins the next")
        self._push(check_token(token, next_tokens(self.deal)))
        self._skip_forced()

    def act(self, cards: Planes) -> None:
        """Do a whole action of the seat to move, which is legal."""
        self.history.append(engine_action(self.deal, cards))
        self.trail.before(self.deal)
        act(self.deal, cards)
        self.trail.after(self.deal)
        self._count_if_over()
        self._skip_forced()

    def _skip_forced(self) -> None:
        """Go on while there is but one possible token, where that is wanted."""
        while self._skip and not self.over and size(next_tokens(self.deal)) == 1:
            self._push(token_at(next_tokens(self.deal), 0))

    def _push(self, token: int) -> None:
        chosen = self.deal.chosen
        if token != STOP:
            chosen = add(chosen, copies(token >> 2, (token & 3) + 1))
        action = engine_action(self.deal, chosen)
        self.trail.before(self.deal)
        if push(self.deal, token):
            self.trail.after(self.deal)
            self.history.append(action)
            self._count_if_over()

    def _count_if_over(self) -> None:
        """The rewards, and the promotion for the match's next deal."""
        if self.over:
            self.rewards = [self._rewarded(seat) for seat in range(self.ruleset.players)]
            count_deal(self.deal)

    def _rewarded(self, seat: int) -> float:
        of_seat = reward_levels if self._reward == "levels" else reward_points
        return float(of_seat(self.deal, seat))

    def observation(self, seat: int) -> Observation:
        """What a seat knows."""
        words = np.zeros((1, self.layout.word_count), np.uint64)
        scalars = np.zeros((1, self.layout.scalar_count), np.int32)
        self.observe(seat, words, scalars, 0)
        flat = np.concatenate([word_bits(words)[0].astype(np.int32), scalars[0]])
        mask = mask_bits(np.array([self.allowed(seat)], np.uint64))[0]
        return {"observation": flat, "action_mask": mask}

    def observe(self, seat: int, words: Words, scalars: Scalars, row: int) -> None:
        """Write what a seat knows into a row."""
        wide = self.layout.wide
        observe(self.deal, seat, words.data, scalars.data, row, wide)
        if self.layout.version > 1:
            self.trail.observe(self.deal, seat, words.data, scalars.data, row, wide)

    def world(self) -> npt.NDArray[np.int8]:
        """All hands, from seat 0 on, and the kitty, a bit for every card."""
        words = np.zeros((1, self.layout.world_count), np.uint64)
        observe_world(self.deal, 0, words.data, 0, self.layout.wide)
        flat: npt.NDArray[np.int8] = word_bits(words)[0].astype(np.int8)
        return flat
