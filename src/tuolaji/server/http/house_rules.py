"""Rulesets for the page: presets, every switch in words, and what a text of rules means."""

from __future__ import annotations

from functools import cache
from typing import Any

from ... import bots
from ...ruleset import (
    PRESETS,
    SWITCHES,
    Kind,
    Ruleset,
    RulesetError,
    preset,
    read_text,
    read_toml,
    to_data,
)
from ...ruleset.coherence import applies
from ...ruleset.values import print_data
from ...texts.explain import ruleset_name
from ...texts.handbook import value_in_words
from ...texts.reader import texts


def read(text: str) -> Ruleset:
    """The ruleset of a text or a TOML file, coherent or not; RulesetError if it cannot be read."""
    is_file = "\n" in text.strip() or text.lstrip().startswith("base")
    return read_toml(text) if is_file else read_text(text)


def checked(text: str, language: str) -> dict[str, Any]:
    """The canonical text, how it differs from its preset, and all that does not fit together."""
    try:
        ruleset = read(text)
    except RulesetError as error:
        wrong = error.texts(language)
        return {"ok": False, "error": " ".join(wrong), "wrong": wrong, "problems": []}
    base = preset(ruleset.base)
    words = texts(language)["switches"]
    differs = [
        {
            "switch": switch,
            "name": words[switch]["name"],
            "old": value_in_words(base, switch, language),
            "new": value_in_words(ruleset, switch, language),
            "value": print_data(to_data(mine)),
        }
        for switch, (mine, _) in ruleset.differences(base).items()
    ]
    problems = [
        {"code": problem.code, "switches": problem.switches, "text": problem.text(language)}
        for problem in ruleset.problems()
    ]
    return {
        "ok": not problems,
        "error": None,
        "text": str(ruleset),
        "base": ruleset.base,
        "title": ruleset_name(ruleset.base, language),
        "differences": differs,
        "problems": problems,
        "values": {switch: print_data(to_data(getattr(ruleset, switch))) for switch in SWITCHES},
        "applies": {switch: applies(ruleset, switch) for switch in SWITCHES},
    }


@cache
def presets(language: str) -> list[dict[str, Any]]:
    """Every preset."""
    out = []
    for name in PRESETS:
        ruleset, words = preset(name), texts(language)["rulesets"][name]
        out.append(
            {
                "name": name,
                "title": words["name"],
                "about": words["text"],
                "players": ruleset.players,
                "decks": ruleset.decks,
                "kitty": ruleset.kitty,
                "hand": ruleset.hand_size,
                "play_seconds": ruleset.play_seconds,
                "bury_seconds": ruleset.bury_seconds,
            }
        )
    return out


@cache
def switches(language: str) -> list[dict[str, Any]]:
    """Every switch: its default, what it may hold, and its words."""
    words = texts(language)["switches"]
    return [
        {
            "name": name,
            "title": words[name]["name"],
            "about": words[name]["text"],
            "default": print_data(to_data(getattr(Ruleset(), name))),
            "kind": _kind(kind),
            "values": [_value(name, choice, words) for choice in kind.choices],
            "least": kind.least,
            "most": kind.most,
            "presets": {one: print_data(to_data(getattr(preset(one), name))) for one in PRESETS},
        }
        for name, kind in SWITCHES.items()
    ]


def _kind(kind: Kind) -> str:
    if kind.form != "choice":
        return kind.form
    return "bool" if isinstance(kind.choices[0], bool) else "choice"


def _value(name: str, choice: object, words: Any) -> dict[str, str]:
    text = print_data(choice)
    return {"value": text, "text": words[name].get("values", {}).get(text, text)}


def players(language: str) -> list[dict[str, str]]:
    """The bots one can play with, the weakest first."""
    words = texts(language)["server"]
    names = [name for name in bots.NAMES if name != "random"]
    return [
        {
            "name": name,
            "title": words["bots"].get(name, name),
            "about": words["bots_about"].get(name, ""),
        }
        for name in names
    ]
