"""Events as JSON lines (`.jsonl`), one a line, and whether they are what the actions give."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from ..events import Event, from_json, to_json
from ..plain import PlainError
from .record_lines import LONGEST_LINE
from .record_told import Difference


def event_line(event: Event) -> str:
    """The event as one line of JSON."""
    return json.dumps(to_json(event), ensure_ascii=False, separators=(",", ":"))


def events_to_lines(events: Iterable[Event]) -> Iterator[str]:
    """The lines of a `.jsonl` file, without their ends."""
    return map(event_line, events)


def event_of(line: str) -> Event:
    """The event a line of JSON stands for; PlainError if it is none."""
    if len(line) > LONGEST_LINE:
        raise PlainError(f"a line of {len(line)} characters")
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise PlainError(f"no JSON: {error}") from None
    return from_json(data)


def check_events(lines: Iterable[str], events: Sequence[Event]) -> list[Difference]:
    """Where the lines are not the events, each told with its line.

    An event left out or put in is told once; the lines after it are compared as if it were not.
    """
    out: list[Difference] = []
    at = number = 0
    for number, line in enumerate(lines, start=1):
        try:
            event = event_of(line)
        except PlainError as error:
            out.append(Difference(number, "no-event", {"why": str(error)}))
            at += 1
            continue
        if at + 1 < len(events) and event != events[at] and event == events[at + 1]:
            out.append(Difference(number, "event-missing", {"right": event_line(events[at])}))
            at += 1
        if at >= len(events) or (at and event != events[at] and event == events[at - 1]):
            out.append(Difference(number, "event-extra", {"said": line}))
            continue
        if event != events[at]:
            facts = {"said": line, "right": event_line(events[at])}
            out.append(Difference(number, "event", facts))
        at += 1
    if at < len(events):
        out.append(Difference(number + 1, "events-end", {"number": len(events) - at}))
    return out
