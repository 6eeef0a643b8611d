"""What the engine's journal tells: events, and the history that a deal keeps beside its state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..cards import Card, Cards
from ..cards.planes import Planes
from ..engine import journal as kind
from ..engine.state import State
from ..rules.numbers import level_name, trump_name
from ..verdicts import check_follow
from ..verdicts.score import ATTACKERS, BANKERS, Result
from ..verdicts.terms import Terms
from .events import (
    Bid,
    BidTurnedUp,
    Buried,
    Declared,
    Drawn,
    Dug,
    Event,
    Flipped,
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
    from .moment import Moment

_NOBODY = "nobody"  # why a deal is void in which nobody declared
# What is remembered at the table with how many cards were drawn before it.
_TOLD = frozenset({kind.SHOWN, kind.PASSED, kind.TRUMP_NAMED, kind.DUG})


@dataclass(frozen=True)
class Wrong:
    """A play that stood though the rules refuse it: whose, in which trick, and the rule."""

    seat: int
    trick: int
    cards: Cards
    rule: str


class History(NamedTuple):
    """What the engine's state does not keep; `Moment` says what each of it is."""

    finished: tuple[tuple[int, tuple[Cards, ...]], ...] = ()
    told: tuple[tuple[int, Event], ...] = ()
    wrong: tuple[Wrong, ...] = ()
    settled: Settled | None = None
    redeal: str | None = None
    rebid: bool = False
    disqualified: int | None = None
    terms: Terms | None = None

    def telling(self, events: Iterable[Event], drawn: int) -> History:
        """The history with these events told after so many cards were drawn."""
        return self._replace(told=(*self.told, *((drawn, event) for event in events)))


def told(
    deal: Moment, history: History, drawn: int, state: State, entries: Iterable[Entry]
) -> tuple[History, list[Event]]:
    """The history after what a journal's entries tell, and its events.

    history, drawn: how it was before, and how many cards were drawn. state: how the deal is now.
    """
    events: list[Event] = []
    for entry in entries:
        what = entry[0]
        if what == kind.PLAYED_WRONG:
            history = history._replace(wrong=(*history.wrong, _wrong(deal, entry)))
            continue
        event = _EVENTS[what](entry, deal, state)
        events.append(event)
        if what in _TOLD:
            history = history.telling([event], drawn)
        elif what in _KEPT:
            history = _KEPT[what](history, event, deal, state)
    return history, events


# What is kept of an event.


def _with_terms(history: History, event: TrumpFixed, deal: Moment, _: State) -> History:
    return history._replace(terms=Terms.of(deal.ruleset, event.level, event.trump))


def _with_trick(history: History, _: Event, __: Moment, state: State) -> History:
    plays = tuple(map(Cards, state.laid(state.switches.players)))
    return history._replace(finished=(*history.finished, (state.last_leader, plays)))


_KEPT: dict[int, Callable[[History, Any, Moment, State], History]] = {
    kind.TRUMP_FIXED: _with_terms,
    kind.TRICK_WON: _with_trick,
    kind.TRICK_REOPENED: lambda history, *_: history._replace(finished=history.finished[:-1]),
    kind.SETTLED: lambda history, event, *_: history._replace(settled=event),
    kind.REDEALT: lambda history, event, *_: history._replace(redeal=event.reason),
}


def _wrong(deal: Moment, entry: Entry) -> Wrong:
    seat, planes = entry[1:3]
    cards = Cards(planes)
    assert deal.terms is not None
    assert deal.lead is not None
    ruling = check_follow(deal.terms, deal.lead, deal.hands[seat], cards)
    assert ruling is not None
    return Wrong(seat, len(deal.finished), cards, ruling.rule)


# The event that an entry tells.


@cache  # there are not many, and a deal has a hundred and more of them
def _drawn(seat: int, face: int) -> Drawn:
    return Drawn(seat, Card(face))


def _shown(entry: Entry, deal: Moment, _: State) -> Event:
    seat, cards, number, more = entry[1:]
    if deal.ruleset.declare_style == "concealed":
        return Bid(seat, Cards(cards), number, bool(more))
    return Declared(seat, Cards(cards), trump_name(number))


def _turned_up(_: Entry, deal: Moment, state: State) -> Event:
    return Flipped(turned_up(deal.deck, state))


def turned_up(deck: tuple[Card, ...], state: State) -> tuple[Card, ...]:
    """The kitty cards that were turned up because nobody declared."""
    first = state.first_turned()
    return deck[first : first + state.shows.turned]


def _fixed(entry: Entry, _: Moment, state: State) -> Event:
    return TrumpFixed(level_name(state.level), trump_name(state.order.trump), entry[1])


def _thrown(entry: Entry, _: Moment, state: State) -> Event:
    seat, thrown, fine = entry[1:4]
    return ThrowFailed(seat, Cards(thrown), Cards(state.on_table(0)), fine)


def _dug(entry: Entry, _: Moment, __: State) -> Event:
    kitty, points, factor = entry[2:]
    return Dug(Cards(kitty), factor, points)


def _settled(entry: Entry, deal: Moment, state: State) -> Event:
    points, levels = entry[3:]
    side = ATTACKERS if state.taken_over else BANKERS
    back_to = deal.ruleset.first_level if state.fell else None
    return Settled(points, Result(side, abs(levels), back_to))


def _of_cards(make: Callable[[int, Cards], Event]) -> _Teller:
    return lambda entry, _, __: make(entry[1], Cards(entry[2]))


def _of_number(make: Callable[[int, Any], Event], read: Callable[[int], Any] = int) -> _Teller:
    return lambda entry, _, __: make(entry[1], read(entry[3]))


def _of_seat(make: Callable[[int], Event]) -> _Teller:
    return lambda entry, _, __: make(entry[1])


Entry = tuple[int, int, Planes, int, int]  # kind, seat, cards, number and more, as in the journal
_Teller = Callable[[Entry, "Moment", State], Event]
_EVENTS: dict[int, _Teller] = {
    kind.DRAWN: lambda entry, _, __: _drawn(entry[1], entry[3]),
    kind.SHOWN: _shown,
    kind.PASSED: _of_seat(Passed),
    kind.BID_TURNED_UP: _of_cards(BidTurnedUp),
    kind.TURNED_UP: _turned_up,
    kind.TRUMP_FIXED: _fixed,
    kind.TRUMP_NAMED: _of_number(TrumpNamed, trump_name),
    kind.KITTY_TAKEN: _of_cards(TookKitty),
    kind.BURIED: _of_cards(Buried),
    kind.PARTNER_NAMED: lambda entry, _, __: PartnerNamed(entry[1], Card(entry[3]), entry[4]),
    kind.PARTNER_KNOWN: _of_number(PartnerKnown),
    kind.THROW_FAILED: _thrown,
    kind.PLAYED: _of_cards(Played),
    kind.TRICK_WON: _of_number(TrickWon),
    kind.TRICK_REOPENED: _of_number(TrickReopened),
    kind.TAKEN_BACK: _of_cards(TakenBack),
    kind.DUG: _dug,
    kind.REDEALT: lambda *_: Redealt(_NOBODY),
    kind.SETTLED: _settled,
}
