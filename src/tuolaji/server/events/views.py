"""An event as each role sees it: what the public may know, and what goes beyond it.

The public sees names as the organiser chose, results, standings and rulings, and of boards nothing
that not every table has played. A player sees besides
what was said of their own matches; referees and organisers see everything, organisers the links.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...event import entries as log
from ...event.clock import bells, reading, timetable
from ...event.entries import By, DealReport, Line, Pairing
from ...event.export import cross_table, match_json, shows_reasons, table_json
from ...event.formats import finished, need_drawable
from ...event.lines import side_title, told
from ...event.links import digest, token
from ...event.outcomes import Outcome, outcomes
from ...event.plan import DUPLICATE, SCHOOLS, TEAMS
from ...event.refused import Refused
from ...event.standings import standings
from ...event.state import Event, Key, Slot
from ...event.tables import (
    heard,
    next_deal,
    replays,
    revealed,
    room_of,
    rooms,
    seat_names,
    seating,
)
from ...event.words import decision, heading, level, number, people, points, reasons, title, words
from ...texts.explain import rule_title, ruleset_name
from ...texts.fouls import fouls_asked
from ...texts.reader import texts
from .keeper import Kept

HONOURED = 3  # places
_LINES = 100  # of the log; the whole of it is exported
_PUBLIC_LINES = (
    *log.RULINGS, log.Appealed, log.Upheld, log.Reversed, log.TimeCalled, log.Withdrew,
)  # fmt: skip


def view(kept: Kept, by: By, language: str, player: int = 0) -> dict[str, Any]:
    """All that somebody is shown, but for the clocks; player: whose link it is alone."""
    official, whole = by.role in log.OFFICIALS, outcomes(kept.event)
    own, room = by.who if by.role == log.PLAYER else "", room_of(kept.event, player)
    lines = heard(kept.event, whole, own=own, room=room)
    event = kept.event if official else revealed(kept.event, whole)
    found = outcomes(event)
    seen = {
        "version": len(event.lines),
        "role": by.role,
        "who": by.who,
        **_head(event, language),
        "entrants": [_entrant(event, id_, public=not official) for id_ in event.entrants],
        "rounds": _rounds(event, found, language, public=not official),
        "standings": _standings(event, language),
        "cross": cross_table(event, found),
        "rulings": _rulings(event, event.lines if official else lines, language, official=official),
    }
    event, found = kept.event, whole
    mine = [
        one for one in found.values()
        if one.pairing.away and (official or event.side_of(one.pairing.id, by.who) is not None)
    ]  # fmt: skip
    if official or by.role == log.PLAYER:
        said = event if official else revealed(event, whole, own=own, room=room)
        tables = {one.pairing.id: _table(event, one, said.slots, language) for one in mine}
        for one in mine if by.role == log.PLAYER else ():
            tables[one.pairing.id]["room"] = room
            _own_seats(event, one, by.who, player, tables[one.pairing.id])
        seen["tables"], seen["form"] = tables, _form(event, language)
    if official:
        seen["calls"] = _calls(event, language)
        seen["public"] = _public_link(kept)
        seen["lines"] = [_line(event, line, language) for line in event.lines[-_LINES:]]
    if by.role == log.ORGANISER:
        seen["links"] = _links(kept)
        seen["draw"] = _can_draw(event, language)
    return seen


def _head(event: Event, language: str) -> dict[str, Any]:
    plan = event.plan
    return {
        "name": plan.name,
        "format": plan.format,
        "format_title": words(language)["formats"][plan.format],
        "ruleset": str(plan.rules),
        "ruleset_title": ruleset_name(plan.rules.base, language),
        "seed": event.seed,
        "boards": {"commit": event.commit, "secret": event.secret},
        "names": event.names,
        "size": plan.size,
        "here": plan.tables is not None,
        "personal": plan.personal,
        "duplicate": plan.format in DUPLICATE,
        "scoring": plan.scoring,
    }


def _entrant(event: Event, id_: str, *, public: bool) -> dict[str, Any]:
    entrant = event.entrants[id_]
    return {
        "id": id_,
        "name": entrant.title,
        "club": entrant.club,
        "players": list(people(event, entrant, public=public)),
        "present": id_ in event.present,
        "out": "disqualified" if id_ in event.out else "withdrawn" if id_ in event.gone else "",
    }


# Rounds and matches.


def _rounds(
    event: Event, found: dict[str, Outcome], language: str, *, public: bool
) -> list[dict[str, Any]]:
    times = {one.round: one for one in timetable(event.plan, event.rounds)}
    rounds: dict[int, dict[str, Any]] = {}
    for one in found.values():
        at = one.pairing.round
        planned = times.get(at)
        begins = planned.begins.isoformat(timespec="minutes") if planned else ""
        known = rounds.setdefault(at, {"round": at, "begins": begins, "matches": []})
        known["matches"].append(_match(event, one, language, public=public))
    return list(rounds.values())


def _match(event: Event, one: Outcome, language: str, *, public: bool) -> dict[str, Any]:
    pairing, told_of = one.pairing, match_json(one)
    names = [title(event, who) if who else "" for who in (pairing.home, pairing.away)]
    deals = replays(event, one)
    for deal in told_of["deals"]:
        deal["level"] = level(deal["level"], language)
        deal["after"] = [level(name, language) for name in deal["after"]]
        deal["text"] = deal_in_words(event, pairing, deal, language)
        deal["replay"] = deals.get((0, deal["deal"]))
    return {
        **told_of,
        "away": pairing.away,
        "names": names,
        "levels": [level(name, language) for name in one.levels if name],
        "scores": [number(score) for score in one.scores] if one.over else [],
        "said": decision(event, one, language),
        "seats": _seats(event, pairing, public=public),
        "played_at": [event.tables.get((pairing.id, room), ("", 0))[0] for room in rooms(event)],
        "open": len(one.open),
        "disputed": len(one.disputed),
    }


def deal_in_words(event: Event, pairing: Pairing, deal: dict[str, Any], language: str) -> str:
    """What a deal brought: the attackers' points, who goes up, the levels after it."""
    said = words(language)
    parts = [f"{said['attackers']} {deal['points']}"]
    if deal["side"] is None:
        return " · ".join([*parts, said["no_result"]])
    banker = deal["banker"] % 2
    winner = banker if deal["side"] == "bankers" else 1 - banker
    who = side_title(event, pairing.id, winner)
    parts.append(said["goes_up"].format(who=who, levels=deal["levels"]))
    return " · ".join([*parts, " : ".join(deal["after"])])


