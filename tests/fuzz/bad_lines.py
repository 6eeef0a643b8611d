"""Random and mutated lines: one answer each, an error for what makes no sense, none slow."""

from __future__ import annotations

import json
import random
import string
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from tests.oracle.questions import generate
from tuolaji.judge import judge_line

_CHUNK = 5000
SLOW = 0.1
_PIECES = [
    "S", "H", "D", "C", "X", "T", "A", "K", "2", "10", "-", "♠", "大王", "{", "}", "[", "]", '"',
    ",", ":", "null", "true", "1e999", "-1", "\\u0000", "\u202e", "\ufeff", "classic(", "level",
    "NaN", "Infinity", "9" * 50, "(permanent_two=true)", "must_play=[", "=", "\t",
]  # fmt: skip
_VALUES: list[Any] = [
    None, True, False, 0, -1, 3.5, 10**30, "", "-", "X", "S" * 300, [], {}, [[]], ["SA"], {"a": 1},
    "classic()", "classic(a=b", "classic(fouls={x={as=x}})", "SAAA", "大王", float("nan"),
]  # fmt: skip


def mutated(rng: random.Random) -> str:
    """A line that is a question, a damaged question, or noise."""
    dice = rng.random()
    if dice < 0.1:
        return "".join(rng.choices(string.printable, k=rng.randrange(80)))
    if dice < 0.2:
        return "".join(rng.choices(_PIECES, k=rng.randrange(1, 30)))
    question = generate(rng)
    if dice < 0.6:
        key = rng.choice(sorted(question))
        other = generate(rng)
        question[key] = rng.choice([*_VALUES, *other.values()])
        if rng.random() < 0.3:
            question.pop(rng.choice(sorted(question)), None)
        return json.dumps(question)
    line = json.dumps(question, ensure_ascii=rng.random() < 0.5)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(line) + 1)
        line = line[:at] + rng.choice(_PIECES) * rng.randrange(2) + line[at + rng.randrange(4) :]
    return line


def check(job: tuple[int, int]) -> tuple[int, list[tuple[float, str]], list[str]]:
    """Error answers, slow lines, and lines that broke something, for one seed."""
    seed, count = job
    rng = random.Random(seed)
    errors = 0
    slow: list[tuple[float, str]] = []
    broken: list[str] = []
    for _ in range(count):
        line = mutated(rng)
        start = time.process_time()
        try:
            text = judge_line(line)
            answer = json.loads(text)
            whole = isinstance(answer, dict) and "\n" not in text
        except Exception as error:  # noqa: BLE001  (whatever it is, it is the finding)
            broken.append(f"{error!r}: {line!r}")
            continue
        seconds = time.process_time() - start
        if seconds > SLOW:
            slow.append((seconds, line))
        if not whole:
            broken.append(f"{text!r}: {line!r}")
        errors += "error" in answer
    return errors, slow, broken


def run(count: int, seed: int, jobs: int) -> int:
    """Feed the lines and print what happened; 1 if something broke or was slow."""
    errors = 0
    slow: list[tuple[float, str]] = []
    broken: list[str] = []
    chunks = [(seed * 1_000_003 + at, min(_CHUNK, count - at)) for at in range(0, count, _CHUNK)]
    with ProcessPoolExecutor(jobs) as pool:
        for done, result in enumerate(pool.map(check, chunks), start=1):
            errors += result[0]
            slow += result[1]
            broken += result[2]
            if sys.stderr.isatty():
                print(f"\r{done * _CHUNK:,} of {count:,}", end="", file=sys.stderr)
    print(f"{count:,} lines, {errors:,} answered with an error, {len(slow)} slow, ", end="")
    print(f"{len(broken)} broke something")
    for seconds, line in sorted(slow, reverse=True)[:10]:
        print(f"  {1000 * seconds:.0f} ms  {line[:300]}")
    for text in broken[:10]:
        print(f"  {text[:300]}")
    return 1 if broken or slow else 0
