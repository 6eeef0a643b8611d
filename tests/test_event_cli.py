"""`tuolaji event`: an evening with real cards, from the plan to the prize-giving."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from tuolaji.cli.app import app

PLAN = """
name = "Club evening"
ruleset = "meizhusong"
format = "swiss"
rounds = 2
entrants = [{id = "a"}, {id = "b"}, {id = "c"}, {id = "d"}]
"""
START = "2026-11-21T19:00"


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evening.toml").write_text(PLAN, "utf-8")
    runner = CliRunner()

    def call(*words, code=0, language="en"):
        done = runner.invoke(app, ["event", *words, "--lang", language])
        assert done.exit_code == code, done.output
        return done.output

    call("new", "evening.toml")
    return call


LOG = "evening.jsonl"


def test_an_evening_with_real_cards(run, tmp_path):
    assert "no seed" in run("draw", LOG, code=2)
    drawn = run("draw", LOG, "--seed", "the date and the weather")
    assert "Round 1" in drawn
    run("start", LOG, "--at", START)
    data = json.loads((tmp_path / LOG).read_text("utf-8").splitlines()[2])
    home, away = (data["entry"]["pairings"][0][side] for side in ("home", "away"))
    first = ["result", LOG, "1-1", "--deal", "1", "--points", "60", "--at", "2026-11-21T19:20"]
    assert "who had the bank" in run(*first, "--by", f"player:{home}", code=2)
    told = run(*first, "--by", f"player:{home}", "--banker", "0")
    assert "1-1: 3 : 2 · playing" in told
    assert "entered already" in run(*first, "--by", f"player:{home}", "--banker", "0")
    run("confirm", LOG, "1-1", "--deal", "1", "--by", f"player:{away}")
    last = json.dumps({"by": "attackers", "pairs": 1, "cards": 2, "kitty": 20})
    told = run("result", LOG, "1-1", "--deal", "2", "--points", "80", "--last", last,
               "--at", "2026-11-21T19:40")  # fmt: skip
    assert "1-1: 3 : 4 · playing" in told  # 80 + 4 × 20 = 160: two levels
    assert "needs its reason" in run(
        "ruling", LOG, "foul", "1-1", "--deal", "2", "--side", "away", "--foul", "foul.retract",
        "--cards", "1", code=2,
    )  # fmt: skip
    told = run("ruling", LOG, "foul", "1-1", "--deal", "2", "--side", "away", "--foul",
               "foul.retract", "--cards", "1", "--why", "a card was shown")  # fmt: skip
    assert "1-1: 3 : 3" in told  # 150: one level
    line = int(told.split("Line ")[1].split(":")[0])
    run("appeal", LOG, str(line), "--by", f"player:{away}", "--why", "it fell")
    run("decide", LOG, str(line), "reverse", "--why", "it fell indeed")
    assert "154:00 left" in run("clock", LOG, "1-1", "--at", "2026-11-21T19:26")
    run("clock", LOG, "1-1", "--pause", "--why", "tea", "--at", "2026-11-21T19:41")
    assert "paused" in run("clock", LOG, "1-1", "--at", "2026-11-21T20:00")
    run("clock", LOG, "1-1", "--go-on", "--extra", "5", "--why", "tea", "--at", "2026-11-21T20:01")
    call = ["clock", LOG, "1-1", "--call", "--at"]
    assert "still has time" in run(*call, "2026-11-21T22:00", code=2)
    run(*call, "2026-11-21T22:20")
    run("result", LOG, "1-2", "--levels", "10,K", "--winner", "away")
    told = run("standings", LOG)
    assert "Standings" in told
    assert json.loads(run("standings", LOG, "--json"))["rows"][0]["points"] == 2
    run("enter", LOG, "late", "--name", "Late", "--player", "Ann", "--player", "Bo")
    run("withdraw", LOG, home, "--why", "has to go")
    run("substitute", LOG, away, "Cy", "Di")
    assert "Round 2" in run("draw", LOG, "--at", "2026-11-21T22:30")
    assert "Late" in run("schedule", LOG, "--round", "2")
    assert "第 2 轮" in run("schedule", LOG, language="zh-Hans")


def test_a_wrong_plan_and_a_wrong_file_are_explained(run, tmp_path):
    (tmp_path / "bad.toml").write_text(PLAN.replace("swiss", "schools"), "utf-8")
    assert "belongs to a school" in run("new", "bad.toml", code=2)
    assert "学校" in run("new", "bad.toml", code=2, language="zh-Hans")
    assert "学校" not in run("new", "bad.toml", code=2, language="zh-Hant")
    assert "evening.jsonl: File exists" in run("new", "evening.toml", code=2)
    assert "none.toml cannot be read: No such file" in run("new", "none.toml", code=2)
    run("standings", "none.jsonl", code=2)
    (tmp_path / "none.jsonl").write_text("{}\n", "utf-8")
    assert "line 1" in run("standings", "none.jsonl", code=2)
    assert "--by is organiser" in run("start", LOG, "--by", "king", code=2)
    assert "is no time" in run("start", LOG, "--at", "noon", code=2)


def test_a_half_written_line_is_dropped_with_a_word(run, tmp_path):
    path = tmp_path / LOG
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"number":2,"at"')
    assert "half written (16 bytes)" in run("draw", LOG, "--seed", "x")
    assert path.read_bytes().startswith(whole + b'{"number":2,"at":')
    assert "half written" not in run("schedule", LOG)


def test_links_are_secret_and_can_be_withdrawn(run, tmp_path):
    link = run("link", LOG, "referee", "Li", "--url", "https://cup.example/").splitlines()[-1]
    assert link.startswith("https://cup.example/event/")
    secret = link.rpartition("/")[2]
    assert len(secret) == 43
    assert secret not in (tmp_path / LOG).read_text("utf-8")
    assert run("link", LOG, "referee", "Li") == secret + "\n"
    run("link", LOG, "referee", "Li", "--withdraw")
    assert run("link", LOG, "referee", "Li").splitlines()[-1] != secret
    assert (tmp_path / "evening.key").stat().st_mode & 0o077 == 0
    assert "no entrant z" in run("link", LOG, "player", "z", code=2)
    assert "a role is" in run("link", LOG, "king", code=2)


def test_exports(run, tmp_path):
    run("draw", LOG, "--seed", "x")
    for name in ("e.json", "e.html", "e.csv", "e-matches.csv"):
        run("export", LOG, name)
    sheets = ["export", LOG, "sheets.html", "--sheets", "--url", "https://cup.example"]
    assert "no link player:" in run(*sheets, code=2)
    told = run("link", LOG, "player").splitlines()
    assert [line.partition(": ")[0] for line in told[1::2]] == ["a", "b", "c", "d"]
    run(*sheets)
    assert json.loads((tmp_path / "e.json").read_text("utf-8"))["name"] == "Club evening"
    assert (tmp_path / "e.csv").read_text("utf-8").startswith("place,")
    assert (tmp_path / "e-matches.csv").read_text("utf-8").startswith("match,")
    assert (tmp_path / "sheets.html").read_text("utf-8").count("<svg") == 4
    assert "neither" in run("export", LOG, "e.pdf", code=2)


def test_bots_play_and_boards_are_published(run, tmp_path):
    teams = PLAN.replace("swiss", "teams").replace("rounds = 2", "rounds = 1\nboards = 2")
    (tmp_path / "teams.toml").write_text('seed = "x"\n' + teams, "utf-8")
    run("new", "teams.toml")
    assert "there is no bot" in run("play", "teams.jsonl", "--bots", "nobody", code=2)
    run("play", "teams.jsonl", "--bots", "random", "--bot", "a=greedy", "--steps", "4")
    run("play", "teams.jsonl", "--bots", "random", "--bot", "a=greedy", "--records", "records")
    told = run("link", "teams.jsonl", "player", "b").splitlines()  # of each player, in two rooms
    assert [line.partition(": ")[0] for line in told[1::2]] == ["b.1", "b.2", "b.3", "b.4"]
    run("link", "teams.jsonl", "player", "b", "--player", "3", "--withdraw")
    again = [
        line for line in run("link", "teams.jsonl", "player", "b").splitlines() if "b." in line
    ]
    assert [line in told for line in again] == [True, True, False, True]
    told = run("boards", "teams.jsonl", "--publish")
    assert told.count("SHA-256") == 2
    assert "Standings\n" in run("standings", "teams.jsonl")
    names = {file.name for file in (tmp_path / "records").iterdir()}
    assert {"1-1-02.tlj", "1-1-02-2.tlj"} <= names
