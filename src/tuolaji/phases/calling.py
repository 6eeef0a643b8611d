"""The turns of calling, changing and attacking.

Decides `call.turn`, `call.none`, `change.turn`, `hard.trumps` and who may show which card again;
what a show has to consist of stands in `kernel/call.py`. Every seat is asked, also one that cannot
show anything: else the others would learn who could.
"""

from __future__ import annotations

from ..actions import Action, Declare, Pass
from ..cards import Cards
from ..events import Declared, Passed, Redealt, TrumpFixed
from ..rulings import Fact, NotAllowed, NotNow, Ruling
from ..terms import Terms
from . import declare
from .state import (
    BURY,
    OVER,
    PLAY,
    S,
    State,
    Step,
    changed,
    from_here,
    need_cards,
    with_item,
)


def enter_call(state: S) -> Step[S]:
    """The first caller is asked, then the others, each once."""
    players = state.ruleset.players
    state = changed(
        state,
        asking=from_here(state.setup.first_seat, players),
        used=tuple(Cards() for _ in range(players + 1)),
    )
    return _ask(state)


def enter_change(state: S) -> Step[S]:
    """The others are asked in turn after the one who buried."""
    assert state.holder is not None
    others = from_here(state.holder, state.ruleset.players)[1:]
    return _ask(changed(state, asking=others))


def apply(state: S, action: Action) -> Step[S]:
    """The state after a seat calls, changes, attacks or passes."""
    if isinstance(action, Pass):
        after, events = _ask(changed(state, asking=state.asking[1:]))
        return after, [Passed(action.seat), *events]
    if not isinstance(action, Declare):
        raise NotNow("wrong-phase")
    seat, cards = action.seat, action.cards
    need_cards(state, seat, cards)
    contest = declare.show(state.contest, seat, cards, state.phase)
    if isinstance(contest, Ruling):
        raise NotAllowed(contest)
    if not cards <= state.hands[seat] - state.used[seat]:
        rule = "change.attack" if contest.hard else "change.cards"
        facts: dict[str, Fact] = {
            "cards": cards,
            "level": contest.level,
            "standing": state.contest.shown,
        }
        raise NotAllowed(Ruling(rule, "used", facts))
    used = with_item(state.used, seat, state.used[seat] + cards)
    state = changed(state, contest=contest, used=used, banker=contest.banker, options=(), asking=())
    event = Declared(seat, cards, contest.trump or "")
    if not contest.hard:
        return changed(state, phase=BURY, holder=seat), [event]
    after, events = _fixed(changed(state, attacker=seat))
    return after, [event, *events]


def _ask(state: S) -> Step[S]:
    """The next seat's turn, or the end of the round when nobody is left."""
    if not state.asking:
        return _fixed(state)
    nothing: list[tuple[Cards, ...]] = [()] * state.ruleset.players
    nothing[state.asking[0]] = _options(state, state.asking[0])
    return changed(state, options=tuple(nothing)), []


def _options(state: State, seat: int) -> tuple[Cards, ...]:
    """Everything the seat could show now."""
    free = state.hands[seat] - state.used[seat]
    return declare.options(state.contest, seat, free, state.phase)


def _fixed(state: S) -> Step[S]:
    """Trump stands: called, changed, attacked, or hard because nobody called."""
    concluded = declare.conclude(state.contest, state.setup.first_seat)
    if concluded is None:
        return changed(state, phase=OVER, redeal="nobody"), [Redealt("nobody")]
    contest, _ = concluded
    assert contest.banker is not None
    assert contest.trump is not None
    fixed = changed(
        state,
        phase=PLAY,
        contest=contest,
        banker=contest.banker,
        leader=contest.banker,
        terms=Terms.of(state.ruleset, contest.level, contest.trump),
    )
    return fixed, [TrumpFixed(contest.level, contest.trump, contest.banker)]
