"""Standings: points, tie-breaks in the plan's order, and why one stands before another.

| tie-break | what decides |
|---|---|
| net-levels | levels gained minus levels conceded over all matches (`event.points`) |
| levels | levels gained over all matches |
| wins | matches won |
| head-to-head | points in the matches among those who are still equal |
| buchholz | the sum of the opponents' points; a bye counts as an opponent with one's own points |
| sonneborn-berger | points of the opponents beaten, half the points of those drawn with |
| imps | IMPs won minus IMPs lost (teams) |
| lot | drawn from the published seed |

Who is equal after all of them shares the place. In a knock-out, also in one after groups, how far
somebody got counts before points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import inf

from ..lots import lots
from .entries import THIRD
from .outcomes import Outcome, outcomes
from .plan import GROUPS, KNOCK_OUT, RACE, SCHOOLS
from .state import Event

BRACKET = "bracket"
Values = dict[str, float]


@dataclass(frozen=True)
class Meeting:
    """A match as one of its sides sees it; against: "" for a bye."""

    who: str
    against: str
    points: float
    won: bool
    drawn: bool
    gained: int
    conceded: int
    margin: float


@dataclass(frozen=True)
class Row:
    """A place in the standings. ties: the values of the tie-breaks that were looked at.

    split: the tie-break that puts this row below the one before it, or BRACKET; "" where points do,
    or where they share the place.
    """

    place: int
    who: str
    points: float
    played: int
    won: int
    drawn: int
    lost: int
    gained: int
    conceded: int
    ties: dict[str, float] = field(default_factory=dict)
    split: str = ""
    out: str = ""


@dataclass(frozen=True)
class Standings:
    """Rows in order. of: "entrants" or "clubs"."""

    of: str
    rows: tuple[Row, ...]


def meetings(event: Event, found: dict[str, Outcome], *, clubs: bool) -> list[Meeting]:
    """All matches that count, from both sides."""
    told = []
    for one in found.values():
        if not one.over:
            continue
        sides = [one.pairing.home, one.pairing.away]
        if clubs:
            sides = [event.entrants[who].club if who else "" for who in sides]
        for side, who in enumerate(sides):
            if who:
                told.append(_meeting(one, side, who, sides[1 - side]))
    return told


def _meeting(one: Outcome, side: int, who: str, against: str) -> Meeting:
    drawn = one.winner is None and one.scores[0] == one.scores[1] != 0
    return Meeting(
        who=who,
        against=against,
        points=one.scores[side],
        won=one.winner == side,
        drawn=drawn,
        gained=one.gained[side],
        conceded=one.gained[1 - side],
        margin=one.margin if side == 0 else -one.margin,
    )


def standings(event: Event, *, clubs: bool | None = None) -> Standings:
    """The standings as they are; of the schools where they compete, unless said otherwise."""
    by_club = event.plan.format == SCHOOLS if clubs is None else clubs
    found = outcomes(event)
    told = meetings(event, found, clubs=by_club)
    names = event.clubs() if by_club else list(event.entrants)
    rows = [_row(event, who, [m for m in told if m.who == who], found) for who in names]
    knocked_out = not by_club and event.plan.format in (KNOCK_OUT, GROUPS)
    ranked = _ranked(event, rows, told, _bracket(found) if knocked_out else {})
    return Standings("clubs" if by_club else "entrants", tuple(ranked))


def _row(event: Event, who: str, mine: Sequence[Meeting], found: dict[str, Outcome]) -> Row:
    points = sum(m.points for m in mine)
    if event.plan.format == RACE:
        points = _rung(event, who, found)
    points -= sum(cost for whose, cost, _ in event.penalties if whose == who)
    played = [m for m in mine if m.against]
    won, drawn = sum(m.won for m in played), sum(m.drawn for m in played)
    out = "disqualified" if who in event.out else "withdrawn" if who in event.gone else ""
    return Row(
        0, who, round(points, 2), len(played), won, drawn, len(played) - won - drawn,
        sum(m.gained for m in mine), sum(m.conceded for m in mine), out=out,
    )  # fmt: skip


def _rung(event: Event, who: str, found: dict[str, Outcome]) -> int:
    """The level reached in a race, counted from the first level; one more beyond the top.

    Whoever has passed the top has done so, whatever comes after.
    """
    ladder = event.plan.rules.ladder
    reached = 0
    for one in found.values():
        for side, mine in enumerate((one.pairing.home, one.pairing.away)):
            if mine != who or not one.levels[side]:
                continue
            if one.course is not None and one.course.gained[side] == len(ladder):
                return len(ladder)
            reached = ladder.index(one.levels[side])
    return reached


def _bracket(found: dict[str, Outcome]) -> Values:
    """The place that everybody in a knock-out has made sure of: 1 for who has won the final."""
    places: Values = {}
    for one in found.values():
        stage = one.pairing.stage
        if not stage.isdigit() and stage != THIRD:
            continue
        won, lost = (3, 4) if stage == THIRD else (int(stage) // 2, int(stage))
        for side, who in enumerate((one.pairing.home, one.pairing.away)):
            place = won if one.over and one.winner == side else lost
            places[who] = min(place, places.get(who, place))
    return places


# Tie-breaks.

Measure = Callable[[Event, Sequence[Row], Sequence[Meeting]], Values]


def _head_to_head(_: Event, rows: Sequence[Row], told: Sequence[Meeting]) -> Values:
    tied = {row.who for row in rows}
    return {who: sum(m.points for m in told if m.who == who and m.against in tied) for who in tied}


def _buchholz(_: Event, rows: Sequence[Row], told: Sequence[Meeting]) -> Values:
    points = _points(told)
    return {
        row.who: sum(points[m.against or m.who] for m in told if m.who == row.who) for row in rows
    }


def _sonneborn_berger(_: Event, rows: Sequence[Row], told: Sequence[Meeting]) -> Values:
    points = _points(told)
    return {
        row.who: sum(
            points[m.against] * (1 if m.won else 0.5 if m.drawn else 0)
            for m in told
            if m.who == row.who and m.against
        )
        for row in rows
    }


def _points(told: Sequence[Meeting]) -> Values:
    total: Values = {}
    for m in told:
        total[m.who] = total.get(m.who, 0) + m.points
    return total


def _imps(_: Event, rows: Sequence[Row], told: Sequence[Meeting]) -> Values:
    return {row.who: sum(m.margin for m in told if m.who == row.who) for row in rows}


def _lot(event: Event, rows: Sequence[Row], _: Sequence[Meeting]) -> Values:
    return {row.who: next(lots(event.seed, "lot", row.who)) for row in rows}


MEASURES: dict[str, Measure] = {
    "net-levels": lambda _, rows, __: {r.who: r.gained - r.conceded for r in rows},
    "levels": lambda _, rows, __: {r.who: r.gained for r in rows},
    "wins": lambda _, rows, __: {r.who: r.won for r in rows},
    "head-to-head": _head_to_head,
    "buchholz": _buchholz,
    "sonneborn-berger": _sonneborn_berger,
    "imps": _imps,
    "lot": _lot,
}


def _ranked(event: Event, rows: list[Row], told: Sequence[Meeting], bracket: Values) -> list[Row]:
    """The rows in order with their places; who is disqualified stands last."""
    far = {row.who: -bracket.get(row.who, inf) for row in rows}
    values = {row.who: (row.out != "disqualified", far[row.who], row.points) for row in rows}
    ordered: list[Row] = []
    for group in _groups(rows, values):
        first, *others = _untied(event, group, told, event.plan.order_of_ties)
        if ordered and far[ordered[-1].who] > far[first.who]:
            first = replace(first, split=BRACKET)
        ordered += [first, *others]
    placed: list[Row] = []
    for at, row in enumerate(ordered):
        shared = at > 0 and row.split == "=" and placed[-1].place
        placed.append(replace(row, place=shared or at + 1, split=row.split.replace("=", "")))
    return placed


def _groups(rows: Sequence[Row], values: Mapping[str, tuple[float, ...]]) -> list[list[Row]]:
    """Rows with equal values together, the highest first."""
    found: list[list[Row]] = []
    for row in sorted(rows, key=lambda row: values[row.who], reverse=True):
        if found and values[found[-1][0].who] == values[row.who]:
            found[-1].append(row)
        else:
            found.append([row])
    return found


def _untied(
    event: Event, group: list[Row], told: Sequence[Meeting], ties: Sequence[str]
) -> list[Row]:
    """Rows with equal points in order; "=" marks one that is equal to the row before it."""
    if len(group) == 1:
        return group
    if not ties:
        return [group[0], *(replace(row, split="=") for row in group[1:])]
    name, *rest = ties
    values = MEASURES[name](event, group, told)
    told_of = [replace(row, ties={**row.ties, name: round(values[row.who], 2)}) for row in group]
    found = [
        _untied(event, part, told, rest)
        for part in _groups(told_of, {who: (value,) for who, value in values.items()})
    ]
    for _, part in pairwise(found):
        part[0] = replace(part[0], split=name)
    return [row for part in found for row in part]
