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

from .checkpoint import read
from .duel import Strength, against_bot
from .policy import Policy

_CHUNK = 16
_WAIT = 1.0


@dataclass(frozen=True)
class Measured:
    """Mirrored deals against a bot; decisions: how many the policy had been taught with."""

    bot: str
    decisions: float
    results: list[float]


class Watchers:
    """So many processes; each takes the newest policy in a file, and one bot after the other."""

    def __init__(self, file: Path, ruleset: str, bots: tuple[str, ...], jobs: int) -> None:
        """Start them; as long as there is no file they wait."""
        context = get_context("spawn")
        self._results: Any = context.Queue()
        self._found: dict[tuple[str, float], list[float]] = defaultdict(list)
        jobs = jobs if bots else 0
        self._processes = [
            context.Process(
                target=_watch, args=(str(file), ruleset, bots, at, self._results), daemon=True
            )
            for at in range(jobs)
        ]
        for process in self._processes:
            process.start()

    def measured(self) -> list[tuple[str, float, Strength]]:
        """What was found since the last time: bot, decisions, the strength so far."""
        fresh = set()
        while True:
            try:
                one: Measured = self._results.get_nowait()
            except queue.Empty:
                break
            self._found[one.bot, one.decisions] += one.results
            fresh.add((one.bot, one.decisions))
        return [(*key, Strength.of(self._found[key])) for key in sorted(fresh)]

    def close(self) -> None:
        """End them."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()


def _watch(file: str, ruleset: str, bots: tuple[str, ...], number: int, results: Any) -> None:
    signal(SIGINT, SIG_IGN)  # the training is stopped, and then ends these
    torch.set_num_threads(1)
    seed = number
    for bot in islice(cycle(bots), number, None):
        while not Path(file).exists():
            sleep(_WAIT)
        checkpoint = read(Path(file))
        policy = Policy.of(checkpoint)
        seed += 1000
        found = list(islice(against_bot(policy, ruleset, bot, seed), _CHUNK))
        results.put(Measured(bot, checkpoint.counters["decisions"], found))
