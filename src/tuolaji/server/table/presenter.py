"""Makes what a client is sent about its table; nothing else does, besides its helpers `*_info`.

Everything about a deal comes from `view(deal, seat)` and `seen(event, seat)`; the rest is what all
at the table may know. While cards are drawn the clients see them one by one: the state they are
sent is `so_far` then, the table as far as it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeVar

from msgspec import structs

from ...cards import Cards
from ...deal.events import (
    Declared,
    Disqualified,
    Dug,
    Event,
    Fouled,
    Redealt,
    Settled,
    TookKitty,
)
from ...deal.lay_down import sure_leads, unseen
from ...deal.match import BankPassed, MatchEvent, MatchWon, Promoted
from ...deal.phase import BURY, DRAW, OVER, PLAY
from ...deal.view import PublicView, Told, View, Views, hides, seen
from ...texts.narrate import Telling
from ..protocol.outgoing import (
    ClockInfo,
    LessonInfo,
    PromotionInfo,
    ResultInfo,
    ResultLine,
    Room,
    Said,
    Sentence,
    StateMessage,
    ToAct,
    Turn,
)
from . import host_rulings, lessons
from .helps import may_count, may_hint
from .marks import trick_on_table
from .past import last_choice
from .result_info import dig_info, rule_of
from .room_info import opening_info, room_of, seat_names
from .shown import is_told_all, silent
from .state import Ended, TableState
from .status import LiveStatus
from .turn_info import lanes, nothing_to_show, turn_of

_COUNTED = (Dug, Settled, Redealt, Disqualified, Fouled)
_WORDLESS = frozenset({"drawn", "played", "started"})


def _rule_of_change(change: MatchEvent) -> str | None:
    """The rule that a change of the match rests on."""
    if isinstance(change, MatchWon):
        return "clock.match" if change.reason == "time" else "match.end"
    return "level.ladder" if isinstance(change, Promoted) else None


T = TypeVar("T")
Alike = dict[tuple[object, ...], Any]


class Presenter:
    """Makes the states of one table for one reader: a seat or an onlooker, in a language."""

    def __init__(
        self,
        state: TableState,
        status: LiveStatus,
        seat: int | None,
        language: str,
        alike: Alike | None = None,
    ) -> None:
        """alike: what was made for other readers of this state already."""
        self.state, self.status, self.seat, self.language = state, status, seat, language
        self._alike: Alike = {} if alike is None else alike
        called = self._once(("called", language), lambda: seat_names(state, language))
        self.telling = Telling(state.ruleset, seat, language, called=called)
        self.view: PublicView | None = None
        if state.played is not None:
            deal = state.played.deal
            asked = is_told_all(deal, status.passed, seat)
            self._views = self._once(
                ("views", asked), lambda: Views(deal if asked else silent(deal))
            )
            self.view = self._views.of(seat)

    def state_message(
        self,
        since: int | None = None,
        *,
        next_seat: int | None = None,
        chat: Sequence[Said] | None = None,
    ) -> StateMessage:
        """The state.

        since: how many events the reader knows of already, None: all, but whoever buries is told
        again which cards were the kitty's. next_seat: where the reader
        sits down when the next deal begins. chat: what was said, for one who has just come.
        """
        events = self.state.played.events if self.state.played else ()
        first = self._taken_up() if since is None else since
        news = [self._seen(at, events[at][1]) for at in range(first, len(events))]
        return StateMessage(
            seq=self.state.seq,
            you=self.seat,
            room=self.room(chat),
            view=self._views.to_json(self.view) if self.view else None,
            lanes=self._lanes(),
            turn=self._turn(),
            out=self._out(),
            trick=self._once(
                ("trick", first), lambda: trick_on_table(self.view, self.state.deal, news)
            ),
            undo=self._may_undo(),
            unseen=self._unseen(),
            hints=self.seat is not None and may_hint(self.state, self.seat),
            steps=news,
            sentences=self._sentences(news, first),
            result=self.result(),
            lesson=self._lesson(),
            next_seat=next_seat,
        )

    def _taken_up(self) -> int:
        """The event by which the reader took up the kitty, while they bury; else the next one."""
        events = self.state.played.events if self.state.played else ()
        if self.view is None or self.view.phase != BURY or self.view.turn != self.seat:
            return len(events)
        took = (at for at, (_, event) in enumerate(events) if isinstance(event, TookKitty))
        return max(took, default=len(events))

    def _once(self, what: tuple[object, ...], make: Callable[[], T]) -> T:
        """What all may know, and is the same for all readers: made for the first of them."""
        if what not in self._alike:
            self._alike[what] = make()
        made: T = self._alike[what]
        return made

    def _lanes(self) -> dict[str, list[str]] | None:
        """Every face by its effective suit; while the level is open, by that of the reader."""
        view = self.view
        if view is None:
            return None
        return self._once(("lanes", None if view.level else self.seat), lambda: lanes(view))

    def _seen(self, at: int, event: Event) -> Told:
        """The at-th event of the deal as the reader is told it."""
        if hides(event):
            return seen(event, self.seat)
        return self._once(("event", at), lambda: seen(event))

    def _turn(self) -> Turn | None:
        """What the reader may do; whoever is asked a last time may pass at least."""
        view, clock, undo = self.view, self._clock(), self._may_undo()
        if isinstance(view, View) and view.turn == view.seat:
            return turn_of(view, self.language, clock=clock, undo=undo, rest=self._may_rest())
        if self.seat in self.status.last_asked:
            return nothing_to_show(clock, undo=undo)
        return None

    def _lesson(self) -> LessonInfo | None:
        if self.seat is None:
            return None
        return lessons.told(self.state, self.language)

    def _clock(self) -> ClockInfo | None:
        if self.status.clock is None:
            return None
        left, of = self.status.clock
        return ClockInfo(round(max(left, 0.0), 1), of)

    def _out(self) -> ToAct | None:
        """The seat that has to act, where all may know it, and its clock."""
        if self.view is None or self.view.phase == DRAW or self.view.turn is None:
            return None
        return ToAct(self.view.turn, self._clock())

    def _may_undo(self) -> bool:
        if self.seat is None or not self.status.alone or not self.state.helped:
            return False
        return last_choice(self.state, self.seat) is not None

    def _may_rest(self) -> bool:
        if not isinstance(self.view, View) or self.view.phase != PLAY or self.view.trick:
            return False
        return sure_leads(self.view, self._hidden) is not None

    def _unseen(self) -> str | None:
        """The cards the seat has not seen, once cards are played; nobody counts for it if rated."""
        if self.view is None or self.seat is None or self.view.phase != PLAY:
            return None
        return str(self._hidden) if may_count(self.state, self.seat) else None

    @cached_property
    def _hidden(self) -> Cards:
        assert self.state.played is not None
        assert isinstance(self.view, View)
        return unseen(self.view, self.state.played.laid)

    # Words.

    def _sentences(self, events: Sequence[Told], first: int) -> list[Sentence]:
        out = []
        for at, data in enumerate(events):
            if data["event"] in _WORDLESS:
                continue
            text = self.tell(data, first + at)
            if text:
                rule = data.get("rule") or rule_of(data["event"], self.state.ruleset)
                out.append(Sentence(at, text.strip(" →"), rule))
        return out

    def tell(self, event: Told, at: int) -> str:
        """The sentence for an event as the reader sees it, the at-th of the deal."""
        played = self.state.played
        assert played is not None
        if event["event"] == "fouled":
            event = {**event, "seat": host_rulings.offender(played, at)}
        phase, standing = DRAW, None
        if event["event"] in ("declared", "passed"):
            shown = (one for _, one in reversed(played.events[:at]) if isinstance(one, Declared))
            standing = next((one.trump for one in shown), None)
            if self.state.ruleset.declare_style == "call":
                phase = "call" if standing is None else "change"
        banker = self.view.banker if self.view else None
        return self.telling.told(event, phase=phase, banker=banker, standing=standing)

    # The room.

    def room(self, chat: Sequence[Said] | None = None) -> Room:
        """What all may know of the table; a sentence may call the reader by "you"."""
        kept = self._alike.get(("room", self.language))
        if kept is None or kept[0] is not self.status:  # it was made when others were there
            kept = self._alike["room", self.language] = (
                self.status,
                room_of(self.state, self.status, self.view, self.telling),
            )
        room: Room = kept[1]
        opening = self._once(
            ("opening", self.seat, self.language), lambda: opening_info(self.state, self.telling)
        )
        if opening is not None:
            room = structs.replace(room, opening=opening)
        return room if chat is None else structs.replace(room, chat=list(chat))

    # The end of a deal.

    def result(self) -> ResultInfo | None:
        """What the last deal brought, until the next one begins."""
        state, ended = self.state, self.state.ended
        if ended is None:
            return None
        played = state.played
        events = [event for _, event in played.events] if played else []
        dug = next((event for event in events if isinstance(event, Dug)), None)
        banks = [event.banker for event in ended.events if isinstance(event, BankPassed)]
        deal = state.deal
        over = deal is not None and deal.phase == OVER
        kitty = self.view.kitty if self.view else None
        return ResultInfo(
            lines=self._lines(events, ended),
            kitty=str(kitty) if over and kitty is not None else None,
            dig=dig_info(state.ruleset, dug) if dug else None,
            promoted=[
                PromotionInfo(event.who, event.old, event.new)
                for event in ended.events
                if isinstance(event, Promoted)
            ],
            next_banker=banks[-1] if banks else None,
            seed=(dict(played.shuffle.tags()) or None) if over and played else None,
            deal=state.finished - 1,
            over=state.match.over is not None,
            winners=list(state.match.over or ()),
        )

    def _lines(self, events: Sequence[Event], ended: Ended) -> list[ResultLine]:
        lines = []
        for at, event in enumerate(events):
            if isinstance(event, _COUNTED):
                told = self._seen(at, event)
                rule = rule_of(told["event"], self.state.ruleset)
                lines.append(ResultLine(self.tell(told, at), rule))
        over = self.state.match.over is not None
        for change, text in self.telling.match_events(ended.events, self.state.match.levels):
            if not (over and isinstance(change, BankPassed)):  # then nobody deals again
                lines.append(ResultLine(text, _rule_of_change(change)))
        return [line for line in lines if line.text]
