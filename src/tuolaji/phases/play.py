"""Playing the cards: leads, throws, follows and tricks.

Decides `lead.first`, `score.tricks` and, with `enforcement=referee`, that an illegal follow stands
until it is claimed.
"""

from __future__ import annotations

from ..actions import Action, Play
from ..cards import Cards
from ..events import Event, Played, ThrowFailed, TrickWon
from ..play import check_follow, read_lead, throw, trick
from ..rulings import NotAllowed, NotNow, Ruling
from . import partner
from .state import COUNT, S, State, Step, Wrong, changed, need_cards, with_item


def enter(state: S) -> Step[S]:
    """The banker leads to the first trick."""
    zeros = (0,) * state.ruleset.players
    return changed(state, taken=zeros, fines=zeros, asking=(), options=()), []


def apply(state: S, action: Action) -> Step[S]:
    """The state after a seat leads or follows."""
    if not isinstance(action, Play):
        raise NotNow("wrong-phase")
    if state.lead is None:
        return _lead(state, action.seat, action.cards)
    return _follow(state, action.seat, action.cards)


def _lead(state: S, seat: int, cards: Cards) -> Step[S]:
    assert state.terms is not None
    need_cards(state, seat, cards)
    shape = read_lead(state.terms, cards)
    if isinstance(shape, Ruling):
        raise NotAllowed(shape)
    others = [state.hands[(seat + k) % len(state.hands)] for k in range(1, len(state.hands))]
    outcome = throw(state.terms, shape, others)
    fines, events = state.fines, list[Event]()
    if not outcome.stands:
        again = read_lead(state.terms, outcome.played)
        assert not isinstance(again, Ruling)
        shape = again
        fines = with_item(fines, seat, fines[seat] + outcome.penalty)
        events.append(ThrowFailed(seat, cards, outcome.played, outcome.penalty))
    state = changed(state, lead=shape, fines=fines, discards=())
    after, more = _laid(state, seat, outcome.played)
    return after, events + more


def _follow(state: S, seat: int, cards: Cards) -> Step[S]:
    assert state.terms is not None
    assert state.lead is not None
    need_cards(state, seat, cards, len(state.lead.cards))
    ruling = check_follow(state.terms, state.lead, state.hands[seat], cards)
    if ruling is not None:
        mends = _place(state, seat) < len(state.trick)
        if mends or state.ruleset.enforcement == "strict":
            raise NotAllowed(ruling)
        wrong = Wrong(seat, len(state.finished), cards, ruling.rule)
        state = changed(state, wrong=(*state.wrong, wrong))
    return _laid(state, seat, cards)


def _laid(state: S, seat: int, cards: Cards) -> Step[S]:
    """The state with the cards on the table, and the trick finished if they were the last."""
    hands = with_item(state.hands, seat, state.hands[seat] - cards)
    state = changed(state, hands=hands, trick=with_item(state.trick, _place(state, seat), cards))
    events: list[Event] = [Played(seat, cards)]
    state, more = partner.reveal(state, seat, cards)
    events += more
    if len(state.trick) == state.ruleset.players and all(state.trick):
        state, more = _finish_trick(state)
        events += more
    return state, events


def _finish_trick(state: S) -> Step[S]:
    assert state.terms is not None
    assert state.lead is not None
    last = not state.hands[0]
    won = trick(state.terms, state.lead, competing(state, state.leader, state.trick), last=last)
    players = state.ruleset.players
    winner = (state.leader + won.winner) % players
    points = sum(play.points for play in state.trick)  # also of those that could not win
    taken = with_item(state.taken, winner, state.taken[winner] + points)
    after = changed(
        state,
        phase=COUNT if last else state.phase,
        leader=winner,
        lead=None,
        trick=(),
        finished=(*state.finished, (state.leader, state.trick)),
        taken=taken,
    )
    return after, [TrickWon(winner, points)]


def competing(state: State, leader: int, plays: tuple[Cards, ...]) -> list[Cards]:
    """The follows of a trick, no cards in place of those that cannot win."""
    follows = list(plays[1:])
    for seat in state.discards:
        follows[(seat - leader) % state.ruleset.players - 1] = Cards()
    return follows


def _place(state: State, seat: int) -> int:
    """The place of a seat in the trick, the leader's being 0."""
    return (seat - state.leader) % state.ruleset.players
