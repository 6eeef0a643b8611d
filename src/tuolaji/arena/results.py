"""What the arena found: an outcome for each pair of bots and each deal, kept as JSON lines.

The first line of a file says which run it belongs to, so that only that run goes on with it.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from .game import Game, Side
from .player import Refusal

Pair = tuple[str, str]


@dataclass(frozen=True)
class Outcome:
    """A deal played by two bots, straight and with the sides swapped, as the first sees it."""

    bots: Pair
    deal: int
    games: tuple[Game, Game]

    @property
    def levels(self) -> float:
        """The levels the first bot won less those it lost, the mean of the two games."""
        return (self.games[0].levels + self.games[1].levels) / 2


class OtherRun(ValueError):
    """A file of results that belongs to another run, or is none."""


def to_line(outcome: Outcome) -> str:
    """The outcome as one line of JSON."""
    return json.dumps(outcome, default=vars, ensure_ascii=False, separators=(",", ":")) + "\n"


def from_line(text: str) -> Outcome:
    """The outcome a line stands for."""
    data = json.loads(text)
    first, second = map(_game, data["games"])
    return Outcome((data["bots"][0], data["bots"][1]), data["deal"], (first, second))


def _game(data: dict[str, Any]) -> Game:
    first, second = map(_side, data["sides"])
    return Game(**{**data, "sides": (first, second)})


def _side(data: dict[str, Any]) -> Side:
    times = Counter({int(at): number for at, number in data["times"].items()})
    refused = [Refusal(**one) for one in data.get("refused", [])]
    return Side(Counter(data["faults"]), times, data["digs"], refused)


def opened(file: Path, run: dict[str, Any]) -> tuple[TextIO, list[Outcome]]:
    """The file to go on writing, and the outcomes it holds; OtherRun if they are of another run.

    A last line that was cut short is taken away.
    """
    head = json.dumps({"arena": run}, ensure_ascii=False) + "\n"
    whole: list[str] = []
    if file.exists():
        lines = file.read_text("utf-8").splitlines(keepends=True)
        whole = [text for text in lines if text.endswith("\n")]
        if lines and whole[:1] != [head]:
            raise OtherRun(f"{file} holds the results of another run, or something else")
    try:
        outcomes = [from_line(text) for text in whole[1:]]
    except (ValueError, KeyError, TypeError, IndexError):
        raise OtherRun(f"{file} holds lines that are no results") from None
    out = file.open("w", encoding="utf-8", newline="\n")
    out.writelines(whole or [head])
    out.flush()
    return out, outcomes
