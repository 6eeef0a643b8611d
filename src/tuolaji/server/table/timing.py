"""How fast a table goes, in seconds; people must be able to follow, and bots never hurry them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from math import ceil
from random import Random

SPEEDS = {"slow": 1.7, "normal": 1.0, "fast": 0.45, "instant": 0.0}
INSTANT = "instant"

CARD = 0.22  # from one drawn card to the next
DECLARE = (0.7, 1.3)  # how long a bot takes to show cards after a draw
PLAY = (0.3, 0.8)  # how long a bot takes to play
THINK = (0.8, 1.6)  # how long it takes to bury, call or name
# What it takes to think is made a multiple of this: a bot that uses the time it is given has
# answered long before where its hand leaves no choice.
THOUGHT = 0.06
TRICK = 1.6  # how long a finished trick stays before a bot leads again
WINDOW = 10  # how long all have to show something after the last card
BOTS_WINDOW = 0.5  # how long bots have for it, at least
QUICKEST = 0.1  # the shortest time in which a bot shows cards
WRITE = 0.1  # how long before a card is told what has to be written is written
CUT = 20.0  # how long all wait for one who may cut
CLOCK = 5.0  # how often the time of a match is written, at least
# How long all wait for one who calls, names or buries where the rules have no clock; if rated, for
# one who plays, too.
ANSWER = 60
RESULT = 30.0  # how long all wait for one who looks at the result
VOID = 2.5  # how long a void deal stays
LUCK = 0.4  # how long the first deal waits for words to the shuffle
QUICK = 15.0  # how long a quick match waits for more people since the last one came
QUICK_LATEST = 60.0  # how long it waits at all since somebody sat down
JUDGE = 120.0  # how long all wait for the referee of an event to look at a claim
ARRIVE = 60.0  # how long the table of an event waits for people before bots take their seats
GRACE = 10.0  # how long a lost player is waited for before a bot stands in


@dataclass(frozen=True)
class Due:
    """Something to do, and when."""

    at: float
    do: Callable[[], Awaitable[None] | None]


def scaled(seconds: float, speed: str) -> float:
    """The time at a speed."""
    return seconds * SPEEDS[speed]


def thought(seconds: float) -> float:
    """How long thinking is made to take that took so long: a little more or less is not seen."""
    return max(1, ceil(seconds / THOUGHT)) * THOUGHT


def between(span: tuple[float, float], speed: str, chance: Random) -> float:
    """A time out of a span, at a speed."""
    return scaled(chance.uniform(*span), speed)
