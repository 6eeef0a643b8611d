"""How `club` plays, in whole numbers: every sensible play weighed by what it wins and spends.

Nobody looks into another hand: what the others may hold is reckoned by `Odds`. `club` itself tells
it what it has gathered of each seat (`bots/ideas.py`); a world that is only imagined is played out
without that, and a called partner counts as known there.
"""

from __future__ import annotations

from ...cards.bits import bit, low_bit, popcount, top_bit
from ...cards.planes import (
    EMPTY,
    Planes,
    add,
    copies,
    plane,
    points,
    restrict,
    size,
    sub,
)
from ...engine.state import State
from ...rules.follow import concrete, led_unit, lowest_unit
from ...rules.order import TRUMPS
from ...rules.switches import BY_CARDS
from ...rules.throw import tests_throw
from ...rules.trick import RUFF, best_after
from ...rules.units import Lead, is_tractor, kind, next_unit, starts
from .costs import KEPT, Costs
from .odds import SURE
from .offers import WORST, Offers
from .worth import POINT, TO_LEAD, Worth

# Of a trick that is led: each card, each point, trumps drawn by a hand that is longer in them; and
# at the end every card after the first, since others must part with as many.
PER_CARD, PER_POINT, PER_TRUMP = POINT, 7 * POINT // 10, 3 * POINT // 10
PER_LATE_CARD = 12 * POINT
# So often a partner who beats an opponent is not beaten in turn.
STAYS = SURE // 2
# How sure a throw must be, and be where it may cost a fine; what one that fails costs besides.
SAFE, SAFE_WITH_FINE, FAILED = SURE // 2, 97 * SURE // 100, 3 * POINT
# Why a play is thought of. Following: points for a partner who wins; a trick left to them; a win;
# a ruff; points in hope of a partner; the least that must be given. Leading: a throw that stands;
# one that may not; drawing trumps; a lead that probably wins; one for a partner to ruff; the least.
GIVE, LEAVE, WIN, RUFFS, HOPE, DUCK = 0, 1, 2, 3, 4, 5
THROW, RISK, DRAW_TRUMPS, CASH, FOR_PARTNER, EXIT = 6, 7, 8, 9, 10, 11
PROBABLE = 6 * SURE // 10


