"""`tuolaji event`: run a cup, a league or an evening; everything is a line in one log file."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import Annotated

import typer

from ..event import commands, formats
from ..event import entries as log
from ..event.clock import reading
from ..event.duplicate import board
from ..event.links import ROLES, hand_out, link_name, secret_of_cards
from ..event.log import Log, write_key
from ..event.outcomes import outcomes
from ..event.plan import Entrant, read_plan
from ..event.refused import PlanError, Refused
from ..event.words import clock_line, words
from ..server.settings import EVERYWHERE, LOOPBACK, PORT, Settings
from ..terminal.keep import folder
from . import event_results
from .event_file import LogFile, Open, When, Who, Why, moment, read_by
from .options import Lang, no_file
from .output import cannot_write, progress_bar, write_file
from .serve import run_server

app = typer.Typer(help="Run a cup, a league or an evening: draws, clocks, results, standings.")
_ORGANISER = "organiser"


class Shown(StrEnum):
    """What is shown of names."""

    full = "full"
    initials = "initials"
    none = "none"


Id = Annotated[str, typer.Argument(help="The id of an entrant.")]
Matches = Annotated[
    list[str] | None,
    typer.Argument(metavar="[MATCH]...", help="All of the round if left out."),
]


@app.command()
def new(
    plan: Annotated[Path, typer.Argument(help="The plan of the event (.toml).")],
    *,
    to: Annotated[
        Path | None, typer.Option(metavar="LOG", help="The log to begin; PLAN.jsonl if left out.")
    ] = None,
    at: When = "",
    lang: Lang,
) -> None:
    """Begin an event: check its plan and write the first line of its log."""
    language, path = str(lang), to or plan.with_suffix(".jsonl")
    try:
        made = read_plan(plan.read_text("utf-8"))
    except PlanError as error:
        lines = "\n".join(f"- {reason.text(language)}" for reason in error.wrong)
        raise typer.BadParameter(f"{plan}:\n{lines}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise typer.BadParameter(no_file(plan, error, language)) from None
    try:
        Log.create(path, commands.make(made, moment(at), read_by(_ORGANISER)))
        key = write_key(path)
    except OSError as error:
        raise typer.BadParameter(f"{path}: {error.strerror}") from None
    facts = {"file": path, "name": made.name, "entrants": len(made.entrants), "key": key}
    typer.echo(words(language)["made"].format(**facts))


@app.command()
def enter(
    file: LogFile,
    id: Id,  # noqa: A002  (its name on the command line)
    *,
    name: Annotated[str, typer.Option(help="What they are called.")] = "",
    club: Annotated[str, typer.Option(help="Their school or club.")] = "",
    player: Annotated[list[str] | None, typer.Option(help="A player; once for each.")] = None,
    at: When = "",
    lang: Lang,
) -> None:
    """Enter somebody who comes late."""
    entrant = Entrant(id, name, club, tuple(player or ()))
    Open(file, lang).do(log.Entered(entrant), by=_ORGANISER, at=at)


@app.command("check-in")
def check_in(
    file: LogFile,
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Who is present.")],
    *,
    at: When = "",
    lang: Lang,
) -> None:
    """Note who is present."""
    opened = Open(file, lang)
    _need_entrants(opened, ids)
    for id_ in ids:
        opened.do(log.CheckedIn(id_), by=_ORGANISER, at=at)


def _need_entrants(opened: Open, ids: Iterable[str]) -> None:
    """Refuse names of which one is no entrant's, before anything is written."""
    for id_ in ids:
        if id_ not in opened.event.entrants:
            raise opened.bad(Refused("no-entrant", id=id_))


@app.command()
def withdraw(file: LogFile, id: Id, *, why: Why = "", at: When = "", lang: Lang) -> None:  # noqa: A002
    """Take an entrant out: matches that are not over are lost, no further ones are drawn."""
    Open(file, lang).do(log.Withdrew(id), by=_ORGANISER, at=at, why=why)


@app.command()
def substitute(
    file: LogFile,
    id: Id,  # noqa: A002
    players: Annotated[list[str], typer.Argument(metavar="PLAYERS...", help="Who plays now.")],
    *,
    by: Who = _ORGANISER,
    at: When = "",
    lang: Lang,
) -> None:
    """Let other people play for an entrant."""
    Open(file, lang).do(log.Substituted(id, tuple(players)), by=by, at=at)


