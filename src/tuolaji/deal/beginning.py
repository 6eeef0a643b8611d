"""The engine's state at the beginning of a deal."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import Card
from ..engine import course
from ..engine.match import set_match
from ..engine.state import State
from ..rules.declarations import NOBODY
from ..rules.numbers import strict_switches_of
from ..rules.switches import Switches
from ..ruleset import Ruleset
from .setup import Setup


def begun(ruleset: Ruleset, setup: Setup, deck: Sequence[Card]) -> State:
    """The engine's state at the beginning of the same deal, for search and self-play.

    There is no referee: illegal plays never stand.
    """
    state = prepared(strict_switches_of(ruleset), ruleset, setup, deck)
    course.begin(state)
    return state


def prepared(switches: Switches, ruleset: Ruleset, setup: Setup, deck: Sequence[Card]) -> State:
    """A state in which the first card is still to be drawn; ValueError for an impossible setup."""
    seats, owners = range(ruleset.players), switches.owners()
    if setup.first_seat not in seats or setup.banker not in (None, *seats) or setup.number < 1:
        raise ValueError(f"{setup} does not fit {ruleset.players} seats")
    if len(setup.levels) != owners or not set(setup.levels) <= set(ruleset.ladder):
        raise ValueError(f"{owners} levels of the ladder are needed, not {setup.levels}")
    state = State(switches)
    for owner, level in enumerate(setup.levels):
        state.set_rung(owner, ruleset.ladder.index(level))
    bank = NOBODY if setup.banker is None else setup.banker
    set_match(state, bank, setup.first_seat, setup.number - 1)
    for at, card in enumerate(deck):
        state.put_card(at, card.face)
    return state
