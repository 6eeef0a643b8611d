"""The operator's page: behind its key, with everything but cards; and bans."""

from __future__ import annotations

import logging
import sqlite3

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.serving import serving
from tests.server.test_table import to_play
from tuolaji.server.errors import RecentErrors
from tuolaji.server.guests import keep_key, sign
from tuolaji.server.http import service
from tuolaji.server.http.operator import operator_key
from tuolaji.server.logs import logger
from tuolaji.server.people import ledger
from tuolaji.server.table import entries as log

MANY = (1e6, 1e6)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("operator")
    limits = dict.fromkeys(("request_units", "tables_of_guest", "tables_of_address"), MANY)
    with serving(folder, **limits) as running:
        running.headers = {"x-operator-key": operator_key(keep_key(folder))}
        yield running


def ask(guest, path="", body=None):
    headers, url = guest.served.headers, f"/api/operator{path}"
    http = guest.http
    answer = (
        http.get(url, headers=headers)
        if body is None
        else http.post(url, json=body, headers=headers)
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def identity(guest):
    return guest.http.post("/api/account/export").json()["guest"]


ROUTES = [
    ("GET", ""),
    ("GET", "/tables/abc"),
    ("POST", "/ban"),
    ("POST", "/done"),
]


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_nothing_is_told_without_the_key(tmp_path, method, path):
    with serving(tmp_path, guesses_of_address=(0.0, 3.0)) as running, running.guest() as guest:
        url = f"/api/operator{path}"
        for given in ({}, {"x-operator-key": ""}, {"x-operator-key": "0" * 32}):
            answer = guest.http.request(method, url, headers=given, json={"report": "x"})
            assert (answer.status_code, answer.json()["detail"]["code"]) == (403, "no-key")
        assert guest.http.request(method, url).status_code == 429


def test_the_operator_gets_in_though_their_address_has_asked_too_much(tmp_path):
    with serving(tmp_path, request_units=(0.0, 150.0)) as running, running.guest() as guest:
        while (answer := guest.http.get("/api/home")).status_code == 200:
            pass
        assert answer.json()["detail"]["code"] == "too-many-requests"
        key = operator_key(keep_key(tmp_path))
        for given, status in (("0" * 32, 429), (key, 200)):
            answer = guest.http.get("/api/operator", headers={"x-operator-key": given})
            assert answer.status_code == status


def test_the_page_has_who_is_here_tables_load_and_errors(guest):
    table = guest.make(seats="friends")
    with guest.join(table):
        logger.warning("something is odd", table="abc")
        (process,) = ask(guest)["processes"]
    assert process["roles"] == ["gateway", "tables", "thinking"]
    (visitor,) = [one for one in process["visitors"] if one["table"] == table]
    assert (visitor["guest"], visitor["address"]) == (identity(guest), "127.0.0.1")
    (one,) = [one for one in process["tables"] if one["table"] == table]
    assert (one["ruleset"], one["running"], one["clients"]) == ("classic", False, 1)
    assert process["memory"] > 1_000_000
    assert process["processor_seconds"] > 0
    assert process["errors"][0]["text"] == "something is odd table=abc"


def test_reports_reach_the_operator_until_they_are_looked_at(served, guest):
    table = guest.make(seats="friends")
    with served.guest() as rude, guest.join(table) as player, rude.join(table) as other:
        other.say("say", text="you are all too slow")
        player.answer("said")
        by = sign(identity(rude), table)
        player.say("report", by=by, why="talk", text="see\nabove")
        assert player.answer("order")["did"] == "reported"
        (one,) = ask(guest)["reports"]
        assert (one["why"], one["text"], one["table"]) == ("talk", "see above", table)
        assert one["said"] == ["you are all too slow"]
        assert (one["reporter"], one["against"]) == (identity(guest), identity(rude))
        assert ask(guest, "/done", {"report": one["report"]})["reports"] == []


def test_a_banned_account_is_sent_away_and_stays_away(served, guest):
    form = {"login": "rude", "password": "plum blossom"}
    with served.guest() as rude:
        rude.http.post("/api/account", json=form)
        table = rude.make(seats="friends")
        with rude.join(table) as player:
            ask(guest, "/ban", {"login": "Rude", "why": "talk"})
            with pytest.raises(ConnectionClosed):
                player.hear_out()
        answer = rude.http.get("/api/home")
        assert (answer.status_code, answer.json()["detail"]["code"]) == (403, "banned")
        with pytest.raises(ConnectionClosed), rude.join(table):
            pass
        (ban,) = ask(guest)["bans"]
        assert (ban["kind"], ban["name"], ban["why"]) == ("guest", "Rude", "talk")
        ask(guest, "/ban", {"guest": ban["who"], "on": False})
        assert rude.http.get("/api/home").status_code == 200
        assert ask(guest)["bans"] == []


def test_a_banned_address_is_turned_away_but_for_the_operators_page(tmp_path):
    with serving(tmp_path) as running, running.guest() as guest:
        running.headers = {"x-operator-key": operator_key(keep_key(tmp_path))}
        table = guest.make()
        ask(guest, "/ban", {"address": "127.0.0.1"})
        assert guest.http.get("/api/home").status_code == 403
        with pytest.raises(ConnectionClosed), guest.join(table):
            pass
        ask(guest, "/ban", {"address": "127.0.0.1", "on": False})
        assert guest.http.get("/api/home").status_code == 200


def test_a_ban_made_at_another_gateway_is_heard_of_though_its_news_is_lost(tmp_path, monkeypatch):
    monkeypatch.setattr(service, "BANS", 0.05)
    with serving(tmp_path) as running, running.guest() as rude:
        if running.service is None:
            pytest.skip("writes to the file of the tables, which a cluster has not")
        table = rude.make(seats="friends")
        with rude.join(table) as player, sqlite3.connect(tmp_path / "tables.db") as other:
            kept = ("bans", f"guest {identity(rude)}", '{"at": 1, "why": "", "name": ""}')
            other.execute("INSERT INTO facts VALUES (?, ?, ?)", kept)
            other.commit()
            with pytest.raises(ConnectionClosed):
                player.hear_out()
        assert rude.http.get("/api/home").status_code == 403


@pytest.mark.parametrize("typed", ["2001:db8:1:2::5", " 2001:DB8:1:2::/64", "192.0.2.7"])
def test_an_address_may_be_typed_as_it_stands_elsewhere(guest, typed):
    """Of IPv6 the network is banned; a ban of one of its addresses used to ban nobody."""
    others = ("192.0.2.7",) if "." in typed else ("2001:db8:1:2::5", "2001:db8:1:2:3::9")
    ask(guest, "/ban", {"address": typed})
    told = [guest.http.get("/api/rules", headers={"X-Forwarded-For": one}) for one in others]
    ask(guest, "/ban", {"address": typed, "on": False})
    assert [one.status_code for one in told] == [403] * len(others)
    assert ask(guest)["bans"] == []


@pytest.mark.parametrize(
    "body",
    [{}, {"guest": "a", "address": "192.0.2.7"}, {"address": "b"}, {"address": "192.0.2.0/24"}],
)
def test_a_ban_is_of_one(guest, body):
    answer = guest.http.post("/api/operator/ban", json=body, headers=guest.served.headers)
    assert answer.status_code == 400


def test_an_error_is_kept_with_where_it_came_from(errors):
    recent = RecentErrors()
    recent.open()
    try:
        raise ValueError("odd")
    except ValueError:
        logger.exception("it failed", table="abc")
        logging.getLogger("uvicorn.error").exception("so did %s", "this")
    recent.close()
    errors.clear()
    this, ours = recent.told()
    assert ours["text"].startswith("it failed table=abc\nTraceback")
    assert this["text"].startswith("so did this\nTraceback")
    assert ours["text"].endswith("ValueError: odd\n")


# The log of a table.


def test_the_log_of_a_running_deal_has_no_card_and_no_secret(guest):
    table = guest.make(seed=5)
    with guest.join(table) as player:
        to_play(player)
        entries = ask(guest, f"/tables/{table}")["entries"]
        kinds = [entry["log"] for entry in entries]
        assert kinds[:3] == ["made", "committed", "sat"]
        assert "dealt" in kinds
        assert not {"acted", "passed", "undone"} & set(kinds)
        assert [entry["secret"] for entry in entries if entry["log"] == "committed"] == ["…"]
        assert "seed" not in entries[0] or entries[0]["seed"] is None
        player.play_deal()
        entries = ask(guest, f"/tables/{table}")["entries"]
        secrets = [entry["secret"] for entry in entries if entry["log"] == "committed"]
        assert len(secrets[0]) == 128
        assert secrets[-1] == "…"
        assert any(entry["log"] == "acted" for entry in entries)


def test_the_log_depends_on_no_card_of_a_running_deal():
    def bodies(secret, cards):
        entries = [
            log.Made("classic", "mei", 0, 0.0, seed=7),
            log.Committed(secret * 64),
            log.Sat(0, "mei", "Mei"),
            log.Dealt(1.0, deck=cards),
            log.Acted(0, {"action": "bury", "seat": 0, "cards": cards}, "player", "m1"),
        ]
        return [log.encode(entry) for entry in entries]

    one, two = (ledger.told(bodies(*facts), 0) for facts in (("00", "SA"), ("ff", "H2 H3")))
    assert one == two
