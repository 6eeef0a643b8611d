"""What one can do at the table besides playing on: each as a person does it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, WebSocketRoute

from tuolaji.cards import Cards
from tuolaji.deal.actions import Play
from tuolaji.ruleset import Ruleset
from tuolaji.server.store.backup import backup_folder, restore_folder

from .conftest import QUICK
from .person import Person
from .prepared import Prepared, led_by_the_first, stacked
from .serving import server

Somebody = Callable[..., Person]


def at_the_lead(person: Person, data: Path) -> list[str]:
    """Sit down where the person has buried and is to lead; their hand."""
    ruleset = Ruleset.parse("classic")
    deck = stacked(ruleset, {0: "S234789QHA9875C3456789DAQ"})
    _, done = led_by_the_first(ruleset, deck, shown="S2", bury="CD")
    Prepared(data, [person], deck, done, ruleset=ruleset)
    person.wait(person.leads, "the lead")
    return person.hand()


def test_the_mouse_habits_of_the_1997_game(somebody: Somebody, data: Path) -> None:
    person = somebody()
    hand = at_the_lead(person, data)
    last = hand.count(hand[-1]) - 1
    person.click_card(hand[-1], last)
    assert person.taken() == [hand[-1]]
    person.wait(lambda: person.can("play"), "a single card that can be led")
    person.page.wait_for_timeout(450)  # two slow clicks are no double-click
    person.click_card(hand[-1], last)
    assert person.taken() == []
    assert not person.can("play")
    person.page.wait_for_timeout(450)
    person.click_card(hand[1], hand[:2].count(hand[1]) - 1, button="right")
    assert person.taken() in ([hand[1]], hand[:2])
    person.page.keyboard.press("Escape")
    assert person.taken() == []
    for _ in range(10):  # where the machine is busy they may be two clicks, which undo each other
        person.click_card(hand[0], times=2)
        person.page.wait_for_timeout(500)
        if len(person.hand()) < len(hand):
            break
    person.wait(lambda: len(person.hand()) == len(hand) - 1, "the card that was double-clicked")


def test_a_drag_takes_what_it_crosses(somebody: Somebody, data: Path) -> None:
    person = somebody()
    hand = at_the_lead(person, data)
    cards = person.page.locator(".hand .card")
    a, b = cards.nth(0).bounding_box(), cards.nth(3).bounding_box()
    assert a is not None
    assert b is not None
    person.page.mouse.move(a["x"] + 8, a["y"] + 20)
    person.page.mouse.down()
    person.page.mouse.move(b["x"] + 8, b["y"] + 20, steps=8)
    person.page.mouse.up()
    assert person.taken() == hand[:4]


def test_the_keyboard_alone(somebody: Somebody, data: Path) -> None:
    person = somebody()
    hand = at_the_lead(person, data)
    person.page.locator(".hand .card").first.focus()
    person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("Space")
    assert person.taken() == [hand[1]]
    person.wait(lambda: person.can("play"), "a card that can be led")
    person.page.keyboard.press("Enter")
    person.wait(lambda: len(person.hand()) == len(hand) - 1, "the card played with Enter")


def test_an_illegal_selection_says_why(somebody: Somebody, data: Path) -> None:
    person = somebody()
    hand = at_the_lead(person, data)
    plain, other = hand[-1], next(face for face in reversed(hand) if face[0] != hand[-1][0])
    person.click_card(plain, hand.count(plain) - 1)
    person.click_card(other, hand.count(other) - 1)
    person.wait(lambda: bool(person.reason()), "the reason")
    assert not person.can("play")
    assert person.page.locator('.reason a[href^="/rules/"]').count() == 1


def test_what_is_wrong_is_said_when_enough_cards_are_selected(
    somebody: Somebody, data: Path
) -> None:
    ruleset = Ruleset.parse("classic")
    deck = stacked(ruleset, {0: "S2HAAD99887766", 1: "H99553CQ"})
    _, done = led_by_the_first(ruleset, deck, shown="S2", bury="CD")
    done.append(Play(0, Cards.parse("HAA")))
    people = [somebody(), somebody()]
    Prepared(data, people, deck, done, ruleset=ruleset)
    person = people[1]
    person.take_hint()
    advice = person.reason()
    assert advice
    person.page.reload()
    person.page.wait_for_selector(".hand [data-key]")
    person.click_card("H9")
    person.page.wait_for_timeout(500)
    assert person.reason() == ""  # the second card is still to come
    person.click_card("H3")
    person.wait(lambda: "A pair was led" in person.reason(), "what is owed")
    person.take_hint()
    person.wait(lambda: person.reason() == advice, "the advice")
    person.page.keyboard.press("Escape")
    person.click_card("H9")
    person.click_card("H3")
    person.wait(lambda: "A pair was led" in person.reason(), "what is owed, not the advice")


def test_a_reload_in_mid_trick_shows_the_same(somebody: Somebody) -> None:
    person = somebody()
    person.play_now()
    person.play_until(lambda: person.look().mine and bool(person.laid()) and not person.leads())
    before = person.hand(), person.laid()
    person.page.reload()
    person.page.wait_for_selector(".hand [data-key]")
    person.wait(lambda: (person.hand(), person.laid()) == before, "the same cards")


def test_a_restart_of_the_server_is_mended(chrome: Browser, tmp_path: Path) -> None:
    with server(tmp_path) as url:
        person = Person(chrome, url, settings=QUICK)
        hand = at_the_lead(person, tmp_path)
    person.page.wait_for_selector(".offline")
    with server(tmp_path, port=int(url.rpartition(":")[2])):
        person.wait(lambda: not person.page.locator(".offline").count(), "the connection")
        assert person.hand() == hand
        person.play_card(hand[0])
        person.wait(lambda: len(person.hand()) == len(hand) - 1, "a card after the restart")
        person.close()


def test_an_older_copy_of_the_server_is_told_of(chrome: Browser, tmp_path: Path) -> None:
    """The card that was lost is held again, and what was played after it is gone."""
    with server(tmp_path / "now") as url:
        person = Person(chrome, url, settings=QUICK)
        hand = at_the_lead(person, tmp_path / "now")
        backup_folder(tmp_path / "now", tmp_path / "copy")
        person.play_card(hand[0])
        person.wait(lambda: len(person.laid()) > 1, "the plays of others")
    restore_folder(tmp_path / "copy", tmp_path / "restored")
    with server(tmp_path / "restored", port=int(url.rpartition(":")[2])):
        person.page.get_by_text("has lost the last moves").first.wait_for()
        assert (person.hand(), person.laid()) == (hand, {})
        person.play_card(hand[0])
        person.wait(lambda: len(person.hand()) == len(hand) - 1, "a card after the loss")
        assert not person.errors
        person.close()


def test_touch_takes_and_plays(somebody: Somebody, data: Path) -> None:
    person = somebody(size="phone")
    hand = at_the_lead(person, data)
    person.play_card(hand[0])
    person.wait(lambda: len(person.hand()) == len(hand) - 1, "the card that was played")


def test_taking_back(somebody: Somebody, data: Path) -> None:
    person = somebody()
    hand = at_the_lead(person, data)
    person.play_card(hand[0])
    person.wait(lambda: len(person.hand()) == len(hand) - 1, "the card that was played")
    person.page.locator('[data-tool="undo"]').click()
    person.wait(lambda: person.hand() == hand, "the card that was taken back")


def test_a_move_that_came_too_fast_is_sent_again(somebody: Somebody) -> None:
    person, refused = somebody(), list[str]()
    leads = False

    def meddle(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def sent(text: str | bytes) -> None:
            message = json.loads(text)
            if message["do"] != "act" or refused or not leads:
                server.send(text)
                return
            refused.append(message["id"])
            answer = {"is": "refused", "id": message["id"], "code": "too-fast"}
            socket.send(json.dumps({**answer, "text": "", "rule": None}))

        socket.on_message(sent)

    person.page.route_web_socket(re.compile("/ws/"), meddle)
    person.play_now()
    person.play_until(person.leads)
    leads = True
    assert person.move()
    assert refused


def test_a_pause_stops_the_drawing(somebody: Somebody) -> None:
    person = somebody(speed="slow")
    person.play_now()
    person.page.keyboard.press("p")
    person.page.wait_for_selector(".paused")
    held = len(person.hand())
    person.page.wait_for_timeout(1500)
    assert len(person.hand()) <= held + 1
    person.page.keyboard.press("p")
    person.wait(lambda: len(person.hand()) > held + 1, "more cards")


def test_a_bot_plays_for_one_who_hands_over(somebody: Somebody, data: Path) -> None:
    person = somebody()
    hand = at_the_lead(person, data)
    person.page.locator('[data-tool="auto"]').click()
    person.wait(lambda: len(person.hand()) < len(hand), "a card the bot played")
    person.page.locator('[data-tool="auto"]').click()
    person.wait(lambda: person.look().mine or person.look().result, "the own turn again")


def test_friends_at_one_table(somebody: Somebody) -> None:
    host, guest = somebody(), somebody(language="zh-Hans", size="phone")
    host.go()
    host.do("friends")
    host.page.wait_for_selector(".lobby")
    host.button("terms-rules").select_option("six-player")
    host.page.wait_for_selector('[data-lobby="5"]')
    host.button("terms-rules").select_option("classic")
    host.page.wait_for_selector('[data-lobby="5"]', state="detached")
    guest.go(f"/t/{host.table()}")
    guest.page.locator('[data-lobby="1"] [data-do="sit"]').click()
    guest.page.wait_for_selector('[data-lobby="1"].mine')
    guest.do("ready")
    host.do("ready")
    for person in (host, guest):
        person.page.wait_for_selector(".hand [data-key]")
    done = {host: 0, guest: 0}
    while min(done.values()) < 3:
        for person in (host, guest):
            done[person] += person.move(declares=False)
    assert host.look().phase == guest.look().phase == "play"
    host.page.locator(".phrases button").first.click()
    guest.page.wait_for_selector(".bubble", state="attached")
    guest.page.reload()  # what was said and drawn before is not told as news
    guest.page.wait_for_selector(".hand [data-key]")
    assert not guest.page.locator(".bubble").count()
    assert "抽到" not in guest.page.locator(".notices").inner_text()
    host.page.locator('[data-tool="share"]').click()
    host.page.locator('.sheet [data-do="remove"]').click()  # one alone decides nothing
    host.page.wait_for_selector('.sheet [role="status"]')


def test_a_watcher_sees_no_hand(somebody: Somebody, data: Path) -> None:
    player, watcher = somebody(), somebody()
    at_the_lead(player, data)
    watcher.go(f"/t/{player.table()}")
    watcher.page.wait_for_selector(".watching")
    assert watcher.hand() == []


def test_game_sav_both_ways(somebody: Somebody, tmp_path: Path) -> None:
    person = somebody()
    save = tmp_path / "GAME.SAV"
    save.write_bytes(bytes([5, 9, 2, 0, 0, 0]))  # North-South at 5, East-West at 9, East banker
    person.go()
    person.page.locator('[data-do="import"]').set_input_files(save)
    person.do("sav-go")
    person.page.wait_for_selector(".hand [data-key]")
    person.go()
    with person.page.expect_download() as download:
        person.button("sav").click()
    assert Path(download.value.path()).read_bytes()[:3] == bytes([5, 9, 2])


def test_a_broken_save_is_said_plainly(somebody: Somebody, tmp_path: Path) -> None:
    person = somebody()
    broken = tmp_path / "GAME.SAV"
    broken.write_bytes(bytes([99, 0, 0, 0, 0, 0]))
    person.go()
    person.page.locator('[data-do="import"]').set_input_files(broken)
    person.do("sav-go")
    person.page.wait_for_selector(".problem")


def test_a_bad_link(somebody: Somebody) -> None:
    person = somebody()
    person.go("/t/nowhere")
    person.page.wait_for_selector(".gone")
