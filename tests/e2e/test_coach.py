"""The coach at the table, the mistakes of a deal on the board, the replay, and playing on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from .person import Person, grave
from .test_boxes import check

Somebody = Callable[..., Person]


def low_throw(person: Person) -> list[str]:
    """Two low cards of a plain suit, which somebody can surely beat; none: there are no such."""
    suits: dict[str, list[str]] = {}
    for face in person.hand(playable=True):
        if face[1] in "345678":
            suits.setdefault(face[0], []).append(face)
    trump = person.page.locator(".hand .card").first.get_attribute("data-face") or "X"
    pairs = [
        (one, two)
        for suit, faces in suits.items()
        for one, two in pairwise(faces)
        if suit != trump[0] and one != two
    ]
    return list(pairs[0]) if pairs else []


def test_the_coach_marks_warns_and_teaches(somebody: Somebody) -> None:
    person = somebody(coach=True)
    person.play_seed("classic", 5)
    mark = person.page.locator('[data-do="note"]')
    person.play_until(lambda: mark.count() > 0)
    assert mark.get_attribute("data-mark") in ("good", "doubtful", "mistake")
    person.play_until(lambda: person.look().mine and bool(person.laid()) and mark.count() > 0)
    check(person)
    person.page.set_viewport_size({"width": 1280, "height": 720})
    person.do("note")
    person.page.wait_for_selector("dialog .panel")
    assert "know" in person.page.locator("dialog .panel").inner_text()
    person.page.keyboard.press("Escape")
    # A throw that can be broken is held up once, and played if one insists.
    person.play_until(lambda: person.leads() and bool(low_throw(person)))
    for face in low_throw(person):
        person.click_card(face)
    person.wait(lambda: "broken" in person.reason(), "a warning")
    person.wait(lambda: person.can("play"), "a throw that can be played")
    held = len(person.hand())
    person.do("play")
    person.page.wait_for_selector('[data-do="anyway"]')
    check(person)
    assert len(person.hand()) == held
    person.do("anyway")
    person.wait(lambda: len(person.hand()) < held, "a play")


def test_mistakes_replay_and_playing_on(somebody: Somebody) -> None:
    person = somebody()
    person.play_now()
    person.play_deal()
    table = person.table()
    person.do("mistakes")
    person.page.wait_for_selector("[data-faults]", timeout=120_000)
    person.do("mistakes-all")
    faults = int(person.page.locator("[data-faults]").get_attribute("data-faults") or 0)
    links = person.page.locator("[data-faults] a")
    assert links.count() == faults
    if faults:  # a deal without a fault happens
        links.last.click()
        person.page.wait_for_selector("[data-fault]")
        assert "?at=" in person.page.url
        assert person.page.locator(".choice .better").count() <= 1
    person.go(f"/replay/{table}/0?seat=0&mistakes")
    page = person.page
    page.wait_for_selector("[data-found]", timeout=120_000)
    assert page.locator(".frame li[data-seat]").count() == 4
    assert grave(person) == []
    assert page.locator('a[href^="/replay/"]').count() == 0  # there is no other deal
    step = page.locator(".steps input")
    page.keyboard.press("ArrowDown")
    first = int(step.input_value())
    assert page.locator("[data-laid]").count() == 1  # the first lead
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert int(step.input_value()) > first + 1
    assert page.locator("[data-laid]").count() == 2
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert int(step.input_value()) == first
    person.do("step")
    person.do("link")
    assert f"step={first + 1}" in page.url
    page.reload()
    page.wait_for_selector(".frame")
    assert int(step.input_value()) == first + 1
    with page.expect_download() as picture:
        person.do("picture")
    assert picture.value.suggested_filename.endswith(".png")
    hand = page.locator('.frame li[data-seat="2"] .one').count()
    page.locator('[data-do="replay-seat"]').select_option("2")
    person.do("play-on")
    page.wait_for_selector(".hand [data-key]")
    assert page.locator(".table").get_attribute("data-seat") == "2"
    assert len(person.hand()) <= hand
    person.play_deal()
