"""What a client may say on its socket: one JSON object a frame, told apart by `do`."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

LONGEST = 16 * 1024  # bytes of a message

MoveId = Annotated[str, Meta(min_length=1, max_length=64)]
CardText = Annotated[str, Meta(max_length=500)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Number = Annotated[int, Meta(ge=0, le=2**53)]


class Say(msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """Something a client says."""


class Hello(Say, frozen=True):
    """The first message: the last sequence number it knows, and its language."""

    last: Number | None = None
    lang: str = "en"


class Act(Say, frozen=True):
    """Lay, show, bury or name cards; none is a pass. seq: of the state it answers to."""

    id: MoveId
    seq: Number
    cards: CardText | None = None


class Try(Say, frozen=True):
    """Ask whether a selection would be allowed."""

    cards: CardText


class Hint(Say, frozen=True):
    """Ask what a good player would do."""


class Undo(Say, frozen=True):
    """Take back the last own choice."""

    id: MoveId


class Again(Say, frozen=True):
    """Go back to the step of the lesson that went another way."""

    id: MoveId


class Rest(Say, frozen=True):
    """Lay down the rest."""

    id: MoveId


class Pause(Say, frozen=True):
    """Let the table stand still."""

    on: bool


class Speed(Say, frozen=True):
    """Choose a speed."""

    name: str


class Go(Say, frozen=True):
    """What was shown has been seen."""


class Sit(Say, frozen=True):
    """Take a seat, or with none stand up."""

    seat: SeatNumber | None


class Swap(Say, frozen=True):
    """Let two seats change places."""

    a: SeatNumber
    b: SeatNumber


class Ready(Say, frozen=True):
    """Be ready to begin."""

    on: bool


class Remove(Say, frozen=True):
    """Send somebody away."""

    seat: SeatNumber


class Bot(Say, frozen=True):
    """Give an empty seat to a bot, or with no name take it away."""

    seat: SeatNumber
    name: str | None


class Auto(Say, frozen=True):
    """Hand the own seat to a bot for a while."""

    on: bool


class Speak(Say, frozen=True, tag="say"):
    """Say something to the table."""

    text: Annotated[str, Meta(max_length=2000)]


class Phrase(Say, frozen=True):
    """Say one of the page's phrases."""

    n: Annotated[int, Meta(ge=0, le=99)]


class Name(Say, frozen=True):
    """Be called something else."""

    text: Annotated[str, Meta(max_length=200)]


class Rematch(Say, frozen=True):
    """Begin a new match when this one is over."""


class Claim(Say, frozen=True):
    """Say that a seat has played what it may not."""

    seat: SeatNumber


class Luck(Say, frozen=True):
    """Add words to the shuffle of the next deal, and the cutter his place."""

    text: Annotated[str, Meta(max_length=100)]
    cut: Annotated[int, Meta(ge=0, le=215)] | None = None


class Hold(Say, frozen=True):
    """How many seconds a finished trick stays where bots alone oppose; none: until `go`."""

    seconds: Annotated[float, Meta(ge=0, le=60)] | None


class Lang(Say, frozen=True):
    """Read another language."""

    lang: str


class Ping(Say, frozen=True):
    """Ask for an answer."""

    t: float | int = 0


AnySay = (
    Hello | Act | Try | Hint | Undo | Again | Rest | Pause | Speed | Go | Sit | Swap | Ready
    | Remove | Bot | Auto | Speak | Phrase | Name | Rematch | Claim | Luck | Hold | Lang | Ping
)  # fmt: skip

_decoder = msgspec.json.Decoder(AnySay)
Unreadable = msgspec.MsgspecError


def read(text: str | bytes) -> AnySay:
    """What a client said; Unreadable says what is wrong with it."""
    said: AnySay = _decoder.decode(text)
    return said


def write(kind: str, **facts: Any) -> str:
    """What a client is sent, told apart by `is`."""
    return msgspec.json.encode({"is": kind, **facts}).decode("utf-8")
