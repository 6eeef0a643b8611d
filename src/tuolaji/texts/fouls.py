"""A foul table in words: what each foul costs, case by case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..ruleset.fouls import CASES
from .explain import rule_title
from .reader import texts


def foul_in_words(entry: Mapping[str, Any], language: str) -> str:
    """What a foul costs, as one sentence without its full stop."""
    words = texts(language)["fouls"]
    for case in CASES:
        if case in entry:
            cases = [
                words["case"].format(case=words["cases"][name], cost=foul_in_words(inner, language))
                for name, inner in entry[case].items()
            ]
            return str(words["then"].join(cases))
    if "as" in entry:
        return str(words["as"]).format(rule=rule_title(entry["as"], language))
    if "effect" in entry:
        return str(words["effects"][entry["effect"]])
    if "levels" in entry:
        return _levels(entry["levels"], words)
    per_card = "points_per_card" in entry
    points = entry["points_per_card" if per_card else "points"]
    cost = str(words["per_card" if per_card else "points"]).format(n=points)
    if not points:
        cost = str(words["nothing"])
    return cost + (words["discard"] if entry.get("discard") else "")


def _levels(levels: list[tuple[int, int]], words: Mapping[str, Any]) -> str:
    """By how much the other side goes up, the attackers having so many points."""
    first, *more = levels
    steps = [words["levels"].format(n=first[1])]
    steps += [words["levels_from"].format(points=least, n=won) for least, won in more]
    return str(words["comma"].join(steps))
