"""Whole deals in Chromium, played by clicking."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from tuolaji import PRESETS
from tuolaji.texts.reader import LANGUAGES

from .person import SIZES, Person

Somebody = Callable[..., Person]
COVERING = [
    ("classic", "desktop", "en"),
    ("six-player", "phone", "zh-Hans"),
    ("joker-bid", "desktop", "zh-Hant"),
    ("four-deck", "phone", "zh-Hant"),
    ("meizhusong", "landscape", "zh-Hans"),
]
EVERY = product(PRESETS, SIZES, LANGUAGES)
OTHERS = [pytest.param(*one, marks=pytest.mark.matrix) for one in EVERY if one not in COVERING]


@pytest.mark.parametrize(("ruleset", "size", "language"), [*COVERING, *OTHERS])
def test_a_deal_by_clicking(somebody: Somebody, ruleset: str, size: str, language: str) -> None:
    person = somebody(size=size, language=language, ruleset=ruleset)
    person.play_now()
    person.play_deal()
    assert person.page.locator(".result li").count() >= 1
    assert person.page.locator("html").get_attribute("lang") == language
    person.do("next")
    person.wait(lambda: not person.look().result, "the next deal")


def test_a_called_partner(somebody: Somebody) -> None:
    person = somebody(ruleset="classic(partners=called)")
    person.play_now()
    person.play_deal()
    assert person.page.locator(".result li").count() >= 1
