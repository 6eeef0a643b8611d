"""What a client may say on its socket: one JSON object a frame, told apart by `do`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from ...engine.state import SEATS

MoveId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\0]*$")]
CardText = Annotated[str, Meta(max_length=500)]
SeatNumber = Annotated[int, Meta(ge=0, lt=SEATS)]
Sign = Annotated[str, Meta(min_length=1, max_length=20)]
Number = Annotated[int, Meta(ge=0, le=2**53)]


class ClientMessage(
    msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True
):
    """Something a client says."""


class Hello(ClientMessage, frozen=True):
    """The first message: the last sequence number it knows, and its language."""

    last: Number | None = None
    lang: str = "en"


class Act(ClientMessage, frozen=True):
    """Lay, show, bury or name cards; none is a pass. seq: of the state it answers to."""

    id: MoveId
    seq: Number
    cards: CardText | None = None


class Try(ClientMessage, frozen=True):
    """Ask whether a selection would be allowed."""

    cards: CardText


class AskHint(ClientMessage, frozen=True, tag="hint"):
    """Ask what a good player would do."""


class Coach(ClientMessage, frozen=True):
    """Wish to hear the coach, or no longer."""

    on: bool


class Undo(ClientMessage, frozen=True):
    """Take back one's own last choice."""

    id: MoveId


class Again(ClientMessage, frozen=True):
    """Go back to the step of the lesson that went another way."""

    id: MoveId


class Rest(ClientMessage, frozen=True):
    """Lay down the rest."""

    id: MoveId


class Pause(ClientMessage, frozen=True):
    """Let the table stand still."""

    on: bool


class SetSpeed(ClientMessage, frozen=True, tag="speed"):
    """Choose a speed."""

    name: str


class SetTerms(ClientMessage, frozen=True, tag="terms"):
    """Before the first deal: play by another preset, or with other bots."""

    ruleset: str
    bots: str


class Go(ClientMessage, frozen=True):
    """What was shown has been seen."""


class Sit(ClientMessage, frozen=True):
    """Take a seat, or with none stand up."""

    seat: SeatNumber | None


class Swap(ClientMessage, frozen=True):
    """Let two seats change places."""

    a: SeatNumber
    b: SeatNumber


class Ready(ClientMessage, frozen=True):
    """Be ready to begin."""

    on: bool


class Remove(ClientMessage, frozen=True):
    """Send somebody away."""

    seat: SeatNumber


class SetBot(ClientMessage, frozen=True, tag="bot"):
    """Give an empty seat to a bot, or with no name take it away."""

    seat: SeatNumber
    name: str | None


class Auto(ClientMessage, frozen=True):
    """Hand one's own seat to a bot for a while."""

    on: bool


class Speak(ClientMessage, frozen=True, tag="say"):
    """Say something to the table."""

    text: Annotated[str, Meta(max_length=2000)]


class Phrase(ClientMessage, frozen=True):
    """Say one of the page's phrases."""

    n: Annotated[int, Meta(ge=0, le=99)]


class Mute(ClientMessage, frozen=True):
    """Do not hear somebody at this table, or hear them again."""

    by: Sign
    on: bool


class Block(ClientMessage, frozen=True):
    """Never hear somebody nor be brought together with them, or no longer."""

    by: Sign
    on: bool


class Report(ClientMessage, frozen=True):
    """Tell the operator about somebody."""

    by: Sign
    why: Annotated[str, Meta(pattern="^(talk|name|play|leaving)$")]
    text: Annotated[str, Meta(max_length=500)] = ""


class Name(ClientMessage, frozen=True):
    """Take another name."""

    text: Annotated[str, Meta(max_length=200)]


class Rematch(ClientMessage, frozen=True):
    """Begin a new match when this one is over."""


class ClaimFoul(ClientMessage, frozen=True, tag="claim"):
    """Say that a seat has played what it may not."""

    seat: SeatNumber


class Luck(ClientMessage, frozen=True):
    """Add words to the shuffle of the next deal; whoever cuts it also says where."""

    text: Annotated[str, Meta(max_length=100)]
    cut: Annotated[int, Meta(ge=0, le=215)] | None = None


class Cut(ClientMessage, frozen=True):
    """Cut the cards, taking so many from the top; none: leave them as they are."""

    at: Annotated[int, Meta(ge=1, le=215)] | None


class Decide(ClientMessage, frozen=True):
    """Decide as referee about a player whose time is up: the program plays, or more time."""

    play: bool


class RuleOn(ClientMessage, frozen=True, tag="rule"):
    """Rule as host on a foul, on the attackers' points, or that the cards are dealt again.

    on: nothing asks what there is to rule on. rule: the foul; points: by which they change. sure:
    it is done; else what it would bring is told.
    """

    on: Annotated[str, Meta(pattern="^(foul|points|void|)$")] = ""
    seat: SeatNumber | None = None
    rule: Annotated[str, Meta(max_length=40)] = ""
    cards: Annotated[int, Meta(ge=1, le=216)] | None = None
    found: Annotated[str, Meta(pattern="^(at_once|later)$")] | None = None
    variant: Annotated[str, Meta(pattern="^(plain|mixed_up|counted_first)$")] | None = None
    points: Annotated[int, Meta(ge=-1000, le=1000)] = 0
    sure: bool = False


class CallReferee(ClientMessage, frozen=True, tag="call"):
    """Call the referee of the event."""

    text: Annotated[str, Meta(max_length=400)] = ""


class Hold(ClientMessage, frozen=True):
    """How many seconds a finished trick stays, in a game against bots alone; none: until `go`."""

    seconds: Annotated[float, Meta(ge=0, le=60)] | None


class Lang(ClientMessage, frozen=True):
    """Read another language."""

    lang: str


class Ping(ClientMessage, frozen=True):
    """Ask for an answer."""

    t: float | int = 0


AnyClientMessage = (
    Hello | Act | Try | AskHint | Coach | Undo | Again | Rest | Pause | SetSpeed | SetTerms | Go
    | Sit | Swap | Ready | Remove | SetBot | Auto | Speak | Phrase | Mute | Block | Report | Name
    | Rematch | ClaimFoul | Luck | Cut | Decide | RuleOn | CallReferee | Hold | Lang | Ping
)  # fmt: skip

_decoder = msgspec.json.Decoder(AnyClientMessage)
Unreadable = msgspec.MsgspecError


def read(text: str | bytes) -> AnyClientMessage:
    """What a client said; Unreadable says what is wrong with it."""
    said: AnyClientMessage = _decoder.decode(text)
    return said
