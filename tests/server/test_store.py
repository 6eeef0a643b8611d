"""The store: what is acknowledged is on the disk, and what is not there yet is not acknowledged."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from websockets.sync.client import connect

from tests.server.serving import PATIENCE, Served, serving
from tests.server.test_table import a_play, to_play
from tuolaji.server.roles import gateway
from tuolaji.server.store.base import CannotRead, Fenced, LogRow, Statement, Summary, Taken
from tuolaji.server.store.sqlite import SqliteStore

NOTHING = Summary(0.0, running=True, body=b"{}")


def run(work):
    return asyncio.run(work)


def test_rows_come_back_in_order_and_tables_are_apart(tmp_path):
    async def work():
        store = SqliteStore(tmp_path / "a.db")
        await store.append("one", 1, [LogRow(1, b"a"), LogRow(2, b"b")], NOTHING)
        await store.append("two", 1, [LogRow(1, b"x")], Summary(1.0, False, b"{}", ("mei",)))
        await store.append("one", 1, [LogRow(3, b"c")], NOTHING)
        store.close()

        again = SqliteStore(tmp_path / "a.db")
        assert await again.read("one") == [b"a", b"b", b"c"]
        assert await again.read("two") == [b"x"]
        assert await again.read("three") == []
        assert await again.of_guest("mei", 5) == [("two", 1.0, b"{}")]
        again.close()

    run(work())


def test_a_table_that_was_ended_is_not_appended_to_by_who_had_it(tmp_path):
    """Else what its bots did while it was deleted was left, a log without its beginning."""

    async def work():
        store = SqliteStore(tmp_path / "a.db")
        epoch = await store.take("t", new=True)
        await store.append("t", epoch, [LogRow(1, b"a")], NOTHING)
        gone = [
            Statement("DELETE FROM entries WHERE tbl = :tbl", {"tbl": "t"}),
            Statement("DELETE FROM tables WHERE id = :tbl", {"tbl": "t"}),
        ]
        together = store.append("t", epoch, [LogRow(2, b"b")], NOTHING)
        await store.change(gone, ends=["t"])
        await together
        with pytest.raises(Fenced):
            await store.append("t", epoch, [LogRow(3, b"c")], NOTHING)
        with pytest.raises(KeyError):
            await store.take("t")
        assert await store.read("t") == []
        await store.append("other", 1, [LogRow(1, b"x")], NOTHING)
        await store.change([], ends=["other"])
        with pytest.raises(Fenced):
            await store.append("other", 1, [LogRow(2, b"y")], NOTHING)
        again = await store.take("other")
        await store.append("other", again, [LogRow(2, b"z")], NOTHING)
        assert await store.read("other") == [b"x", b"z"]
        store.close()

    run(work())


def test_reading_does_not_hold_up_the_loop(tmp_path):
    gate = threading.Event()

    class Slow:
        def __init__(self, reader):
            self.reader = reader

        def execute(self, *asked):
            gate.wait()
            return self.reader.execute(*asked)

        def close(self):
            self.reader.close()

    async def work():
        store = SqliteStore(tmp_path / "a.db")
        store._reader = Slow(store._reader)
        asked = [store.read("t"), store.of_guest("mei", 5), store.facts("mei")]
        reading = asyncio.gather(*asked)
        await asyncio.sleep(0)
        assert not reading.done()  # and we are here: the loop goes on
        gate.set()
        assert await reading == [[], [], {}]
        store.close()

    run(work())


def test_a_row_or_a_move_that_is_there_is_refused_and_nothing_of_it_stays(tmp_path):
    async def work():
        store = SqliteStore(tmp_path / "a.db")
        await store.append("t", 1, [LogRow(1, b"a", 0, "m1")], NOTHING)
        others = [store.append("u", 1, [LogRow(1, b"u")], NOTHING)]
        with pytest.raises(Taken):
            await store.append(
                "t", 1, [LogRow(2, b"b", 0, "m2"), LogRow(3, b"c", 0, "m1")], NOTHING
            )
        with pytest.raises(Taken):
            await store.append("t", 1, [LogRow(1, b"d")], NOTHING)
        await store.append("t", 1, [LogRow(2, b"e", 1, "m1")], NOTHING)
        await asyncio.gather(*others)
        assert await store.read("t") == [b"a", b"e"]
        assert await store.read("u") == [b"u"]
        store.close()

    run(work())


def test_what_waits_is_committed_together(tmp_path):
    class Counting(SqliteStore):
        commits = 0
        gate = threading.Event()

        def commit(self, connection):
            self.gate.wait()
            Counting.commits += 1
            super().commit(connection)

    async def work():
        store = Counting(tmp_path / "a.db")
        appends = [store.append(f"t{n}", 1, [LogRow(1, b"x")], NOTHING) for n in range(100)]
        await asyncio.sleep(0.05)
        Counting.gate.set()
        await asyncio.gather(*appends)
        store.close()

    run(work())
    assert Counting.commits <= 3


def test_a_turn_without_rows_goes_to_the_disk_like_any_other(tmp_path):
    """Else how long it takes would tell whether somebody was asked."""

    async def work():
        store = SqliteStore(tmp_path / "a.db")
        await store.append("one", 1, [LogRow(1, b"a")], NOTHING)
        wal = tmp_path / "a.db-wal"
        before = wal.stat().st_size
        await store.append("one", 1, [], NOTHING)
        assert wal.stat().st_size > before
        store.close()

    run(work())


def test_a_database_that_is_gone_for_a_while_loses_nothing(tmp_path):
    """Commits fail; the append is done when one succeeds."""

    class Failing(SqliteStore):
        left = 2

        def commit(self, connection):
            if Failing.left:
                Failing.left -= 1
                raise sqlite3.OperationalError("disk I/O error")
            super().commit(connection)

    async def work():
        store = Failing(tmp_path / "a.db")
        await store.append("t", 1, [LogRow(1, b"a")], NOTHING)
        assert await store.read("t") == [b"a"]
        store.close()

    run(work())
    assert Failing.left == 0


class Gated(SqliteStore):
    """A store whose commits wait until they are let through."""

    def __init__(self, file):
        self.open_gate = threading.Event()
        self.open_gate.set()
        self.held = threading.Event()
        super().__init__(file)

    def commit(self, connection):
        if not self.open_gate.is_set():
            self.held.set()
            self.open_gate.wait()
        super().commit(connection)


def test_a_commit_that_has_not_returned_is_not_acknowledged(tmp_path):
    """While the commit hangs no answer comes and nobody sees the move; then both do."""
    store = Gated(tmp_path / "a.db")
    with serving(tmp_path, store=store) as served, served.guest() as guest:
        table = guest.make(seed=5)
        with guest.join(table) as player, guest.join(table) as witness:
            before = to_play(player)
            witness.wait_for(lambda state: state["seq"] == before["seq"])
            store.open_gate.clear()
            move = player.act(a_play(player))
            store.held.wait()
            for client in (player, witness):
                with pytest.raises(TimeoutError):
                    client.hear(timeout=0.7)
            store.open_gate.set()
            assert player.settle(move)["is"] == "done"
            witness.wait_for(lambda state: state["seq"] > before["seq"])


def traced(lines, move):
    """The lines on which a move was written, then synced, then acknowledged."""
    written = next(n for n, line in enumerate(lines) if "pwrite64" in line and move in line)
    acknowledged = next(
        n
        for n, line in enumerate(lines)
        if re.search(r'is\\":\\"done', line) and re.search(rf'id\\":\\"{move}\\"', line)
    )
    synced = [
        n
        for n, line in enumerate(lines)
        if written < n < acknowledged and re.search(r"fdatasync|fsync", line) and "-wal" in line
    ]
    finished = [n for n in synced if "unfinished" not in lines[n]]
    resumed = [
        n
        for n, line in enumerate(lines)
        if written < n < acknowledged and re.search(r"(fdatasync|fsync) resumed", line)
    ]
    return written, finished or (synced and resumed), acknowledged


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_the_order_on_the_disk_and_on_the_wire(tmp_path):
    """Traced: the log's page is written, synced to the disk, and only then is `done` sent."""
    trace = tmp_path / "trace"
    calls = "trace=pwrite64,fsync,fdatasync,write,writev,send,sendto,sendmsg"
    command = ["strace", "-f", "-y", "-s", "6000", "-e", calls, "-o", str(trace)]
    server = [sys.executable, "-m", "tuolaji", "serve", "--no-open", "--port", "0", "--lang", "en"]
    process = subprocess.Popen(
        [*command, *server, "--data", str(tmp_path / "data")], stdout=subprocess.PIPE, text=True
    )
    moves = []
    try:
        line = process.stdout.readline()
        served = Served(int(line.rsplit(":", 1)[1]))
        with served.guest() as guest, guest.join(guest.make(seed=5)) as player:
            to_play(player)
            for number in range(3):
                player.wait_for(lambda state: state["turn"] is not None)
                move = f"traced-move-{number}"
                facts = {"seq": player.state["seq"], "cards": a_play(player)}
                player.say("act", id=move, **facts)
                assert player.settle(move)["is"] == "done"
                moves.append(move)
    finally:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
        for child in map(int, children.split()):
            os.kill(child, signal.SIGKILL)
        process.wait()
        process.stdout.close()
    lines = trace.read_text(errors="replace").splitlines()
    for move in moves:
        written, synced, acknowledged = traced(lines, move)
        assert written < acknowledged
        assert synced, move


