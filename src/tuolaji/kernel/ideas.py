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
FACTS = 32  # room for the facts of a play

# The facts of a follow. What is there or not counts 10; cards count 10 each, points and steps 1.
WINS, LEADS_NEXT, POINTS_WON, POINTS_ADDED, POINTS_LOST = 0, 1, 2, 3, 4
LOW_TRUMPS, MIDDLE_TRUMPS, LEVEL_CARDS, JOKERS_SPENT = 6, 7, 8, 9
TOPS_LOST, TOPS_SPENT, HIGH_PLAIN, PAIRS_BROKEN, PLAIN_STEPS, VOIDED = 10, 11, 12, 13, 14, 15
LATE_HIGH_TRUMPS, RUFFS, RUFFS_FOR_NOTHING, TOP_TRUMP, TRUMP_PAIRS = 16, 17, 18, 20, 21
TRUMP_STEPS, LATE_TOPS = 22, 23

# The facts of a lead. The first three are one each for: it holds, a friend has it, it is lost.
STANDING, POINTS_LED, MORE_CARDS = 0, 3, 6
TOP_OF_LOST, TOP_OF_WON, LENGTH_HELD, RUFFED, FRIEND_RUFFS = 9, 10, 11, 12, 13
LAST_OF_SUIT, SPLITS_PAIR, IS_TOP, TRUMPS_MORE, NO_TRUMPS_OUT, ONLY_TRUMPS = 14, 15, 16, 17, 18, 19
LATE_HELD, LATE_ELSE, LAST_TRICK, FRIEND_HAS_POINTS, FORCES_POINTS = 20, 21, 22, 23, 24
CARDS_LEFT_HELD, CARDS_LEFT_LOST, TOPS_IF_LOST, FRIEND_HAS_TOP, TOPS_TO_CASH = 25, 26, 27, 28, 29
HELD, BY_FRIEND, LOST = 0, 1, 2

_LOW_TRUMP = 9  # the step below which a trump is low
_HIGH_STEP = 9  # the step from which on a plain card is high
_LATE = 5  # cards left
_POINT_CARDS = FIVES | TENS_AND_KINGS


