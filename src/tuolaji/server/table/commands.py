"""What a guest may do at a table: commands in, entries of the log out, or a refusal with its code.

Nothing is decided about cards here: the deal says what it refuses, and why.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container
from dataclasses import dataclass

from ...bots import all_names
from ...cards import Cards, CardTextError
from ...deal import Deal
from ...deal.actions import Action, Pass, to_json
from ...deal.lay_down import laid_down, sure_leads, unseen
from ...deal.opening import OpeningDraw, cutter
from ...deal.phase import DRAW
from ...deal.turn import action_of
from ...deal.view import view
from ...verdicts.ruling import NotAllowed, NotNow, Ruling
from ..protocol.outgoing import RefusalCode
from . import entries as log
from . import lessons
from .past import last_choice
from .state import EMPTY, HUMAN, TableDeal, TableState
from .timing import SPEEDS

Entries = list[log.Entry]
_MOST_MARKS = 2  # on one letter
REFEREE = "referee"


class CommandRefused(Exception):
    """A command that cannot be obeyed: its code, and the rules' reason where they refuse it."""

    def __init__(self, code: RefusalCode, why: Ruling | NotNow | str | None = None) -> None:
        super().__init__(code)
        self.code, self.why = code, why


@dataclass(frozen=True)
class Guest:
    """Who commands. hosts: whether they have the host's rights now. account: whether they have one.

    stand_in: the bot that plays on when they leave.
    """

    guest: str
    name: str
    seat: int | None
    hosts: bool
    account: bool = False
    stand_in: str = ""

    def seated(self) -> int:
        """Their seat; whoever has none is refused."""
        if self.seat is None:
            raise CommandRefused("not-seated")
        return self.seat

    def need_host(self) -> None:
        """Refuse anybody but the host."""
        if not self.hosts:
            raise CommandRefused("not-host")


# Cards.


def read_cards(text: str | None) -> Cards | None:
    """The cards a client names; CommandRefused if they cannot be read."""
    if text is None:
        return None
    try:
        return Cards.parse(text)
    except CardTextError as error:
        raise CommandRefused("unreadable", str(error)) from None


def action(deal: Deal, seat: int, cards: Cards | None) -> Action:
    """What the seat would do with these cards; CommandRefused with the reason if it may not."""
    if seat not in deal.may_act:
        raise CommandRefused("not-your-turn")
    try:
        wanted = action_of(view(deal, seat), cards)
    except ValueError:
        raise CommandRefused("one-card") from None
    if deal.phase != DRAW or not isinstance(wanted, Pass):  # who is not asked yet may pass
        need_allowed(deal, wanted)
    return wanted


def need_allowed(deal: Deal, wanted: Action) -> None:
    """Refuse what the deal refuses."""
    try:
        deal.apply(wanted)
    except NotAllowed as error:
        raise CommandRefused("illegal", error.ruling) from None
    except NotNow as error:
        raise CommandRefused("illegal", error) from None
    except ValueError as error:
        raise CommandRefused("illegal", str(error)) from None


def act(state: TableState, seat: int, wanted: Action, *, by: str, move: str | None) -> Entries:
    """A seat's action; whoever acts takes their seat back from the bot."""
    back: Entries = (
        [log.AutoSwitched(seat, on=False)] if by == "player" and state.seats[seat].auto else []
    )
    return [*back, log.Acted(seat, to_json(wanted), by, move)]


def need_deal(state: TableState) -> TableDeal:
    """The running deal."""
    if state.played is None or not state.running:
        raise CommandRefused("no-deal")
    return state.played


def undo(state: TableState, seat: int, move: str, *, alone: bool, most: int) -> Entries:
    """Take back the last choice of a seat, in a game against bots alone, so often at most."""
    played = need_deal(state)
    if not alone:
        raise CommandRefused("not-alone")
    if played.taken_back >= most:
        raise CommandRefused("too-often")
    keep = last_choice(state, seat)
    if keep is None:
        raise CommandRefused("nothing-to-undo")
    return [log.Undone(seat, keep, move)]


def again(state: TableState, seat: int, move: str, *, most: int) -> Entries:
    """Go back to the step of a lesson that went another way, so often at most."""
    if need_deal(state).taken_back >= most:
        raise CommandRefused("too-often")
    part, actions = lessons.part_of(state), need_deal(state).actions
    keep = part.back_to(actions) if part else None
    if keep is None:
        raise CommandRefused("nothing-to-undo")
    return [log.Undone(seat, keep, move)]


