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
from ...ruleset.values import AUTO, print_data
from ...texts.explain import rule_title, ruleset_name
from ...texts.handbook import value_in_words
from ...texts.reader import texts

_LEVELS = (*SWITCHES["first_level"].choices, *SWITCHES["top_level"].choices)


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
            "value": print_data(ruleset.written(switch)),
        }
        for switch in ruleset.differences(base)
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
        "values": {switch: print_data(ruleset.written(switch)) for switch in SWITCHES},
        "worked_out": {
            switch: print_data(to_data(getattr(ruleset, switch)))
            for switch in sorted(ruleset.automatic)
        },
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
                "ladder": list(ruleset.ladder),
                "declare_style": ruleset.declare_style,
                "friends": ruleset.friend_count,
                "fouls": [
                    {
                        "rule": rule,
                        "title": rule_title(rule, language),
                        "asks": list(ruleset.fouls.asks(rule)),
                    }
                    for rule in ruleset.fouls.table
                ],
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
            "said": words[name].get("said", ""),
            "default": print_data(to_data(getattr(Ruleset(), name))),
            "kind": _kind(kind),
            "values": _values(name, kind, language),
            "least": kind.least,
            "most": kind.most,
            "auto": kind.auto,
            "presets": {one: print_data(preset(one).written(name)) for one in PRESETS},
        }
        for name, kind in SWITCHES.items()
    ]


def _kind(kind: Kind) -> str:
    if kind.form != "choice":
        return kind.form
    return "bool" if isinstance(kind.choices[0], bool) else "choice"


def _values(name: str, kind: Kind, language: str) -> list[dict[str, str]]:
    """What can be chosen: the choices, the levels, or what the presets have."""
    said = texts(language)["switches"][name].get("values", {})
    choices = _LEVELS if kind.form == "levels" else kind.choices
    if choices:
        known = {print_data(choice): print_data(choice) for choice in choices}
        known |= {AUTO: AUTO} if kind.auto else {}
        said = {AUTO: texts(language)["words"]["automatic"], **said}
        return [{"value": value, "text": said.get(value, value)} for value in known]
    if kind.form == "number":
        return []
    out: dict[str, str] = {}
    for one in PRESETS:
        ruleset = preset(one)
        value = print_data(to_data(getattr(ruleset, name)))
        named = kind.form == "fouls" and value != "{}"
        text = ruleset_name(one, language) if named else value_in_words(ruleset, name, language)
        out.setdefault(value, text)
    return [{"value": value, "text": text} for value, text in out.items()]


def players(language: str) -> list[dict[str, str]]:
    """The bots one can play with, the weakest first."""
    words = texts(language)["server"]
    names = [name for name in bots.all_names() if name != "random"]
    return [
        {
            "name": name,
            "title": words["bots"].get(name, name),
            "about": words["bots_about"].get(name, words["added_bot"]),
        }
        for name in names
    ]
