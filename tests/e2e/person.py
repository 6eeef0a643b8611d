"""A person at the page: reads what it shows and clicks, and knows nothing else of the game."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, TimeoutError  # noqa: A004

SIZES = {
    "desktop": (1280, 720),
    "large": (1920, 1080),
    "phone": (360, 740),
    "landscape": (740, 360),
}
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
_LANGUAGES = {"en": "en-GB", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW"}
_PATIENCE = 90.0
_AGAIN = 5.0  # seconds after which anybody clicks once more
_QUICK = 2000.0  # milliseconds


@dataclass(frozen=True)
class Seen:
    """What the table shows at a moment."""

    phase: str
    mine: bool
    seq: int
    result: bool


def grave(person: Person) -> list[tuple[str, list[str]]]:
    """What axe finds on the page that is serious, and where."""
    person.page.evaluate(AXE.read_text(encoding="utf-8"))
    return [
        (fault["id"], [node["html"][:120] for node in fault["nodes"][:3]])
        for fault in person.page.evaluate("axe.run()")["violations"]
        if fault["impact"] in ("serious", "critical")
    ]


class Person:
    """One browser window with somebody in front of it.

    Errors on the page are collected in `errors`; a test should find none.
    """

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        size: str = "desktop",
        language: str = "en",
        settings: dict[str, object] | None = None,
    ) -> None:
        width, height = SIZES[size]
        self.touch = size in ("phone", "landscape")
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=_LANGUAGES[language],
            has_touch=self.touch,
            service_workers="block",
        )
        self.context.set_default_timeout(1000 * _PATIENCE)
        self.page: Page = self.context.new_page()
        self.address, self.errors = address, list[str]()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        if settings:
            kept = json.dumps(json.dumps(settings))
            self.page.add_init_script(
                f"localStorage.getItem('tuolaji.settings') ||"
                f" localStorage.setItem('tuolaji.settings', {kept})"
            )

    def close(self) -> None:
        """Leave."""
        self.context.close()

    # Going about.

    def go(self, path: str = "/") -> None:
        """Open an address of the page."""
        self.page.goto(self.address + path)

    def do(self, what: str) -> None:
        """Click or tap the button for something."""
        button = self.button(what)
        button.tap() if self.touch else button.click()

    def button(self, what: str) -> Locator:
        """The button for something."""
        return self.page.locator(f'[data-do="{what}"]').first

    def can(self, what: str) -> bool:
        """Whether a button is there and can be clicked."""
        button = self.button(what)
        return bool(button.count()) and button.is_enabled()

    def wait(
        self, until: Callable[[], bool], what: str, *, again: Callable[[], None] | None = None
    ) -> None:
        """Wait until something is seen; fail with what was waited for, and what is seen instead.

        again: done once more whenever nothing has come of it for a while.
        """
        end, patience = time.monotonic() + _PATIENCE, time.monotonic() + _AGAIN
        while not until():
            now = time.monotonic()
            assert now < end, f"waited in vain for {what}; there is: {self._words()}"
            if again is not None and now > patience:
                again()
                patience = now + _AGAIN
            self.page.wait_for_timeout(40)

    def _words(self) -> str:
        """What can be read on the page."""
        return str(self.page.evaluate("document.body.innerText")).replace("\n", " | ")

    def play_now(self) -> None:
        """From the home page to the table with one click."""
        self.go()
        self.do("play-now")
        self.page.wait_for_selector(".hand [data-key]")

    def play_seed(self, ruleset: str, seed: int, *, speed: str = "instant") -> None:
        """To a table of one's own with the cards of a seed."""
        wanted = {"ruleset": ruleset, "seed": seed, "speed": speed, "bots": "club"}
        made = self.page.request.post(f"{self.address}/api/tables", data=wanted)
        self.go(f"/t/{made.json()['table']}")
        self.page.wait_for_selector('.hand [data-key], [data-do="no-cut"]')
        self._no_cut()
        self.page.wait_for_selector(".hand [data-key]")

    def _no_cut(self) -> None:
        """Leave the cards as they are, where it is for this person to cut."""
        if self.can("no-cut"):
            self.do("no-cut")

    def table(self) -> str:
        """The id of the table in the address."""
        return self.page.url.rpartition("/t/")[2]

    # The table.

    def look(self) -> Seen:
        """What the table shows."""
        data = self.page.locator(".table").evaluate("element => ({...element.dataset})")
        result = self.page.locator(".result").count() > 0
        mine = data.get("mine") == "true"
        return Seen(data.get("phase", ""), mine, int(data.get("seq", -1)), result)

    def hand(self, *, playable: bool = False) -> list[str]:
        """The own cards from left to right; playable: only those that are not dimmed."""
        cards = ".hand .card:not(.dim)" if playable else ".hand .card"
        return self.page.locator(cards).evaluate_all("all => all.map(one => one.dataset.face)")

    def taken(self) -> list[str]:
        """The selected cards."""
        return self.page.locator(".hand .taken").evaluate_all(
            "all => all.map(one => one.dataset.face)"
        )

    def laid(self) -> dict[int, str]:
        """The plays on the table by seat."""
        plays = self.page.locator(".play").evaluate_all(
            "all => all.map(one => [one.dataset.seat, one.dataset.cards])"
        )
        return {int(seat): cards for seat, cards in plays}

    def card(self, face: str, at: int = 0) -> Locator:
        """A card of the own hand."""
        return self.page.locator(f'.hand [data-face="{face}"]').nth(at)

    def click_card(self, face: str, at: int = 0, *, button: str = "left", times: int = 1) -> None:
        """Click, or tap, where a card is not covered by its neighbour."""
        if self.touch:
            for _ in range(times):
                self.card(face, at).tap(position={"x": 7, "y": 9})
            return
        self.card(face, at).click(
            position={"x": 7, "y": 9},
            button=button,  # type: ignore[arg-type]
            click_count=times,
        )

    def play_card(self, face: str) -> None:
        """Take a card, and play it as soon as that can be done."""
        self.click_card(face)
        assert self.taken() == [face]
        self.wait(lambda: self.can("play"), "a card that can be played")
        self.do("play")

    def reason(self) -> str:
        """What the table says about the selection, or about the last refusal."""
        said = self.page.locator(".reason")
        return said.first.inner_text() if said.count() else ""

    def show(self, at: int = 0) -> str | None:
        """Show what lights up; the cards, or None if nothing does or another was faster."""
        offered = self.page.locator("[data-show]")
        try:
            if not offered.count():
                return None
            cards = offered.nth(at).get_attribute("data-show", timeout=_QUICK)
            offered.nth(at).click(timeout=_QUICK)
        except TimeoutError:
            return None
        return cards

    # A whole deal.

    def move(self, *, declares: bool = True) -> bool:
        """Do one thing that the table asks for; whether it asked for anything."""
        seen = self.look()
        if not seen.mine or seen.result:
            return False
        if seen.phase in ("play", "bury"):
            self.take_hint()
            self.do("play")
        elif seen.phase == "partner":
            self.page.locator("[data-name]").first.click()
        elif not (declares and self.show()):
            if not self.can("pass"):  # cards are still drawn
                return False
            self.do("pass")
        self.wait(lambda: self.look() != seen, "an answer to a click")
        return True

    def take_hint(self) -> None:
        """Have the cards selected that are to be played or buried."""
        self.do("hint")
        self.wait(
            lambda: self.can("play"), "a hint that can be played", again=lambda: self.do("hint")
        )

    def leads(self) -> bool:
        """Whether the table waits for this person's lead."""
        seen = self.look()
        under_way = bool(self.laid()) and not self.page.locator(".trick.over").count()
        return seen.mine and seen.phase == "play" and not under_way

    def play_until(self, reached: Callable[[], bool], *, seconds: float = 600) -> None:
        """Play on until something is reached, if need be in the next deal."""
        end = time.monotonic() + seconds
        while not reached():
            assert time.monotonic() < end, f"it was not reached: {self.look()}"
            if self.look().result and self.can("next"):
                self.do("next")
            self._no_cut()
            if not self.move():
                self.page.wait_for_timeout(60)

    def play_deal(self, *, declares: bool = True, seconds: float = 600) -> None:
        """Play until the result is shown."""
        end = time.monotonic() + seconds
        while not self.look().result:
            assert time.monotonic() < end, f"the deal did not end: {self.look()}"
            if not self.move(declares=declares):
                self.page.wait_for_timeout(60)
