"""Rulings and rules in words: the only place where sentences for players are made.

`explain` says why an action was refused; `page` is the whole page of a rule, as data in a fixed
order. The words come from `reader`; here they are only put together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..cards import Cards, pretty
from ..ruleset import PRESETS, Ruleset, preset, to_data
from ..ruleset.coherence import Unreadable, nearest
from ..ruleset.values import print_data
from ..verdicts.ruling import Fact, Ruling
from .reader import registry, texts

_COMPASS = "SENW"


class UnknownRule(ValueError):
    """A rule id that does not exist."""


@dataclass(frozen=True)
class Page:
    """The page of a rule, in the order it is shown."""

    id: str
    title: str
    rule: str
    here: str
    why: str
    not_allowed: str
    allowed: str
    switches: tuple[str, ...]
    sources: tuple[tuple[str, str], ...]
    decided: tuple[str, ...]
    in_force: bool


def explain(ruling: Ruling, language: str = "en") -> str:
    """Why the action was refused, in one sentence for the player."""
    key = f"{ruling.rule}/{ruling.case}" if ruling.case else ruling.rule
    template: str = texts(language)["verdicts"][key]
    facts = {name: in_words(name, fact, language) for name, fact in ruling.facts.items()}
    return template.format(**facts)


def in_words(name: str, fact: Fact, language: str) -> str:
    """A fact as a player reads it: ♠AA ♥10, big joker, trumps."""
    words = texts(language)["words"]
    if name == "suit":
        return str(words["suit"][fact])
    if name == "level":
        return str(fact).replace("T", "10")
    if name == "seat" and isinstance(fact, str):
        return _seat_in_words(fact, language)
    if not isinstance(fact, Cards):
        return str(fact)
    return cards_in_words(fact, language)


def _seat_in_words(label: str, language: str) -> str:
    """A seat by its place on the compass of four, `E`, or by its number, `5`."""
    words = texts(language)["terminal"]
    if label in _COMPASS:
        return str(words["seats"][_COMPASS.index(label)])
    return str(words["seat"]).format(number=label)


def cards_in_words(cards: Cards, language: str) -> str:
    """Cards with suit symbols, jokers by name."""
    words = texts(language)["words"]
    parts = []
    for part in pretty(cards).split(" "):
        if part.startswith("X"):
            for letter, name in (("B", "big"), ("L", "small")):
                number = part.count(letter)
                if number:
                    parts.append(words[name] if number == 1 else words[f"{name}s"].format(n=number))
        else:
            parts.append(tens_apart(part))
    return " ".join(parts) if parts != ["-"] else str(words["nothing"])


def tens_apart(part: str) -> str:
    """Cards of one suit, spaced where a ten would run into its neighbours: ♥J 10 10."""
    ranks = re.findall("10|.", part[1:])
    return part[0] + (" " if "10" in ranks else "").join(ranks)


def rule_title(rule: str, language: str) -> str:
    """The title of a rule; the id of one that house rules have made up."""
    rules = texts(language)["rules"]
    return str(rules[rule]["title"]) if rule in rules else rule


def in_force(rule: str, ruleset: Ruleset) -> bool:
    """Whether a rule applies in a ruleset."""
    for condition in registry()[rule].when:
        if condition == "fouls":
            holds = rule in ruleset.fouls.table
        else:
            switch, _, value = condition.partition("=")
            unequal = switch.endswith("!")
            held = print_data(to_data(getattr(ruleset, switch.rstrip("!"))))
            holds = (held == value) is not unequal
        if not holds:
            return False
    return True


def page(rule: str, language: str = "en", *, ruleset: Ruleset | None = None) -> Page:
    """The page of a rule, in general or as one ruleset has it."""
    known = registry()
    if rule not in known:
        facts = (("name", repr(rule)), ("near", nearest(rule, known)))
        raise UnknownRule(Unreadable("unknown-rule", (), facts).text(language))
    entry = known[rule]
    text = texts(language)["rules"][rule]
    wanted = PRESETS if ruleset is None else (ruleset.base,)
    return Page(
        rule,
        text["title"],
        text["rule"],
        text.get("in", {}).get(ruleset.base, "") if ruleset else "",
        text["why"],
        text["not_allowed"],
        text["allowed"],
        entry.switches,
        tuple((name, entry.sources[name]) for name in wanted if name in entry.sources),
        tuple(name for name in wanted if name in entry.decided),
        ruleset is None or in_force(rule, ruleset),
    )


def ruleset_name(name: str, language: str) -> str:
    """The name of a preset."""
    return str(texts(language)["rulesets"][name]["name"])


def ruleset_title(ruleset: Ruleset, language: str) -> str:
    """The name of a ruleset's preset, with the names of the options that differ from it."""
    name = ruleset_name(ruleset.base, language)
    switches = texts(language)["switches"]
    changed = [switches[switch]["name"] for switch in ruleset.differences(preset(ruleset.base))]
    if not changed:
        return name
    words = texts(language)["words"]
    return str(words["changed"]).format(name=name, options=words["comma"].join(changed))
