"""Plain data as text without spaces, for the values of switches: `[5,T,K]`, `{a=1,b=word}`.

Words are anything but brackets, braces, commas and equals signs (so `2/4/2^(n+1)` is a word).
`parse_data` and `print_data` are inverse to each other. `Multiplier` is the value of
`dig_multiplier`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Data: TypeAlias = "bool | int | str | list[Data] | dict[str, Data]"

_WORD = re.compile(r"[^\s\[\]{},=]+")
_DEPTH = 12


class DataTextError(ValueError):
    """Text that is not data: says what was met where."""


AUTO = "auto"  # a number that follows from the other switches


def print_data(data: object) -> str:
    """The text of plain data, keys sorted."""
    if isinstance(data, bool):
        return "true" if data else "false"
    if isinstance(data, list | tuple):
        return "[" + ",".join(print_data(item) for item in data) + "]"
    if isinstance(data, Mapping):
        items = sorted(data.items())
        return "{" + ",".join(f"{key}={print_data(value)}" for key, value in items) + "}"
    return str(data)


def parse_data(text: str) -> Data:
    """The data a text stands for."""
    data, at = _value(text, 0, 0)
    at = _skip(text, at)
    if at < len(text):
        raise DataTextError(f"{text[at]!r} was not expected at column {at + 1} of {text!r}")
    return data


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _value(text: str, at: int, depth: int) -> tuple[Data, int]:
    if depth > _DEPTH:
        raise DataTextError("brackets are nested too deeply")
    at = _skip(text, at)
    if text.startswith("[", at):
        items: list[Data] = []
        at = _skip(text, at + 1)
        while not text.startswith("]", at):
            item, at = _value(text, at, depth + 1)
            items.append(item)
            at = _separator(text, at, "]")
        return items, at + 1
    if text.startswith("{", at):
        table: dict[str, Data] = {}
        at = _skip(text, at + 1)
        while not text.startswith("}", at):
            key, at = _word(text, at)
            at = _skip(text, at)
            if not text.startswith("=", at):
                raise DataTextError(f"after {key!r} an = and a value are wanted")
            if key in table:
                raise DataTextError(f"{key} is given twice")
            table[key], at = _value(text, at + 1, depth + 1)
            at = _separator(text, at, "}")
        return table, at + 1
    word, at = _word(text, at)
    if word in ("true", "false"):
        return word == "true", at
    return (int(word) if re.fullmatch(r"-?\d{1,9}", word, re.ASCII) else word), at


def _word(text: str, at: int) -> tuple[str, int]:
    found = _WORD.match(text, at)
    if not found:
        met = repr(text[at]) if at < len(text) else "the end"
        raise DataTextError(f"a name or value is wanted at column {at + 1} of {text!r}, not {met}")
    return found.group(), found.end()


def _separator(text: str, at: int, closing: str) -> int:
    at = _skip(text, at)
    if text.startswith(",", at):
        return _skip(text, at + 1)
    if text.startswith(closing, at):
        return at
    raise DataTextError(f"a comma or {closing} is wanted at column {at + 1} of {text!r}")


LARGEST_FACTOR = 2**54  # times the 400 points of four decks: still a number of 64 bits


@dataclass(frozen=True)
class Multiplier:
    """How often the last trick's bonus counts: for a single, a pair, a tractor of n pairs.

    `cards`: as often as cards were played by each. A tractor's factor is a number or a power
    such as 2^(n+1) or 2^(2n).
    """

    single: int = 0
    pair: int = 0
    tractor: str = "cards"

    @classmethod
    def parse(cls, text: str) -> Multiplier:
        """Read SINGLE/PAIR/TRACTOR or `cards`."""
        if text == "cards":
            return cls()
        parts = text.split("/")
        if (
            len(parts) != 3
            or not all(re.fullmatch(r"\d{1,3}", part, re.ASCII) for part in parts[:2])
            or not (re.fullmatch(r"\d{1,3}", parts[2], re.ASCII) or _POWER.fullmatch(parts[2]))
        ):
            raise DataTextError(f"{text!r} is no multiplier")
        return cls(int(parts[0]), int(parts[1]), parts[2])

    def factor(self, pairs: int, cards: int) -> int:
        """The factor for a unit of that many pairs (0 a single) in a trick of so many cards."""
        if self.tractor == "cards":
            return cards
        if pairs < 2:
            return self.pair if pairs else self.single
        power = _POWER.fullmatch(self.tractor)
        if not power:
            return int(self.tractor)
        base, times, plus = power.groups()
        exponent = int(times or 1) * pairs + int(plus or 0)
        return int(pow(int(base), exponent))

    def __str__(self) -> str:
        if self.tractor == "cards":
            return self.tractor
        return f"{self.single}/{self.pair}/{self.tractor}"


_POWER = re.compile(r"(\d)\^\((\d?)n(?:\+(\d))?\)", re.ASCII)
