"""Legal plays, counted exactly, listed lazily and drawn at random, without listing them first.

One recursion serves all three: it walks the lane step by step, remembers of the cards chosen so
far only the segments of pairs they form, and counts how many ways lead to a play that is worth
what is owed. Listing walks the branches whose count is not zero; drawing weighs them by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from math import prod

from ..cards.planes import EMPTY, FACES, Planes, add, copies, count, plane
from .order import Order
from .units import is_tractor, longest, starts

Content = tuple[int, ...]
Segment = tuple[Content, ...]
Segments = tuple[Segment, ...]
Worth = Callable[[Planes], bool]
Draw = Callable[[int], int]
Options = dict[tuple[Content, int], list[tuple[int, ...]]]


def _pairs(chosen: tuple[int, ...]) -> Content:
    """What the chosen copies on one step are worth where only pairs count: their number."""
    number = sum(k // 2 for k in chosen)
    return (number,) if number else ()


def _groups(chosen: tuple[int, ...]) -> Content:
    """What they are worth where triples and quads count too: the copies of each, sorted."""
    return tuple(sorted((k for k in chosen if k > 1), reverse=True))


@cache
def _options(
    held: tuple[int, ...], stride: int, content: Callable[[tuple[int, ...]], Content] | None
) -> Options:
    """How many copies of each face of a step can be chosen, by what they are worth and number."""
    options: Options = {}
    for chosen in product(*(range(n // stride * stride, -1, -stride) for n in held)):
        key = (content(chosen) if content else (), sum(chosen))
        options.setdefault(key, []).append(chosen)
    return options


def _faces(cards: Planes) -> list[int]:
    """The faces that occur, the last one first."""
    out, left = [], cards[0]
    while left:
        out.append(left.bit_length() - 1)
        left ^= 1 << out[-1]
    return out


class Choices:
    """The ways to choose cards: a number of them that is worth what is owed, or any at all."""

    def __init__(
        self,
        cards: Planes,
        number: int | None,
        *,
        fixed: Planes = EMPTY,
        even: bool = False,
    ) -> None:
        """Choose `number` of the cards to go with the fixed ones, or any number but none.

        even: whole pairs only.
        """
        self.fixed = fixed
        self.number = number
        self.worth: Worth | None = None
        self._adjacent: list[bool] = []
        self._faces: list[list[int]] = []
        self._options: list[Options] = []
        self._memo: dict[tuple[int, Segments, Segment, int], int] = {}
        for face in _faces(cards):
            self._faces.append([face])
            self._options.append(_options((count(cards, face),), 2 if even else 1, None))
            self._adjacent.append(False)
        self._room = self._rooms()

    @classmethod
    def worthy(
        cls, order: Order, cards: Planes, number: int, worth: Worth | None, *, wide: bool
    ) -> Choices:
        """Choose `number` of a lane's cards that satisfy `worth`, which segments alone decide.

        wide: triples and quads are units too.
        """
        self = cls(EMPTY, number)
        self.worth = worth
        steps: dict[int, list[int]] = {}
        for face in reversed(_faces(cards)):
            steps.setdefault(order.step(face), []).append(face)
        for step in sorted(steps, reverse=True):
            held = tuple([count(cards, face) for face in steps[step]])
            self._faces.append(steps[step])
            self._options.append(_options(held, 1, _groups if wide else _pairs))
            self._adjacent.append(step - 1 in steps)
        self._room = self._rooms()
        return self

    def _rooms(self) -> list[int]:
        """How many cards can be chosen on each step and beyond; a step's first option takes all."""
        rooms = [0]
        for options in reversed(self._options):
            rooms.append(rooms[-1] + next(iter(options))[1])
        rooms.reverse()
        return rooms

    def count(self) -> int:
        """The exact number of plays."""
        if self.number is None:
            return prod(map(len, self._options)) - 1  # every step is one face
        return self._ways(0, (), (), self.number, self.fixed)

    def _ways(self, at: int, closed: Segments, opened: Segment, left: int, taken: Planes) -> int:
        """How many ways there are to go on; taken: one choice that leads here, as good as any."""
        if left > self._room[at]:
            return 0
        key = (at, closed, opened, left)
        known = self._memo.get(key)
        if known is None:
            if left == 0:
                known = int(self.worth is None or self.worth(taken))
            else:
                known, room = 0, self._room[at + 1]
                for (content, used), ways in self._options[at].items():
                    if 0 <= left - used <= room:
                        state = self._next(at, closed, opened, content)
                        so_far = self._take(at, ways[0], taken)
                        known += len(ways) * self._ways(at + 1, *state, left - used, so_far)
            self._memo[key] = known
        return known

    def _next(
        self, at: int, closed: Segments, opened: Segment, content: Content
    ) -> tuple[Segments, Segment]:
        """The segments after one more step; none are kept where they are worth nothing."""
        if self.worth is None:
            return (), ()
        if content:
            opened = (*opened, content)
            if self._adjacent[at]:
                return closed, opened
        if opened:
            closed = tuple(sorted((*closed, min(opened, opened[::-1]))))
        return closed, ()

    def __iter__(self) -> Iterator[Planes]:
        """The plays, high cards first, made one at a time."""
        if self.number is None:
            yield from self._subsets(0, self.fixed)
        else:
            yield from self._walk(0, (), (), self.number, self.fixed)

    def _subsets(self, at: int, taken: Planes) -> Iterator[Planes]:
        if at == len(self._options):
            if taken[0]:
                yield taken
            return
        for ways in self._options[at].values():
            for chosen in ways:
                yield from self._subsets(at + 1, self._take(at, chosen, taken))

    def _take(self, at: int, chosen: tuple[int, ...], taken: Planes) -> Planes:
        for face, number in zip(self._faces[at], chosen, strict=True):
            if number:
                taken = add(taken, copies(face, number))
        return taken

    def _walk(
        self, at: int, closed: Segments, opened: Segment, left: int, taken: Planes
    ) -> Iterator[Planes]:
        if at == len(self._options):
            yield taken
            return
        for (content, used), ways in self._options[at].items():
            if used > left:
                continue
            state = self._next(at, closed, opened, content)
            for chosen in ways:
                so_far = self._take(at, chosen, taken)
                if self._ways(at + 1, *state, left - used, so_far):
                    yield from self._walk(at + 1, *state, left - used, so_far)

    def draw(self, below: Draw) -> Planes:
        """A play drawn evenly from all; `below(n)` gives a random number from 0 to n-1."""
        taken = self.fixed
        if self.number is None:
            while taken == self.fixed:
                for at, options in enumerate(self._options):
                    every = [chosen for ways in options.values() for chosen in ways]
                    taken = self._take(at, every[below(len(every))], taken)
            return taken
        closed: Segments = ()
        opened: Segment = ()
        left = self.number
        pick = below(self._ways(0, closed, opened, left, taken))
        for at, options in enumerate(self._options):
            if not left:
                break
            for (content, used), ways in options.items():
                if used > left:
                    continue
                state = self._next(at, closed, opened, content)
                so_far = self._take(at, ways[0], taken)
                each = self._ways(at + 1, *state, left - used, so_far)
                if pick < each * len(ways):
                    break
                pick -= each * len(ways)
            taken = self._take(at, ways[pick // each], taken)
            pick %= each
            (closed, opened), left = state, left - used
        return taken


def units(order: Order, lane: int, cards: Planes, *, bombs: bool) -> Iterator[Planes]:
    """Every unit of a lane that may be led, singles aside; with bombs no triple alone."""
    for number in range(2, 5 if bombs else order.widest + 1):
        faces = plane(cards, number) & order.faces(lane)
        steps = order.steps(lane, faces)
        for ranks in range(1, longest(steps) + 1):
            if ranks > 1 and not is_tractor(order, number, ranks):
                continue
            if bombs and number == 3 and ranks == 1:
                continue
            begins = starts(steps, ranks)
            for first in range(begins.bit_length()):
                if begins >> first & 1:
                    yield from _chosen(order, lane, faces, number, range(first, first + ranks))


def _chosen(order: Order, lane: int, faces: int, number: int, steps: range) -> Iterator[Planes]:
    """One of the faces on each step, that many copies of it, in every combination."""
    if not steps:
        yield EMPTY
        return
    here = faces & order.faces_at(lane, steps[0])
    for rest in _chosen(order, lane, faces, number, steps[1:]):
        for face in range(FACES):
            if here >> face & 1:
                yield add(copies(face, number), rest)
