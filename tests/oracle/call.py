"""Joker-bid: call, change and attack (`call.*`, `change.*`)."""

from collections import Counter

from .cards import SUITS, is_joker
from .declare import level_suit
from .units import Refused

COLOUR = {"XB": "HD", "XL": "SC"}  # big = red, small = black


def called_suit(level, cards, pairs_only):
    """The suit that one joker and a level card (or a pair of them) of the joker's colour name, or None."""
    jokers = [card for card in cards if is_joker(card)]
    others = [card for card in cards if not is_joker(card)]
    suit = level_suit(level, others)
    if len(jokers) != 1 or not suit or suit not in COLOUR[jokers[0]]:
        return None
    return suit if len(others) == 2 or (len(others) == 1 and not pairs_only) else None


class Call:
    """The shows of a deal so far: who called, who buried last, what is trump."""

    def __init__(self, rules, levels):
        self.rules, self.levels = rules, levels
        self.shown, self.caller, self.buried, self.level = Counter(), None, None, None
        self.trump, self.locked, self.hard = None, False, False

    def record(self, seat, cards, phase):
        """The state after a show that is taken to have been legal."""
        after = Call(self.rules, self.levels)
        after.__dict__.update(self.__dict__, shown=self.shown + Counter(cards))
        if all(is_joker(card) for card in cards):
            after.hard, after.trump = True, "N"
            return after
        after.trump = next(card[0] for card in cards if not is_joker(card))
        after.buried = seat
        if phase == "call":
            after.caller, after.level = seat, self.levels[seat % 2]
            after.locked = len(cards) == 3
        return after

    def step(self, seat, cards, phase, used):
        """The state after a legal show in this phase; Refused if it is not legal."""
        (self.check_call if phase == "call" else self.check_change)(seat, cards, used)
        return self.record(seat, cards, phase)

    def too_often(self, cards):
        """Whether a card face would then have been shown more often than the decks hold it."""
        return max((self.shown + Counter(cards)).values()) > self.rules["decks"]

    def check_call(self, seat, cards, used):
        """`call.turn`, `call.red`, `call.black`, `call.lock`."""
        if self.caller is not None:
            raise Refused("call.turn")
        suit = called_suit(self.levels[seat % 2], cards, pairs_only=False)
        if suit is None or self.too_often(cards):
            big_only = "XB" in cards and "XL" not in cards
            red = big_only or (not any(map(is_joker, cards)) and cards[0][0] in "HD")
            raise Refused("call.red" if red else "call.black")
        used.add("call.red" if suit in "HD" else "call.black")
        if len(cards) == 3:
            used.add("call.lock")

    def check_change(self, seat, cards, used):
        """`change.turn`, `change.attack`, `change.cards`."""
        if self.caller is None:
            raise Refused("change.turn")
        if self.hard:
            raise Refused("change.attack")
        if seat == self.buried:
            raise Refused("change.turn")
        if all(is_joker(card) for card in cards):
            if len(cards) != 2 or len(set(cards)) != 1 or self.too_often(cards):
                raise Refused("change.attack")
            used.add("change.attack")
            return
        if self.locked:
            raise Refused("call.lock")
        suit = called_suit(self.level, cards, pairs_only=True)
        if suit is None or suit == self.trump or self.too_often(cards):
            raise Refused("change.cards")
        used.add("change.cards")

    def candidates(self):
        """Everything that could be shown legally after a call: two jokers, or a joker and a pair."""
        yield from (("XB", "XB"), ("XL", "XL"))
        yield from ((suit + self.level,) * 2 + (joker,) for suit in SUITS for joker in ("XB", "XL"))

    def outcome(self, phase):
        """The answer's fields besides `legal` and `final`; `locked` is said of the call that locks."""
        told = {"trump": self.trump, "banker": self.caller, "level": self.level}
        if self.hard:
            told["hard"] = True
        elif self.locked and phase == "call":
            told["locked"] = True
        return told
