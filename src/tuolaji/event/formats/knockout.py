"""Knock-out: a bracket in which the strongest meet last.

Seeds are placed as in the usual brackets: 1 and 2 in different halves, 1 to 4 in different quarters
and so on; where the number is no power of two the first seeds have a bye.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..entries import THIRD
from ..outcomes import Outcome
from ..refused import Refused

Meet = tuple[str, str]


def bracket(size: int) -> list[int]:
    """Seeds from 1 in the order of the bracket; size is a power of two."""
    places = [1]
    while len(places) < size:
        places = [seed for place in places for seed in (place, 2 * len(places) + 1 - place)]
    return places


def first_round(seeds: Sequence[str]) -> list[Meet]:
    """The matches of the first round, the strongest seed first in each."""
    size = 1
    while size < len(seeds):
        size *= 2
    filled = [seeds[seed - 1] if seed <= len(seeds) else "" for seed in bracket(size)]
    return list(zip(filled[::2], filled[1::2], strict=True))


def next_round(last: Sequence[Outcome], *, third: bool) -> tuple[list[Meet], list[str]]:
    """The matches after a round and their stages; third: a match for the third place."""
    main = [one for one in last if one.pairing.stage.isdigit()]
    winners = [_through(one) for one in main]
    if len(winners) == 1:
        return [], []
    meets = list(zip(winners[::2], winners[1::2], strict=True))
    stages = [str(len(winners))] * len(meets)
    if third and len(winners) == 2:
        losers = [_beaten(one) for one in main]
        if all(losers):
            return [*meets, (losers[0], losers[1])], [*stages, THIRD]
    return meets, stages


def _through(one: Outcome) -> str:
    if one.winner is None:
        raise Refused("knock-out-draw", match=one.pairing.id)
    return one.pairing.away if one.winner else one.pairing.home


def _beaten(one: Outcome) -> str:
    return one.pairing.home if one.winner else one.pairing.away
