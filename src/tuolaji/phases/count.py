"""The count after the last trick: digging and the result.

A strict deal is counted at once. With a referee every seat is asked first, the winner of the last
trick before the others: claims and rulings are still possible, and when all have passed it counts.
"""

from __future__ import annotations

from ..actions import Action, Pass
from ..events import Dug
from ..play import Shape, read_lead, trick
from ..rulings import NotNow
from ..score import ATTACKERS, BANKERS, dig, result
from .play import competing
from .settle import partner_told, settle
from .state import S, Step, changed, from_here


def enter(state: S) -> Step[S]:
    """The deal is counted, or the seats are asked whether there is anything to claim."""
    if state.ruleset.enforcement == "strict":
        return _counted(state)
    return changed(state, asking=from_here(state.leader, state.ruleset.players)), []


def apply(state: S, action: Action) -> Step[S]:
    """The state after a seat has nothing to claim."""
    if not isinstance(action, Pass):
        raise NotNow("wrong-phase")
    left = state.asking[1:]
    return (changed(state, asking=left), []) if left else _counted(state)


def _counted(state: S) -> Step[S]:
    """The bonus of the last trick, and the result of the deal."""
    assert state.terms is not None
    bank = state.bank_side
    side = BANKERS if state.leader in bank else ATTACKERS
    attacked_by = None
    if state.attacker is not None:
        attacked_by = BANKERS if state.attacker in bank else ATTACKERS
    leader, plays = state.finished[-1]
    lead = read_lead(state.terms, plays[0])
    assert isinstance(lead, Shape)
    follows = competing(state, leader, plays)
    won = trick(state.terms, lead, follows, last=True)
    own = state.ruleset.dig == "kitty" and state.ruleset.dig_shape == "own"
    bonus = dig(
        state.terms,
        lead,
        follows if own else plays[1:],
        state.kitty,
        winner_side=side,
        attacked_by=attacked_by,
    )
    state, events = partner_told(state)
    points = bonus.points
    if state.ruleset.dig == "last_trick" and side == ATTACKERS:
        points -= sum(play.points for play in plays)  # already counted as the trick's own
    if state.ruleset.dig != "off":
        events.append(Dug(state.kitty, bonus.multiplier, points))
    state = changed(state, adjusted=state.adjusted + points, asking=())
    outcome = result(
        state.ruleset,
        state.attackers_points,
        level=state.contest.level,
        last_jack_dig=side == ATTACKERS and won.by_jack,
    )
    after, more = settle(state, outcome)
    return after, events + more
