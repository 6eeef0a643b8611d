"""The engine and the independent oracle answer the same random questions alike."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from tests.fuzz.pool import seeded, spread
from tests.oracle import answer as oracle_answer
from tests.oracle import owed_is_right
from tests.oracle.questions import generate
from tuolaji import judge
from tuolaji.texts.reader import registry

Mismatch = tuple[dict[str, Any], dict[str, Any], dict[str, Any]]
_CHUNK = 500

# Rules that no question of the referee can bring up: they are tested directly.
NOT_ASKED = {
    "call.none", "clock.kitty", "clock.match", "clock.play", "deal.cut", "deal.first",
    "deal.shuffle", "declare.none", "event.draw", "event.points", "kitty.bury",
    "kitty.seen-tricks", "lead.first", "partner.call", "partner.next-banker", "bid.reveal",
    "save.game-sav", "score.tricks",
    "kitty.steal", "level.fall-back", "partner.nth-play", "partner.number",
    "score.small-side",
}  # fmt: skip


def disagreement(question: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any] | None:
    """The engine's answer if it is not what the oracle expects."""
    mine = judge(question)
    given = {key: value for key, value in mine.items() if key not in ("why", "owed")}
    if "error" in expected or "error" in given:
        return None if "error" in expected and "error" in given else mine
    if sorted(given.pop("plays", [])) != sorted(expected.pop("plays", [])):
        return mine
    if given != expected:
        return mine
    if "owed" in mine and not owed_is_right(question, mine["owed"]):
        return mine
    return None


def check(job: tuple[int, int]) -> tuple[Counter[str], Counter[str], list[Mismatch]]:
    """Hits per rule and per question, and what they disagree on, for one seed."""
    seed, count = job
    rng = random.Random(seed)
    rules: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    wrong: list[Mismatch] = []
    for _ in range(count):
        question = generate(rng)
        expected, hit = oracle_answer(question)
        rules.update(hit)
        if "error" in expected:
            rules["(error)"] += 1
        asked[f"{question.get('ask')} {str(question.get('ruleset')).split('(')[0]}"] += 1
        mine = disagreement(question, dict(expected))
        if mine is not None:
            wrong.append((question, expected, mine))
    return rules, asked, wrong


def run(count: int, seed: int, jobs: int, least: int) -> int:
    """Compare and print; 1 if they disagree or a rule was hit too rarely."""
    rules: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    wrong: list[Mismatch] = []
    for some, kinds, differing in spread(check, seeded(seed, count, _CHUNK), jobs):
        rules += some
        asked += kinds
        wrong += differing
    for rule in sorted(set(registry()) - NOT_ASKED):
        print(f"{rules[rule]:8,} {rule}{'' if rules[rule] >= least else '   <-- too rare'}")
    print(f"{rules['(error)']:8,} (refused as nonsense)")
    print(f"{sum(asked.values()):8,} questions, {len(asked)} kinds by ruleset, {len(wrong)} differ")
    for question, expected, mine in wrong[:10]:
        mine.pop("why", None)
        print(json.dumps(question, ensure_ascii=False))
        print("  oracle", json.dumps(expected, ensure_ascii=False))
        print("  engine", json.dumps(mine, ensure_ascii=False))
    rare = [rule for rule in set(registry()) - NOT_ASKED if rules[rule] < least]
    return 1 if wrong or rare else 0
