"""Drawing one card at a time, and asking after each who declares or bids.

After each drawn card the seats are asked in order, beginning with the one who drew; a show
starts the round again; when all have passed the next card is drawn. A seat that could show
nothing passes by itself. Decides `bid.reveal` and who draws.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ..actions import Action, Declare, Pass
from ..cards import JOKER_LEVEL, SUITS, Card, Cards
from ..events import Bid, BidTurnedUp, Declared, Drawn, Event, Flipped, Redealt, TrumpFixed
from ..kernel.planes import JOKERS
from ..rulings import NotAllowed, NotNow, Ruling
from ..terms import Terms
from . import declare
from .declare import Contest
from .state import (
    BURY,
    CALL,
    NAME,
    OVER,
    S,
    State,
    Step,
    changed,
    from_here,
    need_cards,
    new_contest,
)

_ONE = [Cards.of((Card(face),)) for face in range(54)]


def enter(state: S) -> Step[S]:
    """Draw until a seat has something to say, or all cards are drawn."""
    players = state.ruleset.players
    total = len(state.deck) - state.ruleset.kitty
    hands, options = list(state.hands), list(state.options)
    silent = state.ruleset.declare_style == "call" or state.contest.level == JOKER_LEVEL
    asks = not silent and not state.namers
    speaking = [_speaking(state.contest.level_of(seat)) for seat in range(players) if asks]
    drawn, events = state.drawn, list[Event]()
    while drawn < total:
        seat, card = (state.setup.first_seat + drawn) % players, state.deck[drawn]
        hands[seat] += _ONE[card.face]
        drawn += 1
        events.append(Drawn(seat, card))
        if not asks:
            continue
        if speaking[seat] >> card.face & 1:
            options[seat] = _options(state, state.contest, seat, hands[seat])
        if any(options) and (drawn < total or state.ruleset.declare_window):
            asking = tuple(s for s in from_here(seat, players) if options[s])
            waiting = changed(
                state, drawn=drawn, hands=tuple(hands), options=tuple(options), asking=asking
            )
            return waiting, events
    done = changed(state, drawn=drawn, hands=tuple(hands), options=tuple(options), asking=())
    after, more = _finish(done)
    return after, events + more


def apply(state: S, action: Action) -> Step[S]:
    """The state after a seat passes or shows cards during the draw."""
    if isinstance(action, Pass):
        left = state.asking[1:]
        return (changed(state, asking=left), []) if left else enter(state)
    if not isinstance(action, Declare):
        raise NotNow("wrong-phase")
    return _show(state, action.seat, action.cards)


def _show(state: S, seat: int, cards: Cards) -> Step[S]:
    need_cards(state, seat, cards)
    if not cards <= state.hands[seat] - state.contest.laid(seat):
        raise NotNow("not-in-hand", cards=cards)
    contest = declare.show(state.contest, seat, cards)
    if isinstance(contest, Ruling):
        raise NotAllowed(contest)
    event: Event = (
        Bid(seat, cards, *_public(contest))
        if state.ruleset.declare_style == "concealed"
        else Declared(seat, cards, contest.trump or "")
    )
    options = tuple(
        _options(state, contest, s, state.hands[s]) for s in range(state.ruleset.players)
    )
    asking = tuple(s for s in _in_turn(state) if options[s])
    after = changed(state, contest=contest, options=options, asking=asking)
    if asking:
        return after, [event]
    entered, more = enter(after)
    return entered, [event, *more]


def _in_turn(state: State) -> tuple[int, ...]:
    """All seats, the one who drew last first."""
    players = state.ruleset.players
    return from_here((state.setup.first_seat + state.drawn - 1) % players, players)


def _public(contest: Contest) -> tuple[int, bool]:
    """What everybody sees of the last bid: its size now, and whether it was reinforced."""
    return declare.highest_bid(contest)[0], contest.shows[-1].kind == declare.REINFORCED


def without_side(state: State, seat: int) -> tuple[int, ...]:
    """The seats that may not bid once a seat's side has lost the right."""
    r = state.ruleset
    own = [s for s in range(r.players) if s == seat or r.same_side(s, seat)]
    return tuple(sorted({*state.barred, *own}))


def bar(state: S, seat: int) -> Step[S]:
    """A seat's side lost the right to declare or bid; what it showed is void, the others may."""
    ruleset, gone = state.ruleset, without_side(state, seat)
    contest = new_contest(ruleset, state.setup)
    for shown in state.contest.shows:
        again = declare.show(contest, shown.seat, shown.cards) if shown.seat not in gone else None
        contest = again if isinstance(again, Contest) else contest
    state = changed(state, contest=contest, barred=gone)
    options = tuple(_options(state, contest, s, state.hands[s]) for s in range(ruleset.players))
    asking = tuple(s for s in _in_turn(state) if options[s])
    state = changed(state, options=options, asking=asking)
    return (state, []) if asking else enter(state)


def _options(state: State, contest: Contest, seat: int, hand: Cards) -> tuple[Cards, ...]:
    """Everything the seat could show now."""
    level = contest.level_of(seat)
    if seat in state.barred or level == JOKER_LEVEL:
        return ()
    hand -= contest.laid(seat)
    if not hand.planes[0] & _speaking(level):
        return ()
    return declare.options(contest, seat, hand)


@lru_cache
def _speaking(level: str) -> int:
    """The cards that can be shown at a level: its cards and jokers; none at the joker level."""
    if level == JOKER_LEVEL:
        return 0
    return JOKERS | sum(Cards.parse(suit + level).planes[0] for suit in SUITS)


def _finish(state: S) -> Step[S]:
    """All cards are drawn: trump stands, or is turned up, or the deal is void."""
    ruleset, contest = state.ruleset, state.contest
    kitty = state.deck[len(state.deck) - ruleset.kitty :]
    state = changed(state, kitty=Cards.of(kitty), options=())
    if ruleset.declare_style == "call":
        return changed(state, phase=CALL), []
    if state.namers:
        return changed(state, phase=NAME, asking=state.namers), []
    events: list[Event] = []
    concluded = declare.conclude(contest, state.setup.first_seat, kitty)
    if concluded is None:
        return changed(state, phase=OVER, redeal="nobody"), [Redealt("nobody")]
    stands, turned = concluded
    banker, trump = stands.banker, stands.trump
    assert banker is not None
    assert trump is not None
    if turned:
        events.append(Flipped(kitty[2 : 2 + turned]))
    elif ruleset.declare_style == "concealed" and contest.shows:
        seat = contest.shows[-1].seat
        bid = [card for card in contest.laid(seat) if card.suit == trump]
        events.append(BidTurnedUp(seat, Cards.of(bid)))
    after, more = fix_trump(state, trump, banker)
    return after, events + more


def fix_trump(state: S, trump: str, banker: int) -> Step[S]:
    """Trump and bank stand, and the level with the bank."""
    level = state.contest.level_of(banker)
    fixed = changed(
        state,
        phase=BURY,
        contest=replace(state.contest, level=level),
        terms=Terms.of(state.ruleset, level, trump),
        banker=banker,
        holder=banker,
        leader=banker,
        asking=(),
    )
    return fixed, [TrumpFixed(level, trump, banker)]
