"""Hidden cards at every role, by byte and by time.

python bench/hidden.py --positions 2000
python bench/hidden.py --positions 100000 --jobs 2 --keep hidden.json     goes on where it stopped
python bench/hidden.py --positions 50000 --friends                        who the friend is
python bench/hidden.py --draws 40                                         when cards are told

Positions: at every moment of random deals, for every role (seats, their hints, coach and tried
cards, onlookers, those who are behind, the room, the operator, records, events), the cards that
the role cannot know are exchanged, and all that it is answered is compared byte for byte. `--keep`
names a file with what was done; stopped by Ctrl-C or by `--seconds`, the same command goes on from
there. `--friends`: tables with called friends alone, where who is one is exchanged with the cards;
one of those who look is drawn at each position.

Draws: real tables with a real clock and a real database draw their cards at once. When a card is
told is compared between cards after which somebody was asked and those after which nobody was, by
a permutation test.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # what is compared is written with the tests

from tests.server import everybody, timing_sample
from tests.test_view import RULESETS

Work = Callable[[int], tuple[int, int]]

FRIENDS = tuple(
    f"friends({how}players={players})"
    for players in range(5, 9)
    for how in ("", "friend_by=holder,", "friend_cards=any,")
)


def compared(number: int, *, friends: bool) -> tuple[int, int]:
    """Of the deal with a number, how many positions and answers were compared."""
    rulesets, lookers = (FRIENDS, 1) if friends else (RULESETS, 99)
    return everybody.compare(
        rulesets[number % len(rulesets)], number // len(rulesets), lookers=lookers
    )


def run_positions(wanted: int, jobs: int, keep: Path | None, seconds: float, work: Work) -> int:
    """Compare so many positions, going on where an earlier run stopped."""
    done = {"deals": 0, "positions": 0, "answers": 0, "seconds": 0.0}
    if keep is not None and keep.exists():
        done |= json.loads(keep.read_text("utf-8"))
    began, before = time.monotonic(), done["seconds"]
    with ProcessPoolExecutor(jobs) as pool:
        try:
            for positions, answers in _in_order(pool, work, int(done["deals"]), jobs):
                done["deals"] += 1
                done["positions"] += positions
                done["answers"] += answers
                done["seconds"] = round(before + time.monotonic() - began, 1)
                if keep is not None:
                    keep.write_text(json.dumps(done), "utf-8")
                print(f"\r{told(done)}", end="", flush=True)
                if done["positions"] >= wanted or time.monotonic() - began > seconds:
                    break
        except KeyboardInterrupt:
            print("\nstopped; the same command goes on" if keep else "\nstopped", end="")
        pool.shutdown(wait=False, cancel_futures=True)
    enough = done["positions"] >= wanted
    print(f"\nno difference{'' if enough else f'; {wanted:,} positions were wanted'}")
    return 0


def told(done: dict[str, float]) -> str:
    """How far it is."""
    counted = f"{done['positions']:,} positions, {done['answers']:,} answers"
    return f"{counted}, {done['deals']:,} deals, {done['seconds']:.0f} s"


def _in_order(
    pool: ProcessPoolExecutor, work: Work, first: int, jobs: int
) -> Iterator[tuple[int, int]]:
    """The deals from one on, a few of them worked on at a time."""
    numbers = count(first)
    waiting = [pool.submit(work, next(numbers)) for _ in range(2 * jobs)]
    while True:
        yield waiting.pop(0).result()
        waiting.append(pool.submit(work, next(numbers)))


def run_draws(draws: int, seed: int) -> int:
    """Compare when cards are told; 1 if that tells who could show something."""
    with tempfile.TemporaryDirectory() as folder:
        sample = asyncio.run(timing_sample.take(Path(folder), draws, seed))
    chance = timing_sample.chance(sample, random.Random(seed))
    for name, asked in (("after somebody was asked", True), ("after nobody was", False)):
        late = [1000 * one.late for one in sample if one.asked == asked]
        print(f"{name}: {len(late)} cards, median {statistics.median(late):.3f} ms late")
    print(f"so different by chance: p = {chance:.4f}")
    return int(chance < timing_sample.SIGNIFICANT)


def main() -> int:
    """Read the options, and compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=0)
    parser.add_argument("--friends", action="store_true", help="only tables with called friends")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="what was done, to go on from")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--draws", type=int, default=0, help="tables that draw their cards at once")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    failed = 0
    if options.draws:
        failed = run_draws(options.draws, options.seed)
    if options.positions or not options.draws:
        wanted = options.positions or 2000
        work = partial(compared, friends=options.friends)
        failed |= run_positions(wanted, options.jobs, options.keep, options.seconds, work)
    return failed


if __name__ == "__main__":
    sys.exit(main())
