"""Bots: players that see their view and nothing more, from `random` upwards.

`make(name, seat, seed)` gives one; it hears every event as its seat is told it and answers its
view with an action, in every phase of every ruleset, the same for the same seed.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from .bot import Bot, Reason, sentence
from .chance import Chance
from .club import Club
from .expert import THINK, Expert
from .greedy import Greedy
from .master import Master
from .named import add_bot, named_bots
from .novice import Novice
from .policy import HousePolicy, Policy
from .weighed import Weighed, Weigher

__all__ = [
    "NAMES",
    "THINK",
    "Bot",
    "Reason",
    "Weighed",
    "Weigher",
    "add_policy",
    "all_names",
    "make",
    "says_time",
    "sentence",
    "takes_time",
]

_LADDER: dict[str, type[Bot]] = {
    "random": Chance,
    "novice": Novice,
    "greedy": Greedy,
    "club": Club,
    "expert": Expert,
    "master": Master,
}
NAMES = tuple(_LADDER)
_POLICY = "policy:"
_THOUGHT = re.compile(r"(\w+):(\d+)(ms|worlds)")


def make(name: str, seat: int, seed: int, *, think: float | None = None) -> Bot:
    """The bot of that name for a seat; the same seed makes it choose the same.

    think: the seconds a bot that searches has for a choice; the others take what they need.
    `expert:100ms` says it in the name, `expert:100worlds` in how many worlds it thinks instead.
    `policy:FILE` is a net that was taught; ValueError says what is wrong with it.
    """
    if file := named_bots().get(name):
        return HousePolicy(seat, seed, file=Path(file))
    if name.startswith(_POLICY):
        return Policy(seat, seed, file=Path(name.removeprefix(_POLICY)))
    options: dict[str, Any] = {} if think is None else {"think": think}
    thought = _THOUGHT.fullmatch(name)
    if thought:
        number = int(thought[2])
        options = {"think": number / 1000} if thought[3] == "ms" else {"worlds": number}
    kind = _LADDER.get(thought[1] if thought else name)
    if kind is not None and issubclass(kind, Expert):
        return kind(seat, seed, **options)
    if kind is None or thought:
        raise ValueError(
            f"there is no bot {name!r}; known are {', '.join(NAMES)}, expert:100ms, "
            "master:40worlds and the like, and policy:FILE"
        )
    return kind(seat, seed)


def says_time(name: str) -> bool:
    """Whether it is a bot whose name says how long it thinks, such as `expert:100ms`."""
    thought = _THOUGHT.fullmatch(name)
    return thought is not None and issubclass(_LADDER.get(thought[1], Bot), Expert)


def takes_time(name: str) -> bool:
    """Whether it is a bot that thinks for as long as `make` says, where it has a choice."""
    return issubclass(_LADDER.get(name, Bot), Expert)


def all_names() -> tuple[str, ...]:
    """The bots of the ladder, and those that were added."""
    return (*NAMES, *named_bots())


def add_policy(text: str) -> None:
    """Add `NAME=policy:FILE` to the bots one can play with; ValueError or OSError says why not."""
    name, sign, bot = text.partition("=")
    if not sign or not bot.startswith(_POLICY):
        raise ValueError(f"{text!r} is not NAME=policy:FILE")
    if name in NAMES:
        raise ValueError(f"there is a bot {name!r} already")
    make(bot, 0, 0)
    add_bot(name, str(Path(bot.removeprefix(_POLICY)).resolve()))
