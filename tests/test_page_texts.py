"""The words of the page: the same in every language, none missing, none idle."""

import json
import re
from pathlib import Path

import pytest

from tuolaji.texts.reader import LANGUAGES

WEB = Path(__file__).parent.parent / "web"


def messages(language):
    texts = json.loads((WEB / "messages" / f"{language}.json").read_text(encoding="utf-8"))
    return {key: text for key, text in texts.items() if key != "$schema"}


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_every_language_has_the_same_messages_with_the_same_facts(language):
    def facts(text):
        return sorted(re.findall(r"\{(\w+)\}", text))

    english, other = messages("en"), messages(language)
    assert english.keys() == other.keys()
    assert {key: facts(text) for key, text in other.items()} == {
        key: facts(text) for key, text in english.items()
    }


def test_every_message_is_used():
    written = [path for path in WEB.glob("src/*") if path.name != "paraglide"]  # made from messages
    files = [*written, *(file for folder in written for file in folder.rglob("*"))]
    sources = [file for file in files if file.suffix in (".svelte", ".ts")]
    source = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    assert set(re.findall(r"\bm\.(\w+)", source)) == set(messages("en"))


def test_the_lock_file_names_no_registry():
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
    assert [name for name, one in lock["packages"].items() if "resolved" in one] == []
