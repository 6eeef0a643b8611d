"""What a match hands to a deal, and small helpers for rows of seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from ..cards import Card
from ..ruleset import Ruleset

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Setup:
    """How a deal begins.

    levels: of the two sides, or of every seat where partners are called. banker: None in a first
    deal, in the call style, and where the bank is bid for anew. first_seat: who draws first and, in
    the call style, calls first. failures, rounds: what the match counts (`Match`).
    """

    levels: tuple[str, ...]
    banker: int | None = None
    first_seat: int = 0
    number: int = 1
    failures: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()

    def level_of(self, seat: int) -> str:
        """The level of a seat's side, or of the seat."""
        return self.levels[seat % len(self.levels)]


def full_deck(ruleset: Ruleset) -> list[Card]:
    """All cards of the ruleset's decks, in order."""
    return [Card(face) for face in range(54)] * ruleset.decks


def from_here(seat: int, players: int) -> tuple[int, ...]:
    """All seats in turn order, beginning with one."""
    return tuple((seat + k) % players for k in range(players))


def with_item(items: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The tuple with one item exchanged."""
    return (*items[:at], value, *items[at + 1 :])
