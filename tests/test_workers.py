"""Workers: whoever does the tasks, the results come in order and are the same."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from tuolaji.arena import Plan, Run
from tuolaji.cli.app import app
from tuolaji.workers import Here, NoRay, OnRay, Processes, hired, in_order

PLAN = Plan(("random", "novice", "greedy"), "classic", deals=2, seed=3, records=".jsonl")


def square(number):
    return number * number


class FakeRay(SimpleNamespace):
    """Ray as far as it is used, in this process; a task is done when its result is asked for."""

    def __init__(self, *, up=False, cpus=2.0):
        super().__init__(up=up, cpus=cpus, cancelled=[], left=False, options=None)

    def is_initialized(self):
        return self.up

    def init(self, **options):
        self.up, self.options = True, options

    def shutdown(self):
        self.left = True

    def cluster_resources(self):
        return {"CPU": self.cpus}

    def remote(self, work):
        return SimpleNamespace(remote=lambda task: (work, task))

    def get(self, promise):
        work, task = promise
        return work(task)

    def cancel(self, promise):
        self.cancelled.append(promise[1])


@pytest.fixture
def ray(monkeypatch):
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    return fake


@pytest.mark.parametrize("make", [Here, lambda: Processes(2), OnRay], ids=["here", "two", "ray"])
@pytest.mark.usefixtures("ray")
def test_results_come_in_the_order_of_the_tasks(make):
    workers = make()
    known = {3: 1000}
    try:
        assert list(in_order(workers, square, range(20))) == [n * n for n in range(20)]
        assert list(in_order(workers, square, range(5), known.get)) == [0, 1, 4, 1000, 16]
        assert list(in_order(workers, square, [])) == []
    finally:
        workers.close()


def test_tasks_are_read_only_a_little_ahead(ray):
    read = []
    tasks = (read.append(n) or n for n in range(1000))
    workers = OnRay()
    results = in_order(workers, square, tasks)
    assert [next(results) for _ in range(3)] == [0, 1, 4]
    assert len(read) < 20
    results.close()
    workers.close()
    assert ray.cancelled
    assert set(ray.cancelled) == set(read[3:])
    assert ray.left
    assert isinstance(hired(1), Here)


def test_a_cluster_that_was_there_before_is_not_left(monkeypatch):
    fake = FakeRay(up=True, cpus=64.0)
    monkeypatch.setitem(sys.modules, "ray", fake)
    workers = OnRay()
    assert workers.size == 64
    assert fake.options is None
    workers.close()
    assert not fake.left


def played(**how):
    """What a run comes to, times aside."""
    games = [(outcome, records) for outcome, records in Run(PLAN).go(**how)]
    return [
        (one.bots, one.deal, [(g.levels, g.points, g.won) for g in one.games], records)
        for one, records in games
    ]


@pytest.mark.usefixtures("ray")
def test_the_arena_comes_to_the_same_on_ray():
    assert played(workers=OnRay()) == played()


def test_the_command_plays_on_ray_and_says_when_it_is_missing(ray, monkeypatch):
    words = ["arena", "random", "novice", "--deals", "1", "--ray", "--json"]
    assert CliRunner().invoke(app, words).exit_code == 0
    assert ray.left
    monkeypatch.setitem(sys.modules, "ray", None)
    out = CliRunner().invoke(app, words)
    assert out.exit_code == 2
    assert "tuolaji[ray]" in out.stderr
    with pytest.raises(NoRay):
        OnRay()


REAL = """
from tuolaji.arena import Plan, Run
from tuolaji.workers import OnRay
plan = Plan(("random", "novice"), "classic", deals=3, seed=3)
told = [[(o.deal, o.levels) for o, _ in Run(plan).go(workers=w)] for w in (OnRay(num_cpus=1), None)]
assert told[0] == told[1] and len(told[0]) == 3, told
"""


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is an extra")
def test_a_real_cluster_of_one_comes_to_the_same():
    env = {name: value for name, value in os.environ.items() if name != "RAY_ADDRESS"}
    subprocess.run([sys.executable, "-c", REAL], check=True, env=env, timeout=300)
