"""The commands and their options; what is wrong with them is said on stderr with status 2."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown

from ..catalogue import LANGUAGES
from ..explain import UnknownRule
from ..handbook import comparison, rule_index, rule_page, ruleset_page
from ..ruleset import PRESETS, Ruleset, RulesetError, preset
from ..version import __version__
from . import bench
from .stream import answer_lines

app = typer.Typer(
    help="拖拉机 / 升级 (Tractor, Shengji): rules, rulesets and a referee.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.add_typer(bench.app, name="bench")


class Language(StrEnum):
    """The languages of the texts."""

    EN = LANGUAGES[0]
    ZH_HANS = LANGUAGES[1]
    ZH_HANT = LANGUAGES[2]


def _system_language() -> Language:
    """The language of the environment, English where it is none of ours."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "").lower().replace("-", "_")
        if value.startswith(("zh_tw", "zh_hk", "zh_mo", "zh_hant")):
            return Language.ZH_HANT
        if value.startswith("zh"):
            return Language.ZH_HANS
        if value:
            break
    return Language.EN


Lang = Annotated[
    Language,
    typer.Option("--lang", default_factory=_system_language, help="Language of the text."),
]


def _show(markdown: str) -> None:
    """Print Markdown: rendered on a terminal, as it is into a pipe or file."""
    if sys.stdout.isatty():
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
    chosen = None if ruleset is None else read_ruleset(ruleset)
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
    """Print a whole ruleset, two compared, or the five presets side by side."""
    if ruleset is None:
        first = [preset(name) for name in PRESETS] if diff is None else [preset("classic")]
        _show(comparison([*first, *([read_ruleset(diff)] if diff else [])], lang))
    elif diff is None:
        _show(ruleset_page(read_ruleset(ruleset), lang))
    else:
        _show(comparison([read_ruleset(ruleset), read_ruleset(diff)], lang))


def read_ruleset(text: str) -> Ruleset:
    """The ruleset a text names, or the one in the .toml file it names."""
    try:
        if not text.endswith(".toml"):
            return Ruleset.parse(text)
        return Ruleset.from_toml(Path(text).read_text("utf-8"))
    except RulesetError as error:
        lines = "\n".join(f"- {reason}" for reason in error.wrong)
        raise typer.BadParameter(f"{text}:\n{lines}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise typer.BadParameter(f"{text} cannot be read: {error}") from None


def main() -> None:
    """Run the command line."""
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(1) from None