ERRORS = [
    sqlite3.OperationalError("disk I/O error"),
    sqlite3.DatabaseError("database disk image is malformed"),
    sqlite3.InternalError("internal error"),
    sqlite3.NotSupportedError("what?"),
    OSError(28, "No space left on device"),
    MemoryError(),
    RuntimeError("anything"),
]


@pytest.mark.parametrize("error", ERRORS, ids=[type(error).__name__ for error in ERRORS])
def test_no_error_ends_the_writer(tmp_path, error):
    """Whatever fails, in the work itself or at the commit, is tried again till it succeeds."""

    class Failing(SqliteStore):
        retry = 0.001
        left = 3

        def commit(self, connection):
            if Failing.left:
                Failing.left -= 1
                raise error
            super().commit(connection)

    async def work():
        store = Failing(tmp_path / "a.db")
        await asyncio.wait_for(store.append("t", 1, [LogRow(1, b"a")], NOTHING), 60)
        failing = iter([error, error])

        def sometimes(connection):
            if (why := next(failing, None)) is not None:
                raise why
            connection.execute("INSERT INTO facts VALUES ('mei', 'name', 'Mei')")

        other = store.append("u", 1, [LogRow(1, b"b")], NOTHING)
        await asyncio.wait_for(asyncio.gather(store._put(sometimes), other), 60)
        assert await store.read("t") == [b"a"]
        assert await store.read("u") == [b"b"]
        assert await store.facts("mei") == {"name": "Mei"}
        store.close()

    run(work())


