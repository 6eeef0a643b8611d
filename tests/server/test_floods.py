"""Floods of small things: each is bounded, and the one who sends them is the one who is closed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import socket
import threading
import time
from types import SimpleNamespace

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.players import random_action
from tests.server.serving import PATIENCE, serving
from tests.server.test_table import a_play, to_play
from tests.server.timeless import Bots
from tuolaji import PRESETS
from tuolaji.deal.actions import to_json
from tuolaji.server import costs
from tuolaji.server.buckets import Bucket
from tuolaji.server.connections import BoundedHttp, BoundedSocket
from tuolaji.server.limits import Limits
from tuolaji.server.protocol import incoming
from tuolaji.server.protocol.outgoing import SaidMessage, write
from tuolaji.server.table import entries as log
from tuolaji.server.table.actor import TableActor
from tuolaji.server.table.presenter import Presenter
from tuolaji.server.table.state import begin

MASK = b"\x80\0\0\0\0"  # an empty frame of a client


@pytest.mark.parametrize(
    "frame",
    [b"\x89" + MASK, b"\x8a" + MASK, b"\x00" + MASK],
    ids=["pings", "pongs", "pieces of a message"],
)
def test_a_socket_that_sends_empty_frames_is_closed_and_no_other(guest, frame):
    table = guest.make(seed=5)
    with guest.join(table) as player, guest.join(table) as other:
        raw = player.socket.socket
        if frame[:1] == b"\x00":
            raw.sendall(b"\x01" + MASK)
        with contextlib.suppress(OSError):
            for _ in range(200):
                raw.sendall(frame * 100)
        with pytest.raises(ConnectionClosed) as closed:
            player.hear_out()
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1008
        other.say("ping", t=1)
        assert other.answer("pong")


def test_a_message_may_come_in_pieces_and_pings_are_answered(guest):
    with guest.join(guest.make(seed=5)) as player:
        player.socket.send(['{"do": ', '"ping",', ' "t": 7}'])
        assert player.answer("pong")["t"] == 7
        assert player.socket.ping().wait(PATIENCE)


def connected(served):
    return socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)


HALF_SENT = [
    b"",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n",
    b"POST /api/judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n{",
    b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT",
]


@pytest.mark.parametrize("sent", HALF_SENT)
def test_a_request_that_does_not_come_whole_is_given_up(tmp_path, sent):
    with serving(tmp_path, request_seconds=0.3) as served, connected(served) as raw:
        raw.sendall(sent)
        with contextlib.suppress(ConnectionResetError):
            while raw.recv(4096):
                pass


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: b\r\n\r\n",
    ],
)
def test_requests_that_make_no_sense_fill_no_log(served, sent, caplog):
    """Five thousand a second can be sent, and the operator's page shows the last hundred lines."""
    with caplog.at_level(logging.WARNING), connected(served) as raw:
        raw.sendall(sent)
        assert raw.recv(4096)
    assert not caplog.records


def test_of_many_unfinished_requests_the_oldest_are_given_up(tmp_path):
    limited = serving(tmp_path, unfinished_requests=20, request_seconds=1e6)
    with limited as served, contextlib.ExitStack() as stack:
        opened = []
        for _ in range(40):
            raw = stack.enter_context(connected(served))
            raw.sendall(b"GET / HTTP/1.1\r\n")
            opened.append(raw)
        for raw in opened[:20]:
            with contextlib.suppress(ConnectionResetError):
                assert raw.recv(1) == b""
        with served.guest() as guest:
            assert guest.http.get("/healthz").text == "ok\n"


def test_an_answer_that_nobody_takes_is_given_up(tmp_path, monkeypatch):
    """Else whoever asks and does not read keeps a connection, and what waits for it, for ever."""
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("the page")
    (page / "large.bin").write_bytes(bytes(3_000_000))
    gone, give_up = threading.Event(), BoundedHttp._give_up
    monkeypatch.setattr(BoundedHttp, "_give_up", lambda http: (give_up(http), gone.set()))
    limited = serving(tmp_path / "data", page=page, answer_seconds=0.2)
    with limited as served, connected(served) as raw:
        raw.sendall(b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5)
        raw.sendall(b"GET")  # which is no reason to wait for longer
        assert gone.wait(PATIENCE)


