"""What is written into the log of an event: lines that say who did what, when and why."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from .plan import Entrant, Names, Plan

ORGANISER: Final = "organiser"
REFEREE: Final = "referee"
PLAYER: Final = "player"
PUBLIC: Final = "public"
OFFICIALS: Final = (ORGANISER, REFEREE)
TABLE: Final = "table"
Role = Literal["organiser", "referee", "player", "public", "table"]
Side = Literal[0, 1]


class By(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who did it: a role, and a name or, of a player, the entrant. A table is the program's."""

    role: Role
    who: str = ""


class LastTrick(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The last trick of a deal with real cards, from which the dig is computed.

    pairs: of the longest unit that counts, 0 for a single card. cards: that each player played.
    points: in the trick, where the trick is dug; kitty: in the kitty. hard: who attacked a hard
    trump, where it was one.
    """

    by: Literal["attackers", "bankers"]
    pairs: int = 0
    cards: int = 1
    points: int = 0
    kitty: int = 0
    hard: Literal["", "nobody", "attackers", "bankers"] = ""


class FoulOf(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A foul of a side, 0 the home and 1 the away side, as the ruleset's table rules on it.

    seat: who committed it, where that matters in a deal that is being played.
    """

    rule: str
    side: Side
    cards: int | None = None
    found: Literal["at_once", "later"] | None = None
    variant: Literal["plain", "mixed_up", "counted_first"] | None = None
    times: int = 1
    seat: int | None = None


class DealReport(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a deal came to. attackers: their points, without the dig if the last trick is told.

    banker: the seat, as it was played. jack: the attackers won the last trick with a J. ended: when
    the deal ended, if it was written down later. replay: which deal of its table it was, from 0,
    where it was played at one of the server's. again: how often that table had been dealt the board
    before: each time the cards are others.
    """

    attackers: int
    banker: int | None = None
    last: LastTrick | None = None
    jack: bool = False
    fouls: tuple[FoulOf, ...] = ()
    ended: float | None = None
    replay: int | None = None
    again: int = 0


class Total(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A whole match at once: the levels reached and the winner, None in a draw."""

    levels: tuple[str, str]
    winner: Side | None = None


THIRD = "3rd"


class Pairing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who meets whom: home has the even seats. Without an away side it is a bye.

    stage: the group, or the knock-out round that is left (8: quarter-final, THIRD: for the third
    place). boards: of duplicate.
    """

    id: str
    round: int
    table: int
    home: str
    away: str = ""
    stage: str = ""
    boards: tuple[int, ...] = ()


class Entry(msgspec.Struct, frozen=True, tag_field="what", tag=str.lower, omit_defaults=True):
    """One thing that happened."""


class Made(Entry, frozen=True):
    """The event was made."""

    plan: Plan


class SeedPublished(Entry, frozen=True):
    """The seed of the draws is known to all."""

    seed: str


class BoardsSealed(Entry, frozen=True):
    """The SHA-256 of the secret that the cards follow from."""

    commit: str


class BoardsOpened(Entry, frozen=True):
    """The secret itself, when all has been played."""

    secret: str


class LinkGiven(Entry, frozen=True):
    """A secret link was handed out: the SHA-256 of its token, and for whom.

    player: which of the entrant's players has it alone, from 1; 0: they share it.
    """

    id: str
    digest: str
    role: Role
    who: str = ""
    player: int = 0


class LinkWithdrawn(Entry, frozen=True):
    """A link is worth nothing any more."""

    id: str


class Brought(Entry, frozen=True):
    """The event goes on here with a log from elsewhere, where its links, tables and secret were."""


class Entered(Entry, frozen=True):
    """Somebody enters late."""

    entrant: Entrant


class CheckedIn(Entry, frozen=True):
    """An entrant is present."""

    entrant: str


class Withdrew(Entry, frozen=True):
    """An entrant plays no more."""

    entrant: str


class Substituted(Entry, frozen=True):
    """Other people play for an entrant."""

    entrant: str
    players: tuple[str, ...]


class Drawn(Entry, frozen=True):
    """Further rounds were drawn."""

    pairings: tuple[Pairing, ...]


class Started(Entry, frozen=True):
    """The clock of these matches began."""

    matches: tuple[str, ...]


class TableOpened(Entry, frozen=True):
    """A match, or one room of it, is played at this table of the server."""

    match: str
    table: str
    room: Side = 0


class Stopped(Entry, frozen=True):
    """The clock of these matches stands still, or the players have their break."""

    matches: tuple[str, ...]
    rest: bool = False


class WentOn(Entry, frozen=True):
    """The clock of these matches, or their play, went on."""

    matches: tuple[str, ...]


class TimeGiven(Entry, frozen=True):
    """These matches have so many seconds more."""

    matches: tuple[str, ...]
    seconds: int


class TimeCalled(Entry, frozen=True):
    """The time of a match is up; a deal that is unfinished does not count."""

    match: str


class DealEntered(Entry, frozen=True):
    """The result of a deal, or of a board (room: of a match between teams)."""

    match: str
    deal: int
    report: DealReport
    room: Side = 0


class TotalEntered(Entry, frozen=True):
    """The result of a match."""

    match: str
    total: Total


class Confirmed(Entry, frozen=True):
    """A side agrees with what the other has entered; deal 0 is the whole match."""

    match: str
    deal: int
    room: Side = 0


class FoulRuled(Entry, frozen=True):
    """A foul in a deal."""

    match: str
    deal: int
    foul: FoulOf
    room: Side = 0


class Adjusted(Entry, frozen=True):
    """The attackers' points of a deal were changed."""

    match: str
    deal: int
    points: int
    room: Side = 0


class Voided(Entry, frozen=True):
    """A deal does not count and is played again; replay: which one of the server's table.

    rebid: by a foul for which the bank is open in it.
    """

    match: str
    deal: int
    room: Side = 0
    replay: int | None = None
    rebid: bool = False


class WinnerNamed(Entry, frozen=True):
    """A match was decided by the referee: a side, or None for a draw."""

    match: str
    winner: Side | None


class Forfeited(Entry, frozen=True):
    """A side lost a match without playing it to its end."""

    match: str
    side: Side


class Warned(Entry, frozen=True):
    """An entrant was warned."""

    entrant: str


class Penalised(Entry, frozen=True):
    """An entrant, or a club, has fewer points in the standings."""

    who: str
    points: int


class Disqualified(Entry, frozen=True):
    """An entrant is out: matches that are not over are lost."""

    entrant: str


class Appealed(Entry, frozen=True):
    """Somebody does not accept the ruling in a line of the log."""

    line: int


class Upheld(Entry, frozen=True):
    """The appeal against the ruling in a line was turned down."""

    line: int


class Reversed(Entry, frozen=True):
    """What a line says counts no more; the line stays in the log."""

    line: int


class RefereeCalled(Entry, frozen=True):
    """A table wants the referee; `why` says what for.

    about: a claim against a seat, or that a seat's time is up, in a deal at the server's table.
    call: the number of the call there, from 1.
    """

    match: str
    room: Side = 0
    about: Literal["", "claim", "flag"] = ""
    deal: int = 0
    seat: int | None = None
    against: int | None = None
    call: int = 0


class CallAnswered(Entry, frozen=True):
    """The referee has been to the table that called in a line.

    granted: of a claim, that it is right; of a flag, that the program plays.
    """

    line: int
    granted: bool = False


class NamesChosen(Entry, frozen=True):
    """What the public is shown of players' names from now on."""

    names: Names


RULINGS = (
    FoulRuled, Adjusted, Voided, WinnerNamed, Forfeited, Warned, Penalised, Disqualified, TimeGiven,
)  # fmt: skip
AnyEntry = (
    Made | SeedPublished | BoardsSealed | BoardsOpened | LinkGiven | LinkWithdrawn | Brought
    | Entered | CheckedIn | Withdrew | Substituted | Drawn | Started | TableOpened | Stopped
    | WentOn | TimeGiven | TimeCalled | DealEntered | TotalEntered | Confirmed | FoulRuled
    | Adjusted | Voided | WinnerNamed | Forfeited | Warned | Penalised | Disqualified | Appealed
    | Upheld | Reversed | RefereeCalled | CallAnswered | NamesChosen
)  # fmt: skip


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log: its number, from 1, when in seconds, who, what and why."""

    number: int
    at: float
    by: By
    entry: AnyEntry
    why: str = ""


_decoder = msgspec.json.Decoder(Line)


def encode(line: Line) -> bytes:
    """The line as the file keeps it."""
    return msgspec.json.encode(line)


def decode(data: bytes) -> Line:
    """The line that was kept; msgspec.MsgspecError if it is none."""
    line: Line = _decoder.decode(data)
    return line


def plain(value: object) -> Any:
    """A struct as plain data."""
    return msgspec.to_builtins(value)
