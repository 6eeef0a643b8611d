"""What is done at the table of an event: claims and calls, seats by its links, what it orders."""

from __future__ import annotations

from ...deal.actions import Action, Claim, to_json
from . import entries as log
from .commands import REFEREE, CommandRefused, Entries, Guest, need_allowed, need_deal, readable
from .event_orders import Call, Orders, actions, answered, open_call
from .state import HUMAN, TableState


def claim(state: TableState, seat: int, against: int, by: str = "player") -> Entries:
    """Say that a seat has played what it may not; in an event the referee decides about it."""
    said = Claim(seat, against)
    need_allowed(need_deal(state).deal, said)
    if state.made.match is None:
        return [log.Acted(seat, to_json(said), by)]
    need_going_on(state)
    return [log.Called(Call(seat, "claim", state.number, against))]


def need_going_on(state: TableState) -> None:
    """Refuse to go on while the referee looks at a claim, or has stopped the clock."""
    if open_call(state, "claim") is not None or (state.paused and state.made.match):
        raise CommandRefused("referee-comes")


def call(state: TableState, guest: Guest, text: str) -> Entries:
    """Call the referee; again only when the last call was answered."""
    seat = guest.seated()
    if state.made.match is None:
        raise CommandRefused("no-referee")
    if any(one.seat == seat and one.answered is None and not one.about for one in state.calls):
        raise CommandRefused("referee-comes")
    return [log.Called(Call(seat, deal=state.number, text=readable(text)))]


def obey(state: TableState, orders: Orders) -> Entries:
    """Do what the event orders: rule, answer calls, and stand as it says."""
    entries: Entries = []
    for number, granted, done in answered(state, orders):
        if done is not None:
            entries.append(log.Acted(_about(done), to_json(done), REFEREE))
        entries.append(log.Answered(number, granted))
    after = state
    for entry in entries:
        after = after.apply(entry)
    entries += [log.Acted(_about(one), to_json(one), REFEREE) for one in actions(after, orders)]
    return [*entries, log.Followed(orders)]


def _about(action: Action) -> int:
    """The seat that an action of the referee is about; 0 where it is about none."""
    return getattr(action, "seat", None) or 0


def take_place(state: TableState, guest: str, seat: int, *, own: bool) -> Entries:
    """Take a seat by a link of the event; own: the link is one player's alone.

    A hand that is being played is shown to whoever held it in this deal, on another device too, and
    to nobody else: who comes in mid-deal to an empty seat has it from the next deal on.
    """
    if guest in state.removed or not guest:
        raise CommandRefused("removed" if guest else "no-cookie")
    if state.seat_of(guest) == seat:
        return []
    others = {at for who, at in state.seen_hands if who == guest and at != seat}
    if state.seat_of(guest) is not None or (state.running and others):
        raise CommandRefused("two-hands")
    taken, name = state.seats[seat], state.name_of(seat)
    if taken.kind == HUMAN and not own:
        raise CommandRefused("taken")
    mine = (guest, seat) in state.seen_hands
    if state.running and taken.kind != HUMAN and not mine:
        given_up: Entries = [] if (at := state.next_seat_of(guest)) is None else [log.Reserved(at)]
        return [*given_up, log.Reserved(seat, guest, name)]
    return [log.Sat(seat, guest, name), log.Readied(seat, on=True)]
