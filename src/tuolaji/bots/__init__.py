"""Bots: players that see their view and nothing more, from `random` upwards.

`make(name, seat, seed)` gives one; it hears every event as its seat is told it and answers its
view with an action, in every phase of every ruleset, the same for the same seed.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .bot import Bot, Reason, sentence
from .chance import Chance
from .club import Club
from .expert import THINK, Expert
from .greedy import Greedy
from .novice import Novice
from .weighed import Weighed, Weigher

__all__ = ["NAMES", "THINK", "Bot", "Reason", "Weighed", "Weigher", "make", "sentence"]

_LADDER: dict[str, Callable[..., Bot]] = {
    "random": Chance,
    "novice": Novice,
    "greedy": Greedy,
    "club": Club,
    "expert": Expert,
}
NAMES = tuple(_LADDER)
_THINKS = "expert"
_TIMED = re.compile(rf"{_THINKS}:(\d+)ms")


def make(name: str, seat: int, seed: int, *, think: float | None = None) -> Bot:
    """The bot of that name for a seat; the same seed makes it choose the same.

    think: the seconds a bot that searches has for a choice; the others take what they need.
    `expert:100ms` says it in the name.
    """
    timed = _TIMED.fullmatch(name)
    if timed:
        name, think = _THINKS, int(timed[1]) / 1000
    if name not in _LADDER:
        raise ValueError(
            f"there is no bot {name!r}; known are {', '.join(NAMES)}, and {_THINKS}:100ms"
        )
    if name == _THINKS and think is not None:
        return Expert(seat, seed, think=think)
    return _LADDER[name](seat, seed)
