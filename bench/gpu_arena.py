"""`tuolaji arena` for so many seconds, where only Python is installed.

python bench/gpu_arena.py OUT RULESET SEED SECONDS JOBS BOT BOT

Bots that think by the clock have the processor time of their process, so that other work on the
machine does not take it from them. When the time is over, the deals that are finished, in their
order, are the result: OUT.json, as `tuolaji arena … --json` prints it. The package is a bundle's
(scripts/bundle.py), on PYTHONPATH.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import time
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

from tuolaji.arena.report import report
from tuolaji.arena.run import Plan, Run
from tuolaji.bots import expert, master, worlds
from tuolaji.ruleset import Ruleset

_ENDLESS = 10**6


class Forked:
    """Processes that are made like this one, its clock included."""

    def __init__(self, jobs: int) -> None:
        self.size = jobs
        self._pool = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("fork"))

    def submit(self, work: Any, task: Any) -> Future[Any]:
        """A future of the pool."""
        return self._pool.submit(work, task)

    def result(self, promise: Future[Any]) -> Any:
        """What the future brings."""
        return promise.result()

    def close(self) -> None:
        """End the processes, whatever they are at."""
        for process in list(self._pool._processes.values()):
            process.kill()
        self._pool.shutdown(cancel_futures=True)


def main(out: Path, ruleset: str, seed: int, seconds: float, jobs: int, bots: list[str]) -> None:
    """Play until the time is over."""
    until = time.monotonic() + seconds
    for module in (expert, master, worlds):
        module.perf_counter = time.process_time  # type: ignore[attr-defined]
    lasting = Ruleset.parse(ruleset).lasting
    run = Run(Plan(bots=tuple(bots), ruleset=lasting, deals=_ENDLESS, seed=seed))
    with closing(run.go(workers=Forked(jobs))) as outcomes:
        for _ in outcomes:
            if time.monotonic() > until:
                break
    found = report(run)
    out.with_suffix(".json").write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n")
    for pair in found["pairs"]:
        low, high = pair["interval"]
        said = f"{pair['levels']:+.3f} ({low:+.3f} to {high:+.3f}), {pair['deals']} deals"
        print(ruleset, *pair["bots"], said, flush=True)


if __name__ == "__main__":
    file, rules, seed, seconds, jobs, *names = sys.argv[1:]
    main(Path(file), rules, int(seed), float(seconds), int(jobs), names)
