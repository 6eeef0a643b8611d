"""Sheets to print: the event on a page, and a score sheet a table with its QR code. Plain HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape

from ..texts.explain import ruleset_title
from .clock import timetable
from .entries import Pairing
from .export import cross_table
from .formats import finished
from .outcomes import Outcome, outcomes
from .plan import DUPLICATE, SCHOOLS
from .standings import Standings, standings
from .state import Event, by_round
from .tables import first_player, rooms
from .words import heading, number, people, points, reasons, result, title, words

_STYLE = """
body { font-family: system-ui, "Noto Sans CJK SC", "WenQuanYi Zen Hei", sans-serif; margin: 2em;
  color: #000; background: #fff }
h1 { font-size: 1.6em } h2 { font-size: 1.2em; margin-top: 1.6em }
table { border-collapse: collapse; margin: .6em 0 }
th, td { border: 1px solid #888; padding: .25em .6em; text-align: left }
td.n, th.n { text-align: right }
.sheet { break-after: page } .sheet table { width: 100% } .sheet td { height: 1.7em }
.sign { margin-top: 2em; display: flex; gap: 3em } .sign div { flex: 1; border-top: 1px solid }
.sign svg { width: 8em; height: 8em; display: block; margin-top: .5em }
@media print { body { margin: 0 } }
"""
_DEALS = 18
Address = Callable[[Pairing, str, int], str]


def overview(event: Event, language: str, *, public: bool = True) -> str:
    """Standings with their reasons, the schedule with results, and the cross table."""
    said, found = words(language), outcomes(event)
    body = [f"<h1>{escape(event.plan.name)}</h1>"]
    tables = [standings(event, clubs=False)] if event.plan.format != SCHOOLS else []
    if event.clubs():
        tables.insert(0, standings(event, clubs=True))
    called = heading(language, final=finished(event))
    for table in tables:
        body.append(_standings(event, table, language, called))
    body.append(f"<h2>{said['schedule']}</h2>")
    times = {one.round: one.begins for one in timetable(event.plan, event.rounds)}
    for round_, pairings in by_round(event.pairings).items():
        begins = f" · {times[round_]:%Y-%m-%d %H:%M}" if round_ in times else ""
        body.append(f"<h3>{said['drawn'].format(round=round_)}{begins}</h3>")
        body.append(_schedule(event, [found[p.id] for p in pairings], language))
    body.append(f"<h2>{said['cross_table']}</h2>" + _cross(event, found))
    body.append(f"<h2>{said['entrants']}</h2>" + _entrants(event, language, public=public))
    body.append(f"<p>{said['seed']}: {escape(event.seed)}</p>")
    return _page(event.plan.name, language, body)


def _page(name: str, language: str, body: Iterable[str]) -> str:
    head = f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
    return f"{head}<title>{escape(name)}</title><style>{_STYLE}</style></head><body>" + (
        "\n".join(body) + "</body></html>\n"
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; numbers stand on the right."""
    cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = ["<tr>" + "".join(_cell(cell) for cell in row) + "</tr>" for row in rows]
    return f"<table><tr>{cells}</tr>{''.join(lines)}</table>"


def _cell(cell: object) -> str:
    kind = ' class="n"' if isinstance(cell, int | float) else ""
    return f"<td{kind}>{escape(str(cell))}</td>"


def _standings(event: Event, table: Standings, language: str, called: str) -> str:
    said = words(language)
    of = f" · {said[table.of]}" if event.clubs() else ""
    head = [said[key] for key in ("place", "name", "points", "played", "won", "drawn_matches",
                                  "lost", "levels_for")]  # fmt: skip
    rows = [
        (
            row.place,
            title(event, row.who) + (f" ({said['out'][row.out]})" if row.out else ""),
            points(event, row, language),
            row.played, row.won, row.drawn, row.lost,
            f"{row.gained} : {row.conceded}",
        )
        for row in table.rows
    ]  # fmt: skip
    why = "".join(f"<p>{escape(line)}</p>" for line in reasons(event, table, language))
    return f"<h2>{called}{of}</h2>{_table(head, rows)}{why}"


def _schedule(event: Event, found: Sequence[Outcome], language: str) -> str:
    said = words(language)
    rows = [
        (
            one.pairing.id,
            said["table"].format(table=one.pairing.table) if one.pairing.table else "",
            _versus(event, one.pairing, language),
            result(event, one, language),
        )
        for one in found
    ]
    return _table([said["match"], "", said["name"], said["result"]], rows)


def _versus(event: Event, pairing: Pairing, language: str) -> str:
    said = words(language)
    if not pairing.away:
        return str(said["bye"].format(who=title(event, pairing.home)))
    home, away = title(event, pairing.home), title(event, pairing.away)
    return str(said["versus"].format(home=home, away=away))


def _cross(event: Event, found: dict[str, Outcome]) -> str:
    cross = cross_table(event, found)
    ids = list(event.entrants)
    rows = []
    for one in ids:
        met = [" ".join(map(number, cross[one].get(other, []))) for other in ids]
        met[ids.index(one)] = "×"
        rows.append([title(event, one), *met])
    return _table(["", *(title(event, id_) for id_ in ids)], rows)


def _entrants(event: Event, language: str, *, public: bool) -> str:
    said = words(language)
    rows = [
        (id_, e.title, e.club, ", ".join(people(event, e, public=public)))
        for id_, e in event.entrants.items()
    ]
    return _table(["", said["name"], said["clubs"], said["entrants"]], rows)


def score_sheets(event: Event, language: str, link: Address | None = None, round_: int = 0) -> str:
    """A sheet for every table of a round, of all rounds if none is named.

    link: the address that the QR code of a match, a side and one of its players leads to.
    """
    said, body = words(language), []
    for pairing in event.pairings.values():
        if not pairing.away or round_ not in (0, pairing.round):
            continue
        for room in rooms(event):
            body.append(_sheet(event, pairing, room, language, link))
    return _page(f"{event.plan.name} · {said['score_sheet']}", language, body)


def _sheet(
    event: Event,
    pairing: Pairing,
    room: int,
    language: str,
    link: Address | None,
) -> str:
    said = words(language)
    home, away = title(event, pairing.home), title(event, pairing.away)
    where = [said["drawn"].format(round=pairing.round), said["table"].format(table=pairing.table)]
    if len(rooms(event)) > 1:
        where.append(said["room"].format(room=room + 1))
    duplicate = event.plan.format in DUPLICATE
    head = [said["board"].format(board="") if duplicate else said["deal"], said["banker"],
            said["attackers"], said["dig"], said["fouls"]]  # fmt: skip
    if not duplicate:
        head += [said["level_home"].format(home=home), said["level_away"].format(away=away)]
    deals = pairing.boards or range(1, _DEALS + 1)
    rows = [[deal, *[""] * (len(head) - 1)] for deal in deals]
    sign = ""
    for who in (pairing.home, pairing.away):
        sign += f"<div>{escape(title(event, who))}: {said['signature']}"
        sign += _code(link(pairing, who, first_player(event, room)), said["scan"]) if link else ""
        sign += "</div>"
    told = escape(" · ".join([*where, pairing.id, ruleset_title(event.plan.rules, language)]))
    return (
        f'<section class="sheet"><h1>{escape(event.plan.name)}</h1>'
        f"<p>{told}</p>"
        f"<h2>{escape(said['versus'].format(home=home, away=away))}</h2>"
        f"{_players(event, pairing)}"
        f'{_table(head, rows)}<div class="sign">{sign}</div></section>'
    )


def _players(event: Event, pairing: Pairing) -> str:
    """Who plays for each side, as far as the public may know."""
    sides = (event.entrants[who] for who in (pairing.home, pairing.away))
    named = [
        f"{side.title}: {', '.join(here)}"
        for side in sides
        if any(here := people(event, side, public=True))
    ]
    return f"<p>{escape(' · '.join(named))}</p>" if named else ""


def _code(address: str, label: str) -> str:
    """An address as a QR code with a word under it."""
    import segno  # noqa: PLC0415  (only sheets with addresses need it)

    drawn = segno.make(address, error="m").svg_inline(omitsize=True)
    return f"{drawn}{escape(label)}"
