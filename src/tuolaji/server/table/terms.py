"""Other rules or other bots, chosen by the host before the first deal of a table.

The rules are one of the presets: a text of somebody's own is read where it costs the table nothing,
when a table is made.
"""

from __future__ import annotations

from collections.abc import Callable

from ...bots import all_names
from ...deal.opening import OpeningDraw, opening_draw
from ...ruleset import PRESETS, Ruleset, preset
from . import entries as log
from .commands import CommandRefused, Entries, Guest, drawn_cards
from .state import EMPTY, TableState


def choose(
    state: TableState, guest: Guest, ruleset: str, bots: str, below: Callable[[int], int]
) -> Entries:
    """Take another ruleset, bots of another strength, or both; below: a random number."""
    guest.need_host()
    if not may_choose(state):
        raise CommandRefused("started")
    if bots not in all_names():
        raise CommandRefused("no-such-bot")
    if ruleset == str(state.ruleset):
        chosen = state.ruleset
    elif ruleset in PRESETS:
        chosen = preset(ruleset)
    else:
        raise CommandRefused("no-such-ruleset")
    if any(seat.kind != EMPTY for seat in state.seats[chosen.players :]):
        raise CommandRefused("too-many-seated")
    made = state.made
    if chosen == state.ruleset:
        begins = made.first_seat, made.drawn
        return [log.TermsChosen(made.ruleset, bots, *begins)] if bots != made.bots else []
    draw = opening(chosen, made.seed, below)
    return [log.TermsChosen(chosen.lasting, bots, draw.first_seat, drawn_cards(draw))]


def may_choose(state: TableState) -> bool:
    """Whether the table has no deal yet, and no rules that came with the people or an event."""
    made = state.made
    bound = made.rated or made.quick or made.match or made.lesson or made.daily or made.levels
    return not (bound or state.in_match or state.played is not None)


def opening(ruleset: Ruleset, seed: int | None, below: Callable[[int], int]) -> OpeningDraw:
    """Who begins the first match: by the opening draw, or by the seed."""
    if seed is None:
        return opening_draw(ruleset, below)
    return OpeningDraw((), seed % ruleset.players)
