"""What a seat may see of a deal: the only place where cards are hidden.

`view(deal, seat)` is for one seat, `view(deal)` for an onlooker; `seen(event, seat)` is what of an
event they are told. All show nothing by default: a field is visible because it is put in here.
Respects `kitty_seen`, `tricks_seen`, face-down bids and the secret partner; exchanging cards that a
seat cannot know about changes nothing in its view. `to_json` gives a view as plain data, and
`from_json` of its class reads it back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self, overload

from .. import json_values as plain
from ..cards import Card, Cards, Trump
from ..engine import observe
from ..rules.declarations import NOBODY
from ..ruleset import Ruleset
from . import Deal, events
from .events import (
    Adjusted,
    Bid,
    BidTurnedUp,
    Buried,
    Claimed,
    Declared,
    Disqualified,
    Drawn,
    Dug,
    Event,
    Flipped,
    Fouled,
    PartnerKnown,
    PartnerNamed,
    Passed,
    Played,
    Redealt,
    Settled,
    Started,
    TakenBack,
    ThrowFailed,
    TookKitty,
    TrickReopened,
    TrickWon,
    TrumpFixed,
    TrumpNamed,
)
from .history import turned_up
from .moment import Friend
from .phase import PLAY, Phase

Told = Mapping[str, Any]  # an event as somebody is told it: plain data, ready for JSON


@dataclass(frozen=True, slots=True)
class SeenShow:
    """A declaration, call or bid; of a face-down bid only its owner sees the cards till it wins.

    total: how many level cards a bid had after it; None for what is shown openly.
    """

    seat: int
    kind: str
    cards: Cards | None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class SeenFriend:
    """A friend the banker called: by which card and copy, and who it is once all know.

    The banker themselves where nobody else has become one.
    """

    card: Card
    copy: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class SeenTrick:
    """A finished trick: who led it, and the plays from there; None for one not to be seen."""

    leader: int
    plays: tuple[Cards | None, ...]


@dataclass(frozen=True, kw_only=True)
class PublicView:
    """What everybody may see of a deal at one moment; what the fields hold is in `docs/views.md`.

    seat: whose view it is, None for an onlooker.
    """

    ruleset: Ruleset
    deal: int
    levels: tuple[str, ...]
    first_seat: int
    phase: Phase
    seat: int | None
    turn: int | None
    banker: int | None
    level: str
    trump: Trump | None
    drawn: int
    cards: tuple[int, ...]
    shows: tuple[SeenShow, ...]
    flipped: tuple[Card, ...]
    kitty: Cards | None
    holder: int | None
    named: Card | None
    partner: int | None
    friends: tuple[SeenFriend, ...] = plain.later(())
    leader: int | None
    trick: tuple[Cards, ...]
    discards: tuple[int, ...]
    exposed: tuple[Cards, ...]
    finished: int
    tricks: tuple[SeenTrick, ...]
    taken: tuple[int, ...]
    points: int | tuple[int, ...] | None
    fines: tuple[int, ...]
    barred: tuple[int, ...]
    told: tuple[Told, ...]
    settled: Settled | None
    redeal: str | None
    disqualified: int | None

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The view that plain data stands for; ValueError if it stands for none."""
        if not isinstance(data, dict):
            raise ValueError(f"no view: {str(data)[:80]}")
        inside = dict(data)
        shows = inside.get("shows")
        if isinstance(shows, list) and all(isinstance(show, dict) for show in shows):
            inside["shows"] = [{"total": None, **show} for show in shows]
        if inside.get("settled") is not None:
            inside["settled"] = plain.fields_of(events.from_json(inside["settled"]))
        view: Self = plain.read(cls, inside)
        return view


@dataclass(frozen=True, kw_only=True)
class View(PublicView):
    """What a seat may see: also its own cards, and what it could show if it is asked."""

    seat: int
    hand: Cards
    options: tuple[Cards, ...]


