"""What a player may be told at a table with people on the other side, and say there.

`hints` closes hints and the card counter where people oppose each other; cards that `tricks_seen`
lets nobody look at again are not counted for anybody there either. `ruff_said`: a ruff may be
announced though talk is closed. Where deals are rated, or belong to an event, nobody is helped.
"""

from __future__ import annotations

from ...deal.view import view
from .marks import marked
from .state import HUMAN, TableState

RUFF_PHRASE = 8  # the number of the page's phrase
_RUFF_WORDS = ("毙", "斃", "ruff")
_COUNTED = ("last", "all")  # all have seen these tricks face up


def opposed(state: TableState, seat: int) -> bool:
    """Whether somebody on the other side is a person, or was one in this deal."""
    own = state.seats[seat].guest
    sitting = {(one.guest, at) for at, one in enumerate(state.seats) if one.kind == HUMAN}
    seen = state.seen_hands if state.running else frozenset()
    return any(
        guest != own and at != seat and not state.ruleset.same_side(seat, at)
        for guest, at in sitting | seen
    )


def may_hint(state: TableState, seat: int) -> bool:
    """Whether a seat may ask for hints."""
    if not state.helped:
        return False
    return state.ruleset.hints == "open" or not opposed(state, seat)


def may_coach(state: TableState, seat: int, *, alone: bool) -> bool:
    """Whether a coach may look over a seat's shoulder: against bots alone, and not in a lesson."""
    return alone and not state.made.lesson and may_hint(state, seat)


def may_count(state: TableState, seat: int) -> bool:
    """Whether a seat is told which cards it has not seen."""
    if not state.helped:
        return False
    ruleset = state.ruleset
    seen_by_all = ruleset.hints == "open" and ruleset.tricks_seen in _COUNTED
    return seen_by_all or not opposed(state, seat)


def is_silent(state: TableState) -> bool:
    """Whether nobody may say anything now."""
    return state.running and not state.ruleset.talk


def announces_ruff(state: TableState, seat: int | None, text: str, phrase: int | None) -> bool:
    """Whether a seat says that it ruffs, and has just done so."""
    said = phrase == RUFF_PHRASE or text.strip(" !！。.").lower() in _RUFF_WORDS
    if not said or seat is None or state.deal is None or not state.ruleset.ruff_said:
        return False
    public = view(state.deal)
    leader, plays = public.leader, public.trick
    if not plays and state.deal.finished:
        leader, plays = state.deal.finished[-1]
    if leader is None or not plays:
        return False
    at = (seat - leader) % state.ruleset.players
    told = marked(public, leader, plays, last=not any(public.cards))
    return at < len(plays) and told.marks[at] in ("ruff", "overruff")
