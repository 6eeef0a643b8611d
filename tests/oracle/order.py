"""The order of the cards in one deal: effective suits, heights, and which heights are adjacent."""

from .cards import FACES, RANKS, SUITS, Nonsense
from .rules import ladder


class Table:
    """The cards' order in a deal of this ruleset, level and trump suit.

    `orders[suit]` lists the steps of an effective suit from low to high, each a list of equal faces;
    `joined[suit][i]` says whether steps i and i+1 are adjacent (`order.adjacent`).
    """

    def __init__(self, rules, level, trump):
        self.rules, self.level, self.trump = rules, level, trump
        self.memo = {}
        self.orders = {suit: self.plain_order(suit) for suit in SUITS if suit != trump}
        self.orders["T"] = self.trump_order()
        self.suit_of, self.step_of = {}, {}
        for suit, steps in self.orders.items():
            for height, faces in enumerate(steps):
                for face in faces:
                    self.suit_of[face], self.step_of[face] = suit, height
        assert set(self.suit_of) == set(FACES)
        self.joined = {
            suit: tuple(self.are_adjacent(low[0], high[0]) for low, high in zip(steps, steps[1:], strict=False))
            for suit, steps in self.orders.items()
        }

    def is_natural(self, face):
        """Whether the card has its natural place: no joker, no level card, no permanent 2."""
        permanent = self.rules["permanent_two"] and face[1] == "2"
        return face[0] != "X" and face[1] != self.level and not permanent

    def plain_order(self, suit):
        """`order.side`: A, K, …, 2 without the level rank, and without 2 under permanent-two."""
        return [[suit + rank] for rank in RANKS if self.is_natural(suit + rank)]

    def trump_order(self):
        """`order.trump`, from the lowest step to the big joker; without a trump suit, equal cards share a step."""
        steps = self.plain_order(self.trump) if self.trump != "N" else []
        for rank in ["2"] * self.rules["permanent_two"] + [self.level] * (self.level != "X"):
            steps.append([suit + rank for suit in SUITS if suit != self.trump])
            if self.trump != "N":
                steps.append([self.trump + rank])
        return [*steps, ["XL"], ["XB"]]

    def are_adjacent(self, low, high):
        """`order.adjacent` for two cards of consecutive steps."""
        if self.is_natural(low) and self.is_natural(high):
            gap = RANKS.index(high[1]) - RANKS.index(low[1])
            return gap == 1 or self.rules["runs_skip_level"]  # only the level rank can lie between
        return self.rules["runs_in_trump"] == "all" or low == "XL"

    def suit(self, cards):
        """The one effective suit of the cards, or None."""
        suits = {self.suit_of[card] for card in cards}
        return suits.pop() if len(suits) == 1 else None

    def of_suit(self, cards, suit):
        """Those cards that belong to the effective suit."""
        return tuple(card for card in cards if self.suit_of[card] == suit)

    def runs(self, suit, length):
        """Every row of `length` adjacent steps of the suit, as heights from low to high."""
        for low in range(len(self.orders[suit]) - length + 1):
            if all(self.joined[suit][low : low + length - 1]):
                yield range(low, low + length)

    def compare(self, a, b):
        """1 if a is higher, -1, 0 if equal in strength, None if neither beats the other."""
        if self.suit_of[a] == self.suit_of[b]:
            return (self.step_of[a] > self.step_of[b]) - (self.step_of[a] < self.step_of[b])
        if "T" in (self.suit_of[a], self.suit_of[b]):
            return 1 if self.suit_of[a] == "T" else -1
        return None


def check_level(rules, level):
    """Refuse a level that is not on the ladder."""
    if not isinstance(level, str) or len(level) != 1 or level not in RANKS + "X":
        raise Nonsense("no such level")
    if level == "2" and rules["permanent_two"]:
        raise Nonsense("2s are permanent trumps and no level", "level.permanent-two")
    if level not in ladder(rules):
        raise Nonsense("not on the ladder", "level.ladder")
    return level


def table(rules, question):
    """The table that a question's level and trump make."""
    level, trump = check_level(rules, question.get("level")), question.get("trump")
    if not isinstance(trump, str) or trump not in ("S", "H", "D", "C", "N"):
        raise Nonsense("no such trump")
    if level == "X" and trump != "N":
        raise Nonsense("the Joker level is always no-trump", "declare.joker-level")
    return Table(rules, level, trump)
