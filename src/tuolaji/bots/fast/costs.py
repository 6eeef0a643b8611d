"""What it costs a seat to give cards away in a trick that they do not win, and the cheapest."""

from __future__ import annotations

from ...cards.bits import bit, low_bit
from ...cards.planes import EMPTY, FIVES, TENS_AND_KINGS, Planes, add, copies, size, sub
from ...engine.state import State
from ...rules.follow import owes
from ...rules.supply import most_kept, owed_size
from .odds import SURE
from .worth import Worth

KEPT = SURE // 2  # the part of the points it keeps that a side takes


class Costs:
    """The cost of each face that was asked for."""

    def __init__(self) -> None:
        """Nothing was asked for yet."""
        self._cost = [0] * 54

    def find(self, deal: State, worth: Worth, faces: int, takes: int) -> None:
        """What each of the faces costs; takes: how likely the own side takes the trick."""
        while faces:
            face = low_bit(faces)
            faces &= faces - 1
            self._cost[face] = worth.card(deal, deal.order.lane(face), face)
            if bit(face) & TENS_AND_KINGS:
                self._cost[face] += 10 * (KEPT - takes)
            elif bit(face) & FIVES:
                self._cost[face] += 5 * (KEPT - takes)

    def least(self, cards: Planes, number: int) -> Planes:
        """So many of the cards, those of least cost."""
        out = EMPTY
        for _ in range(number):
            faces = cards[0]
            least = low_bit(faces)
            while faces:
                face = low_bit(faces)
                faces &= faces - 1
                if self._cost[face] < self._cost[least]:
                    least = face
            out = add(out, copies(least, 1))
            cards = sub(cards, copies(least, 1))
        return out

    def least_that_follows(self, deal: State, held: Planes) -> Planes:
        """The cards of least cost that may be laid together; there are more than enough."""
        owed = owes(deal.order, deal.lead, held)
        spare = deal.lead.size - owed_size(owed)
        out = EMPTY
        rest = held
        while size(out) < deal.lead.size and rest[0]:
            one = self.least(rest, 1)
            rest = sub(rest, one)
            more = add(out, one)
            if size(more) - most_kept(deal.order, deal.lead, held, more, owed) <= spare:
                out = more
        return out
