"""The arithmetic of the arena: intervals, the sequential test, ratings, percentiles.

Nothing here knows a card. Random numbers come from a generator that is passed in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, exp, log, log10, sqrt
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

CONFIDENCE = 0.95
POWER = 0.8
_RESAMPLES = 1000
_FEWEST = 50
_TIGHTEST = 63.0  # the bounds of the sequential test are closest at about 500 deals
_PRIOR = 0.5
_ROUNDS = 10_000
_BUCKET = log(1.05)

Interval = tuple[float, float]


# Means.


def spread(values: Sequence[float]) -> float:
    """The standard deviation of what two or more values are a sample of."""
    mean = fmean(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))


def bootstrap(values: Sequence[float], rng: Random, resamples: int = _RESAMPLES) -> Interval:
    """The 95 % percentile bootstrap interval of the mean."""
    number = len(values)
    means = sorted(sum(rng.choices(values, k=number)) / number for _ in range(resamples))
    cut = int(resamples * (1 - CONFIDENCE) / 2)
    return means[cut], means[-1 - cut]


def smallest_effect(values: Sequence[float]) -> float | None:
    """The mean that so many values would tell from 0 (5 %, two-sided) in four of five runs."""
    if len(values) < 2:
        return None
    normal = NormalDist()
    reach = normal.inv_cdf((1 + CONFIDENCE) / 2) + normal.inv_cdf(POWER)
    return reach * spread(values) / sqrt(len(values))


# The sequential test.


def always_valid(values: Sequence[float]) -> Interval | None:
    """An interval of the mean that may be looked at after every value; None for too few.

    Robbins' normal mixture: the intervals after 50, 51, 52 … values all hold the true mean
    together in 95 of 100 runs, so one may stop at any of them.
    """
    number = len(values)
    if number < _FEWEST:
        return None
    wide = number + _TIGHTEST
    reach = spread(values) * sqrt(wide * log(wide / (_TIGHTEST * (1 - CONFIDENCE) ** 2))) / number
    mean = fmean(values)
    return mean - reach, mean + reach


def verdict(values: Sequence[float], within: float) -> str | None:
    """`first`, `second` or `equal` (within so much of 0) once that is decided, or None."""
    interval = always_valid(values)
    if interval is None:
        return None
    low, high = interval
    if low > 0 or high < 0:
        return "first" if low > 0 else "second"
    return "equal" if -within < low and high < within else None


# Ratings.


def ratings(
    wins: Mapping[tuple[str, str], float], base: str, *, prior: float = _PRIOR
) -> dict[str, float]:
    """Bradley–Terry ratings on Elo's scale, the base at 1000.

    wins: how often the first beat the second. prior: wins added to both sides of every pair that
    met, without which who won or lost everything has no rating.
    """
    names = list(dict.fromkeys(name for pair in wins for name in pair))
    met = {frozenset(pair) for pair in wins}
    won = dict.fromkeys(names, 0.0)
    games: dict[str, dict[str, float]] = {name: {} for name in names}
    for one, other in (tuple(sorted(pair)) for pair in met):
        there, back = wins.get((one, other), 0) + prior, wins.get((other, one), 0) + prior
        won[one] += there
        won[other] += back
        games[one][other] = games[other][one] = there + back
    strength = dict.fromkeys(names, 1.0)
    for _ in range(_ROUNDS):
        old = strength
        strength = {}
        for name in names:
            met_by = games[name].items()
            strength[name] = won[name] / sum(
                played / (old[name] + old[other]) for other, played in met_by
            )
        middle = exp(fmean(log(value) for value in strength.values()))
        strength = {name: value / middle for name, value in strength.items()}
        if all(abs(log(strength[name] / old[name])) < 1e-12 for name in names):
            break
    return {name: 1000 + 400 * log10(strength[name] / strength[base]) for name in names}


# Times.


def bucket(seconds: float) -> int:
    """The number of the bucket, 5 % wide, that a time falls into."""
    return round(log(max(seconds, 1e-7)) / _BUCKET)


def percentile(buckets: Mapping[int, int], share: float) -> float | None:
    """The seconds within which such a share of all times lies, to 2.5 %."""
    wanted = ceil(share * sum(buckets.values()))
    for at in sorted(buckets):
        wanted -= buckets[at]
        if wanted <= 0:
            return exp(at * _BUCKET)
    return None


def mean_time(buckets: Mapping[int, int]) -> float | None:
    """The mean of all times in seconds, to 2.5 %."""
    number = sum(buckets.values())
    return (
        sum(exp(at * _BUCKET) * times for at, times in buckets.items()) / number if number else None
    )