@pytest.mark.parametrize(("untaken", "waits"), [(100_000, True), (100_001, False)])
def test_an_answer_that_is_taken_slowly_is_waited_for(untaken, waits):
    """100,001 bytes were left when it was looked at before."""
    loop = asyncio.new_event_loop()
    http = BoundedHttp.__new__(BoundedHttp)
    http.loop, http.bounds, http._untaken = loop, Limits(), 100_001
    http.requests, http.answers = {}, {}
    gone = []
    http.transport = SimpleNamespace(
        get_write_buffer_size=lambda: untaken, abort=lambda: gone.append(True)
    )
    http._look()
    assert (bool(http.answers), not gone) == (waits, waits)
    loop.close()


@pytest.mark.parametrize(
    ("header", "answered"),
    [
        (b"X: " + b"a" * 9000, True),
        (b"\r\n".join(b"x%d: y" % n for n in range(200)), True),
        (b"Content-Length: 5", False),
    ],
    ids=["long", "many", "with a body"],
)
def test_a_socket_that_cannot_be_opened_is_refused(served, header, answered):
    """It was left open for as long as its client liked; one with a body is closed in silence."""
    with connected(served) as raw:
        raw.sendall(_SHAKE.removesuffix(b"\r\n") + header + b"\r\n\r\nhello")
        answer = b""
        while more := raw.recv(4096):
            answer += more
        assert answer.startswith(b"HTTP/1.1 4") if answered else not answer


