"""What a seat knows of a deal, as a question to the kernel's search.

Worlds are dealt by what `Belief` holds: who is void, who has shown what, what plays tell. Several
threads may ask the same question; their answers are added up.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from time import perf_counter

from ..cards.planes import EMPTY, Planes
from ..engine.state import State
from ..kernel import SPEED
from ..rules.numbers import strict_switches_of
from . import belief
from .belief import Belief
from .fast.resume import take_attack, take_friends, take_up
from .fast.search import LEVEL, MOST_CANDIDATES, Search
from .fast.unseen import KITTY
from .position import set_position
from .table import faces_of

_WEIGHT = 200  # of a card that nothing is known of
_CHUNK = 2 if SPEED.compiled else 1  # worlds between two looks at the clock


class Worlds:
    """The worlds that a seat cannot tell apart, and what candidates come to in them."""

    def __init__(self, known: Belief, seeds: list[int], *, weighing: bool = True) -> None:
        """seeds: one for each thread; weighing: see `Search.begin`."""
        self._searches = [question(known, seed, weighing=weighing) for seed in seeds]

    def one(self) -> State | None:
        """One of them; what the seat cannot know of it must not be asked. None: there is none."""
        search = self._searches[0]
        search.clear_candidates()
        return search.world if search.run(1) else None

    def ask(self, candidates: list[Planes]) -> None:
        """Begin anew with these candidates; the others are measured by the first.

        ValueError if there are more than MOST_CANDIDATES.
        """
        if len(candidates) > MOST_CANDIDATES:
            raise ValueError(
                f"{len(candidates)} plays are too many to weigh; up to {MOST_CANDIDATES} are not"
            )
        for search in self._searches:
            search.clear_candidates()
            for cards in candidates:
                search.add_candidate(cards)

    def narrow(self, going: list[int]) -> None:
        """Try only these candidates from now on, and the first."""
        for search in self._searches:
            search.narrow(sum(1 << at for at in going))

    def run(self, until: float, worlds: int | None) -> None:
        """Imagine worlds until that time, or so many."""
        if len(self._searches) == 1:
            _run(self._searches[0], until, worlds)
            return
        with ThreadPoolExecutor(len(self._searches)) as pool:
            list(pool.map(lambda search: _run(search, until, worlds), self._searches))

    @property
    def number(self) -> int:
        """How many worlds there were."""
        return sum(search.worlds for search in self._searches)

    def levels(self, at: int) -> float:
        """What a candidate promises the seat's side, in levels won less lost."""
        return self._mean(at, Search.levels) / LEVEL

    def points(self, at: int) -> float:
        """The attackers' points that a candidate leads to."""
        return self._mean(at, Search.points)

    def gain(self, at: int) -> float:
        """By how much a candidate is better than the first: half by levels, half by points."""
        return self._mean(at, Search.gain) / (2 * LEVEL)

    def error(self, at: int) -> float:
        """The standard error of the gain."""
        squares = self._mean(at, Search.gain_squared) / (2 * LEVEL) ** 2
        return self._error(at, squares, self.gain(at))

    def ahead(self, at: int) -> float:
        """By how many levels a candidate is better than the first, if it was never left out."""
        return self.levels(at) - self.levels(0)

    def error_in_levels(self, at: int) -> float:
        """The standard error of the difference in levels from the first."""
        squares = self._mean(at, Search.levels_squared) / LEVEL**2
        return self._error(at, squares, self.ahead(at))

    def _error(self, at: int, squares: float, mean: float) -> float:
        return sqrt(max(squares - mean**2, 0.0) / max(self.tries(at), 1))

    def _mean(self, at: int, answer: Callable[[Search, int], int]) -> float:
        return sum(answer(search, at) for search in self._searches) / max(self.tries(at), 1)

    def tries(self, at: int) -> int:
        """In how many worlds a candidate was tried."""
        return sum(search.tries(at) for search in self._searches)


def _run(search: Search, until: float, worlds: int | None) -> None:
    if worlds is not None:
        search.run(worlds)
        return
    while perf_counter() < until and search.run(_CHUNK):
        pass


def question(known: Belief, seed: int, *, weighing: bool = True) -> Search:
    """A search over the worlds of a seat, still without candidates."""
    view = known.view
    search = Search(strict_switches_of(known.terms.ruleset))
    search.begin(seed, known.seat, LEVEL // search.base.switches.step, weighing)
    set_position(search.base, known)
    counts = view.cards
    for seat in range(len(counts)):
        if seat != known.seat:
            unpaired = known.memory.unpaired.get(seat, 0)
            search.unseen.set_place(seat, counts[seat], unpaired, known.sure[seat])
            _set_weights(search, seat, known.weights(seat), known.out)
    hidden = known.total - sum(counts) + counts[known.seat]
    if hidden > 0:
        search.unseen.set_place(KITTY, hidden, 0, EMPTY)
        _set_weights(search, KITTY, known.weights(belief.KITTY), known.out)
    search.unseen.set_unseen(known.out)
    _set_past(search, known)
    return search


def _set_past(search: Search, known: Belief) -> None:
    """The plays so far, if all of them are known and none was taken back."""
    memory, base = known.memory, search.base
    if memory.disturbed or len(memory.tricks) != known.view.finished:
        return
    tricks = [trick for trick in (*memory.tricks, memory.open) if trick]
    if not tricks:
        return
    first = next(iter(tricks[0]))
    take_up(search.start, base.level, base.order.trump, base.banker, base.holder, first)
    take_attack(search.start, base.attacker)
    take_friends(search.start, base)
    for number, trick in enumerate(tricks):
        for at, cards in enumerate(trick.values()):
            search.add_past(cards.planes, at > 0 or number not in memory.failed)


def _set_weights(search: Search, place: int, weights: list[float], cards: Planes) -> None:
    for face in faces_of((cards[0], 0, 0, 0)):
        weight = weights[face]
        search.unseen.set_weight_of(place, face, max(1, round(_WEIGHT * weight)) if weight else 0)
