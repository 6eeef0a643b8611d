"""How play goes on in an imagined world, where all cards lie open: quick and sensible.

What search plays its worlds out with. It is no player: it sees every hand. For each sensible play
it looks at a handful of facts (who will have the trick, its points, which cards it spends), and
takes the play whose weighted sum is highest. The weights were learned from deals with open cards
(`weights.py`).
"""

from __future__ import annotations

from .bits import low_bit, popcount, top_bit
from .follow import lowest_unit
from .openhands import best_answer, best_rank, cheapest, give_away, winner_from
from .order import EVERY_SUIT, TRUMPS
from .planes import (
    EMPTY,
    FIVES,
    JOKERS,
    TENS_AND_KINGS,
    Planes,
    points,
    restrict,
    same,
    size,
    sub,
)
from .rawdeal import RawDeal
from .trick import LOSES, RUFF, rank
from .units import next_unit
from .weights import weight

MOST_IDEAS = 32
FACTS = 32
_LOW_TRUMP = 9
_HIGH_PLAIN = 9
_LATE = 5


class Ideas:
    """The plays a seat thinks of, and the facts of each."""

    def __init__(self) -> None:
        """None yet."""
        self.number = 0
        self._cards = [EMPTY] * 32
        self._facts = [0] * 1024
        self.threat = 0
        self.help = 0
        self.tops = 0
        self.own_tops = 0
        self._base = [0] * 32

    def base(self, at: int) -> int:
        """Where the weights of a play begin."""
        return self._base[at]

    def card(self, at: int) -> Planes:
        """A play."""
        return self._cards[at]

    def fact(self, at: int, number: int) -> int:
        """A fact of a play."""
        return self._facts[32 * at + number]

    def choose(self, deal: RawDeal) -> Planes:
        """The play with the highest sum."""
        self.look(deal)
        if self.number == 1:
            return self._cards[0]
        best = 0
        most = -1000000000
        for at in range(self.number):
            total = 0
            for number in range(FACTS):
                total += self._facts[32 * at + number] * weight(self._base[at] + number)
            if total > most:
                most = total
                best = at
        return self._cards[best]

    def look(self, deal: RawDeal) -> None:
        """Take in the plays of the seat whose turn it is."""
        self.number = 0
        self._find_tops(deal)
        if deal.in_trick:
            self._follows(deal)
            for at in range(self.number):
                self._base[at] = 32 if deal.is_bank_side(deal.turn) else 0
                self._follow_facts(deal, at)
        else:
            self.own_tops = popcount(deal._hands[deal.turn][0] & self.tops)
            self._leads(deal)

    def _find_tops(self, deal: RawDeal) -> None:
        """The faces that nobody can beat as single cards."""
        every = 0
        for seat in range(deal.switches.players):
            every |= deal._hands[seat][0]
        self.tops = 0
        for lane in range(5):
            faces = every & deal.order.faces(lane)
            if faces:
                self.tops |= deal.order.faces_at(lane, top_bit(deal.order.steps(lane, faces)))

    def _note(self, at: int, number: int, value: int) -> None:
        self._facts[32 * at + number] = value

    def _add(self, cards: Planes) -> None:
        if not cards[0] or self.number >= MOST_IDEAS:
            return
        for at in range(self.number):
            if same(self._cards[at], cards):
                return
        self._cards[self.number] = cards
        for number in range(FACTS):
            self._facts[32 * self.number + number] = 0
        self.number += 1

    # Following

    def _follows(self, deal: RawDeal) -> None:
        players = deal.switches.players
        banks = deal.is_bank_side(deal.turn)
        self.threat = LOSES
        self.help = LOSES
        for at in range(deal.in_trick + 1, players):
            other = (deal.leader + at) % players
            can = best_rank(deal, other)
            if deal.is_bank_side(other) == banks:
                self.help = max(self.help, can)
            else:
                self.threat = max(self.threat, can)
        self._add(give_away(deal, False))
        self._add(give_away(deal, True))
        self._add(winner_from(deal, deal.best + 1))
        if self.threat > deal.best:
            self._add(winner_from(deal, self.threat))

    def _follow_facts(self, deal: RawDeal, at: int) -> None:
        cards = self._cards[at]
        banks = deal.is_bank_side(deal.turn)
        mine = LOSES
        if deal.lead.size == size(cards):
            mine = rank(deal.order, deal.lead, cards, deal.at_jacks)
        friendly = deal.is_bank_side(deal.winner) == banks
        ours = deal.best if friendly else LOSES
        theirs = self.threat if friendly else max(self.threat, deal.best)
        leads = mine > deal.best
        if leads:
            ours = mine
        wins = ours > deal.best or (friendly and ours == deal.best)
        wins = wins and ours >= self.threat
        helped = not wins and self.help > theirs
        if helped:
            wins = True
        if not friendly and not leads and not helped:
            wins = False
        total = 0
        for place in range(deal.in_trick):
            total += points(deal._trick[place])
        own = points(cards)
        if wins:
            self._note(at, 0, 10)
            self._note(at, 2, total)
            self._note(at, 3, own)
        else:
            self._note(at, 4, own)
        if wins and leads and not helped:
            self._note(at, 1, 10)
        trumps = restrict(cards, deal.order.faces(TRUMPS))
        if trumps[0] and deal.lead.lane != TRUMPS:
            self._note(at, 17, 10)
            if wins and not total:
                self._note(at, 18, 10)
        self._cost_facts(deal, at, cards, trumps, wins)

    def _cost_facts(
        self, deal: RawDeal, at: int, cards: Planes, trumps: Planes, wins: bool
    ) -> None:
        hand = deal._hands[deal.turn]
        rest = sub(hand, cards)
        levels = EVERY_SUIT << deal.level if deal.level >= 0 else 0
        jokers = size(restrict(trumps, JOKERS))
        high = size(restrict(trumps, levels & ~JOKERS))
        low = 0
        faces = trumps[0] & ~(levels | JOKERS)
        steps = 0
        while faces:
            face = low_bit(faces)
            faces &= faces - 1
            steps += deal.order.step(face)
            if deal.order.step(face) < _LOW_TRUMP:
                low += 1
        self._note(at, 6, 10 * low)
        self._note(at, 7, 10 * (size(trumps) - low - high - jokers))
        self._note(at, 8, 10 * high)
        self._note(at, 9, 10 * jokers)
        self._note(at, 22, steps)
        plain = restrict(cards, ~deal.order.faces(TRUMPS))
        tops = 10 * popcount(plain[0] & self.tops)
        self._note(at, 11 if wins else 10, tops)
        faces = plain[0]
        steps = 0
        great = 0
        while faces:
            face = low_bit(faces)
            faces &= faces - 1
            step = deal.order.step(face)
            steps += step
            if step >= _HIGH_PLAIN:
                great += 10
        self._note(at, 12, great)
        self._note(at, 14, steps)
        self._note(at, 13, 10 * popcount(hand[1] & cards[0] & ~cards[1] & rest[0]))
        if rest[0] & deal.order.faces(TRUMPS):
            for lane in range(4):
                faces = deal.order.faces(lane)
                if hand[0] & faces and not rest[0] & faces:
                    self._facts[32 * at + 15] += 10
        if size(rest) <= _LATE:
            self._note(at, 16, 10 * (high + jokers))
            self._note(at, 23, tops)
        if trumps[0] & self.tops:
            self._note(at, 20, 10)
        self._note(at, 21, 10 * popcount(trumps[1]))

    # Leading

    def _leads(self, deal: RawDeal) -> None:
        hand = deal._hands[deal.turn]
        for lane in range(5):
            held = restrict(hand, deal.order.faces(lane))
            cards = held
            while cards[1]:
                unit = next_unit(deal.order, lane, cards)
                self._lead(deal, lane, held, unit)
                cards = sub(cards, unit)
            if held[0]:
                steps = deal.order.steps(lane, held[0])
                self._lead(deal, lane, held, lowest_unit(deal.order, lane, held, 1, top_bit(steps), 1))
                self._lead(deal, lane, held, cheapest(deal.order, held, False))
                if held[0] & (FIVES | TENS_AND_KINGS):
                    self._lead(deal, lane, held, cheapest(deal.order, held, True))

    def _lead(self, deal: RawDeal, lane: int, held: Planes, unit: Planes) -> None:
        at = self.number
        self._add(unit)
        if self.number == at:
            return
        seat = deal.turn
        players = deal.switches.players
        banks = deal.is_bank_side(seat)
        self._base[at] = (128 if lane == TRUMPS else 64) + (32 if banks else 0)
        number = 2 if unit[1] else 1
        cards = size(unit)
        ranks = cards // number
        top = top_bit(deal.order.steps(lane, unit[0]))
        threat = top
        friend = top
        trumps = deal.order.faces(TRUMPS)
        longest = 0
        theirs = 0
        ruffed = 0
        friend_void = 0
        friend_points = 0
        forced = 0
        friend_tops = 0
        for place in range(1, players):
            other = (seat + place) % players
            can = best_answer(deal, other, lane, number, ranks)
            there = restrict(deal._hands[other], deal.order.faces(lane))
            if deal.is_bank_side(other) == banks:
                friend = max(friend, can)
                if lane != TRUMPS and can >= RUFF:
                    friend_void = 10
                if there[0] & (FIVES | TENS_AND_KINGS):
                    friend_points = 10
                if there[0] & self.tops:
                    friend_tops = 10
            else:
                threat = max(threat, can)
                held_trumps = size(restrict(deal._hands[other], trumps))
                theirs += held_trumps
                longest = max(longest, held_trumps)
                if can >= RUFF:
                    ruffed = 10
                if there[0] and not there[0] & ~(FIVES | TENS_AND_KINGS):
                    forced += 10
        own = size(held)
        left = size(deal._hands[seat])
        state = 2
        if threat == top:
            state = 0
            self._note(at, 24, forced)
            self._note(at, 25, left)
        elif friend > threat:
            state = 1
        else:
            self._note(at, 9, top)
            self._note(at, 26, left)
            self._note(at, 27, self.own_tops)
        self._note(at, state, 10)
        self._note(at, 3 + state, points(unit))
        self._note(at, 6 + state, 10 * (cards - 1))
        if state < 2:
            self._note(at, 10, top)
            self._note(at, 23, friend_points)
        self._note(at, 11, own)
        self._note(at, 12, ruffed)
        self._note(at, 13, friend_void)
        if own == cards and deal._hands[seat][0] & trumps:
            self._note(at, 14, 10)
        if number == 1 and held[1] & unit[0]:
            self._note(at, 15, 10)
        if unit[0] & self.tops and number == 1:
            self._note(at, 16, 10)
        self._note(at, 17, own - longest if lane == TRUMPS else 0)
        if not theirs:
            self._note(at, 18, 10)
        if left == size(restrict(deal._hands[seat], trumps)):
            self._note(at, 19, 10)
        if left <= _LATE:
            self._note(at, 20 if state == 0 else 21, 10)
        if left == cards and state == 0:
            self._note(at, 22, 10)
        self._note(at, 28, friend_tops)
        if lane == TRUMPS and theirs:
            self._note(at, 29, self.own_tops)
