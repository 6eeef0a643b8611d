"""Four-deck: concealed bids (`bid.concealed`, `bid.reinforce`, `bid.open-three`)."""

from .cards import SUITS, is_joker
from .declare import level_suit
from .units import Refused


class Concealed:
    """The bids laid so far: how many level cards of a suit each seat has laid, and which bid is the highest."""

    def __init__(self, rules, level, first_deal):
        self.rules, self.level, self.first_deal = rules, level, first_deal
        self.laid, self.highest = {}, None  # (seat, suit) -> n; the (seat, suit) that leads

    def step(self, seat, cards, used):
        """The state after one more bid or reinforcement; Refused if it is not legal."""
        jokers = [card for card in cards if is_joker(card)]
        level_cards = [card for card in cards if not is_joker(card)]
        suit = level_suit(self.level, level_cards) if level_cards else None
        if suit and (seat, suit) in self.laid:
            total = self.laid[seat, suit] + len(level_cards)
            self.check_reinforcement((seat, suit), total, jokers)
            used.add("bid.reinforce")
        else:
            total = len(level_cards)
            self.check_bid(seat, suit, total, jokers)
            used.add("bid.open-three" if self.is_opening() else "bid.concealed")
        after = Concealed(self.rules, self.level, self.first_deal)
        after.laid = {**self.laid, (seat, suit): total}
        after.highest = (seat, suit)
        return after

    def is_opening(self):
        """Whether bids of this deal need a small joker."""
        return self.first_deal and self.rules["opening_small_joker"]

    def highest_number(self):
        """How many cards the highest bid has."""
        return self.laid[self.highest] if self.highest else 0

    def check_reinforcement(self, bid, total, jokers):
        """`bid.reinforce`: to one's own bid; an overtaken one only if the total then exceeds the highest bid."""
        overtaken = bid != self.highest
        too_few = overtaken and total <= self.highest_number()
        if jokers or not self.rules["self_secure"] or too_few or total > 4:
            raise Refused("bid.reinforce")
        if overtaken and self.highest[0] == bid[0] and not self.rules["self_overturn"]:
            raise Refused("bid.concealed")  # "never over your own"

    def check_bid(self, seat, suit, number, jokers):
        """`bid.open-three`, `bid.concealed`: n level cards of one suit, larger than before, never over one's own."""
        if self.is_opening():
            if suit and jokers != ["XL"]:
                raise Refused("bid.open-three")
        elif jokers:
            raise Refused("bid.open-three")
        if suit is None or number <= self.highest_number() or number > 4:
            raise Refused("bid.concealed")
        if self.highest and self.highest[0] == seat and not self.rules["self_overturn"]:
            raise Refused("bid.concealed")

    def candidates(self):
        """Everything that could be laid legally: up to four level cards of one suit, with a small joker or without."""
        for suit in SUITS:
            for number in range(1, 5):
                yield (suit + self.level,) * number
                yield (suit + self.level,) * number + ("XL",)

    def outcome(self):
        """The trump suit if this bid stood, and the winner of the bidding."""
        return {"trump": self.highest[1], "banker": self.highest[0]}
