"""A mirrored match of two bots: every deal is played twice with the sides swapped.

python bench/mirror.py club greedy --deals 400 [--ruleset classic] [--seed 1]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Sequence

from tuolaji import bots
from tuolaji.cards import Card
from tuolaji.deal import Deal, full_deck
from tuolaji.phases.state import Setup
from tuolaji.ruleset import Ruleset
from tuolaji.view import seen, view


def play(
    ruleset: Ruleset, setup: Setup, deck: Sequence[Card], names: Sequence[str], times: dict
) -> Deal:
    """The finished deal; names: of the even and of the odd seats."""
    players = [bots.make(names[seat % 2], seat, 1) for seat in range(ruleset.players)]
    deal, events = Deal.begin(ruleset, setup, deck)
    while True:
        for event in events:
            for bot in players:
                bot.hear(seen(event, bot.seat))
        if deal.turn is None:
            return deal
        shown = view(deal, deal.turn)
        start = time.process_time()
        action = players[deal.turn].choose(shown)
        times.setdefault(names[deal.turn % 2], []).append(time.process_time() - start)
        deal, events = deal.apply(action)


def levels(deal: Deal) -> float:
    """The levels the even side won, lost ones below zero."""
    if deal.settled is None or deal.banker is None:
        return 0.0
    result = deal.settled.result
    even = (deal.banker % 2 == 0) == (result.side == "bankers")
    return result.levels if even else -result.levels


def main() -> None:
    """Play and print."""
    read = argparse.ArgumentParser()
    read.add_argument("names", nargs=2)
    read.add_argument("--ruleset", default="classic")
    read.add_argument("--deals", type=int, default=200)
    read.add_argument("--seed", default="1")
    read.add_argument("--worst", type=int, default=0)
    asked = read.parse_args()
    ruleset, rng = Ruleset.parse(asked.ruleset), random.Random(asked.seed)
    times: dict[str, list[float]] = {}
    gains, points = [], []
    for number in range(asked.deals):
        deck = full_deck(ruleset)
        rng.shuffle(deck)
        seat = rng.randrange(ruleset.players)
        level = rng.choice(ruleset.ladder[:-1])
        banker = None if ruleset.declare_style == "call" else seat
        setup = Setup(levels=(level, level), banker=banker, first_seat=seat)
        first = play(ruleset, setup, deck, asked.names, times)
        second = play(ruleset, setup, deck, asked.names[::-1], times)
        gains.append((levels(first) - levels(second)) / 2)
        if first.settled and second.settled and first.banker == second.banker:
            sign = 1 if first.banker % 2 else -1
            points.append(sign * (first.settled.attackers - second.settled.attackers) / 2)
        if asked.worst and gains[-1] <= -asked.worst:
            print(number, gains[-1], first.settled, second.settled)
    draws = [statistics.fmean(rng.choices(gains, k=len(gains))) for _ in range(500)]
    draws.sort()
    print(
        f"{asked.names[0]} over {asked.names[1]}, {ruleset}, {len(gains)} deals twice: "
        f"{statistics.fmean(gains):+.3f} levels a deal [{draws[12]:+.3f}, {draws[-13]:+.3f}], "
        f"{statistics.fmean(points or [0]):+.1f} points"
    )
    for name, taken in times.items():
        print(f"{name}: {1000 * statistics.fmean(taken):.3f} ms a decision")


if __name__ == "__main__":
    main()
