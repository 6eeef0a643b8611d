"""What a guest may do at a table: commands in, entries of the log out, or a refusal with its code.

Nothing is decided about cards here: the deal says what it refuses, and why.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..actions import Action, Claim, to_json
from ..bots import NAMES
from ..cards import Cards, CardTextError
from ..deal import Deal
from ..phases.state import DRAW, changed
from ..rulings import NotAllowed, NotNow, Ruling
from ..turn import action_of
from ..view import view
from . import entries as log
from . import lessons
from .limits import NAME_LENGTH
from .log import EMPTY, HUMAN, Played, TableState, last_choice
from .pace import SPEEDS
from .rest import laid_down, sure_leads, unseen
from .shuffle import cutter

Entries = list[log.Entry]


class Refused(Exception):
    """A command that cannot be obeyed: its code, and the rules' reason where they refuse it."""

    def __init__(self, code: str, why: Ruling | NotNow | str | None = None) -> None:
        super().__init__(code)
        self.code, self.why = code, why


@dataclass(frozen=True)
class Guest:
    """Who commands: hosts: whether he has the host's rights now."""

    guest: str
    name: str
    seat: int | None
    hosts: bool

    def seated(self) -> int:
        """His seat."""
        if self.seat is None:
            raise Refused("not-seated")
        return self.seat

    def need_host(self) -> None:
        """Refuse anybody but the host."""
        if not self.hosts:
            raise Refused("not-host")


# Cards.


def read_cards(text: str | None) -> Cards | None:
    """The cards a client names; Refused if they cannot be read."""
    if text is None:
        return None
    try:
        return Cards.parse(text)
    except CardTextError as error:
        raise Refused("unreadable", str(error)) from None


def asked(deal: Deal, seat: int) -> Deal:
    """The deal with the seat's turn while cards are drawn, if it could speak."""
    return changed(deal, asking=(seat,)) if deal.phase == DRAW and seat in deal.asking else deal


def action(deal: Deal, seat: int, cards: Cards | None) -> Action:
    """What the seat would do with these cards; Refused with the reason if it may not."""
    deal = asked(deal, seat)
    if deal.turn != seat:
        raise Refused("not-your-turn")
    try:
        wanted = action_of(view(deal, seat), cards)
    except ValueError:
        raise Refused("one-card") from None
    need_allowed(deal, wanted)
    return wanted


def need_allowed(deal: Deal, wanted: Action) -> None:
    """Refuse what the deal refuses."""
    try:
        deal.apply(wanted)
    except NotAllowed as error:
        raise Refused("illegal", error.ruling) from None
    except NotNow as error:
        raise Refused("illegal", error) from None
    except ValueError as error:
        raise Refused("illegal", str(error)) from None


def act(state: TableState, seat: int, wanted: Action, *, by: str, move: str | None) -> Entries:
    """A seat's action; one who acts has his seat back from the bot."""
    back: Entries = (
        [log.Autoed(seat, on=False)] if by == "player" and state.seats[seat].auto else []
    )
    return [*back, log.Acted(seat, to_json(wanted), by, move)]


def need_deal(state: TableState) -> Played:
    """The running deal."""
    if state.played is None or not state.running:
        raise Refused("no-deal")
    return state.played


def undo(state: TableState, seat: int, move: str, *, alone: bool) -> Entries:
    """Take back the last choice of a seat; only where bots alone oppose it."""
    need_deal(state)
    if not alone:
        raise Refused("not-alone")
    keep = last_choice(state, seat)
    if keep is None:
        raise Refused("nothing-to-undo")
    return [log.Undone(seat, keep, move)]


def again(state: TableState, seat: int, move: str) -> Entries:
    """Go back to the step of a lesson that went another way."""
    part, actions = lessons.part_of(state), need_deal(state).actions
    keep = part.back_to(actions) if part else None
    if keep is None:
        raise Refused("nothing-to-undo")
    return [log.Undone(seat, keep, move)]


def rest(state: TableState, seat: int, move: str) -> Entries:
    """Lay down the rest."""
    played = need_deal(state)
    mine = view(played.deal, seat)
    leads = sure_leads(mine, unseen(mine, (event for _, event in played.events)))
    if leads is None:
        raise Refused("not-decided")
    actions = laid_down(played.deal, seat, leads)
    moves = [move, *[None] * len(actions)]
    return [
        log.Acted(done.seat, to_json(done), "rest", moves[at]) for at, done in enumerate(actions)
    ]


