"""Naming the card of a partner (`partner.call`), and when he becomes known."""

from __future__ import annotations

from ..actions import Action, NamePartner
from ..cards import Cards
from ..events import Event, PartnerKnown, PartnerNamed
from ..rulings import NotNow
from .state import PLAY, S, Step, changed, from_here


def enter(state: S) -> Step[S]:
    """The banker names a card where partners are called; else play begins."""
    if state.ruleset.partners == "called":
        return state, []
    return changed(state, phase=PLAY), []


def apply(state: S, action: Action) -> Step[S]:
    """The holder next after the banker is the partner; nobody else holds it: alone."""
    if not isinstance(action, NamePartner):
        raise NotNow("wrong-phase")
    banker = action.seat
    others = from_here(banker, state.ruleset.players)[1:]
    holders = [seat for seat in others if action.card in state.hands[seat]]
    partner = holders[0] if holders else banker
    named = changed(state, phase=PLAY, named=action.card, partner=partner)
    return named, [PartnerNamed(banker, action.card)]


def reveal(state: S, seat: int, played: Cards) -> Step[S]:
    """The partner becomes known when he plays a copy, or when every copy has been seen.

    A copy played by the banker announces nothing, not even that he plays alone.
    """
    if state.named is None or state.partner_known or state.named not in played:
        return state, []
    seen = sum(
        play.count(state.named)
        for play in (*state.trick, *(p for _, plays in state.finished for p in plays))
    )
    if (seat != state.partner or seat == state.banker) and seen < state.ruleset.decks:
        return state, []
    assert state.partner is not None
    events: list[Event] = [PartnerKnown(state.partner)]
    return changed(state, partner_known=True), events
