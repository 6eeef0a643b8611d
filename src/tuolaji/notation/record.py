"""Records of deals: the text `.tlj`, several deals a file.

A record is a setup, a deck and the actions; everything else in its text is derived, stands in
comments, and is verified when it is read. `DealRecord.parse` and `text` are inverse; `read` and
`check` tell every difference instead of raising.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields

from ..actions import Action
from ..cards import Card
from ..deal import Deal
from ..events import Event
from ..phases.state import Setup
from ..ruleset import Ruleset
from .record_read import TAGS, read_deals
from .record_told import Difference, RecordError, told
from .record_write import Writer

__all__ = ["DealRecord", "Difference", "ReadDeal", "RecordError", "check", "read", "told", "write"]


@dataclass(frozen=True)
class DealRecord:
    """A deal as it was played: how it began, the deck in the order of the draw, what was done.

    tags: further names and values of its text, such as Event and Date, in their order.
    """

    ruleset: Ruleset
    setup: Setup
    deck: tuple[Card, ...]
    actions: tuple[Action, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Refuse tags that the text could not hold."""
        for name, value in self.tags:
            if name in TAGS or not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII):
                raise ValueError(f"{name!r} cannot be the name of a further tag")
            value.encode("utf-8")

    @classmethod
    def parse(cls, text: str | bytes) -> list[DealRecord]:
        """The records of a text; RecordError with every difference if there is one."""
        deals = read(text)
        wrong = tuple(difference for deal in deals for difference in deal.differences)
        if wrong:
            raise RecordError(wrong)
        return [deal.record for deal in deals if deal.record is not None]

    def replay(self) -> tuple[Deal, list[Event]]:
        """The deal after all actions, and everything that happened."""
        deal, events = Deal.begin(self.ruleset, self.setup, self.deck)
        for action in self.actions:
            deal, more = deal.apply(action)
            events += more
        return deal, events

    def text(self) -> str:
        """The record as text; the rules' refusal is raised if an action is not allowed."""
        deal, events = Deal.begin(self.ruleset, self.setup, self.deck)
        writer = Writer(deal, events, self.tags)
        for action in self.actions:
            outcome = deal.apply(action)
            writer.step(deal, action, outcome)
            deal = outcome[0]
        return writer.text()


@dataclass(frozen=True)
class ReadDeal:
    """One deal of a text: its first line, its record as far as it goes, and what is wrong.

    record: None where the tags or the deck do not make a deal.
    """

    line: int
    record: DealRecord | None
    differences: tuple[Difference, ...]


def read(data: str | bytes) -> list[ReadDeal]:
    """Every deal of a text, whatever stands in it."""
    out = []
    for line, found, differences in read_deals(data):
        record = None
        if found is not None:
            record = DealRecord(*(getattr(found, field.name) for field in fields(found)))
        out.append(ReadDeal(line, record, tuple(differences)))
    return out


def check(data: str | bytes) -> list[Difference]:
    """Every difference between a text and the rules; none is a record that is right."""
    return [difference for deal in read(data) for difference in deal.differences]


def write(records: Iterable[DealRecord]) -> str:
    """The text of several deals."""
    return "\n".join(record.text() for record in records)
