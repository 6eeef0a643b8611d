"""Plays per second of whole deals, at every speed in one run.

All play in the same way, from the shuffle to the promotion, and check every play: of the leads 10 %
are throws of the 2 to 5 highest cards of a suit, 50 % the longest unit of a suit, 40 % a single or
a pair; follows are random legal ones (`rules/random_plays.py`). Ratios are to a fixed loop of plain
Python in the same run. Other games are measured too where their libraries are installed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module

from ..cards import Card
from ..deal import Deal, engine_action
from ..deal.match import Match
from ..deal.phase import OVER, PLAY
from ..engine.random_deals import play_deals, random_action
from ..engine.state import State
from ..kernel import SPEED
from ..rules.dice import Dice
from ..rules.numbers import strict_switches_of
from ..ruleset import Ruleset
from .clock import BASELINE_STEPS, Clock, Played, baseline, seconds_of
from .others import OTHERS

_SEED = 1
_ROUNDS = 3
_FACES = 54
_TABLES = 1024  # of the vector environment, for each thread
_IN_PYTHON = (
    "import sys\n"
    "from tuolaji.bench.engine import in_kernel\n"
    "from tuolaji.ruleset import Ruleset\n"
    "print(*in_kernel(Ruleset.parse(sys.argv[1]), int(sys.argv[2]), 1))\n"
)


@dataclass(frozen=True)
class Subject:
    """Something that plays deals: (ruleset, deals, threads) -> Played.

    share: how many times as many deals it plays as `deal.apply`, since it is so much faster.
    Raises ImportError where it cannot be measured.
    """

    name: str
    play: Callable[[Ruleset, int, int], Played]
    share: int = 1
    threaded: bool = False


@dataclass(frozen=True)
class Row:
    """What was measured; ratio: plays to steps of the baseline loop, both per second."""

    ruleset: str
    subject: str
    threads: int
    plays_per_second: float
    plays_per_cpu_second: float
    plays_per_deal: float
    ratio: float


@dataclass
class Bench:
    """The measurements of one run."""

    steps: float = 0.0
    best: dict[tuple[str, str, int], Played] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)

    def measure(self, ruleset: str, name: str, threads: int, play: Callable[[], Played]) -> None:
        """Measure a few rounds and keep the fastest; the baseline runs in between."""
        rounds = []
        for _ in range(_ROUNDS):
            self.steps = max(self.steps, BASELINE_STEPS / seconds_of(baseline))
            try:
                rounds.append(play())
            except ImportError as error:
                self.skipped[name] = str(error)
                return
        fastest = min(rounds, key=lambda played: played.seconds / played.plays)
        self.best[ruleset, name, threads] = fastest

    def rows(self) -> Iterator[Row]:
        """The speeds, in the order they were measured."""
        for (ruleset, name, threads), played in self.best.items():
            speed = played.plays / played.seconds
            by_cpu = played.plays / played.cpu_seconds
            per_deal = played.plays / played.deals
            yield Row(ruleset, name, threads, speed, by_cpu, per_deal, speed / self.steps)


def measure_engine(rulesets: Iterable[Ruleset], *, deals: int, threads: int) -> Bench:
    """Measure all that plays deals, with one thread and with so many, and other games.

    deals: how many deals `deal.apply` plays; faster subjects play more.
    """
    bench = Bench()
    for rules in rulesets:
        for subject in SUBJECTS:
            for number in sorted({1, threads}) if subject.threaded else [1]:
                play = partial(subject.play, rules, subject.share * deals, number)
                bench.measure(str(rules), subject.name, number, play)
    for name, play_other in OTHERS.items():
        bench.measure("", name, 1, play_other)
    return bench


def by_apply(ruleset: Ruleset, deals: int, threads: int) -> Played:
    """Deals through `deal.apply`, counted by `match.after`."""
    del threads
    dice, plays = Dice(_SEED), 0
    match = Match.begin(ruleset, 0)
    clock = Clock()
    for _ in range(deals):
        deal, _ = Deal.begin(ruleset, match.setup(), _shuffled(ruleset, dice))
        while deal.phase != OVER:
            plays += deal.phase == PLAY
            deal, _ = deal.apply(engine_action(deal.state, random_action(deal.state, dice)))
        match, _ = match.after(deal)
        if match.over is not None:
            match = Match.begin(ruleset, 0)
    return clock.played(plays, deals)


def _shuffled(ruleset: Ruleset, dice: Dice) -> list[Card]:
    deck = [Card(face) for face in range(_FACES)] * ruleset.decks
    for at in range(len(deck) - 1, 0, -1):
        other = dice.below(at + 1)
        deck[at], deck[other] = deck[other], deck[at]
    return deck


def in_kernel(ruleset: Ruleset, deals: int, threads: int) -> Played:
    """Deals inside the kernel, compiled or not as it is here; `deals` for each thread."""
    tables = [(State(strict_switches_of(ruleset)), Dice(_SEED + at)) for at in range(threads)]

    def play(table: tuple[State, Dice]) -> int:
        return play_deals(*table, deals)

    with ThreadPoolExecutor(threads) as pool:
        clock = Clock()
        plays = list(pool.map(play, tables))
        played = clock.played(sum(plays), threads * deals)
    if min(plays) < 0:
        raise RuntimeError("the kernel refused a play of its own random player")
    return played


def _as_python(ruleset: Ruleset, deals: int, threads: int) -> Played:
    """Deals inside the kernel in a process where it runs as Python."""
    del threads
    command = [sys.executable, "-c", _IN_PYTHON, str(ruleset), str(deals)]
    environment = {**os.environ, "TUOLAJI_KERNEL": "python"}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    plays, played, seconds, cpu_seconds = done.stdout.split()
    return Played(int(plays), int(played), float(seconds), float(cpu_seconds))


def _compiled(ruleset: Ruleset, deals: int, threads: int) -> Played:
    if not SPEED.compiled:
        raise ImportError(f"the kernel runs as Python here ({SPEED.state})")
    return in_kernel(ruleset, deals, threads)


def _side_by_side(ruleset: Ruleset, deals: int, threads: int) -> Played:
    """The vector environment; what counts as a play there is a token, a part of a play."""
    env = import_module("tuolaji.env")
    many = env.vector(ruleset, _TABLES * threads, threads=threads, seed=_SEED)
    steps = over = 0
    clock = Clock()
    while over < deals:
        many.step(many.choose())
        steps += many.number
        over += int(many.over.sum())
    return clock.played(steps, over)


SUBJECTS = (
    Subject("deal.apply", by_apply),
    Subject("kernel, Python", _as_python, share=5),
    Subject("kernel, compiled", _compiled, share=2000, threaded=True),
    Subject("environment, tokens", _side_by_side, share=200, threaded=True),
)
