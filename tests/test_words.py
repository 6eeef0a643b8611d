"""The words the glossary avoids stand in no text, message or document."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from tuolaji.texts.reader import LANGUAGES

ROOT = Path(__file__).parent.parent
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
SAID_ONCE = ("闲家（抓分方）", "閒家（抓分方）", "闲家，也叫抓分方")  # where the word is explained
DEVELOPERS = ("机器人",)  # allowed in the documents, which developers read


def avoided():
    """Every word in code type in the last column of a table, or after "not" below them."""
    for line in GLOSSARY.splitlines():
        cells = line.split("|")
        last = cells[-2] if len(cells) > 5 else ""
        yield from re.findall(r"`([^`]+)`", last)
        yield from re.findall(r"\(not `([^`]+)`\)", line)


AVOIDED = list(avoided())
TRADITIONAL = {"大王", "小王", "紅桃", "保存", "回車"}  # right in simplified, wrong in traditional


def values(tree):
    """Every text of a table of tables; what a player may say to find a switch is not ours."""
    if isinstance(tree, dict):
        for key, inner in tree.items():
            yield from values(inner) if key != "said" else ()
    elif isinstance(tree, list):
        for inner in tree:
            yield from values(inner)
    else:
        yield str(tree)


def texts_of(language):
    """Every text of a language that a player reads, with where it stands."""
    for file in sorted((ROOT / "src/tuolaji/texts" / language).glob("*.toml")):
        for text in values(tomllib.loads(file.read_text("utf-8"))):
            yield file.name, text
    page = ROOT / "web" / "messages" / f"{language}.json"
    for text in json.loads(page.read_text("utf-8")).values():
        yield page.name, text
    help_texts = tomllib.loads((ROOT / "src/tuolaji/cli/help.toml").read_text("utf-8"))
    for text in values(help_texts.get(language, {})):
        yield "help.toml", text


def documents():
    """The pages of the documentation, of the changelog only what is not released yet."""
    for file in [*sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("*.md"))]:
        text = file.read_text("utf-8")
        if file.name == "CHANGELOG.md":
            text = text.partition("\n## ")[2].partition("\n## ")[0]
        if file.name != "glossary.md":
            yield file.name, text


def found(text, words):
    """The words that stand in a text, the places that explain one aside."""
    for once in SAID_ONCE:
        text = text.replace(once, "")
    return [word for word in words if re.search(rf"\b{word}\b" if word.isascii() else word, text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_a_word_the_glossary_avoids(language):
    words = [word for word in AVOIDED if language == "zh-Hant" or word not in TRADITIONAL]
    wrong = [(name, text, found(text, words)) for name, text in texts_of(language)]
    assert [one for one in wrong if one[2]] == []


def test_no_document_has_a_word_the_glossary_avoids():
    words = [word for word in AVOIDED if word not in TRADITIONAL and word not in DEVELOPERS]
    wrong = [(name, found(text, words)) for name, text in documents()]
    assert [one for one in wrong if one[1]] == []


def test_the_check_finds_what_it_looks_for():
    assert {"扣底", "墩", "大王", "packs"} <= set(AVOIDED)
    assert found("庄家扣底", AVOIDED) == ["扣底"]
    assert found("two packs", AVOIDED) == ["packs"]
    assert found("闲家（抓分方）", AVOIDED) == []
