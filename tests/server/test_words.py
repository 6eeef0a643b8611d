"""Every message and every refusal has its words, and stands in the docs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from tuolaji import Cards, Ruleset, server
from tuolaji.deal.events import Dug
from tuolaji.server.protocol import incoming, outgoing
from tuolaji.server.protocol.outgoing import DigInfo
from tuolaji.server.table.result_info import dig_info
from tuolaji.texts.reader import LANGUAGES, texts

SOURCE = Path(server.__file__).parent
DOCS = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
USED = {
    code
    for file in SOURCE.rglob("*.py")
    for code in re.findall(r'CommandRefused\(\s*"([a-z-]+)"', file.read_text("utf-8"))
}


def test_every_refusal_has_its_sentence_and_is_described():
    codes = set(get_args(outgoing.RefusalCode))
    assert codes == USED
    for language in LANGUAGES:
        assert set(texts(language)["server"]["refused"]) >= codes
    for code in codes:
        assert f"`{code}`" in DOCS, code


@pytest.mark.parametrize("kind", incoming.AnyClientMessage.__args__)
def test_every_message_is_described(kind):
    config = kind.__struct_config__
    fields = ", ".join(kind.__struct_fields__)
    assert f"`{config.tag} {{{fields}}}`" in DOCS


@pytest.mark.parametrize("kind", outgoing.ServerMessage.__args__)
def test_every_message_that_is_sent_is_described(kind):
    assert re.search(rf"`{kind.__struct_config__.tag}[` ]", DOCS)


@pytest.mark.parametrize(
    ("ruleset", "dug", "shown"),
    [
        # points × factor = what it brings, also when the banker's side takes it away
        ("four-deck", Dug(Cards(), 2, 50), DigInfo(25, 2, 50, trick=True)),
        ("four-deck", Dug(Cards(), 2, -50), DigInfo(-25, 2, -50, trick=True)),
        ("four-deck", Dug(Cards(), 1, 10), None),  # one card each: no digging
        ("four-deck", Dug(Cards(), 0, 0), DigInfo(0, 0, 0, trick=True)),
        ("classic", Dug(Cards.parse("DKKT5"), 0, 0), DigInfo(35, 0, 0, trick=False)),
        ("classic", Dug(Cards.parse("DKKT5"), 4, 140), DigInfo(35, 4, 140, trick=False)),
        ("joker-bid", Dug(Cards.parse("DKK"), 1, 20), DigInfo(20, 1, 20, trick=False)),
    ],
)
def test_the_result_sheet_multiplies_what_was_multiplied(ruleset, dug, shown):
    assert dig_info(Ruleset.parse(ruleset), dug) == shown
