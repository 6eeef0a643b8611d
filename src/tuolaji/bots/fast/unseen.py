"""Where the unseen cards may lie: in the other hands and in the kitty, dealt out at random.

A place has room for so many cards, is known to hold some, and may be known to have no pairs of a
lane. How readily each face is put into each place is a weight; 0 is never. Weights, and what is
known, may leave no way to deal: then what is only likely is let go.
"""

from __future__ import annotations

from ...cards.bits import low_bit
from ...cards.planes import EMPTY, Planes, add, copies, restrict, size, sub
from ...rules.dice import Dice
from ...rules.order import Order

KITTY = 8  # the place after the seats
PLACES = 9
_TRIES = 30
_STRICT_TRIES = 20  # then pairs may lie where none are expected


class UnseenCards:
    """The unseen cards, and the places."""

    def __init__(self) -> None:
        """Nothing is unseen."""
        self.unseen = EMPTY
        self._room = [0] * 9
        self._unpaired = [0] * 9
        self._known = [EMPTY] * 9
        self._weights = [0] * 486
        self._held = [EMPTY] * 9
        self._left = [0] * 9

    def clear(self) -> None:
        """No place has room."""
        self.unseen = EMPTY
        for place in range(PLACES):
            self.set_place(place, 0, 0, EMPTY)

    def set_unseen(self, cards: Planes) -> None:
        """The cards to be dealt, the known ones included."""
        self.unseen = cards

    def set_place(self, place: int, room: int, unpaired: int, known: Planes) -> None:
        """How many cards lie in a place, of which lanes no pairs, and which cards surely."""
        self._room[place] = room
        self._unpaired[place] = unpaired
        self._known[place] = known

    def set_weight_of(self, place: int, face: int, weight: int) -> None:
        """How readily a face is put into a place, against the other places."""
        self._weights[54 * place + face] = weight

    def room(self, place: int) -> int:
        """How many cards lie in a place."""
        return self._room[place]

    def held(self, place: int) -> Planes:
        """The cards that were dealt to a place."""
        return self._held[place]

    def deal_out(self, order: Order, dice: Dice) -> bool:
        """Deal the unseen cards as they may lie; whether that succeeded."""
        for attempt in range(_TRIES):
            if self._try_to_deal(order, dice, attempt < _STRICT_TRIES):
                return True
        return False

    def _try_to_deal(self, order: Order, dice: Dice, strict: bool) -> bool:
        rest = self.unseen
        for place in range(PLACES):
            self._held[place] = self._known[place]
            self._left[place] = self._room[place] - size(self._known[place])
            rest = sub(rest, self._known[place])
        # The lanes that fewest places take come first.
        for takers in range(1, PLACES + 1):
            for lane in range(5):
                cards = restrict(rest, order.faces(lane))
                if cards[0] and self._takers(low_bit(cards[0])) == takers:
                    rest = sub(rest, cards)
                    if not self._deal_lane(lane, cards, dice, strict):
                        return False
        return not rest[0]

    def _takers(self, face: int) -> int:
        """How many places may hold a face."""
        number = 0
        for place in range(PLACES):
            number += self._room[place] > 0 and self._weights[54 * place + face] > 0
        return number

    def _deal_lane(self, lane: int, cards: Planes, dice: Dice, strict: bool) -> bool:
        """Deal the cards of one lane, each to a place by the room that it has left."""
        for left in range(size(cards), 0, -1):
            one = dice.cards(cards, 1) if left > 1 else cards
            cards = sub(cards, one)
            face = low_bit(one[0])
            place = self._place_for(lane, face, dice, strict)
            if place < 0:
                place = self._make_room(face, dice)
            if place < 0:
                return False
            self._held[place] = add(self._held[place], one)
            self._left[place] -= 1
        return True

    def _place_for(self, lane: int, face: int, dice: Dice, strict: bool) -> int:
        """One of the places with room left, by its weight and its room; -1 if none has."""
        total = 0
        for place in range(PLACES):
            total += self._pull(place, lane, face, strict)
        if not total:
            return -1
        at = dice.below(total)
        for place in range(PLACES):
            at -= self._pull(place, lane, face, strict)
            if at < 0:
                return place
        return -1

    def _pull(self, place: int, lane: int, face: int, strict: bool) -> int:
        if self._left[place] <= 0:
            return 0
        if strict and self._unpaired[place] >> lane & 1 and self._held[place][0] >> face & 1:
            return 0
        return self._left[place] * self._weights[54 * place + face]

    def _make_room(self, face: int, dice: Dice) -> int:
        """Move a card elsewhere from a place that may hold the face; the place, or -1."""
        for place in range(PLACES):
            if not self._room[place] or not self._weights[54 * place + face]:
                continue
            for other in range(PLACES):
                if other == place or self._left[other] <= 0:
                    continue
                movable = self._movable(place, other)
                if movable:
                    moved = copies(low_bit(dice.one_of(movable)), 1)
                    self._held[place] = sub(self._held[place], moved)
                    self._held[other] = add(self._held[other], moved)
                    self._left[place] += 1
                    self._left[other] -= 1
                    return place
        return -1

    def _movable(self, place: int, other: int) -> int:
        """The faces of a place that another one may hold as well."""
        faces = sub(self._held[place], self._known[place])[0]
        out = faces
        while faces:
            face = low_bit(faces)
            faces &= faces - 1
            if not self._weights[54 * other + face]:
                out ^= copies(face, 1)[0]
        return out
