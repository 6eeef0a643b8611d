"""What of a deal is told: while cards are drawn less than has happened, and not to all alike."""

from __future__ import annotations

from collections.abc import Collection

from ...deal import Deal
from ...deal.events import Drawn
from ...deal.phase import DRAW
from .replaced import replace
from .state import TableDeal, TableState


def so_far(state: TableState, shown: int) -> TableState:
    """The table when only so many events of its deal are told: cards are still being drawn.

    What follows from the cards that are not told yet, even the end of the deal, is not there.
    """
    played = state.played
    assert played is not None
    told = replace(played, deal=_so_far(played, shown), events=played.events[:shown])
    if state.running:
        return replace(state, played=told)
    seq = state.seq - bool(state.secret)
    return replace(state, played=told, seq=seq, secret=b"", ended=None, finished=state.finished - 1)


def is_told_all(deal: Deal, passed: Collection[int], seat: int | None) -> bool:
    """Whether the deal is told as it is; while cards are drawn, only to a seat that may show now.

    passed: who shows nothing before the next card.
    """
    return deal.phase != DRAW or (seat in deal.may_act and seat not in passed)


def silent(deal: Deal) -> Deal:
    """The deal while cards are drawn as those are told it who are not asked."""
    return deal.drawn_to(deal.drawn)


def _so_far(played: TableDeal, shown: int) -> Deal:
    """The deal when only some of the last cards are drawn, and nobody is asked."""
    told = (event for _, event in played.events[:shown])
    return played.deal.drawn_to(sum(isinstance(event, Drawn) for event in told))