def rest(state: TableState, seat: int, move: str) -> Entries:
    """Lay down the rest."""
    played = need_deal(state)
    mine = view(played.deal, seat)
    leads = sure_leads(mine, unseen(mine, played.laid))
    if leads is None:
        raise CommandRefused("not-decided")
    actions = laid_down(played.deal, seat, leads)
    moves = [move, *[None] * len(actions)]
    return [
        log.Acted(done.seat, to_json(done), "rest", moves[at]) for at, done in enumerate(actions)
    ]


# The room.


def _need_between(state: TableState) -> None:
    """Refuse to change seats in the middle of a match."""
    if state.in_match:
        raise CommandRefused("started")


def _need_place(state: TableState, *seats: int) -> None:
    if any(seat >= state.ruleset.players for seat in seats):
        raise CommandRefused("no-such-seat")


def sit(state: TableState, guest: Guest, seat: int | None) -> Entries:
    """Take a free seat or a bot's, change seats, or stand up.

    Nobody sees two hands of a deal: while one is played a bot's seat is taken from the next deal
    on, except by whoever had it in this one.
    """
    if seat is None:
        return _stand_up(state, guest)
    _need_place(state, seat)
    _need_welcome(state, guest)
    taken = state.seats[seat]
    mine = (guest.guest, seat) in state.seen_hands
    reserved = taken.next_guest not in ("", guest.guest)
    if taken.kind == HUMAN or (reserved and not (mine and state.running)):
        raise CommandRefused("taken")
    if guest.seat is not None:
        _need_between(state)
        return [log.Swapped(guest.seat, seat)]
    later = state.running and not mine
    takes = (log.Reserved if later else log.Sat)(seat, guest.guest, guest.name)
    goes_on: Entries = [log.Paused(on=False)] if state.paused else []
    return [*_give_up(state, guest), takes, *goes_on]


def _need_welcome(state: TableState, guest: Guest) -> None:
    """Refuse a guest who may not sit at this table."""
    if not guest.guest:
        raise CommandRefused("no-cookie")
    if guest.guest in state.removed:
        raise CommandRefused("removed")
    if state.made.rated and not guest.account:
        raise CommandRefused("no-account")
    if state.made.solo and guest.seat is None and guest.guest != state.made.host:
        raise CommandRefused("full")


def _give_up(state: TableState, guest: Guest) -> Entries:
    """Take no seat when the next deal begins, if the guest was going to."""
    at = state.next_seat_of(guest.guest)
    return [] if at is None else [log.Reserved(at)]


def _stand_up(state: TableState, guest: Guest) -> Entries:
    if given_up := _give_up(state, guest):
        return given_up
    at = guest.seated()
    bot = guest.stand_in or state.made.bots
    return [log.BotSeated(at, bot)] if state.in_match else [log.Left(at)]


def take_seats(state: TableState, here: Container[str]) -> Entries:
    """The next deal begins: those who waited for it sit down if they are here, bots fill up."""
    entries: Entries = []
    for at, seat in enumerate(state.seats):
        coming = seat.next_guest
        if coming and coming in here and state.seat_of(coming) is None:
            entries.append(log.Sat(at, coming, seat.next_name))
        elif coming:
            entries.append(log.Reserved(at))
        elif seat.kind == EMPTY:
            entries.append(log.BotSeated(at, state.made.bots))
    return entries


def swap(state: TableState, guest: Guest, a: int, b: int) -> Entries:
    """Let two seats change places."""
    guest.need_host()
    _need_between(state)
    _need_place(state, a, b)
    return [log.Swapped(a, b)] if a != b else []


def ready(state: TableState, guest: Guest, *, on: bool) -> Entries:
    """Be ready, or not."""
    seat = guest.seated()
    return [log.Readied(seat, on)] if state.seats[seat].ready != on else []


