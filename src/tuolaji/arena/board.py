"""What is dealt in the arena: cards, levels and bank, all made from a seed and a number."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Protocol

from ..cards import Card
from ..deal import Setup, full_deck
from ..deal.match import Match
from ..ruleset import Ruleset

_OPENING = 1 / 8
_LATER = 2


class Dealt(Protocol):
    """What a table is given to play: rules, how the deal begins, cards and seeds of the bots."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules."""

    @property
    def setup(self) -> Setup:
        """How the deal begins."""

    def deck(self, again: int = 0) -> list[Card]:
        """The cards in the order of the draw; again: how often the deal was void before."""

    def seed_of(self, seat: int) -> int:
        """The seed of the bot in a seat."""


@dataclass(frozen=True)
class Board:
    """One deal that is played twice, with the sides swapped."""

    ruleset: Ruleset
    seed: int
    number: int

    @property
    def setup(self) -> Setup:
        """Levels drawn from the ladder and a seat with the bank; one in eight opens a match."""
        rng = self._rng("setup")
        opening = Match.begin(self.ruleset, rng.randrange(self.ruleset.players)).setup()
        if rng.random() < _OPENING:
            return opening
        calls = self.ruleset.declare_style == "call"
        return Setup(
            levels=tuple(rng.choice(self.ruleset.ladder) for _ in opening.levels),
            banker=None if calls else opening.first_seat,
            first_seat=opening.first_seat,
            number=_LATER,
        )

    def deck(self, again: int = 0) -> list[Card]:
        """The cards in the order of the draw; again: how often the deal was void before."""
        deck = full_deck(self.ruleset)
        self._rng("deck", again).shuffle(deck)
        return deck

    def seed_of(self, seat: int) -> int:
        """The seed of the bot in a seat, the same in both games."""
        return self._rng("seat", seat).getrandbits(32)

    def _rng(self, *what: object) -> random.Random:
        return random.Random("/".join(map(str, (self.seed, self.number, *what))))
