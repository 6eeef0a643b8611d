"""A table of an event: what the event orders, and what the table reports.

Neither side sends news: the event says how the match stands and what comes next, the table what it
has played and who has called; each does what it has not done yet. So whatever is lost or said twice
changes nothing. A table deals only when the event knows all that it has finished.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ...deal import Deal
from ...deal.actions import MATCH_OVER, Action, Claim, RuleFoul, Void, from_json
from ...deal.clock import out_of_time
from ...deal.events import Adjusted, Claimed, Fouled
from ...deal.history import Wrong
from ...deal.phase import OVER
from ...event.entries import DealReport, FoulOf
from ...event.tables import report_of
from ...verdicts.score import ATTACKERS, BANKERS

if TYPE_CHECKING:
    from .state import TableState

About = Literal["", "claim", "flag"]


class MatchOf(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which match of which event a table is for; secret: what its cards follow from.

    boards: they come with the orders, the same ones as at other tables.
    """

    event: str
    match: str
    room: int = 0
    secret: str = ""
    boards: bool = False


class LiveRuling(msgspec.Struct, frozen=True):
    """A ruling on the running deal: the line of the event's log, and the action."""

    line: int
    action: dict[str, Any]


class Answer(msgspec.Struct, frozen=True):
    """What the referee said to a call, by its number."""

    call: int
    granted: bool


