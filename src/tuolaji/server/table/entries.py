"""What is written into the log of a table, one value an entry; JSON in the store."""

from __future__ import annotations

from typing import Any

import msgspec

from ..protocol.outgoing import WatchDelay
from .event_orders import Call, MatchOf, Orders

KEPT = 300.0  # seconds

Drawn = tuple[tuple[int, str], ...]


class Entry(msgspec.Struct, frozen=True, tag_field="log", tag=str.lower, omit_defaults=True):
    """One thing that changed a table."""


class Made(Entry, frozen=True):
    """A table was made: its rules, who made it, and where its match begins.

    solo: its maker sits down and bots take the other seats. seed: the cards are to be the same
    again. levels to deals, failures, rounds: of a match that goes on from elsewhere. lesson: the
    part of a lesson that it teaches. kept: for how many seconds a seat and the host's rights are
    kept for a guest who is away. drawn: the cards of the opening draw, seat and card, in order.
    rest: the unknown bytes of the GAME.SAV it goes on from, hexadecimal. rated: its deals count for
    the ratings. public: it stands in the room, and anybody may sit down. quick: whoever comes is
    seated, and bots soon fill it. watch: how far onlookers are behind. match: of an event; bots: ""
    if nobody may play for people there. daily: the day whose deal its first one is.
    seat: where its maker sits. clock: turns are limited though nobody but bots would wait.
    midway: its first deal is played on from where another one was.
    """

    ruleset: str
    host: str
    first_seat: int
    at: float
    bots: str = "club"
    speed: str = "normal"
    solo: bool = False
    seed: int | None = None
    levels: tuple[str, ...] = ()
    banker: int | None = None
    deals: int = 0
    lesson: str = ""
    kept: float = KEPT
    drawn: Drawn = ()
    rest: str = ""
    rated: bool = False
    public: bool = False
    quick: bool = False
    watch: WatchDelay = "now"
    match: MatchOf | None = None
    daily: str = ""
    seat: int = 0
    clock: bool = False
    midway: bool = False
    failures: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()


class Sat(Entry, frozen=True):
    """A guest sat down."""

    seat: int
    guest: str
    name: str


class BotSeated(Entry, frozen=True, tag="botted"):
    """A bot took a seat."""

    seat: int
    bot: str


class Left(Entry, frozen=True):
    """A seat became empty."""

    seat: int


class Removed(Entry, frozen=True):
    """A guest was sent away for good; a bot, if one is named, plays on."""

    seat: int
    bot: str = ""


class Reserved(Entry, frozen=True):
    """A guest takes a bot's seat when the next deal begins; without a guest: nobody does."""

    seat: int
    guest: str = ""
    name: str = ""


class Swapped(Entry, frozen=True):
    """Two seats changed places."""

    a: int
    b: int


class Readied(Entry, frozen=True):
    """Somebody is ready to begin, or no longer."""

    seat: int
    on: bool


class Renamed(Entry, frozen=True):
    """Somebody has another name now."""

    seat: int
    name: str


class AutoSwitched(Entry, frozen=True, tag="autoed"):
    """A seat was handed to a bot, or taken back."""

    seat: int
    on: bool


class SpeedChosen(Entry, frozen=True, tag="speeded"):
    """Cards are drawn and bots play at another speed."""

    name: str


class TermsChosen(Entry, frozen=True, tag="terms"):
    """Before the first deal the host chose other rules or bots; the fields are those of `Made`."""

    ruleset: str
    bots: str
    first_seat: int
    drawn: Drawn = ()


class Paused(Entry, frozen=True):
    """The table stands still, or goes on."""

    on: bool


class Committed(Entry, frozen=True):
    """The secret of the next deal was drawn; only its SHA-256 is shown."""

    secret: str


class CutMade(Entry, frozen=True, tag="cut"):
    """Whoever cuts has cut, taking so many cards from the top; 0: they did not want to."""

    seat: int
    at: int


class WordsAdded(Entry, frozen=True, tag="lucked"):
    """A seat added its words to the shuffle; cut: where whoever cuts has cut."""

    seat: int
    text: str
    cut: int | None = None


class Dealt(Entry, frozen=True):
    """A deal began; played: the seconds the match has been played for. deck: fixed cards.

    number: of the deal in the match of an event.
    """

    at: float
    played: float = 0.0
    cut: int = 0
    deck: str = ""
    number: int = 0


class Acted(Entry, frozen=True):
    """Something was done in the deal; by: player, bot, clock, rest or referee.

    seat: who did it; of a ruling, whom it is about.
    """

    seat: int
    action: dict[str, Any]
    by: str
    move: str | None = None


class Passed(Entry, frozen=True):
    """Everybody whom the rules asked has passed until so many cards were drawn."""

    drawn: int


class Undone(Entry, frozen=True):
    """A seat took back: of the deal's actions so many are kept."""

    seat: int
    keep: int
    move: str | None = None


class Clocked(Entry, frozen=True):
    """The match has been played for so many seconds; written now and then, known to nobody."""

    played: float


class Rested(Entry, frozen=True):
    """The break began, when the match had been played for so many seconds."""

    played: float


class TimeUp(Entry, frozen=True, tag="timed"):
    """The time of the match was up; a deal that was being played does not count."""

    played: float


class Rematched(Entry, frozen=True):
    """A new match began at the same table; drawn: the cards of the opening draw, as in `Made`."""

    first_seat: int
    drawn: Drawn = ()


class Followed(Entry, frozen=True):
    """The event of the table has ordered something."""

    orders: Orders


class Called(Entry, frozen=True):
    """Somebody wants the referee of the event."""

    call: Call


class Answered(Entry, frozen=True):
    """A call, by its number, was answered."""

    call: int
    granted: bool


AnyEntry = (
    Made | Sat | BotSeated | Left | Removed | Reserved | Swapped | Readied | Renamed | AutoSwitched
    | SpeedChosen | TermsChosen | Paused | Committed | CutMade | WordsAdded | Dealt | Acted
    | Passed | Undone | Clocked | Rested | TimeUp | Rematched | Followed | Called | Answered
)  # fmt: skip

_decoder = msgspec.json.Decoder(AnyEntry)


def encode(entry: Entry) -> bytes:
    """The entry as the store keeps it."""
    return msgspec.json.encode(entry)


def decode(data: bytes) -> AnyEntry:
    """The entry that was kept."""
    entry: AnyEntry = _decoder.decode(data)
    return entry
