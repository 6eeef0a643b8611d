"""Who draws the first card of a match (`deal.first`): one of each side draws a card for it.

The higher card begins: jokers first, then A down to 2; suits do not matter, and equal cards are
drawn again. Who draws for a side is drawn by lot too, so every seat is as likely as any other. With
called partners everybody is a side. `cutter`: who may cut (`deal.cut`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..cards import Card
from ..ruleset import Ruleset
from .setup import Setup, full_deck

Lot = Callable[[int], int]
_RANKS = "23456789TJQKALB"  # a joker's rank is L or B


@dataclass(frozen=True)
class OpeningDraw:
    """The cards that were drawn, as (seat, card), draw after draw, and the seat that begins."""

    drawn: tuple[tuple[int, Card], ...]
    first_seat: int


def opening_draw(ruleset: Ruleset, lot: Lot) -> OpeningDraw:
    """The draw that decides who begins; lot(n) is a number from 0 to n - 1, all alike."""
    sides = 2 if ruleset.partners == "fixed" else ruleset.players
    seats = [side + sides * lot(ruleset.players // sides) for side in range(sides)]
    drawn: list[tuple[int, Card]] = []
    while len(seats) > 1:
        deck = full_deck(ruleset)
        cards = [deck.pop(lot(len(deck))) for _ in seats]
        drawn += zip(seats, cards, strict=True)
        heights = [_RANKS.index(str(card)[1]) for card in cards]
        seats = [at for at, height in zip(seats, heights, strict=True) if height == max(heights)]
    return OpeningDraw(tuple(drawn), seats[0])


def cutter(ruleset: Ruleset, setup: Setup) -> int | None:
    """The seat that cuts, if any: the banker or the seat before, at first the first to draw."""
    first = setup.first_seat if setup.banker is None else setup.banker
    if ruleset.cut == "banker":
        return first
    return (first - 1) % ruleset.players if ruleset.cut == "before_banker" else None
