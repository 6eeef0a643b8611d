"""Every message and every refusal has its words, and stands in the docs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tuolaji.catalogue import LANGUAGES, texts
from tuolaji.server import wire

SOURCE = Path(wire.__file__).parent
DOCS = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
CODES = {
    code
    for file in SOURCE.glob("*.py")
    for code in re.findall(r'Refused\(\s*"([a-z-]+)"', file.read_text("utf-8"))
}


def test_every_refusal_has_its_sentence_and_is_described():
    assert len(CODES) > 20
    for language in LANGUAGES:
        assert set(texts(language)["server"]["refused"]) >= CODES
    for code in CODES:
        assert f"`{code}`" in DOCS, code


@pytest.mark.parametrize("kind", wire.AnySay.__args__)
def test_every_message_is_described(kind):
    config = kind.__struct_config__
    fields = ", ".join(kind.__struct_fields__)
    assert f"`{config.tag} {{{fields}}}`" in DOCS


def test_every_message_that_is_sent_is_described():
    sent = {
        kind
        for file in SOURCE.glob("*.py")
        for kind in re.findall(r'(?:send|write)\(\s*"([a-z]+)"', file.read_text("utf-8"))
    }
    assert sent >= {"state", "done", "refused", "tried", "hinted", "said", "pong", "gone"}
    for kind in sent:
        assert re.search(rf"`{kind}[` ]", DOCS), kind
