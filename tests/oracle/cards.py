"""Cards and their text. A card is a two-letter face: suit S H C D or X, then rank; cards are a sorted tuple."""

from collections import Counter
from functools import lru_cache

RANKS = "23456789TJQKA"
SUITS = "SHCD"  # the canonical order of the suits; jokers (X) come last
FACES = [s + r for s in SUITS for r in reversed(RANKS)] + ["XB", "XL"]  # S H C D X, high to low
PLACE = {face: i for i, face in enumerate(FACES)}
POINTS = {"5": 5, "T": 10, "K": 10}  # cards.points
SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
WORDS = {"大王": "XB", "小王": "XL"}


class Nonsense(Exception):
    """A question that makes no sense; `rules` are the rule ids that say so."""

    def __init__(self, message, *rules):
        super().__init__(message)
        self.rules = set(rules)


def parse(text):
    """The cards that a text names, in canonical order."""
    if not isinstance(text, str):
        raise Nonsense("cards must be text")
    if text.strip() == "-":
        return ()
    for sign, letter in SIGNS.items():
        text = text.replace(sign, letter)
    for word, face in WORDS.items():
        text = text.replace(word, face)
    text = text.replace("10", "T").replace(" ", "")
    if not text:
        raise Nonsense("no card text")
    cards, suit, ranks_seen = [], None, True
    for letter in text:
        if letter in "SHCDX":
            if not ranks_seen:
                raise Nonsense(f"suit without a rank: {text}")
            suit, ranks_seen = letter, False
        elif suit is not None and suit + letter in PLACE:
            cards.append(suit + letter)
            ranks_seen = True
        else:
            raise Nonsense(f"cannot be read: {text}")
    if not ranks_seen:
        raise Nonsense(f"suit without a rank: {text}")
    return canonical(cards)


def canonical(cards):
    """The same cards, S H C D X, high to low."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def show(cards):
    """The canonical text of some cards."""
    return text_of(tuple(cards))


@lru_cache(1 << 12)  # hands are looked at far more often than they change
def text_of(cards):
    """The canonical text of a tuple of cards."""
    text, suit = "", None
    for card in canonical(cards):
        text += card if card[0] != suit else card[1]
        suit = card[0]
    return text or "-"


def points(cards):
    """The points that the cards hold (`cards.points`)."""
    return sum(POINTS.get(card[1], 0) for card in cards if card[0] != "X")


def contains(many, few):
    """Whether `few` are all among `many`, copies counted."""
    return all(many.count(card) >= few.count(card) for card in few)


def without(many, few):
    """What is left of `many` when `few` are taken away."""
    left = list(many)
    for card in few:
        if card in left:
            left.remove(card)
    return canonical(left)


def is_joker(card):
    """Whether the card is a joker."""
    return card[0] == "X"


def handfuls(cards, size):
    """Every different sub-multiset of `size` cards, each once."""
    faces = sorted(Counter(cards).items(), key=lambda item: PLACE[item[0]])

    def take(i, need):
        if need == 0:
            yield ()
            return
        if sum(n for _, n in faces[i:]) < need:
            return
        face, held = faces[i]
        for n in range(min(held, need), -1, -1):
            for rest in take(i + 1, need - n):
                yield (face,) * n + rest

    yield from take(0, size)
