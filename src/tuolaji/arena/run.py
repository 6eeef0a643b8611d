"""Whole runs: who meets whom on which deals, over several processes, in one fixed order.

What is played depends on the plan alone. Outcomes come deal by deal and pair by pair, so that a
run that stops when its question is decided stops at the same deal whatever the number of jobs.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations
from multiprocessing.util import Finalize
from statistics import fmean

from ..ruleset import Ruleset
from ..workers import Workers, hired, in_order
from .board import Board
from .botzone import OLD_SUITS, BotzonePlayer
from .external import ExternalPlayer
from .game import YARDSTICK, Table
from .player import BOTZONE, EXEC, OLD_BOTZONE, OwnPlayer, Player
from .results import Outcome, Pair
from .stats import verdict


@dataclass(frozen=True)
class Plan:
    """What is asked of the arena.

    budget: the seconds a program of its own has for a decision. within: stop a pair when it is
    decided, equal meaning within so many levels. records: None, or the form of the records.
    play_only: `prepare` acts for everybody until the first lead. level, bank: see `Board`.
    """

    bots: tuple[str, ...]
    ruleset: str
    deals: int
    seed: int = 0
    play_only: bool = False
    prepare: str = YARDSTICK
    level: str = ""
    bank: str = ""
    budget: float = 1.0
    within: float | None = None
    records: str | None = None

    @property
    def pairs(self) -> list[Pair]:
        """Every two bots, in the order they were named."""
        return list(combinations(self.bots, 2))


def fixed_by(plan: Plan) -> list[str]:
    """What of a plan's deals is fixed that is usually drawn or done otherwise, by name."""
    usual = {"prepare": YARDSTICK, "level": "", "bank": ""}
    return [name for name, value in usual.items() if getattr(plan, name) != value]


@dataclass(frozen=True)
class Task:
    """One deal for one pair."""

    plan: Plan
    bots: Pair
    deal: int


Played = tuple[Outcome, list[str]]


def seated(name: str, budget: float) -> Player:
    """A bot by its name; ValueError, OSError or Fault if it cannot be had."""
    if name.startswith(EXEC):
        return ExternalPlayer(name.removeprefix(EXEC), budget)
    if name.startswith(BOTZONE):
        return BotzonePlayer(name.removeprefix(BOTZONE), budget)
    if name.startswith(OLD_BOTZONE):
        return BotzonePlayer(name.removeprefix(OLD_BOTZONE), budget, OLD_SUITS)
    return OwnPlayer(name)


class _Bench:
    """The bots of this process: started when they are first wanted, then kept."""

    def __init__(self) -> None:
        self._players: dict[tuple[str, float, int], Player] = {}
        self._finalize: object = None

    def player(self, name: str, budget: float, at: int) -> Player:
        if self._finalize is None:  # a worker process runs these at its end, and no others
            self._finalize = Finalize(self, self.clear, exitpriority=1)
        key = (name, budget, at)
        if key not in self._players:
            self._players[key] = seated(name, budget)
        return self._players[key]

    def clear(self) -> None:
        while self._players:
            self._players.popitem()[1].close()


_bench = _Bench()


def played(task: Task) -> Played:
    """The outcome of a task, and the records of its two games where they are wanted."""
    plan = task.plan
    rules = Ruleset.of_lasting(plan.ruleset)
    board = Board(rules, plan.seed, task.deal, plan.level, plan.bank)
    prepare = plan.prepare if plan.play_only else ""
    games, records = [], []
    for swapped in (False, True):
        names = [task.bots[(seat + swapped) % 2] for seat in range(board.ruleset.players)]
        players = [_bench.player(name, plan.budget, seat // 2) for seat, name in enumerate(names)]
        table = Table(board, players, swapped=swapped, prepare=prepare)
        game, deal = table.play()
        games.append(game)
        if plan.records is not None:
            tags = [("Event", "arena"), ("Seed", f"{plan.seed}/{task.deal}")]
            tags += [(f"Seat{seat}", name) for seat, name in enumerate(names)]
            record = table.record(deal, tags)
            records.append(record.jsonl() if plan.records == ".jsonl" else record.text())
    return Outcome(task.bots, task.deal, (games[0], games[1])), records


class Run:
    """A plan being carried out; decided: what the sequential test said of a pair, so far."""

    def __init__(self, plan: Plan, done: Iterable[Outcome] = ()) -> None:
        """done: outcomes that are there already, from a run that was interrupted."""
        self.plan = plan
        self.outcomes: dict[Pair, list[Outcome]] = {pair: [] for pair in plan.pairs}
        self.decided: dict[Pair, str] = {}
        self._levels: dict[Pair, list[float]] = {pair: [] for pair in plan.pairs}
        self._done = {(outcome.bots, outcome.deal): outcome for outcome in done}

    def go(self, jobs: int = 1, workers: Workers | None = None) -> Generator[Played]:
        """Play, and give every outcome that was not there before, with its records.

        workers: who plays; without them so many processes.
        """
        with closing(workers or hired(jobs)) as at_work:
            for outcome, records in self._in_order(at_work):
                if outcome.bots in self.decided:
                    continue
                fresh = (outcome.bots, outcome.deal) not in self._done
                self._add(outcome)
                if fresh:
                    yield outcome, records

    def levels(self, pair: Pair) -> float:
        """The mean levels per deal of the pair so far."""
        return fmean(self._levels[pair])

    def _add(self, outcome: Outcome) -> None:
        pair, within = outcome.bots, self.plan.within
        self.outcomes[pair].append(outcome)
        self._levels[pair].append(outcome.levels)
        if within is not None and (decision := verdict(self._levels[pair], within)):
            self.decided[pair] = decision

    def _tasks(self) -> Iterator[Task]:
        for deal in range(self.plan.deals):
            for pair in self.plan.pairs:
                if pair not in self.decided:
                    yield Task(self.plan, pair, deal)

    def _in_order(self, workers: Workers) -> Iterator[Played]:
        try:
            yield from in_order(workers, played, self._tasks(), self._kept)
        finally:
            _bench.clear()

    def _kept(self, task: Task) -> Played | None:
        outcome = self._done.get((task.bots, task.deal))
        return None if outcome is None else (outcome, [])
