"""Fouls as a table of data: rule id -> what it costs.

An entry is an effect, or a split into cases. Effects: `points` (each time) or `points_per_card`,
to the other side; `levels`, the deal ends and the other side is promoted, by the attackers'
points: [[from, levels], …]; `effect`, one of EFFECTS; `as`, the entry of another rule. Splits:
`by`, `found`, `variant` or `times` with an entry for each case (`times`: from that many on),
and `default`, the case taken when the question does not say. Beside points, `discard = true`: what
is played instead of a wrong play cannot win.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from .values import print_data

EFFECTS = ("redeal", "lose_bid", "rebid", "name_trump", "warn", "disqualify")
CASES = {
    "by": ("attackers", "bankers"),
    "found": ("at_once", "later"),
    "variant": ("plain", "mixed_up", "counted_first"),
    "times": ("1", "2", "3"),
}
_RULE = re.compile(r"[a-z]+\.[a-z-]+")


@dataclass(frozen=True)
class Foul:
    """A foul to be ruled on: who did what how often, and the attackers' points so far.

    What does not bear on the penalty may be left out.
    """

    rule: str
    by: str | None = None
    attackers: int | None = None
    cards: int | None = None
    found: str | None = None
    variant: str | None = None
    times: int = 1


@dataclass(frozen=True)
class Penalty:
    """What a foul costs: the attackers' points after it, or the deal's result, or an effect.

    discard: what is played instead of a wrong play cannot win.
    """

    attackers: int | None = None
    side: str | None = None
    levels: int = 0
    effect: str | None = None
    discard: bool = False


class FoulQuestionError(ValueError):
    """A foul the table cannot rule on as asked: `missing` names the field that decides."""

    def __init__(self, message: str, missing: str = "") -> None:
        self.missing = missing
        super().__init__(message)


@dataclass(frozen=True)
class Fouls:
    """The foul table of a ruleset."""

    table: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def __hash__(self) -> int:
        return hash(print_data(self.table))

    def __reduce__(self) -> tuple[Any, tuple[Any]]:
        return read, (thawed(self.table),)

    def penalty(self, foul: Foul) -> Penalty:
        """What the foul costs."""
        if foul.rule not in self.table:
            known = ", ".join(self.table) or "none"
            raise FoulQuestionError(f"this ruleset has no {foul.rule!r}; its fouls: {known}")
        return self._apply(self.table[foul.rule], foul)

    def times(self, rule: str, said: int, before: int) -> int:
        """How often a side has committed a foul, where its penalty depends on that; else as said.

        before: how often it was ruled on already in the match.
        """
        return max(said, before + 1) if "times" in self.table.get(rule, {}) else said

    def asks(self, rule: str) -> tuple[str, ...]:
        """What has to be known of a foul for a penalty: fields of `Foul`."""
        return tuple(sorted(self._asks(self.table[rule])))

    def _asks(self, entry: Any) -> set[str]:
        if "as" in entry:
            return self._asks(self.table[entry["as"]])
        needs = {"points": {"times"}, "points_per_card": {"cards"}, "levels": set[str]()}
        wanted = set[str]()
        for leaf, more in needs.items():
            if leaf in entry:
                wanted |= {"attackers", "by"} | more
        for case in CASES:
            if case in entry:
                wanted |= {case}.union(*map(self._asks, entry[case].values()))
        return wanted

    def _apply(self, entry: Any, foul: Foul) -> Penalty:
        if "as" in entry:
            return self._apply(self.table[entry["as"]], foul)
        for case in CASES:
            if case in entry:
                return self._apply(entry[case][_case(entry, case, foul)], foul)
        if "effect" in entry:
            return Penalty(effect=entry["effect"])
        if foul.by is None:
            raise FoulQuestionError(f"{foul.rule} depends on whose foul it was", "by")
        other = "bankers" if foul.by == "attackers" else "attackers"
        if foul.attackers is None:
            raise FoulQuestionError(f"{foul.rule} depends on the attackers' points", "attackers")
        if "levels" in entry:
            levels = [won for least, won in entry["levels"] if foul.attackers >= least]
            return Penalty(side=other, levels=levels[-1] if levels else entry["levels"][0][1])
        points = entry.get("points", 0) * foul.times
        if "points_per_card" in entry:
            if foul.cards is None:
                raise FoulQuestionError(f"{foul.rule} is counted by cards: say how many", "cards")
            points = entry["points_per_card"] * foul.cards
        sign = 1 if other == "attackers" else -1
        discard = entry.get("discard", False)
        return Penalty(attackers=foul.attackers + sign * points, discard=discard)


def _case(entry: Any, case: str, foul: Foul) -> str:
    """Which case of a split applies."""
    cases = entry[case]
    if case == "times":
        if foul.times < 1:
            raise FoulQuestionError(f"{foul.rule} happened once or more often", "times")
        return str(max(int(least) for least in cases if int(least) <= foul.times))
    said = getattr(foul, case) or entry.get("default")
    if said is None:
        raise FoulQuestionError(f"{foul.rule} depends on {case}: {' or '.join(cases)}", case)
    if said not in cases:
        raise FoulQuestionError(
            f"{foul.rule} knows no case {case}={said}, only {' or '.join(cases)}"
        )
    return str(said)


def read(data: object) -> Fouls:
    """The table out of plain data; ValueError says what is wrong with it."""
    if not isinstance(data, dict):
        raise ValueError(f"a table of rule ids is wanted, not {print_data(data)}")
    for rule, entry in data.items():
        if not isinstance(rule, str) or not _RULE.fullmatch(rule):
            raise ValueError(f"{rule!r} is not a rule id such as foul.misplay")
        _check(rule, entry, data)
    return Fouls(_frozen(data))


def thawed(data: Any) -> Any:
    """The same data as plain tables and lists."""
    if isinstance(data, Mapping):
        return {key: thawed(value) for key, value in data.items()}
    return [thawed(item) for item in data] if isinstance(data, tuple) else data


def _frozen(data: Any) -> Any:
    """The same data, not to be changed."""
    if isinstance(data, dict):
        return MappingProxyType({key: _frozen(value) for key, value in data.items()})
    return tuple(_frozen(item) for item in data) if isinstance(data, list) else data


def _check(rule: str, entry: object, table: dict[str, Any]) -> None:
    """Raise ValueError where an entry cannot be applied."""
    if not isinstance(entry, dict):
        raise ValueError(f"{rule}: an entry is a table, not {print_data(entry)}")
    splits = [case for case in CASES if case in entry]
    effects = [key for key in _LEAVES if key in entry]
    beside = {"default"} if splits else set()
    if "points" in entry or "points_per_card" in entry:
        beside = {"discard"}
    unknown = set(entry) - set(splits) - set(effects) - beside
    if unknown or len(splits) + len(effects) != 1:
        raise ValueError(
            f"{rule}: exactly one of {', '.join((*CASES, *_LEAVES))} is wanted, "
            f"not {', '.join(entry) or 'nothing'}"
        )
    for case in splits:
        _check_split(rule, case, entry, table)
    for key in effects:
        if key == "as":
            if entry[key] not in table or _refers(table[entry[key]]):
                raise ValueError(f"{rule}: as names a rule of the table that names no other")
        elif not _LEAVES[key](entry[key]):
            raise ValueError(f"{rule}: {key} cannot be {print_data(entry[key])}")
    if not isinstance(entry.get("discard", False), bool):
        raise ValueError(f"{rule}: discard cannot be {print_data(entry['discard'])}")


def _refers(entry: object) -> bool:
    """Whether an entry names another rule's anywhere inside."""
    return isinstance(entry, dict) and ("as" in entry or any(map(_refers, entry.values())))


def _check_split(rule: str, case: str, entry: dict[str, Any], table: dict[str, Any]) -> None:
    cases = entry[case]
    if not isinstance(cases, dict) or not cases or set(cases) - set(CASES[case]):
        raise ValueError(f"{rule}: {case} is split into {', '.join(CASES[case])}")
    if case == "times" and "1" not in cases:
        raise ValueError(f"{rule}: times has to begin with 1")
    if "default" in entry and entry["default"] not in cases:
        raise ValueError(f"{rule}: the default {entry['default']!r} is none of its cases")
    for inner in cases.values():
        _check(rule, inner, table)


def _is_points(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 10000


def _is_effect(value: object) -> bool:
    return value in EFFECTS


def _is_levels(value: object) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            isinstance(pair, list) and len(pair) == 2 and all(_is_points(n) for n in pair)
            for pair in value
        )
        and sorted(value) == value
    )


_LEAVES: dict[str, Callable[[object], bool]] = {
    "points": _is_points,
    "points_per_card": _is_points,
    "levels": _is_levels,
    "effect": _is_effect,
    "as": lambda value: isinstance(value, str),
}
