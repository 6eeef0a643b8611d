"""Taking up the kitty and burying as many cards (`kitty.bury`)."""

from __future__ import annotations

from ..actions import Action, Bury
from ..cards import Cards
from ..events import Buried, TookKitty
from ..rulings import NotNow
from .state import CHANGE, PARTNER, S, Step, changed, need_cards, with_item


def enter(state: S) -> Step[S]:
    """The holder takes the kitty into his hand; without a kitty the deal goes on."""
    if not state.ruleset.kitty:
        return changed(state, phase=PARTNER), []
    assert state.holder is not None
    seat = state.holder
    hands = with_item(state.hands, seat, state.hands[seat] + state.kitty)
    used = state.used
    if used:
        used = with_item(used, seat, used[seat] + used[-1])
        used = with_item(used, len(used) - 1, Cards())
    return changed(state, hands=hands, used=used, kitty=Cards()), [TookKitty(seat, state.kitty)]


def apply(state: S, action: Action) -> Step[S]:
    """The state after the kitty is buried."""
    if not isinstance(action, Bury):
        raise NotNow("wrong-phase")
    seat = action.seat
    need_cards(state, seat, action.cards, state.ruleset.kitty)
    hand = state.hands[seat] - action.cards
    used = state.used
    if used:
        # Shown cards stay in the hand as long as there are other copies to bury.
        shown = used[seat] & hand
        used = with_item(with_item(used, seat, shown), len(used) - 1, used[seat] - shown)
    after = changed(
        state,
        phase=CHANGE if state.ruleset.declare_style == "call" else PARTNER,
        hands=with_item(state.hands, seat, hand),
        kitty=action.cards,
        used=used,
    )
    return after, [Buried(seat, action.cards)]
