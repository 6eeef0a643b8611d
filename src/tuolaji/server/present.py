"""The only maker of what a client is sent about its table.

Everything about a deal comes from `view(deal, seat)` and `seen(event, seat)`; the rest is what all
at the table may know. While cards are drawn the clients see them one by one: `shown` says how many
of the deal's events they know of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..cards import RANKS, Card, Cards
from ..deal import Deal
from ..events import Declared, Drawn, Dug, Event
from ..handbook import ruleset_name
from ..match import BankPassed, MatchWon, Promoted
from ..phases.state import DRAW, OVER, PLAY, changed, new_contest
from ..telling import Telling
from ..view import View, seen, view
from . import lessons
from .log import BOT, HUMAN, Ended, Played, TableState, last_choice
from .rest import sure_leads, unseen
from .turns import lanes, turn_of

WORTH = {rank: worth for rank in RANKS if (worth := Card.parse(f"S{rank}").points)}
_NOBODY = -1
_RULES = {
    "throw_failed": "throw.failed",
    "dug": "last.kitty",
    "settled": "score.promote",
    "flipped": "declare.none",
    "redealt": "declare.none",
    "trump_fixed": "declare.banker",
    "bid_turned_up": "bid.reveal",
    "partner_known": "partner.call",
    "trick_won": "trick.winner",
}
_WORDLESS = frozenset({"drawn", "played", "started"})


@dataclass(frozen=True)
class Moment:
    """What all at a table know besides its log: it passes, and is not kept.

    shown: how many of the deal's events are told. asks: whether who could show cards is asked, or
    the draw goes on too fast for that. clock: seconds left and of how many.
    """

    shown: int
    connected: frozenset[int] = frozenset()
    standing_in: frozenset[int] = frozenset()
    host: int | None = None
    watchers: int = 0
    waiting: tuple[int, ...] = ()
    clock: tuple[float, int] | None = None
    alone: bool = False
    asks: bool = True


# What of a deal is shown.


def shown_deal(played: Played, moment: Moment, seat: int | None) -> Deal:
    """The deal as far as it is told; while cards are drawn a seat that could speak is asked."""
    deal = played.deal
    if moment.shown < len(played.events):
        return _so_far(played, moment.shown)
    if deal.phase == DRAW:
        asked = moment.asks and seat in deal.asking
        return changed(deal, asking=(seat if asked else _NOBODY,))
    return deal


def _so_far(played: Played, shown: int) -> Deal:
    """The deal when only some of the last cards are drawn, and nobody is asked."""
    after = played.deal
    events = [event for _, event in played.events[:shown]]
    silent = not after.contest.shows
    contest = new_contest(after.ruleset, after.setup) if silent else after.contest
    hands = [Cards() for _ in after.hands]
    for event in events:
        if isinstance(event, Drawn):
            hands[event.seat] += Cards.of([event.card])
    return changed(
        after,
        phase=DRAW,
        contest=contest,
        hands=tuple(hands),
        drawn=sum(map(len, hands)),
        asking=(_NOBODY,),
        options=((),) * len(hands),
        kitty=Cards(),
        holder=None,
        banker=None,
        terms=None,
        taken=(),
        fines=(),
        redeal=None,
        settled=None,
    )


def next_shown(played: Played, shown: int) -> int:
    """How many events are told after the next card: with the last one all that follows it."""
    at = shown + 1
    rest = (event for _, event in played.events[at:])
    return at if any(isinstance(event, Drawn) for event in rest) else len(played.events)


def first_shown(played: Played) -> int:
    """How many events are told at once when an entry is new: all up to its first card."""
    events = [event for _, event in played.events]
    for at in range(played.fresh if played.actions else 0, len(events)):
        if isinstance(events[at], Drawn):
            return at
    return len(events)


# What a client is sent.


class Presenter:
    """Makes the states of one table for one reader: a seat or an onlooker, in a language."""

    def __init__(self, state: TableState, moment: Moment, seat: int | None, language: str) -> None:
        self.state, self.moment, self.seat, self.language = state, moment, seat, language
        called = [_called(state, at, language) for at in range(state.ruleset.players)]
        self.telling = Telling(state.ruleset, seat, language, called=called)
        self.view: View | None = None
        if state.played is not None:
            self.view = view(shown_deal(state.played, moment, seat), seat)

    def state_message(self, since: int | None = None) -> dict[str, Any]:
        """The state; since: how many events the reader knows of already, None: all."""
        played, shown = self.state.played, self.moment.shown
        news: Sequence[Event] = ()
        first = shown if since is None else since
        if played is not None:
            news = [event for _, event in played.events[first:shown]]
        turn = turn_of(self.view, self.language) if self.view else None
        if turn is not None:
            turn |= {"clock": self._clock(), "undo": self._may_undo(), "rest": self._may_rest()}
        return {
            "seq": self.state.seq,
            "you": self.seat,
            "room": self.room(),
            "view": self.view,
            "lanes": lanes(self.view) if self.view else None,
            "turn": turn,
            "out": self._out(),
            "undo": self._may_undo(),
            "unseen": self._unseen(),
            "steps": [seen(event, self.seat) for event in news],
            "sentences": self._sentences(news, first),
            "result": self.result(),
            "lesson": self._lesson(),
        }

    def _lesson(self) -> dict[str, Any] | None:
        if self.seat is None:
            return None
        return lessons.told(self.state, self.moment.shown, self.language)

    def _clock(self) -> dict[str, Any] | None:
        if self.moment.clock is None:
            return None
        left, of = self.moment.clock
        return {"left": round(max(left, 0.0), 1), "of": of}

    def _out(self) -> dict[str, Any] | None:
        """The seat that has to act, where all may know it, and its clock."""
        if self.view is None or self.view["phase"] == DRAW or self.view["turn"] is None:
            return None
        return {"seat": self.view["turn"], "clock": self._clock()}

    def _may_undo(self) -> bool:
        if self.seat is None or not self.moment.alone:
            return False
        return last_choice(self.state, self.seat) is not None

    def _may_rest(self) -> bool:
        if self.view is None or self.view["phase"] != PLAY or self.view["trick"]:
            return False
        return sure_leads(self.view, self._hidden) is not None

    def _unseen(self) -> str | None:
        """The cards the seat has not seen, once cards are played."""
        if self.view is None or self.seat is None or self.view["phase"] != PLAY:
            return None
        return str(self._hidden)

    @cached_property
    def _hidden(self) -> Cards:
        assert self.state.played is not None
        assert self.view is not None
        return unseen(self.view, (event for _, event in self.state.played.events))

    # Words.

    def _sentences(self, events: Sequence[Event], first: int) -> list[dict[str, Any]]:
        out = []
        for at, event in enumerate(events):
            data = seen(event, self.seat)
            if data["event"] in _WORDLESS:
                continue
            text = self.tell(event, first + at)
            if text:
                rule = data.get("rule") or _RULES.get(data["event"])
                out.append({"step": at, "text": text.strip(" →"), "rule": rule})
        return out

    def tell(self, event: Event, at: int) -> str:
        """The sentence for an event, the at-th of the deal."""
        played = self.state.played
        assert played is not None
        phase = DRAW
        if self.state.ruleset.declare_style == "call":
            earlier = (before for _, before in played.events[:at])
            phase = "change" if any(isinstance(e, Declared) for e in earlier) else "call"
        banker = self.view["banker"] if self.view else None
        return self.telling.told(seen(event, self.seat), phase=phase, banker=banker)

    # The room.

    def room(self) -> dict[str, Any]:
        """What all may know of the table."""
        state, moment, ruleset = self.state, self.moment, self.state.ruleset
        return {
            "table": state.table,
            "ruleset": str(ruleset),
            "title": ruleset_name(ruleset.base, self.language),
            "seats": [self._seat(at) for at in range(ruleset.players)],
            "host": moment.host,
            "solo": state.made.solo,
            "alone": moment.alone,
            "started": state.played is not None,
            "speed": state.speed,
            "bots": state.made.bots,
            "paused": state.paused,
            "watchers": moment.watchers,
            "waiting": list(moment.waiting),
            "commit": state.commit,
            "match": self._match(),
            "need": {"take_over": ruleset.take_over, "step": ruleset.step},
            "worth": WORTH,
            "deck_points": 100 * ruleset.decks,
            "players": ruleset.players,
            "decks": ruleset.decks,
            "kitty": ruleset.kitty,
            "deal_cards": ruleset.hand_size,
            "declare_style": ruleset.declare_style,
            "partners": ruleset.partners,
            "tricks_seen": ruleset.tricks_seen,
            "enforcement": ruleset.enforcement,
            "talk": ruleset.talk,
            "chat_open": ruleset.talk or not state.running,
        }

    def _seat(self, at: int) -> dict[str, Any]:
        seat = self.state.seats[at]
        return {
            "name": self.telling.seat_name(at),
            "kind": seat.kind,
            "bot": seat.bot or None,
            "connected": at in self.moment.connected or seat.kind == BOT,
            "stand_in": at in self.moment.standing_in,
            "ready": seat.ready,
            "auto": seat.auto,
        }

    def _match(self) -> dict[str, Any]:
        match, ruleset = self.state.match, self.state.ruleset
        return {
            "levels": list(match.levels),
            "banker": match.banker,
            "deals": match.deals,
            "over": None if match.over is None else list(match.over),
            "ladder": list(ruleset.ladder),
            "must": sorted(ruleset.mandatory, key=ruleset.ladder.index),
            "sides": self._sides(),
        }

    def _sides(self) -> list[int | None]:
        """The side of each seat; of a called partner when he is known, 0 the banker's."""
        players = self.state.ruleset.players
        if self.state.ruleset.partners == "fixed":
            return [self.state.ruleset.side(seat) for seat in range(players)]
        if self.view is None or self.view["partner"] is None:
            return [None] * players
        bank = {self.view["banker"], self.view["partner"]}
        return [int(seat not in bank) for seat in range(players)]

    # The end of a deal.

    def result(self) -> dict[str, Any] | None:
        """What the last deal brought, until the next one begins."""
        state, ended = self.state, self.state.ended
        if ended is None:
            return None
        played = state.played
        events = [event for _, event in played.events] if played else []
        if self.moment.shown < len(events):
            return None
        dug = next((event for event in events if isinstance(event, Dug)), None)
        banks = [event.banker for event in ended.events if isinstance(event, BankPassed)]
        deal = state.deal
        over = deal is not None and deal.phase == OVER
        return {
            "lines": self._lines(events, ended),
            "kitty": str(deal.kitty) if over and deal and deal.settled else None,
            "dig": _dig(dug),
            "promoted": [_promoted(e) for e in ended.events if isinstance(e, Promoted)],
            "next_banker": banks[-1] if banks else None,
            "seed": (dict(played.shuffle.tags()) or None) if over and played else None,
            "deal": len(state.records) - 1,
            "over": state.match.over is not None,
            "winners": list(state.match.over or ()),
        }

    def _lines(self, events: Sequence[Event], ended: Ended) -> list[dict[str, Any]]:
        lines = []
        for at, event in enumerate(events):
            kind = seen(event, self.seat)["event"]
            if kind in ("dug", "settled", "redealt", "disqualified", "fouled"):
                lines.append({"text": self.tell(event, at), "rule": _RULES.get(kind)})
        for change in ended.events:
            rule = "level.ladder" if isinstance(change, Promoted) else None
            rule = "match.end" if isinstance(change, MatchWon) else rule
            lines.append({"text": self.telling.match_event(change), "rule": rule})
        return [line for line in lines if line["text"]]


def _called(state: TableState, at: int, language: str) -> str:
    """How a seat is named: by its guest, else by its place."""
    seat = state.seats[at]
    if seat.kind == HUMAN and seat.name:
        return seat.name
    return Telling(state.ruleset, None, language).seat_name(at)


def _dig(dug: Dug | None) -> dict[str, int] | None:
    if dug is None:
        return None
    return {"points": dug.kitty.points, "factor": dug.multiplier, "total": dug.points}


def _promoted(event: Promoted) -> dict[str, Any]:
    return {"who": event.who, "old": event.old, "new": event.new}
