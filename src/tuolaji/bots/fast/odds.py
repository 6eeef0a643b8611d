"""What a seat must reckon with from hands it does not see: chances, out of 1,024.

Every unseen card is as likely in one hand as in another that has not shown to be void of its
lane, unless a table of chances says more (`Holdings`). Units of several cards are taken for
independent of each other, which is near enough.
"""

from __future__ import annotations

from ...cards.bits import bit, low_bit, popcount
from ...cards.planes import EMPTY, Planes, add, plane, restrict, size
from ...engine.state import State
from ...rules.order import TRUMPS
from ...rules.trick import RUFF, STRONGER
from ...rules.units import Lead, starts
from .holdings import FULL, Holdings

SURE = 1024  # so that the product of two chances is shifted by 10
_MOST = 31  # cards or units that are told apart
_HANDS = 8

# The chance that some of the hands hold none of a number of units, each of one, two or more cards.
_CHANCES = [0] * 6144


def _fill_chances() -> None:
    for cards in range(3):
        for hands in range(1, _HANDS):
            for some in range(_HANDS):
                misses = 1.0 - min(some, hands) / float(hands ** (2**cards))
                chance = 1.0
                for number in range(_MOST + 1):
                    _CHANCES[2048 * cards + 256 * hands + 32 * some + number] = round(SURE * chance)
                    chance *= misses


_fill_chances()


def none_of(units: int, cards: int, some: int, hands: int) -> int:
    """The chance that none of some of the hands holds one of the units of so many cards."""
    if not hands or not some:
        return SURE
    kind_of = min(cards, 3) - 1
    return _CHANCES[2048 * kind_of + 256 * hands + 32 * some + min(units, _MOST)]