@pytest.mark.parametrize("value", ["\ud800", 2**70, object()], ids=["text", "number", "thing"])
def test_what_can_never_be_written_is_refused_alone(tmp_path, value):
    async def work():
        store = SqliteStore(tmp_path / "a.db")
        good = store.append("t", 1, [LogRow(1, b"a")], NOTHING)
        with pytest.raises((ValueError, OverflowError, sqlite3.Error)):
            await asyncio.wait_for(store.keep("mei", "name", value), 60)
        await asyncio.wait_for(good, 60)
        await asyncio.wait_for(store.keep("mei", "name", "Mei"), 60)
        assert await store.facts("mei") == {"name": "Mei"}
        store.close()

    run(work())


def test_what_cannot_be_read_is_said_and_read_later(tmp_path, monkeypatch):
    monkeypatch.setattr(gateway, "LONG_PATIENCE", 0.5)

    class Broken:
        def __init__(self, reader):
            self.reader, self.broken = reader, False

        def execute(self, *asked):
            if self.broken:
                raise sqlite3.DatabaseError("file is not a database")
            return self.reader.execute(*asked)

        def close(self):
            self.reader.close()

    store = SqliteStore(tmp_path / "a.db")
    store._reader = Broken(store._reader)
    with serving(tmp_path, store=store) as served, served.guest() as guest:
        table = guest.make(seed=5)
        served.house.tables.hall.tables.clear()
        store._reader.broken = True
        for path in (f"/api/tables/{table}", "/api/home"):
            answer = guest.http.get(path)
            assert (answer.status_code, answer.json()["detail"]["code"]) == (503, "unavailable")
        url = f"ws://127.0.0.1:{served.port}/ws/{table}"
        with connect(url, origin=served.url) as socket:
            assert '"restart"' in socket.recv(timeout=PATIENCE)
        store._reader.broken = False
        with guest.join(table) as player:
            player.play_deal()


def test_of_many_questions_each_gets_its_own_answer_and_a_wrong_one_fails_alone(tmp_path):
    async def work():
        store = SqliteStore(tmp_path / "a.db")
        for at in range(40):
            await store.append(f"t{at}", 1, [LogRow(1, b"%d" % at)], NOTHING)
        asked = [store.read(f"t{at}") for at in range(40)]
        gone = asyncio.ensure_future(store.read("t0"))
        gone.cancel()
        wrong = store._ask("SELECT nothing FROM nowhere")
        answers = await asyncio.gather(*asked, wrong, return_exceptions=True)
        assert answers[:-1] == [[b"%d" % at] for at in range(40)]
        assert isinstance(answers[-1], CannotRead)
        store.close()
        with pytest.raises(CannotRead):
            await store.read("t0")

    run(work())