def remove(
    state: TableState, guest: Guest, seat: int, *, lost: bool, agreed: bool, stand_in: str = ""
) -> Entries:
    """Send somebody away for good; in the middle of a match a bot plays on.

    lost: the guest has been away for longer than seats are kept. agreed: everybody else at the
    table has said so. stand_in: the bot that plays on, unless one sits there.
    """
    _need_place(state, seat)
    taken = state.seats[seat]
    if taken.kind == EMPTY or seat == guest.seat:
        raise CommandRefused("no-such-seat")
    if not (agreed and taken.kind == HUMAN):
        guest.need_host()
    if taken.kind == HUMAN and state.in_match and not (lost or agreed):
        raise CommandRefused("not-agreed")
    plays_on = (taken.bot or stand_in or state.made.bots) if state.in_match else ""
    if taken.guest or taken.next_guest:
        return [log.Removed(seat, plays_on)]
    return [log.BotSeated(seat, plays_on)] if plays_on else [log.Left(seat)]


def bot(state: TableState, guest: Guest, seat: int, name: str | None) -> Entries:
    """Give a seat without a guest to a bot, or make it empty."""
    guest.need_host()
    _need_place(state, seat)
    if state.seats[seat].kind == HUMAN:
        raise CommandRefused("taken")
    if name is None:
        _need_between(state)
        return [log.Left(seat)] if state.seats[seat].kind != EMPTY else []
    if name not in all_names():
        raise CommandRefused("no-such-bot")
    return [log.BotSeated(seat, name)]


def auto(state: TableState, guest: Guest, *, on: bool) -> Entries:
    """Hand one's own seat to a bot, or take it back."""
    seat = guest.seated()
    return [log.AutoSwitched(seat, on)] if state.seats[seat].auto != on else []


def pause(state: TableState, guest: Guest, *, on: bool, alone: bool) -> Entries:
    """Let the table stand still, in a game against bots alone; or go on."""
    guest.seated()
    if on and not alone:
        raise CommandRefused("not-alone")
    return [log.Paused(on)] if state.paused != on else []


def speed(state: TableState, guest: Guest, name: str) -> Entries:
    """Choose a speed."""
    guest.seated()
    guest.need_host()
    if name not in SPEEDS:
        raise CommandRefused("no-such-speed")
    return [log.SpeedChosen(name)] if state.speed != name else []


def rename(state: TableState, seat: int | None, name: str) -> Entries:
    """Have another name."""
    if seat is None or state.seats[seat].name == name:
        return []
    return [log.Renamed(seat, name)]


def readable(text: str) -> str:
    """A text in one line that can be read: nothing invisible, and no towers of marks."""
    out, marks = [], 0
    for one in text:
        marks = marks + 1 if unicodedata.combining(one) else 0
        if one.isspace():
            out.append(" ")
        elif one.isprintable() and marks <= _MOST_MARKS:
            out.append(one)
    return " ".join("".join(out).split())


def clean_name(text: str, longest: int) -> str:
    """A name as it is kept: one line, not too long."""
    name = readable(text)[:longest].strip()
    if not name:
        raise CommandRefused("no-name")
    return name


def luck(state: TableState, seat: int, text: str, cut: int | None) -> Entries:
    """Add words to the shuffle of the next deal, once; whoever cuts also says where."""
    if not state.secret or state.luck[seat] or not text:
        return []
    cuts = cutter(state.ruleset, state.match.setup()) == seat
    if cut is not None and (not cuts or cut >= 54 * state.ruleset.decks):
        raise CommandRefused("no-cut")
    return [log.WordsAdded(seat, text, cut)]


def cut(state: TableState, seat: int, at: int | None) -> Entries:
    """Cut the cards of the next deal, or decline."""
    may = not state.running and state.secret and state.cut is None
    if not may or cutter(state.ruleset, state.match.setup()) != seat:
        raise CommandRefused("no-cut")
    if at is not None and at >= 54 * state.ruleset.decks:
        raise CommandRefused("no-cut")
    return [log.CutMade(seat, at or 0)]


def rematch(state: TableState, guest: Guest, opening: OpeningDraw) -> Entries:
    """A new match at the same table, once this one is over."""
    guest.seated()
    guest.need_host()
    if state.match.over is None:
        raise CommandRefused("not-over")
    return [log.Rematched(opening.first_seat, drawn_cards(opening))]


def drawn_cards(opening: OpeningDraw) -> log.Drawn:
    """The cards of the opening draw as the log has them."""
    return tuple((seat, str(card)) for seat, card in opening.drawn)