class Odds:
    """The unseen cards of the seat whose turn it is, and who may hold them; seats as masks.

    rivals: the other side; foes and friends: who plays after the seat in this trick. informed:
    whether `holdings` says what the other hands probably hold, and `believe` who is on which side.
    """

    def __init__(self) -> None:
        """Nothing is known."""
        self.holdings = Holdings()
        self.informed = 0
        self.allies = 0
        self.unseen = EMPTY
        self.foes = 0
        self.friends = 0
        self.rivals = 0
        self._may_hold = [0] * 5
        self._hands = [0] * 5
        self._out = [0] * 5

    def believe(self, unseen: Planes, allies: int) -> None:
        """Reckon by `holdings` from now on, with these unseen cards and these seats as allies."""
        self.informed = 1
        self.unseen = unseen
        self.allies = allies

    def look(self, deal: State) -> None:
        """Take in what the seat sees, and who plays after it in this trick."""
        seat = deal.turn
        players = deal.switches.players
        banks = deal.is_bank_side(seat)
        if not self.informed:
            self.unseen = EMPTY if seat == deal.holder else deal.kitty
        self.foes = 0
        self.friends = 0
        self.rivals = 0
        for lane in range(5):
            self._may_hold[lane] = 0
        for at in range(1, players):
            other = (seat + at) % players
            if self.informed:
                allied = self.allies >> other & 1
            else:
                allied = deal.is_bank_side(other) == banks
                self.unseen = add(self.unseen, deal._hands[other])
            if not allied:
                self.rivals |= bit(other)
            if at < players - deal.in_trick:
                if allied:
                    self.friends |= bit(other)
                else:
                    self.foes |= bit(other)
            for lane in range(5):
                if not deal._voids[other] >> lane & 1:
                    self._may_hold[lane] |= bit(other)
        for lane in range(5):
            self._hands[lane] = popcount(self._may_hold[lane])
            self._out[lane] = self.unseen_of(deal.order.faces(lane))

    def out(self, lane: int) -> int:
        """How many cards of a lane are unseen."""
        return self._out[lane]

    def unseen_of(self, faces: int) -> int:
        """How many unseen cards have one of these faces."""
        return size(restrict(self.unseen, faces))

    def is_any_void(self, seats: int, lane: int) -> bool:
        """Whether one of the seats has shown that it has none of a lane."""
        return seats & ~self._may_hold[lane] != 0

    def cannot_top(
        self, deal: State, seats: int, lane: int, number: int, ranks: int, top: int
    ) -> int:
        """The chance that none of the seats has a unit of that kind above a step of the lane."""
        if self.informed:
            return self._believed(deal, seats, lane, number, ranks, top)
        some = popcount(seats & self._may_hold[lane])
        if not some:
            return SURE
        hands = self._hands[lane]
        if number * ranks == 1:
            return none_of(self.unseen_of(deal.order.above(lane, top)), 1, some, hands)
        faces = plane(self.unseen, number) & deal.order.faces(lane)
        begins = starts(deal.order.steps(lane, faces), ranks)
        lowest = max(top - ranks + 2, 0)
        return none_of(popcount(begins >> lowest), number * ranks, some, hands)

    def cannot_ruff(
        self, deal: State, seats: int, lane: int, number: int, ranks: int, top: int
    ) -> int:
        """The chance that none of the seats ruffs a plain lane above a step of the trumps."""
        if self.informed:
            return self._believed_ruff(deal, seats, lane, number, ranks, top)
        void = seats & ~self._may_hold[lane]
        out = self.cannot_top(deal, void, TRUMPS, number, ranks, top) if void else SURE
        maybe = popcount(seats & self._may_hold[lane] & self._may_hold[TRUMPS])
        if maybe:
            one = bit(low_bit(self._may_hold[TRUMPS]))
            empty = none_of(self._out[lane], 1, 1, self._hands[lane])
            if empty:
                ruffs = SURE - self.cannot_top(deal, one, TRUMPS, number, ranks, top)
                out = out * (SURE - min(maybe * empty * ruffs >> 10, SURE)) >> 10
        return out

    def _believed(
        self, deal: State, seats: int, lane: int, number: int, ranks: int, top: int
    ) -> int:
        """The same as `cannot_top`, by what is believed of each seat."""
        out = FULL
        while seats:
            seat = low_bit(seats)
            seats &= seats - 1
            has = self.holdings.has(deal.order, seat, lane, number, ranks, top)
            out = out * (FULL - has) >> 16
        return out >> 6

    def _believed_ruff(
        self, deal: State, seats: int, lane: int, number: int, ranks: int, top: int
    ) -> int:
        """The same as `cannot_ruff`, by what is believed of each seat."""
        out = FULL
        while seats:
            seat = low_bit(seats)
            seats &= seats - 1
            void = FULL - self.holdings.has(deal.order, seat, lane, 1, 1, -1)
            ruffs = self.holdings.has(deal.order, seat, TRUMPS, number, ranks, top)
            out = out * (FULL - (void * ruffs >> 16)) >> 16
        return out >> 6

    def cannot_ruff_all(self, deal: State, seats: int, units: Lead) -> int:
        """The chance that none of the seats ruffs a plain lead of several units."""
        out = FULL
        while seats:
            seat = low_bit(seats)
            seats &= seats - 1
            void = FULL - self.holdings.has(deal.order, seat, units.lane, 1, 1, -1)
            ruffs = self.holdings.has_all(deal.order, seat, units)
            out = out * (FULL - (void * ruffs >> 16)) >> 16
        return out >> 6

    def lead_stands(
        self, deal: State, seats: int, lane: int, number: int, ranks: int, top: int
    ) -> int:
        """The chance that none of the seats beats a unit that is led."""
        out = self.cannot_top(deal, seats, lane, number, ranks, top)
        if lane == TRUMPS:
            return out
        return out * self.cannot_ruff(deal, seats, lane, number, ranks, -1) >> 10

    def stands(self, deal: State, seats: int, best: int) -> int:
        """The chance that none of the seats beats a rank in the open trick."""
        if not seats or best >= STRONGER:
            return SURE
        lane = deal.lead.lane
        number = 1 if deal.lead.singles else 2
        ranks = 1
        if deal.lead.bombs:
            number = deal.lead.number
            ranks = deal.lead.ranks
        elif deal.lead.units == 1 or self.informed:
            number = deal.lead.width
            ranks = deal.lead.length
        if best >= RUFF:
            return self.cannot_ruff(deal, seats, lane, number, ranks, best - RUFF)
        if deal.lead.units > 1:
            if lane == TRUMPS:
                return SURE
            return self.cannot_ruff(deal, seats, lane, number, ranks, -1)
        return self.lead_stands(deal, seats, lane, number, ranks, best)