def to_json(view: PublicView) -> dict[str, Any]:
    """The view as plain data."""
    kind: Any = type(view)
    out = {name: _plain(name, getattr(view, name)) for name in plain.names_of(kind)}
    return plain.without_later(view, out)


def _plain(name: str, value: Any) -> Any:
    """What a field of a view holds, as plain data."""
    if name == "shows":
        return [_plain_show(show) for show in value]
    if name == "told":
        return [dict(one) for one in value]
    if name == "settled":
        return events.to_json(value) if value else None
    return plain.as_plain(value)


def _plain_show(show: SeenShow) -> dict[str, Any]:
    out = plain.fields_of(show)
    if show.total is None:
        del out["total"]
    return out


@overload
def view(deal: Deal, seat: int) -> View: ...


@overload
def view(deal: Deal, seat: int | None = None) -> PublicView: ...


def view(deal: Deal, seat: int | None = None) -> PublicView:
    """What the seat, or an onlooker, may see now."""
    return Views(deal).of(seat)


class Views:
    """The views of a deal at one moment; what is the same for all is worked out once."""

    def __init__(self, deal: Deal) -> None:
        self._deal = deal
        self._same = _for_all(deal)
        self._same_plain: dict[str, Any] = {}

    def of(self, seat: int | None) -> PublicView:
        """What the seat, or an onlooker, may see."""
        players = self._deal.ruleset.players
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat}, only 0 to {players - 1}")
        # A fifth of what the dataclass's own __init__ takes, which sets field after field.
        made = object.__new__(PublicView if seat is None else View)
        made.__dict__.update(self._same, **_for_one(self._deal, seat))
        return made

    def to_json(self, view: PublicView) -> dict[str, Any]:
        """One of these views as plain data."""
        kind: Any = type(view)
        if not self._same_plain:
            self._same_plain = {name: _plain(name, value) for name, value in self._same.items()}
        same, inside = self._same_plain, view.__dict__
        out = {
            name: same[name] if name in same else _plain(name, inside[name])
            for name in plain.names_of(kind)
        }
        return plain.without_later(view, out)


def _for_all(deal: Deal) -> dict[str, Any]:
    """The fields that hold the same for every seat and for onlookers."""
    same: dict[str, Any] = {
        "ruleset": deal.ruleset,
        "deal": deal.setup.number,
        "levels": deal.setup.levels,
        "first_seat": deal.setup.first_seat,
        "phase": deal.phase,
        "banker": deal.contest.banker,
        "level": deal.contest.level,
        "trump": deal.contest.trump if observe.sees_trump(deal.state) else None,
        "drawn": deal.drawn,
        "cards": tuple(len(hand) for hand in deal.hands),
        "flipped": turned_up(deal.deck, deal.state),
        "holder": deal.holder,
        "named": deal.friends[0].card if deal.friends else None,
        "partner": _friend_seen(deal.friends[0]) if deal.friends else None,
        "friends": tuple(
            SeenFriend(friend.card, friend.copy, _friend_seen(friend)) for friend in deal.friends
        ),
        "leader": deal.leader if deal.phase == PLAY else None,
        "trick": deal.trick,
        "discards": deal.discards,
        "exposed": deal.exposed,
        "finished": len(deal.finished),
        "taken": deal.taken,
        "points": _points(deal),
        "fines": deal.fines,
        "barred": deal.barred,
        "settled": deal.settled,
        "redeal": deal.redeal,
        "disqualified": deal.disqualified,
    }
    if deal.ruleset.declare_style != "concealed":
        same["shows"] = _shows(deal, None)
    if deal.ruleset.tricks_seen != "own_last":
        same["tricks"] = _tricks(deal, None)
    return same


