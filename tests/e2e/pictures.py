"""Takes the pictures of the docs: python -m tests.e2e.pictures [NAME ...] writes docs/images/."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser

from tuolaji.cards import Cards
from tuolaji.deal.actions import Play
from tuolaji.ruleset import Ruleset

from .person import Person
from .pictured import Pictured, Played
from .prepared import Prepared, led_by_the_first, stacked
from .serving import browser, server
from .test_lessons import Learner

TARGET = Path(__file__).parents[2] / "docs" / "images"
RUFFED = ("CKKQQ", "CTT76", "CA954")
QUIET = {"sound": False, "motion": False, "speed": "instant", "trickSeconds": 1}


class Album:
    """Persons at one server, and where their pictures go."""

    def __init__(self, chrome: Browser, address: str, data: Path) -> None:
        self.chrome, self.address, self.data = chrome, address, data

    def somebody(self, *, size: str = "desktop", language: str = "en", **more: object) -> Person:
        """A person whose page does not move."""
        settings = {**QUIET, **more}
        return Person(self.chrome, self.address, size=size, language=language, settings=settings)

    def take(self, person: Person, name: str, *, full: bool = False) -> None:
        """Take a picture of what a person sees."""
        person.page.wait_for_timeout(700)
        path = TARGET / f"{name}.jpg"
        person.page.screenshot(path=path, type="jpeg", quality=85, full_page=full)
        person.close()

    def home(self) -> None:
        """The first screen."""
        person = self.somebody()
        person.go()
        person.page.wait_for_selector(".choices")
        self.take(person, "home")

    def declare(self) -> None:
        """Cards are drawn, and something can be declared."""
        person = self.somebody(motion=True)
        for seed in range(1, 12):
            person.play_seed("classic", seed, speed="fast")
            person.wait(lambda: person.look().phase != "draw" or self._offered(person), "an offer")
            if self._offered(person):
                break
        person.page.keyboard.press("p")
        self.take(person, "declare")

    def _offered(self, person: Person) -> bool:
        return person.page.locator("[data-show]").count() > 0 and len(person.hand()) > 11

    def play(self) -> None:
        """A hint that tells to ruff, with points in the trick."""
        self._ruff("play", "en")

    def play_zh(self) -> None:
        """The same in Chinese."""
        self._ruff("play-zh", "zh-Hans")

    def _ruff(self, name: str, language: str) -> None:
        ruleset = Ruleset.parse("classic")
        hands = {
            0: "S2AAKQJJTT97 XB H43 DAAKK9976543",
            1: "HA CAKKQQJ76",
            2: "H9 CTT76",
            3: "H5 CA954",
        }
        deck = stacked(ruleset, hands, kitty="CJ9885433")
        _, done = led_by_the_first(ruleset, deck, shown="S2", bury="C")
        for seats, plays in (((0, 1, 2, 3), ("H3", "HA", "H9", "H5")), ((1, 2, 3), RUFFED)):
            done += [Play(at, Cards.parse(one)) for at, one in zip(seats, plays, strict=True)]
        person = self.somebody(language=language, counter=True)
        Prepared(self.data, [person], deck, done, ruleset=ruleset)
        person.take_hint()
        self.take(person, name)

    def phone(self) -> None:
        """The same on a phone."""
        self._in_play("phone", "classic", size="phone", language="zh-Hans")

    def six(self) -> None:
        """Six players on a phone, in the dark."""
        self._in_play("six", "six-player", size="phone", language="zh-Hant", theme="dark")

    def four_deck(self) -> None:
        """54 cards, in four colours."""
        self._in_play("four-deck", "four-deck", size="desktop", language="zh-Hans", colours=4)

    def landscape(self) -> None:
        """A phone on its side, with the card counter."""
        self._in_play("landscape", "meizhusong", size="landscape", language="zh-Hans")

    def _in_play(
        self, name: str, ruleset: str, *, size: str, language: str, **more: object
    ) -> None:
        person = self.somebody(size=size, language=language, **more)
        person.play_seed(ruleset, 5)
        for _ in range(3):
            person.play_until(lambda: person.look().phase == "play" and person.look().mine)
            person.move()
        person.play_until(lambda: person.look().mine and len(person.laid()) in (2, 3, 4))
        person.take_hint()
        self.take(person, name)

    def result(self) -> None:
        """A deal is over."""
        person = self.somebody()
        person.play_seed("classic", 8)
        person.play_deal()
        person.page.wait_for_timeout(1500)
        self.take(person, "result")

    def replay(self) -> None:
        """All hands open."""
        person = self.somebody()
        person.play_seed("classic", 8)
        person.play_deal()
        person.go(f"/replay/{person.table()}/0")
        person.page.wait_for_selector(".frame")
        for _ in range(16):
            person.do("step")
        self.take(person, "replay", full=True)

    def house(self) -> None:
        """House rules with something that does not fit."""
        person = self.somebody()
        person.go("/house?r=classic(permanent_two=true,decks=3)")
        person.page.wait_for_selector('[data-problems="1"]')
        self.take(person, "house")

    def lesson(self) -> None:
        """A step of a lesson."""
        person = self.somebody()
        learner = Learner(person, 4)
        learner.lay("HQ HQ HJ HJ")
        learner.at(2)
        self.take(person, "lesson")

    def puzzle(self) -> None:
        """A puzzle of the day."""
        person = self.somebody()
        person.go("/daily")
        person.do("puzzle")
        person.page.wait_for_selector(".lesson .ask")
        self.take(person, "puzzle")

    def lobby(self) -> None:
        """A table for friends."""
        person = self.somebody()
        person.go()
        person.do("friends")
        code = person.page.locator(".lobby img")
        person.wait(lambda: code.evaluate("image => image.naturalWidth") > 0, "the code to scan")
        self.take(person, "lobby")

    def event(self) -> None:
        """An event: the organiser's desk, a phone, the referee's console, the public, the clock."""
        shown = Pictured(self.address)
        for name, (role, tab, size) in PICTURED.items():
            person = self.somebody(size=size)
            person.go(f"/event/{shown.links[role]}{tab}")
            person.page.wait_for_selector("[data-round-clock], [data-deal-form], [data-clock]")
            if role == "home":
                person.page.fill("[data-field=points]", "85")
                person.page.click("[data-do=check-deal]")
                person.page.wait_for_selector("[data-effect]")
            if role == "referee":
                shown.rule(person.page)
            self.take(person, f"event-{name}")

    def event_tables(self) -> None:
        """A match of an event at the server's table, and boards that every table has played."""
        shown = Played(self.address, "round-robin", "fast")
        person = self.somebody()
        person.go(f"/event/{shown.links['player']}")
        person.page.wait_for_selector("[data-do=take-seat]")
        person.do("take-seat")
        person.page.wait_for_selector(".hand [data-key] >> nth=24", timeout=200_000)
        shown.warn()
        person.page.wait_for_selector("[data-ruled]")
        self.take(person, "event-table")
        boards = Played(self.address, "teams", "instant", boards=2)
        person = self.somebody()
        person.go(f"/event/{boards.links['public']}/boards")
        person.page.wait_for_selector("[data-board='2']")
        self.take(person, "event-boards")


PICTURED = {
    "desk": ("organiser", "", "desktop"),
    "phone": ("home", "", "phone"),
    "console": ("referee", "", "desktop"),
    "public": ("public", "", "desktop"),
    "clock": ("public", "/clock", "desktop"),
}
NAMES = ("home", "declare", "play", "play_zh", "phone", "six", "four_deck", "landscape")
NAMES += ("result", "replay", "house", "lesson", "puzzle", "lobby", "event", "event_tables")


def main(names: list[str]) -> None:
    """Take the named pictures, or all."""
    TARGET.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data, server(Path(data)) as url, browser() as chrome:
        album = Album(chrome, url, Path(data))
        for name in names or NAMES:
            picture: Callable[[], None] = getattr(album, name)
            picture()
            print(name, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
