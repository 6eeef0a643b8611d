"""The commands `tuolaji serve` and `tuolaji play` as processes."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
import time

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.cluster.parts import free_port

from .serving import Guest, Served

TUOLAJI = [sys.executable, "-m", "tuolaji"]


@contextlib.contextmanager
def started(*words):
    """A server, and the address it prints; stopped at the end as a user would."""
    process = subprocess.Popen(
        [*TUOLAJI, *words, "--no-open", "--lang", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process, process.stdout.readline().rpartition(" ")[2].strip()
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate()


def refused(*words):
    done = subprocess.run(
        [*TUOLAJI, *words, "--lang", "en"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2, done
    return done.stderr


def test_whoever_is_there_hears_when_to_come_back_before_it_stops(tmp_path):
    with started("serve", "--port", "0", "--data", str(tmp_path)) as (process, url):
        with (
            Guest(Served(int(url.rpartition(":")[2]))) as guest,
            guest.join(guest.make()) as player,
        ):
            process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                player.hear_out()
        gone = player.heard[-1]
        assert (closed.value.rcvd.code, gone["is"], gone["reason"]) == (1012, "gone", "restart")
        assert 0 < gone["after"] < 5


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_until_it_is_told_to_stop(tmp_path, stop):
    with started("serve", "--port", "0", "--data", str(tmp_path)) as (process, url):
        assert httpx.get(f"{url}/healthz").text == "ok\n"
        process.send_signal(stop)
        said, errors = process.communicate()
        assert process.returncode == 0, errors
        assert said.endswith("Stopped. Every match is saved.\n")
        assert errors == ""
    assert {file.name for file in tmp_path.iterdir()} >= {"tables.db", "key", "lock"}


def test_two_servers_do_not_share_a_folder_or_a_port(tmp_path):
    words = ("serve", "--port", "0", "--data", str(tmp_path / "one"))
    with started(*words) as (_, url):
        assert url in refused(*words, "--no-open")
        port = url.rpartition(":")[2]
        other = ("serve", "--port", port, "--data", str(tmp_path / "two"), "--no-open")
        assert f"127.0.0.1:{port}" in refused(*other)


def take(taken, port):
    """Have a port; a program that keeps it for good is as good, one that ends just now is not."""
    for _ in range(20):
        with contextlib.suppress(OSError):
            taken.bind(("127.0.0.1", port))
            taken.listen()
            return
        time.sleep(0.5)


def test_play_takes_another_port_if_its_own_is_taken(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with contextlib.closing(socket.socket()) as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        take(taken, 8097)
        with started("play") as (_, url):
            assert not url.endswith(":8097")
            assert httpx.get(f"{url}/healthz").text == "ok\n"
            again = subprocess.run(
                [*TUOLAJI, "play", "--no-open"], capture_output=True, text=True, check=False
            )
            assert (again.returncode, url in again.stderr) == (0, True)


def test_options_of_the_terminal_are_refused_in_the_browser():
    assert "--terminal" in refused("play", "--seed", "5")


def test_a_folder_that_cannot_be_had_is_said(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    assert "file" in refused("serve", "--port", "0", "--no-open", "--data", str(file / "below"))


@pytest.mark.parametrize(
    "words",
    [
        ("--origin", "cards.example.org"),
        ("--origin", "https://cards.example.org/play"),
        ("--origin", ""),
        ("--database", "nonsense", "--bus", "nats://127.0.0.1"),
        ("--database", "mysql://127.0.0.1/x", "--bus", "nats://127.0.0.1"),
        ("--database", "postgresql://127.0.0.1:port/x", "--bus", "nats://127.0.0.1"),
        ("--database", "postgresql://127.0.0.1/x", "--bus", "nonsense"),
        ("--database", "postgresql://127.0.0.1/x", "--bus", "nats://"),
        ("--database", "postgresql://127.0.0.1/x", "--bus", "nats://127.0.0.1:port"),
    ],
)
def test_addresses_that_are_none_are_refused(tmp_path, words):
    """Nobody could have come by the first, and the others were errors of the program."""
    said = refused("serve", "--port", "0", "--no-open", "--data", str(tmp_path), *words)
    assert "Traceback" not in said
    assert not list(tmp_path.iterdir())


def test_a_key_that_is_none_is_said(tmp_path):
    (tmp_path / "key").write_text("short")
    said = refused("serve", "--port", "0", "--no-open", "--data", str(tmp_path))
    assert "is no key" in said
    assert "Traceback" not in said


def test_the_operators_key_is_that_of_a_server(tmp_path):
    misspelled = tmp_path / "sever"
    assert "no server has run" in refused("operator", "--data", str(misspelled))
    assert not misspelled.exists()
    assert "is no address of a database" in refused("operator", "--database", "nonsense")


def test_who_waits_for_the_database_lets_nobody_in_and_can_be_told_to_stop():
    """Whoever comes to a process that is not ready is to ask another one, and not to wait."""
    pytest.importorskip("psycopg")
    cluster = ("--database", "postgresql://127.0.0.1:1/x", "--bus", "nats://127.0.0.1:1")
    port = free_port()
    process = subprocess.Popen(
        [*TUOLAJI, "serve", *cluster, "--port", str(port), "--no-open", "--lang", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        while "waiting for the database" not in process.stderr.readline():
            pass
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate()
        assert process.returncode == 0
        assert "Traceback" not in errors
    finally:
        process.kill()
        process.communicate()


def test_an_event_is_served_where_it_lies(tmp_path):
    plan = tmp_path / "cup.toml"
    plan.write_text(
        'name = "Cup"\nruleset = "meizhusong"\nformat = "round-robin"\nseed = "s"\n'
        'entrants = [{id = "a"}, {id = "b"}]\n'
    )
    event = str(tmp_path / "cup.jsonl")
    for words in (("new", str(plan)), ("link", event, "organiser")):
        subprocess.run([*TUOLAJI, "event", *words], check=True, capture_output=True)
    words = ("event", "serve", event, "--port", "0", "--data", str(tmp_path / "data"))
    with started(*words) as (_, url):
        seen = httpx.get(url.replace("/event/", "/api/event/")).json()
    assert (seen["name"], seen["role"]) == ("Cup", "organiser")
