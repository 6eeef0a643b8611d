"""Environments for learning: `vector` for many deals at once, `aec` for PettingZoo, `gym`.

A decision is one token (`tuolaji.env.tokens`), an episode is one deal, and all three hand out the
same observation (`tuolaji.env.layout`). `vector` needs numpy alone, the others their libraries:
`pip install "tuolaji[env]"` brings all.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .layout import OBSERVATION_VERSION, Layout, mask_bits, word_bits

if TYPE_CHECKING:
    from ..ruleset import Ruleset
    from .seat import DealEnv
    from .side_by_side import Vector
    from .turns import DealAEC

__all__ = ["OBSERVATION_VERSION", "Layout", "aec", "gym", "mask_bits", "vector", "word_bits"]


def vector(ruleset: str | Ruleset, number: int, **options: Any) -> Vector:
    """So many deals side by side; the options are those of `tuolaji.env.side_by_side.Vector`."""
    from .side_by_side import Vector

    return Vector(ruleset, number, **options)


def aec(ruleset: str | Ruleset = "classic", **options: Any) -> DealAEC:
    """A deal for PettingZoo; the options are those of `tuolaji.env.turns.DealAEC`."""
    with _needing_libraries():
        from .turns import DealAEC

    return DealAEC(ruleset, **options)


def gym(ruleset: str | Ruleset = "classic", **options: Any) -> DealEnv:
    """A deal for Gymnasium, as one seat; the options are those of `tuolaji.env.seat.DealEnv`."""
    with _needing_libraries():
        from .seat import DealEnv

    return DealEnv(ruleset, **options)


@contextmanager
def _needing_libraries() -> Iterator[None]:
    """Say how to get what an environment needs, where it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f'{error.name} is missing: pip install "tuolaji[env]"', name=error.name
        ) from None
