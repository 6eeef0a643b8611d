"""Accounts: what a guest has stays theirs, on every device, until they want it gone."""

from __future__ import annotations

import asyncio
import itertools
import json
import sqlite3

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.serving import serving
from tuolaji.server.guests import sign
from tuolaji.server.people import passwords
from tuolaji.server.people.accounts import AccountRefused, Accounts
from tuolaji.server.people.guesses import Guesses
from tuolaji.server.store.base import Statement, Unchanged
from tuolaji.server.store.sqlite import SqliteStore

MANY = (1e6, 1e6)
_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("accounts")
    with serving(folder, guesses_of_address=MANY, request_units=MANY) as running:
        running.folder = folder
        yield running


@pytest.fixture
def mei():
    """What somebody types into the form."""
    return {"login": f"Mei{next(_numbers)}", "password": "plum blossom"}


def login(form):
    return form["login"].lower()


def ask(guest, path, body, status=200):
    answer = guest.http.post(f"/api/account{path}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def code_of(guest, path, body, status):
    return ask(guest, path, body, status)["detail"]["code"]


def home(guest):
    return guest.http.get("/api/home").json()


def named(guest, table, name):
    with guest.join(table) as player:
        player.say("name", text=name)
        player.wait_for(lambda state: state["room"]["seats"][0]["name"] == name)


def test_a_guest_who_makes_an_account_finds_everything_on_another_device(served, mei):
    with served.guest() as phone, served.guest() as laptop:
        table = phone.make(seats="friends")
        named(phone, table, "梅")
        phone.http.post("/api/house", json={"name": "ours", "text": "classic"})
        made = ask(phone, "", mei)
        assert made["login"] == login(mei)
        assert home(phone)["me"] == {"name": "梅", "login": login(mei)}
        assert [match["table"] for match in home(laptop)["matches"]] == []

        ask(laptop, "/login", {"login": mei["login"].upper(), "password": mei["password"]})
        assert home(laptop)["me"] == {"name": "梅", "login": login(mei)}
        assert [match["table"] for match in home(laptop)["matches"]] == [table]
        assert home(laptop)["house"] == [{"name": "ours", "text": "classic"}]
        with laptop.join(table) as player:
            assert player.state["you"] == 0


def test_the_page_brings_a_cookie_to_whoever_has_one_of_an_ended_session(served, mei):
    """Else each thing that the page asks at once would be answered to another guest."""
    with served.guest() as phone, served.guest() as laptop:
        ask(phone, "", mei)
        ask(laptop, "/login", mei)
        assert "set-cookie" not in phone.http.get("/").headers
        ask(laptop, "/logout", {"everywhere": True})
        assert "set-cookie" in phone.http.get("/").headers
        assert "set-cookie" not in phone.http.get("/api/home").headers


def test_the_cookie_of_before_and_those_of_ended_sessions_are_nobodys(served, mei):
    with served.guest() as phone, served.guest() as laptop, served.guest() as thief:
        thief.http.cookies.set("tuolaji", phone.http.cookies["tuolaji"])
        ask(phone, "", mei)
        assert home(thief)["me"]["login"] is None
        ask(laptop, "/login", mei)
        ask(phone, "/logout", {"everywhere": True})
        assert home(phone)["me"]["login"] is None
        assert home(laptop)["me"]["login"] is None
        ask(phone, "/login", mei)
        ask(laptop, "/login", mei)
        ask(phone, "/logout", {})
        assert home(phone)["me"]["login"] is None
        assert home(laptop)["me"]["login"] == login(mei)


def test_open_sockets_are_looked_at_anew_when_all_devices_are_logged_out(served, mei):
    with served.guest() as phone, served.guest() as laptop:
        table = phone.make(seats="friends")
        ask(phone, "", mei)
        ask(laptop, "/login", mei)
        with laptop.join(table) as player:
            assert player.state["you"] == 0
            ask(phone, "/logout", {"everywhere": True})
            with pytest.raises(ConnectionClosed) as closed:
                player.hear_out()
        assert closed.value.rcvd.code == 1012
        with laptop.join(table) as player:
            assert player.state["you"] is None


def test_who_has_no_name_is_called_by_the_login_and_anybody_can_take_a_name(served, mei):
    with served.guest() as own, served.guest() as visitor:
        ask(own, "", mei)
        assert home(own)["me"]["name"] == mei["login"]
        assert ask(own, "/name", {"name": "  梅\n花 "}) == {"name": "梅 花"}
        assert home(own)["me"]["name"] == "梅 花"
        with own.join(own.make(seats="friends")) as player:
            assert player.state["room"]["seats"][0]["name"] == "梅 花"
        assert ask(visitor, "/name", {"name": "x" * 30})["name"] == "x" * 24
        assert code_of(visitor, "/name", {"name": "\u202e "}, 400) == "no-name"


def test_passwords_are_changed_and_recovered_and_the_code_is_good_once(served, mei):
    new, newer = "orchid orchid", "bamboo bamboo"
    with served.guest() as phone, served.guest() as laptop:
        code = ask(phone, "", mei)["code"]
        ask(laptop, "/login", mei)
        wrong = {"old": "not mine at all", "new": new}
        assert code_of(phone, "/password", wrong, 403) == "wrong-own-password"
        ask(phone, "/password", {"old": mei["password"], "new": new})
        assert home(phone)["me"]["login"] == login(mei)
        assert home(laptop)["me"]["login"] is None
        assert code_of(laptop, "/login", mei, 403) == "wrong-password"

        with_code = {"login": login(mei), "code": code.lower().replace("-", " "), "password": newer}
        again = ask(laptop, "/recover", with_code)["code"]
        assert again != code
        assert home(laptop)["me"]["login"] == login(mei)
        assert home(phone)["me"]["login"] is None
        assert code_of(phone, "/recover", with_code, 403) == "wrong-code"
        ask(phone, "/login", {"login": login(mei), "password": newer})


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"login": "m", "password": "plum blossom"}, 400, "bad-login"),
        ({"login": "a b", "password": "plum blossom"}, 400, "bad-login"),
        ({"login": "<script>", "password": "plum blossom"}, 400, "bad-login"),
        ({"login": "x" * 25, "password": "plum blossom"}, 400, "bad-login"),
        ({"login": "li", "password": "short"}, 400, "bad-password"),
        ({"login": "ＭＥＩ０", "password": "plum blossom"}, 409, "login-taken"),
    ],
)
def test_a_login_is_one_word_of_nobody_else_and_a_password_is_long(served, body, status, code, mei):
    with served.guest() as one, served.guest() as two:
        ask(one, "", mei)
        if code == "login-taken":
            body = {**body, "login": mei["login"].replace("M", "Ｍ")}
        assert code_of(two, "", body, status) == code
        assert code_of(one, "", {**mei, "login": "other"}, 409) == "has-account"


