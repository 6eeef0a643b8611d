"""All legal plays of a hand: counted, listed lazily, or drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from ..cards import Cards
from ..cards import planes as masks
from ..cards.planes import FACES, Planes
from ..rules import follow as rules
from ..rules import supply
from ..rules.choices import Choices, units
from .lead import Shape
from .terms import Terms


class Plays:
    """Some legal plays, each card face counted once."""

    def __init__(self, parts: Sequence[Choices | list[Planes]]) -> None:
        """The plays of several disjoint parts, a part being listed or only described."""
        self._parts = [part for part in parts if _count(part)]

    def count(self) -> int:
        """The exact number, without listing."""
        return sum(_count(part) for part in self._parts)

    def __iter__(self) -> Iterator[Cards]:
        """The plays one by one."""
        return (Cards(planes) for planes in chain.from_iterable(self._parts))

    def draw(self, below: Callable[[int], int]) -> Cards:
        """A play drawn evenly from all; `below(n)` gives a random number from 0 to n-1."""
        pick = below(self.count())
        for part in self._parts:
            if pick < _count(part):
                return Cards(part[pick] if isinstance(part, list) else part.draw(below))
            pick -= _count(part)
        raise AssertionError("unreachable: the pick is below the count")


def _count(part: Choices | list[Planes]) -> int:
    return len(part) if isinstance(part, list) else part.count()


@lru_cache(maxsize=8)  # the same is asked again at once: to show, to check, to play
def plays(terms: Terms, lead: Shape, hand: Cards) -> Plays:
    """Every play from the hand that follows the lead."""
    order, size = terms.order, len(lead.cards)
    held = masks.restrict(hand.planes, order.faces(lead.lane))
    short = size - masks.size(held)
    if short > 0:
        return Plays([Choices(masks.sub(hand.planes, held), short, fixed=held)])
    led = lead.lead
    owed = rules.owes(order, led, held)

    def worthy(chosen: Planes) -> bool:
        if led.protect:
            return rules.follows(order, led, held, chosen)
        return supply.supplies(order, led, chosen, owed)

    wide = terms.ruleset.bombs or order.widest > 2
    needed = worthy if supply.owed_size(owed) else None
    return Plays([Choices.worthy(order, held, size, needed, wide=wide)])


def leads(terms: Terms, hand: Cards) -> Plays:
    """Every lead one may attempt with the hand, throws included."""
    order, ruleset = terms.order, terms.ruleset
    lanes = [masks.restrict(hand.planes, order.faces(lane)) for lane in range(5)]
    if ruleset.throw != "off":
        return Plays([Choices(cards, None) for cards in lanes])
    parts: list[Choices | list[Planes]] = []
    for lane, cards in enumerate(lanes):
        parts.append([masks.copies(f, 1) for f in reversed(range(FACES)) if cards[0] >> f & 1])
        if ruleset.gapped_runs:
            parts.append(Choices(cards, None, even=True))
        else:
            parts.append(list(units(order, lane, cards, bombs=ruleset.bombs)))
    return Plays(parts)
