"""What is dealt in the arena: cards, levels and bank, all made from a seed and a number."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Protocol

from ..cards import Card
from ..deal import Setup, full_deck
from ..deal.match import Match
from ..ruleset import Ruleset

_OPENING = 1 / 8
_LATER = 2
OPEN = "open"


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
    """One deal that is played twice, with the sides swapped.

    level: of everybody, if it is fixed. bank: the seat that has it, or calls first, if that is
    fixed; OPEN: nobody has it.
    """

    ruleset: Ruleset
    seed: int
    number: int
    level: str = ""
    bank: str = ""

    @property
    def setup(self) -> Setup:
        """Levels drawn from the ladder and a seat with the bank; one in eight opens a match."""
        rng = self._rng("setup")
        first, opens = rng.randrange(self.ruleset.players), rng.random() < _OPENING
        if self.bank:
            opens = self.bank == OPEN
            first = first if opens else int(self.bank)
        setup = Match.begin(self.ruleset, first).setup()
        if not opens:
            banker = None if self.ruleset.declare_style == "call" else first
            levels = tuple(rng.choice(self.ruleset.ladder) for _ in setup.levels)
            setup = replace(setup, levels=levels, banker=banker, number=_LATER)
        return replace(setup, levels=(self.level,) * len(setup.levels)) if self.level else setup

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
