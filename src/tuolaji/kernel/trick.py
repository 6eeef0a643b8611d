"""Who wins a trick.

Decides `trick.winner`, `trick.ruff`, `trick.overruff`, `last.jack`, and, for rulesets with
bombs, which kind of unit beats which. Plays are compared in turn with the best so far; an
equal one never beats an earlier one.
"""

from __future__ import annotations

from . import bombs
from .follow import packs
from .order import TRUMPS, Order
from .planes import BIG_JOKER, SMALL_JOKER, Planes
from .runs import Layers, pair_layers, remove, starts

LOSES = -1


def winner(order: Order, plays: list[Planes], lengths: tuple[int, ...]) -> int:
    """The index of the winning play; lengths: the led units in pairs, longest first."""
    led = order.lane_of(plays[0])
    best, ruffed, who = _top(order, led, plays[0]), False, 0
    for at in range(1, len(plays)):
        lane = order.lane_of(plays[at])
        if lane == TRUMPS and led != TRUMPS:
            top = split_top(order, plays[at], lengths)
            if top != LOSES and (not ruffed or top > best):
                best, ruffed, who = top, True, at
        elif lane == led and len(lengths) == 1 and not ruffed:
            top = unit_top(order, lane, plays[at], lengths[0])
            if top > best:
                best, who = top, at
    return who


def unit_top(order: Order, lane: int, play: Planes, length: int) -> int:
    """The top step of a play that is one unit of that length, or LOSES."""
    if length == 0:
        return order.steps(lane, play[0]).bit_length() - 1
    begins = starts(order.steps(lane, play[1]), length)
    return begins.bit_length() + length - 2 if begins else LOSES


def split_top(order: Order, ruff: Planes, lengths: tuple[int, ...]) -> int:
    """The best top that a ruff can give its longest unit when split as led, or LOSES."""
    if lengths[0] == 0:
        return order.steps(TRUMPS, ruff[0]).bit_length() - 1
    layers = pair_layers(order, TRUMPS, ruff)
    return max(
        (run.bit_length() - 1 for run in _longest_units(layers, lengths)),
        default=LOSES,
    )


def _longest_units(layers: Layers, lengths: tuple[int, ...]) -> list[int]:
    """Every place, as a mask of steps, the longest unit can take so that the others fit too."""
    out = []
    begins = starts(layers[0], lengths[0]) if layers else 0
    while begins:
        lowest = begins & -begins
        begins ^= lowest
        run = lowest * ((1 << lengths[0]) - 1)
        if packs(remove(layers, run), lengths[1:]):
            out.append(run)
    return out


def winner_with_bombs(order: Order, plays: list[Planes]) -> int:
    """The index of the winning play where only single units count and bombs are known."""
    led = order.lane_of(plays[0])
    best = (bombs.strength(bombs.unit(order, led, plays[0])), _top(order, led, plays[0]))
    best_lane, who = led, 0
    for at in range(1, len(plays)):
        lane = order.lane_of(plays[at])
        if lane not in (best_lane, TRUMPS):
            continue
        kind = bombs.unit(order, lane, plays[at])
        if kind in (bombs.NOTHING, (3, 1)):
            continue
        mine = (bombs.strength(kind), _top(order, lane, plays[at]))
        if mine > best if lane == best_lane else mine[0] >= best[0]:
            best, best_lane, who = mine, lane, at
    return who


def _top(order: Order, lane: int, play: Planes) -> int:
    return order.steps(lane, play[0]).bit_length() - 1


def winner_at_jacks(
    order: Order, plays: list[Planes], lengths: tuple[int, ...]
) -> tuple[int, bool]:
    """Who wins the last trick at level J (`last.jack`), and whether a J decided it.

    Trump J, other Js, big joker, small joker, then the led suit by rank. A play competes in the
    led shape, wholly of Js and jokers or wholly of the led suit.
    """
    led = order.lane_of(plays[0])
    ranking = _jack_ranking(order)
    jacks_and_jokers = sum(ranking)
    if len(lengths) == 1:  # whole, since a gapped run is one unit too
        best = _jack_rank(order, led, order.steps(led, plays[0][0]), plays[0], ranking)
    else:
        best = _jack_top(order, led, plays[0], lengths, ranking)
    who = 0
    for at in range(1, len(plays)):
        lane = order.lane_of(plays[at])
        if lane != led and plays[at][0] & ~jacks_and_jokers:
            continue
        top = _jack_top(order, lane, plays[at], lengths, ranking)
        if top > best:
            best, who = top, at
    return who, best >= _JACKS


_JACKS = 102


def _jack_ranking(order: Order) -> tuple[int, int, int, int]:
    """The faces of trump J, other Js, big and small joker; they rank 103 down to 100."""
    jacks = sum(1 << 13 * suit + order.level for suit in range(4))
    own = 1 << 13 * order.trump + order.level if order.trump >= 0 else jacks
    return own, jacks & ~own, 1 << BIG_JOKER, 1 << SMALL_JOKER


def _jack_top(
    order: Order,
    lane: int,
    play: Planes,
    lengths: tuple[int, ...],
    ranking: tuple[int, int, int, int],
) -> int:
    """The rank of a play in the led shape by its longest unit, split to its favour, or LOSES."""
    if lengths[0] == 0:
        longest = [order.steps(lane, play[0])]
    else:
        longest = _longest_units(pair_layers(order, lane, play), lengths)
    return max((_jack_rank(order, lane, run, play, ranking) for run in longest), default=LOSES)


def _jack_rank(
    order: Order, lane: int, run: int, play: Planes, ranking: tuple[int, int, int, int]
) -> int:
    """The rank of the highest card on these steps."""
    for at, faces in enumerate(ranking):
        if order.steps(lane, play[0] & faces) & run:
            return 103 - at
    return run.bit_length() - 1
