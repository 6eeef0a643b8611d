"""Full disks, Ctrl-C, files of the wrong kind: one sentence, no traceback, no half of a file."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tuolaji.cli.app import app
from tuolaji.files import write_whole

runner = CliRunner()
FULL = Path("/dev/full")
CUP = Path(__file__).parent.parent / "examples" / "cup.toml"


def refused(*words):
    """What a command says that ends with status 2, in one line."""
    done = runner.invoke(app, list(map(str, words)), env={"LANG": "C.UTF-8", "LC_ALL": ""})
    assert done.exit_code == 2, done.output
    return re.sub(r"[│\s]+", " ", done.stderr)


@pytest.fixture
def record(tmp_path):
    file = tmp_path / "deals.tlj"
    done = runner.invoke(
        app, ["simulate", "--ruleset", "classic", "--deals", "1", "--record", str(file)]
    )
    assert done.exit_code == 0
    return file


def test_a_full_disk_leaves_no_half_of_a_file(tmp_path, record, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    event = tmp_path / "cup.jsonl"
    assert runner.invoke(app, ["event", "new", str(CUP), "--to", str(event)]).exit_code == 0
    monkeypatch.setattr("os.fsync", full)
    before = sorted(tmp_path.iterdir())
    for name, words in {
        "other.jsonl": ("replay", record, "--to"),
        "page.html": ("event", "export", event),
        "five.sav": ("sav", "export", "--levels", "5,T", "--banker", "1"),
    }.items():
        said = refused(*words, tmp_path / name)
        assert " cannot be written: No space left on device" in said
    other = tmp_path / "other.jsonl"
    assert "No space left on device" in refused("event", "new", CUP, "--to", other)
    assert sorted(tmp_path.iterdir()) == before


def test_a_file_is_written_through_a_link_and_into_a_pipe(tmp_path):
    file, link, pipe = tmp_path / "file", tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(file)
    write_whole(link, [b"one", b"two"])
    assert link.is_symlink()
    assert file.read_bytes() == b"onetwo"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE)
    write_whole(pipe, [b"three"])
    assert reader.communicate()[0] == b"three"
    assert pipe.is_fifo()


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("at_once", ["", "1"])
@pytest.mark.parametrize("words", [["rules", "classic"], ["doctor"], ["--help"]])
def test_output_that_finds_no_room_is_said(words, at_once):
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tuolaji", *words],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
            env={**os.environ, "PYTHONUNBUFFERED": at_once},
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, "No space left on device\n")


@pytest.mark.parametrize("at_once", ["", "1"])
def test_a_reader_who_has_left_is_no_error(at_once):
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w") as left:  # noqa: PTH123, a number
        done = subprocess.run(
            [sys.executable, "-m", "tuolaji", "rules", "classic"],
            stdout=left, stderr=subprocess.PIPE, text=True, check=False,
            env={**os.environ, "PYTHONUNBUFFERED": at_once},
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize(
    "words",
    [["arena", "club", "greedy", "--deals", "5000"], ["simulate", "--ruleset", "classic"]],
)
def test_ctrl_c_while_workers_are_starting_prints_no_traceback(words):
    """Whenever it comes, in the command or in a worker that is still loading."""
    more = ["--jobs", "2", "--deals", "100000"]
    command = subprocess.Popen(
        [sys.executable, "-m", "tuolaji", *words, *more],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    children = Path(f"/proc/{command.pid}/task/{command.pid}/children")
    if not children.exists():
        command.kill()
        pytest.skip("the system does not say which processes a process has started")
    while len(children.read_text().split()) < 2 and command.poll() is None:
        time.sleep(0.001)
    os.killpg(command.pid, signal.SIGINT)
    said = command.communicate()[1]
    assert (command.returncode, said) == (130, "")


def test_a_program_that_is_not_named_is_refused():
    assert "exec:: no command is named" in refused("arena", "exec:", "greedy")
    assert "exec:nosuch: nosuch: No such file" in refused("arena", "exec:nosuch", "greedy")


def test_files_that_are_no_records_are_told_in_one_sentence(tmp_path):
    for content in (b"hello\n", b"\xff\xfe\x00\n" * 1000, b'{"a": 1}\n'):
        file = tmp_path / "file.tlj"
        file.write_bytes(content)
        said = refused("hint", file)
        assert said == "Differences from the rules: 1 - line 1: there is no deal here "


def test_what_is_named_wrongly_for_an_event_changes_nothing(tmp_path):
    event = tmp_path / "cup.jsonl"
    assert runner.invoke(app, ["event", "new", str(CUP), "--to", str(event)]).exit_code == 0
    before = event.read_bytes()
    assert "there is no entrant nobody" in refused("event", "check-in", event, "Mei1", "nobody")
    assert "there is no entrant nobody" in refused("event", "play", event, "--bot", "nobody=club")
    assert event.read_bytes() == before
    assert "round 7 is not drawn" in refused("event", "schedule", event, "--round", "7")
    assert runner.invoke(app, ["event", "draw", str(event)]).exit_code == 0
    said = refused("event", "play", event, "--records", CUP)
    assert f"{CUP} cannot be written: File exists".replace(" ", "") in said.replace(" ", "")


def test_a_plan_that_is_no_text_is_told_so(tmp_path):
    (tmp_path / "plan.toml").write_bytes(b"name = '\xff'\n")
    assert "byte 9 is not UTF-8" in refused("event", "new", tmp_path / "plan.toml")


def test_options_that_say_nothing_alone_are_refused():
    assert "it needs --play-only" in refused("arena", "random", "greedy", "--prepare", "club")
    assert "--within" in refused("arena", "random", "greedy", "--within", "-1")


def test_the_key_of_a_database_that_is_not_there():
    pytest.importorskip("sqlalchemy")
    pytest.importorskip("psycopg")
    said = refused("operator", "--database", "postgresql://127.0.0.1:1/x")
    assert "Connection refused" in said


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("utf-8", "Lead ♣AA, 梅"),
        ("ascii", "Lead CAA, ?"),
        ("cp1252", "Lead CAA, ?"),
        ("gbk", "Lead CAA, 梅"),
    ],
)
def test_what_an_encoding_cannot_say_is_spelled(encoding, said):
    code = "from tuolaji.cli.output import spell_out; spell_out(); print('Lead ♣AA, 梅')"
    out = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONIOENCODING": encoding}, stdout=subprocess.PIPE, check=True,
    ).stdout  # fmt: skip
    assert out.decode(encoding) == said + "\n"


def test_a_record_is_printed_where_the_output_knows_no_suits(record):
    out = subprocess.run(
        [sys.executable, "-m", "tuolaji", "replay", record],
        env={**os.environ, "PYTHONIOENCODING": "cp1252"}, stdout=subprocess.PIPE, check=True,
    ).stdout  # fmt: skip
    assert b"?" not in out
    assert b"\n  9. " in out  # a trick
