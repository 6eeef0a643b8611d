"""A ruleset, levels and trumps as the engine has them: numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from ..cards import JOKER_LEVEL, NO_TRUMP, RANKS, SUITS, Trump
from ..ruleset import ENGINE, SWITCHES, Ruleset
from ..ruleset.values import LARGEST_FACTOR
from .declarations import NOT_FIXED
from .order import NO_LEVEL, NO_SUIT
from .switches import ENDLESS, MOST_PAIRS, Switches


@lru_cache(maxsize=256)
def switches_of(ruleset: Ruleset) -> Switches:
    """The switches of a ruleset as numbers, the ladder and the dig factors."""
    out = Switches()
    for name, kind in SWITCHES.items():
        if kind.read == ENGINE:
            setattr(out, name, kind.number(getattr(ruleset, name)))
    out.friends = ruleset.friend_count
    out.must_play = sum(
        1 << at for at, level in enumerate(ruleset.ladder) if level in ruleset.mandatory
    )
    if ruleset.ladder_wraps:
        out.match_end = ENDLESS
    for at, level in enumerate(ruleset.ladder):
        out.set_rung(at, rank_of(level))
    for pairs in range(MOST_PAIRS + 1):
        out.set_factor(pairs, min(ruleset.dig_multiplier.factor(pairs, -1), LARGEST_FACTOR))
    return out


@lru_cache(maxsize=256)
def strict_switches_of(ruleset: Ruleset) -> Switches:
    """The same without a referee: search and environments know legal plays only."""
    return switches_of(ruleset.changed({"enforcement": "strict"}))


def rank_of(level: str) -> int:
    """A level as a number; "" is one that is not fixed yet."""
    if not level:
        return NOT_FIXED
    return NO_LEVEL if level == JOKER_LEVEL else RANKS.index(level)


def level_name(rank: int) -> str:
    """The level that a number stands for."""
    if rank == NOT_FIXED:
        return ""
    return JOKER_LEVEL if rank == NO_LEVEL else RANKS[rank]


def suit_of(trump: str) -> int:
    """A trump suit, or none, as a number."""
    return NO_SUIT if trump == NO_TRUMP else SUITS.index(trump)


def trump_name(suit: int) -> Trump:
    """The trump suit, or none, that a number stands for."""
    return NO_TRUMP if suit == NO_SUIT else cast(Trump, SUITS[suit])
