"""Passkeys: ways into an account that are nobody else's, and that the server gives to nobody."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time

import pytest

from tests.server.authenticator import PRESENT, VERIFIED, bytes_of, text_of
from tests.server.passkey_person import PASSWORD, person
from tests.server.serving import serving
from tuolaji.server.http.guard import Origins
from tuolaji.server.people import passkeys
from tuolaji.server.people.challenges import MAKE, PROVE
from tuolaji.server.store.sqlite import SqliteStore

MANY = (1e6, 1e6)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("passkeys")
    with serving(folder, guesses_of_address=MANY, request_units=MANY) as running:
        running.folder = folder
        yield running


@pytest.fixture
def mei(served):
    with person(served) as one:
        yield one


@pytest.fixture
def li(served):
    with person(served) as one:
        yield one


def test_an_account_is_made_with_a_passkey_and_opened_by_it_elsewhere(mei, li):
    table = mei.guest.make(seats="friends")
    code = mei.make()
    assert code.count("-") == 5
    told = mei.account()
    assert (told["login"], told["name"], told["password"]) == (mei.login, mei.login, False)
    (one,) = told["passkeys"]
    assert (one["name"], one["host"], one["used"]) == ("Phone", "localhost", None)
    assert 0 <= time.time() - one["made"] < 600

    assert li.wish()["allowCredentials"] == []
    assert li.ask("/passkeys/login", {"passkey": li.answer(mei.device)}) == {"login": mei.login}
    assert [match["table"] for match in li.http.get("/api/home").json()["matches"]] == [table]
    assert li.account()["passkeys"][0]["used"] is not None


def test_what_a_browser_is_asked_for(mei):
    order = mei.ask("/passkeys/order", {"login": mei.login.upper()})
    guest = mei.http.post("/api/account/export").json()["guest"]
    assert order["rp"] == {"id": "localhost", "name": "Tuolaji"}
    assert order["user"]["name"] == mei.login
    assert bytes_of(order["user"]["id"]).decode() == guest
    chosen = order["authenticatorSelection"]
    assert (chosen["residentKey"], chosen["userVerification"]) == ("required", "required")
    assert order["attestation"] == "none"
    mei.make()
    wish = mei.wish()
    assert (wish["rpId"], wish["userVerification"]) == ("localhost", "required")
    assert [one["id"] for one in wish["allowCredentials"]] == [mei.account()["passkeys"][0]["id"]]


def test_log_out_everywhere_ends_sessions_that_passkeys_began(mei, li):
    mei.make()
    li.ask("/passkeys/login", {"passkey": li.answer(mei.device)})
    mei.ask("/logout", {"everywhere": True})
    assert (mei.account()["login"], li.account()["login"]) == (None, None)
    li.ask("/passkeys/login", {"passkey": li.answer(mei.device)})
    assert li.account()["login"] == mei.login


def test_a_challenge_is_answered_once_by_whom_it_was_given_to_for_what_it_was_made(mei, li):
    mei.make()
    answer = li.answer(mei.device)
    assert mei.code("/passkeys/login", {"passkey": answer}, 403) == "stale-challenge"
    li.ask("/passkeys/login", {"passkey": answer})
    assert li.code("/passkeys/login", {"passkey": answer}, 403) == "stale-challenge"
    assert li.code("/delete", {"passkey": answer}, 403) == "stale-challenge"

    order = mei.ask("/passkeys/order", {"passkey": mei.answer()})
    for purpose in (MAKE, PROVE):
        made = mei.device.make({**order, "challenge": challenge(mei, purpose)})
        body = {"name": "x", "passkey": made}
        assert mei.code("/passkeys/add", body, 403) == "stale-challenge"
    li.http.cookies.clear()
    assert li.code("/passkeys/login", {"passkey": answer}, 403) == "stale-challenge"


def challenge(one, purpose):
    """A challenge of the server for another purpose than the page asked for."""
    guest = one.http.post("/api/account/export").json()["guest"]
    made = one.guest.served.service.passkeys._challenges.new(purpose, guest, one.device.origin)
    return text_of(made.encode())


def test_a_wrong_answer_uses_a_challenge_up(mei, li):
    mei.make()
    right = li.answer(mei.device)
    wrong = {**right, "signature": mei.answer()["signature"]}
    assert li.code("/passkeys/login", {"passkey": wrong}, 403) == "wrong-passkey"
    assert li.code("/passkeys/login", {"passkey": right}, 403) == "stale-challenge"


WRONG = {
    "another page": {"origin": "https://cards.example.org"},
    "another port": {"origin": "http://localhost:1"},
    "no longer safe": {"origin": "http://127.0.0.1"},
    "another host": {"host": "example.org"},
    "nobody there": {"flags": VERIFIED},
    "its owner was not looked at": {"flags": PRESENT},
    "for something else": {"told": {"type": "payment.get"}},
    "inside another page": {"told": {"crossOrigin": True}},
    "a challenge of its own": {"told": {"challenge": text_of(b"x" * 32)}},
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_what_was_answered_elsewhere_or_otherwise_opens_nothing(mei, li, wrong):
    mei.make()
    vars(mei.device).update(wrong)
    answer = li.http.post("/api/account/passkeys/login", json={"passkey": li.answer(mei.device)})
    assert answer.status_code in (400, 403)
    assert answer.json()["detail"]["code"] in ("wrong-passkey", "bad-passkey", "stale-challenge")
    assert li.account()["login"] is None

    vars(li.device).update({**wrong, "origin": wrong.get("origin", li.device.origin)})
    body = {"login": li.login, "name": "x", "passkey": li.made()}
    answer = li.http.post("/api/account/passkeys/make", json=body)
    assert answer.status_code in (400, 403)
    assert li.account()["login"] is None


def test_another_key_and_an_unknown_passkey_are_refused_alike(mei, li):
    mei.make()
    li.make()
    li.ask("/logout", {})
    mine, theirs = li.device.credentials[0], mei.device.credentials[0]
    true_id, mine.id = mine.id, theirs.id
    refusals = [li.ask("/passkeys/login", {"passkey": li.answer()}, 403)]
    mine.id = b"nobody has this passkey"
    refusals.append(li.ask("/passkeys/login", {"passkey": li.answer()}, 403))
    mine.id, mine.handle = true_id, theirs.handle
    refusals.append(li.ask("/passkeys/login", {"passkey": li.answer()}, 403))
    assert {one["detail"]["code"] for one in refusals} == {"wrong-passkey"}
    assert len({json.dumps(one) for one in refusals}) == 1
    mine.handle = ""  # old ones say nothing of their owner
    li.ask("/passkeys/login", {"passkey": li.answer()})


def test_a_counter_that_does_not_grow_is_that_of_a_copy(mei):
    mei.make()
    mei.ask("/passkeys/login", {"passkey": mei.answer()})
    for grows in (0, -1):
        mei.device.grows = grows
        refused = mei.code("/passkeys/login", {"passkey": mei.answer()}, 403)
        assert refused == "wrong-passkey"
    mei.device.grows = 5
    mei.ask("/passkeys/login", {"passkey": mei.answer()})


def test_passkeys_that_many_devices_share_do_not_count(mei):
    mei.device.grows = 0
    mei.make()
    for _ in range(2):
        mei.ask("/passkeys/login", {"passkey": mei.answer()})


def test_an_account_with_a_password_has_passkeys_added_and_removed(mei, li):
    mei.make_with_password()
    assert mei.account()["passkeys"] == []
    assert mei.code("/passkeys/order", {"password": "x" * 9}, 403) == "wrong-own-password"
    assert mei.code("/passkeys/order", {}, 403) == "wrong-own-password"
    (one,) = mei.add(password=PASSWORD)
    assert one["name"] == "Laptop"
    two = mei.add("Phone", passkey=mei.answer())
    assert [each["name"] for each in two] == ["Laptop", "Phone"]
    li.ask("/passkeys/login", {"passkey": li.answer(mei.device, at=0)})

    order = mei.ask("/passkeys/order", {"password": PASSWORD})
    assert [one["id"] for one in order["excludeCredentials"]] == [one["id"] for one in two]

    gone = {"id": two[0]["id"]}
    assert mei.code("/passkeys/remove", {**gone, "password": "x" * 9}, 403) == "wrong-own-password"
    left = mei.ask("/passkeys/remove", {**gone, "password": PASSWORD})["passkeys"]
    assert [each["name"] for each in left] == ["Phone"]
    assert (mei.account()["login"], li.account()["login"]) == (mei.login, None)
    refused = li.code("/passkeys/login", {"passkey": li.answer(mei.device, at=0)}, 403)
    assert refused == "wrong-passkey"
    last = {"id": left[0]["id"], "password": PASSWORD}
    assert mei.ask("/passkeys/remove", last)["passkeys"] == []
    assert mei.code("/passkeys/remove", last, 404) == "no-passkey"


def test_a_passkey_that_is_removed_while_it_answers_opens_nothing(mei, li, served, monkeypatch):
    mei.make_with_password()
    (one,) = mei.add(password=PASSWORD)
    answer = li.answer(mei.device)
    ours, asked = served.service, served.service.accounts.of_guest

    async def meanwhile(guest):
        """Its owner is quicker by a moment."""
        monkeypatch.undo()
        account = await asked(guest)
        gone = passkeys.removed(account, await ours.passkeys.of_guest(guest), one["id"])
        return await ours.accounts.log_out_everywhere(account, gone)

    monkeypatch.setattr(ours.accounts, "of_guest", meanwhile)
    assert li.code("/passkeys/login", {"passkey": answer}, 403) == "wrong-passkey"
    assert li.account()["login"] is None


def test_the_last_way_in_stays_and_a_password_is_another_one(mei, li):
    mei.make()
    (one,) = mei.account()["passkeys"]
    gone = {"id": one["id"]}
    assert mei.code("/passkeys/remove", gone, 403) == "not-proved"
    assert mei.code("/passkeys/remove", {**gone, "password": "x" * 9}, 403) == "not-proved"
    refused = mei.code("/passkeys/remove", {**gone, "passkey": mei.answer()}, 409)
    assert refused == "last-way-in"
    assert mei.code("/password", {"new": PASSWORD}, 403) == "not-proved"
    mei.ask("/password", {"new": PASSWORD, "passkey": mei.answer()})
    assert mei.account()["password"]
    li.ask("/login", {"login": mei.login, "password": PASSWORD})
    assert mei.ask("/passkeys/remove", {**gone, "password": PASSWORD})["passkeys"] == []


def test_nobody_proves_an_account_with_a_passkey_of_another(mei, li):
    mei.make()
    li.make()
    for path, body in (
        ("/delete", {}),
        ("/password", {"new": PASSWORD}),
        ("/passkeys/order", {}),
        ("/passkeys/remove", {"id": mei.account()["passkeys"][0]["id"]}),
    ):
        stranger = li.device.answer(mei.wish() | {"allowCredentials": []})
        assert mei.code(path, {**body, "passkey": stranger}, 403) == "wrong-passkey"
    assert mei.account()["login"] == mei.login


def test_no_password_opens_an_account_that_has_none_and_its_code_sets_one(mei, li):
    code = mei.make()
    for password in ("", "x" * 9):
        body = {"login": mei.login, "password": password}
        assert li.code("/login", body, 403) == "wrong-password"
    again = li.ask("/recover", {"login": mei.login, "code": code, "password": PASSWORD})["code"]
    assert again != code
    assert mei.account()["login"] is None
    told = li.account()
    assert (told["login"], told["password"], len(told["passkeys"])) == (mei.login, True, 1)
    mei.ask("/passkeys/login", {"passkey": mei.answer()})


def test_a_page_that_shows_what_was_before_is_told_so(mei, li):
    """Somebody has logged in, or out, in another tab."""
    mei.make()
    answer = mei.answer()
    assert mei.code("/passkeys/order", {"login": li.login}, 409) == "has-account"
    mei.ask("/logout", {})
    assert mei.code("/passkeys/order", {"passkey": answer}, 403) == "no-account"


def test_a_login_is_one_word_of_nobody_else(mei, li):
    mei.make()
    assert li.code("/passkeys/order", {"login": mei.login}, 409) == "login-taken"
    assert li.code("/passkeys/order", {"login": "a b"}, 400) == "bad-login"
    made = li.made()
    taken = {"login": mei.login, "name": "x", "passkey": made}
    assert li.code("/passkeys/make", taken, 409) == "login-taken"
    nameless = {"login": li.login, "name": "\u202e ", "passkey": made}
    assert li.code("/passkeys/make", nameless, 400) == "no-name"
    assert mei.code("/passkeys/make", {**nameless, "name": "x"}, 403) == "stale-challenge"


def test_a_passkey_is_kept_once(mei, li, monkeypatch):
    mei.make()
    there = mei.device.credentials[0].id
    monkeypatch.setattr("tests.server.authenticator.secrets.token_bytes", lambda _: there)
    body = {"login": li.login, "name": "x", "passkey": li.made()}
    assert li.code("/passkeys/make", body, 409) == "passkey-taken"


def test_an_account_has_only_so_many(mei, monkeypatch):
    monkeypatch.setattr(passkeys, "MOST", 2)
    mei.make()
    mei.add(passkey=mei.answer())
    body = {"passkey": mei.answer()}
    assert mei.code("/passkeys/order", body, 409) == "too-many-passkeys"


def test_passkeys_that_were_ordered_together_are_not_too_many_either(mei, monkeypatch):
    monkeypatch.setattr(passkeys, "MOST", 2)
    mei.make_with_password()
    made = [mei.made(password=PASSWORD) for _ in range(3)]
    for one in made[:2]:
        mei.ask("/passkeys/add", {"name": "x", "passkey": one})
    refused = mei.code("/passkeys/add", {"name": "x", "passkey": made[2]}, 409)
    assert refused == "too-many-passkeys"
    assert len(mei.account()["passkeys"]) == 2


def test_passkeys_are_taken_away_and_deleted_with_everything_else(mei, served):
    mei.make()
    (told,) = mei.http.post("/api/account/export").json()["passkeys"]
    assert {**mei.account()["passkeys"][0], "guest": told["guest"]}.items() <= told.items()
    assert mei.code("/delete", {}, 403) == "not-proved"
    mei.ask("/delete", {"passkey": mei.answer()})
    assert mei.account()["login"] is None
    with contextlib.closing(sqlite3.connect(served.folder / "tables.db")) as rows:
        assert told["id"] not in repr(rows.execute("SELECT * FROM passkeys").fetchall())
    assert mei.code("/passkeys/login", {"passkey": mei.answer()}, 403) == "wrong-passkey"


def test_addresses_without_passkeys_say_so(mei):
    for host in ("127.0.0.1", "192.0.2.7", "[::1]"):
        headers = {"host": f"{host}:1", "origin": f"http://{host}:1"}
        for path, body in (("wish", {}), ("order", {"login": "li"})):
            answer = mei.http.post(f"/api/account/passkeys/{path}", json=body, headers=headers)
            assert answer.status_code == 400
            assert answer.json()["detail"]["code"] == "no-passkeys-here"
    foreign = {"origin": "https://evil.example"}
    assert mei.http.post("/api/account/passkeys/wish", headers=foreign).status_code == 403


def test_a_server_at_another_port_gets_no_challenge_that_it_could_pass_on(mei, served, monkeypatch):
    """Passkeys are the host's, whatever the port; what a request says of itself is anybody's."""
    named = ("https://cards.example.org", "https://mei.example.org:443")
    for name, value in vars(Origins(named)).items():
        monkeypatch.setattr(served.service.origins, name, value)

    def rp(origin):
        headers = {"host": origin.partition("//")[2], "origin": origin}
        answer = mei.http.post("/api/account/passkeys/wish", headers=headers).json()
        return answer.get("rpId") or answer["detail"]["code"]

    assert rp("https://cards.example.org") == "cards.example.org"
    assert rp("https://mei.example.org") == "mei.example.org"
    assert rp("https://cards.example.org:8443") == "no-passkeys-here"
    assert rp(mei.device.origin) == "localhost"


def test_any_gateway_takes_what_another_one_asked_for_and_only_one_does(tmp_path):
    """Two servers over one database, as two gateways of a cluster are."""
    database = tmp_path / "shared" / "tables.db"
    stores = [SqliteStore(database) for _ in range(2)]
    with (
        serving(tmp_path / "a", store=stores[0]) as one,
        serving(tmp_path / "b", store=stores[1]) as two,
        person(one) as mei,
    ):
        mei.make()

        def at(served, path, body):
            """The same browser, whatever gateway its request comes to."""
            url = f"{served.url}/api/account/passkeys/{path}"
            return mei.http.post(url, json=body)

        for asked, answered in ((one, two), (two, one)):
            wish = at(asked, "wish", {}).json()
            answer = {"passkey": mei.device.answer(wish)}
            assert at(answered, "login", answer).status_code == 200
            again = at(asked, "login", answer)
            assert again.json()["detail"]["code"] == "stale-challenge"


def test_answers_are_guesses(tmp_path):
    limits = {"guesses_of_account": (0.0, 3.0), "guesses_of_address": (0.0, 8.0)}
    with serving(tmp_path, request_units=MANY, **limits) as running, person(running) as mei:
        mei.make()  # one of the address's
        assert [login_status(mei) for _ in range(4)] == [200, 200, 200, 429]
        mei.device.credentials[0].id = b"nobody has this passkey"
        assert [login_status(mei) for _ in range(4)] == [403, 403, 403, 429]


def test_a_passkey_that_was_ordered_is_kept_whatever_others_guess_meanwhile(tmp_path):
    """Else the device would have one that opens nothing."""
    limits = {"guesses_of_address": (0.0, 3.0)}
    with (
        serving(tmp_path, request_units=MANY, **limits) as running,
        person(running) as mei,
        person(running) as li,
    ):
        made = mei.made()
        mei.ask("/passkeys/make", {"login": mei.login, "name": "x", "passkey": made})
        made = mei.made(passkey=mei.answer())
        refused(li, "/passkeys/order", {"login": "a b"})
        assert li.code("/passkeys/order", {"login": li.login}, 429) == "too-many-guesses"
        mei.ask("/passkeys/add", {"name": "x", "passkey": made})


def test_guesses_of_others_do_not_keep_an_owner_with_a_passkey_from_their_account(tmp_path):
    limits = {"guesses_of_account": (0.0, 3.0), "guesses_of_address": MANY}
    with (
        serving(tmp_path, request_units=MANY, **limits) as running,
        person(running) as mei,
        person(running) as li,
    ):
        mei.make()
        guess = {"login": mei.login, "password": "x" * 9}
        codes = [li.http.post("/api/account/login", json=guess).status_code for _ in range(4)]
        assert codes == [403, 403, 403, 429]
        mei.add(passkey=mei.answer(at=0))
        mei.ask("/delete", {"passkey": mei.answer()})


def login_status(one):
    body = {"passkey": one.device.answer(one.wish() | {"allowCredentials": []})}
    return one.http.post("/api/account/passkeys/login", json=body).status_code


def nonsense():
    """Values that are not what a browser would send."""
    deep = text_of(b"[" * 9000)
    bombs = [b"\x9b" + b"\xff" * 8, b"\x81" * 9000, b"\xbb" + b"\xff" * 8, b"\x5b" + b"\xff" * 8]
    yield from ("", "x", "=", "é", "\ud800", "\0", "A" * 30_000, deep, None, 7, [], {}, True)
    yield from map(text_of, bombs)
    yield from map(text_of, (b"{}", b"[]", b"null", b'{"challenge": 7}', b'{"challenge": "\xff"}'))


def test_nonsense_is_refused_and_never_an_error(mei, li):
    li.make()
    for at, value in enumerate(nonsense()):
        for field in ("id", "client_data", "authenticator_data", "signature", "user_handle"):
            answer = {**li.answer(), field: value} if value != "" or field != "user_handle" else {}
            for path in ("/passkeys/login", "/delete"):
                refused(li, path, {"passkey": answer}, at, field)
        for field in ("id", "client_data", "attestation"):
            body = {"login": mei.login, "name": "x", "passkey": {**mei.made(), field: value}}
            refused(mei, "/passkeys/make", body, at, field)
    for body in (None, [], 7, "x", {}, {"passkey": None}, {"passkey": []}):
        for path in ("login", "make", "add", "remove"):
            refused(li, f"/passkeys/{path}", body, path, body)
    assert li.account()["login"] == li.login


def refused(one, path, body, *what):
    text = json.dumps(body)
    headers = {"content-type": "application/json"}
    answer = one.http.post(f"/api/account{path}", content=text.encode(), headers=headers)
    assert 400 <= answer.status_code < 500, (what, answer.text)
    if answer.status_code != 413:
        assert answer.json()["detail"]["text"], what


def test_keys_that_are_none_are_refused(mei):
    """Of another kind, not on the curve, larger than any, or not the one that is named."""
    for change in (
        lambda data: data.replace(b"\x03\x26", b"\x03\x27"),  # EdDSA, with the key of ES256
        lambda data: data[:-32] + bytes(32),
        lambda data: data.replace(b"\x03\x26", b"\x03\x25"),
        lambda data: data[:-1],
        lambda data: data + b"\0",
    ):
        made = mei.made()
        made["attestation"] = text_of(change(bytes_of(made["attestation"])))
        body = {"login": mei.login, "name": "x", "passkey": made}
        assert mei.code("/passkeys/make", body, 400) == "bad-passkey"
    other = {**mei.made(), "id": text_of(b"another one")}
    body = {"login": mei.login, "name": "x", "passkey": other}
    assert mei.code("/passkeys/make", body, 400) == "bad-passkey"
