"""The sections of a `.tlj` record replayed through the rules, and their comments verified."""

from __future__ import annotations

from collections.abc import Callable

from ...cards import Card
from ...deal import Deal, Setup
from ...deal.actions import Action, Bury, Declare, NamePartner, NameTrump, Pass, Play
from ...deal.events import Event, Played
from ...deal.phase import COUNT, DRAW, OVER
from ...ruleset import Ruleset
from ...verdicts.ruling import NotNow
from .derive import compared, header_pairs, lead_units, line_pairs, result_pairs, units_text
from .lines import Line, Pairs, PlayText
from .replay import Replay
from .told import Difference


class SectionReplay(Replay):
    """A deal whose lines are grouped in sections."""

    def __init__(
        self,
        ruleset: Ruleset,
        setup: Setup,
        deck: tuple[Card, ...],
        tell: Callable[[Difference], None],
    ) -> None:
        """Begin the deal."""
        super().__init__(ruleset, setup, deck, tell)
        self._section = ""
        self._header: Pairs = header_pairs(self.begun)
        self._result: Pairs = result_pairs(self.begun)
        self._result_said = False

    def end(self, number: int) -> None:
        """Report a finished deal without a result."""
        if not self.stopped and self.deal.phase == OVER and not self._result_said:
            self.tell(Difference(number, "result-missing"))

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
                self.stop(line, "result-early")
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
            self.stop(line, "draw-late")
        self._compare(line, ())

    def _read_declare(self, line: Line) -> None:
        step, seat, shown = line.body
        self.check_seat(line, seat)
        if self.deal.phase == DRAW:
            self._pass_until(line, step, seat)
        elif step != self.deal.drawn:
            self.stop(line, "wrong-step", step=step, right=self.deal.drawn)
        action: Action = Pass(seat) if shown is None else Declare(seat, shown)
        self._act(line, NameTrump(seat, shown) if isinstance(shown, str) else action)

    def _read_bury(self, line: Line) -> None:
        self._act(line, Bury(*line.body))

    def _read_partner(self, line: Line) -> None:
        self._act(line, NamePartner(*line.body))

    def _read_play(self, line: Line) -> None:
        leader, moves = line.body
        if leader is not None:
            self._check_leader(line, leader)
        tricks = len(self.deal.finished)
        said: Pairs = ()
        for move in moves:
            if not isinstance(move, PlayText):
                said += self._said(self.do(line, move))
            elif len(self.deal.finished) > tricks:
                self.stop(line, "trick-long", wanted=self.deal.ruleset.players, play=move.text)
            else:
                said += self._said(self._play(line, move))
        self._compare(line, said)

    def _read_pass(self, line: Line) -> None:
        """A seat passes after the last trick, and so do those asked before it."""
        (seat,) = line.body
        self.check_seat(line, seat)
        while self.deal.phase == COUNT and seat in self.deal.asking and self.deal.turn != seat:
            self._pass(line)
        self._act(line, Pass(seat))

    # Shared by them.

    def _act(self, line: Line, action: Action) -> None:
        self._compare(line, self._said(self.do(line, action)))

    def _said(self, events: list[Event]) -> Pairs:
        """What the line's comment may say about the events; the rest is left for later lines."""
        self._header += header_pairs(events)
        self._result += result_pairs(events)
        return line_pairs(events, self.deal)

    def _play(self, line: Line, move: PlayText) -> list[Event]:
        deal, seat = self.deal, self.deal.turn
        if seat is None:
            self.refuse(line, Play(0, move.cards), NotNow("over"))
        if len(move.units) > 1 and deal.terms is not None:
            units = lead_units(deal, move.cards) if deal.lead is None else (move.cards,)
            if sorted(map(str, units)) != sorted(map(str, move.units)):
                self.say(line, "units", said=move.text, right=units_text(units))
        events = self.do(line, Play(seat, move.cards))
        played = next(event.cards for event in events if isinstance(event, Played))
        if move.played is not None and move.played != played:
            self.say(line, "thrown", said=move.text, right=str(played))
        return events

    def _pass(self, line: Line) -> None:
        """The seat that is asked passes."""
        assert self.deal.turn is not None
        self._said(self.do(line, Pass(self.deal.turn)))

    def _finish_draw(self) -> None:
        """Every seat still asked during the draw passes."""
        while self.deal.phase == DRAW:
            self._pass(Line(0, "declare"))

    def _pass_until(self, line: Line, step: int, seat: int) -> None:
        """Every seat asked before this one, at this step of the draw, passes."""
        deal: Deal = self.deal
        passed: list[Action] = []
        while deal.phase == DRAW and deal.drawn <= step:
            assert deal.turn is not None
            if (deal.drawn, deal.turn) == (step, seat):
                self.deal = deal
                self.actions += tuple(passed)
                return
            passed.append(Pass(deal.turn))
            deal, _ = deal.apply(passed[-1])
        self.stop(line, "not-asked", seat=seat, step=step)

    def _check_leader(self, line: Line, leader: int) -> None:
        self.check_seat(line, leader)
        if self.deal.trick and self.deal.phase != OVER:
            facts = {"number": len(self.deal.trick), "wanted": self.deal.ruleset.players}
            self.stop(line, "trick-short", **facts)
        if self.deal.turn not in (None, leader):
            self.say(line, "leader", said=leader, right=str(self.deal.turn))

    def _compare(self, line: Line, derived: Pairs) -> None:
        for difference in compared(line, derived):
            self.tell(difference)
