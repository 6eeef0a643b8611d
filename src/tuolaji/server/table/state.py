"""A table as the replay of its log: `TableState.apply(entry)` is all that ever changes it.

Nothing here knows a clock, a socket or a random generator: what was drawn by lot stands in the
entries. An entry that does not fit is an error of the program, not of a player.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import singledispatch
from typing import Final

import msgspec

from ...cards import Card, Cards
from ...deal import Deal, clock
from ...deal.actions import Action, Adjust, Pass, RuleFoul, Void, from_json
from ...deal.events import Drawn, Event
from ...deal.lay_down import played_cards
from ...deal.match import Match, MatchEvent
from ...deal.phase import DRAW, OVER
from ...notation.record import DealRecord
from ...ruleset import Ruleset
from ..protocol.outgoing import SeatKind
from . import entries as log
from .event_orders import Call, Finished, Orders, finished, followed
from .replaced import replace
from .shuffle import Shuffle, commit

HUMAN: Final = "human"
BOT: Final = "bot"
EMPTY: Final = "empty"
NO_CARDS: Final = Cards()


@dataclass(frozen=True)
class Seat:
    """Who sits there.

    auto: a bot plays for the guest as long as they like. next_guest, next_name: who takes the
    seat from a bot when the next deal begins.
    """

    kind: SeatKind = EMPTY
    guest: str = ""
    name: str = ""
    bot: str = ""
    ready: bool = False
    auto: bool = False
    next_guest: str = ""
    next_name: str = ""


Events = tuple[tuple[int, Event], ...]


@dataclass(frozen=True)
class TableDeal:
    """The running or last deal: its actions, and what happened with the sequence numbers.

    marks: how many events there were when it began, and after each action. laid: the cards that
    were played. taken_back: how often. heard: how many events all have heard of for certain: those
    up to the first card that was drawn after the last thing somebody did for all to see.
    """

    deal: Deal
    shuffle: Shuffle
    actions: tuple[Action, ...]
    events: Events
    marks: tuple[int, ...]
    laid: Cards = NO_CARDS
    taken_back: int = 0
    heard: int = 0

    @property
    def fresh(self) -> int:
        """Where the events of the last entry begin."""
        return self.marks[-2] if len(self.marks) > 1 else 0


@dataclass(frozen=True)
class Ended:
    """What the last deal made of the match, until the next one begins."""

    levels: tuple[str, ...]
    events: tuple[MatchEvent, ...]


@dataclass(frozen=True)
class TableState:
    """Everything about a table that survives.

    seq: grows by one with every entry that all may know of; a pass while cards are drawn is
    nobody's business. rows: how many entries there are. secret: of the next deal, until it begins.
    finished: how many deals are over. seconds: for how long the match has been played, as far as
    that is written. rested: when in it the break began; resting: whether it goes on. fouls: the
    rulings of the match so far, rule and seat. drawn: the cards of the opening draw. seen_hands:
    who has seen the hand of which seat in the running or last deal. removed: the guests that were
    sent away. stood_in: the guests' seats that a bot played last in this deal. orders, calls,
    results, number, timed: at the table of an event what was ordered, who called the referee, what
    finished deals came to, the number of the running or last one, and that time is up.
    """

    table: str
    made: log.Made
    ruleset: Ruleset
    seats: tuple[Seat, ...]
    match: Match
    speed: str
    rows: int = 1
    seq: int = 1
    paused: bool = False
    secret: bytes = b""
    luck: tuple[str, ...] = ()
    cut: int | None = None
    played: TableDeal | None = None
    ended: Ended | None = None
    finished: int = 0
    seconds: float = 0.0
    changed: float = 0.0
    rested: float | None = None
    resting: bool = False
    fouls: tuple[tuple[str, int], ...] = ()
    drawn: log.Drawn = ()
    seen_hands: frozenset[tuple[str, int]] = frozenset()
    removed: frozenset[str] = frozenset()
    stood_in: frozenset[int] = frozenset()
    orders: Orders | None = None
    calls: tuple[Call, ...] = ()
    results: tuple[Finished, ...] = ()
    number: int = 0
    timed: bool = False

    @property
    def deal(self) -> Deal | None:
        """The running or last deal."""
        return self.played.deal if self.played else None

    @property
    def running(self) -> bool:
        """Whether a deal is being played."""
        return self.played is not None and self.played.deal.phase != OVER

    @property
    def commit(self) -> str:
        """What was promised of the running deal, or of the next one."""
        if self.running and self.played:
            shuffle = self.played.shuffle
            return "" if shuffle.fixed else shuffle.commit
        return commit(self.secret) if self.secret else ""

    @property
    def humans(self) -> list[int]:
        """The seats of guests."""
        return [at for at, seat in enumerate(self.seats) if seat.kind == HUMAN]

    @property
    def in_match(self) -> bool:
        """Whether a match is being played, in a deal or between two."""
        return self.played is not None and self.match.over is None

    @property
    def goes_on(self) -> bool:
        """Whether it is played even where nobody is: in an event, and till a rated deal is over."""
        return self.made.match is not None or (self.made.rated and self.running)

    @property
    def helped(self) -> bool:
        """Whether players may be helped: not where deals are rated or compared, nor in an event."""
        return not self.made.rated and self.made.match is None and not self.compared

    @property
    def compared(self) -> bool:
        """Whether the deal of the day is on, or about to be."""
        return bool(self.made.daily) and not self.finished

    def name_of(self, at: int) -> str:
        """What the guest of a seat is called: in an event as it says."""
        if self.orders is not None:
            return self.orders.names[at]
        return self.seats[at].name

    def next_seat_of(self, guest: str) -> int | None:
        """The seat that a guest takes when the next deal begins."""
        for at, seat in enumerate(self.seats):
            if guest and seat.next_guest == guest:
                return at
        return None

    def seat_of(self, guest: str) -> int | None:
        """Where a guest sits; without a cookie nobody does."""
        for at, seat in enumerate(self.seats):
            if guest and seat.kind == HUMAN and seat.guest == guest:
                return at
        return None

    def apply(self, entry: log.Entry) -> TableState:
        """The table after an entry."""
        hidden = isinstance(entry, log.Clocked) or (self.running and _hidden(self, entry))
        state = replace(self, rows=self.rows + 1, seq=self.seq + (not hidden))
        return _apply(entry, state)


def begin(table: str, made: log.Made) -> TableState:
    """A new table from its first entry."""
    ruleset = Ruleset.of_lasting(made.ruleset)
    match = Match.begin(ruleset, made.first_seat)
    if made.levels:
        match = replace(
            match,
            levels=made.levels,
            banker=made.banker,
            deals=made.deals,
            failures=made.failures,
            rounds=made.rounds,
        )
    seats = (Seat(),) * ruleset.players
    luck = ("",) * ruleset.players
    return TableState(
        table,
        made,
        ruleset,
        seats,
        match,
        made.speed,
        luck=luck,
        changed=made.at,
        drawn=made.drawn,
    )


def replay(table: str, entries: Iterable[log.Entry]) -> TableState:
    """The table that a whole log makes."""
    return deque(states(table, entries), maxlen=1)[0]


def states(table: str, entries: Iterable[log.Entry]) -> Iterator[TableState]:
    """The table after each entry."""
    every = iter(entries)
    made = next(every)
    assert isinstance(made, log.Made)
    state = begin(table, made)
    yield state
    for entry in every:
        state = state.apply(entry)
        yield state


def _hidden(state: TableState, entry: log.Entry) -> bool:
    """Whether an entry is known to one seat only."""
    assert state.deal is not None
    return isinstance(entry, log.Passed) or (
        isinstance(entry, log.Acted)
        and state.deal.phase == DRAW
        and entry.action["action"] == "pass"
    )


# What each kind of entry does; the state has its new numbers already.


@singledispatch
def _apply(entry: log.Entry, state: TableState) -> TableState:
    raise AssertionError(f"table {state.table} is made once: {entry}")


def _with_seat(state: TableState, at: int, seat: Seat) -> TableState:
    return replace(state, seats=(*state.seats[:at], seat, *state.seats[at + 1 :]))


@_apply.register
def _(entry: log.Sat, state: TableState) -> TableState:
    seat = Seat(HUMAN, guest=entry.guest, name=entry.name, ready=state.made.solo)
    if state.running:
        seen = state.seen_hands | {(entry.guest, entry.seat)}
        state = replace(state, seen_hands=seen)
    return _with_seat(state, entry.seat, seat)


@_apply.register
def _(entry: log.BotSeated, state: TableState) -> TableState:
    seat = state.seats[entry.seat]
    bot = Seat(BOT, bot=entry.bot, ready=True)
    coming = replace(bot, next_guest=seat.next_guest, next_name=seat.next_name)
    return _with_seat(state, entry.seat, coming)


@_apply.register
def _(entry: log.Left, state: TableState) -> TableState:
    return _with_seat(state, entry.seat, Seat())


@_apply.register
def _(entry: log.Removed, state: TableState) -> TableState:
    seat = state.seats[entry.seat]
    gone = seat.guest or seat.next_guest
    after = Seat(BOT, bot=entry.bot, ready=True) if entry.bot else Seat()
    state = replace(state, removed=state.removed | {gone})
    return _with_seat(state, entry.seat, after)


@_apply.register
def _(entry: log.Reserved, state: TableState) -> TableState:
    seat = replace(state.seats[entry.seat], next_guest=entry.guest, next_name=entry.name)
    return _with_seat(state, entry.seat, seat)


@_apply.register
def _(entry: log.Swapped, state: TableState) -> TableState:
    a, b = state.seats[entry.a], state.seats[entry.b]
    return _with_seat(_with_seat(state, entry.a, b), entry.b, a)


@_apply.register
def _(entry: log.Readied, state: TableState) -> TableState:
    return _with_seat(state, entry.seat, replace(state.seats[entry.seat], ready=entry.on))


@_apply.register
def _(entry: log.Renamed, state: TableState) -> TableState:
    return _with_seat(state, entry.seat, replace(state.seats[entry.seat], name=entry.name))


@_apply.register
def _(entry: log.AutoSwitched, state: TableState) -> TableState:
    return _with_seat(state, entry.seat, replace(state.seats[entry.seat], auto=entry.on))


@_apply.register
def _(entry: log.SpeedChosen, state: TableState) -> TableState:
    return replace(state, speed=entry.name)


@_apply.register
def _(entry: log.TermsChosen, state: TableState) -> TableState:
    made = msgspec.structs.replace(
        state.made,
        ruleset=entry.ruleset,
        bots=entry.bots,
        first_seat=entry.first_seat,
        drawn=entry.drawn,
    )
    fresh = begin(state.table, made)
    seats = tuple(replace(seat, ready=False) for seat in state.seats) + fresh.seats
    return replace(
        state,
        made=made,
        ruleset=fresh.ruleset,
        match=fresh.match,
        seats=seats[: len(fresh.seats)],
        luck=fresh.luck,
        drawn=fresh.drawn,
    )


@_apply.register
def _(entry: log.Paused, state: TableState) -> TableState:
    return replace(state, paused=entry.on)


@_apply.register
def _(entry: log.Committed, state: TableState) -> TableState:
    luck = ("",) * state.ruleset.players
    return replace(state, secret=bytes.fromhex(entry.secret), luck=luck, cut=None)


@_apply.register
def _(entry: log.WordsAdded, state: TableState) -> TableState:
    luck = (*state.luck[: entry.seat], entry.text, *state.luck[entry.seat + 1 :])
    cut = state.cut if entry.cut is None else entry.cut
    return replace(state, luck=luck, cut=cut)


@_apply.register
def _(entry: log.CutMade, state: TableState) -> TableState:
    return replace(state, cut=entry.at)


@_apply.register
def _(entry: log.Dealt, state: TableState) -> TableState:
    fixed = tuple(map(Card.parse, entry.deck.split()))
    shuffle = Shuffle(state.secret, state.luck, entry.cut, fixed)
    deck = shuffle.deck(state.ruleset)
    deal, happened = Deal.begin(state.ruleset, state.match.setup(), deck)
    events = tuple((state.seq, event) for event in happened)
    played = TableDeal(deal, shuffle, (), events, (len(events),), heard=_to_next_card(events, 0))
    seen = frozenset((state.seats[at].guest, at) for at in state.humans)
    state = replace(state, secret=b"", seconds=entry.played, changed=entry.at, seen_hands=seen)
    state = replace(state, resting=False, stood_in=frozenset(), number=entry.number)
    return _counted(replace(state, played=played, ended=None))


@_apply.register
def _(entry: log.Acted, state: TableState) -> TableState:
    state = replace(state, stood_in=_stood_in(state, entry))
    return _acted(state, from_json(entry.action))


def _acted(state: TableState, action: Action) -> TableState:
    """The table after an action in its deal."""
    played = state.played
    assert played is not None
    deal, happened = played.deal.apply(action)
    events = (*played.events, *((state.seq, event) for event in happened))
    marks = (*played.marks, len(events))
    actions = (*played.actions, action)
    laid = played_cards(happened, played.laid)
    heard = _heard(played, action, deal, events)
    played = TableDeal(deal, played.shuffle, actions, events, marks, laid, played.taken_back, heard)
    if isinstance(action, RuleFoul) and action.seat is not None:
        state = replace(state, fouls=(*state.fouls, (action.foul.rule, action.seat)))
    return _counted(replace(state, played=played))


def _heard(before: TableDeal, action: Action, after: Deal, events: Events) -> int:
    """How many events all have heard of after an action.

    While cards are drawn a pass is silent, whatever follows from it; a referee may rule before all
    of them are told, and tells them all by ending the deal.
    """
    if before.deal.phase == DRAW and isinstance(action, Pass):
        return before.heard
    if not isinstance(action, RuleFoul | Adjust | Void):
        return _to_next_card(events, len(before.events))
    return len(events) if after.phase == OVER else _to_next_card(events, before.heard)


def _to_next_card(events: Events, told: int) -> int:
    """How many events are told with the first ones: all up to the next card."""
    while told < len(events) and not isinstance(events[told][1], Drawn):
        told += 1
    return told


def _stood_in(state: TableState, entry: log.Acted) -> frozenset[int]:
    if entry.by == "player":
        return state.stood_in - {entry.seat}
    bots = entry.by == "bot" and state.seats[entry.seat].kind == HUMAN
    return state.stood_in | {entry.seat} if bots else state.stood_in


@_apply.register
def _(entry: log.Passed, state: TableState) -> TableState:
    played = state.played
    assert played is not None
    deal, passes = played.deal.passed_to(entry.drawn)
    events, marks = list(played.events), list(played.marks)
    for _, happened in passes:
        events += [(state.seq, event) for event in happened]
        marks.append(len(events))
    actions = (*played.actions, *(passed for passed, _ in passes))
    after = replace(played, deal=deal, actions=actions, events=tuple(events), marks=tuple(marks))
    return _counted(replace(state, played=after))


@_apply.register
def _(entry: log.Undone, state: TableState) -> TableState:
    played = state.played
    assert played is not None
    actions, marks = played.actions[: entry.keep], played.marks[: entry.keep + 1]
    record = DealRecord(played.deal.ruleset, played.deal.setup, played.deal.deck, actions)
    deal, _ = record.replay()
    events, times = played.events[: marks[-1]], played.taken_back + 1
    laid = played_cards(event for _, event in events)
    kept = TableDeal(deal, played.shuffle, actions, events, marks, laid, times, len(events))
    return replace(state, played=kept)


@_apply.register
def _(entry: log.Clocked, state: TableState) -> TableState:
    return replace(state, seconds=entry.played)


@_apply.register
def _(entry: log.Rested, state: TableState) -> TableState:
    return replace(state, seconds=entry.played, rested=entry.played, resting=True)


@_apply.register
def _(entry: log.TimeUp, state: TableState) -> TableState:
    if state.running:
        state = _acted(state, Void(clock.MATCH))
    match, events = state.match.end_by_time(entry.played)
    ended = state.ended or Ended(state.match.levels, ())
    ended = replace(ended, events=(*ended.events, *events))
    return replace(state, match=match, ended=ended, seconds=entry.played, resting=False, timed=True)


@_apply.register
def _(entry: log.Rematched, state: TableState) -> TableState:
    match = Match.begin(state.ruleset, entry.first_seat)
    state = replace(state, seconds=0.0, rested=None, resting=False, fouls=(), drawn=entry.drawn)
    return replace(state, match=match, played=None, ended=None)


@_apply.register
def _(entry: log.Followed, state: TableState) -> TableState:
    return followed(state, entry.orders)


@_apply.register
def _(entry: log.Called, state: TableState) -> TableState:
    return replace(state, calls=(*state.calls, entry.call))


@_apply.register
def _(entry: log.Answered, state: TableState) -> TableState:
    at = entry.call - 1
    call = msgspec.structs.replace(state.calls[at], answered=entry.granted)
    return replace(state, calls=(*state.calls[:at], call, *state.calls[at + 1 :]))


def _counted(state: TableState) -> TableState:
    """The table with its deal counted, if that is over."""
    played = state.played
    assert played is not None
    deal = played.deal
    if deal.phase != OVER:
        return state
    match, events = state.match.after(deal)
    if (of := state.made.match) is not None:
        state = replace(state, results=(*state.results, finished(state)))
        if of.boards:  # a board has no next one: the event compares
            match, events = state.match, []
    ended = Ended(state.match.levels, tuple(events))
    return replace(state, match=match, ended=ended, finished=state.finished + 1)
