"""Plays per second, through whole deals and in the bare kernel.

The same random deals are played again: once action by action through `Deal.apply`, from the first
card to the result; once only their leads, follows and tricks, through the kernel's functions. The
baseline is a fixed loop of plain Python in the same run, so that ratios compare across machines.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from ..cards.planes import Planes
from ..deal import Deal
from ..deal.actions import Play
from ..rules import follow, throw, trick, units
from ..rules.order import Order
from ..rules.switches import Switches
from ..ruleset import Ruleset
from ..testing.simulate import Finished, play_matches
from .clock import BASELINE_STEPS, baseline, seconds_of

_SEED = "bench"
_ROUNDS = 3


@dataclass(frozen=True)
class KernelTrick:
    """A trick as the kernel sees it: what was led, the hands before each play, and the plays."""

    order: Order
    switches: Switches
    plays: list[Planes]
    hands: list[Planes]


def measure_rules(ruleset: Ruleset, deals: int) -> dict[str, float]:
    """The speeds of one ruleset, each the best of a few rounds."""
    every = play_matches(ruleset, random.Random(_SEED), deals)
    played = [finished for finished in every if finished.deal.settled is not None]
    tricks = [one for finished in played for one in kernel_tricks(finished)]
    plays = sum(isinstance(action, Play) for finished in played for action in finished.actions)
    best = [0.0, 0.0, 0.0]
    for _ in range(_ROUNDS):
        speeds = (
            plays / seconds_of(lambda: _replay(played)),
            sum(len(one.plays) for one in tricks) / seconds_of(lambda: _in_kernel(tricks)),
            BASELINE_STEPS / seconds_of(baseline),
        )
        best = [max(pair) for pair in zip(best, speeds, strict=True)]
    return {
        "plays": plays,
        "deal_per_second": best[0],
        "kernel_per_second": best[1],
        "baseline_per_second": best[2],
        "deal_ratio": best[0] / best[2],
        "kernel_ratio": best[1] / best[2],
    }


def _replay(played: list[Finished]) -> None:
    """Replay every deal from its deck and actions; each must end as it did before."""
    for finished in played:
        deal, _ = Deal.begin(finished.deal.ruleset, finished.deal.setup, finished.deal.deck)
        for action in finished.actions:
            deal, _ = deal.apply(action)
        if deal.settled != finished.deal.settled:
            raise RuntimeError("a deal ended differently when it was played again")


def kernel_tricks(finished: Finished) -> list[KernelTrick]:
    """The tricks of a deal with the hands before each play."""
    deal = finished.deal
    assert deal.terms is not None
    order, players = deal.terms.order, deal.ruleset.players
    hands = list(deal.hands)
    out = []
    for leader, plays in reversed(deal.finished):
        seats = [(leader + at) % players for at in range(players)]
        for seat, cards in zip(seats, plays, strict=True):
            hands[seat] += cards
        out.append(
            KernelTrick(
                order,
                deal.terms.switches,
                [cards.planes for cards in plays],
                [hands[seat].planes for seat in seats],
            )
        )
    return out


def _in_kernel(tricks: list[KernelTrick]) -> None:
    for one in tricks:
        if not check_trick(one):
            raise RuntimeError("the kernel refuses a play that was legal")


def check_trick(one: KernelTrick) -> bool:
    """Whether lead and follows are legal, by the kernel alone; it also finds the winner."""
    order, led, lead = one.order, one.plays[0], units.Lead()
    good = not lead.read(order, led, one.switches)
    best = trick.lead_rank(order, lead, led, 0)
    for hand, play in zip(one.hands[1:], one.plays[1:], strict=True):
        good = good and not throw.broken(order, lead, led, hand, one.switches.throw)
        good = good and follow.follows(order, lead, hand, play)
        rank = trick.rank(order, lead, play, 0)
        if trick.beats(lead, rank, best):
            best = rank
    return good
