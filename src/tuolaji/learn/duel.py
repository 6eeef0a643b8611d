"""How strong a policy is: mirrored deals, each played with both sides, in levels a deal.

Against the quick player of the kernel, which plays cards and leaves declaring and burying to the
policy on both sides, thousands of deals take a second or two; against another policy, which plays
all of its side, three or four. Against our bots it is deal by deal.
Where partners are called, a side is every other seat, as in the arena.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

import numpy as np
import numpy.typing as npt

from ..bots.told import layout_of
from ..env.bots import Bots
from ..env.layout import Words
from ..env.side_by_side import Vector
from ..env.table import Table
from ..ruleset import Ruleset
from .policy import Policy

HOUSE, RIVAL = "house", "rival"
_TABLES = 16  # pairs of tables side by side against a bot


@dataclass(frozen=True)
class Strength:
    """The mean of levels a deal, half of its 95% interval, and the number of mirrored deals."""

    levels: float
    within: float
    deals: int

    @staticmethod
    def of(results: list[float]) -> Strength:
        """The strength that results show."""
        spread = stdev(results) if len(results) > 1 else 0.0
        number = len(results)
        return Strength(fmean(results), 1.96 * spread / sqrt(number), number)

    def __str__(self) -> str:
        """As it is printed."""
        return f"{self.levels:+.3f} ± {self.within:.3f} levels a deal ({self.deals} deals)"


def against(
    policy: Policy,
    ruleset: Ruleset,
    *,
    rows: int,
    deals: int,
    seed: int,
    threads: int = 1,
    rival: Policy | None = None,
) -> list[float]:
    """The policy's levels in each mirrored deal against the quick player, so many deals a row.

    A rival sits in the place of the quick player, if there is one.
    """
    sides = [
        _one_side(policy, ruleset, house, (rows, deals), seed=seed, threads=threads, rival=rival)
        for house in (0, 1)
    ]
    levels: list[float] = ((sides[0] + sides[1]) / 2).flatten().tolist()
    return levels


def ahead(levels: Sequence[float], side: int) -> float:
    """By how much the seats of a side, every other one, have won more than the rest, halved.

    With fixed partners that is what the side has won. With called ones it counts the seats that a
    player has on the winning side less those of the other, and two players who play alike come to
    0 over both games of a mirrored deal.
    """
    return (fmean(levels[side::2]) - fmean(levels[1 - side :: 2])) / 2


def _one_side(
    policy: Policy,
    ruleset: Ruleset,
    house: int,
    shape: tuple[int, int],
    *,
    seed: int,
    threads: int,
    rival: Policy | None,
) -> npt.NDArray[np.float64]:
    """The levels of the other side than the house's, or the rival's: rows x deals."""
    rows, deals = shape
    env = Vector(
        ruleset,
        rows,
        threads=threads,
        seed=seed,
        start="random",
        version=layout_of(ruleset).version,
        house=None if rival else np.full(rows, house),
    )
    won = np.zeros((rows, deals))
    done = np.zeros(rows, int)
    while done.min() < deals:
        seen = (ruleset, env.words, env.scalars, env.masks)
        tokens = policy.choose(*seen)
        if rival:
            tokens = np.where(env.seats % 2 == house, rival.choose(*seen), tokens)
        env.step(tokens)
        ended = np.flatnonzero(env.over & (done < deals))
        won[ended, done[ended]] = [
            ahead(env.levels[row, : ruleset.players].tolist(), 1 - house) for row in ended
        ]
        done += env.over
    return won


class _Game:
    """One deal that a policy plays on one side, and a bot on the other."""

    def __init__(self, ruleset: Ruleset, bot: str, seed: int, side: int) -> None:
        version = layout_of(ruleset).version
        self.table = Table(ruleset, start="random", reward="levels", skip=True, version=version)
        self.table.seed(seed)
        self.table.begin()
        self.side, self._seed = side, seed % 2**31
        self._bots = Bots(self.table, bot)

    def waits(self) -> bool:
        """Let the bot act until it is the policy's turn; whether that comes."""
        table = self.table
        while not table.over and table.deal.turn % 2 != self.side:
            table.act(self._bots.choose(self._seed))
        return not table.over


def against_bot(policy: Policy, ruleset: Ruleset, bot: str, seed: int) -> Iterator[float]:
    """The policy's levels in mirrored deals against one of our bots, without end."""
    rng = random.Random(seed)
    while True:
        seeds = [rng.getrandbits(60) for _ in range(_TABLES)]
        games = [_Game(ruleset, bot, one, side) for one in seeds for side in (0, 1)]
        playing = games
        while playing := [game for game in playing if game.waits()]:
            _push(policy, playing)
        for first, second in zip(games[::2], games[1::2], strict=True):
            yield (ahead(first.table.rewards, 0) + ahead(second.table.rewards, 1)) / 2


def _push(policy: Policy, games: list[_Game]) -> None:
    """A token of the policy in each game."""
    layout = games[0].table.layout
    words: Words = np.zeros((len(games), layout.word_count), np.uint64)
    scalars = np.zeros((len(games), layout.scalar_count), np.int32)
    masks: Words = np.zeros((len(games), 4), np.uint64)
    for row, game in enumerate(games):
        turn = game.table.deal.turn
        game.table.observe(turn, words, scalars, row)
        masks[row] = game.table.allowed(turn)
    tokens = policy.choose(games[0].table.ruleset, words, scalars, masks)
    for game, token in zip(games, tokens, strict=True):
        game.table.push(int(token))
