"""What a client is sent on its socket: one JSON object a frame, told apart by `is`.

The page's types, `web/src/lib/wire.ts`, are made from these (`python scripts/wire.py`). What is not
always there is `UNSET` when it is missing, and null is something else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ...deal.phase import Phase

RefusalCode = Literal[
    "bad-message",
    "full",
    "illegal",
    "no-account",
    "no-answer",
    "no-cookie",
    "no-cut",
    "no-deal",
    "no-flag",
    "no-hello",
    "no-hints",
    "no-name",
    "no-referee",
    "no-ruling",
    "no-such-bot",
    "no-such-guest",
    "no-such-ruleset",
    "no-such-seat",
    "no-such-speed",
    "no-talk",
    "not-agreed",
    "not-alone",
    "not-decided",
    "not-host",
    "not-over",
    "not-seated",
    "not-your-turn",
    "of-event",
    "referee-comes",
    "nothing-to-undo",
    "one-card",
    "rated",
    "daily",
    "removed",
    "stale",
    "started",
    "taken",
    "too-fast",
    "too-late",
    "too-long",
    "too-many-seated",
    "too-often",
    "two-hands",
    "unavailable",
    "unreadable",
]
GoneReason = Literal["banned", "no-table", "restart", "too many faults", "too slow", "too-many"]
OrderDone = Literal["muted", "heard", "blocked", "unblocked", "reported"]
SeatKind = Literal["human", "bot", "empty"]
WatchDelay = Literal["now", "trick", "deal"]
CoachMark = Literal["good", "doubtful", "mistake", "risk"]
Mark = Literal["throw", "tractor", "bomb", "ruff", "overruff"]

# Plain data whose types the page has under these names.
ViewJson = Annotated[dict[str, Any], Meta(title="View")]
EventJson = Annotated[Mapping[str, Any], Meta(title="Step")]


class Info(msgspec.Struct, frozen=True):
    """A part of a message."""


class SeatInfo(Info, frozen=True):
    """Who sits at a seat.

    stand_in: a bot plays for a guest who is away. auto: a bot plays because the guest wants it.
    next: who takes the seat when the next deal begins. by: the sign of a guest, by which others at
    this table can mute, block and report them.
    """

    name: str
    kind: SeatKind
    bot: str | None
    connected: bool
    stand_in: bool
    ready: bool
    auto: bool
    next: str | None
    by: str | None


class MatchClockInfo(Info, frozen=True):
    """The clock of the match: the seconds that are left, and of how many.

    runs: whether time passes. closing: no new deal begins any more. rest: the seconds that are left
    of the break, while there is one. said: the warning that holds now.
    """

    left: float
    of: int
    runs: bool
    closing: bool
    rest: float | None
    said: str | None


class DrawnInfo(Info, frozen=True):
    """A card that was drawn for who begins."""

    seat: int
    card: str


class OpeningInfo(Info, frozen=True):
    """The opening draw: the cards, draw after draw, who begins, and all of it in words."""

    drawn: list[DrawnInfo]
    first: int
    text: str


class FlagInfo(Info, frozen=True):
    """A player's time is up: the referee decides, within the seconds that are left.

    referee: a seat; null: the referee of the event.
    """

    seat: int
    referee: int | None
    left: float


class CutInfo(Info, frozen=True):
    """A player may cut so many cards, within the seconds that are left."""

    seat: int
    cards: int
    left: float


class EventInfo(Info, frozen=True):
    """The match of an event that is played here.

    deal: the number of the deal in it. said: the last ruling, in words. calls: how many calls for
    the referee nobody has answered yet. claimed: play stands still until the referee has looked.
    waits: the table waits for the event. boards: they are the same at other tables.
    """

    match: str
    room: int
    deal: int
    said: str
    calls: int
    claimed: bool
    waits: bool
    boards: bool


class MatchInfo(Info, frozen=True):
    """Where the match stands. sides: of each seat; null while a called partner is unknown."""

    levels: list[str]
    banker: int | None
    deals: int
    over: list[int] | None
    ladder: list[str]
    must: list[str]
    sides: list[int | None]


class Need(Info, frozen=True):
    """How many points the attackers need."""

    take_over: int
    step: int


class Said(Info, frozen=True):
    """Something that was said at the table; phrase: the number of one of the page's phrases.

    by: the sign of who said it.
    """

    seat: int | None
    name: str
    text: str
    phrase: int | None
    by: str


class Room(Info, frozen=True, kw_only=True):
    """What all may know of a table. chat: only when a client comes.

    opening: the draw for who begins, in the first deal. ruff_said: a ruff may be announced though
    the chat is closed. rulings: whether the host can rule on the deal.
    rated: its deals count, and nobody is helped. public: anybody may come in from the room. quick:
    whoever comes is seated, and bots soon fill it; begins: in how many seconds it begins by itself.
    daily: its first deal is the one of a day. watch: how far onlookers are behind. event: the match
    of one that is played here.
    """

    table: str
    ruleset: str
    title: str
    seats: list[SeatInfo]
    host: int | None
    solo: bool
    alone: bool
    started: bool
    speed: str
    bots: str
    paused: bool
    watchers: int
    waiting: list[int]
    commit: str
    match: MatchInfo
    need: Need
    worth: Mapping[str, int]
    deck_points: int
    players: int
    decks: int
    kitty: int
    deal_cards: int
    declare_style: str
    partners: str
    friends: int
    copies: int
    tricks_seen: str
    enforcement: str
    talk: bool
    chat_open: bool
    ruff_said: bool
    clock: MatchClockInfo | None
    opening: OpeningInfo | None
    flag: FlagInfo | None
    rulings: bool
    cut: CutInfo | None
    rated: bool
    public: bool
    quick: bool
    begins: float | None
    daily: bool
    watch: WatchDelay
    event: EventInfo | None
    chat: list[Said] | UnsetType = UNSET


class ClockInfo(Info, frozen=True):
    """The seconds that are left, and of how many."""

    left: float
    of: int


class Option(Info, frozen=True):
    """Cards that could be shown, and what that would do."""

    cards: str
    text: str


class Turn(Info, frozen=True):
    """What the client may do now.

    playable: the cards that are part of some legal play. count: how many must be laid, 0 where
    that is free. forced: the only play there is. rest: whether the rest can be laid down.
    """

    phase: Phase
    options: list[Option]
    playable: str
    count: int
    forced: str | None
    can_pass: bool
    clock: ClockInfo | None
    undo: bool
    rest: bool


class ToAct(Info, frozen=True):
    """The seat that has to act, and its clock."""

    seat: int
    clock: ClockInfo | None


class TrickInfo(Info, frozen=True):
    """The trick on the table: who led it, who has it so far, and what each play is from there."""

    leader: int
    best: int
    marks: list[Mark | None]


class Sentence(Info, frozen=True):
    """Words for a step, counted in the steps of the same message, and the rule behind it."""

    step: int
    text: str
    rule: str | None


class ResultLine(Info, frozen=True):
    """A line of the result."""

    text: str
    rule: str | None


class DigInfo(Info, frozen=True):
    """What the kitty brought the attackers: points times factor; trick: the last trick did."""

    points: int
    factor: int
    total: int
    trick: bool


class PromotionInfo(Info, frozen=True):
    """A side or a player who came to another level; new: null when the match is won."""

    who: int
    old: str
    new: str | None


class ResultInfo(Info, frozen=True):
    """What the last deal brought. deal: its number for the replay; seed: its shuffle."""

    lines: list[ResultLine]
    kitty: str | None
    dig: DigInfo | None
    promoted: list[PromotionInfo]
    next_banker: int | None
    seed: Mapping[str, str] | None
    deal: int
    over: bool
    winners: list[int]


class LessonInfo(Info, frozen=True):
    """The lesson of the table: what is to be done, and what is said about what was done.

    puzzle: its number, if it is no lesson but a puzzle; then the steps are those of the day.
    """

    part: str
    number: int
    puzzle: int | None
    title: str
    step: int
    steps: int
    said: str | None
    other: str | None
    ask: str | None
    done: bool
    last: bool
    next: str | None


class StateMessage(Info, frozen=True, kw_only=True, tag_field="is", tag="state"):
    """The table as the client may see it, after `hello` and after every change.

    next_seat: the seat it takes when the next deal begins. out: who has to act, where all may know
    it. unseen: the cards this seat has not seen, where they may be counted. hints: whether it may
    ask for hints. trick: the one under way, or just finished.
    """

    seq: int
    you: int | None
    room: Room
    view: ViewJson | None
    lanes: Mapping[str, list[str]] | None
    turn: Turn | None
    out: ToAct | None
    trick: TrickInfo | None
    undo: bool
    unseen: str | None
    hints: bool
    steps: list[EventJson]
    sentences: list[Sentence]
    result: ResultInfo | None
    lesson: LessonInfo | None
    next_seat: int | None


class DoneMessage(Info, frozen=True, tag_field="is", tag="done"):
    """A move was done."""

    id: str
    seq: int


class RefusedMessage(Info, frozen=True, tag_field="is", tag="refused"):
    """Something cannot be done: why, and the rule it rests on."""

    id: str | None
    code: RefusalCode
    text: str
    rule: str | None


class TriedMessage(Info, frozen=True, tag_field="is", tag="tried"):
    """Whether a selection is allowed. shape: the units of a lead."""

    cards: str
    ok: bool
    text: str | None
    rule: str | None
    shape: list[str] | None


class FoulAsked(Info, frozen=True):
    """A foul of the ruleset: what it costs, and what that depends on."""

    rule: str
    title: str
    cost: str
    cards: bool
    found: list[str]
    variant: list[str]


class RulingMessage(Info, frozen=True, tag_field="is", tag="ruling"):
    """What a ruling of the host would bring, in words; or what there is to rule on.

    cases: the words for what a foul depends on.
    """

    text: str
    fouls: list[FoulAsked]
    cases: dict[str, str]


class HintedMessage(Info, frozen=True, tag_field="is", tag="hinted"):
    """What a good player would do; no cards: pass. tip: the number of the one that applies."""

    cards: str | None
    text: str | None
    tip: int | None = None


class CoachNote(Info, frozen=True):
    """What a coach says of a play, or of cards that are about to be led: then it is a risk.

    better, instead: the better play, and what it is for. tip: the number of the tip that applies.
    numbers: what it rests on, for who asks.
    """

    mark: CoachMark
    text: str
    better: str | None = None
    instead: str | None = None
    tip: int | None = None
    numbers: str | None = None


class NoteMessage(Info, frozen=True, tag_field="is", tag="note"):
    """What the coach says of these cards; seq: of the state in which they were chosen."""

    seq: int
    cards: str
    note: CoachNote


class SaidMessage(Said, frozen=True, tag_field="is", tag="said"):
    """Somebody says something."""


class OrderMessage(Info, frozen=True, tag_field="is", tag="order"):
    """Somebody was muted, blocked or reported, as the client wanted."""

    by: str
    did: OrderDone


class PongMessage(Info, frozen=True, tag_field="is", tag="pong"):
    """The answer to a ping."""

    t: float | int


class GoneMessage(Info, frozen=True, tag_field="is", tag="gone"):
    """The socket is closed. after: the seconds to wait before coming back, where many have to."""

    reason: GoneReason
    after: float | UnsetType = UNSET


ServerMessage = (
    StateMessage | DoneMessage | RefusedMessage | TriedMessage | RulingMessage | HintedMessage
    | NoteMessage | SaidMessage | OrderMessage | PongMessage | GoneMessage
)  # fmt: skip


def write(message: ServerMessage) -> str:
    """The message as it is sent."""
    return msgspec.json.encode(message).decode("utf-8")
