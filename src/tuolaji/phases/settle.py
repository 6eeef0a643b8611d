"""The end of a deal with a result."""

from __future__ import annotations

from ..events import PartnerKnown, Settled
from ..score import Result
from .state import OVER, S, Step, changed


def settle(state: S, outcome: Result) -> Step[S]:
    """The deal is over with this result."""
    state, events = partner_told(state)
    settled = Settled(state.attackers_points, outcome)
    return changed(state, phase=OVER, settled=settled), [*events, settled]


def partner_told(state: S) -> Step[S]:
    """At the end of a deal a called partner is no secret any more."""
    if state.named is None or state.partner_known:
        return state, []
    assert state.partner is not None
    return changed(state, partner_known=True), [PartnerKnown(state.partner)]
