"""What a newcomer finds: lesson 0, the puzzles and the deal of the day, and their statistics."""

from __future__ import annotations

from collections.abc import Callable

from tests.server.serving import Guest, Served
from tuolaji.study.puzzles import puzzle

from .person import Person, grave

Somebody = Callable[..., Person]


def finish(person: Person) -> None:
    """Play the deal to its end from another window of the same person: there are no hints."""
    served = Served(int(person.address.rpartition(":")[2]))
    guest = Guest(served)
    for cookie in person.context.cookies():
        guest.http.cookies.set(cookie["name"], cookie["value"])
    with guest.join(person.table()) as player:
        player.play_deal()
    guest.http.close()


def test_from_lesson_0_to_the_statistics(somebody: Somebody) -> None:
    person = somebody(settings={"speed": "instant", "motion": False, "trickSeconds": 0})
    person.go()
    person.do("lesson-0")
    for _ in range(5):
        person.do("what-next")
    person.page.wait_for_selector("[data-do=what-lesson]")
    person.go()
    person.page.wait_for_selector('[data-do="lesson-0"].done')

    person.do("today")
    first = person.page.locator("[data-grade]").first.get_attribute("data-do") or ""
    asked = puzzle(int(first.removeprefix("puzzle-")))
    person.do(first)
    for cards in (asked.other, asked.answers[0]):
        person.page.wait_for_selector(".lesson .ask")
        person.wait(lambda: person.look().mine, "the puzzle to be asked")
        for card in set(cards):
            for copy in range(cards.count(card)):
                person.click_card(str(card), copy)
        person.wait(lambda: person.can("play"), "the cards to be allowed")
        person.do("play")
        if cards == asked.other:
            person.page.wait_for_selector(".lesson .other")
            person.do("again")
    person.page.wait_for_selector(".lesson[data-done=true]")
    person.do("puzzles")
    person.page.wait_for_selector(f'[data-do="{first}"].done')

    assert grave(person) == []
    person.do("day-deal")
    person.page.wait_for_selector("[data-phase]")
    finish(person)
    person.go("/daily")
    person.page.wait_for_selector("[data-played=true]")
    place = person.page.locator("[data-do=day-place]").inner_text()
    assert "first today" in place or "1 the same" in place  # tried again: as the time before

    person.go("/statistics")
    person.page.wait_for_selector("[data-stat=deals]")
    assert person.page.locator("[data-stat=deals] dd").inner_text() == "1"
    assert person.page.locator("[data-line=club]").count() == 1

    person.go()
    person.do("delete")
    person.do("delete")
    person.page.wait_for_selector("[data-do=delete]", state="detached")
    assert person.errors == []