def _seats(event: Event, pairing: Pairing, *, public: bool) -> list[str]:
    """Who sits where: home has the even seats; "" where nobody is named."""
    if not pairing.away or event.plan.format == TEAMS:
        return []
    return seat_names(event, pairing, 0, public=public)


# Standings and rulings.


def _standings(event: Event, language: str) -> list[dict[str, Any]]:
    tables = [] if event.plan.format == SCHOOLS else [standings(event, clubs=False)]
    if event.clubs():
        tables.insert(0, standings(event, clubs=True))
    said, seen, final = words(language), [], finished(event)
    for table in tables:
        told_of = table_json(table, final=final)
        for row, plain in zip(table.rows, told_of["rows"], strict=True):
            plain["name"] = title(event, row.who)
            plain["points"] = points(event, row, language)
            plain["out"] = said["out"][row.out] if row.out else ""
            plain["honoured"] = row.place <= HONOURED and row.out != "disqualified"
            plain["ties"] = [
                {"name": said["tie"][name], "value": number(value)}
                for name, value in row.ties.items()
            ]
        told_of["title"] = heading(language, final=final)
        told_of["reasons"] = reasons(event, table, language)
        seen.append(told_of)
    return seen


def _rulings(
    event: Event, lines: Sequence[Line], language: str, *, official: bool
) -> list[dict[str, Any]]:
    told_of = [_line(event, one, language) for one in lines
               if isinstance(one.entry, _PUBLIC_LINES)]  # fmt: skip
    if not official:
        for one in told_of:
            one["by"] = one["by"] if one["role"] == log.PLAYER else ""
            if not shows_reasons(event):
                one["why"] = ""
    return told_of


def _line(event: Event, line: Line, language: str) -> dict[str, Any]:
    appeal = event.appeals.get(line.number, "")
    about = getattr(line.entry, "entrant", "") or getattr(line.entry, "who", "")
    about = about if isinstance(about, str) else about.id
    return {
        "number": line.number,
        "at": line.at,
        "role": line.by.role,
        "by": line.by.who,
        "what": log.plain(line.entry)["what"],
        "text": told(event, line, language),
        "why": line.why,
        "match": getattr(line.entry, "match", ""),
        "about": about,
        "appeal": words(language)["appeals"][appeal] if appeal else "",
        "appealed": appeal == "open",
        "ruling": isinstance(line.entry, log.RULINGS),
        "counts": line.number not in event.reversed,
    }


def _calls(event: Event, language: str) -> list[dict[str, Any]]:
    lines = (event.lines[number - 1] for number in event.calls)
    return [
        {**_line(event, line, language), **_asked_of(event, line, language)}
        for line in lines
    ]  # fmt: skip


def _asked_of(event: Event, line: Line, language: str) -> dict[str, Any]:
    """Who calls, and what about."""
    entry = line.entry
    assert isinstance(entry, log.RefereeCalled)
    name, said = title(event, line.by.who), words(language)["call_about"].get(entry.about, "")
    if entry.seat is not None:
        names = seat_names(event, event.pairings[entry.match], entry.room, public=False)
        seats = [one or str(at) for at, one in enumerate(names)]
        name = f"{name} · {seats[entry.seat]}"
        said = said.format(seat=seats[entry.seat], against=seats[entry.against or 0])
    return {"name": name, "about": entry.about, "asks": said, "room": entry.room}


# What somebody needs to enter results, or to rule.


