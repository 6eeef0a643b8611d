"""`expert`: it imagines worlds it cannot tell apart, and plays its ideas out in all of them.

Candidates are what `club` weighs, its own choice first, and where few follows are legal all of
them; experience tells which are worth a try. Fewer and fewer go on from round to round. Another
play than `club`'s is made only when experience and the same worlds together find it better, and by
more than a part of the worlds' standard error. It declares and buries as `club` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from ..cards import Cards
from ..cards.planes import Planes
from ..deal.actions import Action, Play
from ..deal.phase import PLAY
from ..deal.turn import choices, terms_of
from ..deal.view import View
from .belief import Belief
from .bot import Reason
from .club import Club
from .experience import Experience, experience_of
from .ideas import ideas
from .position import is_plain
from .thinking import Tried
from .weighed import Weighed
from .worlds import Worlds

THINK = 0.03
_FEW = 60  # legal follows up to which all are thought of
_MOST = 10  # candidates
_ROUNDS = ((_MOST, 0.35), (5, 0.3), (2, 0.35))  # besides `club`'s choice, for a part of the time
_LEAST = 12  # worlds below which nothing is believed
_SURE, _SURE_WITHOUT = 0.3, 1.0  # standard errors of the gain in worlds that must be exceeded
_FEELING = 0.25  # of the time, at most, for experience
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
        self.tried: list[Tried] = []  # the plays weighed for the last choice

    def choose(self, view: View) -> Action:
        """What the seat does now."""
        self.tried = []
        return super().choose(view)

    def lead(self, view: View) -> Action:
        """The lead that came out best."""
        return Play(self.seat, self._search(view)) if is_plain(view) else super().lead(view)

    def follow(self, view: View) -> Action:
        """The follow that came out best."""
        return Play(self.seat, self._search(view)) if is_plain(view) else super().follow(view)

    def weigh(self, view: View, also: Sequence[Action] = ()) -> list[Weighed]:
        """What the ideas for a play promise, best first, and these actions besides."""
        if view.phase != PLAY or not is_plain(view):
            return []
        experience = experience_of(terms_of(view).ruleset)
        begun = perf_counter()
        known = self.believed(view)
        worlds = self._worlds(known)
        candidates, _ = self._liked(known, worlds, self._ideas(known)[0], experience)
        for action in also:
            if isinstance(action, Play) and action.cards.planes not in candidates:
                candidates.append(action.cards.planes)
        worlds.ask(candidates)
        self._run(worlds, begun + self.think / 2, 0.5)
        best = max(range(len(candidates)), key=lambda at: (worlds.levels(at), worlds.gain(at)))
        candidates.insert(0, candidates.pop(best))
        worlds.ask(candidates)
        self._run(worlds, begun + self.think, 0.5)
        if not worlds.number:
            return []
        most = worlds.levels(0)
        weighed = [
            Weighed(
                Play(self.seat, Cards(cards)),
                min(worlds.levels(at), most),  # what is better by chance is as good
                worlds.points(at),
                _INTERVAL * worlds.error_in_levels(at),
            )
            for at, cards in enumerate(candidates)
        ]
        return sorted(weighed, key=lambda one: -one.levels)

    def _ideas(self, known: Belief) -> tuple[list[Planes], Reason]:
        """What `club` thinks of, its choice first, then all legal follows, if few; its reason."""
        thought = ideas(known)
        found = dict.fromkeys(idea.cards for idea in thought)
        if known.view.trick:
            legal = choices(known.view)
            if legal.count() <= _FEW:
                found |= dict.fromkeys(one.planes for one in legal)
        return list(found), thought[0].why

    def _liked(
        self, known: Belief, worlds: Worlds, found: list[Planes], experience: Experience | None
    ) -> tuple[list[Planes], list[float]]:
        """What is worth a try, `club`'s choice first, and what experience adds to its gains."""
        world = worlds.one()
        if world is None or experience is None:
            return found[:_MOST], [0.0] * len(found)
        until = perf_counter() + _FEELING * self.think
        limited = self.worlds is None
        gains = experience.gains(world, found, lambda: limited and perf_counter() > until)
        order = sorted(range(1, len(gains)), key=lambda at: -gains[at])
        liked = [0, *order][:_MOST]
        part = known.view.cards[known.seat] / known.terms.ruleset.hand_size
        return [found[at] for at in liked], [part * gains[at] for at in liked]

    def _worlds(self, known: Belief) -> Worlds:
        return Worlds(known, self._seeds())

    def _seeds(self) -> list[int]:
        """One for each thread."""
        return [self.rng.getrandbits(64) for _ in range(self.threads)]

    def _tried(self, worlds: Worlds, found: list[Planes]) -> list[Tried]:
        """What came of the plays, the best first."""
        tried = [
            Tried(Cards(cards), worlds.levels(at), worlds.tries(at))
            for at, cards in enumerate(found)
        ]
        return sorted(tried, key=lambda one: -one.levels)

    def _run(self, worlds: Worlds, until: float, part: float) -> None:
        number = None if self.worlds is None else max(1, round(part * self.worlds))
        worlds.run(until, number)

    def _search(self, view: View) -> Cards:
        """The cards that came out best, and `why`."""
        experience = experience_of(terms_of(view).ruleset)
        until = perf_counter()
        known = self.believed(view)
        found, self.why = self._ideas(known)
        first = Cards(found[0])
        if len(found) == 1:
            return first
        worlds = self._worlds(known)
        found, felt = self._liked(known, worlds, found, experience)
        if len(found) == 1:  # there was no time for others
            return first
        worlds.ask(found)
        going = list(range(1, len(found)))
        for number, part in _ROUNDS:
            going = sorted(going, key=lambda at: -worlds.gain(at) - felt[at])[:number]
            worlds.narrow(going)
            until += part * self.think
            self._run(worlds, until, part)
        self.tried = self._tried(worlds, found)
        best = max(going, key=lambda at: worlds.gain(at) + felt[at])
        gain, sure = worlds.gain(best), _SURE if any(felt) else _SURE_WITHOUT
        if worlds.number < _LEAST or gain + felt[best] <= sure * worlds.error(best):
            return first
        cards = Cards(found[best])
        key = "search" if felt[best] <= 0 else "experience" if gain <= 0 else "both"
        self.why = Reason(key, {"cards": cards, "other": first, "number": worlds.number})
        return cards
