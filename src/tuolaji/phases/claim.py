"""Claims with a referee: an illegal follow stands until somebody says so (`enforcement`).

Found at once, that is before the next lead, the wrong play goes back to the hand and is replaced;
legal plays after it stay. Found later it stays, and the table says what it costs.
"""

from __future__ import annotations

from ..actions import Claim
from ..cards import Cards
from ..events import Claimed, Event, TakenBack, TrickReopened
from ..fouls import Foul
from ..play import Shape, read_lead
from ..rulings import NotNow
from ..score import ATTACKERS, BANKERS
from . import referee
from .state import COUNT, OVER, PLAY, S, State, Step, Wrong, changed, with_item

# The table's entries that an illegal follow falls under, the fitting one first.
_AT_ONCE = ("foul.misplay", "foul.retract", "foul.revoke")
_LATER = ("foul.revoke", "foul.misplay", "foul.card-count", "foul.retract")


def apply(state: S, action: Claim) -> Step[S]:
    """The claim is judged: a wrong play is punished, a claim without ground is noted."""
    if state.phase not in (PLAY, COUNT) or state.ruleset.enforcement != "referee":
        raise NotNow("no-referee")
    side = state.ruleset.side
    known = state.ruleset.partners == "fixed"
    if action.against == action.seat or (known and side(action.seat) == side(action.against)):
        raise NotNow("own-side", seat=action.against)
    found = [wrong for wrong in state.wrong if wrong.seat == action.against]
    if not found:
        return state, [Claimed(action.seat, action.against, None)]
    wrong = found[-1]
    at_once = wrong.trick + 1 == len(state.finished) + bool(state.trick)
    foul = _foul(state, wrong, at_once=at_once)
    discard = referee.penalty_of(state, foul).discard
    state = changed(state, wrong=tuple(w for w in state.wrong if w != wrong))
    state, events = referee.foul(state, foul, wrong.seat)
    if at_once and state.phase != OVER:
        state, more = _taken_back(state, wrong, discard=discard)
        events = [*events, *more]
    return state, [Claimed(action.seat, action.against, wrong.rule), *events]


def _foul(state: State, wrong: Wrong, *, at_once: bool) -> Foul:
    table = state.ruleset.fouls.table
    fitting = [rule for rule in (_AT_ONCE if at_once else _LATER) if rule in table]
    if not fitting:
        raise NotNow("no-such-foul", why="foul.misplay")
    return Foul(
        fitting[0],
        BANKERS if wrong.seat in state.bank_side else ATTACKERS,
        cards=len(wrong.cards),
        found="at_once" if at_once else "later",
    )


def _taken_back(state: S, wrong: Wrong, *, discard: bool) -> Step[S]:
    """The wrong play goes back to the hand, and its seat is to play instead.

    discard: what it plays then cannot win.
    """
    events: list[Event] = []
    if not state.trick:
        state, events = _reopened(state)
    at = (wrong.seat - state.leader) % state.ruleset.players
    hand = state.hands[wrong.seat] + wrong.cards
    back = changed(
        state,
        hands=with_item(state.hands, wrong.seat, hand),
        trick=with_item(state.trick, at, Cards()),
        discards=(*state.discards, wrong.seat) if discard else state.discards,
    )
    return back, [*events, TakenBack(wrong.seat, wrong.cards)]


def _reopened(state: S) -> Step[S]:
    """The trick just won lies open again, and its points are nobody's.

    It is never the last one of a deal: whoever has to play all his cards cannot play wrongly.
    """
    assert state.terms is not None
    leader, plays = state.finished[-1]
    lead = read_lead(state.terms, plays[0])
    assert isinstance(lead, Shape)
    winner, points = state.leader, sum(play.points for play in plays)
    after = changed(
        state,
        leader=leader,
        lead=lead,
        trick=plays,
        finished=state.finished[:-1],
        taken=with_item(state.taken, winner, state.taken[winner] - points),
    )
    return after, [TrickReopened(winner, points)]
