"""`--help` in the language of the environment.

The English of the code is the key to its translations in `help.toml`; what has none stays English.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import typer

from ..bots import NAMES

_BOTS = ", ".join(NAMES)


def translate(command: Any, language: str) -> Any:
    """A Click command with the help of all its commands and options in a language."""
    words = catalogue().get(language)
    if words is not None:
        _translate(command, words)
    return command


def catalogue() -> dict[str, Any]:
    """The translations by language."""
    return tomllib.loads((resources.files(__package__) / "help.toml").read_text("utf-8"))


def _translate(command: Any, words: dict[str, Any]) -> None:
    command.help = in_words(command.help, words)
    help_option = command.get_help_option(typer.Context(command))
    for parameter in (*command.params, *([help_option] if help_option else [])):
        parameter.rich_help_panel = words["panels"][parameter.param_type_name]
        parameter.help = in_words(parameter.help, words)
    for inner in getattr(command, "commands", {}).values():
        inner.rich_help_panel = words["panels"]["command"]
        _translate(inner, words)


def in_words(text: str | None, words: dict[str, Any]) -> str | None:
    """A text of the code in a language; bots are named by the code."""
    found = words.get((text or "").replace(_BOTS, "{bots}"))
    return text if found is None else str(found).replace("{bots}", _BOTS)
