"""Accounts and the public room in a browser, by clicking."""

from __future__ import annotations

import itertools

import pytest

from tuolaji.server.guests import keep_key
from tuolaji.server.http.operator import operator_key

_numbers = itertools.count(1)


def account(person) -> str:
    login = f"mei{next(_numbers)}"
    person.go("/account")
    person.do("make")
    person.page.fill('[data-field="login"]', login)
    person.page.fill('[data-field="password"]', "plum blossom")
    person.do("submit")
    person.page.wait_for_selector(f'[data-login="{login}"]')
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
