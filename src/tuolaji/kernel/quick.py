"""How a world is played out: as `club` would, reckoned quickly.

Nobody looks into another hand: what the others may hold is reckoned by `Odds`. The formulas are
`club`'s (`bots/lead.py`, `follow.py` and `worth.py`), in whole numbers and without what plays tell;
the numbers, here, are those of both. They were tuned in mirrored matches.
"""

from __future__ import annotations

from .bits import bit, low_bit, popcount, top_bit
from .follow import concrete, lowest_unit
from .odds import SURE, Odds
from .order import TRUMPS
from .planes import (
    EMPTY,
    FIVES,
    TENS_AND_KINGS,
    Planes,
    add,
    copies,
    plane,
    points,
    restrict,
    same,
    size,
    sub,
)
from .rawdeal import RawDeal
from .switches import DIG_KITTY, DIG_LAST_TRICK
from .trick import RUFF, beats, rank
from .units import next_unit, starts

POINT = 1024  # what a point counts

# What things are worth: to lead next; to reach a level, or the bank, with a few points; trumps at
# least, what control adds, half a pair; plain cards likewise, less in a short suit, more for a ten
# or king that nothing beats; and the part of a high card's worth that is lost if it is ruffed.
TO_LEAD, CROSSING = 2 * POINT, 20 * POINT
TRUMP_CARD, TRUMP_MORE, TRUMP_PAIR = 2 * POINT, 6 * POINT, 3 * POINT // 2
PLAIN_CARD, PLAIN_MORE, PLAIN_PAIR = 3 * POINT // 10, 2 * POINT, 19 * POINT // 10
SHORT_SUIT, HIGH_POINTS, RUFFED = 3 * POINT // 2, POINT, SURE // 2
# Of a trick that is led: each card, each point, trumps drawn by a hand that is longer in them; and
# at the end every card after the first, since others must part with as many.
PER_CARD, PER_POINT, PER_TRUMP = POINT, 7 * POINT // 10, 3 * POINT // 10
PER_LATE_CARD = 12 * POINT
# The part of a suit's points that players bring, and the points of a discard.
BROUGHT, DISCARDED = 6 * SURE // 10, POINT
# Of kept points the own side takes so much; and so often a partner who beats an opponent is not
# beaten in turn.
KEPT, STAYS = SURE // 2, SURE // 2
# How sure a throw must be, and be where it may cost a fine; what one that fails costs besides.
SAFE, SAFE_WITH_FINE, FAILED = SURE // 2, 97 * SURE // 100, 3 * POINT
# The last trick: points that attackers hope for in the kitty, what it is about without one, and
# with how many cards left it is near.
UNKNOWN_KITTY, WITHOUT_KITTY, NEAR_END = 8, 20, 8
_WORST = -1000000000


