"""What a bot thought before it acted: the plays it weighed, and who it thinks holds what.

All of it comes from what its seat was told; how the hidden cards lie changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..cards import Card, Cards
from ..cards import planes as masks
from ..rules.order import TRUMPS
from .belief import KITTY, Belief
from .table import PLAIN, faces_of

_HIGHEST = {TRUMPS: 4} | dict.fromkeys(PLAIN, 2)  # of a lane, so many cards that are out


@dataclass(frozen=True)
class Tried:
    """A play that was weighed.

    levels: what it came to for the seat's side in so many imagined worlds. likely: how readily a
    taught policy makes it, against the others that were weighed.
    """

    cards: Cards
    levels: float
    worlds: int
    likely: float | None = None


@dataclass(frozen=True)
class Held:
    """A card of which so many copies are out, and how likely each seat holds one at least.

    chances: by seat; KITTY is the kitty, where the seat does not know it.
    """

    card: Card
    copies: int
    chances: Mapping[int, float]


def held(known: Belief) -> list[Held]:
    """Who probably holds the highest cards that are out, lane by lane, trumps first."""
    places = [seat for seat, cards in enumerate(known.view.cards) if cards and seat != known.seat]
    if known.total > sum(known.view.cards[seat] for seat in places):
        places.append(KITTY)
    return [
        Held(
            Card(face),
            masks.count(known.out, face),
            {place: known.chance_of_any(place, face) for place in places},
        )
        for lane, number in _HIGHEST.items()
        for face in _highest(known, lane)[:number]
    ]


def _highest(known: Belief, lane: int) -> list[int]:
    """The cards of a lane that are out, each once, the highest first."""
    faces = faces_of((known.lanes[lane][0], 0, 0, 0))
    return sorted(faces, key=known.terms.order.step, reverse=True)