class Orders(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the match stands by its event, and what is to be done.

    finished: how many deals of the table the event knows. runs: the clock does; played: the seconds
    it shows. deal: the number of the deal that is played now or next, None: there is none. levels
    to deals: of the match before that deal. deck: its cards, where they are fixed. void: the line
    that last made a deal void. over: who has won. shown: up to which board all may see the deals;
    open: all of them. said: the last ruling in each language.
    """

    finished: int
    runs: bool
    played: float
    deal: int | None
    levels: tuple[str, ...]
    banker: int | None
    first_seat: int
    deals: int
    names: tuple[str, ...]
    deck: str = ""
    rulings: tuple[LiveRuling, ...] = ()
    void: int = 0
    answers: tuple[Answer, ...] = ()
    over: tuple[int, ...] | None = None
    shown: tuple[int, ...] = ()
    open: bool = False
    said: dict[str, str] = {}


class Call(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody wants the referee; answered: None while nobody has."""

    seat: int
    about: About = ""
    deal: int = 0
    against: int | None = None
    text: str = ""
    answered: bool | None = None


class Finished(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished deal: its number in the match and what it came to; void: nothing.

    ruled: it is void by a ruling on a foul; rebid: one by which the bank is open.
    """

    deal: int
    report: DealReport
    void: bool = False
    ruled: bool = False
    rebid: bool = False


class Report(msgspec.Struct, frozen=True):
    """What a table tells its event. timed: its time is up."""

    results: tuple[Finished, ...]
    calls: tuple[Call, ...]
    timed: bool
    resting: bool


def report(state: TableState) -> Report:
    """What a table tells its event now."""
    return Report(state.results, state.calls, state.timed, state.resting)


# What a finished deal came to.


def finished(state: TableState) -> Finished:
    """The deal of the table that has just ended, as its event counts it.

    The event adds the rulings of its own log itself: the points are those without any.
    """
    played = state.played
    assert played is not None
    deal, events = played.deal, [event for _, event in played.events]
    changed = sum(e.points for e in events if isinstance(e, Fouled | Adjusted))
    told = report_of(deal)
    fouls = tuple(_claimed(state)) if any(isinstance(e, Claimed) and e.rule for e in events) else ()
    boards = state.made.match is not None and state.made.match.boards
    told = msgspec.structs.replace(
        told,
        attackers=told.attackers - changed,
        fouls=fouls,
        replay=state.finished,
        again=dealt_before(state.results, state.number) if boards else 0,
    )
    out = deal.disqualified is not None
    effects = {e.effect for e in events if isinstance(e, Fouled)}
    return Finished(
        state.number,
        told,
        void=deal.settled is None and not out,
        ruled=not effects.isdisjoint(("redeal", "rebid")),
        rebid="rebid" in effects,
    )


def dealt_before(results: Iterable[Finished], deal: int) -> int:
    """How often a deal was dealt at a table so far, whatever came of it: the next cards differ."""
    return sum(one.deal == deal for one in results)


def _claimed(state: TableState) -> Iterator[FoulOf]:
    """The fouls that were found by claims."""
    played = state.played
    assert played is not None
    room = state.made.match.room if state.made.match else 0
    deal, _ = Deal.begin(played.deal.ruleset, played.deal.setup, played.deal.deck)
    for action in played.actions:
        if isinstance(action, Claim) and (wrong := wrong_play(deal, action.against)):
            after, events = deal.apply(action)
            for event in events:
                if isinstance(event, Fouled):
                    at_once = wrong.trick + 1 == len(deal.finished) + bool(deal.trick)
                    yield FoulOf(
                        event.rule,
                        (wrong.seat + room) % 2,  # type: ignore[arg-type]
                        cards=len(wrong.cards),
                        found="at_once" if at_once else "later",
                    )
            deal = after
        else:
            deal, _ = deal.apply(action)


def wrong_play(deal: Deal, seat: int) -> Wrong | None:
    """The last play of a seat that the rules refuse, if nobody has claimed it yet."""
    return next((wrong for wrong in reversed(deal.wrong) if wrong.seat == seat), None)


# What the table does with its orders.


def actions(state: TableState, orders: Orders) -> list[Action]:
    """What the referee does in the running deal: new rulings, as far as they are possible now."""
    if not state.running or state.deal is None:
        return []
    if orders.over is not None:
        return [Void(MATCH_OVER)]
    old = state.orders
    if orders.deal != state.number:
        return []
    if orders.void > (old.void if old else 0):
        return [Void()]
    known = {one.line for one in old.rulings} if old else set()
    done, deal = list[Action](), state.deal
    for ruling in orders.rulings:
        action = _with_side(deal, from_json(ruling.action))
        if ruling.line not in known and deal.phase != OVER and deal.refuses(action) is None:
            done.append(action)
            deal, _ = deal.apply(action)
    return done


def _with_side(deal: Deal, action: Action) -> Action:
    """A ruling on a foul with the offender's side, once there is a banker."""
    if not isinstance(action, RuleFoul) or action.seat is None or deal.banker is None:
        return action
    by = BANKERS if action.seat in deal.bank_side else ATTACKERS
    return replace(action, foul=replace(action.foul, by=by))


def answered(state: TableState, orders: Orders) -> list[tuple[int, bool, Action | None]]:
    """The calls that the referee has answered since, and what that does in the deal."""
    answers = {one.call: one.granted for one in orders.answers}
    return [
        (number, answers[number], effect(state, call, granted=answers[number]))
        for number, call in enumerate(state.calls, 1)
        if call.answered is None and number in answers
    ]


def effect(state: TableState, call: Call, *, granted: bool) -> Action | None:
    """What an answer to a call does in the running deal."""
    deal = state.deal
    if not granted or deal is None or not state.running or call.deal != state.number:
        return None
    if call.about == "claim" and call.against is not None:
        claim = Claim(call.seat, call.against)
        return claim if deal.refuses(claim) is None else None
    if call.about == "flag" and deal.turn == call.seat:
        return out_of_time(deal)
    return None


def open_call(state: TableState, about: About) -> int | None:
    """The number of a call about something in the running deal that nobody has answered."""
    for number, call in enumerate(state.calls, 1):
        if call.about == about and call.answered is None and call.deal == state.number:
            return number if state.running else None
    return None


def followed(state: TableState, orders: Orders) -> TableState:
    """The table as its orders say it is; the match of a running deal waits for its end."""
    match = state.match
    if not state.running:
        match = replace(
            match,
            levels=orders.levels,
            banker=orders.banker,
            first_seat=orders.first_seat,
            deals=orders.deals,
            over=orders.over,
        )
    return replace(state, orders=orders, match=match, paused=not orders.runs, seconds=orders.played)


def may_deal(state: TableState) -> bool:
    """Whether the event knows all that was played here, and wants another deal."""
    orders = state.orders
    return orders is not None and orders.deal is not None and orders.finished == state.finished


def shown_deals(state: TableState) -> int:
    """How many finished deals all may see: of boards, those that every table has played."""
    orders = state.orders
    if state.made.match is None or not state.made.match.boards or (orders and orders.open):
        return state.finished
    shown = orders.shown if orders else ()
    for at, one in enumerate(state.results):
        if one.deal not in shown:
            return at
    return len(state.results)
