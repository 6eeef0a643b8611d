"""Records as JSON lines (`.jsonl`): for each deal a head, then every action and its events.

The actions are replayed; the events after each are compared with those of the rules.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from ...cards import NO_TRUMP, SUITS, Card
from ...deal import Setup
from ...deal.actions import Action, Adjust, Claim, NameTrump, RuleFoul, Void
from ...deal.actions import from_json as action_from
from ...deal.actions import to_json as action_to
from ...deal.events import Event, from_json, to_json
from ...json_values import PlainError
from ...ruleset import Ruleset
from .lines import (
    LONGEST_LINE,
    Line,
    LineError,
    card_of,
    decoded,
    read_referee,
    read_tag,
    referee_text,
    rows,
    tag_text,
)
from .replay import Replay, Stop
from .told import Difference

_LONGEST_HEAD = 50 * LONGEST_LINE
_HEAD, _EVENT = b'{"tags"', b'{"event"'


# Writing.


def head_line(tags: Iterable[tuple[str, str]], deck: Iterable[Card]) -> str:
    """The line with which a deal begins: its tags, and the draw."""
    return _json({"tags": dict(tags), "draw": [str(card) for card in deck]})


def action_line(action: Action) -> str:
    """The action as one line of JSON."""
    return _json(action_to(action))


def event_line(event: Event) -> str:
    """The event as one line of JSON."""
    return _json(to_json(event))


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


# Reading.


def read_json_lines(data: bytes, tell: Callable[[Difference], None]) -> Iterator[Line]:
    """The lines that are not empty; what cannot be read is reported through `tell`.

    The beginning of a broken line still shows whether it begins a deal or is an event.
    """
    for number, row in rows(data):
        try:
            head = row.startswith(_HEAD)
            text = decoded(row, _LONGEST_HEAD if head else LONGEST_LINE)
            if text:
                yield from _lines(number, text)
        except LineError as error:
            tell(Difference(number, error.code, error.facts))
            kind = "event" if row.startswith(_EVENT) else "broken"
            yield Line(number, "tag" if head else kind)


def _lines(number: int, text: str) -> list[Line]:
    """What a line of JSON says; a head becomes the tags and the draw of a `.tlj` record."""
    try:
        data = json.loads(text, object_pairs_hook=_object)
        if isinstance(data, dict) and "tags" in data:
            return _head(number, data)
        if isinstance(data, dict) and "action" in data:
            return [Line(number, "action", (_action(data),))]
        return [Line(number, "event", (from_json(data),))]
    except LineError:
        raise
    except json.JSONDecodeError as error:
        raise LineError("bad-json", why=f"{error.msg}, character {error.pos + 1}") from None
    except (ValueError, RecursionError) as error:
        raise LineError("bad-json", why=str(error)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise PlainError("a name stands twice in an object")
    return data


def _head(number: int, data: dict[str, Any]) -> list[Line]:
    tags, draw = data["tags"], data.get("draw")
    if set(data) != {"tags", "draw"} or not isinstance(tags, dict) or not isinstance(draw, list):
        raise LineError("bad-head")
    if not all(isinstance(text, str) for text in (*tags.values(), *draw)):
        raise LineError("bad-head")
    lines = [Line(number, "tag", read_tag(tag_text(*tag))) for tag in tags.items()]
    cards = tuple(card_of(text) for text in draw)
    return [*lines, Line(number, "header", ("draw",)), Line(number, "draw", cards)]


def _action(data: dict[str, Any]) -> Action:
    """The action; an action of the referee only if a `.tlj` record could hold it too."""
    action = action_from(data)
    if isinstance(action, Claim | RuleFoul | Adjust | Void):
        return read_referee(referee_text(action))
    if isinstance(action, NameTrump) and action.trump not in (*SUITS, NO_TRUMP):
        raise PlainError(f"there is no trump {action.trump!r}")
    return action


# Replaying.


class EventReplay(Replay):
    """A deal whose lines are actions and events."""

    def __init__(
        self,
        ruleset: Ruleset,
        setup: Setup,
        deck: tuple[Card, ...],
        tell: Callable[[Difference], None],
    ) -> None:
        """Begin the deal."""
        super().__init__(ruleset, setup, deck, tell)
        self._right: Sequence[Event] = self.begun
        self._said: tuple[Line, ...] = ()

    def end(self, number: int) -> None:
        """Compare the last events."""
        if not self.stopped:
            self._compare(number, "events-end")

    def _read_broken(self, line: Line) -> None:
        self._compare(line.number, "event-missing")
        raise Stop

    def _read_event(self, line: Line) -> None:
        self._said += (line,)

    def _read_action(self, line: Line) -> None:
        self._compare(line.number, "event-missing")
        self._right = self.do(line, line.body[0])

    def _compare(self, number: int, missing: str) -> None:
        """Report where the events since the last action are not those of the rules.

        number: the line after them; missing: the code used if some are missing before it.
        """
        said = [line.body[0] if line.body else None for line in self._said]
        lines = [*self._said, Line(number, "")]
        matcher = SequenceMatcher(a=said, b=self._right, autojunk=False)
        for _, at, end, first, last in matcher.get_opcodes():
            wrong, right = lines[at:end], self._right[first:last]
            for line, event in zip(wrong, right, strict=False):
                if line.body and line.body[0] != event:
                    self.say(line, "event", said=event_line(line.body[0]), right=event_line(event))
            for line in wrong[len(right) :]:
                if line.body:
                    self.say(line, "event-extra", said=event_line(line.body[0]))
            if lacking := right[len(wrong) :]:
                code = missing if end == len(said) else "event-missing"
                self.say(lines[end], code, number=len(lacking), right=event_line(lacking[0]))
        self._said = ()
