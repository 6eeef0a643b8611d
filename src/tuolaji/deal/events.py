"""What happened in a deal: the one history that records, replays, views and logs share.

Every event is a frozen value; `to_json` and `from_json` turn it into plain data and back, one to
one. Who may see what of an event is decided in `view.py` alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..cards import Card, Cards
from ..json_values import Family, later
from ..verdicts.score import Result


@dataclass(frozen=True)
class Started:
    """A deal began: its number, the levels, the bank if it is held, and who draws first."""

    number: int
    levels: tuple[str, ...]
    banker: int | None
    first_seat: int


@dataclass(frozen=True)
class Drawn:
    """A seat drew a card."""

    seat: int
    card: Card


@dataclass(frozen=True)
class Declared:
    """A seat showed cards openly and fixed trump for now."""

    seat: int
    cards: Cards
    trump: str


@dataclass(frozen=True)
class Bid:
    """A seat laid cards face down: a new bid, or more to its own; total: the bid's size now."""

    seat: int
    cards: Cards
    total: int
    reinforced: bool


@dataclass(frozen=True)
class Passed:
    """A seat whose turn it was to call or change passed."""

    seat: int


@dataclass(frozen=True)
class BidTurnedUp:
    """The winning bid was turned up."""

    seat: int
    cards: Cards


@dataclass(frozen=True)
class Flipped:
    """Nobody declared: kitty cards were turned up in order until trump was known."""

    cards: tuple[Card, ...]


@dataclass(frozen=True)
class TrumpFixed:
    """Trump stands: the level, the suit or none, and the banker."""

    level: str
    trump: str
    banker: int


@dataclass(frozen=True)
class TrumpNamed:
    """After a false bid a seat of the other side named the trump suit, or none."""

    seat: int
    trump: str


@dataclass(frozen=True)
class TookKitty:
    """A seat took up the kitty."""

    seat: int
    cards: Cards


@dataclass(frozen=True)
class Buried:
    """A seat buried cards."""

    seat: int
    cards: Cards


@dataclass(frozen=True)
class PartnerNamed:
    """The banker named the card of a friend, and which copy of it."""

    seat: int
    card: Card
    copy: int = later(1)


@dataclass(frozen=True)
class PartnerKnown:
    """The friend called by a named card (the first: 0) is known; the banker if it is nobody."""

    seat: int
    friend: int = later(0)


@dataclass(frozen=True)
class Played:
    """A seat led or followed."""

    seat: int
    cards: Cards


@dataclass(frozen=True)
class ThrowFailed:
    """A throw did not stand: what was thrown, what of it was played, and the fine."""

    seat: int
    thrown: Cards
    played: Cards
    penalty: int


@dataclass(frozen=True)
class TrickWon:
    """A seat won a trick with points in it."""

    seat: int
    points: int


@dataclass(frozen=True)
class TrickReopened:
    """A trick was open again, as a play of it was wrong: who had won it, and its points."""

    seat: int
    points: int


@dataclass(frozen=True)
class Dug:
    """The last trick's bonus: the kitty turned up, the factor, and what it adds."""

    kitty: Cards
    multiplier: int
    points: int

    @property
    def worth(self) -> int:
        """What was multiplied: the points of the kitty or of the last trick, below 0 if taken."""
        return self.points // self.multiplier if self.multiplier else 0


@dataclass(frozen=True)
class Claimed:
    """A seat claimed that another had played what it may not; right or wrong."""

    seat: int
    against: int
    rule: str | None


@dataclass(frozen=True)
class TakenBack:
    """A wrong play found at once was taken back."""

    seat: int
    cards: Cards


@dataclass(frozen=True)
class Fouled:
    """A foul was ruled on: the rule, the side, and what it cost."""

    rule: str
    by: str | None
    points: int
    effect: str | None


@dataclass(frozen=True)
class Adjusted:
    """The referee changed the attackers' points."""

    points: int


@dataclass(frozen=True)
class Redealt:
    """The deal is void and dealt again."""

    reason: str


@dataclass(frozen=True)
class Disqualified:
    """The deal ended without result: a seat, and its side with it, is out of the match."""

    seat: int


@dataclass(frozen=True)
class Settled:
    """The deal is over: the attackers' points and what they bring."""

    attackers: int
    result: Result


Event = (
    Started | Drawn | Declared | Bid | Passed | BidTurnedUp | Flipped | TrumpNamed | TrumpFixed
    | TookKitty | Buried | PartnerNamed | PartnerKnown | Played | ThrowFailed | TrickWon
    | TrickReopened | Dug | Claimed | TakenBack | Fouled | Adjusted | Redealt | Disqualified
    | Settled
)  # fmt: skip

_EVENTS = Family[Event]("event", Event.__args__)
KINDS = _EVENTS.kinds
name_of, to_json, from_json = _EVENTS.name, _EVENTS.to_json, _EVENTS.from_json
