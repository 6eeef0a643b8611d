"""What everybody has seen and the rest of a deal's state does not keep: a fold over its events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import Cards
from ..events import (
    Adjusted,
    Bid,
    Claimed,
    Declared,
    Dug,
    Event,
    Fouled,
    Passed,
    Played,
    TakenBack,
    ThrowFailed,
)

_TOLD = frozenset({Declared, Bid, Passed, Claimed, Fouled, Adjusted, Dug})


@dataclass(frozen=True)
class Public:
    """What is remembered at the table.

    exposed: of each seat the cards that lay open in a failed throw, or in a play that was taken
    back, and that it has not played since. told: declarations, bids, passes, claims and rulings
    in their order, each with how many cards were drawn before it.
    """

    exposed: tuple[Cards, ...]
    told: tuple[tuple[int, Event], ...] = ()

    def after(self, events: Sequence[Event], drawn: int) -> Public:
        """What is remembered after these events; drawn: the cards drawn before them."""
        exposed, told = self.exposed, self.told
        for event in events:
            if type(event) in _TOLD:
                told = (*told, (drawn, event))
            elif isinstance(event, Played | ThrowFailed | TakenBack):
                known = _known(exposed[event.seat], event)
                if known is not exposed[event.seat]:
                    exposed = (*exposed[: event.seat], known, *exposed[event.seat + 1 :])
        return self if exposed is self.exposed and told is self.told else Public(exposed, told)


def _known(known: Cards, event: Played | ThrowFailed | TakenBack) -> Cards:
    """What is known of a seat's hand after it laid cards or took them up again."""
    if isinstance(event, ThrowFailed):  # the cards seen now may be those seen before
        return known | event.thrown
    if isinstance(event, TakenBack):
        return known + event.cards
    return known - (known & event.cards) if len(known) else known
