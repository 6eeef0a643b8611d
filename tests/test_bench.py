"""`tuolaji bench engine`, with a few deals."""

from __future__ import annotations

import json
import random

import pytest
from typer.testing import CliRunner

from tests.players import new_deal
from tuolaji.bench import engine as bench_engine
from tuolaji.bench import others as bench_others
from tuolaji.bench.clock import Played
from tuolaji.cli.app import app
from tuolaji.deal import engine_action
from tuolaji.engine.random_deals import random_action
from tuolaji.kernel import SPEED
from tuolaji.rules.dice import Dice


def run(*words):
    return CliRunner().invoke(app, ["bench", "engine", *map(str, words)])


@pytest.fixture
def fast(monkeypatch):
    """As few rounds and deals as can be, and no other games."""
    monkeypatch.setattr(bench_engine, "_ROUNDS", 1)
    monkeypatch.setattr(bench_engine, "_TABLES", 4)
    monkeypatch.setattr(bench_engine, "OTHERS", {})


@pytest.mark.usefixtures("fast")
def test_every_speed_is_measured_in_one_run():
    out = run("--ruleset", "six-player", "--deals", 1, "--threads", 2, "--json")
    assert out.exit_code == 0, out.output
    told = json.loads(out.output)
    rows = {(row["subject"], row["threads"]): row for row in told["rows"]}
    assert ("deal.apply", 1) in rows
    assert ("kernel, Python", 1) in rows
    assert (("kernel, compiled", 2) in rows) == SPEED.compiled
    assert ("kernel, compiled" in told["skipped"]) != SPEED.compiled
    for row in rows.values():
        ratio = row["plays_per_second"] / told["baseline_per_second"]
        assert row["ratio"] == pytest.approx(ratio)
        assert row["plays_per_deal"] > 6


@pytest.mark.usefixtures("fast")
def test_the_table_names_what_was_skipped(monkeypatch):
    def missing():
        raise ImportError("no such library")

    monkeypatch.setattr(bench_engine, "OTHERS", {"another game": missing})
    out = run("--ruleset", "classic", "--deals", 1)
    assert out.exit_code == 0
    assert "deal.apply" in out.output
    assert "another game: skipped, no such library" in out.output


def test_other_games_where_they_are_installed():
    for play in bench_others.OTHERS.values():
        try:
            played = play()
        except ImportError:
            continue
        assert isinstance(played, Played)
        assert played.plays > played.deals


@pytest.mark.parametrize("words", [("--deals", 0), ("--threads", 0), ("--ruleset", "nothing")])
def test_bad_options_end_with_status_2(words):
    assert run(*words).exit_code == 2


@pytest.mark.parametrize(
    "ruleset", ["classic(partners=called)", "joker-bid", "four-deck", "six-player"]
)
def test_the_random_player_of_the_bench_is_legal_in_every_phase(ruleset):
    deal, _ = new_deal(ruleset, random.Random(2))
    dice = Dice(3)
    while deal.turn is not None:
        deal, _ = deal.apply(engine_action(deal.state, random_action(deal.state, dice)))
    assert deal.phase == "over"
