"""`tuolaji replay`: a record checked against the rules, and printed trick by trick."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from ..cards import NO_TRUMP, Card, Cards
from ..deal import Deal
from ..deal.events import (
    Buried,
    Claimed,
    Declared,
    Disqualified,
    Drawn,
    Dug,
    Event,
    Fouled,
    PartnerKnown,
    PartnerNamed,
    Played,
    Settled,
    Started,
    ThrowFailed,
    TrickReopened,
    TrickWon,
    name_of,
)
from ..deal.phase import COUNT, DRAW, OVER, PLAY
from ..files import write_whole
from ..notation.record import DealRecord, ReadDeal, read, write
from ..notation.record.told import clean, told
from ..ruleset import Ruleset
from ..texts.explain import cards_in_words, in_words
from ..texts.narrate import Telling
from ..texts.reader import texts

JSON_LINES = ".jsonl"
_MOST_TOLD = 50


def replay_file(
    file: Path, language: str, *, number: int | None = None, to: Path | None = None
) -> int:
    """Print the file's deals, or one of them; 1 with differences, 2 where nothing can be read.

    to: write the deals into this file instead of printing them.
    """
    words = texts(language)["record"]
    try:
        deals = read(file.read_bytes())
    except OSError as error:
        why = error.strerror or str(error)
        typer.echo(words["no_file"].format(file=clean(str(file)), why=why), err=True)
        return 2
    if not any(deal.record for deal in deals):
        _tell(deals, language)
        typer.echo(words["no_deal"].format(file=clean(str(file))), err=True)
        return 2
    if number is not None:
        if not 1 <= number <= len(deals):
            facts = {"file": clean(str(file)), "number": len(deals), "wanted": number}
            typer.echo(words["no_such_deal"].format(**facts), err=True)
            return 2
        deals = [deals[number - 1]]
    for deal in deals if to is None else ():
        if deal.record is not None:
            typer.echo("\n".join(printed(deal.record, language)) + "\n")
    status = _tell(deals, language)
    return status if to is None else _write(deals, to, language, right=not status)


def _write(deals: list[ReadDeal], to: Path, language: str, *, right: bool) -> int:
    """Write deals that are right into a file, in the form of its name; 2 where that fails."""
    words = texts(language)["record"]
    name = clean(str(to))
    if not right:
        typer.echo(words["not_written"].format(file=name), err=True)
        return 1
    records = [deal.record for deal in deals if deal.record is not None]
    try:
        write_whole(to, [write(records, jsonl=to.suffix == JSON_LINES).encode()])
    except OSError as error:
        typer.echo(words["no_write"].format(file=name, why=error.strerror or error), err=True)
        return 2
    typer.echo(words["written"].format(number=len(records), file=name))
    return 0


def _tell(deals: list[ReadDeal], language: str) -> int:
    """Print the differences; 1 if there are any."""
    words = texts(language)["record"]
    wrong = [difference for deal in deals for difference in deal.differences]
    if not wrong:
        typer.echo(words["right"])
        return 0
    typer.echo(words["wrong"].format(number=len(wrong)))
    for difference in wrong[:_MOST_TOLD]:
        typer.echo(f"- {told(difference, language)}")
    if len(wrong) > _MOST_TOLD:
        typer.echo(words["more"].format(number=len(wrong) - _MOST_TOLD))
    return 1


def printed(record: DealRecord, language: str) -> Iterator[str]:
    """The record in words, line by line."""
    words = texts(language)["record"]
    for name, value in record.tags:
        yield words["tag"].format(name=words["tags"].get(name, name), value=clean(value))
    deal, events = Deal.begin(record.ruleset, record.setup, record.deck)
    printer = _Printer(record.ruleset, language)
    yield from printer.step(deal, events)
    for action in record.actions:
        deal, events = deal.apply(action)
        yield from printer.step(deal, events)
    yield from printer.rest()
    if deal.phase != OVER:
        yield words["unfinished"]


class _Printer:
    """The events of a deal as lines; a trick is held back until it is whole."""

    def __init__(self, ruleset: Ruleset, language: str) -> None:
        self._language = language
        self._telling = Telling(ruleset, None, language)
        self._words: Any = texts(language)["record"]
        self._drawn = 0
        self._tricks = 0
        self._again = False
        self._attackers = 0
        self._trick: list[str] = []
        self._phase = DRAW
        self._heading = ""

    def step(self, deal: Deal, events: list[Event]) -> Iterator[str]:
        """The lines of what has just happened."""
        if deal.taken:
            dug = sum(event.points for event in events if isinstance(event, Dug))
            self._attackers = deal.attackers_points - dug
        for event in events:
            yield from self._event(event, deal)
        if deal.phase == PLAY and self._phase != PLAY:
            yield from self._hands(deal)
        self._phase = deal.phase

    def rest(self) -> Iterator[str]:
        """The plays of a trick that is not finished."""
        if self._trick:
            self._tricks += not self._again
            plays = self._words["then"].join(self._trick)
            key = "trick_again" if self._again else "trick"
            indent = "     " if self._again else "  "
            yield indent + self._words[key].format(number=self._tricks, plays=plays)
            self._trick, self._again = [], False

    def _event(self, event: Event, deal: Deal) -> Iterator[str]:
        if isinstance(event, Drawn):
            self._drawn += 1
        elif isinstance(event, Started):
            yield from self._started(event, deal)
        elif isinstance(event, Played):
            cards = self._in_words("cards", event.cards)
            facts = {"seat": self._telling.seat_name(event.seat), "cards": cards}
            self._trick.append(self._words["played"].format(**facts))
        elif isinstance(event, TrickWon):
            yield from self.rest()
            facts = {"points": str(event.points), "attackers": str(self._attackers)}
            seat = self._telling.seat_name(event.seat)
            yield "     " + self._words["won"].format(seat=seat, **facts)
        else:
            yield from self._other(event, deal)

    def _other(self, event: Event, deal: Deal) -> Iterator[str]:
        if isinstance(event, Dug | Settled | Disqualified) or deal.redeal:
            yield from self._head("result")
        elif self._heading != "play":
            yield from self._head("declaring")
        indent = "     " if self._phase in (PLAY, COUNT) and deal.phase != OVER else "  "
        yield indent + self._sentence(event, deal)
        self._again = self._again or isinstance(event, TrickReopened)
        if isinstance(event, Settled) and event.result.back_to:
            level = self._in_words("level", event.result.back_to)
            yield "  " + self._words["events"]["back_to"].format(level=level)

    def _head(self, heading: str) -> Iterator[str]:
        if heading != self._heading:
            yield self._words[heading]
        self._heading = heading

    def _started(self, event: Started, deal: Deal) -> Iterator[str]:
        levels = " ".join(self._in_words("level", level) for level in event.levels)
        facts = {"number": event.number, "ruleset": self._telling.title, "levels": levels}
        yield self._words["deal"].format(**facts)
        key = "first_deal" if event.banker is None else "bank"
        if deal.ruleset.declare_style == "call":
            key = "calls"
        seat, banker = (
            "" if one is None else self._telling.seat_name(one)
            for one in (event.first_seat, event.banker)
        )
        yield self._words[key].format(seat=seat, banker=banker)

    def _hands(self, deal: Deal) -> Iterator[str]:
        yield self._words["hands"]
        for seat, hand in enumerate(deal.hands):
            cards = self._in_words("cards", hand)
            facts = {"seat": self._telling.seat_name(seat), "cards": cards}
            yield "  " + self._words["hand"].format(**facts)
        if deal.kitty:
            yield "  " + self._words["kitty"].format(cards=self._in_words("cards", deal.kitty))
        yield from self._head("play")

    def _sentence(self, event: Event, deal: Deal) -> str:
        """The sentence of an event of any other kind."""
        key = name_of(event)
        facts = {name: self._in_words(name, value) for name, value in vars(event).items()}
        facts["step"] = str(self._drawn)
        match event:
            case Declared() if self._phase != DRAW:
                key = "called"
            case PartnerNamed() if deal.ruleset.friend_by == "nth_play":
                key = "friend_named"
            case PartnerKnown() if event.seat == deal.banker:
                key = "partner_alone" if deal.ruleset.friend_count == 1 else "no_friend"
            case ThrowFailed() if event.penalty:
                key = "throw_fined"
            case Dug() if deal.ruleset.dig == "last_trick":
                key = "dug_trick" if event.multiplier > 1 else "dug_single"
                facts["trick"] = str(abs(event.worth))
            case Claimed(rule=None):
                key = "claimed_wrongly"
            case Fouled():
                key = "fouled_effect" if event.effect else key
                facts["by"] = self._words[event.by or "a_side"]
            case Buried():
                facts["points"] = str(event.cards.points)
            case Settled():
                facts["side"] = self._words[event.result.side]
                facts["levels"] = str(event.result.levels)
        return str(self._words["events"][key].format(**facts))

    def _in_words(self, name: str, value: object) -> str:
        """A fact of an event as a player reads it."""
        if name in ("seat", "against", "banker") and isinstance(value, int):
            return self._telling.seat_name(value)
        if name == "trump":
            suits = texts(self._language)["words"]["suit"]
            return str(self._words["no_trump"] if value == NO_TRUMP else suits[value])
        if isinstance(value, Card):
            value = Cards.of([value])
        if isinstance(value, tuple):
            return " ".join(self._in_words(name, item) for item in value)
        if name in ("rule", "reason"):
            return self._telling.rule(str(value))
        if name == "points":
            return f"{value:+d}"
        if isinstance(value, Cards):
            return cards_in_words(value, self._language)
        if name == "level":
            return in_words(name, str(value), self._language)
        return clean(str(value))
