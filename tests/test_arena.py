"""Runs of the arena: mirrored, the same for the same seed, going on where they stopped."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO

import pytest
from rich.console import Console
from typer.testing import CliRunner

from tuolaji import PRESETS, Ruleset
from tuolaji.arena import Plan, Run, report
from tuolaji.arena.board import OPEN, Board
from tuolaji.arena.game import Game, Side, Table
from tuolaji.arena.html import page
from tuolaji.arena.player import ILLEGAL, OwnPlayer, Refusal
from tuolaji.arena.results import OtherRun, Outcome, from_line, opened, to_line
from tuolaji.cli.app import app
from tuolaji.cli.arena import _bots_table
from tuolaji.deal.actions import Bury, Declare, Pass, Play
from tuolaji.notation.record import DealRecord

PLAN = Plan(bots=("random", "greedy"), ruleset="classic", deals=4, seed=5)


def outcomes(plan, jobs=1, done=()):
    return [outcome for outcome, _ in Run(plan, done).go(jobs)]


def timeless(outcome):
    """The outcome without what the clock says."""
    games = [
        replace(game, sides=tuple(Side(side.faults, Counter(), side.digs) for side in game.sides))
        for game in outcome.games
    ]
    return replace(outcome, games=tuple(games))


def game(levels, won=1.0, banks=True):
    return Game(levels, points=0.0, won=won, banks=banks, attackers=80, sides=(Side(), Side()))


def outcome(levels, deal=0, bots=("random", "greedy")):
    return Outcome(bots, deal, (game(levels), game(levels)))


# Boards.


def test_a_board_is_the_same_for_the_same_seed_and_number():
    rules = Ruleset.parse("classic")
    one, same, other = Board(rules, 1, 2), Board(rules, 1, 2), Board(rules, 1, 3)
    assert (one.setup, one.deck(), one.seed_of(2)) == (same.setup, same.deck(), same.seed_of(2))
    assert one.deck() != other.deck()
    assert one.deck() != one.deck(1)


@pytest.mark.parametrize("name", [*PRESETS, "classic(partners=called)"])
def test_levels_and_banks_vary_over_the_ladder(name):
    rules = Ruleset.parse(name)
    setups = [Board(rules, 1, number).setup for number in range(300)]
    assert {level for setup in setups for level in setup.levels} == set(rules.ladder)
    assert {setup.first_seat for setup in setups} == set(range(rules.players))
    openings = [setup for setup in setups if setup.number == 1]
    assert 15 < len(openings) < 70
    assert {setup.levels for setup in openings} == {(rules.first_level,) * len(setups[0].levels)}


# Games.


@pytest.mark.parametrize("name", [*PRESETS, "classic(partners=called)"])
def test_a_bot_against_itself_gains_nothing(name):
    # The same bot with the same seeds plays the same deal twice: what it wins it loses.
    board = Board(Ruleset.parse(name), 3, 0)
    players = [OwnPlayer("greedy") for _ in range(board.ruleset.players)]
    first, _ = Table(board, players, swapped=False).play()
    second, _ = Table(board, players, swapped=True).play()
    assert first.levels == -second.levels
    assert first.points == -second.points
    assert first.attackers == second.attackers
    assert first.won + second.won == 1
    assert first.banks != second.banks


def test_play_only_leaves_trump_and_kitty_to_one_rule():
    early = []
    for bots in (("random", "greedy"), ("greedy", "random")):
        board = Board(Ruleset.parse("classic"), 3, 4)
        players = [OwnPlayer(bots[seat % 2]) for seat in range(4)]
        table = Table(board, players, swapped=False, prepare="greedy")
        table.play()
        early.append([a for a in table.actions if isinstance(a, Pass | Declare | Bury)])
        assert any(isinstance(action, Play) for action in table.actions)
    assert early[0] == early[1]


def test_any_bot_can_prepare_the_deals():
    buried = []
    for prepare in ("greedy", "club"):
        board = Board(Ruleset.parse("classic"), 3, 4)
        table = Table(board, [OwnPlayer("random")] * 4, swapped=False, prepare=prepare)
        table.play()
        buried.append([one for one in table.actions if isinstance(one, Bury)])
    assert buried[0] != buried[1]


def test_level_and_bank_can_be_fixed():
    rules = Ruleset.parse("classic")
    setups = [Board(rules, 1, number, level="7", bank="2").setup for number in range(30)]
    assert {(one.levels, one.banker, one.first_seat) for one in setups} == {(("7", "7"), 2, 2)}
    opening = [Board(rules, 1, number, bank=OPEN).setup for number in range(30)]
    assert {(one.levels, one.banker, one.number) for one in opening} == {(("2", "2"), None, 1)}
    assert {one.first_seat for one in opening} == {0, 1, 2, 3}


def test_what_was_refused_is_kept_with_the_results():
    outcome = next(iter(outcomes(replace(PLAN, deals=1))))
    refusal = Refusal(30, 1, ILLEGAL, "follow.suit", "Hearts must be followed.", {"action": "play"})
    outcome.games[0].sides[1].refuse(refusal)
    assert from_line(to_line(outcome)) == outcome


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--level", "1", "1 is none of 2, 3"),
        ("--bank", "4", "4 is none of open, 0, 1, 2, 3"),
        ("--prepare", "nobody", "there is no bot 'nobody'"),
    ],
)
def test_deals_that_cannot_be_are_refused(option, value, said):
    run = CliRunner().invoke(app, ["arena", "random", "greedy", option, value])
    assert run.exit_code == 2
    assert said in re.sub(r"[│\s]+", " ", run.stderr)


def test_a_void_deal_is_dealt_again():
    rules = Ruleset.parse("joker-bid(no_declaration=redeal)")
    plan = replace(PLAN, ruleset=str(rules), deals=3)
    assert all(game.won is not None for one in outcomes(plan) for game in one.games)


def test_a_bot_that_wins_more_levels_is_ahead_by_them():
    # Fixed partners: the bankers (seats 0 and 2) win two levels.
    board = Board(Ruleset.parse("classic"), 3, 0)
    table = Table(board, [OwnPlayer("random")] * 4, swapped=False)
    assert table._ahead([True, False, True, False]) == 1
    assert table._ahead([False, True, False, True]) == -1
    assert table._ahead([True, True, False, False]) == 0  # called partners across the bots
    assert table._ahead([True, False, False, False]) == 0.5


# Runs.


def test_the_number_of_jobs_changes_nothing():
    alone = [timeless(one) for one in outcomes(PLAN)]
    assert [timeless(one) for one in outcomes(PLAN, jobs=2)] == alone


@pytest.mark.parametrize("name", PRESETS)
def test_every_ruleset_is_played_without_illegal_actions(name):
    run = Run(replace(PLAN, ruleset=name, deals=2))
    list(run.go())
    facts = report(run)
    assert all(facts["bots"][bot]["illegal"] == 0 for bot in PLAN.bots)
    assert facts["pairs"][0]["levels"] < 0


def test_what_is_done_is_not_played_again():
    done = outcomes(PLAN)
    run = Run(replace(PLAN, deals=5), done)
    assert [one.deal for one, _ in run.go()] == [4]
    assert len(run.outcomes[PLAN.bots]) == 5


def test_a_decided_pair_stops_whatever_the_jobs():
    # 50 deals are the fewest that decide; random loses to greedy by more than a level.
    done = [outcome(-1.5 + 0.5 * (deal % 2), deal) for deal in range(80)]
    for jobs in (1, 2):
        run = Run(replace(PLAN, deals=80, within=0.05), done)
        assert list(run.go(jobs)) == []
        assert run.decided == {PLAN.bots: "second"}
        assert len(run.outcomes[PLAN.bots]) == 50
        assert report(run)["pairs"][0]["decided"] == "second"


# Results.


def test_an_outcome_is_closed_under_its_line():
    one = outcomes(replace(PLAN, deals=1))[0]
    assert from_line(to_line(one)) == one


def test_a_file_is_gone_on_with_and_a_cut_line_dropped(tmp_path):
    file = tmp_path / "run.jsonl"
    out, done = opened(file, {"seed": 1})
    assert done == []
    out.write(to_line(outcome(1)) + to_line(outcome(2, 1))[:50])
    out.close()
    out, done = opened(file, {"seed": 1})
    out.close()
    assert done == [outcome(1)]
    assert len(file.read_text("utf-8").splitlines()) == 2


@pytest.mark.parametrize("content", ["no JSON\n", '{"arena": {"seed": 2}}\n', "cut"])
def test_a_file_of_something_else_is_left_alone(tmp_path, content):
    file = tmp_path / "run.jsonl"
    file.write_text(content, "utf-8")
    with pytest.raises(OtherRun):
        opened(file, {"seed": 1})
    assert file.read_text("utf-8") == content


# Reports.


def test_a_report_by_hand():
    # Two deals: +2 and 0 straight, +1 and -1 swapped: 1.5 and -0.5, the mean 0.5.
    first = Outcome(PLAN.bots, 0, (game(2.0), game(1.0, banks=False)))
    second = Outcome(PLAN.bots, 1, (game(0.0, won=0.0), game(-1.0, won=0.0, banks=False)))
    run = Run(replace(PLAN, deals=2), [first, second])
    list(run.go())
    pair = report(run)["pairs"][0]
    assert pair["levels"] == 0.5
    assert pair["won"] == 0.5
    assert pair["as_banker"]["levels"] == 1.0
    assert pair["as_attacker"]["levels"] == 0.0
    assert pair["as_banker"]["attackers_points"] == 80
    assert pair["interval"] == (-0.5, 1.5)


def test_ratings_of_more_than_two():
    bots = ("random", "greedy", "club")
    done = [outcome(-1, 0, ("random", "greedy")), outcome(1, 0, ("random", "club")),
            outcome(1, 0, ("greedy", "club"))]  # fmt: skip
    run = Run(replace(PLAN, bots=bots, deals=1), done)
    list(run.go())
    ranked = report(run)["ratings"]
    assert ranked["greedy"] == 1000
    assert ranked["random"] > 1000 > ranked["club"]


class Outline(HTMLParser):
    """The names of the elements, and whether all were closed in order."""

    def __init__(self):
        super().__init__()
        self.open, self.names = [], Counter()

    def handle_starttag(self, tag, attrs):
        self.names[tag] += 1
        assert not any(name in ("src", "href") for name, _ in attrs)
        if tag not in ("meta", "line", "rect", "polygon", "polyline"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if self.open[-1:] == [tag]:
            self.open.pop()


@pytest.mark.parametrize("deals", [0, 1, 2, 700])
def test_the_page_has_every_pair_and_loads_nothing(deals):
    done = [outcome(-1.5 + deal % 5, deal) for deal in range(deals)]
    run = Run(replace(PLAN, deals=deals), done)
    list(run.go())
    outline = Outline()
    outline.feed(page(run, report(run)))
    assert outline.open == []
    assert outline.names["svg"] == {0: 0, 1: 1}.get(deals, 2)
    assert outline.names["table"] == (3 if deals else 2)


def test_names_are_escaped_on_the_page():
    run = Run(Plan(bots=("exec:<b>", "greedy"), ruleset="classic", deals=1),
              [outcome(1, 0, ("exec:<b>", "greedy"))])  # fmt: skip
    list(run.go())
    assert "<b>" not in page(run, report(run))


# The command.


def arena(*args):
    return CliRunner().invoke(app, ["arena", *map(str, args)])


def test_the_command_goes_on_with_a_file(tmp_path):
    out, records = tmp_path / "run.jsonl", tmp_path / "games.tlj"
    args = ("random", "greedy", "--seed", 3, "--out", out, "--records", records, "--json")
    first = json.loads(arena(*args, "--deals", 1).stdout)
    again = json.loads(arena(*args, "--deals", 2).stdout)
    assert [facts["pairs"][0]["deals"] for facts in (first, again)] == [1, 2]
    assert len(out.read_text("utf-8").splitlines()) == 3
    games = DealRecord.parse(records.read_text("utf-8"))
    assert len(games) == 4
    assert [dict(game.tags)["Seat0"] for game in games] == ["random", "greedy"] * 2
    assert games[0].deck == games[1].deck
    assert games[0].setup == games[1].setup
    assert arena(*args, "--play-only").exit_code == 2


def test_the_command_prints_tables(tmp_path):
    run = arena("random", "greedy", "--deals", 2, "--until-decided", "--html", tmp_path / "a.html")
    assert run.exit_code == 0
    assert (tmp_path / "a.html").read_text("utf-8").startswith("<!doctype html>")
    for text in ("levels per deal", "smallest effect", "p99", "illegal", "not yet"):
        assert text in run.stdout


@pytest.mark.parametrize(
    "args",
    [
        ("greedy",),
        ("greedy", "greedy"),
        ("greedy", "nobody"),
        ("greedy", "random", "--ruleset", "classic(enforcement=referee)"),
        ("greedy", "random", "--out", "/no/such/folder/file"),
    ],
)
def test_what_the_command_refuses(args):
    assert arena(*args, "--deals", 1).exit_code == 2


@pytest.mark.parametrize("name", ["greedy", "a-bot-with-a-rather-long-name-of-its-own"])
def test_the_table_of_times_and_faults_is_not_cut(name):
    times = {"mean": 12345.678, "p50": 99.994, "p95": 0.123, "p99": None}
    facts = {"milliseconds": times, "illegal": 0, "late": 1, "garbage": 2, "dead": 3}
    console = Console(width=80, file=StringIO())
    console.print(_bots_table({name: facts, "random": facts}))
    said = console.file.getvalue()
    assert all(word in said for word in ("mean", "p99", "illegal", "garbage", "dead", "12346"))
    assert "…" not in said
    assert "100.0" in said


def test_an_interrupted_run_tells_what_it_knows_and_goes_on(tmp_path):
    out = tmp_path / "run.jsonl"
    args = ["random", "greedy", "--jobs", "2", "--out", str(out), "--json"]
    # Whatever a script runs in the background ignores Ctrl-C, and so would its children.
    program = (
        "import signal, tuolaji.cli\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "tuolaji.cli.main()\n"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", program, "arena", *args, "--deals", "2000"],
        stdout=subprocess.PIPE,
        text=True,
    )
    while not out.exists() or len(out.read_text("utf-8").splitlines()) < 3:
        assert running.poll() is None
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    told = json.loads(running.communicate()[0])
    assert running.returncode == 130
    assert told["interrupted"]
    kept = out.read_text("utf-8")
    deals = told["pairs"][0]["deals"]
    assert len(kept.splitlines()) == deals + 1
    assert json.loads(arena(*args, "--deals", deals + 1).stdout)["pairs"][0]["deals"] == deals + 1
    assert out.read_text("utf-8").startswith(kept)
