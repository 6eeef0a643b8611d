"""`tuolaji event`: results and rulings, standings, the schedule, exports."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from ..event import entries as log
from ..event.clock import timetable
from ..event.entries import DealReport, FoulOf, LastTrick, Pairing, Total
from ..event.export import matches_csv, standings_csv, table_json, to_json
from ..event.formats import finished
from ..event.links import link_name, token
from ..event.outcomes import outcomes
from ..event.refused import Refused
from ..event.sheets import overview, score_sheets
from ..event.standings import standings as computed
from ..event.words import heading, number, points, reasons, title
from ..event.words import result as told_result
from .event_file import LogFile, Match, Open, When, Who, Why, moment
from .options import Lang
from .output import write_file

T = TypeVar("T")
_SIDES = {"home": 0, "away": 1, "draw": None}


class Winner(StrEnum):
    """Who won a match."""

    HOME = "home"
    AWAY = "away"
    DRAW = "draw"


class Kind(StrEnum):
    """What a referee rules."""

    FOUL = "foul"
    ADJUST = "adjust"
    VOID = "void"
    WINNER = "winner"
    FORFEIT = "forfeit"
    WARN = "warn"
    PENALISE = "penalise"
    DISQUALIFY = "disqualify"


class Answer(StrEnum):
    """What becomes of a ruling."""

    UPHOLD = "uphold"
    REVERSE = "reverse"


Room = Annotated[int, typer.Option(min=1, max=2, help="The room of a match between teams.")]
DealNumber = Annotated[int, typer.Option(min=0, help="The deal, or the board.")]


def result(  # noqa: PLR0913  (one for each option)
    file: LogFile,
    match: Match,
    *,
    deal: DealNumber = 0,
    points: Annotated[int, typer.Option(help="The attackers' points.")] = 0,
    banker: Annotated[
        int | None, typer.Option(min=0, help="The banker's seat, even for home; else as computed.")
    ] = None,
    last: Annotated[
        str, typer.Option(metavar="JSON", help="The last trick, from which the dig is computed.")
    ] = "",
    foul: Annotated[list[str] | None, typer.Option(metavar="JSON", help="A foul.")] = None,
    jack: Annotated[
        bool, typer.Option("--jack", help="The attackers won the last trick with a J.")
    ] = False,
    ended: Annotated[str, typer.Option(metavar="TIME", help="When the deal ended.")] = "",
    levels: Annotated[
        str, typer.Option(metavar="HOME,AWAY", help="The levels of a whole match.")
    ] = "",
    winner: Annotated[Winner | None, typer.Option(help="The winner of a whole match.")] = None,
    room: Room = 1,
    by: Who = "referee",
    why: Why = "",
    at: When = "",
    lang: Lang,
) -> None:
    """Enter a deal, or with --levels and --winner a whole match; --by player:ID for one side."""
    opened = Open(file, lang)
    if levels:
        home, _, away = levels.partition(",")
        if winner is None:
            raise typer.BadParameter("say the --winner: home, away or draw")
        total = Total((_level(home), _level(away)), _SIDES[winner])  # type: ignore[arg-type]
        opened.do(log.TotalEntered(match, total), by=by, at=at, why=why)
    else:
        report = DealReport(
            points,
            banker,
            _read("--last", last, LastTrick) if last else None,
            jack,
            tuple(_read("--foul", text, FoulOf) for text in foul or ()),
            moment(ended) if ended else None,
        )
        opened.do(log.DealEntered(match, deal, report, room - 1), by=by, at=at, why=why)  # type: ignore[arg-type]
    _tell_match(opened, match)


def _level(text: str) -> str:
    return text.strip().upper().replace("10", "T")


def _read(option: str, text: str, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(text.encode(), type=kind)
    except msgspec.MsgspecError as error:
        raise typer.BadParameter(f"{error}: {text}", param_hint=option) from None


def _tell_match(opened: Open, match: str) -> None:
    """How a match stands."""
    one = outcomes(opened.event).get(match)
    if one is None:
        return
    levels = " : ".join(level for level in one.levels if level)
    told = told_result(opened.event, one, opened.language)
    typer.echo(f"{match}: {levels} · {told}" if not one.over and levels else f"{match}: {told}")


def confirm(
    file: LogFile,
    match: Match,
    *,
    deal: DealNumber = 0,
    room: Room = 1,
    by: Who = "referee",
    at: When = "",
    lang: Lang,
) -> None:
    """Agree with what the other side has entered; without --deal with the whole match."""
    opened = Open(file, lang)
    opened.do(log.Confirmed(match, deal, room - 1), by=by, at=at)  # type: ignore[arg-type]
    _tell_match(opened, match)


def ruling(  # noqa: PLR0913
    file: LogFile,
    kind: Annotated[Kind, typer.Argument(help="What is ruled.")],
    about: Annotated[str, typer.Argument(help="A match, or an entrant or club.")],
    *,
    deal: DealNumber = 0,
    room: Room = 1,
    side: Annotated[Winner | None, typer.Option(help="Whose foul, who forfeits, who won.")] = None,
    foul: Annotated[str, typer.Option(metavar="RULE", help="A rule such as foul.misplay.")] = "",
    cards: Annotated[int | None, typer.Option(min=0, help="How many cards.")] = None,
    found: Annotated[str | None, typer.Option(help="at_once or later.")] = None,
    variant: Annotated[str | None, typer.Option(help="mixed_up or counted_first.")] = None,
    times: Annotated[int, typer.Option(min=1, help="How often.")] = 1,
    points: Annotated[int, typer.Option(help="Points to add, or of a penalty.")] = 0,
    by: Who = "referee",
    why: Why = "",
    at: When = "",
    lang: Lang,
) -> None:
    """Rule on a foul, adjust, make void, decide, forfeit, warn, penalise or disqualify."""
    opened = Open(file, lang)
    if kind in (Kind.FOUL, Kind.FORFEIT, Kind.WINNER) and side is None:
        raise typer.BadParameter("say the --side: home or away")
    who = _SIDES[side or Winner.HOME]
    if who is None and kind is not Kind.WINNER:
        raise typer.BadParameter("the --side is home or away")
    entry: log.AnyEntry
    if kind is Kind.FOUL:
        told = json.dumps({"rule": foul, "side": who, "cards": cards, "found": found,
                           "variant": variant, "times": times})  # fmt: skip
        entry = log.FoulRuled(about, deal, _read("--foul", told, FoulOf), room - 1)  # type: ignore[arg-type]
    elif kind is Kind.ADJUST:
        entry = log.Adjusted(about, deal, points, room - 1)  # type: ignore[arg-type]
    elif kind is Kind.VOID:
        entry = log.Voided(about, deal, room - 1)  # type: ignore[arg-type]
    elif kind is Kind.WINNER:
        entry = log.WinnerNamed(about, who)  # type: ignore[arg-type]
    elif kind is Kind.FORFEIT:
        entry = log.Forfeited(about, who)  # type: ignore[arg-type]
    elif kind is Kind.PENALISE:
        entry = log.Penalised(about, points)
    else:
        entry = log.Warned(about) if kind is Kind.WARN else log.Disqualified(about)
    opened.do(entry, by=by, at=at, why=why)
    _tell_match(opened, about)


Line = Annotated[int, typer.Argument(min=1, help="The line of the log.")]


def appeal(
    file: LogFile, line: Line, *, by: Who = "referee", why: Why = "", at: When = "", lang: Lang
) -> None:
    """Appeal against a ruling."""
    Open(file, lang).do(log.Appealed(line), by=by, at=at, why=why)


def decide(
    file: LogFile,
    line: Line,
    answer: Annotated[Answer, typer.Argument(help="Whether the ruling stands.")],
    *,
    by: Who = "organiser",
    why: Why = "",
    at: When = "",
    lang: Lang,
) -> None:
    """Uphold a ruling, or reverse it: everything after it is computed again."""
    entry = log.Upheld(line) if answer is Answer.UPHOLD else log.Reversed(line)
    Open(file, lang).do(entry, by=by, at=at, why=why)


def call(
    file: LogFile, match: Match, *, by: Who = "referee", why: Why = "", at: When = "", lang: Lang
) -> None:
    """Call the referee to a table."""
    Open(file, lang).do(log.RefereeCalled(match), by=by, at=at, why=why)


def attend(file: LogFile, line: Line, *, by: Who = "referee", at: When = "", lang: Lang) -> None:
    """Note that the referee has been to the table that called in a line."""
    Open(file, lang).do(log.CallAnswered(line), by=by, at=at)


def schedule(
    file: LogFile,
    *,
    round: Annotated[int, typer.Option(min=0, help="Only this round; 0: all.")] = 0,  # noqa: A002
    lang: Lang,
) -> None:
    """Print the rounds, their times and results."""
    opened = Open(file, lang)
    if round > opened.event.rounds:
        raise typer.BadParameter(opened.words["no_round"].format(round=round))
    print_schedule(opened, {round} if round else None)


def print_schedule(opened: Open, rounds: set[int] | None) -> None:
    """The matches of these rounds."""
    event, said = opened.event, opened.words
    begins = {one.round: one.begins for one in timetable(event.plan, event.rounds)}
    shown = 0
    for one in outcomes(event).values():
        pairing = one.pairing
        if rounds is not None and pairing.round not in rounds:
            continue
        if pairing.round != shown:
            shown = pairing.round
            when = f" · {begins[shown]:%Y-%m-%d %H:%M}" if shown in begins else ""
            typer.echo(said["drawn"].format(round=shown) + when)
        home, away = title(event, pairing.home), title(event, pairing.away)
        who = said["versus"].format(home=home, away=away) if away else said["bye"].format(who=home)
        typer.echo(f"  {pairing.id}  {who}  {told_result(event, one, opened.language)}")


def standings(
    file: LogFile,
    *,
    clubs: Annotated[
        bool | None, typer.Option("--clubs/--entrants", help="Of clubs, or of entrants.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Lang,
) -> None:
    """Print the standings, and why those with equal points stand as they do."""
    opened = Open(file, lang)
    if as_json:
        rows = computed(opened.event, clubs=clubs)
        told = table_json(rows, final=finished(opened.event))
        typer.echo(json.dumps(told, ensure_ascii=False))
        return
    print_standings(opened, clubs=clubs)


def print_standings(opened: Open, *, clubs: bool | None = None) -> None:
    """The standings as a table, and the reasons."""
    event, said = opened.event, opened.words
    rows = computed(event, clubs=clubs)
    typer.echo(heading(opened.language, final=finished(event)))
    table = Table(*(said[key] for key in ("place", "name", "points", "played", "won",
                                          "drawn_matches", "lost", "levels_for")))  # fmt: skip
    for row in rows.rows:
        out = f" ({said['out'][row.out]})" if row.out else ""
        table.add_row(
            str(row.place), title(event, row.who) + out, points(event, row, opened.language),
            *map(number, (row.played, row.won, row.drawn, row.lost)),
            f"{row.gained} : {row.conceded}",
        )  # fmt: skip
    Console().print(table)
    for line in reasons(event, rows, opened.language):
        typer.echo(line)


def export(
    file: LogFile,
    to: Annotated[
        Path, typer.Argument(help=".json, .html, or .csv (the standings; -matches.csv: matches).")
    ],
    *,
    whole: Annotated[
        bool, typer.Option("--whole", help="With all names and links, not for the public.")
    ] = False,
    sheets: Annotated[
        bool, typer.Option("--sheets", help="Score sheets for the tables (.html).")
    ] = False,
    round: Annotated[int, typer.Option(min=0, help="Sheets of this round; 0: all.")] = 0,  # noqa: A002
    url: Annotated[str, typer.Option(help="The server that the QR codes of sheets lead to.")] = "",
    lang: Lang,
) -> None:
    """Write the event as JSON, CSV, or HTML to print."""
    opened = Open(file, lang)
    event, language = opened.event, opened.language
    if sheets:

        def link(pairing: Pairing, who: str, player: int) -> str:
            name = link_name(event, log.PLAYER, who, player)
            if name not in event.links:
                raise opened.bad(Refused("no-link", id=name))
            return f"{url.rstrip('/')}/event/{token(opened.key, name)}#{pairing.id}"

        text = score_sheets(event, language, link if url else None, round)
    elif to.suffix == ".json":
        data = to_json(event, public=not whole)
        text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    elif to.suffix == ".html":
        text = overview(event, language, public=not whole)
    elif to.suffix == ".csv":
        matches = to.stem.endswith("-matches")
        text = matches_csv(event, language) if matches else standings_csv(event)
    else:
        raise typer.BadParameter(f"{to} is neither .json, .csv nor .html")
    write_file(to, text, language)


COMMANDS = (result, confirm, ruling, appeal, decide, call, attend, schedule, standings, export)
