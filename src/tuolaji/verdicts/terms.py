"""Terms: under what a deal is played, its ruleset, level and trump, with the order they make."""

from __future__ import annotations

from functools import lru_cache

from ..cards import JOKER_LEVEL, NO_TRUMP, SUITS, Card, Cards, Trump, is_trump
from ..rules.numbers import rank_of, suit_of, switches_of
from ..rules.order import INCOMPARABLE, TRUMPS, Order
from ..ruleset import Ruleset

TRUMP_SUIT = "T"


class TermsError(ValueError):
    """A level or trump that the ruleset cannot have."""


class Terms:
    """The ruleset, level and trump of a deal."""

    def __init__(self, ruleset: Ruleset, level: str, trump: str) -> None:
        """Check the level and trump, and lay out the order of the cards."""
        if level not in ruleset.ladder:
            ladder = f"{ruleset.ladder[0]} to {ruleset.ladder[-1]}"
            raise TermsError(f"level {level} is not on the ladder, which goes from {ladder}")
        if not is_trump(trump):
            raise TermsError(f"trump {trump!r} is none of S H D C, or N for none")
        if level == JOKER_LEVEL and trump != NO_TRUMP:
            raise TermsError("at the Joker level there is no trump suit: trump must be N")
        self.ruleset = ruleset
        self.level = level
        self.trump: Trump = trump
        self.switches = switches_of(ruleset)
        self.order = Order()
        self.order.lay_out(rank_of(level), suit_of(trump), self.switches)

    @staticmethod
    @lru_cache(maxsize=4096)
    def of(ruleset: Ruleset, level: str, trump: str) -> Terms:
        """The terms, made once for each ruleset, level and trump."""
        return Terms(ruleset, level, trump)

    def compare(self, a: Card, b: Card) -> int | None:
        """1 if a is higher, -1 if b is, 0 if equal, None if neither beats the other."""
        compared = self.order.compare(a.face, b.face)
        return None if compared == INCOMPARABLE else compared

    def suit_name(self, lane: int) -> str:
        """S H C D for a plain suit, T for trumps."""
        return TRUMP_SUIT if lane == TRUMPS else SUITS[lane]

    def suit(self, cards: Cards) -> str | None:
        """The one effective suit of the cards, or None."""
        lane = self.order.lane_of(cards.planes)
        return self.suit_name(lane) if lane >= 0 else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Terms) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Ruleset, str, str]:
        return self.ruleset, self.level, self.trump

    def __repr__(self) -> str:
        return f"Terms(Ruleset.parse({str(self.ruleset)!r}), {self.level!r}, {self.trump!r})"