_SHAKE = (
    b"GET /ws/nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
_GOOD_BYE, _PING = b"\x88\x80\0\0\0\0", b"\x89\x80\0\0\0\0"


@pytest.mark.parametrize("answer", [_GOOD_BYE, _PING * 40_000], ids=["good-bye", "pings"])
def test_a_socket_that_was_sent_away_ends_when_it_has_answered(tmp_path, monkeypatch, answer):
    """And not after the ten seconds for those that never do; nor may it go on for ever."""

    def begun(self, transport):
        super(BoundedSocket, self).connection_made(transport)
        self._frames, self.close_timeout = Bucket(10, 60), 1e6

    monkeypatch.setattr(BoundedSocket, "connection_made", begun)
    with (
        serving(tmp_path) as served,
        socket.create_connection(("127.0.0.1", served.port), PATIENCE) as raw,
    ):
        raw.sendall(_SHAKE)
        heard = b""
        while b"\x88" not in heard[-20:]:
            heard += raw.recv(4096)
        with contextlib.suppress(ConnectionError):
            raw.sendall(answer)
            while raw.recv(4096):
                pass


def test_a_socket_without_hello_is_closed(tmp_path):
    with serving(tmp_path, hello_seconds=0.2) as served, served.guest() as guest:
        table = guest.make(seed=5)
        with connected(served) as raw:
            raw.sendall(
                f"GET /ws/{table} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            )
            assert raw.recv(12) == b"HTTP/1.1 101"
            while raw.recv(4096):
                pass


# What is kept.


def friends(ruleset):
    """A table of people with the longest names there are, in the middle of a deal."""
    state = begin_with(ruleset)
    for at in range(state.ruleset.players):
        state = state.apply(log.Sat(at, f"{at:016}", "𝓜" * Limits().name_characters))
    return state.apply(log.Committed("00" * 64)).apply(log.Dealt(0.0))


def begin_with(ruleset):
    return begin("t" * 10, log.Made(ruleset, "0" * 16, 0, 0.0))


@pytest.mark.parametrize("ruleset", PRESETS)
@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_a_snapshot_is_small_whatever_was_said(ruleset, language):
    async def said():
        table = TableActor(friends(ruleset), {}, None, Bots(random.Random(1)))
        for _ in range(60):
            text = "𝓜" * Limits().chat_characters
            table.chat.say(SaidMessage(None, "𝓜" * 24, text, None, "sign"), "guest")
        return table

    table = asyncio.run(said())
    assert table.chat.lines
    rng = random.Random(ruleset)
    while table.state.running:
        for seat in (0, None):
            shown = Presenter(table.state, table.status(), seat, language)
            message = shown.state_message(None, chat=table.chat.lines)
            assert len(write(message).encode()) <= 8192
        action = random_action(table.state.deal, rng)
        table.state = table.state.apply(log.Acted(action.seat, to_json(action), "player"))


def test_moves_are_taken_back_only_so_often(tmp_path):
    limited = serving(tmp_path, take_backs=3, message_units=(1e6, 1e6))
    with limited as served, served.guest() as guest, guest.join(guest.make(seed=5)) as player:
        to_play(player)
        for times in range(4):
            player.wait_for(lambda state: state["turn"] and state["view"]["phase"] == "play")
            assert player.settle(player.act(a_play(player)))["is"] == "done"
            player.say("undo", id=f"back {times}")
            answer = player.settle(f"back {times}")
            assert (answer["is"] == "done") == (times < 3)
        assert answer["code"] == "too-often"


def test_a_room_is_changed_only_so_often(tmp_path):
    limited = serving(tmp_path, room_changes=(0.0, 5.0), message_units=(1e6, 1e6))
    with (
        limited as served,
        served.guest() as guest,
        guest.join(guest.make(seats="friends")) as player,
    ):
        for times in range(8):
            player.say("ready", on=times % 2 == 1)
        assert player.answer("refused")["code"] == "too-fast"


def said_by(player):
    return [one["text"] for one in player.heard if one["is"] == "said"]


def test_whoever_comes_again_and_again_says_no_more_than_on_one_page(tmp_path):
    limited = serving(tmp_path, chat=(0.0, 3.0), request_units=(1e6, 1e6))
    with limited as served, served.guest() as host, served.guest() as guest:
        table = host.make(seats="friends")
        with host.join(table) as player:
            for page in range(3):
                with guest.join(table) as other:
                    for number in range(2):
                        other.say("say", text=f"{page} {number}")
                    other.say("name", text="Mei")
                    assert other.answer("refused" if page else "state")
                    refused = [one["code"] for one in other.heard if one["is"] == "refused"]
                    assert refused == ["too-fast"] * len(refused)
            player.say("say", text="everybody else may speak")
            while "everybody else may speak" not in said_by(player):
                player.hear()
            assert said_by(player) == ["0 0", "0 1", "everybody else may speak"]


def test_onlookers_say_only_so_much_together_whoever_they_are(tmp_path):
    limited = serving(tmp_path, onlookers_chat=(0.0, 2.0), request_units=(1e6, 1e6))
    with limited as served, served.guest() as host:
        table = host.make(seats="friends")
        with host.join(table) as player:
            for number in range(4):
                with served.guest() as guest, guest.join(table) as other:
                    other.say("say", text=str(number))
                    kind = "said" if number < 2 else "refused"
                    assert other.answer(kind)["is"] == kind
            player.say("say", text="last")
            while "last" not in said_by(player):
                player.hear()
            assert said_by(player) == ["0", "1", "last"]


def test_an_address_has_only_so_much_kept_however_many_cookies_it_takes(tmp_path):
    """Ten names a second, each for a guest who never comes back, stayed for good."""
    with serving(tmp_path, facts_of_address=(0.0, 3.0)) as served:
        with httpx.Client(base_url=served.url) as http:
            answers = []
            for number in range(5):
                http.cookies.clear()
                said = http.post("/api/account/name", json={"name": f"Mei {number}"})
                answers.append(said.status_code)
            assert answers == [200, 200, 200, 429, 429]
            for route in costs.KEEP:
                assert http.post(route.removeprefix("POST "), json={}).status_code == 429
        with served.guest() as guest, guest.join(guest.make(seed=5)) as player:
            for do, facts in (("name", {"text": "Lin"}), ("block", {"by": "x", "on": True})):
                player.say(do, **facts)
                assert player.answer("refused")["code"] == "too-fast"
            player.say("ping", t=1)
            assert player.answer("pong")


def test_a_table_nobody_came_to_is_let_go(tmp_path):
    """Made over HTTP and never opened; and one that was only looked at."""
    with serving(tmp_path, idle_seconds=0.05) as served, served.guest() as guest:
        table = guest.make(seed=5)
        hall = served.house.tables.hall
        while hall.tables:
            time.sleep(0.01)
        assert guest.http.get(f"/api/tables/{table}").status_code == 200
        while hall.tables:
            time.sleep(0.01)


def test_a_table_that_stands_still_does_not_keep_everything_it_is_told():
    async def work():
        table = TableActor(
            friends("classic"), {}, None, Bots(random.Random(1)), limits=Limits(messages_waiting=5)
        )
        heard = []
        table.handler.refuse = lambda *said: heard.append(said)
        for number in range(8):
            table.said("client", incoming.read(f'{{"do": "undo", "id": "m{number}"}}'))
        return [(move, why.code) for _, move, why in heard]

    assert asyncio.run(work()) == [(f"m{n}", "too-fast") for n in (5, 6, 7)]
