"""What gateways, owners of tables and thinkers write to each other over the bus."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ..protocol.outgoing import CoachNote, GoneReason, RefusalCode

TABLES = "tables"  # asked: whoever has tables
THINK = "think"  # asked: whoever thinks
ALIVE = "alive"  # told to all
DISMISS = "dismiss"  # told to all gateways
LET_GO = "let-go"  # told to whoever has tables
CENSUS = "census"  # told to all processes
EVENTS = "events"  # told to all gateways


def owner_subject(owner: str) -> str:
    """Where one owner of tables is asked."""
    return f"tables.{owner}"


def said_subject(owner: str) -> str:
    """Where one owner of tables hears what clients say."""
    return f"tables.{owner}.said"


def thinker_subject(thinker: str) -> str:
    """Where one process that thinks is asked how far it is."""
    return f"think.{thinker}"


def census_subject(asker: str) -> str:
    """Where one process hears how all are."""
    return f"census.{asker}"


def gateway_subject(gateway: str) -> str:
    """Where one gateway hears what its clients are told."""
    return f"gateway.{gateway}"


class Letter(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """Something written to another process."""


# To everybody.


class Alive(Letter, frozen=True):
    """A process lives; life: grows when it may have missed something."""

    name: str
    life: int


class Dismiss(Letter, frozen=True):
    """Whoever comes as one of these, or from there, has to come again and is looked at anew."""

    guests: list[str] = []
    addresses: list[str] = []


class AskCensus(Letter, frozen=True):
    """How are you? asker: who wants to know."""

    asker: str


class Census(Letter, frozen=True):
    """How a process is, as JSON."""

    name: str
    body: bytes


# From a gateway to whoever has tables.


class Find(Letter, frozen=True):
    """Who has the table? Whoever is asked takes it if nobody has."""

    table: str


class Make(Letter, frozen=True):
    """Make a table; made: its first entry, as it is kept. name: what its maker is called.

    done: what has happened there when it begins, entry by entry.
    """

    made: bytes
    name: str
    done: list[bytes] = []


class Found(Letter, frozen=True):
    """The table, and who has it."""

    table: str
    owner: str


class NoTable(Letter, frozen=True):
    """There is no such table."""


# From a gateway to the owner of a table.


class Join(Letter, frozen=True):
    """A client came; number: its own at its gateway. life: of the gateway."""

    table: str
    gateway: str
    life: int
    number: int
    guest: str


class Say(Letter, frozen=True):
    """A client said something that can be read."""

    gateway: str
    number: int
    text: str


class Fault(Letter, frozen=True):
    """A client said something that is refused whatever it means."""

    gateway: str
    number: int
    move: str | None
    code: RefusalCode
    why: str | None


class Leave(Letter, frozen=True):
    """A client is gone."""

    gateway: str
    number: int


class AskRoom(Letter, frozen=True):
    """What all may know of the table."""

    table: str
    language: str


class AskFinished(Letter, frozen=True):
    """How many deals are finished, as far as that is told."""

    table: str


class AskSave(Letter, frozen=True):
    """The match as GAME.SAV."""

    table: str
    language: str


class LetGo(Letter, frozen=True):
    """The log of the table was written anew: it is to be read again when it is next wanted."""

    table: str


class OfEvent(Letter, frozen=True):
    """Who asks a table for a match: the event by its name, the match and the room.

    A table answers only those it was made for: a log says what it likes about tables.
    """

    table: str
    event: str
    match: str
    room: int


class Follow(OfEvent, frozen=True):
    """What an event orders at a table, as JSON; nothing: only its report is wanted."""

    orders: bytes = b""


class TakeSeat(OfEvent, frozen=True):
    """A guest takes a seat of an event's table; own: by a link that is one player's alone."""

    guest: str
    seat: int
    own: bool
    language: str


class LookAt(OfEvent, frozen=True):
    """What a claim at an event's table is about, by the number of the call: for its referee."""

    call: int
    language: str


# What the owner answers.


class NotHere(Letter, frozen=True):
    """The table is not here, or no longer."""


class Joined(Letter, frozen=True):
    """The client is there; life: of the owner."""

    life: int


class Given(Letter, frozen=True):
    """What was asked for; deals: how many are finished."""

    body: bytes
    deals: int = 0


class Refused(Letter, frozen=True):
    """It cannot be had, and why."""

    text: str


# From the owner of a table to a gateway.


class Tell(Letter, frozen=True):
    """A message for some of its clients."""

    numbers: list[int]
    text: str


class SendAway(Letter, frozen=True):
    """These clients are to be closed."""

    numbers: list[int]
    code: int
    reason: GoneReason


# From the owner of a table to all gateways.


class Happened(Letter, frozen=True):
    """There is something new at the table of a match, for its event."""

    event: str
    match: str


# To whoever thinks, and the answers.


class Think(Letter, frozen=True):
    """What does a bot do in a seat? It gets what the seat has been told, and its view.

    people: somebody plays at the table. language: of the reason, if one is wanted. think: the
    seconds it has, where it can use them. play: what the seat did, or is about to do, which a coach
    is to judge; about: before it is done, it only warns.
    """

    table: str
    bot: str
    seat: int
    seed: int
    told: list[msgspec.Raw]
    view: msgspec.Raw
    people: bool = True
    language: str | None = None
    think: float | None = None
    play: dict[str, Any] | None = None
    about: bool = False


class Thought(Letter, frozen=True):
    """What it does, why, and the tip that applies; no action if it failed. note: of a coach."""

    action: dict[str, Any] | None
    why: str | None = None
    tip: int | None = None
    note: CoachNote | None = None


class Work(Letter, frozen=True):
    """Do a job, by its name; given: what for, as the job has it packed."""

    job: str
    given: bytes


class Worked(Letter, frozen=True):
    """What came of it, likewise."""

    result: bytes


class Declined(Letter, frozen=True):
    """The job has refused; what a client is told."""

    status: int
    code: str
    text: str


class NotWorked(Letter, frozen=True):
    """It was not done: too much waits, it took too long, or it failed."""

    why: Literal["busy", "too-long", "died", "failed"]


class Working(Letter, frozen=True):
    """Whatever was asked for is not ready: it has a number, by which it is asked for again."""

    thinker: str
    number: int


class AskAgain(Letter, frozen=True):
    """Whether it is ready now."""

    number: int


class Forgotten(Letter, frozen=True):
    """Nothing is known of such a number."""


Question = AskRoom | AskFinished | AskSave | Follow | TakeSeat | LookAt
AnyLetter = (
    Alive | Dismiss | LetGo | AskCensus | Census | Find | Make | Found | NoTable | Join | Say
    | Fault | Leave | Question | NotHere | Joined | Given | Refused | Tell | SendAway | Happened
    | Think | Thought | Work | Worked | Declined | NotWorked | Working | AskAgain | Forgotten
)  # fmt: skip

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(AnyLetter)


def pack(letter: Letter) -> bytes:
    """The letter as the bus carries it."""
    return _encoder.encode(letter)


def raw(data: Any) -> msgspec.Raw:
    """Plain data as a part of letters, packed once."""
    return msgspec.Raw(_encoder.encode(data))


def unpack(body: bytes) -> AnyLetter:
    """The letter that came."""
    letter: AnyLetter = _decoder.decode(body)
    return letter
