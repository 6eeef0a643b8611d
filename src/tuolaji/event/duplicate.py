"""Duplicate: the same boards at several tables, and what the differences are worth.

A board is a deck in the order of the draw, a level and a banker, all made from a secret and a
number. A result is seen from the even seats: the attackers' points above what they need to take
over, below it if the even seats have the bank. IMPs are those of the international scale for four
times the difference, since 5 points are the least difference here as 20 are there; victory points
are those of the continuous scale of 20.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import Card
from ..deal import Setup, full_deck
from ..lots import below, lots, shuffle
from ..ruleset import Ruleset

_POINT = 4
_IMPS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
_GOLDEN = (5**0.5 - 1) / 2
_LATER = 2


@dataclass(frozen=True)
class Board:
    """What is dealt at every table that plays the board."""

    number: int
    setup: Setup
    deck: tuple[Card, ...]

    @property
    def fingerprint(self) -> str:
        """A SHA-256 of all that was dealt: two boards are the same if theirs are."""
        cards = " ".join(map(str, self.deck))
        said = f"{self.number} {self.setup.levels} {self.setup.banker} {self.setup.first_seat}"
        return hashlib.sha256(f"{said} {cards}".encode()).hexdigest()


def board(ruleset: Ruleset, secret: str, number: int, again: int = 0) -> Board:
    """A board of an event; again: how often the table was dealt it before, for other cards.

    The bank goes round the seats; the level is drawn from the ladder, the same for both sides.
    """
    chance = lots(secret, "board", number)
    level = ruleset.ladder[below(chance, len(ruleset.ladder))]
    banker = (number - 1) % ruleset.players
    setup = Setup(
        levels=(level, level),
        banker=None if ruleset.declare_style == "call" else banker,
        first_seat=banker,
        number=_LATER,
    )
    deck = full_deck(ruleset)
    shuffle(lots(secret, "board", number, "deck", again), deck)
    return Board(number, setup, tuple(deck))


def commit(secret: str) -> str:
    """What is published of the secret before the first board."""
    return hashlib.sha256(secret.encode("utf-8")).hexdigest()


def even_score(ruleset: Ruleset, banker: int, attackers: int) -> int:
    """A result from the even seats' side."""
    above = attackers - ruleset.take_over
    return above if banker % 2 else -above


def imps(difference: int) -> int:
    """The IMPs of a difference in points, with its sign."""
    won = bisect_right(_IMPS, _POINT * abs(difference))
    return won if difference > 0 else -won


def victory_points(margin: int, boards: int) -> tuple[float, float]:
    """The victory points of both sides for a margin in IMPs: 20 in all, two decimals."""
    base = 15 * boards**0.5
    share = (1 - _GOLDEN ** (3 * min(abs(margin), base) / base)) / (1 - _GOLDEN**3)
    winner = round(10 + 10 * share, 2)
    loser = round(20 - winner, 2)
    return (winner, loser) if margin >= 0 else (loser, winner)


Dealt = tuple[int, int]
"""Which cards a board had: how often its event was brought to another server since, and so got
another secret, and how often the table had been dealt the board before."""
Score = tuple[int, Dealt]  # for the even seats


def difference(mine: Score, other: Score) -> int:
    """By how much a score is higher; none if the cards were others: nobody gains by that."""
    return mine[0] - other[0] if mine[1] == other[1] else 0


def matchpoints(scores: Sequence[Score]) -> list[int]:
    """Of each score on a board: 2 for every lower one, 1 for every equal one."""
    gaps = [[difference(mine, other) for other in scores] for mine in scores]
    return [sum(2 * (gap > 0) + (gap == 0) for gap in row) - 1 for row in gaps]


def cross_imps(scores: Sequence[Score]) -> list[float]:
    """Of each score on a board: the IMPs against every other, on average."""
    others = max(1, len(scores) - 1)
    return [
        round(sum(imps(difference(mine, other)) for other in scores) / others, 2) for mine in scores
    ]
