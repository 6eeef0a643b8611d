"""Processes that measure a policy against our bots while it is being taught."""

from __future__ import annotations

import queue
from collections import defaultdict
from dataclasses import dataclass
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from time import sleep
from typing import Any

import torch

from ..ruleset import Ruleset
from .checkpoint import read
from .duel import against_bot
from .policy import Policy

_CHUNK = 16
_WAIT = 1.0


@dataclass(frozen=True)
class Measured:
    """Mirrored deals against a bot; decisions: how many the policy had been taught with."""

    bot: str
    ruleset: str
    decisions: float
    results: list[float]


class Watchers:
    """So many processes; each takes the newest policy in a file, and one bot after the other.

    In every ruleset a bot is met, one after the other too.
    """

    def __init__(
        self, file: Path, rulesets: list[Ruleset], bots: tuple[str, ...], jobs: int
    ) -> None:
        """Start them; as long as there is no file they wait."""
        context = get_context("spawn")
        self._results: Any = context.Queue()
        self._found: dict[tuple[str, str, float], list[float]] = defaultdict(list)
        matches = [(bot, str(ruleset)) for bot in bots for ruleset in rulesets]
        jobs = jobs if bots else 0
        self._processes = [
            context.Process(
                target=_watch, args=(str(file), matches, at, self._results), daemon=True
            )
            for at in range(jobs)
        ]
        for process in self._processes:
            process.start()

    def measured(self) -> list[Measured]:
        """Of all that something was found of since the last time, what was found so far."""
        fresh = set()
        while True:
            try:
                one: Measured = self._results.get_nowait()
            except queue.Empty:
                break
            key = one.bot, one.ruleset, one.decisions
            self._found[key] += one.results
            fresh.add(key)
        return [Measured(*key, self._found[key]) for key in sorted(fresh)]

    def close(self) -> None:
        """End them."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()


def _watch(file: str, matches: list[tuple[str, str]], number: int, results: Any) -> None:
    signal(SIGINT, SIG_IGN)  # the training is stopped, and then ends these
    torch.set_num_threads(1)
    seed = number
    for bot, ruleset in islice(cycle(matches), number, None):
        while not Path(file).exists():
            sleep(_WAIT)
        checkpoint = read(Path(file))
        policy = Policy.of(checkpoint)
        seed += 1000
        found = list(islice(against_bot(policy, Ruleset.parse(ruleset), bot, seed), _CHUNK))
        results.put(Measured(bot, ruleset, checkpoint.counters["decisions"], found))
