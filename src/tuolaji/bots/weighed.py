"""What a bot says of several actions at once, for who wants to compare them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ..deal.actions import Action
from ..deal.view import Told, View


@dataclass(frozen=True)
class Weighed:
    """What an action promises the seat's side.

    levels: expected levels won less lost. points: the attackers' points at the end. sure: half the
    95 % interval of the difference in levels from the best.
    """

    action: Action
    levels: float
    points: float
    sure: float


class Weigher(Protocol):
    """A bot that can also weigh."""

    def weigh(self, view: View, also: Sequence[Action] = ()) -> list[Weighed]:
        """The actions worth a thought, best first; `also` are weighed too."""

    def hear(self, event: Told) -> None:
        """Take in an event as this seat is told it."""
