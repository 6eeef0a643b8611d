"""`tuolaji doctor`: how fast this installation is, why, and how it becomes faster."""

from __future__ import annotations

import json
import platform
from typing import Annotated

import typer

from ..kernel import SPEED, build, speed
from ..texts.reader import texts
from ..version import __version__
from .options import Lang

UNSET, COMPILER, HEADERS, REBUILD = "unset", "compiler", "headers", "rebuild"


def doctor(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Lang,
) -> None:
    """Tell whether the rules run compiled or as plain Python, and why."""
    compiler, headers = build.compiler(), build.headers()
    advice = _advice(compiler, headers)
    if as_json:
        found = {
            "version": __version__,
            "python": platform.python_version(),
            "kernel": "compiled" if SPEED.compiled else "python",
            "state": SPEED.state,
            "file": SPEED.file,
            "changed": SPEED.changed,
            "error": SPEED.error,
            "compiler": compiler,
            "headers": headers,
            "advice": advice,
        }
        typer.echo(json.dumps(found, indent=2))
        return
    words = texts(str(lang))["doctor"]
    facts = {
        "variable": speed.VARIABLE,
        "file": SPEED.file,
        "changed": ", ".join(SPEED.changed),
        "error": SPEED.error,
    }
    typer.echo(f"tuolaji {__version__}, Python {platform.python_version()}")
    typer.echo(words["state"][SPEED.state].format(**facts))
    typer.echo(words["compiler"].format(path=compiler or words["none"]))
    typer.echo(words["headers"].format(path=headers or words["none"]))
    if advice:
        typer.echo(words["advice"][advice].format(**facts))


def _advice(compiler: str | None, headers: str | None) -> str | None:
    """The one thing to do next for the compiled kernel."""
    if SPEED.compiled:
        return None
    if SPEED.state == speed.OFF:
        return UNSET
    if compiler is None:
        return COMPILER
    return REBUILD if headers else HEADERS
