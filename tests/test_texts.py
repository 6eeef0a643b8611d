"""The catalogue: every rule, verdict, switch and problem has its text in every language."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from tests.table import C
from tuolaji import PRESETS, Ruleset, Ruling, explain, page
from tuolaji.ruleset import SWITCHES
from tuolaji.texts.reader import LANGUAGES, registry, texts

SOURCE = Path(__file__).parent.parent / "src" / "tuolaji"


def keys(tree, path=()):
    if isinstance(tree, dict):
        return {key for name, sub in tree.items() for key in keys(sub, (*path, name))}
    return {path}


def facts_in(template):
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_all_languages_have_the_same_texts_with_the_same_facts():
    first = texts("en")
    for language in LANGUAGES[1:]:
        other = texts(language)
        assert keys(other) == keys(first)
        for table in ("verdicts", "problems", "unreadable", "reasons"):
            for key, template in first[table].items():
                assert facts_in(other[table][key]) == facts_in(template), key


def test_every_rule_of_the_registry_has_a_page_and_the_other_way_round():
    assert set(texts("en")["rules"]) == set(registry())
    for rule in registry():
        for language in LANGUAGES:
            for ruleset in (None, *map(Ruleset.parse, PRESETS)):
                shown = page(rule, language, ruleset=ruleset)
                assert all((shown.title, shown.rule, shown.why, shown.not_allowed, shown.allowed))
        entry = registry()[rule]
        assert set(entry.switches) <= set(SWITCHES), rule
        assert set(entry.sources) <= set(PRESETS), rule
        assert set(entry.decided) <= set(PRESETS), rule
        assert set(texts("en")["rules"][rule].get("in", {})) <= set(PRESETS)


def test_every_switch_and_each_of_its_words_is_explained():
    explained = texts("en")["switches"]
    assert set(explained) == set(SWITCHES)
    for name, kind in SWITCHES.items():
        words = [
            c for c in kind.choices if isinstance(c, bool) or (isinstance(c, str) and len(c) > 1)
        ]
        expected = {str(word).lower() if isinstance(word, bool) else word for word in words}
        assert set(explained[name].get("values", {})) - {"0"} == expected, name


def rulings_in_the_code():
    """(rule, case) of every Ruling and refusal the source names."""
    found = set()
    pattern = re.compile(
        r'"((?:lead|throw|follow|declare|call|change|bid|kitty|partner)\.[a-z-]+)"(?:, "([a-z]*)")?'
    )
    for file in [*SOURCE.glob("verdicts/*.py"), *SOURCE.glob("deal/*.py")]:
        found |= set(pattern.findall(file.read_text("utf-8")))
    return found


def test_every_refusal_of_the_code_has_its_sentence():
    verdicts = texts("en")["verdicts"]
    named = rulings_in_the_code()
    assert len(named) > 25
    for rule, case in named:
        assert rule in registry()
        assert any(key == rule or key.startswith(f"{rule}/") for key in verdicts), rule
        if case:
            assert f"{rule}/{case}" in verdicts
    spoken = {key.partition("/")[0] for key in verdicts}
    assert spoken == {rule for rule, _ in named}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verdict_can_be_said(language):
    for key in texts(language)["verdicts"]:
        rule, _, case = key.partition("/")
        facts = {
            "lead": C("HTT"), "owed": C("H99XBL"), "suit": "T", "cards": C("S2"),
            "level": "T", "standing": C("-"),
        }  # fmt: skip
        said = explain(Ruling(rule, case, facts), language)
        assert said
        assert "{" not in said
        assert "Cards" not in said


def test_facts_are_said_as_players_read_them():
    facts = {"lead": C("HTT"), "owed": C("H99"), "suit": "H"}
    ruling = Ruling("follow.pair", facts=facts)
    assert "♥10 10" in explain(ruling, "en")
    assert "♥99" in explain(ruling, "zh-Hans")
    joker = {"cards": C("XBL"), "level": "T", "standing": C("S22")}
    assert "大鬼 小鬼" in explain(Ruling("declare.no-trump", "pair", joker), "zh-Hant")
    twice = {**joker, "cards": C("XBB")}
    assert "2 big jokers" in explain(Ruling("change.attack", "used", twice), "en")


def test_unknown_languages_are_refused_by_name():
    with pytest.raises(ValueError, match="zh-Hans"):
        texts("fr")
