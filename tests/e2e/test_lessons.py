"""Lessons, learnt by clicking."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .person import Person

Somebody = Callable[..., Person]


class Learner:
    """A person in a lesson."""

    def __init__(self, person: Person, number: int) -> None:
        self.person = person
        person.go()
        person.do(f"lesson-{number}")
        self.at(1)

    def fact(self, name: str) -> str:
        """What the panel of the lesson says of itself."""
        return self.person.page.locator(".lesson").get_attribute(f"data-{name}") or ""

    def asks(self, step: int) -> bool:
        """Whether the lesson asks for a step now."""
        return self.fact("step") == str(step) and self.person.look().mine

    def at(self, step: int) -> None:
        """Wait for a step."""
        self.person.page.wait_for_selector(".lesson .ask")
        self.person.wait(lambda: self.asks(step), f"step {step}")

    def lay(self, cards: str) -> None:
        """Play cards, written as faces with spaces."""
        faces = cards.split()
        for face in sorted(set(faces)):
            for at in range(faces.count(face)):
                self.person.click_card(face, at)
        self.person.wait(lambda: self.person.can("play"), f"{cards} to be allowed")
        self.person.do("play")

    def finished(self) -> None:
        """Wait for the end of the lesson's part."""
        self.person.wait(lambda: self.fact("done") == "true", "the end of the lesson")


@pytest.mark.parametrize(("size", "language"), [("phone", "zh-Hans"), ("desktop", "zh-Hant")])
def test_cards_and_trumps(somebody: Somebody, size: str, language: str) -> None:
    person = somebody(size=size, language=language)
    learner = Learner(person, 2)
    for step, cards in enumerate(("SA", "C4", "D3"), 1):
        learner.at(step)
        learner.lay(cards)
    learner.at(4)
    learner.lay("S8")
    person.page.wait_for_selector(".lesson .other")
    person.do("again")
    learner.at(4)
    assert "S8" in person.hand()
    person.do("hint")
    person.wait(lambda: person.taken() == ["H3"], "the hint of the lesson")
    person.do("play")
    learner.at(5)
    learner.lay("XB")
    learner.finished()
    person.do("lesson-next")
    person.wait(lambda: learner.fact("lesson") == "3-following", "the next lesson")
    person.go()
    person.page.wait_for_selector('[data-do="lesson-2"].done')


@pytest.mark.matrix
def test_declaring_step_by_step(somebody: Somebody) -> None:
    person = somebody()
    learner = Learner(person, 1)
    person.do("pass")
    learner.at(2)
    person.page.locator('[data-show="S2"]').click()
    learner.at(3)
    person.page.locator("[data-show]").first.click()
    learner.at(4)
    learner.lay("D3 D6 D9 D7 C3 C4 H3 H4")
    learner.at(5)
    learner.lay("HA HA")
    learner.finished()


@pytest.mark.matrix
@pytest.mark.parametrize("number", [3, 4])
def test_by_the_hints(somebody: Somebody, number: int) -> None:
    person = somebody()
    learner = Learner(person, number)
    for step in range(1, 6):
        learner.at(step)
        person.take_hint()
        person.do("play")
    learner.finished()


@pytest.mark.matrix
def test_digging_to_the_result(somebody: Somebody) -> None:
    person = somebody()
    learner = Learner(person, 5)
    for step, cards in enumerate(("HA", "D4", "DT", "SK", "SA SA"), 1):
        learner.at(step)
        learner.lay(cards)
    learner.finished()
    person.page.wait_for_selector(".result")
    assert "130" in person.page.locator(".result").inner_text()


def test_four_rulesets_in_one_lesson(somebody: Somebody) -> None:
    person = somebody()
    learner = Learner(person, 6)
    learner.lay("DA")
    learner.finished()
    person.do("lesson-next")
    learner.at(2)
    person.page.locator("[data-show]").first.click()
    learner.at(3)
    learner.lay("D3 D8 D9 D6 D4 C7 C9 DJ")
    learner.finished()
    person.do("lesson-next")
    learner.at(4)
    learner.lay("HQ HQ H9 H9")
    learner.finished()
    person.do("lesson-next")
    learner.at(5)
    learner.lay("D9 D9 D9 D9")
    learner.finished()
    person.go()
    person.page.wait_for_selector('[data-do="lesson-6"].done')


def test_friends_and_stealing(somebody: Somebody) -> None:
    person = somebody()
    learner = Learner(person, 7)
    learner.lay("C9 C3 D9 D7 D6 D6 D3 D3")
    learner.at(2)
    person.page.locator(".tabs button", has_text="♥").click()
    person.page.locator('[data-name="HA"]').click()
    learner.at(3)
    learner.lay("H8")
    learner.finished()
    person.do("lesson-next")
    learner.at(4)
    person.page.locator("[data-show]").first.click()
    learner.at(5)
    learner.lay("S3 S6 S7 S7 H4 H7 C3 C3")
    learner.finished()
    person.do("lesson-home")
    person.page.wait_for_selector('[data-do="lesson-7"].done')
