"""Naming trump after a false bid (`foul.false-bid`).

The side of the false bid has lost the right to bid, and nobody bids any more. When all cards are
drawn the others are asked in turn: the first of them to name a trump suit, or none, fixes it. In a
deal in which the bank is open he is banker, and if nobody names it the cards are dealt again; else
there is no trump suit then.
"""

from __future__ import annotations

from dataclasses import replace

from ..actions import Action, NameTrump, Pass
from ..cards import JOKER_LEVEL, NO_TRUMP, SUITS, Cards
from ..events import Event, Passed, Redealt, TrumpNamed
from ..rulings import NotNow
from . import draw
from .state import DRAW, OVER, S, Step, changed, from_here, new_contest


def false_bid(state: S, seat: int) -> Step[S]:
    """A bid of the seat was false: the rest is drawn, and then the other side names trump.

    It may be found as long as nothing is led; the kitty then lies as it was dealt.
    """
    ruleset, first = state.ruleset, state.setup.first_seat
    silent = ruleset.declare_style == "call" or state.contest.level == JOKER_LEVEL
    if silent or state.trick or state.finished:
        raise NotNow("wrong-phase")
    players, gone = ruleset.players, draw.without_side(state, seat)
    hands = tuple(
        Cards.of(state.deck[(s - first) % players : state.drawn : players]) for s in range(players)
    )
    drawing = changed(
        state,
        phase=DRAW,
        contest=new_contest(ruleset, state.setup),
        hands=hands,
        options=tuple(() for _ in range(players)),
        barred=gone,
        namers=tuple(s for s in from_here(seat, players) if s not in gone),
        kitty=Cards(),
        terms=None,
        banker=None,
        holder=None,
        named=None,
        partner=None,
        taken=(),
        fines=(),
    )
    return draw.enter(drawing)


def enter(state: S) -> Step[S]:
    """The side without the false bid is asked; it is already, if another bid was false before."""
    return state, []


def apply(state: S, action: Action) -> Step[S]:
    """The state after a seat names trump or passes."""
    setup = state.setup
    if isinstance(action, NameTrump):
        if action.trump not in (*SUITS, NO_TRUMP):
            raise ValueError(f"there is no trump {action.trump!r}, only S, H, C, D and N")
        banker = action.seat if setup.banker is None else setup.banker
        named: list[Event] = [TrumpNamed(action.seat, action.trump)]
        return _fixed(state, action.trump, banker, named)
    if not isinstance(action, Pass):
        raise NotNow("wrong-phase")
    events: list[Event] = [Passed(action.seat)]
    left = changed(state, asking=state.asking[1:])
    if left.asking:
        return left, events
    if setup.banker is None:
        return changed(left, phase=OVER, redeal="nobody"), [*events, Redealt("nobody")]
    return _fixed(left, NO_TRUMP, setup.banker, events)


def _fixed(state: S, trump: str, banker: int, events: list[Event]) -> Step[S]:
    contest = replace(state.contest, trump=trump, banker=banker)
    after, more = draw.fix_trump(changed(state, contest=contest), trump, banker)
    return after, events + more
