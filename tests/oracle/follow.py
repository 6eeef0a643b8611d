"""What a follower owes: rules/README.md as one definition, four-deck.md for bombs and special tractors."""

from collections import Counter
from functools import lru_cache

from .bombs import bomb_measure
from .tuples import supplied
from .units import Refused, lead_units, pairs_by_step, shapes_of

SINGLE_RULE = {"single": "follow.suit", "pair": "follow.pair", "bomb": "follow.bomb", "tuple": "follow.tuple"}


@lru_cache(maxsize=20_000)
def lists_of(pairs, joined, together, longest):
    """Every list of tractors and pairs, longest first, none longer than `longest` and `together` at most, that the
    pairs (a number for each step) supply, each with the pairs then left."""
    found = {((), pairs)}
    for length in range(1, min(together, longest) + 1):
        for low in range(len(pairs) - length + 1):
            high = low + length
            if all(pairs[low:high]) and all(joined[low : high - 1]):
                left = pairs[:low] + tuple(n - 1 for n in pairs[low:high]) + pairs[high:]
                for rest, last in lists_of(left, joined, together - length, length):
                    found.add(((length, *rest), last))
    return frozenset(found)


@lru_cache(maxsize=20_000)
def greatest_supply(pairs, joined, lengths):
    """The lexicographically greatest tuple of lists, one for each led unit in order, from disjoint parts."""
    if not lengths:
        return ()
    best = None
    for given, left in lists_of(pairs, joined, lengths[0], lengths[0]):
        padded = given + (0,) * (lengths[0] - len(given))
        if best is None or padded >= best[0]:
            supply = (padded, *greatest_supply(left, joined, lengths[1:]))
            best = supply if best is None else max(best, supply)
    return best


def value(table, suit, units, cards):
    """`value(C)` of rules/README.md; with bombs, the measure of four-deck.md. Greater is more structure."""
    if table.rules["follow_shape"] == "none":
        return ()
    if table.rules["units"] == "tuples":
        return supplied(table, suit, shapes_of(units), cards)
    if table.rules["bombs"]:
        return bomb_measure(table, suit, units[0], cards)
    by_step = pairs_by_step(table, cards)
    pairs = tuple(len(by_step.get(height, ())) for height in range(len(table.orders[suit])))
    return greatest_supply(pairs, table.joined[suit], tuple(unit.length for unit in units))


def rule_of(units):
    """The rule that a lead of these units is followed by."""
    if len(units) > 1:
        return "follow.throw"
    return SINGLE_RULE.get(units[0].kind, "follow.tractor")


class Duty:
    """What a hand owes to a lead."""

    def __init__(self, table, lead, hand):
        self.table, self.size = table, len(lead)
        self.units, self.suit = lead_units(table, lead), table.suit(lead)
        self.held = table.of_suit(hand, self.suit)
        self.owed = value(table, self.suit, self.units, self.held)

    def broken_rule(self, play):
        """The rule that the play breaks, or None: it is legal iff value(P) = value(H), or not lower where tuples are protected."""
        given = self.table.of_suit(play, self.suit)
        if len(given) < min(self.size, len(self.held)):
            return "follow.suit"
        if len(given) == len(self.held):
            return None  # nothing to choose
        worth = value(self.table, self.suit, self.units, given)
        protected = self.table.rules["protect"] == "longer"
        if worth < self.owed or (worth != self.owed and not protected):
            return rule_of(self.units)
        return None

    def exercised(self, hand):
        """The rules that bind this hand: the suit if it holds others too, the shape if it has structure and choice."""
        rules = set()
        if 0 < len(self.held) < len(hand):
            rules.add("follow.suit")
        nothing = value(self.table, self.suit, self.units, ())
        if self.owed != nothing and len(self.held) > self.size:
            rules.add(rule_of(self.units))
        return rules


def is_lead(table, cards):
    """Whether one may attempt to lead these cards."""
    try:
        lead_units(table, cards)
    except Refused:
        return False
    return True


def owed_fits(duty, rule, hand, owed):
    """Whether `owed` is one way to satisfy what was withheld, with no needless card."""
    if Counter(owed) - Counter(duty.held):
        return False
    if rule == "follow.suit":
        return len(owed) == min(duty.size, len(duty.held))

    def worth(cards):
        return value(duty.table, duty.suit, duty.units, cards)

    needless = any(worth(owed[:i] + owed[i + 1 :]) == duty.owed for i in range(len(owed)))
    return len(owed) <= duty.size and worth(owed) == duty.owed and not needless
