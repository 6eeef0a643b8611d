"""A deal replayed while its record is read, whichever form the record has.

This is what both forms share: applying an action, or reporting why the rules refuse it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from ...cards import Card, Cards
from ...deal import Deal, Setup
from ...deal.actions import (
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
from ...deal.events import Buried, Event, Played, TakenBack
from ...ruleset import Ruleset
from ...verdicts.ruling import NotAllowed, NotNow, Ruling
from .lines import Line, referee_text
from .told import Difference

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
    """A deal as far as it was read; begun: what happened before the first action.

    Each kind of line is read by the method named after it; other kinds do nothing. All fields are
    values, so that a copy can read on independently.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        setup: Setup,
        deck: tuple[Card, ...],
        tell: Callable[[Difference], None],
    ) -> None:
        """Begin the deal."""
        self.deal, self.begun = Deal.begin(ruleset, setup, deck)
        self.actions: tuple[Action, ...] = ()
        self.stopped = False
        self.tell = tell
        self._laid: tuple[tuple[int, int, Cards], ...] = ()

    def read(self, line: Line) -> None:
        """Do what the line says, unless the replay has stopped."""
        reader = getattr(self, f"_read_{line.kind}", None)
        if self.stopped or reader is None:
            return
        try:
            reader(line)
        except Stop:
            self.stopped = True

    def _read_broken(self, line: Line) -> None:  # noqa: ARG002
        """Nothing is known of what follows a line that cannot be read."""
        raise Stop

    def end(self, number: int) -> None:
        """Report what is missing at the end of the record; number: its last line."""
        raise NotImplementedError

    # What the forms share.

    def do(self, line: Line, action: Action) -> list[Event]:
        """Apply the action; the events. If it is refused, report why and raise Stop."""
        self._check_seats(line, action)
        try:
            self.deal, events = self.deal.apply(action)
        except NotAllowed as error:
            self.refuse(line, action, error.ruling)
        except NotNow as error:
            self.refuse(line, action, error)
        self.actions += (action,)
        self._keep_laid(line, events)
        return events

    def say(self, line: Line, code: str, **facts: str | int) -> None:
        """Report a difference in the line."""
        self.tell(Difference(line.number, code, facts))

    def stop(self, line: Line, code: str, **facts: str | int) -> NoReturn:
        """Report a difference after which the deal cannot be replayed."""
        self.say(line, code, **facts)
        raise Stop

    def refuse(self, line: Line, action: Action, why: Ruling | NotNow) -> NoReturn:
        """Report why the action is refused, and where its cards were played before."""
        if isinstance(action, Claim | RuleFoul | Adjust | Void):
            facts: dict[str, str | int] = {"action": referee_text(action)}
            self.tell(Difference(line.number, "refused-referee", facts, why))
            raise Stop
        cards = getattr(action, "cards", None) or getattr(action, "card", "-")
        facts = {"seat": action.seat, "cards": str(cards)}
        self.tell(Difference(line.number, _WHAT[type(action)], facts, why))
        if isinstance(why, NotNow) and why.code == "not-in-hand" and isinstance(cards, Cards):
            hand = self.deal.hands[action.seat]
            gone = {card for card in cards if cards.count(card) > hand.count(card)}
            for number, seat, laid in self._laid:
                twice = Cards.of(card for card in gone if card in laid)
                if seat == action.seat and twice:
                    again: dict[str, str | int] = {"cards": str(twice), "later": line.number}
                    self.tell(Difference(number, "laid-before", again))
        raise Stop

    def check_seat(self, line: Line, seat: int) -> None:
        """Stop if there is no such seat."""
        if not 0 <= seat < self.deal.ruleset.players:
            self.stop(line, "no-seat", seat=seat, last=self.deal.ruleset.players - 1)

    def _check_seats(self, line: Line, action: Action) -> None:
        for name in ("seat", "against"):
            self.check_seat(line, getattr(action, name, None) or 0)

    def _keep_laid(self, line: Line, events: list[Event]) -> None:
        """Remember which cards a seat played or buried in which line."""
        for event in events:
            if isinstance(event, Buried):
                # A seat that takes up the kitty again buries again: forget what it buried before.
                self._laid = ((line.number, event.seat, event.cards),)
            elif isinstance(event, Played):
                self._laid += ((line.number, event.seat, event.cards),)
            elif isinstance(event, TakenBack):
                back = (event.seat, event.cards)
                self._laid = tuple(laid for laid in self._laid if laid[1:] != back)