@app.command()
def draw(
    file: LogFile,
    *,
    seed: Annotated[str, typer.Option(help="Publish this seed first; on the day.")] = "",
    at: When = "",
    lang: Lang,
) -> None:
    """Draw the next round, or all rounds where the format knows them in advance."""
    opened = Open(file, lang)
    secret = secret_of_cards(opened.key) if opened.event.plan.sealed else ""
    for entry in commands.before_draw(opened.event, seed=seed, secret=secret):
        opened.do(entry, by=_ORGANISER, at=at)
    try:
        drawn = formats.draw(opened.event)
    except Refused as error:
        raise opened.bad(error) from None
    opened.do(drawn, by=_ORGANISER, at=at)
    event_results.print_schedule(opened, {pairing.round for pairing in drawn.pairings})


def _wanted(opened: Open, matches: list[str] | None) -> tuple[str, ...]:
    """The matches that are named, or those of the first round that is not over."""
    if matches:
        return tuple(matches)
    open_ = [one.pairing for one in outcomes(opened.event).values() if not one.over]
    first = min((pairing.round for pairing in open_), default=0)
    return tuple(pairing.id for pairing in open_ if pairing.round == first)


@app.command()
def start(
    file: LogFile, matches: Matches = None, *, by: Who = _ORGANISER, at: When = "", lang: Lang
) -> None:
    """Start the clocks."""
    opened = Open(file, lang)
    opened.do(log.Started(_wanted(opened, matches)), by=by, at=at)


@app.command()
def clock(  # noqa: PLR0913  (one for each option)
    file: LogFile,
    matches: Matches = None,
    *,
    pause: Annotated[bool, typer.Option("--pause", help="Let the clocks stand still.")] = False,
    rest: Annotated[bool, typer.Option("--break", help="The break begins.")] = False,
    go_on: Annotated[bool, typer.Option("--go-on", help="Go on after a pause or break.")] = False,
    extra: Annotated[int, typer.Option(metavar="MINUTES", help="Give extra time.")] = 0,
    call: Annotated[bool, typer.Option("--call", help="Call time.")] = False,
    by: Who = "referee",
    why: Why = "",
    at: When = "",
    lang: Lang,
) -> None:
    """Show the clocks of a round, or stop them, let them go on, give time, call time."""
    opened = Open(file, lang)
    wanted = _wanted(opened, matches)
    if pause or rest:
        opened.do(log.Stopped(wanted, rest=rest), by=by, at=at, why=why)
    if go_on:
        opened.do(log.WentOn(wanted), by=by, at=at, why=why)
    if extra:
        opened.do(log.TimeGiven(wanted, 60 * extra), by=by, at=at, why=why)
    for match in wanted if call else ():
        opened.do(log.TimeCalled(match), by=by, at=at, why=why)
    event, now = opened.event, moment(at)
    for match in wanted:
        watch = event.watches.get(match)
        if watch is not None:
            shown = reading(event.plan.rules, watch, now, event.plan.clock.warnings)
            typer.echo(clock_line(match, shown, opened.language))


@app.command()
def link(
    file: LogFile,
    role: Annotated[str, typer.Argument(help="organiser, referee, player or public.")],
    who: Annotated[str, typer.Argument(help="An entrant, all if left out; else a name.")] = "",
    *,
    player: Annotated[
        int, typer.Option(min=0, help="One of the entrant's players, from 1; 0: all of them.")
    ] = 0,
    url: Annotated[str, typer.Option(help="The address of the server.")] = "",
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Withdraw the link.")] = False,
    lang: Lang,
) -> None:
    """Hand out a secret link, show it again, or withdraw it."""
    opened = Open(file, lang)
    if role not in ROLES:
        raise typer.BadParameter("a role is organiser, referee, player or public")
    plan, each = opened.event.plan, [player]
    if role == log.PLAYER and plan.personal and not player:
        each = list(range(1, plan.size + 1))
    names = [who] if who or role != log.PLAYER else list(opened.event.entrants)
    for name, number in product(names, each):
        if withdraw:
            id_ = link_name(opened.event, role, name, number)
            opened.do(log.LinkWithdrawn(id_), by=_ORGANISER)
            continue
        secret, given = hand_out(opened.event, opened.key, role, name, number)
        if given is not None:
            opened.do(given, by=_ORGANISER)
        shown = f"{url.rstrip('/')}/event/{secret}" if url else secret
        whose = f"{name}.{number}" if number else name
        typer.echo(f"{whose}: {shown}" if len(names) * len(each) > 1 else shown)


