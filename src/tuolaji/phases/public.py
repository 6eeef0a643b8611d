"""What everybody has seen and the rest of a deal's state does not keep: a fold over its events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

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
    TrumpNamed,
)

_TOLD = frozenset({Declared, Bid, Passed, TrumpNamed, Claimed, Fouled, Adjusted, Dug})


@dataclass(frozen=True)
class Public:
    """What is remembered at the table.

    exposed: of each seat the cards that lay open in a failed throw, or in a play that was taken
    back, and that it has not played since. told: declarations, bids, passes, trump named, claims
    and rulings in their order, each with how many cards were drawn before it.
    """

    exposed: tuple[Cards, ...]
    told: tuple[tuple[int, Event], ...] = ()

    def after(self, events: Sequence[Event], drawn: int) -> Public:
        """What is remembered after these events; drawn: the cards drawn before them."""
        exposed, told = self.exposed, self.told
        for event in events:
            kind = type(event)
            if kind in _KNOWN:
                seat: int = event.seat  # type: ignore[union-attr]
                known = _KNOWN[kind](exposed[seat], event)
                if known is not exposed[seat]:
                    exposed = (*exposed[:seat], known, *exposed[seat + 1 :])
            elif kind in _TOLD:
                told = (*told, (drawn, event))
        return self if exposed is self.exposed and told is self.told else Public(exposed, told)


# What is known of a seat's hand after it laid cards or took them up again.


def _played(known: Cards, event: Played) -> Cards:
    return known - (known & event.cards) if known.planes[0] else known


def _thrown(known: Cards, event: ThrowFailed) -> Cards:
    return known | event.thrown  # the cards seen now may be those seen before


def _taken_back(known: Cards, event: TakenBack) -> Cards:
    return known + event.cards


_KNOWN: dict[type[Event], Callable[[Cards, Any], Cards]] = {
    Played: _played,
    ThrowFailed: _thrown,
    TakenBack: _taken_back,
}
