"""Two of the fourteen tips held against `club`, on mirrored deals.

The twelfth says not to throw early on; the fifth to split small pairs of a weak suit when burying.
`club` does neither: here it plays itself as the tip has it, and what the tip gains is printed.

    python bench/tips.py 300 --seed 7
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import fmean

from tuolaji import bots
from tuolaji.arena import Plan, Run
from tuolaji.arena.stats import bootstrap
from tuolaji.bots.bury import Bury
from tuolaji.bots.club import Club
from tuolaji.bots.ideas import ideas
from tuolaji.cards import Cards
from tuolaji.cards import planes as masks
from tuolaji.cards.planes import Planes
from tuolaji.deal.actions import Action, Play
from tuolaji.deal.actions import Bury as BuryAction
from tuolaji.deal.view import View

THROWS = ("throw", "risk")


class NoEarlyThrow(Club):
    """The twelfth tip as it stands: no throw while more than a third of the cards is held."""

    kinds = THROWS

    def lead(self, view: View) -> Action:
        """The best lead that is none of those."""
        found = ideas(self.believed(view))
        early = 3 * len(view.hand) > view.ruleset.hand_size
        best = next((one for one in found if not early or one.why.key not in self.kinds), found[0])
        return Play(self.seat, Cards(best.cards))


class NoRiskyThrow(NoEarlyThrow):
    """The same for throws that could fail; sure ones are made."""

    kinds = ("risk",)


class Splitting(Bury):
    """The fifth tip: of every small pair in a suit of points without its top, one card goes."""

    def _filled(self, lanes: tuple[int, ...]) -> Planes:
        out = masks.EMPTY
        for lane in lanes:
            out = masks.add(out, self.lanes[lane])
        for lane in range(4):
            if lane not in lanes and self._is_weak(lane):
                for face in (face for face in range(52) if self.lanes[lane][1] >> face & 1):
                    if masks.size(out) < self.number and not masks.points(masks.copies(face, 1)):
                        out = masks.add(out, masks.copies(face, 1))
        rest = sorted(self._others(out), key=lambda face: (self._cost(face), face))
        for face in rest[: self.number - masks.size(out)]:
            out = masks.add(out, masks.copies(face, 1))
        return out

    def _others(self, taken: Planes) -> list[int]:
        left = masks.sub(self.hand, taken)
        return [face for plane in left for face in range(54) if plane >> face & 1]

    def _is_weak(self, lane: int) -> bool:
        order, held = self.terms.order, self.lanes[lane]
        top = order.steps(lane, order.faces(lane)).bit_length() - 1
        return masks.points(held) >= 10 and not order.steps(lane, held[0]) >> top & 1


class Splitter(Club):
    """`club` that buries so."""

    def bury(self, view: View) -> Action:
        """As the tip has it."""
        return BuryAction(self.seat, Splitting(view).choose()[0])


TRIED = {"no-early-throw": NoEarlyThrow, "no-risky-throw": NoRiskyThrow, "splits-pairs": Splitter}


def main() -> None:
    """Print what each gains over `club`, in levels a deal with a 95 % interval."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("deals", type=int)
    asked.add_argument("--seed", type=int, default=7)
    given = asked.parse_args()
    bots._LADDER.update(TRIED)
    for name in TRIED:
        run = Run(Plan((name, "club"), "classic", deals=given.deals, seed=given.seed))
        levels = [outcome.levels for outcome, _ in run.go()]
        low, high = bootstrap(levels, Random(1))
        differ = sum(one != 0 for one in levels)
        print(f"{name}: {fmean(levels):+.3f} [{low:+.3f}, {high:+.3f}], {differ} deals differ")


if __name__ == "__main__":
    main()
