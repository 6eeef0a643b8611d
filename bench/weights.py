"""Learn the numbers of `kernel/weights.py`: how `expert` plays its imagined worlds out.

python bench/weights.py classic six-player --deals 400 --rounds 4 > weights.json

Deals are declared and buried by `club` and then played with open cards by the quick player. At a
sample of its choices every idea is played out; the weights move towards the ideas that came out
better (the gradient of the expected outcome of a softmax over the sums), and the next round plays
with the new ones. Each round tells how many points the new weights win from the old ones, each
side of each deal once. It prints the last weights as one list of numbers.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from statistics import fmean, stdev

import numpy as np

from tuolaji.arena.board import Board
from tuolaji.bots import make
from tuolaji.bots.belief import Belief
from tuolaji.bots.club import Club
from tuolaji.bots.worlds import question
from tuolaji.deal import Deal
from tuolaji.kernel.ideas import FACTS, Ideas
from tuolaji.kernel.midway import find_partner
from tuolaji.kernel.rawcourse import act
from tuolaji.kernel.rawdeal import DONE, PLAY, RawDeal
from tuolaji.kernel.search import play_open
from tuolaji.kernel.weights import KINDS, set_weight, weight
from tuolaji.ruleset import Ruleset
from tuolaji.view import seen, view

_ALL = KINDS * FACTS
_SCALE = 1 / 300  # of a weight in the softmax
_STEPS, _RATE, _HOLD = 300, 0.006, 0.002
_ASKED, _STRAYS = 0.5, 0.1  # how many choices are learned from, and how many are made at random

Example = tuple[np.ndarray, np.ndarray]  # the facts of all ideas in their places, their outcomes


def starts(ruleset: Ruleset, deals: int, seed: int) -> Iterator[RawDeal]:
    """Deals at their first lead, every hand known."""
    for number in range(deals):
        board = Board(ruleset, seed, number)
        deal, events = Deal.begin(ruleset, board.setup, board.deck())
        players = [make("club", seat, number) for seat in range(ruleset.players)]
        while deal.turn is not None and deal.phase != "play":
            for event in events:
                for bot in players:
                    bot.hear(seen(event, bot.seat))
            deal, events = deal.apply(players[deal.turn].choose(view(deal, deal.turn)))
        if deal.turn is None:
            continue
        bot = players[deal.turn]
        assert isinstance(bot, Club)
        raw = question(Belief(view(deal, deal.turn), bot.memory, bot.reading), 0).base
        for seat, hand in enumerate(deal.hands):
            raw.set_hand(seat, hand.planes)
        raw.set_kitty(deal.kitty.planes)
        find_partner(raw)
        yield raw


def put(weights: np.ndarray) -> None:
    """Play with these weights from now on."""
    for at, value in enumerate(weights):
        set_weight(at, int(value))


def examples(deal: RawDeal, rng: random.Random, step: int) -> Iterator[Example]:
    """Choices of one deal, with what every idea comes to, in steps of points."""
    now, trial = RawDeal(deal.switches), RawDeal(deal.switches)
    ideas, others = Ideas(), Ideas()
    ideas.keep_facts()
    now.copy_from(deal)
    while now.phase == PLAY:
        ideas.look(now)
        number = ideas.number
        if number > 1 and rng.random() < _ASKED:
            facts = np.zeros((number, _ALL), np.float32)
            outcomes = np.zeros(number, np.float32)
            for at in range(number):
                base = ideas.base(at)
                facts[at, base : base + FACTS] = [ideas.fact(at, n) for n in range(FACTS)]
                trial.copy_from(now)
                act(trial, ideas.card(at))
                outcomes[at] = play_open(trial, others) / step
            yield facts, -outcomes if now.is_bank_side(now.turn) else outcomes
        stray = number > 1 and rng.random() < _STRAYS
        if act(now, ideas.card(rng.randrange(number)) if stray else ideas.choose(now)) != DONE:
            return


def improved(old: np.ndarray, found: list[Example]) -> np.ndarray:
    """Weights under which the ideas that came out better are likelier."""
    weights = start = old * _SCALE
    mean, square = np.zeros(_ALL), np.zeros(_ALL)
    most = max(len(outcomes) for _, outcomes in found)
    facts = np.zeros((len(found), most, _ALL), np.float32)
    outcomes = np.zeros((len(found), most), np.float32)
    closed = np.full((len(found), most), -1e9, np.float32)
    for at, (rows, values) in enumerate(found):
        facts[at, : len(values)] = rows
        outcomes[at, : len(values)] = values
        closed[at, : len(values)] = 0
    for _ in range(_STEPS):
        sums = facts @ weights + closed
        chances = np.exp(sums - sums.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        better = outcomes - (chances * outcomes).sum(1, keepdims=True)
        slope = np.einsum("nm,nmk->k", chances * better, facts) / len(found)
        slope -= _HOLD * (weights - start)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope * slope
        weights = weights + _RATE * mean / (np.sqrt(square) + 1e-6)
    return np.round(weights / _SCALE)


def duel(deals: list[RawDeal], new: np.ndarray, old: np.ndarray) -> tuple[float, float]:
    """The points a deal that the new weights win from the old ones, and the standard error."""
    sums = [0.0] * len(deals)
    sides = np.arange(_ALL) // FACTS % 2  # odd blocks are the banker's side
    for sign, bankers in ((1, old), (-1, new)):
        attackers = new if sign > 0 else old
        put(np.where(sides == 1, bankers, attackers))
        for at, deal in enumerate(deals):
            trial = RawDeal(deal.switches)
            trial.copy_from(deal)
            sums[at] += sign * play_open(trial, Ideas()) / 2
    return fmean(sums), stdev(sums) / len(sums) ** 0.5


def main() -> int:
    """Learn, tell every round, print the weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rulesets", nargs="+")
    parser.add_argument("--deals", type=int, default=400, help="of each ruleset")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=555)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    weights = np.array([weight(at) for at in range(_ALL)], np.float64)
    rulesets = [Ruleset.parse(text) for text in options.rulesets]
    deals = [list(starts(rules, options.deals, options.seed)) for rules in rulesets]
    for number in range(1, options.rounds + 1):
        put(weights)
        found: list[Example] = []
        for rules, some in zip(rulesets, deals, strict=True):
            for deal in some:
                found += examples(deal, rng, rules.step)
        new = improved(weights, found)
        points, error = duel([deal for some in deals for deal in some], new, weights)
        print(
            f"round {number}: {len(found)} choices, {points:+.2f} ± {error:.2f} points a deal",
            file=sys.stderr,
        )
        weights = new
    print(json.dumps([int(value) for value in weights]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
