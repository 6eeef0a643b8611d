"""An event in words: names, results, why one stands before another."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from ..cards import JOKER_LEVEL
from ..texts.reader import texts
from .clock import Reading
from .counting import TIME
from .outcomes import Outcome
from .plan import DUPLICATE, RACE, Entrant
from .standings import BRACKET, Row, Standings
from .state import Event


def words(language: str) -> dict[str, Any]:
    """The words of events in a language."""
    found: dict[str, Any] = texts(language)["event"]
    return found


def level(name: str, language: str) -> str:
    """A level as a player reads it."""
    if name == JOKER_LEVEL:
        return str(texts(language)["words"]["joker_level"])
    return name.replace("T", "10")


def number(value: float) -> str:
    """A number without needless decimals."""
    return str(int(value)) if value == int(value) else f"{value:.2f}".rstrip("0")


def title(event: Event, who: str) -> str:
    """What an entrant or a club is called."""
    return event.entrants[who].title if who in event.entrants else who


def people(event: Event, entrant: Entrant, *, public: bool) -> tuple[str, ...]:
    """The players of an entrant, as far as they are shown."""
    shown = event.names if public else "full"
    if shown == "none":
        return ()
    return tuple(name[:1] + "." if shown == "initials" else name for name in entrant.players)


def result(event: Event, one: Outcome, language: str) -> str:
    """A match in one line: levels or points, the winner, and what decided."""
    parts = []
    if not one.over:
        return decision(event, one, language)
    if event.plan.format in DUPLICATE and one.boards:
        parts.append(f"{number(one.scores[0])} : {number(one.scores[1])}")
    elif all(one.levels):
        parts.append(" : ".join(level(name, language) for name in one.levels))
    return " · ".join([*parts, decision(event, one, language)])


def decision(event: Event, one: Outcome, language: str) -> str:
    """Who won a match that is over, and what decided; else how it stands."""
    said, parts = words(language), list[str]()
    if not one.over:
        return str(said["statuses"][one.status])
    if one.pairing.away:
        names = [title(event, one.pairing.home), title(event, one.pairing.away)]
        won = said["draw_result"] if one.winner is None else said["wins"].format(
            who=names[one.winner])  # fmt: skip
        parts.append(str(won))
    equal = one.reason == TIME and one.levels[0] == one.levels[1]
    reason = one.reason if not equal else "time_equal" if one.winner is None else "time_bank"
    parts.append(str(said["reasons"][reason]))
    return " · ".join(parts)


def points(event: Event, row: Row, language: str) -> str:
    """The points of a row; in a race the level they stand for."""
    if event.plan.format == RACE and row.points == int(row.points):
        ladder, rung = event.plan.rules.ladder, int(row.points)
        if 0 <= rung < len(ladder):
            return level(ladder[rung], language)
        if rung == len(ladder):
            return level(ladder[-1], language) + "+"
    return number(row.points)


def heading(language: str, *, final: bool) -> str:
    """What standings are called."""
    return str(words(language)["standings" if final else "standings_now"])


def reasons(event: Event, table: Standings, language: str) -> list[str]:
    """A sentence for every two neighbours whose points do not tell why one is before the other."""
    said, told = words(language), []
    for above, below in pairwise(table.rows):
        if above.points > below.points or above.out != below.out or not below.played:
            continue
        facts = {
            "a": title(event, above.who),
            "b": title(event, below.who),
            "points": points(event, above, language),
        }
        if below.split == BRACKET:
            told.append(said["got_further"].format(**facts, others=points(event, below, language)))
        elif below.split:
            values = {"va": number(above.ties[below.split]), "vb": number(below.ties[below.split])}
            told.append(said["splits"].format(**facts, **values, tie=said["tie"][below.split]))
        elif above.place == below.place:
            told.append(said["shares"].format(**facts, place=above.place))
    return told


def clock_line(match: str, shown: Reading, language: str) -> str:
    """What a clock shows, in one line."""
    said = words(language)["clock"]
    if shown.left is None:
        return str(said["untimed"].format(match=match, phase=said[shown.phase]))
    minutes, seconds = divmod(int(shown.left), 60)
    left = f"{minutes}:{seconds:02}"
    return str(said["left"].format(match=match, phase=said[shown.phase], left=left))
