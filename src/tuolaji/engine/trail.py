"""What a good memory keeps of the tricks of a deal, for the second version of the observation.

All of it is public: who led what, what was played outside the suit led, the last tricks, and which
suits a seat has shown to hold no pair of. Seats are counted from the one that looks.
"""

from __future__ import annotations

from ..cards.bits import bit, popcount
from ..cards.planes import EMPTY, Planes, add, points, restrict, sub
from ..rules.declarations import NOBODY
from ..rules.follow import pairs_asked
from .observe import (
    empty_seats,
    observe_table,
    planes_in,
    put_cards,
    seats_after,
    sees_kitty,
)
from .state import PLAY, SEATS, State

TRICKS_BACK = 2


class Trail:
    """The tricks of one deal, as far as they are remembered; `before` and `after` every push."""

    def __init__(self) -> None:
        """Nothing is played yet."""
        self._led = [EMPTY] * 8
        self._off_suit = [EMPTY] * 8
        self._unpaired = [0] * 8
        self._laid = [EMPTY] * 24
        self._leaders = [NOBODY] * 3
        self._seat = 0
        self._in_trick = 0
        self._plays = 0
        self._played = EMPTY
        self.tricks = 0

    def clear(self) -> None:
        """A new deal."""
        for seat in range(SEATS):
            self._led[seat] = EMPTY
            self._off_suit[seat] = EMPTY
            self._unpaired[seat] = 0
        for at in range(SEATS * (TRICKS_BACK + 1)):
            self._laid[at] = EMPTY
        for back in range(TRICKS_BACK + 1):
            self._leaders[back] = NOBODY
        self.tricks = 0

    def copy_from(self, other: Trail) -> None:
        """Remember the same as another; not in the middle of a push."""
        self._led[:] = other._led
        self._off_suit[:] = other._off_suit
        self._unpaired[:] = other._unpaired
        self._laid[:] = other._laid
        self._leaders[:] = other._leaders
        self.tricks = other.tricks

    def before(self, deal: State) -> None:
        """Remember who is about to play."""
        self._plays = deal.phase == PLAY
        self._seat = deal.turn
        self._in_trick = deal.in_trick
        self._played = deal.played(deal.turn)

    def after(self, deal: State) -> None:
        """Take in what was played, if an action was finished."""
        if not self._plays:
            return
        seat = self._seat
        cards = sub(deal.played(seat), self._played)
        if not cards[0]:
            return
        if self._in_trick:
            self._follow(deal, seat, cards)
        else:
            self._begin_trick(seat, deal.switches.players)
            self._led[seat] = add(self._led[seat], cards)
        self._laid[seat] = cards
        self.tricks += self._in_trick + 1 == deal.switches.players

    def _begin_trick(self, leader: int, players: int) -> None:
        """The tricks remembered move back by one."""
        for back in range(TRICKS_BACK, 0, -1):
            self._leaders[back] = self._leaders[back - 1]
            for seat in range(players):
                self._laid[SEATS * back + seat] = self._laid[SEATS * (back - 1) + seat]
        self._leaders[0] = leader
        for seat in range(players):
            self._laid[seat] = EMPTY

    def _follow(self, deal: State, seat: int, cards: Planes) -> None:
        """What was not of the suit led; whether pairs were owed and not all given."""
        lane = deal.lead.lane
        suited = restrict(cards, deal.order.faces(lane))
        self._off_suit[seat] = add(self._off_suit[seat], sub(cards, suited))
        if popcount(suited[1]) + popcount(suited[3]) < pairs_asked(deal.lead):
            self._unpaired[seat] |= bit(lane)

    def unpaired(self, seat: int) -> int:
        """The lanes of which a seat has shown to hold no pair, as a mask."""
        return self._unpaired[seat]

    def observe(
        self,
        deal: State,
        seat: int,
        words: memoryview[int],
        scalars: memoryview[int],
        row: int,
        wide: int,
    ) -> None:
        """Write the fields of version 2 behind those of version 1; wide: those of version 3 too."""
        players, decks = deal.switches.players, planes_in(deal, wide)
        room = players + empty_seats(deal, wide)
        gap = (room - players) * decks
        at = (5 + 4 * room) * decks
        for place in range(players):
            at = put_cards(words, row, at, self._led[(seat + place) % players], decks)
        at += gap
        for place in range(players):
            at = put_cards(words, row, at, self._off_suit[(seat + place) % players], decks)
        at += gap
        # While a trick is on the table it is the first remembered; after it, the last one is.
        now = 1 if deal.phase == PLAY and deal.in_trick else 0
        for back in range(TRICKS_BACK):
            for place in range(players):
                laid = self._laid[SEATS * (now + back) + (seat + place) % players]
                at = put_cards(words, row, at, laid, decks)
            at += gap
        at = 20 + 6 * room
        scalars[row, at] = self.tricks
        scalars[row, at + 1] = _points_unseen(deal, seat)
        scalars[row, at + 2] = seats_after(deal, seat, self._leaders[now])
        scalars[row, at + 3] = seats_after(deal, seat, self._leaders[now + 1])
        for place in range(players):
            scalars[row, at + 4 + place] = self._unpaired[(seat + place) % players]
        if wide:
            observe_table(deal, seat, scalars, row, at + 4 + room)


def _points_unseen(deal: State, seat: int) -> int:
    """The points of the cards that a seat has not seen."""
    total = 100 * deal.switches.decks - points(deal.hand(seat))
    for other in range(deal.switches.players):
        total -= points(deal.played(other))
    if sees_kitty(deal, seat):
        total -= points(deal.kitty)
    return total
