"""Search: worlds a seat cannot tell apart, and what its candidates come to in each of them.

A world deals the unseen cards to the places where they may lie: every other hand, and the kitty.
A place takes so many, and may be known to hold certain cards, to lack lanes, or to lack pairs of
lanes. In each world all candidates are played out alike (`open_play`), so that their differences
are told apart from the luck of the cards.
"""

from __future__ import annotations

from .bits import bit, low_bit, unlocked
from .dice import Dice
from .endgame import PLIES, Ply
from .luck import follow_by_luck
from .midway import find_partner, lay_kitty
from .order import TRUMPS
from .planes import EMPTY, Planes, add, copies, size, sub
from .policy import Ideas
from .rawcourse import act
from .rawdeal import DONE, PLAY, RawDeal
from .score import result
from .switches import Switches

KITTY = 8  # the place after the seats
PLACES = 9
MOST_CANDIDATES = 32
_TRIES = 30
_STRICT_TRIES = 20  # then pairs may lie where they are not expected, and trumps in the kitty
LEVEL = 1000  # what a level counts in values


class Search:
    """One seat's question, and the sums of the answers.

    base: the deal as the seat knows it. Values are the attackers': a level counts LEVEL, and every
    point a little besides.
    """

    def __init__(self, switches: Switches) -> None:
        """Nothing is known yet."""
        self.base = RawDeal(switches)
        self.world = RawDeal(switches)
        self.trial = RawDeal(switches)
        self.end = Ply(switches, PLIES)
        self.exact = 3 if switches.players < 5 else 2
        self.ideas = Ideas()
        self.dice = Dice(0)
        self._won = 0
        self._total = 0
        self.unseen = EMPTY
        self.buries = 0
        self.point = 0
        self.number = 0
        self.worlds = 0
        self._room = [0] * 9
        self._lacks = [0] * 9
        self._unpaired = [0] * 9
        self._known = [EMPTY] * 9
        self._held = [EMPTY] * 9
        self._left = [0] * 9
        self._candidates = [EMPTY] * 32
        self._value = [0] * 32
        self._levels = [0] * 32
        self._points = [0] * 32
        self._gain = [0] * 32
        self._gain_squared = [0] * 32

    # The question

    def begin(self, seed: int, point: int) -> None:
        """Forget everything; point: what a point counts in values."""
        self.dice.seed(seed, 0)
        self.unseen = EMPTY
        self.point = point
        self.buries = 0
        self.number = 0
        self.worlds = 0
        for place in range(PLACES):
            self.set_place(place, 0, 0, 0, EMPTY)

    def set_place(
        self, place: int, room: int, lacks: int, unpaired: int, known: Planes
    ) -> None:
        """How many unseen cards lie in a place, of which lanes none or no pairs, and which surely."""
        self._room[place] = room
        self._lacks[place] = lacks
        self._unpaired[place] = unpaired
        self._known[place] = known

    def set_unseen(self, cards: Planes) -> None:
        """The cards to be dealt to the places, the known ones included."""
        self.unseen = cards

    def add_candidate(self, cards: Planes) -> None:
        """One more thing the seat could do; the first is what the others are measured against."""
        at = self.number
        self._candidates[at] = cards
        self._clear(at)
        self.number += 1

    def _clear(self, at: int) -> None:
        self._value[at] = 0
        self._levels[at] = 0
        self._points[at] = 0
        self._gain[at] = 0
        self._gain_squared[at] = 0

    def keep(self, number: int) -> None:
        """Keep only the first so many candidates."""
        self.number = number

    def forget(self) -> None:
        """Begin the sums anew, with the same candidates."""
        self.worlds = 0
        for at in range(self.number):
            self._clear(at)

    def set_buries(self, buries: int) -> None:
        """Whether the candidates are kitties to be laid down, not plays."""
        self.buries = buries

    # The answers

    def levels(self, at: int) -> int:
        """The attackers' levels, summed over the worlds."""
        return self._levels[at]

    def points(self, at: int) -> int:
        """The attackers' points, summed over the worlds."""
        return self._points[at]

    def value(self, at: int) -> int:
        """The values, summed over the worlds."""
        return self._value[at]

    def gain(self, at: int) -> int:
        """By how much the values exceed those of the first candidate, summed."""
        return self._gain[at]

    def gain_squared(self, at: int) -> int:
        """The squares of these differences, summed."""
        return self._gain_squared[at]

    def run(self, worlds: int) -> int:
        """Imagine so many more worlds, and try every candidate in them; how many could be made."""
        done = 0
        with unlocked:
            done = self._run(worlds)
        return done

    def _run(self, worlds: int) -> int:
        done = 0
        for _ in range(worlds):
            if self._imagine():
                self._try_all()
                done += 1
        self.worlds += done
        return done

    def _try_all(self) -> None:
        first = 0
        for at in range(self.number):
            self.trial.copy_from(self.world)
            value = self._try(self._candidates[at])
            if at == 0:
                first = value
            gain = value - first
            self._value[at] += value
            self._levels[at] += self._won
            self._points[at] += self._total
            self._gain[at] += gain
            self._gain_squared[at] += gain * gain

    def _try(self, cards: Planes) -> int:
        """What a candidate comes to in the world at hand."""
        if self.buries:
            lay_kitty(self.trial, cards)
        elif act(self.trial, cards) != DONE:
            return 0
        while self.trial.phase == PLAY:
            if not self.trial.in_trick and size(self.trial.hand(0)) <= self.exact:
                return self._solved()
            if act(self.trial, self.ideas.choose(self.trial)) != DONE:
                self._by_luck()
        self._won = self.trial.won
        self._total = self.trial.attackers_points()
        return LEVEL * self._won + self.point * self._total

    def _solved(self) -> int:
        """The value when the last cards are played as well as can be."""
        self.end.deal.copy_from(self.trial)
        total = self.end.solve(-10000, 10000)
        self._won = result(
            total,
            self.trial.switches.take_over,
            self.trial.switches.step,
            self.trial.switches.cap,
            self.trial.switches.below_zero,
        )
        self._total = total
        return LEVEL * self._won + self.point * total

    def _by_luck(self) -> None:
        """What to do where the quick play is none: any follow, any single."""
        hand = self.trial.hand(self.trial.turn)
        if self.trial.in_trick:
            act(self.trial, follow_by_luck(self.trial.order, self.trial.lead, hand, self.dice))
        else:
            act(self.trial, self.dice.cards(hand, 1))

    # A world

    def _imagine(self) -> bool:
        """Deal the unseen cards as they may lie; whether that succeeded."""
        for attempt in range(_TRIES):
            if self._deal_out(attempt < _STRICT_TRIES):
                self._put_in_place()
                return True
        return False

    def _put_in_place(self) -> None:
        self.world.copy_from(self.base)
        for seat in range(self.base.switches.players):
            if self._room[seat]:
                self.world.set_hand(seat, self._held[seat])
        if self._room[KITTY]:
            self.world.set_kitty(self._held[KITTY])
        find_partner(self.world)

    def _deal_out(self, strict: bool) -> bool:
        rest = self.unseen
        for place in range(PLACES):
            self._held[place] = self._known[place]
            self._left[place] = self._room[place] - size(self._known[place])
            rest = sub(rest, self._known[place])
        # The lanes that fewest places can take come first.
        for open_places in range(1, PLACES + 1):
            for lane in range(5):
                if self._open_places(lane, strict) == open_places:
                    cards = self._in_lane(rest, lane)
                    rest = sub(rest, cards)
                    if not self._deal_lane(lane, cards, strict):
                        return False
        return not rest[0]

    def _in_lane(self, cards: Planes, lane: int) -> Planes:
        faces = self.base.order.faces(lane)
        return (cards[0] & faces, cards[1] & faces, cards[2] & faces, cards[3] & faces)

    def _open_places(self, lane: int, strict: bool) -> int:
        """How many places may hold cards of a lane; not more than PLACES."""
        number = 0
        for place in range(PLACES):
            number += self._takes(place, lane, strict)
        return number

    def _takes(self, place: int, lane: int, strict: bool) -> bool:
        if not self._room[place] or self._lacks[place] >> lane & 1:
            return False
        return not (strict and place == KITTY and lane == TRUMPS)

    def _deal_lane(self, lane: int, cards: Planes, strict: bool) -> bool:
        """Deal the cards of one lane, each to a place by the room that it has left."""
        places = 0
        for place in range(PLACES):
            if self._takes(place, lane, strict):
                places |= bit(place)
        for left in range(size(cards), 0, -1):
            one = self.dice.cards(cards, 1) if left > 1 else cards
            cards = sub(cards, one)
            face = low_bit(one[0])
            place = self._place_for(lane, face, places, strict)
            if place < 0:
                place = self._make_room(lane, places)
            if place < 0:
                return False
            self._held[place] = add(self._held[place], one)
            self._left[place] -= 1
        return True

    def _place_for(self, lane: int, face: int, places: int, strict: bool) -> int:
        """One of the places with room left, the likelier the more it has; -1 if none has."""
        total = 0
        for place in range(PLACES):
            if places >> place & 1 and self._fits(place, lane, face, strict):
                total += self._left[place]
        if not total:
            return -1
        at = self.dice.below(total)
        for place in range(PLACES):
            if places >> place & 1 and self._fits(place, lane, face, strict):
                at -= self._left[place]
                if at < 0:
                    return place
        return -1

    def _fits(self, place: int, lane: int, face: int, strict: bool) -> bool:
        if not strict or not self._unpaired[place] >> lane & 1:
            return True
        return not self._held[place][0] >> face & 1

    def _make_room(self, lane: int, places: int) -> int:
        """Move a card of an earlier lane elsewhere; the place that has room now, or -1."""
        for place in range(PLACES):
            if not places >> place & 1:
                continue
            for other in range(PLACES):
                if other == place or self._left[other] <= 0:
                    continue
                movable = self._movable(place, other, lane)
                if movable:
                    face = low_bit(self.dice.one_of(movable))
                    self._held[place] = sub(self._held[place], copies(face, 1))
                    self._held[other] = add(self._held[other], copies(face, 1))
                    self._left[place] += 1
                    self._left[other] -= 1
                    return place
        return -1

    def _movable(self, place: int, other: int, lane: int) -> int:
        """The faces of a place that another one may hold as well, those of a lane aside."""
        faces = sub(self._held[place], self._known[place])[0]
        faces &= ~self.base.order.faces(lane)
        for there in range(5):
            if self._lacks[other] >> there & 1:
                faces &= ~self.base.order.faces(there)
        return faces


def play_open(deal: RawDeal, ideas: Ideas) -> int:
    """Play a deal out with open cards; the attackers' points."""
    with unlocked:
        while deal.phase == PLAY:
            if act(deal, ideas.choose(deal)) != DONE:
                break
    return deal.attackers_points()
