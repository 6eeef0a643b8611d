"""`expert`: it imagines worlds it cannot tell apart, and plays its ideas out in all of them.

Candidates are what `club` weighs, its own choice first, what the quick player of the kernel weighs,
and where few follows are legal all of them; experience tells which of them are worth a try. Some
worlds nominate the best few, fresh worlds confirm: another play than `club`'s is made only when,
by experience and over the same worlds, it is better by more than luck explains. It declares and
buries as `club` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from ..actions import Action, Play
from ..cards import Cards
from ..kernel.planes import Planes
from ..phases.state import PLAY
from ..rulings import Fact
from ..turn import choices
from ..view import View
from .belief import Belief
from .bot import Reason
from .club import Club
from .experience import experience_of, quick_ideas
from .follow import Follow
from .lead import Lead
from .weighed import Weighed
from .worlds import Worlds, is_plain

THINK = 0.03
_FEW = 60  # legal follows up to which all are thought of
_MOST, _FINALISTS = 10, 4
_NOMINATING = 0.4  # of the time
_LEAST = 12  # worlds below which nothing is believed
_SURE, _SURE_WITHOUT = 0.3, 1.0  # standard errors by which another play must be better
_INTERVAL = 1.96


class Expert(Club):
    """A player that searches.

    think: the seconds it has for a choice. worlds: how many it imagines instead, so that the same
    seed makes it choose the same. threads: how many it uses.
    """

    def __init__(
        self,
        seat: int,
        seed: int,
        *,
        think: float = THINK,
        worlds: int | None = None,
        threads: int = 1,
    ) -> None:
        super().__init__(seat, seed)
        self.think, self.worlds, self.threads = think, worlds, threads

    def lead(self, view: View) -> Action:
        """The lead that came out best."""
        return Play(self.seat, self._search(view)) if is_plain(view) else super().lead(view)

    def follow(self, view: View) -> Action:
        """The follow that came out best."""
        return Play(self.seat, self._search(view)) if is_plain(view) else super().follow(view)

    def weigh(self, view: View, also: Sequence[Action] = ()) -> list[Weighed]:
        """What the ideas for a play promise, best first, and these actions besides."""
        if view["phase"] != PLAY or not is_plain(view):
            return []
        until = perf_counter() + self.think
        known = self._known(view)
        worlds = self._worlds(known)
        candidates, _, _ = self._ideas(known, worlds)
        for action in also:
            if isinstance(action, Play) and action.cards.planes not in candidates:
                candidates.append(action.cards.planes)
        worlds.ask(candidates)
        self._run(worlds, until, _NOMINATING)
        best = max(range(len(candidates)), key=worlds.gain)
        candidates.insert(0, candidates.pop(best))
        worlds.ask(candidates)
        self._run(worlds, until, 1.0)
        most = worlds.levels(0)
        weighed = [
            Weighed(
                Play(self.seat, Cards(cards)),
                min(worlds.levels(at), most),  # what is better by chance is as good
                worlds.points(at),
                _INTERVAL * worlds.error(at),
            )
            for at, cards in enumerate(candidates)
        ]
        return sorted(weighed, key=lambda one: -one.levels)

    def _known(self, view: View) -> Belief:
        return Belief(view, self.memory, self.reading)

    def _ideas(self, known: Belief, worlds: Worlds) -> tuple[list[Planes], list[float], Reason]:
        """What is worth a try, `club`'s choice first; its gains by experience; `club`'s reason."""
        view, ruleset = known.view, known.terms.ruleset
        thought = Follow(known).ideas() if view["trick"] else Lead(known).ideas()
        first, why = thought[0]
        ideas = [cards for cards, _ in thought]
        if view["trick"]:
            legal = choices(view)
            if legal.count() <= _FEW:
                ideas += [one.planes for one in legal]
        world, experience = worlds.one(), experience_of(ruleset)
        if world is not None:
            ideas += quick_ideas(world)
        ideas = list(dict.fromkeys(ideas))
        if world is None or experience is None:
            return ideas[:_MOST], [0.0] * len(ideas), why
        gains = dict(zip(ideas, experience.gains(world, ideas), strict=True))
        best = [first, *sorted(ideas[1:], key=lambda cards: -gains[cards])][:_MOST]
        part = view["cards"][known.seat] / ruleset.hand_size
        return best, [part * gains[cards] for cards in best], why

    def _worlds(self, known: Belief) -> Worlds:
        return Worlds(known, [self.rng.getrandbits(64) for _ in range(self.threads)])

    def _run(self, worlds: Worlds, until: float, share: float) -> None:
        number = None if self.worlds is None else max(1, round(share * self.worlds))
        worlds.run(until - (1 - share) * self.think, number)

    def _search(self, view: View) -> Cards:
        """The cards that came out best, and `why`."""
        until = perf_counter() + self.think
        known = self._known(view)
        worlds = self._worlds(known)
        ideas, felt, self.why = self._ideas(known, worlds)
        first = ideas[0]
        if len(ideas) == 1:
            return Cards(first)
        worlds.ask(ideas)
        self._run(worlds, until, _NOMINATING)
        others = range(1, len(ideas))
        best = sorted(others, key=lambda at: -worlds.gain(at) - felt[at])[:_FINALISTS]
        worlds.ask([first, *(ideas[at] for at in best)])
        self._run(worlds, until, 1.0)
        chosen = self._surest(worlds, [felt[at] for at in best])
        if chosen is None:
            return Cards(first)
        cards = Cards(ideas[best[chosen]])
        facts: dict[str, Fact] = {"cards": cards, "other": Cards(first), "number": worlds.number}
        self.why = Reason("search", facts)
        return cards

    def _surest(self, worlds: Worlds, felt: list[float]) -> int | None:
        """The finalist that is surely enough better than the first, and by most."""
        if worlds.number < _LEAST:
            return None
        sure = _SURE if any(felt) else _SURE_WITHOUT
        gains = [
            worlds.gain(at + 1) + felt[at] - sure * worlds.error(at + 1) for at in range(len(felt))
        ]
        best = max(range(len(gains)), key=gains.__getitem__)
        return best if gains[best] > 0 else None
