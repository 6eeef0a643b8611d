"""Reading what a player types: commands, and cards, also without a suit where only one fits."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from ..cards import RANKS, SUITS, Cards, CardTextError

COMMANDS = {
    "?": "help", "help": "help", "h": "hand", "hand": "hand", "t": "last", "s": "score",
    "r": "rule", "hint": "hint", "speed": "speed", "q": "quit", "quit": "quit", "exit": "quit",
    "claim": "claim",
}  # fmt: skip
PASSES = ("", "p", "pass")
# While cards are drawn.
PAUSE_KEYS = (" ", "p")
ENTER = "\n"
_WITH_WORD = ("rule", "speed", "claim")


@dataclass(frozen=True)
class Command:
    """A command and the word that goes with it."""

    name: str
    word: str = ""


class Unclear(Exception):
    """Ranks without a suit that fit several suits of the hand, or none."""

    def __init__(self, fitting: list[Cards]) -> None:
        self.fitting = fitting
        super().__init__(len(fitting))


def read_command(line: str) -> Command | None:
    """The command a line is, or None if it is something else."""
    first, _, rest = unicodedata.normalize("NFKC", line).strip().partition(" ")
    name = COMMANDS.get(first.lower())
    if name is None or (rest.strip() and name not in _WITH_WORD):
        return None
    return Command(name, rest.strip())


def is_pass(line: str) -> bool:
    """Whether a line passes."""
    return unicodedata.normalize("NFKC", line).strip().lower() in PASSES


def read_cards(line: str, hand: Cards, led: str | None = None) -> Cards:
    """The cards a line names; ranks without a suit mean the only suit of the hand they fit.

    led: the suit that is preferred. CardTextError if the line cannot be read, Unclear if ranks
    alone fit several suits or none.
    """
    ranks = unicodedata.normalize("NFKC", line).upper().replace("10", "T").replace(" ", "")
    if not ranks or set(ranks) - set(RANKS):
        cards = Cards.parse(line)
        if not cards:
            raise CardTextError(line, line, 1, "cards are wanted here")
        return cards
    readings = {suit: Cards.parse(suit + ranks) for suit in SUITS}
    fitting = {suit: cards for suit, cards in readings.items() if cards <= hand}
    if led in fitting:
        return fitting[led]
    if len(fitting) != 1:
        raise Unclear(list(fitting.values()))
    return next(iter(fitting.values()))
