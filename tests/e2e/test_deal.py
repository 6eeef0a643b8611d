"""Whole deals in Chromium, played by clicking."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from .person import Person
from .serving import browser, server

FAST = {"speed": "instant", "sound": False}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    data: Path = tmp_path_factory.mktemp("data")
    with server(data) as url:
        yield url


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.mark.parametrize(
    ("ruleset", "size", "language"),
    [
        ("classic", "desktop", "en"),
        ("six-player", "phone", "zh-Hans"),
        ("joker-bid", "desktop", "zh-Hant"),
        ("four-deck", "phone", "zh-Hant"),
        ("meizhusong", "landscape", "zh-Hans"),
    ],
)
def test_a_deal_by_clicking(
    chrome: Browser, address: str, ruleset: str, size: str, language: str
) -> None:
    person = Person(
        chrome, address, size=size, language=language, settings={**FAST, "ruleset": ruleset}
    )
    person.play_now()
    person.play_deal()
    assert person.page.locator(".result li").count() >= 1
    assert person.page.locator("html").get_attribute("lang") == language
    assert person.errors == []
    person.do("next")
    person.wait(lambda: not person.look().result, "the next deal")
    person.close()


def test_the_habits_of_the_1997_game(chrome: Browser, address: str) -> None:
    person = Person(chrome, address, settings=FAST)
    person.play_now()
    while person.look().phase != "play" or not person.look().mine or person.laid_by_others():
        if not person.move():
            person.page.wait_for_timeout(60)
        assert not person.look().result
    hand = person.hand()
    person.click_card(hand[-1], person.hand().count(hand[-1]) - 1)
    assert person.taken() == [hand[-1]]
    person.wait(lambda: person.can("play"), "a single card that can be led")
    person.click_card(hand[-1], person.hand().count(hand[-1]) - 1)
    assert person.taken() == []
    assert not person.can("play")
    person.page.wait_for_timeout(500)
    person.click_card(hand[2], hand[:3].count(hand[2]) - 1, button="right")
    taken = person.taken()
    assert taken[-1] == hand[2]
    assert taken == hand[: len(taken)] or len(taken) < 3
    person.page.keyboard.press("Escape")
    assert person.taken() == []
    person.click_card(hand[0], times=2)
    person.wait(lambda: len(person.hand()) == len(hand) - 1, "the card that was double-clicked")
    assert person.errors == []
    person.close()
