"""Lines of the log in words."""

from __future__ import annotations

from ..texts.explain import rule_title
from . import entries as log
from .entries import Line
from .state import Event
from .words import level, title, words


def told(event: Event, line: Line, language: str) -> str:
    """What a line says: what happened, at which match and deal, and to whom."""
    said, entry = words(language), line.entry
    parts = [said["what"][log.plain(entry)["what"]]]
    match_id = getattr(entry, "match", "")
    parts += [match_id, *getattr(entry, "matches", ())]
    if getattr(entry, "deal", 0):
        parts.append(said["deal_number"].format(deal=getattr(entry, "deal", 0)))
    parts += _facts(event, entry, language)
    return " · ".join(part for part in parts if part)


def _facts(event: Event, entry: log.AnyEntry, language: str) -> list[str]:
    said = words(language)
    match entry:
        case log.FoulRuled(match=match, foul=foul):
            return [side_title(event, match, foul.side), rule_title(foul.rule, language)]
        case log.Adjusted(points=points):
            return [f"{points:+}"]
        case log.WinnerNamed(match=match, winner=winner):
            won = None if winner is None else side_title(event, match, winner)
            return [said["draw_result"] if won is None else said["wins"].format(who=won)]
        case log.Forfeited(match=match, side=side):
            return [side_title(event, match, side)]
        case log.Penalised(who=who, points=points):
            return [title(event, who), f"{-points:+}"]
        case log.TimeGiven(seconds=seconds):
            return [said["minutes"].format(minutes=f"{seconds / 60:+g}")]
        case log.DealEntered(report=report):
            return [f"{said['attackers']} {report.attackers}"]
        case log.TotalEntered(total=total):
            return [" : ".join(level(name, language) for name in total.levels)]
        case log.Entered(entrant=entrant):
            return [entrant.title]
    who = getattr(entry, "entrant", "")
    about = getattr(entry, "line", 0)
    return [title(event, who)] if who else [f"#{about}"] if about else []


def side_title(event: Event, match: str, side: int) -> str:
    """What a side of a match is called."""
    pairing = event.pairings[match]
    return title(event, pairing.away if side else pairing.home)
