"""The referee's word: fouls by the ruleset's table, points adjusted, a deal made void.

Applies every effect of a foul table (`fouls.py`): points; an end with levels; a new deal, with or
without bidding for the bank (`foul.bank-order`); a lost bid (`foul.bid-exposed`); trump named by
the others (`foul.false-bid`); a warning or disqualification (`foul.conduct`).
"""

from __future__ import annotations

from dataclasses import replace

from ..actions import Adjust, RuleFoul, Void
from ..events import Adjusted, Disqualified, Fouled, Redealt
from ..fouls import Foul, FoulQuestionError, Penalty
from ..rulings import NotNow
from ..score import Result
from . import draw, name
from .settle import settle
from .state import COUNT, DRAW, OVER, PLAY, S, State, Step, changed


def apply(state: S, action: RuleFoul | Adjust | Void) -> Step[S]:
    """The state after the referee has spoken."""
    if isinstance(action, Void):
        return changed(state, phase=OVER, redeal=action.reason), [Redealt(action.reason)]
    if isinstance(action, RuleFoul):
        return foul(state, action.foul, action.seat)
    if state.phase not in (PLAY, COUNT):
        raise NotNow("wrong-phase")
    return changed(state, adjusted=state.adjusted + action.points), [Adjusted(action.points)]


def penalty_of(state: State, committed: Foul) -> Penalty:
    """What the ruleset's table says of the foul as the deal stands."""
    points = state.attackers_points if state.banker is not None else None
    found = committed.found
    if found is None and not state.trick and not state.finished:
        found = "at_once"  # whatever happened, nothing has been led since
    try:
        return state.ruleset.fouls.penalty(replace(committed, attackers=points, found=found))
    except FoulQuestionError as error:
        raise NotNow("no-such-foul", why=str(error)) from None


def foul(state: S, committed: Foul, seat: int | None) -> Step[S]:
    """A foul costs what the table says; seat: who committed it."""
    penalty = penalty_of(state, committed)
    change = 0
    if penalty.effect is not None:
        after, events = _effect(state, penalty.effect, committed.rule, seat)
    elif penalty.side is not None:
        after, events = settle(state, Result(penalty.side, penalty.levels))
    else:
        assert penalty.attackers is not None
        change = penalty.attackers - state.attackers_points
        after, events = changed(state, adjusted=state.adjusted + change), []
    return after, [Fouled(committed.rule, committed.by, change, penalty.effect), *events]


def _effect(state: S, effect: str, rule: str, seat: int | None) -> Step[S]:
    """What an effect of the table other than points and levels does."""
    if effect in ("redeal", "rebid"):
        # Where trump is called the bank is open in every deal.
        rebid = effect == "rebid" and state.ruleset.declare_style != "call"
        return changed(state, phase=OVER, redeal=rule, rebid=rebid), [Redealt(rule)]
    if effect == "warn":
        return state, []
    if seat is None:
        raise NotNow("no-such-foul", why=f"{rule} depends on who committed it: say the seat")
    if effect == "disqualify":
        return changed(state, phase=OVER, disqualified=seat), [Disqualified(seat)]
    if effect == "name_trump":
        return name.false_bid(state, seat)
    if state.phase != DRAW:
        raise NotNow("wrong-phase")
    return draw.bar(state, seat)
