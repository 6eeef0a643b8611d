"""The event of a table, with everybody who comes by its links, and all that they are answered.

Seats and onlookers at its table are those of `everybody`; here are the pages and routes of the
event itself: organiser, referee, players by shared and by own links, the public. They have what the
table reports, and the referee besides what a claim is about.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import msgspec

from tests.event_desk import ORGANISER, REFEREE, TABLE, Desk, player
from tuolaji.event import commands
from tuolaji.event import entries as log
from tuolaji.event.entries import By, DealReport
from tuolaji.event.export import matches_csv, standings_csv, to_json
from tuolaji.event.links import ROLES, hand_out, secret_of_cards
from tuolaji.event.outcomes import outcomes
from tuolaji.event.plan import DUPLICATE, Plan, plan_of
from tuolaji.event.refused import PlanError, Refused
from tuolaji.event.sheets import score_sheets
from tuolaji.event.state import replay
from tuolaji.event.tables import revealed
from tuolaji.server.events import tables
from tuolaji.server.events.boards import boards_seen
from tuolaji.server.events.effects import effect
from tuolaji.server.events.tables import Place
from tuolaji.server.events.views import clocks, view
from tuolaji.server.table import claims
from tuolaji.server.table.event_orders import MatchOf, Orders, Report, report
from tuolaji.server.table.state import TableState

FORMATS = ("round-robin", "pairs", "teams")
KEY = b"k" * 32
NOTHING = Report((), (), timed=False, resting=False)
NOW = 100.0  # seconds


@dataclass
class Kept:
    """An event in memory, as `keeper.Kept` has it in a file."""

    event: Any
    key: bytes = KEY

    def do(self, entry: log.AnyEntry, *, at: float, by: By, why: str = "") -> log.Line | None:
        line = commands.do(self.event, entry, at=at, by=by, why=why)
        if line is not None:
            self.event = replay([*self.event.lines, line])
        return line

    def full(self, _by: By) -> bool:
        return False

    quietly = nullcontext


def planned(ruleset: str, number: int) -> Plan | None:
    """A plan for four pairs or teams; None where nobody can hold an event by the ruleset."""
    entrants = [{"id": f"e{at}", "name": f"Pair {at}"} for at in range(1, 5)]
    fields = {"name": "Evening", "ruleset": ruleset, "seed": "s", "boards": 2, "tables": {},
              "format": FORMATS[number % len(FORMATS)]}  # fmt: skip
    try:
        return plan_of({**fields, "entrants": entrants})
    except PlanError:
        return None


class Cup:
    """An event whose first match is played at a table of the server."""

    def __init__(self, plan: Plan) -> None:
        desk = Desk(plan)
        desk.do(commands.seal(secret_of_cards(KEY)))
        desk.draw()
        desk.start(*(one.id for one in desk.event.of_round(1)))
        self.place = Place(desk.event.of_round(1)[0].id, 0, "t")
        desk.do(log.TableOpened(self.place.match, "t", 0), TABLE)
        self._kept = Kept(desk.event)
        for role in ROLES:
            who = "e1" if role == log.PLAYER else ""
            given = hand_out(self._kept.event, KEY, role, who)[1]
            if given is not None:
                self._kept.do(given, at=0.0, by=ORGANISER)
        self._pages: dict[bytes, list[str]] = {}

    @property
    def match(self) -> MatchOf:
        """What the table knows of its event."""
        boards = self._kept.event.plan.format in DUPLICATE
        return MatchOf("cup", self.place.match, 0, "00" * 32, boards)

    def orders(self) -> Orders:
        """What the table is ordered before its first deal."""
        return tables.orders(self._kept, self.place, NOTHING, NOW)  # type: ignore[arg-type]

    def answered(self, state: TableState) -> list[str]:
        """All that the roles of the event are answered while the table stands so."""
        told = report(state)
        key = msgspec.json.encode(told)
        if key not in self._pages:
            self._pages[key] = list(self._told(told))
        looks = (claims.looked_at(state, call, "en") for call in range(1, len(state.calls) + 1))
        return [*self._pages[key], *map(json.dumps, looks)]

    def _told(self, told: Report) -> Iterator[str]:
        kept: Any = Kept(self._kept.event)
        tables.take_over(kept, self.place, told, NOW)
        yield json.dumps(clocks(kept.event, NOW))
        yield json.dumps(boards_seen(kept, "en"))
        yield score_sheets(kept.event, "en", lambda *_: "", 0)
        yield from _exported(kept)
        for by, own in self._roles(kept):
            for language in ("en", "zh-Hant"):
                yield json.dumps(view(kept, by, language, own))
            yield from _tried(kept, by, self.place.match)

    def _roles(self, kept: Kept) -> Iterator[tuple[By, int]]:
        """Everybody who comes, and which of an entrant's players alone."""
        yield from ((ORGANISER, 0), (REFEREE, 0), (By(log.PUBLIC), 0))
        for who in kept.event.entrants:
            yield from ((player(who), own) for own in range(kept.event.plan.size + 1))


def _exported(kept: Kept) -> Iterator[str]:
    public = revealed(kept.event, outcomes(kept.event))
    for event, all_ in ((kept.event, False), (public, True)):
        yield json.dumps(to_json(event, public=all_))
        yield standings_csv(event)
        yield matches_csv(event, "en")


def _tried(kept: Kept, by: By, match: str) -> Iterator[str]:
    """What entries about the running deal would change, for whoever asks."""
    entries: list[log.AnyEntry] = [
        log.DealEntered(match, 1, DealReport(40, 0)),
        log.Adjusted(match, 1, 20),
        log.Voided(match, 1),
        log.TimeCalled(match),
        log.FoulRuled(match, 1, log.FoulOf("foul.conduct", 0)),
    ]
    for entry in entries:
        try:
            yield json.dumps(effect(kept.event, entry, at=NOW, by=by, why="?", language="en"))
        except Refused as refused:
            yield refused.text("en")
