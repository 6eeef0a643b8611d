"""An event as JSON and as CSV; for the public without what it must not see.

The public sees names as the plan allows, no links, of the log only who (a role) did what, and of
boards nothing before every table has played them.
"""

from __future__ import annotations

import csv
import io
from typing import Any

from .clock import timetable
from .entries import PLAYER, Line, plain
from .formats import finished
from .outcomes import Outcome, outcomes
from .plan import SCHOOLS
from .standings import Row, Standings, standings
from .state import Event
from .tables import heard, revealed
from .words import people, result, title

SECRET = ("linkgiven", "linkwithdrawn", "made", "refereecalled", "callanswered")


def to_json(event: Event, *, public: bool = True) -> dict[str, Any]:
    """The whole event as plain data."""
    event = revealed(event, outcomes(event)) if public else event
    found = outcomes(event)
    tables = [standings(event, clubs=False)]
    if event.clubs():
        tables.insert(0 if event.plan.format == SCHOOLS else 1, standings(event, clubs=True))
    final = finished(event)
    rounds = max((one.pairing.round for one in found.values()), default=0)
    return {
        "name": event.plan.name,
        "ruleset": event.plan.ruleset,
        "format": event.plan.format,
        "seed": event.seed,
        "boards": {"commit": event.commit, "secret": event.secret},
        "entrants": [
            {
                "id": id_,
                "name": entrant.title,
                "club": entrant.club,
                "players": list(people(event, entrant, public=public)),
                "out": "disqualified" if id_ in event.out else "withdrawn" * (id_ in event.gone),
            }
            for id_, entrant in event.entrants.items()
        ],
        "times": [
            {"round": one.round, "begins": one.begins.isoformat(), "ends": one.ends.isoformat()}
            for one in timetable(event.plan, rounds)
        ],
        "matches": [match_json(one) for one in found.values()],
        "standings": [table_json(table, final=final) for table in tables],
        "cross": cross_table(event, found),
        "log": [line_json(event, line, public=public) for line in _shown(event, public=public)],
    }


def _shown(event: Event, *, public: bool) -> list[Line]:
    if not public:
        return list(event.lines)
    told = heard(event, outcomes(event))
    return [line for line in told if plain(line.entry)["what"] not in SECRET]


def line_json(event: Event, line: Line, *, public: bool) -> dict[str, Any]:
    """A line of the log; the public is not told names of officials, nor what may name others."""
    data: dict[str, Any] = plain(line)
    if public and not shows_reasons(event):
        data.pop("why", None)
    if public and line.by.role != PLAYER:
        data["by"] = {"role": line.by.role}
    if public and data["entry"]["what"] in ("entered", "substituted"):
        data["entry"] = {"what": data["entry"]["what"]}
    return data


def shows_reasons(event: Event) -> bool:
    """Whether the public is told the reasons of rulings, in which somebody may be named."""
    return event.names == "full"


def match_json(one: Outcome) -> dict[str, Any]:
    """A match as plain data, with its deals."""
    pairing = one.pairing
    deals = []
    for at, deal in enumerate(one.course.deals if one.course else (), 1):
        won = deal.result
        deals.append(
            {
                "deal": at,
                "level": deal.level,
                "banker": deal.banker,
                "points": deal.points,
                "dig": deal.dig.points if deal.dig else None,
                "side": won.side if won else None,
                "levels": won.levels if won else None,
                "after": list(deal.levels),
            }
        )
    return {
        **plain(pairing),
        "status": one.status,
        "winner": one.winner,
        "reason": one.reason,
        "levels": list(one.levels),
        "gained": list(one.gained),
        "scores": list(one.scores),
        "margin": one.margin,
        "deals": deals,
        "results": {str(board): rooms for board, rooms in sorted(one.boards.items())},
        "open": [list(key) for key in one.open],
        "disputed": [list(key) for key in one.disputed],
    }


def table_json(table: Standings, *, final: bool) -> dict[str, Any]:
    """Standings as plain data; complete: they are final."""
    rows = [plain_row(row) for row in table.rows]
    return {"of": table.of, "complete": final, "rows": rows}


def plain_row(row: Row) -> dict[str, Any]:
    """A row as plain data."""
    return {name: getattr(row, name) for name in row.__dataclass_fields__}


def cross_table(event: Event, found: dict[str, Outcome]) -> dict[str, dict[str, list[float]]]:
    """Everybody's scores against everybody else, match by match."""
    cross: dict[str, dict[str, list[float]]] = {id_: {} for id_ in event.entrants}
    for one in found.values():
        home, away = one.pairing.home, one.pairing.away
        if one.over and away:
            cross[home].setdefault(away, []).append(one.scores[0])
            cross[away].setdefault(home, []).append(one.scores[1])
    return cross


def standings_csv(event: Event, *, clubs: bool | None = None) -> str:
    """The standings, a row a line."""
    table = standings(event, clubs=clubs)
    ties = list(dict.fromkeys(name for row in table.rows for name in row.ties))
    head = ["place", "id", "name", "points", "played", "won", "drawn", "lost", "gained", "conceded"]
    rows = [
        [
            row.place, row.who, title(event, row.who), row.points, row.played, row.won, row.drawn,
            row.lost, row.gained, row.conceded, *(row.ties.get(name, "") for name in ties),
        ]
        for row in table.rows
    ]  # fmt: skip
    return _csv([[*head, *ties], *rows])


def matches_csv(event: Event, language: str) -> str:
    """The matches, one a line."""
    head = ["match", "round", "table", "home", "away", "level_home", "level_away", "score_home",
            "score_away", "result"]  # fmt: skip
    rows = [
        [
            one.pairing.id, one.pairing.round, one.pairing.table, one.pairing.home,
            one.pairing.away, *one.levels, *one.scores, result(event, one, language),
        ]
        for one in outcomes(event).values()
    ]  # fmt: skip
    return _csv([head, *rows])


def _csv(rows: list[list[Any]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([[_safe(cell) for cell in row] for row in rows])
    return out.getvalue()


def _safe(cell: Any) -> Any:
    """A name that a spreadsheet would take for a formula is quoted."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in "=+-@\t" and cell else cell
