"""Whole events played by bots: a cup from one seed, killed in the middle, and a duplicate match."""

from __future__ import annotations

import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tests.event_desk import ORGANISER, Desk, plan, schools
from tuolaji.arena.cup import Tables, play
from tuolaji.event import commands
from tuolaji.event.duplicate import board, imps
from tuolaji.event.entries import DealEntered, encode
from tuolaji.event.formats import finished
from tuolaji.event.log import Log
from tuolaji.event.outcomes import outcomes, swing
from tuolaji.event.plan import read_plan
from tuolaji.event.standings import standings
from tuolaji.event.state import replay
from tuolaji.event.words import reasons
from tuolaji.notation.record import read

# A seed after which two schools are equal on points and the levels decide the first place. Random
# players and long deals keep it short.
CUP = schools(clubs=("Mei", "Zhu", "Song"), seed="cup 4")
PACE = 45.0


def first_line(plan_):
    return commands.make(plan_, 0.0, ORGANISER)


def played(lines, tables=None):
    """The lines of an event that goes on after these ones."""
    return [line for line, _ in play(replay(lines), tables or Tables("random", pace=PACE))]


@pytest.fixture(scope="module")
def cup():
    lines = [first_line(CUP)]
    return [*lines, *played(lines)]


def test_a_complete_cup_from_one_seed(cup):
    event = replay(cup)
    found = outcomes(event)
    assert len(found) == 12
    assert all(one.over for one in found.values())
    for one in found.values():
        assert sum(one.scores) == 2
        assert one.reason in ("levels", "time")
    table = standings(event)
    assert table.of == "clubs"
    assert finished(event)
    assert sum(row.points for row in table.rows) == 24
    assert sum(row.gained - row.conceded for row in table.rows) == 0
    for row in table.rows:  # worked out again from the matches
        mine = [
            (one.scores[side], one.gained[side] - one.gained[1 - side])
            for one in found.values()
            for side, who in enumerate((one.pairing.home, one.pairing.away))
            if event.entrants[who].club == row.who
        ]
        assert row.points == sum(points for points, _ in mine)
        assert row.gained - row.conceded == sum(net for _, net in mine)


def test_the_tie_break_was_needed_and_decided_the_first_place(cup):
    table = standings(replay(cup))
    first, second, _ = table.rows
    assert first.points == second.points
    assert second.split == "net-levels"
    assert first.ties["net-levels"] > second.ties["net-levels"]
    assert (first.place, second.place) == (1, 2)
    assert len(reasons(replay(cup), table, "zh-Hans")) == 1


def test_the_same_seed_plays_the_same_cup(cup):
    # from any line on, since nothing is remembered but the log
    for cut in (17, len(cup) - 3):
        assert played(cup[:cut]) == cup[cut:]


def test_the_clock_of_the_cup_was_kept(cup):
    assert all(a.at <= b.at for a, b in pairwise(cup))
    whats = {type(line.entry).__name__ for line in cup}
    assert {"Drawn", "Started", "Stopped", "WentOn", "DealEntered"} <= whats
    event = replay(cup)
    for match, watch in event.watches.items():
        ends = [slot.at for key, slot in event.slots.items() if key[0] == match]
        assert max(ends) < watch.begun + 180 * 60
        assert len(watch.rests) == 1


# A process that is killed while it writes its Nth line: half of it has reached the file.
KILLED = """
import os, signal, sys
from tuolaji.cli import main

write, left = os.write, int(sys.argv.pop(1))

def half(descriptor, data):
    global left
    if data.startswith(b'{"number"'):
        left -= 1
    if left < 0:
        write(descriptor, data[: len(data) // 2])
        os.kill(os.getpid(), signal.SIGKILL)
    return write(descriptor, data)

os.write = half
main()
"""


def test_a_cup_killed_in_the_middle_goes_on_as_if_it_had_not_been(tmp_path, cup):
    path = tmp_path / "cup.jsonl"
    Log.create(path, first_line(CUP))
    words = ["event", "play", str(path), "--bots", "random", "--pace", "45"]
    whole = 1
    for lines in (1, 9, 20):
        killed = subprocess.run(
            [sys.executable, "-c", KILLED, str(lines), *words], capture_output=True, check=False
        )
        assert killed.returncode == -signal.SIGKILL
        whole += lines
        data = path.read_bytes()
        assert data.count(b"\n") == whole
        assert not data.endswith(b"\n")
    done = subprocess.run(
        [sys.executable, "-m", "tuolaji", *words], capture_output=True, text=True, check=True
    )
    assert "half written" in done.stderr
    assert path.read_bytes() == b"".join(encode(line) + b"\n" for line in cup)


def test_a_duplicate_match_of_two_teams_over_eight_boards():
    lines = [first_line(plan(2, format="teams", boards=8))]
    tables = Tables("random", {"e1": "greedy"}, secret="secret")
    decks = {}
    for line, record in play(replay(lines), tables):
        lines.append(line)
        if isinstance(line.entry, DealEntered):
            (told,) = read(record.text().encode())
            assert told.differences == ()
            decks.setdefault(line.entry.deal, []).append((record.setup, record.deck))
    event = replay(lines)
    assert sorted(decks) == list(range(1, 9))
    for number, dealt in decks.items():  # the same cards, order, level and banker in both rooms
        assert len(dealt) == 2
        expected = board(event.plan.rules, "secret", number)
        assert dealt == [(expected.setup, expected.deck)] * 2
    found = outcomes(event)["1-1"]
    assert found.over
    assert found.margin == sum(imps(swing(found, board)) for board in found.boards)
    strong = event.side_of("1-1", "e1")
    assert found.winner == strong


@pytest.mark.parametrize(
    ("format_", "number", "fields", "matches"),
    [
        ("swiss", 5, {"rounds": 3}, 6),
        ("knock-out", 5, {"third_place": True}, 5),
        ("groups", 6, {"groups": 2, "qualify": 1}, 7),
        ("pairs", 4, {"boards": 2, "scoring": "matchpoints"}, 6),
        ("race", 4, {"rounds": 2}, 4),
    ],
)
def test_every_format_is_played_to_its_end(format_, number, fields, matches):
    lines = [first_line(plan(number, format=format_, **fields))]
    lines += played(lines, Tables("random", pace=100.0, secret="secret"))
    found = outcomes(replay(lines))
    assert all(one.over for one in found.values())
    assert sum(bool(one.pairing.away) for one in found.values()) == matches


def test_the_example_of_the_docs_is_a_plan():
    text = (Path(__file__).parent.parent / "examples/cup.toml").read_text("utf-8")
    desk = Desk(read_plan(text))
    desk.draw()
    assert len(desk.event.pairings) == 12