@app.command()
def serve(
    file: LogFile,
    *,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Listen at this port.")] = PORT,
    lan: Annotated[bool, typer.Option("--lan", help="Let others on your network join.")] = False,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep tables and the key in this folder.")
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Open no browser.")] = False,
    lang: Lang,
) -> None:
    """Serve the pages of an event until Ctrl-C; the organiser's is opened."""
    opened = Open(file, lang)
    secret, given = hand_out(opened.event, opened.key, log.ORGANISER)
    if given is not None:
        opened.do(given, by=_ORGANISER)
    settings = Settings(
        data or folder() / "server",
        EVERYWHERE if lan else LOOPBACK,
        port,
        events=(file.resolve(),),
    )
    page = f"/event/{secret}"
    raise typer.Exit(run_server(settings, opens=not no_open, language=opened.language, page=page))


@app.command()
def names(
    file: LogFile,
    shown: Annotated[Shown, typer.Argument(help="What the public sees of players' names.")],
    *,
    at: When = "",
    lang: Lang,
) -> None:
    """Choose what the public is shown of players' names."""
    Open(file, lang).do(log.NamesChosen(shown.value), by=_ORGANISER, at=at)


@app.command()
def boards(
    file: LogFile,
    *,
    publish: Annotated[
        bool, typer.Option("--publish", help="Publish their secret, after the last board.")
    ] = False,
    lang: Lang,
) -> None:
    """Print what is dealt at the boards of a duplicate event; a secret until they are played."""
    opened = Open(file, lang)
    event, secret = opened.event, secret_of_cards(opened.key)
    if publish:
        opened.do(log.BoardsOpened(secret), by=_ORGANISER)
    numbers = sorted({number for p in event.pairings.values() for number in p.boards})
    if not numbers:
        typer.echo(opened.words["no_boards"])
    for number in numbers:
        dealt = board(event.plan.rules, secret, number)
        said = opened.words["board"].format(board=number)
        level = opened.words["level_of"].format(level=dealt.setup.levels[0])
        typer.echo(f"{said}: {level}, {opened.words['banker']} {dealt.setup.first_seat}")
        typer.echo(" ".join(map(str, dealt.deck)))
        typer.echo(f"SHA-256 {dealt.fingerprint}")


@app.command()
def play(
    file: LogFile,
    *,
    bots: Annotated[str, typer.Option(metavar="NAME", help="Who plays.")] = "novice",
    bot: Annotated[
        list[str] | None, typer.Option(metavar="ID=NAME", help="Who plays for an entrant.")
    ] = None,
    pace: Annotated[int, typer.Option(min=1, help="Minutes a deal takes.")] = 12,
    steps: Annotated[int, typer.Option(min=0, help="Stop after so many lines; 0: at the end.")] = 0,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the record of every deal here.")
    ] = None,
    lang: Lang,
) -> None:
    """Let bots play the tables to the end; stopped anywhere, it goes on from there."""
    from ..arena.cup import Tables, play as playing  # noqa: PLC0415, I001  (bots are slow to import)
    from ..bots import make  # noqa: PLC0415

    opened = Open(file, lang)
    chosen = dict(one.partition("=")[::2] for one in bot or ())
    _need_entrants(opened, chosen)
    try:
        for name in (bots, *chosen.values()):
            make(name, 0, 0)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    secret = secret_of_cards(opened.key) if opened.event.plan.sealed else ""
    tables = Tables(bots, chosen, float(pace), secret)
    with progress_bar() as progress:
        task = progress.add_task(opened.event.plan.name, total=None)
        try:
            for done, (line, record) in enumerate(playing(opened.event, tables), 1):
                if record is not None and records is not None:
                    _keep(records, line, record.text())
                opened.write(line)
                progress.update(task, completed=done)
                if done == steps:
                    break
        except Refused as error:
            raise opened.bad(error) from None
    event_results.print_standings(opened)


def _keep(folder: Path, line: log.Line, text: str) -> None:
    """Write the record of a deal; the same deal played again has the same name."""
    entry = line.entry
    assert isinstance(entry, log.DealEntered)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        cannot_write(folder, error)
    room = f"-{entry.room + 1}" if entry.room else ""
    write_file(folder / f"{entry.match}-{entry.deal:02}{room}.tlj", text)


for command in event_results.COMMANDS:
    app.command(command.__name__.rstrip("_"))(command)
