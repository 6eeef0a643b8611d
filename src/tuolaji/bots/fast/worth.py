"""What things are worth to a seat, in parts of a point: cards kept, tricks won, thresholds crossed.

The numbers were tuned in mirrored matches.
"""

from __future__ import annotations

from ...cards.bits import bit, low_bit
from ...cards.planes import TENS_AND_KINGS, Planes, points, restrict, size
from ...engine.state import State
from ...rules.order import TRUMPS
from ...rules.switches import DIG_KITTY, DIG_LAST_TRICK
from .odds import SURE, Odds

POINT = 1024  # what a point counts

# To lead next; to reach a level, or the bank, with a few points.
TO_LEAD, CROSSING = 2 * POINT, 20 * POINT
# Trumps: at least, what control adds, half a pair. Plain cards likewise, less in a short suit, more
# for a ten or king that nothing beats; and the part of a high card's worth that a ruff takes.
TRUMP_CARD, TRUMP_MORE, TRUMP_PAIR = 2 * POINT, 6 * POINT, 3 * POINT // 2
PLAIN_CARD, PLAIN_MORE, PLAIN_PAIR = 3 * POINT // 10, 2 * POINT, 19 * POINT // 10
SHORT_SUIT, HIGH_POINTS, RUFFED = 3 * POINT // 2, POINT, SURE // 2
# The part of a suit's points that players bring, and the points of a discard.
BROUGHT, DISCARDED = 6 * SURE // 10, POINT
# The last trick: points that attackers hope for in the kitty, what it is about without one, the
# most that it may be about, and with how many cards left it is near.
UNKNOWN_KITTY, WITHOUT_KITTY, MOST_DUG, NEAR_END = 8, 20, 1000, 8


class Worth:
    """The values of the seat whose turn it is; what is asked again is kept.

    left: the cards of the hand; late: the part of the deal that is over, out of 1,024; dig: what
    the last trick is about, besides its own points.
    """

    def __init__(self) -> None:
        """Nothing is looked at yet."""
        self.odds = Odds()
        self.left = 0
        self.late = 0
        self.dig = 0
        self._worths = [0] * 54
        self._means = [0] * 5
        self._losses = [0] * 5
        self.has_worth = 0
        self.has_mean = 0
        self.has_loss = 0

    def look(self, deal: State) -> None:
        """Take in what the seat sees."""
        self.odds.look(deal)
        self.left = size(deal._hands[deal.turn])
        dealt = (54 * deal.switches.decks - deal.switches.kitty) // deal.switches.players
        self.late = SURE - SURE * self.left // dealt
        self.has_worth = 0
        self.has_mean = 0
        self.has_loss = 0
        self.dig = 0
        if deal.switches.dig == DIG_LAST_TRICK:
            self.dig = POINT * WITHOUT_KITTY
        elif deal.switches.dig == DIG_KITTY:
            buried = points(deal.kitty) if deal.turn == deal.holder else UNKNOWN_KITTY
            self.dig = POINT * min(buried * deal.switches.factor(0, 1), MOST_DUG)

    def card(self, deal: State, lane: int, face: int) -> int:
        """What it is worth to keep a card, its points aside."""
        if not self.has_worth >> face & 1:
            self.has_worth |= bit(face)
            self._worths[face] = self._card(deal, lane, face)
        return self._worths[face]

    def _card(self, deal: State, lane: int, face: int) -> int:
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

    def _ruffed(self, deal: State, lane: int) -> int:
        """What high cards of a plain lane lose because the other side may ruff them."""
        if not self.has_loss >> lane & 1:
            self.has_loss |= bit(lane)
            safe = self.odds.cannot_ruff(deal, self.odds.rivals, lane, 1, 1, -1)
            self._losses[lane] = (SURE - safe) * RUFFED >> 10
        return self._losses[lane]

    def cards(self, deal: State, cards: Planes) -> int:
        """What it is worth to keep several cards."""
        out = 0
        faces = cards[0]
        while faces:
            face = low_bit(faces)
            faces &= faces - 1
            number = 1 + (cards[1] >> face & 1) + (cards[2] >> face & 1) + (cards[3] >> face & 1)
            out += number * self.card(deal, deal.order.lane(face), face)
        return out

    def coming(self, deal: State, lane: int, number: int, seats: int) -> int:
        """The points that so many seats will bring to a trick of a lane."""
        if not self.has_mean >> lane & 1:
            self.has_mean |= bit(lane)
            out = restrict(self.odds.unseen, deal.order.faces(lane))
            self._means[lane] = POINT * points(out) // size(out) if out[0] else DISCARDED
        return (BROUGHT * self._means[lane] >> 10) * number * seats

    def points(self, deal: State, total: int) -> int:
        """What points are worth to the side that takes them in this trick."""
        if not total:
            return 0
        now = deal.attackers_points()
        out = POINT * total
        if now == 0 or (now + total) // deal.switches.step > now // deal.switches.step:
            out += (CROSSING * self.late >> 10) * self.late >> 10
        return out
