"""The lines of one deal replayed through the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from ..actions import (
    Action,
    Adjust,
    Bury,
    Claim,
    Declare,
    NamePartner,
    NameTrump,
    Pass,
    Play,
    RuleFoul,
    Void,
)
from ..cards import Card, Cards
from ..deal import Deal
from ..events import Event, TakenBack, ThrowFailed
from ..phases.state import COUNT, DRAW, OVER, Setup
from ..ruleset import Ruleset
from ..rulings import NotAllowed, NotNow, Ruling
from .record_derive import compared, header_pairs, lead_units, line_pairs, result_pairs, units_text
from .record_lines import Line, Pairs, PlayText, referee_text
from .record_told import Difference

_WHAT = {
    Pass: "refused-pass",
    Declare: "refused-declare",
    NameTrump: "refused-trump",
    Bury: "refused-bury",
    NamePartner: "refused-partner",
    Play: "refused-play",
}


class Stop(Exception):
    """The deal cannot be replayed beyond this line."""


class Replay:
    """A deal as its record is read: what has been done, and what is to be verified next."""

    def __init__(
        self,
        ruleset: Ruleset,
        setup: Setup,
        deck: tuple[Card, ...],
        tell: Callable[[Difference], None],
    ) -> None:
        """Begin the deal."""
        self.deal, events = Deal.begin(ruleset, setup, deck)
        self.actions: list[Action] = []
        self._tell = tell
        self._stopped = False
        self._section = ""
        self._header: Pairs = header_pairs(events)
        self._result: Pairs = result_pairs(events)
        self._result_said: bool | None = None
        self._laid: list[tuple[int, int, Cards]] = []
        self._kinds: dict[str, Callable[[Line], None]] = {
            "header": self._read_header,
            "note": self._read_note,
            "draw": self._read_draw,
            "declare": self._read_declare,
            "bury": self._read_bury,
            "partner": self._read_partner,
            "play": self._read_play,
            "pass": self._read_pass,
        }

    def read(self, line: Line) -> None:
        """Do what the line says, unless the replay has stopped."""
        if self._stopped or line.kind == "tag":
            return
        if line.kind == "broken":
            self._stopped = True
            return
        try:
            self._kinds[line.kind](line)
        except Stop:
            self._stopped = True

    def end(self, number: int) -> None:
        """Tell what is missing at the end of the record."""
        if not self._stopped and self.deal.phase == OVER and not self._result_said:
            self._tell(Difference(number, "result-missing"))

    # One method for each kind of line.

    def _read_header(self, line: Line) -> None:
        self._section = line.body[0]
        if self._section in ("bury", "partner", "play"):
            self._finish_draw()
        if self._section == "result":
            self._result_said = False
            while self.deal.phase == COUNT:
                self._pass(line)
            if self.deal.phase != OVER:
                self._stop(line, "result-early")
        self._compare(line, self._header)
        if self._section != "draw":
            self._header = ()

    def _read_note(self, line: Line) -> None:
        if self._section == "result":
            self._compare(line, self._result)
            self._result_said = True
        else:
            self._compare(line, ())

    def _read_draw(self, line: Line) -> None:
        if self.actions:
            self._stop(line, "draw-late")
        self._compare(line, ())

    def _read_declare(self, line: Line) -> None:
        step, seat, shown = line.body
        self._check_seat(line, seat)
        if self.deal.phase == DRAW:
            self._pass_until(line, step, seat)
        elif step != self.deal.drawn:
            self._stop(line, "wrong-step", step=step, right=self.deal.drawn)
        action: Action = Pass(seat) if shown is None else Declare(seat, shown)
        if isinstance(shown, str):
            action = NameTrump(seat, shown)
        self._compare(line, self._do(line, action))

    def _read_bury(self, line: Line) -> None:
        seat, cards = line.body
        self._check_seat(line, seat)
        said = self._do(line, Bury(seat, cards))
        # Whoever takes the kitty up again lays it anew: earlier cards are no longer his.
        self._laid = [(line.number, seat, cards)]
        self._compare(line, said)

    def _read_partner(self, line: Line) -> None:
        seat, card = line.body
        self._check_seat(line, seat)
        self._compare(line, self._do(line, NamePartner(seat, card)))

    def _read_play(self, line: Line) -> None:
        leader, moves = line.body
        if leader is not None:
            self._check_leader(line, leader)
        tricks = len(self.deal.finished)
        said: Pairs = ()
        for move in moves:
            if not isinstance(move, PlayText):
                self._check_referee(line, move)
                said += self._do(line, move)
            elif len(self.deal.finished) > tricks:
                self._stop(line, "trick-long", wanted=self.deal.ruleset.players, play=move.text)
            else:
                said += self._play(line, move)
        self._compare(line, said)

    def _read_pass(self, line: Line) -> None:
        """A seat has nothing to claim after the last trick, nor have those asked before it."""
        (seat,) = line.body
        self._check_seat(line, seat)
        while self.deal.phase == COUNT and seat in self.deal.asking and self.deal.turn != seat:
            self._pass(line)
        self._compare(line, self._do(line, Pass(seat)))

    # What they share.

    def _pass(self, line: Line) -> None:
        assert self.deal.turn is not None
        self._do(line, Pass(self.deal.turn))

    def _play(self, line: Line, move: PlayText) -> Pairs:
        deal, seat = self.deal, self.deal.turn
        if seat is None:
            self._refuse(line, Play(0, move.cards), NotNow("over"))
        if len(move.units) > 1 and deal.terms is not None:
            leading = deal.lead is None
            units = lead_units(deal, move.cards) if leading else (move.cards,)
            if sorted(map(str, units)) != sorted(map(str, move.units)):
                self._say(line, "units", said=move.text, right=units_text(units))
        events: list[Event] = []
        said = self._do(line, Play(seat, move.cards), events)
        failed = [event.played for event in events if isinstance(event, ThrowFailed)]
        played = failed[0] if failed else move.cards
        self._laid.append((line.number, seat, played))
        if move.played is not None and move.played != played:
            self._say(line, "thrown", said=move.text, right=str(played))
        return said

    def _do(self, line: Line, action: Action, seen: list[Event] | None = None) -> Pairs:
        """What the line's comment may say of the action, which is done."""
        try:
            self.deal, events = self.deal.apply(action)
        except NotAllowed as error:
            self._refuse(line, action, error.ruling)
        except NotNow as error:
            self._refuse(line, action, error)
        self.actions.append(action)
        self._header += header_pairs(events)
        self._result += result_pairs(events)
        back = [(event.seat, event.cards) for event in events if isinstance(event, TakenBack)]
        self._laid = [laid for laid in self._laid if laid[1:] not in back]
        if seen is not None:
            seen += events
        return line_pairs(events, self.deal)

    def _finish_draw(self) -> None:
        """Every seat still asked during the draw passes."""
        while self.deal.phase == DRAW:
            self._pass(Line(0, "declare"))

    def _pass_until(self, line: Line, step: int, seat: int) -> None:
        """Every seat asked before this one, at this step of the draw, passes."""
        deal, passed = self.deal, list[Action]()
        while deal.phase == DRAW and deal.drawn <= step:
            assert deal.turn is not None
            if (deal.drawn, deal.turn) == (step, seat):
                self.deal = deal
                self.actions += passed
                return
            passed.append(Pass(deal.turn))
            deal, _ = deal.apply(passed[-1])
        self._stop(line, "not-asked", seat=seat, step=step)

    def _check_seat(self, line: Line, seat: int) -> None:
        if seat >= self.deal.ruleset.players:
            self._stop(line, "no-seat", seat=seat, last=self.deal.ruleset.players - 1)

    def _check_referee(self, line: Line, action: Action) -> None:
        if isinstance(action, Claim):
            self._check_seat(line, action.seat)
            self._check_seat(line, action.against)
        elif isinstance(action, RuleFoul) and action.seat is not None:
            self._check_seat(line, action.seat)

    def _check_leader(self, line: Line, leader: int) -> None:
        self._check_seat(line, leader)
        if self.deal.trick and self.deal.phase != OVER:
            self._stop(
                line,
                "trick-short",
                number=len(self.deal.trick),
                wanted=self.deal.ruleset.players,
            )
        if self.deal.turn not in (None, leader):
            self._say(line, "leader", said=leader, right=str(self.deal.turn))

    def _compare(self, line: Line, derived: Pairs) -> None:
        for difference in compared(line, derived):
            self._tell(difference)

    def _say(self, line: Line, code: str, **facts: str | int) -> None:
        self._tell(Difference(line.number, code, facts))

    def _stop(self, line: Line, code: str, **facts: str | int) -> NoReturn:
        self._say(line, code, **facts)
        raise Stop

    def _refuse(self, line: Line, action: Action, why: Ruling | NotNow) -> NoReturn:
        """Tell why the action is refused, and where its cards were laid before."""
        if isinstance(action, Claim | RuleFoul | Adjust | Void):
            facts: dict[str, str | int] = {"action": referee_text(action)}
            self._tell(Difference(line.number, "refused-referee", facts, why))
            raise Stop
        cards = getattr(action, "cards", None) or getattr(action, "card", "-")
        facts = {"seat": action.seat, "cards": str(cards)}
        self._tell(Difference(line.number, _WHAT[type(action)], facts, why))
        if isinstance(why, NotNow) and why.code == "not-in-hand" and isinstance(cards, Cards):
            gone = {card for card in cards if cards.count(card) > self._held(action.seat, card)}
            for number, seat, laid in self._laid:
                twice = Cards.of(card for card in gone if card in laid)
                if seat == action.seat and twice:
                    again: dict[str, str | int] = {"cards": str(twice), "later": line.number}
                    self._tell(Difference(number, "laid-before", again))
        raise Stop

    def _held(self, seat: int, card: Card) -> int:
        return self.deal.hands[seat].count(card)
