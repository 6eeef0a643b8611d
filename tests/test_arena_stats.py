"""The arithmetic of the arena against numbers worked out by hand and from tables."""

import random
from math import log10
from statistics import fmean

import pytest

from tuolaji.arena.stats import (
    always_valid,
    bootstrap,
    bucket,
    mean_time,
    percentile,
    ratings,
    smallest_effect,
    verdict,
)


def test_the_interval_of_equal_values_is_a_point():
    assert bootstrap([0.5] * 10, random.Random(1)) == (0.5, 0.5)


def test_the_interval_of_a_coin_is_that_of_the_binomial():
    # 400 values of 0 and 1 in equal parts: 0.5 ± 1.96 · 0.5 / 20 = 0.451 … 0.549.
    low, high = bootstrap([0, 1] * 200, random.Random(1), resamples=4000)
    assert low == pytest.approx(0.451, abs=0.004)
    assert high == pytest.approx(0.549, abs=0.004)


def test_the_interval_is_the_same_for_the_same_generator():
    values = [random.Random(5).gauss(0, 1) for _ in range(30)]
    assert bootstrap(values, random.Random(2)) == bootstrap(values, random.Random(2))


def test_the_smallest_effect_is_that_of_the_tables():
    # Standard deviation 1, 100 values: (1.95996 + 0.84162) / 10.
    values = [(-1) ** k * (99 / 100) ** 0.5 for k in range(100)]
    assert smallest_effect(values) == pytest.approx(0.280158, abs=1e-5)
    assert smallest_effect([1.0]) is None


def test_the_sequential_interval_after_a_hundred_values():
    # Standard deviation 1: sqrt(163 · ln(163 / (63 · 0.0025))) / 100
    # = sqrt(163 · ln 1034.92) / 100 = sqrt(163 · 6.94208) / 100 = 0.336387.
    values = [0.2 + (-1) ** k * (99 / 100) ** 0.5 for k in range(100)]
    low, high = always_valid(values)
    assert low == pytest.approx(0.2 - 0.336387, abs=1e-4)
    assert high == pytest.approx(0.2 + 0.336387, abs=1e-4)


def test_too_few_values_decide_nothing():
    assert always_valid([1.0, 2.0] * 24) is None
    assert verdict([1.0, 2.0] * 24, 0.1) is None


@pytest.mark.parametrize(
    ("middle", "number", "answer"),
    [(0.4, 100, "first"), (-0.4, 100, "second"), (0.2, 100, None), (0.0, 20_000, "equal")],
)
def test_what_is_decided(middle, number, answer):
    values = [middle + (-1) ** k for k in range(number)]
    assert verdict(values, 0.05) == answer


def test_of_a_hundred_runs_between_equals_few_are_ever_decided_wrongly():
    wrong = 0
    for seed in range(100):
        rng = random.Random(seed)
        values = []
        for _ in range(400):
            values.append(rng.choice((-2.0, -1.0, 0.0, 1.0, 2.0)))
            if verdict(values, 0.0):
                wrong += 1
                break
    assert wrong <= 5


def test_two_ratings_are_the_odds():
    # 75 : 25 is odds of 3, 400 · log10 3 = 190.85.
    found = ratings({("a", "greedy"): 75, ("greedy", "a"): 25}, "greedy", prior=0)
    assert found["greedy"] == 1000
    assert found["a"] == pytest.approx(1190.848, abs=1e-3)


def test_three_ratings_whose_answer_is_exact():
    # Strengths 4 : 2 : 1, thirty games a pair: 20–10, 24–6, 20–10.
    wins = {("a", "b"): 20, ("b", "a"): 10, ("a", "c"): 24, ("c", "a"): 6}
    wins |= {("b", "c"): 20, ("c", "b"): 10}
    found = ratings(wins, "c", prior=0)
    assert found["b"] == pytest.approx(1000 + 400 * log10(2), abs=1e-6)
    assert found["a"] == pytest.approx(1000 + 400 * log10(4), abs=1e-6)


def test_who_wins_everything_has_a_rating():
    # 10.5 : 0.5 is odds of 21.
    found = ratings({("a", "b"): 10}, "b")
    assert found["a"] == pytest.approx(1000 + 400 * log10(21), abs=1e-6)


def test_percentiles_of_a_hundred_times():
    times = {}
    for milliseconds in range(1, 101):
        at = bucket(milliseconds / 1000)
        times[at] = times.get(at, 0) + 1
    for share in (0.5, 0.95, 0.99):
        assert percentile(times, share) == pytest.approx(share / 10, rel=0.026)
    assert mean_time(times) == pytest.approx(0.0505, rel=0.026)
    assert percentile({}, 0.5) is None
    assert mean_time({}) is None


def test_the_middle_of_the_interval_is_the_mean():
    values = [random.Random(3).choice((-3, 0, 1)) for _ in range(60)]
    assert fmean(always_valid(values)) == pytest.approx(fmean(values))
