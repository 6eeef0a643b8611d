"""Options that the environments share, checked."""

from __future__ import annotations

import operator
from typing import SupportsIndex

STARTS = ("match", "random")
REWARDS = ("levels", "points")


def checked_count(name: str, value: SupportsIndex) -> int:
    """A number from 1 up."""
    number = _whole(name, value)
    if number < 1:
        raise ValueError(f"{name}: {number} is less than 1")
    return number


def checked_seed(seed: SupportsIndex) -> int:
    """A number of 64 bits."""
    number = _whole("seed", seed)
    if not 0 <= number < 2**64:
        raise ValueError(f"seed: {number} is not from 0 to 2**64 - 1")
    return number


def checked_start(start: str) -> bool:
    """Whether every deal is of a match of its own."""
    return checked_choice("start", start, STARTS) == "random"


def checked_choice(name: str, value: str, choices: tuple[str, ...]) -> str:
    """One of the choices."""
    if value not in choices:
        raise ValueError(f"{name}: {value!r} is none of {', '.join(choices)}")
    return value


def _whole(name: str, value: SupportsIndex) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name}: a whole number is needed, not {value!r}")
    return operator.index(value)