class Ideas:
    """The plays a seat thinks of, and the facts of each."""

    def __init__(self) -> None:
        """None yet."""
        self.number = 0
        self._cards = [EMPTY] * 32
        self._sums = [0] * 32
        self._facts = [0] * 1024
        self.keeps = 0
        self._base = [0] * 32
        self.tops = 0
        self.own_tops = 0
        self.threat = 0
        self.help = 0
        self._forget_others()

    def _forget_others(self) -> None:
        """Nothing is known of the other hands."""
        self.longest = 0
        self.trumps_out = 0
        self.ruffed = 0
        self.friend_ruffs = 0
        self.friend_points = 0
        self.friend_top = 0
        self.forced = 0

    def base(self, at: int) -> int:
        """Where the weights of a play begin."""
        return self._base[at]

    def card(self, at: int) -> Planes:
        """A play."""
        return self._cards[at]

    def keep_facts(self) -> None:
        """Keep the facts of each play as well, not their sums alone, to learn from them."""
        self.keeps = 1

    def fact(self, at: int, number: int) -> int:
        """A fact of a play, where they are kept."""
        return self._facts[32 * at + number]

    def choose(self, deal: RawDeal) -> Planes:
        """The play with the highest sum."""
        self.look(deal)
        if self.number == 1:
            return self._cards[0]
        best = 0
        for at in range(1, self.number):
            if self._sums[at] > self._sums[best]:
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
        self._sums[at] += value * weight(self._base[at] + number)
        if self.keeps:
            self._facts[32 * at + number] = value

    def _add(self, cards: Planes) -> None:
        if not cards[0] or self.number >= MOST_IDEAS:
            return
        for at in range(self.number):
            if same(self._cards[at], cards):
                return
        self._cards[self.number] = cards
        self._sums[self.number] = 0
        if self.keeps:
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
        friendly = deal.is_bank_side(deal.winner) == banks
        mine = rank(deal.order, deal.lead, cards, deal.at_jacks)
        leads = mine > deal.best
        holds = (leads or friendly) and max(mine, deal.best) >= self.threat
        helped = not holds and self.help > max(self.threat, deal.best)
        wins = holds or helped
        total = 0
        for place in range(deal.in_trick):
            total += points(deal._trick[place])
        if wins:
            self._note(at, WINS, 10)
            self._note(at, POINTS_WON, total)
            self._note(at, POINTS_ADDED, points(cards))
        else:
            self._note(at, POINTS_LOST, points(cards))
        if holds and leads:
            self._note(at, LEADS_NEXT, 10)
        trumps = restrict(cards, deal.order.faces(TRUMPS))
        if trumps[0] and deal.lead.lane != TRUMPS:
            self._note(at, RUFFS, 10)
            if wins and not total:
                self._note(at, RUFFS_FOR_NOTHING, 10)
        self._trump_facts(deal, at, trumps, size(deal._hands[deal.turn]) - size(cards))
        self._plain_facts(deal, at, cards, wins)

    def _trump_facts(self, deal: RawDeal, at: int, trumps: Planes, left: int) -> None:
        """Which trumps a follow spends."""
        levels = EVERY_SUIT << deal.level if deal.level >= 0 else 0
        jokers = size(restrict(trumps, JOKERS))
        high = size(restrict(trumps, levels & ~JOKERS))
        low = 0
        steps = 0
        faces = trumps[0] & ~(levels | JOKERS)
        while faces:
            step = deal.order.step(low_bit(faces))
            faces &= faces - 1
            steps += step
            low += step < _LOW_TRUMP
        self._note(at, LOW_TRUMPS, 10 * low)
        self._note(at, MIDDLE_TRUMPS, 10 * (size(trumps) - low - high - jokers))
        self._note(at, LEVEL_CARDS, 10 * high)
        self._note(at, JOKERS_SPENT, 10 * jokers)
        self._note(at, TRUMP_STEPS, steps)
        self._note(at, TRUMP_PAIRS, 10 * popcount(trumps[1]))
        if left <= _LATE:
            self._note(at, LATE_HIGH_TRUMPS, 10 * (high + jokers))
        if trumps[0] & self.tops:
            self._note(at, TOP_TRUMP, 10)

    def _plain_facts(self, deal: RawDeal, at: int, cards: Planes, wins: bool) -> None:
        """Which plain cards a follow spends, and what that leaves."""
        hand = deal._hands[deal.turn]
        rest = sub(hand, cards)
        plain = cards[0] & ~deal.order.faces(TRUMPS)
        tops = 10 * popcount(plain & self.tops)
        self._note(at, TOPS_SPENT if wins else TOPS_LOST, tops)
        if size(rest) <= _LATE:
            self._note(at, LATE_TOPS, tops)
        steps = 0
        high = 0
        while plain:
            step = deal.order.step(low_bit(plain))
            plain &= plain - 1
            steps += step
            high += step >= _HIGH_STEP
        self._note(at, HIGH_PLAIN, 10 * high)
        self._note(at, PLAIN_STEPS, steps)
        self._note(at, PAIRS_BROKEN, 10 * popcount(hand[1] & cards[0] & ~cards[1] & rest[0]))
        if rest[0] & deal.order.faces(TRUMPS):
            voided = 0
            for lane in range(4):
                faces = deal.order.faces(lane)
                voided += hand[0] & faces != 0 and not rest[0] & faces
            self._note(at, VOIDED, 10 * voided)

    # Leading

    def _leads(self, deal: RawDeal) -> None:
        """In every lane its units, the highest single, the cheapest, and one with points."""
        hand = deal._hands[deal.turn]
        for lane in range(5):
            held = restrict(hand, deal.order.faces(lane))
            if not held[0]:
                continue
            cards = held
            while cards[1]:
                unit = next_unit(deal.order, lane, cards)
                self._lead(deal, lane, held, unit)
                cards = sub(cards, unit)
            top = top_bit(deal.order.steps(lane, held[0]))
            self._lead(deal, lane, held, lowest_unit(deal.order, lane, held, 1, top, 1))
            self._lead(deal, lane, held, cheapest(deal.order, held, False))
            if held[0] & _POINT_CARDS:
                self._lead(deal, lane, held, cheapest(deal.order, held, True))

    def _lead(self, deal: RawDeal, lane: int, held: Planes, unit: Planes) -> None:
        at = self.number
        self._add(unit)
        if self.number == at:
            return
        banks = deal.is_bank_side(deal.turn)
        self._base[at] = (128 if lane == TRUMPS else 64) + (32 if banks else 0)
        top = top_bit(deal.order.steps(lane, unit[0]))
        self._look_around(deal, lane, unit, top)
        state = HELD
        if self.threat > top:
            state = BY_FRIEND if self.help > self.threat else LOST
        self._standing_facts(deal, at, unit, top, state)
        self._table_facts(at, lane)
        self._hand_facts(deal, at, lane, held, unit)

    def _look_around(self, deal: RawDeal, lane: int, unit: Planes, top: int) -> None:
        """What the other hands could do about a lead."""
        seat = deal.turn
        banks = deal.is_bank_side(seat)
        number = 2 if unit[1] else 1
        ranks = size(unit) // number
        self.threat = top
        self.help = top
        self._forget_others()
        for place in range(1, deal.switches.players):
            other = (seat + place) % deal.switches.players
            can = best_answer(deal, other, lane, number, ranks)
            faces = deal._hands[other][0] & deal.order.faces(lane)
            if deal.is_bank_side(other) == banks:
                self.help = max(self.help, can)
                if can >= RUFF:
                    self.friend_ruffs = 10
                if faces & _POINT_CARDS:
                    self.friend_points = 10
                if faces & self.tops:
                    self.friend_top = 10
            else:
                self.threat = max(self.threat, can)
                trumps = size(restrict(deal._hands[other], deal.order.faces(TRUMPS)))
                self.trumps_out += trumps
                self.longest = max(self.longest, trumps)
                if can >= RUFF:
                    self.ruffed = 10
                if faces and not faces & ~_POINT_CARDS:
                    self.forced += 10

    def _standing_facts(self, deal: RawDeal, at: int, unit: Planes, top: int, state: int) -> None:
        """Who will have the trick, and what is in it."""
        left = size(deal._hands[deal.turn])
        self._note(at, STANDING + state, 10)
        self._note(at, POINTS_LED + state, points(unit))
        self._note(at, MORE_CARDS + state, 10 * (size(unit) - 1))
        if state == LOST:
            self._note(at, TOP_OF_LOST, top)
            self._note(at, CARDS_LEFT_LOST, left)
            self._note(at, TOPS_IF_LOST, self.own_tops)
        else:
            self._note(at, TOP_OF_WON, top)
            self._note(at, FRIEND_HAS_POINTS, self.friend_points)
        if left <= _LATE:
            self._note(at, LATE_HELD if state == HELD else LATE_ELSE, 10)
        if state == HELD:
            self._note(at, FORCES_POINTS, self.forced)
            self._note(at, CARDS_LEFT_HELD, left)
            if left == size(unit):
                self._note(at, LAST_TRICK, 10)

    def _table_facts(self, at: int, lane: int) -> None:
        """What the other hands hold."""
        self._note(at, RUFFED, self.ruffed)
        self._note(at, FRIEND_RUFFS, self.friend_ruffs)
        self._note(at, FRIEND_HAS_TOP, self.friend_top)
        if not self.trumps_out:
            self._note(at, NO_TRUMPS_OUT, 10)
        elif lane == TRUMPS:
            self._note(at, TOPS_TO_CASH, self.own_tops)

    def _hand_facts(self, deal: RawDeal, at: int, lane: int, held: Planes, unit: Planes) -> None:
        """What the own hand holds besides."""
        hand = deal._hands[deal.turn]
        trumps = deal.order.faces(TRUMPS)
        own = size(held)
        self._note(at, LENGTH_HELD, own)
        if own == size(unit) and hand[0] & trumps:
            self._note(at, LAST_OF_SUIT, 10)
        if not unit[1]:
            if held[1] & unit[0]:
                self._note(at, SPLITS_PAIR, 10)
            if unit[0] & self.tops:
                self._note(at, IS_TOP, 10)
        if lane == TRUMPS:
            self._note(at, TRUMPS_MORE, own - self.longest)
        if not hand[0] & ~trumps:
            self._note(at, ONLY_TRUMPS, 10)
