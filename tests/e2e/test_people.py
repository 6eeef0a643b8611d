"""Accounts and the public room in a browser, by clicking."""

from __future__ import annotations

import itertools

import pytest

from tuolaji.server.guests import keep_key
from tuolaji.server.http.operator import operator_key

from .conftest import QUICK
from .person import Person
from .serving import server

_numbers = itertools.count(1)


def account(person) -> str:
    login = f"mei{next(_numbers)}"
    person.go("/account")
    person.do("make")
    person.page.fill('[data-field="login"]', login)
    person.page.fill('[data-field="password"]', "plum blossom")
    person.do("submit")
    made = person.page.locator(f'[data-login="{login}"]')
    person.wait(lambda: made.count() > 0, "the account")
    assert person.page.locator("[data-code]").inner_text().count("-") == 5
    return login


def fits(person) -> bool:
    width = "document.documentElement.scrollWidth <= window.innerWidth"
    return bool(person.page.evaluate(width))


@pytest.mark.parametrize(
    ("size", "language"), [("desktop", "en"), ("phone", "zh-Hans"), ("landscape", "zh-Hant")]
)
def test_a_guest_makes_an_account_and_meets_others_in_the_room(somebody, size, language):
    mei = somebody(size=size, language=language)
    account(mei)
    assert fits(mei)
    mei.go("/room")
    mei.page.check('[data-field="rated"]')
    assert fits(mei)
    mei.do("quick")
    mei.page.wait_for_selector(".lobby")

    friend = somebody(size=size, language=language)
    friend.go("/room")
    friend.page.wait_for_selector("[data-table]")
    assert friend.page.locator('[data-field="rated"]').is_disabled()
    assert fits(friend)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_report_reaches_the_operator(somebody, data, size):
    mei, rude = somebody(size=size), somebody(size=size)
    mei.go()
    mei.do("friends")
    mei.page.wait_for_selector(".lobby")
    rude.page.goto(mei.page.url)
    rude.page.wait_for_selector(".lobby")
    rude.page.locator('[data-lobby="1"] [data-do="sit"]').click()
    mei.page.wait_for_selector('[data-lobby="1"][data-kind="human"]')
    if mei.page.locator('[data-tool="more"]').is_visible():
        mei.page.click('[data-tool="more"]')
    mei.page.click('[data-tool="share"]')
    mei.page.wait_for_selector('[data-do="mute"]')
    mei.do("mute")
    mei.page.wait_for_selector('[data-do="mute"][aria-pressed="true"]')
    mei.do("report")
    mei.do("send-report")
    mei.page.wait_for_selector('[data-do="report"]:disabled')

    rude.go("/operator")
    rude.page.fill('[data-field="key"]', operator_key(keep_key(data)))
    rude.do("load")
    rude.page.wait_for_selector('[data-do="done"]')
    assert fits(rude)
    reports = rude.page.locator('[data-do="done"]')
    before = reports.count()
    reports.first.click()
    rude.wait(lambda: reports.count() == before - 1, "one report fewer")


def fill(person, **fields):
    for name, text in fields.items():
        person.page.fill(f'[data-field="{name}"]', text)
    person.do("submit")


def test_an_account_is_the_same_elsewhere_and_a_browser_is_told_that_it_is_logged_out(somebody):
    mei, phone = somebody(), somebody(size="phone", language="zh-Hant")
    login = account(mei)
    assert mei.page.input_value('[data-field="name"]') == login
    phone.go("/account")
    phone.do("login")
    fill(phone, login=login, password="plum blossom")
    phone.page.wait_for_selector(f'[data-login="{login}"]')
    phone.page.fill('[data-field="name"]', "梅花")
    phone.do("rename")
    phone.page.wait_for_selector('[data-do="rename"]:disabled')
    phone.do("password")
    fill(phone, password="not mine at all", new="orchid orchid")
    phone.page.wait_for_selector("form [role=alert]")
    fill(phone, password="plum blossom", new="orchid orchid")
    form = phone.page.locator("form.sheet")
    phone.wait(lambda: form.count() == 0, "another password")
    assert fits(phone)

    mei.page.reload()
    mei.page.wait_for_selector('[data-login=""]')
    assert login in mei.page.locator(".lost").inner_text()
    assert mei.page.input_value('[data-field="login"]') == login
    fill(mei, password="orchid orchid")
    mei.page.wait_for_selector(f'[data-login="{login}"]')
    assert mei.page.input_value('[data-field="name"]') == "梅花"
    mei.do("logout")
    mei.page.wait_for_selector('[data-login=""]')
    assert not mei.page.locator(".lost").count()


def test_a_friend_is_followed_by_the_login_and_watched_by_somebody_of_no_side(somebody):
    mei, friend = somebody(), somebody(language="zh-Hans")
    login = account(mei)
    friend.go("/room")
    for wrong in ("nobody-here", login):
        friend.page.fill('[data-field="friend"]', wrong)
        friend.do("follow")
        friend.page.wait_for_selector("[role=alert]" if wrong != login else "[data-friend]")
    mei.go("/room")
    mei.page.click("details summary")
    mei.do("open")
    mei.page.wait_for_selector(".lobby")
    friend.go("/room")
    friend.page.click("[data-friend] .button")
    friend.page.wait_for_selector(".lobby")
    sides = friend.page.locator(".cloth span").all_inner_texts()
    assert [side.strip() for side in sides] == ["南家、北家", "东家、西家"]


def test_a_line_that_comes_too_fast_is_kept_and_own_lines_are_not_unread(somebody):
    mei, bo = somebody(size="phone"), somebody(size="phone")
    mei.go()
    mei.do("friends")
    mei.page.wait_for_selector(".lobby")
    bo.page.goto(mei.page.url)
    bo.page.wait_for_selector(".lobby")
    bo.page.locator('[data-lobby="1"] [data-do="sit"]').click()
    mei.page.wait_for_selector('[data-lobby="1"][data-kind="human"]')
    for one in (mei, bo):
        one.do("ready")
    for one in (mei, bo):
        one.page.wait_for_selector('.hand, [data-do="no-cut"]')
    bo.page.click('[data-tool="more"]')
    bo.page.click('[data-tool="chat"]')
    words = bo.page.locator(".chat form input")
    lines = 0
    while not bo.page.locator(".reason").count():
        lines += 1
        words.fill(f"line {lines}")
        words.press("Enter")
        bo.page.wait_for_timeout(150)
    assert words.input_value() == f"line {lines}"
    assert not bo.page.locator('[data-tool="chat"] .badge').count()


def test_a_page_that_is_open_when_the_server_restarts_is_told_so(chrome, tmp_path):
    with server(tmp_path) as address:
        person = Person(chrome, address, language="zh-Hans", settings=QUICK)
        person.play_now()
        hall = Person(chrome, address, settings=QUICK)
        hall.go("/room")
        hall.page.wait_for_selector('[data-field="friend"]')
    person.page.wait_for_selector(".offline")
    assert "重启" in person.page.locator(".offline").inner_text()
    hall.page.wait_for_selector(".problem")
    assert (
        hall.page.locator(".problem").inner_text() == "The server can’t be reached at the moment."
    )
    with server(tmp_path, port=int(address.rpartition(":")[2])):
        person.page.wait_for_selector(".offline", state="detached")
        hall.page.wait_for_selector(".problem", state="detached")
        person.close()
        hall.close()