def _for_one(deal: Deal, seat: int | None) -> dict[str, Any]:
    """The other fields, as far as the seat, or an onlooker, may see them."""
    own: dict[str, Any] = {
        "seat": seat,
        "turn": _turn(deal, seat),
        "kitty": deal.kitty if observe.sees_kitty(deal.state, _number(seat)) else None,
        "told": tuple({"drawn": at, **seen(event, seat)} for at, event in deal.told),
    }
    if deal.ruleset.declare_style == "concealed":
        own["shows"] = _shows(deal, seat)
    if deal.ruleset.tricks_seen == "own_last":
        own["tricks"] = _tricks(deal, seat)
    if seat is not None:
        own["hand"] = deal.hands[seat]
        own["options"] = deal.options[seat] if seat in deal.may_act else ()
    return own


def _turn(deal: Deal, seat: int | None) -> int | None:
    turn = observe.turn_seen(deal.state, _number(seat), seat in deal.may_act)
    return None if turn == NOBODY else turn


def _shows(deal: Deal, seat: int | None) -> tuple[SeenShow, ...]:
    """The shows of the contest, as much of them as the seat may see."""
    shows = deal.contest.shows
    if deal.ruleset.declare_style != "concealed":
        return tuple(SeenShow(shown.seat, shown.kind, shown.cards) for shown in shows)
    out = []
    for at, shown in enumerate(shows):
        cards = shown.cards if observe.sees_show(deal.state, _number(seat), at) else None
        out.append(SeenShow(shown.seat, shown.kind, cards, deal.state.shows.bid_after(at)))
    return tuple(out)


def _friend_seen(friend: Friend) -> int | None:
    """Who a called friend is, once all know."""
    return friend.seat if friend.known else None


def _number(seat: int | None) -> int:
    """A seat as the engine has it; an onlooker is nobody."""
    return NOBODY if seat is None else seat


def _tricks(deal: Deal, seat: int | None) -> tuple[SeenTrick, ...]:
    """The finished tricks that may be looked at again (`tricks_seen`)."""
    mode = deal.ruleset.tricks_seen
    if mode == "none":
        return ()
    tricks = deal.finished if mode == "all" else deal.finished[-1:]
    if mode != "own_last":
        return tuple(SeenTrick(leader, plays) for leader, plays in tricks)
    return tuple(SeenTrick(leader, _own(leader, plays, seat)) for leader, plays in tricks)


def _own(leader: int, plays: tuple[Cards, ...], seat: int | None) -> tuple[Cards | None, ...]:
    """The plays of a trick, with only the seat's own to be seen."""
    own = -1 if seat is None else (seat - leader) % len(plays)
    return tuple(cards if at == own else None for at, cards in enumerate(plays))


def _points(deal: Deal) -> int | tuple[int, ...] | None:
    """The attackers' points, or every seat's while it is unknown who attacks."""
    if not deal.taken:
        return None
    if not deal.partner_known and deal.friends:
        return deal.taken
    return deal.attackers_points


# What of each event only the seat it is about is told.
HIDDEN: dict[type[Event], str | None] = {
    Started: None, Drawn: "card", Declared: None, Bid: "cards", Passed: None, BidTurnedUp: None,
    Flipped: None, TrumpFixed: None, TrumpNamed: None, TookKitty: "cards", Buried: "cards",
    PartnerNamed: None, PartnerKnown: None, Played: None, ThrowFailed: None, TrickWon: None,
    TrickReopened: None, Dug: None, Claimed: None, TakenBack: None, Fouled: None, Adjusted: None,
    Redealt: None, Disqualified: None, Settled: None,
}  # fmt: skip


def hides(event: Event) -> bool:
    """Whether not all are told the same of an event."""
    return HIDDEN[type(event)] is not None


def seen(event: Event, seat: int | None = None) -> Told:
    """What of an event a seat, or an onlooker, is told; TypeError if that is not decided."""
    if type(event) not in HIDDEN:
        raise TypeError(f"nobody has decided who may see what of {type(event).__name__}")
    data = events.to_json(event)
    hidden = HIDDEN[type(event)]
    if hidden is not None and data["seat"] != seat:
        data[hidden] = None
        if isinstance(event, TookKitty | Buried):
            data["number"] = len(event.cards)
    return data
