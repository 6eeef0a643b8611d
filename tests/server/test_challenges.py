"""Challenges, and what is done with an answer, without a server around them."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.authenticator import Authenticator, text_of
from tuolaji.server.people import passkeys, webauthn
from tuolaji.server.people.accounts import AccountRefused
from tuolaji.server.people.challenges import PROVE, SECONDS, Challenges
from tuolaji.server.store.sqlite import SqliteStore


def test_a_challenge_is_too_old_after_a_while_and_what_was_answered_is_forgotten(tmp_path):
    async def work():
        store, now = SqliteStore(tmp_path / "a.db"), [1000.0]
        made = Challenges(store, b"key", lambda: now[0])
        first, late = (made.new(PROVE, "mei", "https://a.org") for _ in range(2))
        assert await made.take(first, PROVE, "mei") == "https://a.org"
        assert len(await store.facts("challenges")) == 1
        now[0] += SECONDS + 1
        for text in (first, late, "", "nonsense", first[:-1] + "é"):
            with pytest.raises(AccountRefused, match="stale-challenge"):
                await made.take(text, PROVE, "mei")
        other = Challenges(store, b"another key", lambda: now[0])
        foreign = other.new(PROVE, "mei", "https://a.org")
        with pytest.raises(AccountRefused, match="stale-challenge"):
            await made.take(foreign, PROVE, "mei")
        now[0] += SECONDS
        await made.take(made.new(PROVE, "mei", "https://a.org"), PROVE, "mei")
        assert len(await store.facts("challenges")) == 1
        assert "mei" not in repr(await store.facts("challenges"))
        store.close()

    asyncio.run(work())


def test_a_gateway_whose_clock_is_fast_forgets_nothing_that_another_one_would_take(tmp_path):
    async def work():
        store = SqliteStore(tmp_path / "a.db")
        fast, slow = (Challenges(store, b"key", lambda now=now: now) for now in (1060.0, 1000.0))
        early = Challenges(store, b"key", lambda: 1030.0 - SECONDS)
        first = early.new(PROVE, "mei", "https://a.org")
        await slow.take(first, PROVE, "mei")
        await fast.take(fast.new(PROVE, "li", "https://a.org"), PROVE, "li")
        with pytest.raises(AccountRefused, match="stale-challenge"):
            await slow.take(first, PROVE, "mei")
        store.close()

    asyncio.run(work())


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://cards.example.org", "cards.example.org"),
        ("https://cards.example.org:8443", "cards.example.org"),
        ("http://localhost:8097", "localhost"),
        ("http://cards.localhost", "cards.localhost"),
        ("http://cards.example.org", None),
        ("https://192.0.2.7", None),
        ("https://[2001:db8::1]:8443", None),
        ("http://127.0.0.1:8097", None),
        ("https://[", None),
        ("null", None),
        ("", None),
    ],
)
def test_passkeys_want_https_and_a_name(origin, host):
    assert webauthn.host_of(origin) == host


class Watched:
    """A crew that says which keys it was asked to check."""

    def __init__(self):
        self.checked = []

    async def do(self, work, *given):
        self.checked.append((work, given[-1]))
        return work(*given)


def test_a_passkey_that_nobody_has_is_as_much_work_as_a_wrong_answer(tmp_path):
    async def work():
        store, crew = SqliteStore(tmp_path / "a.db"), Watched()
        ours = passkeys.Passkeys(store, crew, Challenges(store, b"key"))
        device = Authenticator("https://a.org")
        wish = ours.wish("mei", device.origin, [])
        order = ours.order("mei", device.origin, "mei", None, [])
        await store.change([passkeys.kept(await ours.made(
            webauthn.Attestation(**device.make(order)), "mei", "x", None
        ))])  # fmt: skip
        crew.checked.clear()
        answer = {**device.answer(wish), "signature": text_of(b"wrong")}
        for one in (answer, {**device.answer(ours.wish("mei", device.origin, [])), "id": "eA"}):
            with pytest.raises(AccountRefused, match="wrong-passkey"):
                await ours.prove(webauthn.Assertion(**one), "mei")
        store.close()
        return crew.checked

    checked = asyncio.run(work())
    assert [one[0] for one in checked] == [webauthn.proved] * 2
    assert checked[1][1] == webauthn.NOBODY
    assert len(checked[0][1]) == len(webauthn.NOBODY)