def test_who_has_no_account_cannot_change_one(guest):
    for path, body in (("/logout", {}), ("/password", {"old": "x" * 8, "new": "y" * 8})):
        assert code_of(guest, path, body, 403) == "no-account"


def test_guessing_ends_soon_for_an_account_and_an_address(tmp_path, mei):
    limits = {"guesses_of_account": (0.0, 3.0), "guesses_of_address": (0.0, 7.0)}
    with serving(tmp_path, request_units=MANY, **limits) as running, running.guest() as guest:
        ask(guest, "", mei)
        guess = {"login": login(mei), "password": "wrong wrong"}
        codes = [guest.http.post("/api/account/login", json=guess) for _ in range(4)]
        assert [answer.status_code for answer in codes] == [403, 403, 403, 429]
        assert codes[3].json()["detail"]["code"] == "too-many-guesses"
        right = guest.http.post("/api/account/login", json=mei)
        assert right.status_code == 429  # the account waits, whoever comes
        nobody = {**guess, "login": "nobody"}
        answers = [guest.http.post("/api/account/login", json=nobody) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [403, 403, 429, 429]


def test_all_gateways_count_guesses_together_and_after_a_restart(tmp_path):
    async def guess(now):
        """Whether each of eight guesses at once, at two gateways, is heard."""
        store = SqliteStore(tmp_path / "a.db")
        gateways = [Guesses(store, "account", (0.01, 3.0), lambda: now) for _ in range(2)]
        heard = await asyncio.gather(*(gateways[at % 2].take("mei") for at in range(8)))
        other = await gateways[0].take("li")
        kept = await store.facts("guesses")
        store.close()
        return sum(heard), other, len(kept)

    assert asyncio.run(guess(1000.0)) == (3, True, 2)
    assert asyncio.run(guess(1000.0)) == (0, True, 2)
    assert asyncio.run(guess(1100.0)) == (1, True, 2)
    assert asyncio.run(guess(2000.0)) == (3, True, 2)


def test_another_spelling_of_a_login_is_no_further_guess(tmp_path):
    limits = {"guesses_of_account": (0.0, 3.0), "guesses_of_address": MANY}
    spelled = ["mei", "MEI", " mei ", "ｍｅｉ", "ＭＥＩ", "mei\u3000", "𝐦𝐞𝐢"]
    with serving(tmp_path, request_units=MANY, **limits) as running, running.guest() as guest:
        ask(guest, "", {"login": "Mei", "password": "plum blossom"})
        guesses = [{"login": login, "password": "wrong wrong"} for login in spelled]
        answers = [guest.http.post("/api/account/login", json=guess) for guess in guesses]
        assert [answer.status_code for answer in answers] == [403] * 3 + [429] * 4
        body = {"login": "ｍｅｉ", "code": "x", "password": "plum blossom"}
        assert guest.http.post("/api/account/recover", json=body).status_code == 429


class Watched:
    """A crew that says which hashes it was asked to compare."""

    def __init__(self):
        self.compared = []

    async def do(self, work, *given):
        if work is passwords.fits:
            self.compared.append(given[0])
        return work(*given)


def test_a_login_that_nobody_has_is_as_much_work_as_a_wrong_password(tmp_path):
    """Whatever is guessed, one hash is compared, and all cost the same."""

    async def guess(login):
        store, crew = SqliteStore(tmp_path / f"{login}.db"), Watched()
        await store.open()
        accounts = Accounts(store, crew)
        await accounts.make("guest", "mei", "plum blossom")
        with pytest.raises(AccountRefused, match="wrong-password"):
            await accounts.enter(login, "wrong wrong")
        with pytest.raises(AccountRefused, match="wrong-code"):
            await accounts.recover(login, "wrong", "plum blossom")
        store.close()
        return crew.compared

    for login in ("mei", "nobody", "no login!"):
        compared = asyncio.run(guess(login))
        assert [kept.rsplit("$", 2)[0] for kept in compared] == [
            "$argon2id$v=19$m=65536,t=3,p=4"
        ] * 2
        assert {len(kept) for kept in compared} == {len(passwords.NOBODY)}


def test_neither_password_nor_code_is_kept_or_exported(served, mei):
    with served.guest() as guest:
        code = ask(guest, "", mei)["code"]
        told = guest.http.post("/api/account/export").text
    kept = b"".join(file.read_bytes() for file in served.folder.glob("tables.db*"))
    for secret in (mei["password"], code, passwords.plain_code(code)):
        assert secret.encode() not in kept
        assert secret not in told
    assert "argon2" not in told


def test_everything_about_oneself_can_be_taken_away(served, mei):
    with served.guest() as guest:
        table = guest.make(seed=5)
        with guest.join(table) as player:
            player.play_deal()
        guest.http.post("/api/house", json={"name": "ours", "text": "classic"})
        ask(guest, "", mei)
        answer = guest.http.post("/api/account/export")
        told = answer.json()
        assert "attachment" in answer.headers["content-disposition"]
        assert told["account"]["login"] == login(mei)
        assert told["house"] == {"ours": "classic"}
        assert [match["table"] for match in told["matches"]] == [table]
        (result,) = told["results"]
        assert (result["tbl"], result["deal"], result["rated"]) == (table, 0, 0)
        (counted,) = guest.http.get("/api/account").json()["statistics"]
        assert (counted["ruleset"], counted["matches"], counted["deals"]) == ("classic", 1, 1)
        assert counted["won"] == (result["outcome"] == "won")


def test_whoever_deletes_themselves_is_gone_from_their_tables_and_those_of_others(served, mei):
    with served.guest() as own, served.guest() as friend:
        alone, shared = own.make(), own.make(seats="friends")
        named(own, shared, "梅花")
        with friend.join(shared) as player:
            player.say("sit", seat=1)
            player.wait_for(lambda state: state["you"] == 1)
        identity = own.http.post("/api/account/export").json()["guest"]
        ask(own, "", mei)
        friend.http.post("/api/follow", json={"login": mei["login"]})
        with friend.join(shared) as player:
            player.say("report", by=sign(identity, shared), why="name")
            player.say("block", by=sign(identity, shared), on=True)
            while player.answer("order")["did"] != "blocked":
                pass
        exported = ask(friend, "/export", {})
        assert list(exported["follows"]) == [login(mei)]
        assert len(exported["blocks"]) == 1
        assert identity not in str(exported)  # by it they would be known at every table
        refused = code_of(own, "/delete", {"password": "wrong wrong"}, 403)
        assert refused == "wrong-own-password"
        ask(own, "/delete", {"password": mei["password"]})

        assert home(own)["matches"] == []
        assert own.http.get(f"/api/tables/{alone}").status_code == 404
        with friend.join(shared) as player:
            assert player.state["you"] == 1
            assert player.state["room"]["seats"][0]["name"] == "—"
        assert code_of(own, "/login", mei, 403) == "wrong-password"
    rows = sqlite3.connect(served.folder / "tables.db")
    for table in (
        "entries",
        "tables",
        "sits",
        "facts",
        "accounts",
        "passkeys",
        "results",
        "ratings",
    ):
        dump = repr(rows.execute(f"SELECT * FROM {table}").fetchall())
        assert identity not in dump
        assert "梅花" not in dump
        assert "\\xe6\\xa2\\x85\\xe8\\x8a\\xb1" not in dump
    rows.close()


def test_a_guest_can_delete_themselves_without_a_password(guest):
    table = guest.make()
    ask(guest, "/delete", {})
    assert guest.http.get(f"/api/tables/{table}").status_code == 404


def test_a_change_is_done_as_a_whole_or_not_at_all(tmp_path):
    async def work():
        store = SqliteStore(tmp_path / "a.db")
        keep = "INSERT INTO facts VALUES (:owner, :name, :value)"
        one = Statement(keep, {"owner": "o", "name": "n", "value": "v"})
        none = Statement("DELETE FROM facts WHERE owner = :owner", {"owner": "nobody"})
        with pytest.raises(Unchanged):
            await store.change([one, none])
        assert await store.facts("o") == {}
        await store.change([one, Statement(none.text, none.values, must=False)])
        assert await store.rows("SELECT value FROM facts WHERE name = :name", name="n") == [("v",)]
        store.close()

    asyncio.run(work())


def test_exports_are_json_without_cards(served):
    with served.guest() as guest:
        table = guest.make()
        with guest.join(table) as player:
            player.wait_for(lambda state: state["view"])
        told = guest.http.post("/api/account/export").json()
    assert set(json.loads(json.dumps(told))) == {
        "guest", "account", "passkeys", "facts", "house", "follows", "blocks", "deals", "matches",
        "results", "ratings",
    }  # fmt: skip
    assert "secret" not in json.dumps(told)
