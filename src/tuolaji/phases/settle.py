"""The end of a deal: digging, the result, fouls that end it."""

from __future__ import annotations

from dataclasses import replace

from ..cards import Cards
from ..events import Dug, Event, Fouled, PartnerKnown, Redealt, Settled
from ..fouls import Foul, FoulQuestionError
from ..play import Shape
from ..rulings import NotNow
from ..score import ATTACKERS, BANKERS, Result, dig, result
from .state import OVER, S, Step, changed


def last_trick(
    state: S, lead: Shape, competing: list[Cards], winner: int, *, by_jack: bool
) -> Step[S]:
    """The bonus of the last trick, and the result of the deal.

    competing: the follows, without those that are mere discards.
    """
    assert state.terms is not None
    bank = state.bank_side
    side = BANKERS if winner in bank else ATTACKERS
    attacked_by = None
    if state.attacker is not None:
        attacked_by = BANKERS if state.attacker in bank else ATTACKERS
    plays = state.finished[-1][1]
    own = state.ruleset.dig == "kitty" and state.ruleset.dig_shape == "own"
    follows = competing if own else plays[1:]
    bonus = dig(state.terms, lead, follows, state.kitty, winner_side=side, attacked_by=attacked_by)
    state, events = _partner_told(state)
    points = bonus.points
    if state.ruleset.dig == "last_trick" and side == ATTACKERS:
        points -= sum(play.points for play in plays)  # already counted as the trick's own
    if state.ruleset.dig != "off":
        events.append(Dug(state.kitty, bonus.multiplier, points))
    state = changed(state, adjusted=state.adjusted + points)
    outcome = result(
        state.ruleset,
        state.attackers_points,
        level=state.contest.level,
        last_jack_dig=side == ATTACKERS and by_jack,
    )
    after, more = settle(state, outcome)
    return after, events + more


def settle(state: S, outcome: Result) -> Step[S]:
    """The deal is over with this result."""
    state, events = _partner_told(state)
    settled = Settled(state.attackers_points, outcome)
    return changed(state, phase=OVER, settled=settled), [*events, settled]


def _partner_told(state: S) -> Step[S]:
    """At the end of a deal a called partner is no secret any more."""
    if state.named is None or state.partner_known:
        return state, []
    assert state.partner is not None
    return changed(state, partner_known=True), [PartnerKnown(state.partner)]


def foul(state: S, committed: Foul) -> Step[S]:
    """A foul costs what the ruleset's table says."""
    points = state.attackers_points if state.banker is not None else None
    asked = replace(committed, attackers=points)
    try:
        penalty = state.ruleset.fouls.penalty(asked)
    except FoulQuestionError as error:
        raise NotNow("no-such-foul", why=str(error)) from None
    if penalty.effect in ("redeal", "rebid"):
        events: list[Event] = [Fouled(asked.rule, asked.by, 0, penalty.effect), Redealt(asked.rule)]
        return changed(state, phase=OVER, redeal=asked.rule), events
    if penalty.side is not None:
        ended, more = settle(state, Result(penalty.side, penalty.levels))
        return ended, [Fouled(asked.rule, asked.by, 0, None), *more]
    change = 0
    if penalty.attackers is not None and points is not None:
        change = penalty.attackers - points
    after = changed(state, adjusted=state.adjusted + change)
    return after, [Fouled(asked.rule, asked.by, change, penalty.effect)]
