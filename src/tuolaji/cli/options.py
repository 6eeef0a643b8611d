"""What several commands share: the language of their texts, and reading a ruleset."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..bots import add_policy
from ..files import without_number
from ..ruleset import Ruleset, RulesetError
from ..server.settings import is_database
from ..texts.reader import LANGUAGES, texts


class Language(StrEnum):
    """The languages of the texts."""

    EN = LANGUAGES[0]
    ZH_HANS = LANGUAGES[1]
    ZH_HANT = LANGUAGES[2]


def system_language() -> Language:
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
    typer.Option("--lang", default_factory=system_language, help="Language of the text."),
]


AddedBots = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=policy:FILE", help="Offer a trained net as a bot to play with."),
]


def add_bots(named: list[str] | None) -> None:
    """Add the bots that were named; whatever is wrong with one is said."""
    for text in named or ():
        try:
            add_policy(text)
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint="--bot") from None
        except OSError as error:
            raise typer.BadParameter(without_number(error), param_hint="--bot") from None


def need_database(url: str | None, lang: str) -> None:
    """Refuse what cannot be the address of a database."""
    if url is not None and not is_database(url):
        raise typer.BadParameter(texts(str(lang))["server"]["bad_database"].format(url=url))


def read_ruleset(text: str, language: str | None = None) -> Ruleset:
    """The ruleset a text names, or the one in the .toml file it names."""
    language = language or str(system_language())
    try:
        if not text.endswith(".toml"):
            return Ruleset.parse(text)
        return Ruleset.from_toml(Path(text).read_text("utf-8"))
    except RulesetError as error:
        lines = "\n".join(f"- {reason}" for reason in error.texts(language))
        raise typer.BadParameter(f"{text}:\n{lines}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise typer.BadParameter(no_file(text, error, language)) from None


def no_file(file: object, error: Exception, language: str) -> str:
    """That a file cannot be read, and why."""
    why = getattr(error, "strerror", None) or error
    if isinstance(error, UnicodeDecodeError):
        why = texts(language)["record"]["not_utf8"].format(byte=error.start + 1)
    return str(texts(language)["record"]["no_file"]).format(file=file, why=why)
