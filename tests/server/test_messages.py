"""What a socket is told that sends nonsense, too much, or has no business at a table."""

from __future__ import annotations

import json

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.server.serving import PATIENCE, serving
from tuolaji.server.connections import BoundedSocket


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '"hello"',
        "{}",
        '{"do": "fly"}',
        '{"do": "act"}',
        '{"do": "act", "id": "", "seq": 1, "cards": null}',
        '{"do": "act", "id": "a\\u0000", "seq": 1, "cards": null}',
        '{"do": "act", "id": 7, "seq": "x", "cards": []}',
        '{"do": "act", "id": "a", "seq": -1, "cards": null}',
        '{"do": "sit", "seat": 99}',
        '{"do": "ping", "t": 1, "more": 2}',
        '{"do": "say", "text": "\\ud800"}',
        "[" * 3000,
        '{"do": {"do": {"do": 1}}}',
    ],
)
def test_what_cannot_be_read_is_refused_and_the_table_goes_on(guest, text):
    with guest.join(guest.make(seed=5)) as player:
        player.socket.send(text)
        assert player.answer("refused")["code"] in ("bad-message", "no-such-seat")
        player.say("ping", t=4)
        assert player.answer("pong")["t"] == 4


def test_a_message_that_is_too_large_closes_the_socket_and_only_this_one(guest):
    table = guest.make(seed=5)
    with guest.join(table) as player, guest.join(table) as other:
        player.socket.send("x" * (16 * 1024 + 1))
        with pytest.raises(ConnectionClosed) as closed:
            player.hear_out()
        assert closed.value.rcvd.code == 1009
        other.say("ping", t=1)
        assert other.answer("pong")


def test_too_many_messages_are_refused_and_far_too_many_end_it(tmp_path):
    limited = serving(tmp_path, message_units=(0.0, 8.0))
    with limited as served, served.guest() as guest, guest.join(guest.make(seed=5)) as player:
        for _ in range(4):
            player.say("ping", t=0)
            player.answer("pong")
        player.say("ping", t=0)
        assert player.answer("refused")["code"] == "too-fast"
        player.say("act", id="mine", seq=1, cards=None)
        refused = player.answer("refused")
        assert (refused["id"], refused["code"]) == ("mine", "too-fast")
        for _ in range(100):
            player.say("ping", t=0)
        with pytest.raises(ConnectionClosed) as closed:
            player.hear_out()
        assert closed.value.rcvd.code == 1008


def test_before_hello_nothing_is_done(guest, served):
    url = f"ws://127.0.0.1:{served.port}/ws/{guest.make()}"
    headers = {"Cookie": guest.cookie()}
    with connect(url, additional_headers=headers, origin=served.url) as socket:
        socket.send(json.dumps({"do": "hint"}))
        assert json.loads(socket.recv(timeout=PATIENCE))["code"] == "no-hello"


def test_a_foreign_page_is_turned_away(guest, served):
    url = f"ws://127.0.0.1:{served.port}/ws/{guest.make()}"
    with pytest.raises(InvalidStatus) as refused, connect(url, origin="http://evil.example"):
        pass
    assert refused.value.response.status_code == 403


def test_a_table_that_is_not_there_is_said_plainly(served):
    with connect(f"ws://127.0.0.1:{served.port}/ws/nowhere", origin=served.url) as socket:
        assert json.loads(socket.recv(timeout=PATIENCE)) == {"is": "gone", "reason": "no-table"}
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=PATIENCE)
        assert closed.value.rcvd.code == 4404


def test_a_socket_is_closed_as_soon_as_the_client_has_answered(served, monkeypatch):
    made = BoundedSocket.connection_made

    def with_patience(socket, transport):
        socket.close_timeout = 100 * PATIENCE
        made(socket, transport)

    monkeypatch.setattr(BoundedSocket, "connection_made", with_patience)
    url = f"ws://127.0.0.1:{served.port}/ws/nowhere"
    with connect(url, origin=served.url, close_timeout=2 * PATIENCE) as socket:
        socket.recv(timeout=PATIENCE)
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=PATIENCE)


def test_a_forged_cookie_is_nobody(guest, served):
    table = guest.make(seed=5)
    who, signature = guest.http.cookies["tuolaji"].rsplit(".", 1)
    forged = ("B" if signature.startswith("A") else "A") + signature[1:]
    with served.guest() as thief:
        thief.http.cookies.clear()
        thief.http.cookies.set("tuolaji", f"{who}.{forged}")
        with thief.join(table) as player:
            assert player.state["you"] is None
            assert "hand" not in player.state["view"] if player.state["view"] else True


def test_a_move_that_was_done_long_ago_gives_nobody_time(served, guest, monkeypatch):
    """The table remembers the last moves only; it is not begun anew when an older one comes."""
    table = guest.make(seed=5)
    with guest.join(table) as player:
        actor = served.house.tables.hall.tables[table]
        while (player.state["view"] or {}).get("phase") != "play" or not player.my_turn():
            player.settle(player.act(player.choose())) if player.my_turn() else player.hear()
        old = player.act(player.choose())
        player.settle(old)
        player.wait_for(lambda _: player.my_turn())
        monkeypatch.setattr(actor, "moves", {})
        begun, known = actor.schedule.turn_at, actor.state
        player.say("act", id=old, seq=player.state["seq"], cards=player.choose())
        assert player.settle(old)["code"] == "stale"
        assert (actor.schedule.turn_at, actor.state) == (begun, known)
        assert player.settle(player.act(player.choose()))["is"] == "done"
