"""A copy of a server: taken while it runs, and a server made of it goes on as the first one."""

from __future__ import annotations

import contextlib
import sqlite3
from itertools import count

import pytest
from typer.testing import CliRunner

from tests.server.serving import serving
from tuolaji.cli.app import app
from tuolaji.server.store.backup import BadBackup, backup_folder, columns, restore_folder
from tuolaji.server.store.sqlite_writes import SCHEMA


def run(*words, code=0):
    done = CliRunner().invoke(app, [*map(str, words), "--lang", "en"])
    assert done.exit_code == code, done.output
    return done.output


def test_a_restored_server_goes_on_with_the_same_guests_and_tables(tmp_path):
    with serving(tmp_path / "old") as served, served.guest() as guest:
        table = guest.make(seed=3)
        with guest.join(table) as player:
            first = player.play_deal()
        (tmp_path / "old" / "events").mkdir(exist_ok=True)
        (tmp_path / "old" / "events" / "cup.log").write_bytes(b"a line")
        said = run("backup", tmp_path / "copy.db", "--data", tmp_path / "old")
        assert "tables: 1" in said
        cookies = dict(guest.http.cookies)
    assert "tables: 1" in run("restore", tmp_path / "copy.db", "--data", tmp_path / "new")
    assert (tmp_path / "new" / "events" / "cup.log").read_bytes() == b"a line"
    with serving(tmp_path / "new") as served, served.guest() as guest:
        guest.http.cookies.clear()
        guest.http.cookies.update(cookies)
        with guest.join(table) as player:
            player.numbers = count(1000)  # the first ones were used in the first deal
            assert player.state["you"] == 0
            assert player.state["result"] == first["result"]
            player.say("go")
            player.wait_for(lambda state: state["result"] is None)
            assert player.play_deal()["result"]["deal"] == 1
    with sqlite3.connect(tmp_path / "new" / "tables.db") as inside:
        assert inside.execute("SELECT count(*) FROM facts WHERE name = 'key'").fetchone() == (0,)


def test_both_kinds_of_database_have_the_same_tables():
    """But for leases, which are nobody's after a restore."""
    schema = pytest.importorskip("tuolaji.server.store.schema")
    with contextlib.closing(sqlite3.connect(":memory:")) as inside:
        inside.executescript(SCHEMA)
        small = {name: {*names} for name, names in columns(inside).items()}
    large = {name: {*table.c.keys()} for name, table in schema.metadata.tables.items()}
    assert set(large) - set(small) == {"leases", "owners"}
    assert {name: large[name] - names for name, names in small.items() if large[name] != names} == {
        "entries": {"epoch"}
    }


def test_nothing_is_overwritten_and_what_is_no_copy_is_refused(tmp_path):
    with serving(tmp_path / "one"):
        pass
    backup_folder(tmp_path / "one", tmp_path / "copy.db")
    with pytest.raises(BadBackup, match="there already"):
        backup_folder(tmp_path / "one", tmp_path / "copy.db")
    with pytest.raises(BadBackup, match="there already"):
        restore_folder(tmp_path / "copy.db", tmp_path / "one")
    with pytest.raises(BadBackup, match="no server"):
        backup_folder(tmp_path / "none", tmp_path / "other.db")
    with pytest.raises(BadBackup, match="there is no"):
        restore_folder(tmp_path / "other.db", tmp_path / "two")
    whole = (tmp_path / "copy.db").read_bytes()
    for name, bytes_ in {"text": b"cards", "half": whole[: len(whole) // 2], "empty": b""}.items():
        (tmp_path / name).write_bytes(bytes_)
        assert "no copy of a server" in run("restore", tmp_path / name, "--data", tmp_path, code=2)
    assert not (tmp_path / "tables.db").exists()
    for key in ("none", "ab"):
        with contextlib.closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
            copy.execute("UPDATE facts SET value = ? WHERE name = 'key'", (key,))
            copy.commit()
        with pytest.raises(BadBackup, match="its key is damaged"):
            restore_folder(tmp_path / "copy.db", tmp_path / "damaged")
    assert not (tmp_path / "damaged").exists()
    (tmp_path / "copy.db").write_bytes(whole)
    (tmp_path / "three").mkdir()
    (tmp_path / "three" / "key").write_bytes(b"another server's")
    assert "there already" in run(
        "restore", tmp_path / "copy.db", "--data", tmp_path / "three", code=2
    )
    with contextlib.closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