class Quick:
    """A player for imagined worlds."""

    def __init__(self) -> None:
        """Nothing is looked at yet."""
        self.odds = Odds()
        self._cost = [0] * 54
        self._worths = [0] * 54
        self.weighed = 0
        self._means = [0] * 5
        self._losses = [0] * 5
        self.found = 0
        self.looked = 0
        self.late = 0
        self._units = [EMPTY] * 32
        self._broken = [0] * 32
        self.best = EMPTY
        self.value = 0
        self.left = 0
        self.dig = 0
        self.stake = 0
        self.else_takes = 0
        self.safe = 0
        self.helped = 0

    def choose(self, deal: RawDeal) -> Planes:
        """The play of the seat whose turn it is."""
        hand = deal._hands[deal.turn]
        self.left = size(hand)
        if deal.in_trick:
            held = restrict(hand, deal.order.faces(deal.lead.lane))
            if self.left == deal.lead.size:
                return hand
            if size(held) == deal.lead.size:
                return held
        self.best = EMPTY
        self.value = _WORST
        self.weighed = 0
        self.found = 0
        self.looked = 0
        self.late = SURE - SURE * self.left // (self.left + size(deal._played[deal.turn]))
        self.odds.look(deal)
        self._find_dig(deal)
        if deal.in_trick:
            self._follow(deal, held)
        else:
            self._lead(deal)
        return self.best

    def regret(self, deal: RawDeal, cards: Planes) -> int:
        """By how much a play of the seat whose turn it is seems worse than the best, or 0."""
        self.value = _WORST
        self.choose(deal)
        best = self.value
        if best == _WORST:  # there was no choice
            return 0
        self.value = _WORST
        if deal.in_trick:
            self._weigh_follow(deal, cards)
        else:
            lane = deal.order.lane_of(cards)
            number = 2 if cards[1] else 1
            ranks = size(cards) // number
            if not same(next_unit(deal.order, lane, cards), cards):
                number = 0
                ranks = 1
            self._reckon_ruffs(deal, lane, 2 if cards[1] else 1, ranks)
            self._weigh_lead(deal, lane, cards, number, SURE)
        return max(0, best - self.value)

    def _find_dig(self, deal: RawDeal) -> None:
        """What the last trick is about, besides its own points."""
        self.dig = 0
        if deal.switches.dig == DIG_LAST_TRICK:
            self.dig = POINT * WITHOUT_KITTY
        elif deal.switches.dig == DIG_KITTY:
            buried = points(deal.kitty) if deal.turn == deal.banker else UNKNOWN_KITTY
            self.dig = POINT * buried * deal.switches.factor(0, 1)

    def _offer(self, cards: Planes, value: int) -> None:
        if value > self.value:
            self.value = value
            self.best = cards

    # What cards are worth

    def _worth(self, deal: RawDeal, lane: int, face: int) -> int:
        """What it is worth to keep a card, its points aside."""
        if not self.weighed >> face & 1:
            self.weighed |= bit(face)
            self._worths[face] = self._weigh_card(deal, lane, face)
        return self._worths[face]

    def _weigh_card(self, deal: RawDeal, lane: int, face: int) -> int:
        hand = deal._hands[deal.turn]
        step = deal.order.step(face)
        above = self.odds.unseen_of(deal.order.above(lane, step))
        below = self.odds.out(lane) - self.odds.unseen_of(deal.order.above(lane, step - 1))
        paired = hand[1] >> face & 1
        if lane == TRUMPS:
            control = SURE * below // (above + below) if above + below else SURE
            out = TRUMP_CARD + ((TRUMP_MORE * control >> 10) * control >> 10)
            if paired:
                out += TRUMP_PAIR
            if not above and self.left <= NEAR_END:
                out += self.dig >> 2
            return out
        out = PLAIN_CARD - SHORT_SUIT * max(0, 3 - size(restrict(hand, deal.order.faces(lane))))
        if below:
            high = PLAIN_MORE >> min(above, 12)
            out += high - (high * self._ruffed(deal, lane) >> 10)
        if not above and bit(face) & TENS_AND_KINGS:
            out += HIGH_POINTS
        return out + PLAIN_PAIR if paired else out

    def _ruffed(self, deal: RawDeal, lane: int) -> int:
        """What high cards of a plain lane lose because the other side may ruff them."""
        if not self.looked >> lane & 1:
            self.looked |= bit(lane)
            safe = self.odds.cannot_ruff(deal, self.odds.rivals, lane, 1, 1, -1)
            self._losses[lane] = (SURE - safe) * RUFFED >> 10
        return self._losses[lane]

    def _worth_of(self, deal: RawDeal, lane: int, cards: Planes) -> int:
        """The same of several cards of a lane."""
        out = 0
        faces = cards[0]
        while faces:
            face = low_bit(faces)
            faces &= faces - 1
            number = 1 + (cards[1] >> face & 1) + (cards[2] >> face & 1) + (cards[3] >> face & 1)
            out += number * self._worth(deal, lane, face)
        return out

    def _coming(self, deal: RawDeal, lane: int, number: int, seats: int) -> int:
        """The points that so many seats will bring to a trick of a lane."""
        if not self.found >> lane & 1:
            self.found |= bit(lane)
            out = restrict(self.odds.unseen, deal.order.faces(lane))
            self._means[lane] = POINT * points(out) // size(out) if out[0] else DISCARDED
        return (BROUGHT * self._means[lane] >> 10) * number * seats

    # Following

    def _follow(self, deal: RawDeal, held: Planes) -> None:
        friendly = deal.is_bank_side(deal.winner) == deal.is_bank_side(deal.turn)
        later = popcount(self.odds.foes | self.odds.friends)
        total = 0
        for place in range(deal.in_trick):
            total += points(deal._trick[place])
        coming = self._coming(deal, deal.lead.lane, deal.lead.size, later)
        self.stake = self._points_worth(deal, total) + coming
        self.else_takes = self.odds.stands(deal, self.odds.foes, deal.best)
        if not friendly:
            fails = self.odds.stands(deal, self.odds.friends, deal.best)
            self.else_takes = (SURE - fails) * (self.else_takes if later > 1 else SURE) >> 10
        self._weigh_follow(deal, self._cheapest(deal, held))
        self._winners(deal, held)

    def _points_worth(self, deal: RawDeal, total: int) -> int:
        """What points are worth to the side that takes them in this trick."""
        if not total:
            return 0
        now = deal.attackers_points()
        out = POINT * total
        if now == 0 or (now + total) // deal.switches.step > now // deal.switches.step:
            out += (CROSSING * self.late >> 10) * self.late >> 10
        return out

    def _weigh_follow(self, deal: RawDeal, cards: Planes) -> None:
        mine = rank(deal.order, deal.lead, cards, deal.at_jacks)
        chance = self.else_takes
        if beats(deal.lead, mine, deal.best):
            chance = self.odds.stands(deal, self.odds.foes, mine)
        value = (chance * (self.stake + TO_LEAD) >> 10) + (chance - KEPT) * points(cards)
        faces = cards[0]
        while faces:
            lane = deal.order.lane(low_bit(faces))
            some = restrict(cards, deal.order.faces(lane))
            value -= self._worth_of(deal, lane, some)
            faces &= ~some[0]
        self._offer(cards, value)

    def _cheapest(self, deal: RawDeal, held: Planes) -> Planes:
        """The follow that gives up least where it does not win."""
        wanted = deal.lead.size
        number = size(held)
        if number < wanted:
            rest = sub(deal._hands[deal.turn], held)
            self._find_costs(deal, rest[0])
            return add(held, self._least(rest, wanted - number))
        self._find_costs(deal, held[0])
        if not deal.lead.lengths and not deal.lead.pairs:
            return self._least(held, wanted)
        if wanted == 2 and held[1]:
            one = self._least((held[1], 0, 0, 0), 1)
            return (one[0], one[0], 0, 0)
        supply = concrete(deal.order, deal.lead, held)
        return add(supply, self._least(sub(held, supply), wanted - size(supply)))

    def _find_costs(self, deal: RawDeal, faces: int) -> None:
        """What it costs to give each of the faces away."""
        while faces:
            face = low_bit(faces)
            faces &= faces - 1
            self._cost[face] = self._worth(deal, deal.order.lane(face), face)
            if bit(face) & TENS_AND_KINGS:
                self._cost[face] += 10 * (KEPT - self.else_takes)
            elif bit(face) & FIVES:
                self._cost[face] += 5 * (KEPT - self.else_takes)

    def _least(self, cards: Planes, number: int) -> Planes:
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

    def _winners(self, deal: RawDeal, held: Planes) -> None:
        """Weigh every unit that would win, and low trumps for a throw of single cards."""
        lane = deal.lead.lane
        floor = deal.best
        cards = held
        if not held[0] and lane != TRUMPS:
            lane = TRUMPS
            floor -= RUFF
            cards = restrict(deal._hands[deal.turn], deal.order.faces(TRUMPS))
        if size(cards) < deal.lead.size or floor >= RUFF:
            return
        if deal.lead.units > 1:
            if lane != deal.lead.lane and not deal.lead.lengths and not deal.lead.pairs:
                self._ruff_throw(deal, cards, floor)
            return
        number = deal.lead.number
        ranks = deal.lead.ranks
        if not deal.lead.bombs:
            number = 1 if deal.lead.singles else 2
            ranks = deal.lead.size // number
        begins = starts(deal.order.steps(lane, plane(cards, number)), ranks)
        lowest = max(floor - ranks + 2, 0)
        begins = begins >> lowest << lowest
        while begins:
            low = low_bit(begins)
            begins &= begins - 1
            self._weigh_follow(deal, lowest_unit(deal.order, lane, cards, number, low, ranks))

    def _ruff_throw(self, deal: RawDeal, cards: Planes, floor: int) -> None:
        steps = deal.order.steps(TRUMPS, cards[0])
        lowest = max(floor + 1, 0)
        steps = steps >> lowest << lowest
        if not steps:
            return
        highest = lowest_unit(deal.order, TRUMPS, cards, 1, low_bit(steps), 1)
        self._find_costs(deal, cards[0])
        rest = self._least(sub(cards, highest), deal.lead.size - 1)
        self._weigh_follow(deal, add(highest, rest))

    # Leading

    def _lead(self, deal: RawDeal) -> None:
        hand = deal._hands[deal.turn]
        for lane in range(5):
            held = restrict(hand, deal.order.faces(lane))
            if not held[0]:
                continue
            self._reckon_ruffs(deal, lane, 1, 1)
            faces = held[0]
            while faces:
                self._weigh_lead(deal, lane, copies(low_bit(faces), 1), 1, SURE)
                faces &= faces - 1
            for number in range(2, 5 if deal.switches.bombs else 3):
                self._lead_units(deal, lane, held, number)
            if deal.switches.throws:
                self._throws(deal, lane, held)

    def _lead_units(self, deal: RawDeal, lane: int, held: Planes, number: int) -> None:
        """Weigh every unit with that many copies of each face."""
        steps = deal.order.steps(lane, plane(held, number))
        ranks = 2 if number == 3 else 1
        begins = starts(steps, ranks)
        while begins:
            self._reckon_ruffs(deal, lane, number, ranks)
            rest = begins
            while rest:
                low = low_bit(rest)
                rest &= rest - 1
                unit = lowest_unit(deal.order, lane, held, number, low, ranks)
                self._weigh_lead(deal, lane, unit, number, SURE)
            begins &= begins >> 1
            ranks += 1

    def _throws(self, deal: RawDeal, lane: int, held: Planes) -> None:
        """Weigh the surest units together, more and more of them."""
        number = 0
        others = self.odds.foes | self.odds.friends
        while held[0] and number < 32:
            unit = next_unit(deal.order, lane, held)
            copies_of = 2 if unit[1] else 1
            top = top_bit(deal.order.steps(lane, unit[0]))
            ranks = size(unit) // copies_of
            self._units[number] = unit
            self._broken[number] = SURE - self.odds.cannot_top(
                deal, others, lane, copies_of, ranks, top
            )
            held = sub(held, unit)
            number += 1
        safe = SAFE_WITH_FINE if deal.switches.fine else SAFE
        stands = SURE
        thrown = EMPTY
        for taken in range(number):
            least = 0
            for at in range(number):
                if self._broken[at] < self._broken[least]:
                    least = at
            stands = stands * (SURE - self._broken[least]) >> 10
            if stands < safe:
                return
            thrown = add(thrown, self._units[least])
            self._broken[least] = SURE + 1
            if taken:
                self._reckon_ruffs(deal, lane, 2 if thrown[1] else 1, 1)
                self._weigh_lead(deal, lane, thrown, 0, stands)

    def _weigh_lead(
        self, deal: RawDeal, lane: int, cards: Planes, number: int, stands: int
    ) -> None:
        """number: the copies of each face, 0 for a throw; stands: how likely it is not broken."""
        many = size(cards)
        others = deal.switches.players - 1
        chance = self._chance_of_lead(deal, lane, cards, number)
        stake = PER_POINT * points(cards) + PER_CARD * many
        stake += self._coming(deal, lane, many, others)
        value = (2 * chance - SURE) * stake + TO_LEAD * chance >> 10
        if stands < SURE:
            fails = FAILED + (10 * POINT * many if deal.switches.fine else 0)
            value = stands * value - (SURE - stands) * fails >> 10
        if many == self.left:
            value += chance * self.dig >> 10
        else:
            value -= self._worth_of(deal, lane, cards)
            value += ((PER_LATE_CARD * (many - 1) * self.late) >> 10) * chance >> 10
        if lane == TRUMPS:
            own = size(restrict(deal._hands[deal.turn], deal.order.faces(TRUMPS)))
            out = self.odds.out(TRUMPS)
            value += PER_TRUMP * many * max(0, own - out // others)
        self._offer(cards, value)

    def _reckon_ruffs(self, deal: RawDeal, lane: int, number: int, ranks: int) -> None:
        """How likely foes do not ruff a unit of that kind, and friends do."""
        self.safe = SURE
        self.helped = 0
        if lane != TRUMPS:
            self.safe = self.odds.cannot_ruff(deal, self.odds.foes, lane, number, ranks, -1)
            fails = self.odds.cannot_ruff(deal, self.odds.friends, lane, number, ranks, -1)
            self.helped = SURE - fails

    def _chance_of_lead(self, deal: RawDeal, lane: int, cards: Planes, number: int) -> int:
        """How likely the seat's side takes the trick, after `_reckon_ruffs`."""
        holds = self.safe
        higher = 0
        if number:
            top = top_bit(deal.order.steps(lane, cards[0]))
            ranks = size(cards) // number
            fails = self.odds.cannot_top(deal, self.odds.foes, lane, number, ranks, top)
            holds = holds * fails >> 10
            higher = SURE - self.odds.cannot_top(deal, self.odds.friends, lane, number, ranks, top)
        helps = self.helped * (self.safe + SURE) >> 11
        helps += (((SURE - self.helped) * higher >> 10) * self.safe >> 10) * STAYS >> 10
        return holds + ((SURE - holds) * helps >> 10)
