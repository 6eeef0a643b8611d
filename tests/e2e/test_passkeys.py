"""Passkeys in a browser: the device is Chromium's own, made of software."""

from __future__ import annotations

import itertools

import pytest

from .person import Person, grave
from .test_people import fill, fits

_numbers = itertools.count(1)


def with_device(person: Person) -> Person:
    """The same person at a page where browsers have passkeys, with a device that keeps them."""
    person.address = person.address.replace("127.0.0.1", "localhost")
    session = person.context.new_cdp_session(person.page)
    session.send("WebAuthn.enable")
    device = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": device})
    return person


def make(person: Person) -> str:
    """An account with a passkey; its login."""
    login = f"orchid{next(_numbers)}"
    person.go("/account")
    person.do("make")
    person.page.fill('[data-field="login"]', login)
    person.do("use-passkey")
    person.page.wait_for_selector(f'[data-login="{login}"]')
    assert person.page.locator("[data-code]").inner_text().count("-") == 5
    person.do("code-kept")
    return login


@pytest.mark.parametrize(
    ("size", "language"), [("desktop", "en"), ("phone", "zh-Hans"), ("landscape", "zh-Hant")]
)
def test_an_account_is_made_and_opened_by_a_passkey(somebody, size, language):
    mei = with_device(somebody(size=size, language=language))
    login = make(mei)
    assert mei.page.locator("[data-passkey]").count() == 1
    assert not mei.page.locator('[data-do="remove-passkey"]').count()
    assert fits(mei)
    assert grave(mei) == []
    mei.do("logout")
    mei.page.wait_for_selector('[data-login=""]')

    mei.do("login")
    assert fits(mei)
    mei.do("use-passkey")
    mei.page.wait_for_selector(f'[data-login="{login}"]')


def test_a_passkey_stands_for_a_password_until_there_is_one(somebody):
    mei = with_device(somebody(size="phone"))
    login = make(mei)
    mei.do("password")
    mei.page.fill('[data-field="new"]', "short")
    mei.do("use-passkey")
    assert mei.page.locator("form.sheet").count() == 1  # the field says what is wrong
    mei.page.fill('[data-field="new"]', "plum blossom")
    mei.do("use-passkey")
    mei.page.wait_for_selector("form.sheet", state="detached")
    mei.do("remove-passkey")
    assert fits(mei)
    assert grave(mei) == []
    fill(mei, password="plum blossom")
    mei.page.wait_for_selector("[data-passkey]", state="detached")
    mei.do("logout")
    mei.page.wait_for_selector('[data-login=""]')
    mei.do("login")
    mei.do("use-passkey")  # the device has it still
    mei.page.wait_for_selector("form [role=alert]")
    fill(mei, login=login, password="plum blossom")
    mei.page.wait_for_selector(f'[data-login="{login}"]')


def test_an_account_with_a_password_gets_a_passkey_and_a_device_only_one(somebody):
    mei = with_device(somebody(language="zh-Hant"))
    login = f"orchid{next(_numbers)}"
    mei.go("/account")
    mei.do("make")
    fill(mei, login=login, password="plum blossom")
    mei.page.wait_for_selector(f'[data-login="{login}"]')
    mei.do("add-passkey")
    fill(mei, password="plum blossom")
    mei.page.fill('[data-field="passkey-name"]', "書房")
    assert grave(mei) == []
    mei.do("create-passkey")
    mei.page.wait_for_selector("[data-passkey]")
    assert "書房" in mei.page.locator("[data-passkey]").inner_text()
    mei.do("add-passkey")
    mei.do("use-passkey")
    mei.do("create-passkey")
    mei.page.wait_for_selector("form [role=alert]")
    assert "已經有" in mei.page.locator("form [role=alert]").inner_text()
    assert mei.page.locator("[data-passkey]").count() == 1
    mei.do("delete")
    mei.page.locator("form.sheet").last.locator('[data-do="use-passkey"]').click()
    mei.page.wait_for_selector('[data-login=""]')


def test_whoever_lost_the_password_is_told_that_passkeys_stay(somebody):
    mei = with_device(somebody(language="zh-Hans"))
    login = f"orchid{next(_numbers)}"
    mei.go("/account")
    mei.do("make")
    mei.page.fill('[data-field="login"]', login)
    mei.do("use-passkey")
    mei.page.wait_for_selector("[data-code]")
    code = mei.page.locator("[data-code]").inner_text()
    mei.do("logout")
    mei.page.wait_for_selector('[data-login=""]')
    mei.do("recover")
    fill(mei, login=login, code=code, password="plum blossom")
    mei.page.wait_for_selector("[data-passkey]")
    told = mei.page.locator("p[role=status]").all_inner_texts()
    assert any("通行密钥" in text for text in told)


def test_what_was_ordered_is_asked_for_again_once_it_is_used_up_or_too_old(somebody):
    """The server's answer is lost; or somebody thinks about a name for too long."""
    mei = with_device(somebody(size="phone"))
    mei.page.clock.install()
    mei.go("/account")
    mei.do("make")
    fill(mei, login=f"orchid{next(_numbers)}", password="plum blossom")
    mei.do("code-kept")
    mei.do("add-passkey")
    fill(mei, password="plum blossom")
    mei.page.wait_for_selector('[data-field="passkey-name"]')
    mei.page.clock.fast_forward("06:00")
    mei.do("create-passkey")
    mei.page.wait_for_selector("[role=alert]")
    assert not mei.page.locator("[data-passkey]").count()

    def lost(route):
        route.fetch()
        route.abort()

    mei.page.route("**/passkeys/add*", lost, times=1)
    fill(mei, password="plum blossom")
    mei.page.wait_for_selector('[data-field="passkey-name"]')
    assert not mei.page.locator("[role=alert]").count()
    mei.do("create-passkey")
    mei.page.wait_for_selector("[data-passkey]")  # it was kept
    assert mei.page.locator("[role=alert]").count() == 1
    assert not mei.can("create-passkey")
    assert fits(mei)
    assert grave(mei) == []


def test_a_page_without_passkeys_says_so_instead_of_offering_them(somebody):
    mei = somebody(size="phone", language="zh-Hans")
    mei.go("/account")
    for form in ("make", "login"):
        mei.do(form)
        assert "https://" in mei.page.locator("form .or").inner_text()
        assert not mei.can("use-passkey")
    assert fits(mei)
