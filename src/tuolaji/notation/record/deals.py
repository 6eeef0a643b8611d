"""Records of deals in two forms, the text `.tlj` and JSON lines `.jsonl`; several deals a file.

A record is a setup, a deck and the actions. Everything else in its text (comments, events) is
derived from them, and is verified when it is read. `DealRecord.parse` reads what `text` and `jsonl`
write, and recognizes the form; `read` and `check` list every difference instead of raising.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from ...cards import Card
from ...deal import Deal, Setup
from ...deal.actions import Action
from ...deal.events import Event
from ...ruleset import Ruleset
from .events import action_line, event_line, head_line
from .lines import read_tag, tag_text
from .read import COUNTS, TAGS, read_deals
from .told import Difference, RecordError
from .write import Writer, all_tags


@dataclass(frozen=True)
class DealRecord:
    """A deal as it was played: how it began, the deck in the order of the draw, what was done.

    tags: additional names and values, such as Event and Date, in order.
    """

    ruleset: Ruleset
    setup: Setup
    deck: tuple[Card, ...]
    actions: tuple[Action, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Refuse tags that the text could not hold."""
        for tag in self.tags:
            if tag[0] in (*TAGS, *COUNTS) or read_tag(tag_text(*tag)) != tag:
                raise ValueError(f"{tag[0]!r} cannot be the name of a further tag")
        if len(dict(self.tags)) < len(self.tags):
            raise ValueError("a tag stands twice")

    @classmethod
    def parse(cls, text: str | bytes) -> list[DealRecord]:
        """The records of a text in either form; RecordError with all differences, if any."""
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

    def jsonl(self) -> str:
        """The record as JSON lines; the rules' refusal is raised if an action is not allowed."""
        deal, events = Deal.begin(self.ruleset, self.setup, self.deck)
        lines = [head_line(all_tags(self.ruleset, self.setup, self.tags), self.deck)]
        lines += map(event_line, events)
        for action in self.actions:
            deal, events = deal.apply(action)
            lines += [action_line(action), *map(event_line, events)]
        return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class ReadDeal:
    """One deal of a text: its first line, its record as far as it can be read, and what is wrong.

    record: None where the tags or the deck do not make a deal.
    """

    line: int
    record: DealRecord | None
    differences: tuple[Difference, ...]


def read(data: str | bytes) -> list[ReadDeal]:
    """Every deal of a text, whatever the text contains."""
    out = []
    for line, found, differences in read_deals(data):
        record = None
        if found is not None:
            record = DealRecord(*(getattr(found, field.name) for field in fields(found)))
        out.append(ReadDeal(line, record, tuple(differences)))
    return out


def check(data: str | bytes) -> list[Difference]:
    """Every difference between a text and the rules; an empty list if the record is right."""
    return [difference for deal in read(data) for difference in deal.differences]


def write(records: Iterable[DealRecord], *, jsonl: bool = False) -> str:
    """The text of several deals, or their JSON lines."""
    if jsonl:
        return "".join(record.jsonl() for record in records)
    return "\n".join(record.text() for record in records)
