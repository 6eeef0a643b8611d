"""What the engine's journal tells: events, and the history that a deal keeps beside its state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..cards import Card, Cards
from ..engine import journal as kind
from ..engine.journal import Journal
from ..engine.state import State
from ..verdicts import check_follow
from ..verdicts.score import ATTACKERS, BANKERS, Result
from .contest import level_name, trump_name
from .events import (
    Adjusted,
    Bid,
    BidTurnedUp,
    Buried,
    Claimed,
    Declared,
    Drawn,
    Dug,
    Event,
    Flipped,
    Fouled,
    PartnerKnown,
    PartnerNamed,
    Passed,
    Played,
    Redealt,
    Settled,
    TakenBack,
    ThrowFailed,
    TookKitty,
    TrickReopened,
    TrickWon,
    TrumpFixed,
    TrumpNamed,
)

if TYPE_CHECKING:
    from .value import Deal

_NOBODY = "nobody"  # why a deal is void in which nobody declared
_CARDS = [Card(face) for face in range(54)]
# What is remembered at the table with how many cards were drawn before it.
_TOLD = frozenset({Declared, Bid, Passed, TrumpNamed, Claimed, Fouled, Adjusted, Dug})


@dataclass(frozen=True)
class Wrong:
    """A play that stood though the rules refuse it: whose, in which trick, and the rule."""

    seat: int
    trick: int
    cards: Cards
    rule: str


@dataclass(frozen=True, kw_only=True)
class History:
    """What the engine's state does not keep; `Deal` says what each of it is."""

    finished: tuple[tuple[int, tuple[Cards, ...]], ...] = ()
    told: tuple[tuple[int, Event], ...] = ()
    wrong: tuple[Wrong, ...] = ()
    settled: Settled | None = None
    redeal: str | None = None
    rebid: bool = False
    disqualified: int | None = None

    def telling(self, events: Sequence[Event], drawn: int) -> History:
        """The history with these events told after so many cards were drawn."""
        if _TOLD.isdisjoint(map(type, events)):
            return self
        told = tuple((drawn, event) for event in events if type(event) in _TOLD)
        return replace(self, told=self.told + told)


def after(deal: Deal, state: State, journal: Journal) -> tuple[History, list[Event]]:
    """The history after what the journal tells, and its events; state: how the deal stands then."""
    history, events = deal.history, list[Event]()
    changed: dict[str, Any] = {}
    for at in range(journal.length):
        what = journal.kind(at)
        if what == kind.PLAYED_WRONG:
            changed["wrong"] = (*history.wrong, _wrong(deal, journal, at))
            continue
        event = _EVENTS[what](deal, state, journal, at)
        events.append(event)
        if what == kind.TRICK_WON:
            plays = tuple(Cards(state.on_table(n)) for n in range(deal.ruleset.players))
            changed["finished"] = (*history.finished, (state.last_leader, plays))
        elif what == kind.TRICK_REOPENED:
            changed["finished"] = history.finished[:-1]
        elif what == kind.SETTLED:
            changed["settled"] = event
        elif what == kind.REDEALT:
            changed["redeal"] = _NOBODY
    if changed:
        history = replace(history, **changed)
    return history.telling(events, deal.drawn), events


def _wrong(deal: Deal, journal: Journal, at: int) -> Wrong:
    seat, cards = journal.seat(at), Cards(journal.cards(at))
    assert deal.terms is not None
    assert deal.lead is not None
    ruling = check_follow(deal.terms, deal.lead, deal.hands[seat], cards)
    assert ruling is not None
    return Wrong(seat, len(deal.finished), cards, ruling.rule)


def _shown(deal: Deal, _: State, journal: Journal, at: int) -> Event:
    seat, cards, number = journal.seat(at), Cards(journal.cards(at)), journal.number(at)
    if deal.ruleset.declare_style == "concealed":
        return Bid(seat, cards, number, bool(journal.more(at)))
    return Declared(seat, cards, trump_name(number))


def _turned_up(deal: Deal, _: State, journal: Journal, at: int) -> Event:
    kitty = deal.deck[len(deal.deck) - deal.ruleset.kitty :]
    return Flipped(kitty[2 : 2 + journal.number(at)])


def _fixed(_: Deal, state: State, journal: Journal, at: int) -> Event:
    trump = trump_name(state.order.trump)
    return TrumpFixed(level_name(state.level), trump, journal.seat(at))


def _thrown(_: Deal, __: State, journal: Journal, at: int) -> Event:
    thrown, played = Cards(journal.cards(at)), Cards(journal.cards(at + 1))
    return ThrowFailed(journal.seat(at), thrown, played, journal.number(at))


def _dug(_: Deal, __: State, journal: Journal, at: int) -> Event:
    return Dug(Cards(journal.cards(at)), journal.more(at), journal.number(at))


def _settled(deal: Deal, state: State, journal: Journal, at: int) -> Event:
    side = ATTACKERS if state.taken_over else BANKERS
    back_to = deal.ruleset.first_level if state.fell else None
    return Settled(journal.number(at), Result(side, abs(journal.more(at)), back_to))


def _of_cards(make: Callable[[int, Cards], Event]) -> _Teller:
    return lambda _, __, journal, at: make(journal.seat(at), Cards(journal.cards(at)))


def _of_number(make: Callable[[int, Any], Event], read: Callable[[int], Any] = int) -> _Teller:
    return lambda _, __, journal, at: make(journal.seat(at), read(journal.number(at)))


def _of_seat(make: Callable[[int], Event]) -> _Teller:
    return lambda _, __, journal, at: make(journal.seat(at))


_Teller = Callable[["Deal", State, Journal, int], Event]
_EVENTS: dict[int, _Teller] = {
    kind.DRAWN: _of_number(Drawn, _CARDS.__getitem__),
    kind.SHOWN: _shown,
    kind.PASSED: _of_seat(Passed),
    kind.BID_TURNED_UP: _of_cards(BidTurnedUp),
    kind.TURNED_UP: _turned_up,
    kind.TRUMP_FIXED: _fixed,
    kind.TRUMP_NAMED: _of_number(TrumpNamed, trump_name),
    kind.KITTY_TAKEN: _of_cards(TookKitty),
    kind.BURIED: _of_cards(Buried),
    kind.PARTNER_NAMED: _of_number(PartnerNamed, Card),
    kind.PARTNER_KNOWN: _of_seat(PartnerKnown),
    kind.THROW_FAILED: _thrown,
    kind.PLAYED: _of_cards(Played),
    kind.TRICK_WON: _of_number(TrickWon),
    kind.TRICK_REOPENED: _of_number(TrickReopened),
    kind.TAKEN_BACK: _of_cards(TakenBack),
    kind.DUG: _dug,
    kind.REDEALT: lambda *_: Redealt(_NOBODY),
    kind.SETTLED: _settled,
}
