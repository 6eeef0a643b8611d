"""What a follower owes, for units made of pairs.

Decides `follow.suit`, `follow.pair`, `follow.tractor` and `follow.throw`: with H the cards of
the led suit in the hand and P those in the play, a play is legal iff P is as large as possible
and `value(P) == value(H)`. The kinds of four identical cards have their own `value` in
`bombs.py`.
"""

from __future__ import annotations

from .runs import Layers, longest, remove, runs, starts, total

Value = tuple[tuple[int, ...], ...]


def value(layers: Layers, lengths: tuple[int, ...]) -> Value:
    """The best that the pairs can supply for led units of these lengths, longest unit first.

    For every led tractor the list of tractors and pairs given for it, longest first; last, one
    entry with the number of led pairs that get a pair.
    """
    lists: list[tuple[int, ...]] = []
    pairs = 0
    states = {layers}
    big = [n for n in lengths if n > 1]
    for at, n in enumerate(big):
        if at == len(big) - 1:
            given = max(_greedy(state, n) for state in states)
        else:
            given, states = _supply(states, n)
        lists.append(given)
        pairs += sum(given)
    lists.append((min(lengths.count(1), total(layers) - pairs),))
    return tuple(lists)


def _greedy(layers: Layers, n: int) -> tuple[int, ...]:
    """The best list for one tractor of n pairs when nothing has to be kept for another.

    Exact: a maximal run shorter than what is still wanted is always taken whole, and a longer
    one ends the list, so the choice among equals does not matter.
    """
    given: list[int] = []
    lengths = sorted((length for layer in layers for length, _ in runs(layer)), reverse=True)
    for length in lengths:
        if n == 0:
            break
        given.append(min(length, n))
        n -= given[-1]
    return tuple(given)


def _supply(states: set[Layers], n: int) -> tuple[tuple[int, ...], set[Layers]]:
    """The best list for one tractor of n pairs, and every way to be left after giving it."""
    given: list[int] = []
    while n:
        most = max(longest(state) for state in states)
        if most < 2:
            break
        length = min(n, most)
        states = {rest for state in states for rest in _without_run(state, length)}
        given.append(length)
        n -= length
    if n:  # nothing but pairs is left anywhere: only their number matters
        pairs = max(total(state) for state in states)
        given += [1] * min(n, pairs)
        states = {_laid_out([1] * max(pairs - n, 0))}
    return tuple(given), states


def _without_run(layers: Layers, length: int) -> list[Layers]:
    """Every different way to be left after a run of that length is taken, worse ones left out."""
    if len(layers) == 1:
        # Cutting from the end of a run is never worse than cutting out of its middle.
        lengths = [run for run, _ in runs(layers[0])]
        return [
            _laid_out([*lengths[:at], run - length, *lengths[at + 1 :]])
            for at, run in enumerate(lengths)
            if run >= length and run not in lengths[:at]
        ]
    out = []
    begins = starts(layers[0], length) if layers else 0
    while begins:
        at = begins.bit_length() - 1
        begins ^= 1 << at
        out.append(_canonical(remove(layers, (1 << length) - 1 << at)))
    return out


def _canonical(layers: Layers) -> Layers:
    """Layers of the same segments in a form that all arrangements of them share."""
    if len(layers) < 2:
        return _laid_out([length for length, _ in runs(layers[0])]) if layers else ()
    segments = []
    for length, top in runs(layers[0]):
        steps = range(top - length + 1, top + 1)
        segment = tuple((sum(layer >> step & 1 for layer in layers),) for step in steps)
        segments.append(min(segment, segment[::-1]))
    return layers_of(tuple(sorted(segments)))


def _laid_out(lengths: list[int]) -> Layers:
    """One layer with runs of these lengths, in a form that equal lengths share."""
    mask = 0
    for length in sorted(lengths):
        if length:
            mask = (mask << length + 1) | (1 << length) - 1
    return (mask,) if mask else ()


def layers_of(segments: tuple[tuple[tuple[int, ...], ...], ...]) -> Layers:
    """The layers of pairs that form these segments, a step being the number of its pairs."""
    layers: list[int] = []
    at = 0
    for segment in segments:
        for (number,) in segment:
            while len(layers) < number:
                layers.append(0)
            for k in range(number):
                layers[k] |= 1 << at
            at += 1
        at += 1
    return tuple(layers)


def packs(layers: Layers, lengths: tuple[int, ...]) -> bool:
    """Whether the pairs can be split into tractors and pairs of just these lengths."""
    full = tuple((n,) for n in lengths if n > 1)
    return value(layers, lengths) == (*full, (lengths.count(1),))


def concrete(layers: Layers, lengths: tuple[int, ...]) -> list[int]:
    """One supply of the best value: a mask of steps for each tractor and pair, low ones first."""
    *lists, (pairs,) = value(layers, lengths)
    needed = sorted((length for given in lists for length in given), reverse=True) + [1] * pairs
    taken = []
    for at, length in enumerate(needed):
        begins = starts(layers[0], length)
        while True:
            lowest = begins & -begins
            run = lowest * ((1 << length) - 1)
            if packs(remove(layers, run), tuple(needed[at + 1 :])):
                break
            begins ^= lowest
        layers = remove(layers, run)
        taken.append(run)
    return taken
