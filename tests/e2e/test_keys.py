"""Whole deals without a mouse: by keys alone, and by what the accessibility tree names."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from playwright.sync_api import TimeoutError  # noqa: A004

from .person import Person, grave

Somebody = Callable[..., Person]


def move_by_key(person: Person) -> None:
    """Do what the table asks for, with keys alone."""
    seen, keys = person.look(), person.page.keyboard
    if seen.phase in ("play", "bury"):
        keys.press("h")
        again = partial(keys.press, "h")
        person.wait(lambda: person.can("play"), "a hint that can be played", again=again)
        keys.press("ArrowRight")  # from wherever the keys are to the hand
        keys.press("Enter")
    elif person.page.locator("[data-show]").count():
        keys.press("1")
    elif person.can("pass"):
        keys.press("0")
    else:
        return
    person.wait(lambda: person.look() != seen, "an answer to a key")


def test_a_whole_deal_by_keys(somebody: Somebody) -> None:
    person = somebody()
    person.play_seed("classic", 5)
    while not person.look().result:
        if person.look().mine:
            move_by_key(person)
        else:
            person.page.wait_for_timeout(40)
    person.page.get_by_role("heading", name=re.compile("You (won|lost) the deal")).wait_for()
    assert grave(person) == []


def test_a_whole_deal_by_what_is_read_out(somebody: Somebody) -> None:
    """Nothing is found but by its role and name."""
    person = somebody()
    person.play_seed("classic", 8)
    page = person.page
    over = page.get_by_role("heading", name=re.compile("You (won|lost) the deal"))
    hand = page.get_by_role("group", name=re.compile(r"Your hand, \d+ cards?"))
    offers = [re.compile("^(Declare|Secure|Overturn)"), re.compile("^Pass"), re.compile("^Hint")]
    lays = page.get_by_role("button", name=re.compile("^(Play|Bury)$"), disabled=False)
    while not over.count():
        hand.wait_for()
        found = [page.get_by_role("button", name=name, disabled=False) for name in offers]
        there = next((one for one in (lays, *found) if one.count()), None)
        if there is not None:
            try:
                there.first.click(timeout=2000)
            except TimeoutError:  # another was faster
                continue
        page.wait_for_timeout(150)
    assert "Next deal" in page.get_by_role("region", name="Result of the deal").aria_snapshot()
