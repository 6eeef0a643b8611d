"""A ruleset as the engine has it: every switch a number of the same name."""

from __future__ import annotations

from functools import lru_cache

from ..cards import JOKER_LEVEL, RANKS
from ..ruleset import ENGINE, SWITCHES, Ruleset
from ..ruleset.values import LARGEST_FACTOR
from .order import NO_LEVEL
from .switches import MOST_PAIRS, Switches


@lru_cache(maxsize=256)
def switches_of(ruleset: Ruleset) -> Switches:
    """The switches of a ruleset as numbers, the ladder and the dig factors."""
    out = Switches()
    for name, kind in SWITCHES.items():
        if kind.read == ENGINE:
            setattr(out, name, kind.number(getattr(ruleset, name)))
    out.must_play = sum(
        1 << at for at, level in enumerate(ruleset.ladder) if level in ruleset.mandatory
    )
    for at, level in enumerate(ruleset.ladder):
        out.set_rung(at, NO_LEVEL if level == JOKER_LEVEL else RANKS.index(level))
    for pairs in range(MOST_PAIRS + 1):
        out.set_factor(pairs, min(ruleset.dig_multiplier.factor(pairs, -1), LARGEST_FACTOR))
    return out


@lru_cache(maxsize=256)
def strict_switches_of(ruleset: Ruleset) -> Switches:
    """The same without a referee: search and environments know legal plays only."""
    return switches_of(ruleset.changed({"enforcement": "strict"}))
