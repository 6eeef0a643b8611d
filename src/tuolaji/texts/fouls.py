"""A foul table in words: what each foul costs, case by case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..ruleset import Ruleset
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


def fouls_asked(ruleset: Ruleset, language: str) -> list[dict[str, Any]]:
    """Every foul of a ruleset with its name, what it costs, and what that depends on."""
    table = ruleset.fouls.table
    return [
        {
            "rule": rule,
            "title": rule_title(rule, language),
            "cost": foul_in_words(entry, language),
            **_asked(table, entry),
        }
        for rule, entry in table.items()
    ]


def _asked(table: Mapping[str, Any], entry: Mapping[str, Any]) -> dict[str, Any]:
    """What a foul's penalty depends on: cards, when it was found, how it happened."""
    asked: dict[str, Any] = {"cards": False, "found": [], "variant": []}
    waiting = [entry]
    while waiting:
        one = waiting.pop()
        if "as" in one:
            waiting.append(table[one["as"]])
        asked["cards"] |= "points_per_card" in one
        for case in CASES:
            if case in one:
                waiting += one[case].values()
                if case in asked:
                    asked[case] = list(one[case])
    return asked


def _levels(levels: list[tuple[int, int]], words: Mapping[str, Any]) -> str:
    """By how much the other side goes up, the attackers having so many points."""
    first, *more = levels
    steps = [words["levels"].format(n=first[1])]
    steps += [words["levels_from"].format(points=least, n=won) for least, won in more]
    return str(words["comma"].join(steps))