class ClubPlayer:
    """The player of the seat whose turn it is."""

    def __init__(self) -> None:
        """Nothing is looked at yet."""
        self.worth = Worth()
        self.costs = Costs()
        self._units = [EMPTY] * 32
        self._broken = [0] * 32
        self.offers = Offers()
        self.stake = 0
        self.else_takes = 0
        self.takes = 0
        self.thrown = Lead()
        self.safe = 0
        self.helped = 0

    def ideas(self, deal: State) -> int:
        """How many plays the seat whose turn it is would think of; `offers` has them."""
        self.offers.keep_all(1)
        self.choose(deal)
        self.offers.keep_all(0)
        return self.offers.number

    def choose(self, deal: State) -> Planes:
        """The play of the seat whose turn it is."""
        hand = deal._hands[deal.turn]
        if deal.in_trick:
            held = restrict(hand, deal.order.faces(deal.lead.lane))
            if not self.offers.keeps:
                if size(hand) == deal.lead.size:
                    return hand
                if size(held) == deal.lead.size:
                    return held
        self.offers.clear()
        self.worth.look(deal)
        if deal.in_trick:
            self._follow(deal, held)
        else:
            self._lead(deal)
        return self.offers.best

    def regret(self, deal: State, cards: Planes) -> int:
        """By how much a play of the seat whose turn it is seems worse than the best, or 0."""
        self.offers.clear()
        self.choose(deal)
        best = self.offers.value
        if best == WORST:  # there was no choice
            return 0
        self.offers.clear()
        if deal.in_trick:
            self._weigh_follow(deal, cards)
        else:
            lane = deal.order.lane_of(cards)
            number, ranks = kind(deal.order, lane, cards)
            if number:
                self._reckon_ruffs(deal, lane, number, ranks)
            else:
                self._reckon_ruffs_of_throw(deal, lane, cards)
            self._weigh_lead(deal, lane, cards, number, SURE)
        return max(0, best - self.offers.value)

    # Following

    def _follow(self, deal: State, held: Planes) -> None:
        later = popcount(self.worth.odds.foes | self.worth.odds.friends)
        total = 0
        for place in range(deal.in_trick):
            total += points(deal._trick[place])
        coming = self.worth.coming(deal, deal.lead.lane, deal.lead.size, later)
        self.stake = self.worth.points(deal, total) + coming
        self.else_takes = self.worth.odds.stands(deal, self.worth.odds.foes, deal.best)
        if self.worth.odds.rivals >> deal.winner & 1:
            fails = self.worth.odds.stands(deal, self.worth.odds.friends, deal.best)
            self.else_takes = (SURE - fails) * (self.else_takes if later > 1 else SURE) >> 10
        self.takes = self.else_takes
        self._weigh_follow(deal, self._cheapest(deal, held))
        if self.worth.odds.informed:  # as if the trick was lost, and as if it was won
            self.takes = 0
            self._weigh_follow(deal, self._cheapest(deal, held))
            self.takes = SURE
            self._weigh_follow(deal, self._cheapest(deal, held))
        self._winners(deal, held)

    def _weigh_follow(self, deal: State, cards: Planes) -> None:
        standing = deal._trick[(deal.winner - deal.leader) % deal.switches.players]
        mine = best_after(deal.order, deal.lead, deal.best, standing, cards, deal.at_jacks)
        chance = self.else_takes
        wins = mine != deal.best
        if wins:
            chance = self.worth.odds.stands(deal, self.worth.odds.foes, mine)
        value = (chance * (self.stake + TO_LEAD) >> 10) + (chance - KEPT) * points(cards)
        reason = self._reason_to_follow(deal, cards, chance, wins) if self.offers.keeps else 0
        self.offers.add(cards, value - self.worth.cards(deal, cards), chance, reason)

    def _reason_to_follow(self, deal: State, cards: Planes, chance: int, wins: bool) -> int:
        if wins:
            return RUFFS if cards[0] & ~deal.order.faces(deal.lead.lane) else WIN
        if self.worth.odds.rivals >> deal.winner & 1:
            return HOPE if points(cards) else DUCK
        return GIVE if points(cards) and chance > KEPT else LEAVE

    def _cheapest(self, deal: State, held: Planes) -> Planes:
        """The follow that gives up least where it does not win."""
        wanted = deal.lead.size
        number = size(held)
        if number < wanted:
            rest = sub(deal._hands[deal.turn], held)
            self.costs.find(deal, self.worth, rest[0], self.takes)
            return add(held, self.costs.least(rest, wanted - number))
        self.costs.find(deal, self.worth, held[0], self.takes)
        if not deal.lead.is_shaped():
            return self.costs.least(held, wanted)
        if wanted == 2 and held[1] and not deal.lead.follow_shape and not deal.lead.protect:
            one = self.costs.least((held[1], 0, 0, 0), 1)
            return (one[0], one[0], 0, 0)
        if self.worth.odds.informed:
            return self.costs.least_that_follows(deal, held)
        supply = concrete(deal.order, deal.lead, held)
        return add(supply, self.costs.least(sub(held, supply), wanted - size(supply)))

    def _winners(self, deal: State, held: Planes) -> None:
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
            if lane == deal.lead.lane:
                return
            if self.worth.odds.informed:
                self._ruff_units(deal, cards)
            elif not deal.lead.is_shaped():
                self._ruff_throw(deal, cards, floor)
            return
        number = deal.lead.number
        ranks = deal.lead.ranks
        if not deal.lead.bombs:
            number = deal.lead.width
            ranks = deal.lead.length
        begins = starts(deal.order.steps(lane, plane(cards, number)), ranks)
        lowest = max(floor - ranks + 2, 0)
        begins = begins >> lowest << lowest
        while begins:
            low = low_bit(begins)
            begins &= begins - 1
            self._weigh_follow(deal, lowest_unit(deal.order, lane, cards, number, low, ranks))

    def _ruff_throw(self, deal: State, cards: Planes, floor: int) -> None:
        steps = deal.order.steps(TRUMPS, cards[0])
        lowest = max(floor + 1, 0)
        steps = steps >> lowest << lowest
        if not steps:
            return
        highest = lowest_unit(deal.order, TRUMPS, cards, 1, low_bit(steps), 1)
        self.costs.find(deal, self.worth, cards[0], self.takes)
        rest = self.costs.least(sub(cards, highest), deal.lead.size - 1)
        self._weigh_follow(deal, add(highest, rest))

    def _ruff_units(self, deal: State, cards: Planes) -> None:
        """Weigh trumps that split as a throw does, for every place of its longest unit."""
        number = deal.lead.width
        ranks = deal.lead.length
        begins = starts(deal.order.steps(TRUMPS, plane(cards, number)), ranks)
        self.costs.find(deal, self.worth, cards[0], self.takes)
        while begins:
            low = low_bit(begins)
            begins &= begins - 1
            taken = lowest_unit(deal.order, TRUMPS, cards, number, low, ranks)
            taken = self._add_units(deal, cards, taken)
            rest = self.costs.least(sub(cards, taken), deal.lead.size - size(taken))
            self._weigh_follow(deal, add(taken, rest))

    def _add_units(self, deal: State, cards: Planes, taken: Planes) -> Planes:
        """The trumps taken, and the lowest for the other units of a throw that are no singles."""
        at = 1
        number, ranks = led_unit(deal.order, deal.lead, at)
        while number:
            left = sub(cards, taken)
            begins = starts(deal.order.steps(TRUMPS, plane(left, number)), ranks)
            if begins:
                unit = lowest_unit(deal.order, TRUMPS, left, number, low_bit(begins), ranks)
                taken = add(taken, unit)
            at += 1
            number, ranks = led_unit(deal.order, deal.lead, at)
        return taken

    # Leading

    def _lead(self, deal: State) -> None:
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
            for number in range(2, 5 if deal.switches.bombs else deal.order.widest + 1):
                self._lead_units(deal, lane, held, number)
            if deal.switches.throw:
                self._throws(deal, lane, held)

    def _lead_units(self, deal: State, lane: int, held: Planes, number: int) -> None:
        """Weigh every unit with that many copies of each face."""
        steps = deal.order.steps(lane, plane(held, number))
        ranks = 2 if number == 3 and deal.switches.bombs else 1
        begins = starts(steps, ranks)
        while begins:
            if ranks > 1 and not is_tractor(deal.order, number, ranks):
                begins &= begins >> 1
                ranks += 1
                continue
            self._reckon_ruffs(deal, lane, number, ranks)
            rest = begins
            while rest:
                low = low_bit(rest)
                rest &= rest - 1
                unit = lowest_unit(deal.order, lane, held, number, low, ranks)
                self._weigh_lead(deal, lane, unit, number, SURE)
            begins &= begins >> 1
            ranks += 1

    def _throws(self, deal: State, lane: int, held: Planes) -> None:
        """Weigh the surest units together, more and more of them."""
        number = 0
        testers = self._testers(deal)
        while held[0] and number < 32:
            unit = next_unit(deal.order, lane, held)
            steps = deal.order.steps(lane, unit[0])
            ranks = popcount(unit[0])
            copies_of = size(unit) // ranks
            top = top_bit(steps)
            if deal.switches.throw == BY_CARDS:
                copies_of = 1
                ranks = 1
                top = low_bit(steps)
            self._units[number] = unit
            self._broken[number] = SURE - self.worth.odds.cannot_top(
                deal, testers, lane, copies_of, ranks, top
            )
            held = sub(held, unit)
            number += 1
        safe = SAFE_WITH_FINE if deal.switches.throw_penalty else SAFE
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
                self._reckon_ruffs_of_throw(deal, lane, thrown)
                self._weigh_lead(deal, lane, thrown, 0, stands)

    def _testers(self, deal: State) -> int:
        """The seats whose hands can break a throw."""
        seats = 0
        for seat in range(deal.switches.players):
            if seat != deal.turn and tests_throw(deal.switches, deal.turn, seat):
                seats |= bit(seat)
        return seats

    def _weigh_lead(self, deal: State, lane: int, cards: Planes, number: int, stands: int) -> None:
        """number: the copies of each face, 0 for a throw; stands: how likely it is not broken."""
        many = size(cards)
        others = deal.switches.players - 1
        chance = self._chance_of_lead(deal, lane, cards, number)
        stake = PER_POINT * points(cards) + PER_CARD * many
        stake += self.worth.coming(deal, lane, many, others)
        value = (2 * chance - SURE) * stake + TO_LEAD * chance >> 10
        if stands < SURE:
            fails = FAILED + (10 * POINT * many if deal.switches.throw_penalty else 0)
            value = stands * value - (SURE - stands) * fails >> 10
        if many == self.worth.left:
            value += chance * self.worth.dig >> 10
        else:
            value -= self.worth.cards(deal, cards)
            value += ((PER_LATE_CARD * (many - 1) * self.worth.late) >> 10) * chance >> 10
        if lane == TRUMPS:
            own = size(restrict(deal._hands[deal.turn], deal.order.faces(TRUMPS)))
            out = self.worth.odds.out(TRUMPS)
            value += PER_TRUMP * many * max(0, own - out // others)
        reason = self._reason_to_lead(lane, number, stands, chance) if self.offers.keeps else 0
        self.offers.add(cards, value, chance, reason)

    def _reason_to_lead(self, lane: int, number: int, stands: int, chance: int) -> int:
        if not number:
            return THROW if stands == SURE else RISK
        if lane == TRUMPS:
            return DRAW_TRUMPS
        if chance > PROBABLE:
            return CASH
        return FOR_PARTNER if self.worth.odds.is_any_void(self.worth.odds.friends, lane) else EXIT

    def _reckon_ruffs(self, deal: State, lane: int, number: int, ranks: int) -> None:
        """How likely foes do not ruff a unit of that kind, and friends do."""
        self.safe = SURE
        self.helped = 0
        if lane != TRUMPS:
            self.safe = self.worth.odds.cannot_ruff(
                deal, self.worth.odds.foes, lane, number, ranks, -1
            )
            fails = self.worth.odds.cannot_ruff(
                deal, self.worth.odds.friends, lane, number, ranks, -1
            )
            self.helped = SURE - fails

    def _reckon_ruffs_of_throw(self, deal: State, lane: int, cards: Planes) -> None:
        """The same of several units; who is not informed looks at one of the shortest only."""
        if lane == TRUMPS or not self.worth.odds.informed:
            self._reckon_ruffs(deal, lane, 2 if cards[1] else 1, 1)
            return
        self.thrown.split(deal.order, lane, cards)
        self.safe = self.worth.odds.cannot_ruff_all(deal, self.worth.odds.foes, self.thrown)
        fails = self.worth.odds.cannot_ruff_all(deal, self.worth.odds.friends, self.thrown)
        self.helped = SURE - fails

    def _chance_of_lead(self, deal: State, lane: int, cards: Planes, number: int) -> int:
        """How likely the seat's side takes the trick, after `_reckon_ruffs`."""
        holds = self.safe
        higher = 0
        if number:
            top = top_bit(deal.order.steps(lane, cards[0]))
            ranks = size(cards) // number
            fails = self.worth.odds.cannot_top(deal, self.worth.odds.foes, lane, number, ranks, top)
            holds = holds * fails >> 10
            higher = SURE - self.worth.odds.cannot_top(
                deal, self.worth.odds.friends, lane, number, ranks, top
            )
        helps = self.helped * (self.safe + SURE) >> 11
        helps += (((SURE - self.helped) * higher >> 10) * self.safe >> 10) * STAYS >> 10
        return holds + ((SURE - holds) * helps >> 10)
