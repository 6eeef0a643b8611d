"""The commands and their options; what is wrong with them is said on stderr with status 2."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ..bots import NAMES
from ..files import without_number
from ..ruleset import PRESETS, preset
from ..terminal.run import Speed, play_in_terminal
from ..terminal.start import Wishes
from ..texts.explain import UnknownRule
from ..texts.handbook import comparison, rule_index, rule_page, ruleset_page
from ..texts.narrate import say
from ..version import __version__
from . import bench, event, sav
from .analyse import analyse
from .arena import arena
from .audit import audit
from .backup import backup, restore
from .bot import bot
from .doctor import doctor
from .hint import hint
from .operator import operator
from .options import AddedBots, Lang, add_bots, read_ruleset, system_language
from .output import REFUSED, spell_out
from .puzzle import puzzles
from .records import check_bot
from .replay import replay_file
from .serve import run_server, serve
from .simulate import simulate
from .stream import answer_lines
from .train import train
from .translated import translate
from .verify import verify

app = typer.Typer(
    help="拖拉机 / 升级 (Tractor, Shengji): rules, rulesets and a referee.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.add_typer(bench.app, name="bench")
app.add_typer(sav.app, name="sav")
app.add_typer(event.app, name="event")
app.command()(simulate)
app.command()(doctor)
app.command()(arena)
app.command()(bot)
app.command()(hint)
app.command("puzzle")(puzzles)
app.command()(analyse)
app.command()(audit)
app.command()(serve)
app.command()(backup)
app.command()(restore)
app.command()(operator)
app.command()(train)
app.command()(verify)


def _show(markdown: str) -> None:
    """Print Markdown: rendered on a terminal, as it is into a pipe or file."""
    if sys.stdout.isatty():
        from rich.markdown import Markdown  # noqa: PLC0415  (a tenth of the start otherwise)

        Console().print(Markdown(markdown))
    else:
        typer.echo(markdown, nl=False)


def _version(wanted: bool) -> None:  # noqa: FBT001  (typer calls it so)
    if wanted:
        typer.echo(f"tuolaji {__version__}")
        raise typer.Exit


@app.callback()
def _tuolaji(
    *,
    _version_wanted: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


@app.command()
def judge() -> None:
    """Answer the referee's questions: JSON lines on standard input, answers on standard output."""
    answer_lines(sys.stdin.buffer, sys.stdout.buffer)


@app.command()
def explain(
    rule: Annotated[str | None, typer.Argument(help="A rule id such as follow.pair.")] = None,
    *,
    ruleset: Annotated[
        str | None, typer.Option(help="Show the rule as this ruleset has it.")
    ] = None,
    lang: Lang,
) -> None:
    """Print the page of a rule, or the list of all rules."""
    if rule is None:
        _show(rule_index(lang))
        return
    chosen = None if ruleset is None else read_ruleset(ruleset, lang)
    try:
        _show(rule_page(rule, lang, ruleset=chosen))
    except UnknownRule as error:
        raise typer.BadParameter(str(error), param_hint="RULE") from None


@app.command()
def rules(
    ruleset: Annotated[
        str | None,
        typer.Argument(
            help="A preset, a difference such as 'classic(permanent_two=true)', or a .toml file."
        ),
    ] = None,
    *,
    diff: Annotated[str | None, typer.Option(help="Compare with this ruleset.")] = None,
    lang: Lang,
) -> None:
    """Print a whole ruleset, two compared, or all presets side by side."""
    if ruleset is None:
        first = [preset(name) for name in PRESETS] if diff is None else [preset("classic")]
        _show(comparison([*first, *([read_ruleset(diff, lang)] if diff else [])], lang))
    elif diff is None:
        _show(ruleset_page(read_ruleset(ruleset, lang), lang))
    else:
        _show(comparison([read_ruleset(ruleset, lang), read_ruleset(diff, lang)], lang))


@app.command()
def play(  # noqa: PLR0913  (one for each option)
    *,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play in the terminal, not in the browser.")
    ] = False,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Only print the address; open no browser.")
    ] = False,
    lan: Annotated[bool, typer.Option("--lan", help="Let others on your network join.")] = False,
    ruleset: Annotated[
        str | None, typer.Option(help="A preset, a difference from one, or a .toml file.")
    ] = None,
    seat: Annotated[int | None, typer.Option(min=1, max=8, help="Your seat; 1 is South.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Play the cards of this seed.")] = None,
    bots: Annotated[
        str | None, typer.Option(metavar="NAME", help=f"Who plays the others: {', '.join(NAMES)}.")
    ] = None,
    bot: AddedBots = None,
    speed: Annotated[
        Speed, typer.Option(help="How fast cards are drawn and played; 0: without pauses.")
    ] = Speed.NORMAL,
    deals: Annotated[
        int, typer.Option(min=0, help="Stop after so many deals; 0: play to the end.")
    ] = 0,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the match in this file (.tlj).")
    ] = None,
    resume: Annotated[
        bool | None,
        typer.Option("--resume/--new", help="Go on with the match that is kept, or begin another."),
    ] = None,
    sav: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with the match of a GAME.SAV.")
    ] = None,
    lang: Lang,
) -> None:
    """Play in the browser, or with --terminal in the terminal."""
    add_bots(bot)
    if not terminal:
        wanted = (ruleset, bots, seat, seed, save, resume, sav, deals or None)
        if any(value is not None for value in wanted):
            raise typer.BadParameter(say(lang, "for_terminal"))
        raise typer.Exit(
            run_server(lan=lan, other_port=True, opens=not no_open, language=str(lang))
        )
    if bots is not None:
        check_bot(bots, lang)
    wishes = Wishes(
        ruleset=None if ruleset is None else read_ruleset(ruleset, lang),
        seat=seat,
        seed=seed,
        bots=bots,
        file=save,
        resume=resume,
        sav=sav,
    )
    raise typer.Exit(
        play_in_terminal(
            wishes, speed=speed, language=lang, usual_language=system_language(), deals=deals
        )
    )


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record (.tlj or .jsonl).")],
    *,
    deal: Annotated[
        int | None, typer.Option(help="Only this deal of the file, counted from 1.")
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option(help="Print no tricks; write the deals to this file (.tlj or .jsonl)."),
    ] = None,
    lang: Lang,
) -> None:
    """Check a record against the rules and print it trick by trick."""
    raise typer.Exit(replay_file(file, lang, number=deal, to=to))


def run() -> None:
    """Run the command line; what the system refuses, such as a full disk, is said."""
    spell_out()
    try:
        translate(typer.main.get_command(app), system_language())()
    except BrokenPipeError:
        _let_output_go()
        raise SystemExit(1) from None
    except OSError as error:
        _let_output_go()
        typer.echo(without_number(error), err=True)
        raise SystemExit(REFUSED) from None


def _let_output_go() -> None:
    """Write the rest of what was printed nowhere; else Python tries once more when it ends."""
    with suppress(OSError, ValueError):  # there may be no output, or none of the system
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
