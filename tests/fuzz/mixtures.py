"""Rulesets drawn from all switches: every invariant holds, and all forms and the oracle agree.

Whatever coherence lets through is played: deals by `simulate`, every state checked, and as many by
`course` in lockstep, which costs four times as much: a long run may do so with one ruleset of some.
Whatever it refuses is refused with a reason in every language.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from contextlib import closing
from functools import partial
from math import inf

from tests.fuzz import course
from tests.fuzz.pool import seeded, spread
from tests.fuzz.whole_deals import simulated
from tests.test_coherence import other_values
from tuolaji import PRESETS, Ruleset
from tuolaji.ruleset import SWITCHES
from tuolaji.ruleset.values import parse_data
from tuolaji.texts.reader import LANGUAGES

DEALS = 5
_PIECE = 10  # rulesets of a piece of work


def mixture(seed: int) -> str:
    """A ruleset with any number of switches changed, each to any value that fits the others.

    Half of them begin with another number of people or cards, which most changes would break.
    """
    rng = random.Random(f"mixture {seed}")
    ruleset = Ruleset.parse(rng.choice(PRESETS))
    if rng.random() < 0.5:
        size = {"players": rng.randrange(4, 9), "decks": rng.randrange(1, 5), "kitty": "auto"}
        partners = "called" if size["players"] % 2 else rng.choice(["fixed", "called"])
        other = ruleset.changed({**size, "partners": partners})
        ruleset = ruleset if refused(other) else other
    share = rng.random()
    for name in rng.sample(sorted(SWITCHES), len(SWITCHES)):
        if rng.random() < share:
            value = rng.choice(other_values(name))
            other = ruleset.changed(parse_data(f"{{{name}={value}}}"))
            ruleset = ruleset if refused(other) else other
    return str(ruleset)


def refused(ruleset: Ruleset) -> bool:
    """Whether the ruleset is not coherent; every reason must have its sentence."""
    found = ruleset.problems()
    assert all(problem.text(language) for problem in found for language in LANGUAGES)
    return bool(found)


def check(piece: tuple[int, int], lockstep: int = 1) -> tuple[Counter[str], list[str]]:
    """Play some rulesets, from a seed on: what happened, and what went wrong.

    lockstep: one of so many rulesets is played in lockstep as well.
    """
    seen, wrong = Counter[str](), list[str]()
    first, number = piece
    for seed in range(first, first + number):
        text = mixture(seed)
        hits, broken = simulated((text, seed, DEALS))
        seen += Counter({"(rulesets)": 1, "(simulated)": hits["(deals)"]})
        wrong += broken[:1]
        if seed % lockstep == 0:
            found = course.check((text, seed, DEALS))
            seen += found.seen + Counter({"(rulesets in lockstep)": 1})
            wrong += [found.wrong] if found.wrong else []
    return seen, wrong


def run(count: int, seed: int, jobs: int, *, lockstep: int = 1, seconds: float = inf) -> int:
    """Play so many rulesets, and print what happened; 1 if something was wrong."""
    seen, wrong, started = Counter[str](), list[str](), time.perf_counter()
    work = partial(check, lockstep=lockstep)
    with closing(spread(work, seeded(seed, count, _PIECE), jobs)) as findings:
        for some, broken in findings:
            seen += some
            wrong += broken
            if time.perf_counter() - started > seconds:
                break
    for name, number in sorted(seen.items()):
        print(f"{number:12,} {name}")
    took = time.perf_counter() - started
    print(f"{seen['(rulesets)']:,} rulesets, {len(wrong)} findings, {took:.1f} s")
    print("\n\n".join(wrong[:20]))
    return 1 if wrong else 0
