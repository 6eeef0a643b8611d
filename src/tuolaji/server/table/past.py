"""What can be had again of a table's past: its finished deals, and a choice that is taken back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...deal.actions import Pass
from ...deal.phase import DRAW
from ...notation.record import DealRecord
from . import entries as log
from . import lessons
from .state import TableState, states


def records(table: str, entries: Iterable[log.Entry]) -> Iterator[DealRecord]:
    """The finished deals of a log."""
    finished = 0
    for state in states(table, entries):
        if state.finished > finished:
            finished = state.finished
            yield _record_of(state)


def _record_of(state: TableState) -> DealRecord:
    """The record of the deal that has just been finished."""
    assert state.played is not None
    deal = state.played.deal
    names = [(f"Seat{at}", state.name_of(at) or one.bot) for at, one in enumerate(state.seats)]
    tags = (*((name, who) for name, who in names if who), *state.played.shuffle.tags())
    return DealRecord(deal.ruleset, deal.setup, deal.deck, state.played.actions, tags)


def last_choice(state: TableState, seat: int) -> int | None:
    """How many actions of the deal are kept when a seat takes back its last real choice.

    While cards are drawn nothing can be taken back, except in a lesson: the cards that are told
    then are fewer than those the rules have drawn.
    """
    played = state.played
    if played is None or not state.running:
        return None
    part = lessons.part_of(state)
    if part is None and played.deal.phase == DRAW:
        return None
    first = part.start if part else 0
    for at in range(len(played.actions) - 1, first - 1, -1):
        action = played.actions[at]
        if getattr(action, "seat", None) == seat and not isinstance(action, Pass):
            return at
    return None
