"""Accounts and the public room in a browser, by clicking."""

from __future__ import annotations

import itertools

import pytest

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
