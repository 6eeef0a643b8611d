"""Claims with a referee: an illegal follow stands until somebody says so (`enforcement`)."""

from __future__ import annotations

from ..actions import Claim
from ..events import Claimed, Event, TakenBack
from ..fouls import Foul
from ..rulings import NotNow
from ..score import ATTACKERS, BANKERS
from . import settle
from .state import PLAY, S, State, Step, Wrong, changed, with_item

# The table's entries that an illegal follow falls under, the fitting one first.
_AT_ONCE = ("foul.misplay", "foul.retract", "foul.revoke")
_LATER = ("foul.revoke", "foul.misplay", "foul.retract")


def apply(state: S, action: Claim) -> Step[S]:
    """The claim is judged: a wrong play is punished, a claim without ground is noted."""
    if state.phase != PLAY or state.ruleset.enforcement != "referee":
        raise NotNow("no-referee")
    side = state.ruleset.side
    known = state.ruleset.partners == "fixed"
    if action.against == action.seat or (known and side(action.seat) == side(action.against)):
        raise NotNow("own-side", seat=action.against)
    found = [wrong for wrong in state.wrong if wrong.seat == action.against]
    if not found:
        return state, [Claimed(action.seat, action.against, None)]
    wrong = found[-1]
    at_once = wrong.trick == len(state.finished)
    event = Claimed(action.seat, action.against, wrong.rule)
    state = changed(state, wrong=tuple(w for w in state.wrong if w != wrong))
    events: list[Event] = [event]
    if at_once:
        state, more = _take_back(state, wrong)
        events += more
    after, more = settle.foul(state, _foul(state, wrong, at_once=at_once))
    return after, events + more


def _foul(state: State, wrong: Wrong, *, at_once: bool) -> Foul:
    table = state.ruleset.fouls.table
    fitting = [rule for rule in (_AT_ONCE if at_once else _LATER) if rule in table]
    if not fitting:
        raise NotNow("no-such-foul", why="foul.misplay")
    return Foul(
        fitting[0],
        BANKERS if wrong.seat in state.bank_side else ATTACKERS,
        state.attackers_points,
        cards=len(wrong.cards),
        found="at_once" if at_once else "later",
    )


def _take_back(state: S, wrong: Wrong) -> Step[S]:
    """The wrong play goes back to the hand, with all that was played after it.

    What is played instead only counts as a discard, however high.
    """
    players = state.ruleset.players
    at = (wrong.seat - state.leader) % players
    events: list[Event] = []
    hands = state.hands
    for later in range(len(state.trick) - 1, at - 1, -1):
        seat = (state.leader + later) % players
        hands = with_item(hands, seat, hands[seat] + state.trick[later])
        events.append(TakenBack(seat, state.trick[later]))
    stand = tuple(
        other
        for other in state.wrong
        if other.trick < len(state.finished) or (other.seat - state.leader) % players < at
    )
    back = changed(
        state,
        hands=hands,
        trick=state.trick[:at],
        discards=(*state.discards, wrong.seat),
        wrong=stand,
    )
    return back, events
