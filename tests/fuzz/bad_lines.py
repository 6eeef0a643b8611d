"""Random and mutated lines: one answer each, an error for what makes no sense, none slow."""

from __future__ import annotations

import json
import random
import string
import time
from typing import Any

from tests.fuzz.pool import seeded, spread
from tests.oracle.questions import generate
from tuolaji.judge import judge_line

_CHUNK = 5000
SLOW = 0.1
_TABLES = [("classic", 2, "4"), ("six-player", 2, "J"), ("four-deck", 4, "5"),
           ("classic(decks=4)", 4, "2"), ("meizhusong", 2, "A")]  # fmt: skip
_PIECES = [
    "S", "H", "D", "C", "X", "T", "A", "K", "2", "10", "-", "♠", "大王", "{", "}", "[", "]", '"',
    ",", ":", "null", "true", "1e999", "-1", "\\u0000", "\\ud800",
    "\u202e", "\ufeff", "classic(", "level",
    "NaN", "Infinity", "9" * 50, "(permanent_two=true)", "must_play=[", "=", "\t",
]  # fmt: skip
_VALUES: list[Any] = [
    None, True, False, 0, -1, 3.5, 10**30, "", "-", "X", "S" * 300, [], {}, [[]], ["SA"], {"a": 1},
    "classic()", "classic(a=b", "classic(fouls={x={as=x}})", "SAAA", "大王", float("nan"),
]  # fmt: skip


def large(rng: random.Random) -> dict[str, Any]:
    """A question with as many cards as a hand can hold, most of them in one or two suits."""
    name, decks, level = rng.choice(_TABLES)
    suits = rng.sample("SHCD", 2)
    pool = [s + r for s in suits for r in "23456789TJQKA" for _ in range(decks)]
    pool += ["XB", "XL"] * decks + [s + level for s in "SHCD" if s not in suits] * decks
    rng.shuffle(pool)
    size = rng.choice([1, 2, 4, 6, 8])
    lead = "".join(rng.choice(pool[:8]) * decks for _ in range(3))[: 2 * size]
    play = "".join(pool[:size])
    question = {"ruleset": name, "level": level, "trump": rng.choice([*suits, "N"]), "hand": play}
    question["hand"] += "".join(pool[size : rng.choice([17, 25, 33, 54])])
    ask = rng.choice(["follow", "plays", "shape", "throw"])
    more = {"cards": question["hand"][:40], "others": [question["hand"]], "list": True}
    return {"ask": ask, **question, **more, "lead": rng.choice([lead, lead, "-"]), "play": play}


def with_other_cards(rng: random.Random, question: dict[str, Any]) -> dict[str, Any]:
    """The question with a few letters of its card texts changed."""
    for key, value in question.items():
        if key in ("cards", "lead", "hand", "play", "kitty") and isinstance(value, str):
            at = rng.randrange(len(value) + 1)
            letter = rng.choice("SHCDX23456789TJQKALB")
            question[key] = value[:at] + letter + value[at + rng.randrange(2) :]
    return question


def mutated(rng: random.Random) -> str:
    """A line that is a question, a damaged question, or noise."""
    dice = rng.random()
    if dice < 0.1:
        return "".join(rng.choices(string.printable, k=rng.randrange(80)))
    if dice < 0.15:
        return "".join(rng.choices(_PIECES, k=rng.randrange(1, 30)))
    if dice < 0.3:
        return json.dumps(large(rng))
    question = generate(rng)
    if dice < 0.5:
        return json.dumps(with_other_cards(rng, question))
    if dice < 0.75:
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


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


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
            answer = json.loads(text.encode("utf-8"), parse_constant=_no_constant)
            whole = isinstance(answer, dict) and "\n" not in text
        except Exception as error:  # noqa: BLE001  (whatever it is, it is the finding)
            broken.append(f"{error!r}: {line!r}")
            continue
        seconds = time.process_time() - start
        if seconds > SLOW:  # asked again, since the first time may have met a garbage collection
            start = time.process_time()
            judge_line(line)
            seconds = min(seconds, time.process_time() - start)
            if seconds > SLOW:
                slow.append((seconds, line))
        if not whole:
            broken.append(f"{text!r}: {line!r}")
        errors += "error" in answer
    return errors, slow, broken


def run(count: int, seed: int, jobs: int, *, timed: bool) -> int:
    """Feed the lines and print what happened; 1 if something broke, or (timed) was slow."""
    errors = 0
    slow: list[tuple[float, str]] = []
    broken: list[str] = []
    for some, late, bad in spread(check, seeded(seed, count, _CHUNK), jobs):
        errors += some
        slow += late
        broken += bad
    print(f"{count:,} lines, {errors:,} answered with an error, {len(slow)} slow, ", end="")
    print(f"{len(broken)} broke something")
    for seconds, line in sorted(slow, reverse=True)[:10]:
        print(f"  {1000 * seconds:.0f} ms  {line[:300]}")
    for text in broken[:10]:
        print(f"  {text[:300]}")
    return 1 if broken or (timed and slow) else 0
