"""A deal's setup, deck and actions as the text of a record."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

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
from ...deal.events import Event, ThrowFailed
from ...deal.phase import BURY, CALL, CHANGE, COUNT, DRAW, NAME, OVER, PARTNER, PLAY, STEAL
from ...ruleset import Ruleset
from .derive import comment, header_pairs, lead_units, line_pairs, result_pairs, units_text
from .lines import Pairs, partner_text, referee_text, tag_text

_SECTION = {
    DRAW: "declare", NAME: "declare", CALL: "declare", CHANGE: "declare",
    STEAL: "declare",
    BURY: "bury", PARTNER: "partner", PLAY: "play", COUNT: "play",
}  # fmt: skip
_ROUNDS_A_LINE = 5

Tags = Sequence[tuple[str, str]]


def all_tags(ruleset: Ruleset, setup: Setup, others: Tags) -> list[tuple[str, str]]:
    """Every tag of a record, the five required ones first."""
    counts = (("Failures", setup.failures), ("Rounds", setup.rounds))
    return [
        ("Ruleset", ruleset.lasting),
        ("Deal", str(setup.number)),
        ("Levels", " ".join(setup.levels)),
        ("Banker", "-" if setup.banker is None else str(setup.banker)),
        ("First", str(setup.first_seat)),
        *((name, " ".join(map(str, numbers))) for name, numbers in counts if numbers),
        *others,
    ]


def _head(deal: Deal, tags: Tags) -> list[str]:
    """The tags and the draw: five rounds on each line, the kitty on the last."""
    ruleset, deck = deal.ruleset, deal.deck
    lines = [tag_text(*tag) for tag in all_tags(ruleset, deal.setup, tags)]
    lines += ["", "*draw"]
    dealt, wide = len(deck) - ruleset.kitty, _ROUNDS_A_LINE * ruleset.players
    rows = [deck[at : min(at + wide, dealt)] for at in range(0, dealt, wide)]
    rows += [deck[dealt:]] if ruleset.kitty else []
    return lines + [" ".join(map(str, row)) for row in rows]


class Writer:
    """The text of a deal, written action by action."""

    def __init__(self, deal: Deal, events: Sequence[Event], tags: Tags = ()) -> None:
        """Begin with a new deal and its first events."""
        self.lines = _head(deal, tags)
        self._deal = deal
        self._section = ""
        self._open: list[str] = []
        self._said: Pairs = ()
        self._header = header_pairs(events)
        self._result = result_pairs(events)
        self._last: tuple[Deal, Action, tuple[Deal, list[Event]]] | None = None

    def step(self, before: Deal, action: Action, outcome: tuple[Deal, list[Event]]) -> None:
        """Write an action; a pass of the draw or the count only where nothing implies it."""
        self._write_last(implies=not isinstance(action, Claim | RuleFoul | Adjust | Void))
        self._last = (before, action, outcome)
        self._deal = outcome[0]

    def retag(self, name: str, value: str) -> None:
        """Give a tag of the deal another value."""
        at = next(at for at, line in enumerate(self.lines) if line.startswith(f"[{name} "))
        self.lines[at] = tag_text(name, value)

    def text(self) -> str:
        """The text so far, with the result if the deal is over."""
        end = copy(self)
        end.lines, end._open = list(self.lines), list(self._open)
        end._write_last(implies=False)
        end._close()
        if self._deal.phase == OVER:
            end.lines += ["*result", comment(end._result).strip()]
        return "\n".join(end.lines) + "\n"

    def _write_last(self, *, implies: bool) -> None:
        """Write the action that was held back, unless it is an implied pass."""
        if self._last is None:
            return
        before, action, (after, events) = self._last
        passed = before.phase in (DRAW, COUNT) and isinstance(action, Pass)
        implied = implies or (before.phase == COUNT and after.phase == OVER)
        if not (passed and implied):
            self._enter(_SECTION[before.phase])
            if isinstance(action, Play) and not self._open:
                self._open.append(str(before.turn))
            self._open.append(_token(before, action, events))
            self._said += line_pairs(events, after)
            if before.phase != PLAY or after.lead is None or after.phase == OVER:
                self._close()
        self._header += header_pairs(events)
        self._result += result_pairs(events)
        self._last = None

    def _enter(self, section: str) -> None:
        if section != self._section:
            self._close()
            self.lines.append(f"*{section}{comment(self._header)}")
            self._section, self._header = section, ()

    def _close(self) -> None:
        if self._open:
            self.lines.append(" ".join(self._open) + comment(self._said))
        self._open, self._said = [], ()


def _token(before: Deal, action: Action, events: Sequence[Event]) -> str:
    match action:
        case Pass() if before.phase == COUNT:
            return f"{action.seat} -"
        case Pass():
            return f"{before.drawn} {action.seat} -"
        case Declare():
            return f"{before.drawn} {action.seat} {action.cards}"
        case NameTrump():
            return f"{before.drawn} {action.seat} trump={action.trump}"
        case Bury():
            return f"{action.seat} {action.cards}"
        case NamePartner():
            return f"{action.seat} {partner_text(action.card, action.copy)}"
        case Play():
            if before.lead is not None:
                return str(action.cards)
            failed = [event for event in events if isinstance(event, ThrowFailed)]
            text = units_text(lead_units(before, action.cards))
            return f"{text}>{failed[0].played}" if failed else text
    return referee_text(action)
