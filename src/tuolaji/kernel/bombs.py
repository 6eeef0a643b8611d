"""Bombs and special tractors: units of three or four identical cards.

Decides `follow.tractor` and `follow.bomb` for rulesets with bombs, and which kind of unit beats
which. A unit is (copies, ranks): (1, 1) a single, (2, n) a pair or tractor, (3, n) and (4, n)
special tractors for n > 1, (4, 1) a bomb. Its length is counted in pairs: cards // 2.

A lane's cards are *segments*: stretches of neighbouring steps that all hold a pair or more, a
step being the sorted copies of its faces. Only the multiset of segments matters for what can be
supplied, so equal hands are recognised and the search stays small.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .order import Order
from .planes import EMPTY, Planes, add, copies, count, sub
from .runs import starts

Step = tuple[int, ...]
Segment = tuple[Step, ...]
Segments = tuple[Segment, ...]
Kind = tuple[int, int]

NOTHING: Kind = (0, 0)


def unit(order: Order, lane: int, cards: Planes) -> Kind:
    """The one unit these cards of a lane are, or NOTHING; a lone triple is (3, 1)."""
    faces = cards[0]
    number = sum(plane != 0 for plane in cards)
    ranks = faces.bit_count()
    if number == 0 or cards[number - 1] != faces or (number == 1 and ranks > 1):
        return NOTHING
    steps = order.steps(lane, faces)
    if steps.bit_count() != ranks or not starts(steps, ranks):
        return NOTHING
    return (number, ranks)


def strength(kind: Kind) -> int:
    """0 for ordinary units, 1 for triples, 2 for bombs and quads: a higher one beats a lower."""
    return max(kind[0] - 2, 0)


def segments(order: Order, lane: int, cards: Planes) -> Segments:
    """The pairs, triples and quads of a lane, in canonical form."""
    steps: dict[int, list[int]] = {}
    faces = cards[1] & order.faces[lane]
    while faces:
        face = faces.bit_length() - 1
        faces ^= 1 << face
        steps.setdefault(order.step[face], []).append(count(cards, face))
    out: list[list[Step]] = []
    last = -2
    for step in sorted(steps):
        if step != last + 1:
            out.append([])
        out[-1].append(tuple(sorted(steps[step], reverse=True)))
        last = step
    return tuple(sorted(canonical(tuple(segment)) for segment in out))


def canonical(segment: Segment) -> Segment:
    """The same segment read from the end that makes it smaller."""
    return min(segment, segment[::-1])


@lru_cache(maxsize=4096)
def value(held: Segments, led: Kind) -> tuple[int, ...]:
    """The best that can be supplied for a led unit: larger is owed first.

    The first entry is 1 if the very same special (or bomb) can be given; the rest is the list
    of lengths, longest first. For a bomb: 4 bomb, 3 two-pair tractor, 2 triple, then the pairs.
    """
    number, ranks = led
    if number == 1:
        return ()
    if led == (4, 1):
        return _bomb_value(held)
    if number > 2 and _has(held, number, ranks):
        return (1,)
    return (0, *_lengths(held, number * ranks // 2))


def _bomb_value(held: Segments) -> tuple[int, ...]:
    if _has(held, 4, 1):
        return (4,)
    if _has(held, 2, 2):
        return (3,)
    if _has(held, 3, 1):
        return (2,)
    return (0, min(2, pairs(held)))


def _has(held: Segments, number: int, ranks: int) -> bool:
    """Whether such a unit is there."""
    return any(True for _ in _without(held, number, ranks))


def pairs(held: Segments) -> int:
    """How many pairs there are."""
    return sum(number // 2 for segment in held for step in segment for number in step)


def _lengths(held: Segments, n: int) -> tuple[int, ...]:
    """The best list of lengths, none longer than n and n together at most."""
    states = {held}
    given: list[int] = []
    while n > 1:
        length, rests = n, set[Segments]()
        while length > 1:
            rests = {rest for state in states for rest in _without_length(state, length)}
            if rests:
                break
            length -= 1
        if not rests:
            break
        states = rests
        given.append(length)
        n -= length
    return (*given, *[1] * min(n, max(pairs(state) for state in states)))


def of_length(length: int) -> Iterator[Kind]:
    """The kinds of units that count as a tractor of that many pairs."""
    yield (2, length)
    for number in (3, 4):
        if 2 * length % number == 0:
            yield (number, 2 * length // number)


def _without_length(held: Segments, length: int) -> Iterator[Segments]:
    for number, ranks in of_length(length):
        yield from _without(held, number, ranks)


def _without(held: Segments, number: int, ranks: int) -> Iterator[Segments]:
    """Every different way to be left after such a unit is taken."""
    for at, segment in enumerate(held):
        if segment in held[:at]:
            continue
        for begin in range(len(segment) - ranks + 1):
            for middle in _thinned(segment[begin : begin + ranks], number):
                left = _split((*segment[:begin], *middle, *segment[begin + ranks :]))
                yield tuple(sorted((*held[:at], *held[at + 1 :], *left)))


def _thinned(steps: Segment, number: int) -> Iterator[Segment]:
    """The steps with that many copies of one face taken out of each."""
    if not steps:
        yield ()
        return
    for rest in _thinned(steps[1:], number):
        for at, held in enumerate(steps[0]):
            if held >= number and held not in steps[0][:at]:
                left = held - number
                others = (*steps[0][:at], *steps[0][at + 1 :])
                yield (tuple(sorted((*others, left) if left > 1 else others, reverse=True)), *rest)


def _split(segment: Segment) -> list[Segment]:
    """The parts of a segment between its emptied steps."""
    out: list[Segment] = []
    part: list[Step] = []
    for step in (*segment, ()):
        if step:
            part.append(step)
        elif part:
            out.append(canonical(tuple(part)))
            part = []
    return out


def find(order: Order, lane: int, cards: Planes, kind: Kind) -> Iterator[Planes]:
    """Every unit of that kind in the lane, low ones first."""
    wanted, ranks = kind
    faces = cards[wanted - 1] & order.faces[lane]
    begins = starts(order.steps(lane, faces), ranks)
    while begins:
        lowest = begins & -begins
        begins ^= lowest
        first = lowest.bit_length() - 1
        yield from _chosen(order, lane, faces, wanted, range(first, first + ranks))


def _chosen(order: Order, lane: int, faces: int, wanted: int, steps: range) -> Iterator[Planes]:
    """One of the faces on each step, that many copies of it, in every combination."""
    if not steps:
        yield EMPTY
        return
    for rest in _chosen(order, lane, faces, wanted, steps[1:]):
        here = faces & order.faces_at(lane, steps[0])
        while here:
            lowest = here & -here
            here ^= lowest
            yield add(copies(lowest.bit_length() - 1, wanted), rest)


def concrete(order: Order, lane: int, cards: Planes, led: Kind) -> Planes:
    """One supply of the best value for the led unit, without the cards that fill it up."""
    best = value(segments(order, lane, cards), led)
    if led == (4, 1):
        kinds: list[Kind] = {4: [(4, 1)], 3: [(2, 2)], 2: [(3, 1)], 0: [(2, 1)] * best[-1]}[best[0]]
        return _first(order, lane, cards, kinds)
    if best == (1,):
        return _first(order, lane, cards, [led])
    taken, n, lengths = EMPTY, led[0] * led[1] // 2, best[1:]
    for at, length in enumerate(lengths):
        n -= length
        for kind in of_length(length) if length > 1 else [(2, 1)]:
            for unit_cards in find(order, lane, cards, kind):
                rest = sub(cards, unit_cards)
                if _lengths(segments(order, lane, rest), n) == lengths[at + 1 :]:
                    break
            else:
                continue
            break
        cards, taken = rest, add(taken, unit_cards)
    return taken


def _first(order: Order, lane: int, cards: Planes, kinds: list[Kind]) -> Planes:
    """The lowest units of these kinds, one after the other."""
    taken = EMPTY
    for kind in kinds:
        lowest = next(find(order, lane, cards, kind))
        cards, taken = sub(cards, lowest), add(taken, lowest)
    return taken
