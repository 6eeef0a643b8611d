"""Reads the texts that lie beside this module: a folder a language, and the registry of rules.

Only this module reads them. A missing text is a bug in the package, not a user's mistake.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

LANGUAGES = ("en", "zh-Hans", "zh-Hant")


@dataclass(frozen=True)
class Rule:
    """A rule id: the switches that change it, its sources, and the rulesets where we decided.

    when: what must hold for it to be in force: `throw!=off`, or `fouls` for an entry in the table.
    """

    id: str
    switches: tuple[str, ...]
    sources: Mapping[str, str]
    decided: tuple[str, ...]
    when: tuple[str, ...]


def _read(folder: str) -> dict[str, Any]:
    """All TOML files of a folder, merged table by table."""
    merged: dict[str, Any] = {}
    for file in sorted((resources.files(__package__) / folder).iterdir(), key=str):
        if file.name.endswith(".toml"):
            for key, value in tomllib.loads(file.read_text("utf-8")).items():
                merged[key] = {**merged[key], **value} if key in merged else value
    return merged


@lru_cache
def registry() -> Mapping[str, Rule]:
    """Every rule id, sorted."""
    return {
        id_: Rule(
            id_, tuple(e["switches"]), e["sources"], tuple(e["decided"]), tuple(e.get("when", ()))
        )
        for id_, e in sorted(_read("registry").items())
    }


@lru_cache
def texts(language: str) -> Mapping[str, Any]:
    """The texts of a language: `rules`, `verdicts`, `switches`, `rulesets`, `problems`, `words`."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no language {language!r}; known are {', '.join(LANGUAGES)}")
    return _read(language)