def _own_seats(event: Event, one: Outcome, who: str, player: int, table: dict[str, Any]) -> None:
    """The seats that a link may take at the server's tables."""
    own = [
        {"room": room, "seat": seat, "name": name, "table": event.tables[one.pairing.id, room][0]}
        for room in rooms(event)
        if (one.pairing.id, room) in event.tables
        for (seat, (entrant, at)), name in zip(
            enumerate(seating(event, one.pairing, room)),
            seat_names(event, one.pairing, room, public=False),
            strict=True,
        )
        if entrant == who and player in (0, at + 1)
    ]
    table["seats"] = [] if one.over else own


def _table(event: Event, one: Outcome, slots: dict[Key, Slot], language: str) -> dict[str, Any]:
    """A match for whoever enters its results: what they may know was said, and the next deal."""
    id_ = one.pairing.id
    keys = sorted(key for key in slots if key[0] == id_)
    return {
        "said": [_said(event, key[1:], slots[key], language) for key in keys],
        "next": _next(event, one, language),
        "boards": list(one.pairing.boards),
        "rooms": 2 if event.plan.format == TEAMS else 1,
        "started": event.started(id_) or not event.plan.rules.match_minutes,
        "here": event.plan.tables is not None,
        "playing": [next_deal(event, one, room) for room in rooms(event)]
        if event.started(id_) and event.plan.tables
        else [],
    }


def _said(event: Event, key: tuple[int, int], slot: Slot, language: str) -> dict[str, Any]:
    room, deal = key
    return {
        "room": room,
        "deal": deal,
        "sides": [_report(slot.sides.get(side), language) for side in (0, 1)],
        "counts": _report(slot.says, language),
        "disputed": slot.disputed,
        "settled": slot.settled(confirm=event.plan.confirm),
        "fouls": [rule_title(foul.rule, language) for foul in slot.fouls],
        "adjusted": slot.adjusted,
    }


def _report(said: DealReport | log.Total | None, language: str) -> dict[str, Any] | None:
    """What was said of a deal, as data and in a line."""
    if said is None:
        return None
    if isinstance(said, log.Total):
        text = " : ".join(level(name, language) for name in said.levels)
        return {"report": log.plain(said), "text": text}
    last = words(language)["last_trick"][said.last.by] if said.last else ""
    fouls = [rule_title(foul.rule, language) for foul in said.fouls]
    parts = [f"{words(language)['attackers']} {said.attackers}", last, *fouls]
    if said.last and said.last.kitty:
        parts.insert(2, f"{texts(language)['event']['kitty']} {said.last.kitty}")
    return {"report": log.plain(said), "text": " · ".join(part for part in parts if part)}


def _next(event: Event, one: Outcome, language: str) -> dict[str, Any] | None:
    """The deal that is played next: its number, level and banker, None where it is open."""
    if event.plan.format in DUPLICATE or one.course is None or one.course.match.over is not None:
        return None
    match = one.course.match
    open_ = match.banker is None or event.plan.rules.declare_style == "call"
    levels = match.levels if open_ or match.banker is None else [match.levels[match.banker % 2]]
    return {
        "deal": len(one.course.deals) + one.course.unused + 1,
        "banker": None if open_ else match.banker,
        "level": " : ".join(level(name, language) for name in levels),
    }


def _form(event: Event, language: str) -> dict[str, Any]:
    """What is asked of a deal, and which fouls there are."""
    rules = event.plan.rules
    return {
        "players": rules.players,
        "dig": rules.dig,
        "hard": rules.declare_style == "call",
        "jack": rules.jack_rules,
        "kitty": 10 * rules.kitty,
        "duplicate": event.plan.format in DUPLICATE,
        "ladder": [{"level": one, "text": level(one, language)} for one in rules.ladder],
        "fouls": fouls_asked(rules, language),
        "cases": dict(texts(language)["fouls"]["cases"]),
    }


def _links(kept: Kept) -> list[dict[str, Any]]:
    """Every link with its token, as far as this server's key made it."""
    made = ((link, token(kept.key, link.id)) for link in kept.event.links.values())
    return [
        {"id": link.id, "role": link.role, "who": link.who, "player": link.player, "token": secret}
        for link, secret in made
        if digest(secret) == link.digest
    ]


def _public_link(kept: Kept) -> str:
    """The public's link, which can be put on a screen; "" if there is none."""
    return next((link["token"] for link in _links(kept) if link["role"] == log.PUBLIC), "")


def _can_draw(event: Event, language: str) -> str:
    """Why nothing can be drawn now; "" if something can."""
    try:
        need_drawable(event)
    except Refused as error:
        return error.text(language)
    return ""


# Clocks.


def clocks(event: Event, now: float) -> dict[str, dict[str, Any]]:
    """The clock of every match that has begun; bells: at how many seconds left they ring."""
    rules, warnings, shown = event.plan.rules, event.plan.clock.warnings, {}
    for id_, watch in event.watches.items():
        read, rung = reading(rules, watch, now, warnings), bells(rules, watch, warnings)
        shown[id_] = {
            "phase": read.phase,
            "left": read.left,
            "break_due": read.break_due,
            "rest": read.rest,
            "bells": [
                {"left": round(rung[-1].at - bell.at), "what": bell.what, "minutes": bell.minutes}
                for bell in rung
            ],
        }
    return shown
