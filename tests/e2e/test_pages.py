"""The screens around the table."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import tuolaji

from .person import Person, grave

Somebody = Callable[..., Person]
PAGE = Path(tuolaji.__file__).parent / "server" / "page"
PARTS = Path(tuolaji.__file__).parent / "lessons" / "parts"


def test_the_first_load_is_small() -> None:
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    scripts = re.findall(r'(?:src|href)="/([^"]+\.js)"', index)
    assert scripts
    size = sum(len(gzip.compress((PAGE / script).read_bytes(), 9)) for script in scripts)
    assert size <= 120 * 1024


def test_house_rules(somebody: Somebody) -> None:
    person = somebody()
    person.go("/house")
    row = person.page.locator('[data-switch="permanent_two"] input')
    row.wait_for()
    row.check()
    person.page.wait_for_selector('[data-switch="permanent_two"].changed')
    person.page.locator('[data-switch="decks"] select').select_option("3")
    person.page.wait_for_selector('[data-problems="1"]')
    assert not person.can("play-these")
    person.page.locator('[data-switch="decks"] select').select_option("2")
    person.page.wait_for_selector('[data-problems="0"]')
    person.page.locator('[data-do="house-name"]').fill("Ours")
    person.do("keep")
    person.do("play-these")
    person.do("play-now")
    person.page.wait_for_selector(".hand [data-key]")


def test_a_wrong_number_is_said_beside_its_field(somebody: Somebody) -> None:
    person = somebody(size="phone")
    person.go("/house")
    row = person.page.locator('[data-switch="kitty"]')
    rows = person.page.locator("[data-switch]")
    row.wait_for()
    number = rows.count()
    for text in ("", "500"):
        row.locator("[type=number]").fill(text)
        row.locator('[role="alert"]').wait_for()
        assert rows.count() == number
    row.locator("[type=number]").fill("6")
    row.locator('[role="alert"]').wait_for(state="detached")
    row.locator("[type=checkbox]").check()
    person.wait(lambda: row.locator("[type=number]").is_disabled(), "an automatic number")
    row = person.page.locator('[data-switch="must_play"]')
    row.get_by_role("button", name="J", exact=True).click()
    person.page.wait_for_selector('[data-switch="must_play"].changed')
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_referee_answers(somebody: Somebody) -> None:
    person = somebody()
    person.go("/ask")
    person.do("ask")
    person.page.wait_for_selector('[data-answer] a[href="/rules/follow.pair"]')


# ruleset, question, what is filled in, and the answer, by the pages of the rules
ASKED = [
    ("classic", "result", {"attackers": "160"}, "The attackers take the bank, levels up: 2."),
    ("classic", "result", {"attackers": "0"}, "The banker’s side keeps the bank, levels up: 3."),
    ("classic", "promote", {"from": "A", "steps": "1"}, "Level Joker."),
    ("meizhusong", "promote", {"from": "A", "steps": "1"}, "Beyond the top: the match is won."),
    ("classic", "dig", {"plays": "♥A, ♥4, ♥3, ♥10", "kitty": "♣5"}, "10 points for the attackers"),
    ("six-player", "result", {"attackers": "80", "level": "J", "last_jack_dig": True},
     "falls back to level 2."),
    ("six-player", "trick", {"level": "J", "plays": "♥A, ♥K, ♣J", "last": True}, "Play 3 wins, 10"),
    ("classic", "declare", {"level": "2", "shown": "♠2"}, "Trumps: spades; banker: South."),
    ("four-deck", "foul", {"rule": "foul.conduct", "times": "2"}, "Disqualification."),
    ("meizhusong", "foul", {"rule": "foul.retract", "number": "2", "attackers": "50"},
     "The attackers then have 30 points."),
    ("classic", "compare", {"level": "X", "a": "XB", "b": "XL"}, "The first card is higher."),
    ("friends", "friend", {"level": "2", "friend": "♠2"}, "♠2 is trump"),
]  # fmt: skip


def test_the_referee_is_asked_everything_with_controls(somebody: Somebody) -> None:
    person = somebody(size="phone")
    person.go("/ask")
    person.page.wait_for_selector('[data-do="rules"] option[value="four-deck"]', state="attached")
    for rules, kind, filled, answer in ASKED:
        person.button("rules").select_option(rules)
        person.button("kind").select_option(kind)
        for name, value in filled.items():
            field = person.page.locator(f'[data-field="{name}"]')
            if isinstance(value, bool):
                field.locator("input").set_checked(value)
            elif field.locator("select").count():
                field.locator("select").select_option(value)
            else:
                field.locator("input").fill(value)
        person.do("ask")
        person.page.locator("[data-answer]", has_text=answer).wait_for()
    assert not person.page.locator("textarea").count()
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_replay_of_six_sits_round_the_table(somebody: Somebody) -> None:
    person = somebody()
    person.go("/replay")
    person.page.locator('[data-do="replay-file"]').set_input_files(PARTS / "6-3-six.tlj")
    person.page.wait_for_selector("[data-seat='5']")
    boxes = {seat: person.page.locator(f"[data-seat='{seat}']").bounding_box() for seat in range(6)}
    middle = {seat: (box["x"] + box["width"] / 2, box["y"]) for seat, box in boxes.items() if box}
    # Counter-clockwise: the own seat below, 1 and 2 on the right, 3 above, 4 and 5 on the left.
    assert middle[5][0] < middle[0][0] < middle[1][0]
    assert middle[4][0] < middle[3][0] < middle[2][0]
    for left, right in ((5, 4), (0, 3), (1, 2)):
        assert abs(middle[left][0] - middle[right][0]) < 2
        assert middle[left][1] > middle[right][1]


def test_a_game_sav_goes_on_by_chosen_rules(somebody: Somebody) -> None:
    person = somebody()
    person.go()
    files = person.page.locator('[data-do="import"]')
    long = {"name": "GAME.SAV", "mimeType": "application/octet-stream", "buffer": bytes(8)}
    saved = {**long, "buffer": bytes([5, 10, 2, 7, 8, 9])}
    files.set_input_files(long)
    person.do("sav-go")
    person.page.locator(".problem", has_text="too long").wait_for()
    files.set_input_files(saved)
    person.button("sav-rules").select_option("classic(permanent_two=true)")
    person.do("sav-go")
    person.page.wait_for_selector(".hand [data-key]")
    room = person.page.request.get(f"{person.address}/api/tables/{person.table()}").json()
    assert (room["ruleset"], room["match"]["levels"]) == ("classic(permanent_two=true)", ["5", "T"])


def test_the_first_page_comes_when_the_server_is_back(somebody: Somebody) -> None:
    person = somebody()
    person.page.route("**/api/home?*", lambda route: route.abort())
    person.go()
    person.page.locator(".problem", has_text="reached").wait_for()
    person.page.unroute("**/api/home?*")
    person.page.wait_for_selector(".choices")
    assert not person.page.locator(".problem").count()


def test_an_address_without_a_page_says_so(somebody: Somebody) -> None:
    person = somebody(size="phone")
    for path in ("/nothing-here", "/rules/nothing"):
        person.go(path)
        person.page.locator("main p", has_text="no").first.wait_for()
        assert "bid.concealed" not in person.page.locator("main").inner_text()
    person.go("/nothing-here")
    person.do("home")
    person.page.wait_for_selector(".choices")


def test_three_languages_by_choice(somebody: Somebody) -> None:
    person = somebody()
    person.go("/rules/follow.pair")
    person.page.wait_for_selector("article h2")
    english = person.page.locator("article").inner_text()
    person.page.get_by_text("简体中文").click()
    person.wait(lambda: person.page.locator("article").inner_text() != english, "Chinese")
    assert person.page.locator("html").get_attribute("lang") == "zh-Hans"


@pytest.mark.parametrize(
    "path", ["/", "/rules/follow.pair", "/house", "/ask", "/event", "table", "lesson"]
)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(somebody: Somebody, path: str, theme: str) -> None:
    person = somebody(theme=theme, size="phone" if theme == "dark" else "desktop")
    if path == "table":
        person.play_now()
        person.play_until(lambda: person.look().phase == "play" and person.look().mine)
    elif path == "lesson":
        person.go()
        person.do("lesson-1")
        person.page.wait_for_selector(".lesson .ask")
    else:
        person.go(path)
        person.page.wait_for_load_state("networkidle")
    assert grave(person) == []
