"""What a run says, as plain data: each pair, each bot, and the ratings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from ..version import __version__
from .game import YARDSTICK, Game, Side
from .player import DEAD, FAULTS
from .results import Outcome, Pair
from .run import Run, fixed_by
from .stats import always_valid, bootstrap, mean_time, percentile, ratings, smallest_effect

_SHARES = {"p50": 0.5, "p95": 0.95, "p99": 0.99}


def report(run: Run) -> dict[str, Any]:
    """Everything that is printed, and more: means with their intervals, times, faults, ratings."""
    plan = run.plan
    out = {
        "version": __version__,
        "ruleset": plan.ruleset,
        "seed": plan.seed,
        "play_only": plan.play_only,
        **{name: getattr(plan, name) for name in fixed_by(plan)},
        "pairs": [_pair(run, pair) for pair in plan.pairs if run.outcomes[pair]],
        "bots": {name: _bot(_sides(run, name)) for name in plan.bots},
    }
    if len(plan.bots) > 2:
        out["ratings"] = _ratings(run)
    return out


def _pair(run: Run, pair: Pair) -> dict[str, Any]:
    outcomes = run.outcomes[pair]
    levels = [outcome.levels for outcome in outcomes]
    games = _games(outcomes)
    out = {
        "bots": list(pair),
        "deals": len(outcomes),
        "levels": fmean(levels),
        "interval": bootstrap(levels, random.Random(run.plan.seed)),
        "smallest_effect": smallest_effect(levels),
        "points": fmean(game.points for game in games),
        "won": _won(games),
        "as_banker": _part([game for game in games if game.banks]),
        "as_attacker": _part([game for game in games if not game.banks]),
        "digs": [sum(game.sides[at].digs for game in games) for at in (0, 1)],
        "void": sum(game.won is None for game in games),
    }
    if run.plan.within is not None:
        out["decided"] = run.decided.get(pair)
        out["always_valid"] = always_valid(levels)
    return out


def _games(outcomes: Sequence[Outcome]) -> list[Game]:
    return [game for outcome in outcomes for game in outcome.games]


def _won(games: Sequence[Game]) -> float | None:
    won = [game.won for game in games if game.won is not None]
    return fmean(won) if won else None


def _part(games: Sequence[Game]) -> dict[str, Any]:
    """The games in which the first bot had the bank, or had not."""
    settled = [game for game in games if game.won is not None]
    return {
        "games": len(settled),
        "levels": fmean(game.levels for game in settled) if settled else None,
        "won": _won(settled),
        "attackers_points": fmean(game.attackers for game in settled) if settled else None,
    }


def _sides(run: Run, name: str) -> list[Side]:
    return [
        game.sides[pair.index(name)]
        for pair, outcomes in run.outcomes.items()
        if name in pair
        for game in _games(outcomes)
    ]


def _bot(sides: Sequence[Side]) -> dict[str, Any]:
    times, faults = Counter[int](), Counter[str]()
    for side in sides:
        times.update(side.times)
        faults.update(side.faults)
    return {
        "games": len(sides),
        "decisions": times.total(),
        "milliseconds": {
            "mean": _milliseconds(mean_time(times)),
            **{name: _milliseconds(percentile(times, share)) for name, share in _SHARES.items()},
        },
        **{kind: faults[kind] for kind in FAULTS},
        "forfeits": sum(bool(side.faults[DEAD]) for side in sides),
        "rules": Counter(one.rule for side in sides for one in side.refused if one.rule),
    }


def _milliseconds(seconds: float | None) -> float | None:
    return None if seconds is None else 1000 * seconds


def _ratings(run: Run) -> dict[str, float]:
    wins: dict[Pair, float] = {}
    for pair, outcomes in run.outcomes.items():
        won = [game.won for game in _games(outcomes) if game.won is not None]
        wins[pair] = sum(won)
        wins[pair[::-1]] = len(won) - sum(won)
    bots = run.plan.bots
    return ratings(wins, YARDSTICK if YARDSTICK in bots else bots[0])