def claim(state: TableState, seat: int, against: int) -> Entries:
    """Say that a seat has played what it may not."""
    said = Claim(seat, against)
    need_allowed(need_deal(state).deal, said)
    return [log.Acted(seat, to_json(said), "player")]


# The room.


def _need_between(state: TableState) -> None:
    """Refuse to move people about in the middle of a match."""
    if state.played is not None and state.match.over is None:
        raise Refused("started")


def _need_place(state: TableState, *seats: int) -> None:
    if any(seat >= state.ruleset.players for seat in seats):
        raise Refused("no-such-seat")


def sit(state: TableState, guest: Guest, seat: int | None) -> Entries:
    """Take a free seat or a bot's, change seats, or stand up."""
    if seat is None:
        at = guest.seated()
        if state.played is not None and state.match.over is None:
            return [log.Botted(at, state.made.bots)]
        return [log.Left(at)]
    _need_place(state, seat)
    if not guest.guest:
        raise Refused("no-cookie")
    if state.seats[seat].kind == HUMAN:
        raise Refused("taken")
    if state.made.solo and guest.seat is None and guest.guest != state.made.host:
        raise Refused("full")
    if guest.seat is not None:
        _need_between(state)
        return [log.Swapped(guest.seat, seat)]
    goes_on: Entries = [log.Paused(on=False)] if state.paused else []
    return [log.Sat(seat, guest.guest, guest.name), *goes_on]


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


def remove(state: TableState, guest: Guest, seat: int) -> Entries:
    """Send somebody away; in the middle of a match a bot goes on for him."""
    guest.need_host()
    _need_place(state, seat)
    if state.seats[seat].kind == EMPTY or seat == guest.seat:
        raise Refused("no-such-seat")
    if state.played is not None and state.match.over is None:
        return [log.Botted(seat, state.seats[seat].bot or state.made.bots)]
    return [log.Left(seat)]


def bot(state: TableState, guest: Guest, seat: int, name: str | None) -> Entries:
    """Give a seat without a guest to a bot, or make it empty."""
    guest.need_host()
    _need_place(state, seat)
    if state.seats[seat].kind == HUMAN:
        raise Refused("taken")
    if name is None:
        _need_between(state)
        return [log.Left(seat)] if state.seats[seat].kind != EMPTY else []
    if name not in NAMES:
        raise Refused("no-such-bot")
    return [log.Botted(seat, name)]


def auto(state: TableState, guest: Guest, *, on: bool) -> Entries:
    """Hand the own seat to a bot, or take it back."""
    seat = guest.seated()
    return [log.Autoed(seat, on)] if state.seats[seat].auto != on else []


def pause(state: TableState, guest: Guest, *, on: bool, alone: bool) -> Entries:
    """Let the table stand still, only where bots alone oppose; or go on."""
    guest.seated()
    if on and not alone:
        raise Refused("not-alone")
    return [log.Paused(on)] if state.paused != on else []


def speed(state: TableState, guest: Guest, name: str) -> Entries:
    """Choose a speed."""
    guest.seated()
    guest.need_host()
    if name not in SPEEDS:
        raise Refused("no-such-speed")
    return [log.Speeded(name)] if state.speed != name else []


def rename(state: TableState, seat: int | None, name: str) -> Entries:
    """Have another name."""
    if seat is None or state.seats[seat].name == name:
        return []
    return [log.Renamed(seat, name)]


def clean_name(text: str) -> str:
    """A name as it is kept: one line, not too long."""
    name = " ".join("".join(c for c in text if c.isprintable()).split())[:NAME_LENGTH].strip()
    if not name:
        raise Refused("no-name")
    return name


def luck(state: TableState, seat: int, text: str, cut: int | None) -> Entries:
    """Add words to the shuffle of the next deal, once; the cutter also chooses his place."""
    if not state.secret or state.luck[seat] or not text:
        return []
    cuts = cutter(state.ruleset, state.match.setup()) == seat
    if cut is not None and (not cuts or cut >= 54 * state.ruleset.decks):
        raise Refused("no-cut")
    return [log.Lucked(seat, text, cut)]


def rematch(state: TableState, guest: Guest, first_seat: int) -> Entries:
    """A new match at the same table, once this one is over."""
    guest.seated()
    guest.need_host()
    if state.match.over is None:
        raise Refused("not-over")
    return [log.Rematched(first_seat)]
