"""Declaring by showing cards (`declare.*`): the machine of classic.md with the switches of the other pages.

A state is the tuple of shows so far and what stands: nothing, a single, a pair (fixed), or no-trump.
"""

from collections import namedtuple

from .cards import SUITS, is_joker, show
from .units import Refused

# kind: single, pair, XLL, XBB, XBL; overturned: whether a pair has overturned a declaration of this deal
# count: cards behind it; shows: how many suits were shown so far
Standing = namedtuple("Standing", "kind trump seat overturned count shows", defaults=[False, 0, 1])
LADDER = ["single", "pair", "XLL", "XBB"]  # meizhusong: a later one must be of a higher class


def level_suit(level, cards):
    """The suit of which all the cards are level cards, or None."""
    suits = {card[0] for card in cards}
    level_cards = all(card[1] == level and not is_joker(card) for card in cards)
    return suits.pop() if level_cards and len(suits) == 1 else None


def are_partners(rules, a, b):
    """Whether two seats belong to one side; with called partners nobody knows yet (`partner.call`)."""
    return a % 2 == b % 2 and rules["partners"] == "fixed"


def show_jokers(rules, standing, seat, cards, used):
    """`declare.no-trump`: jokers are shown."""
    how, text = rules["no_trump"], show(cards)
    decks = rules["decks"]
    small, big = {"pair": (2, 2), "decks": (decks, decks), "decks_less_one": (decks, decks - 1)}[rules["joker_shows"] or "pair"]
    alike = [show(("XL",) * small), show(("XB",) * big)]
    known = {"off": [], "pair": alike, "ladder": alike, "two": ["XLL", "XBB", "XBL"]}
    if text not in known[how]:
        raise Refused("declare.no-trump")
    if how != "two":
        text = {alike[0]: "XLL", alike[1]: "XBB"}[text]  # whatever their number, called as a pair is
    if standing and standing.trump == "N" and how != "ladder":
        raise Refused("declare.no-trump")
    if how == "two" and not standing:
        raise Refused("declare.first")
    if rules["no_trump_after"] == "overturn" and not (standing and standing.overturned):
        raise Refused("declare.no-trump")
    if how == "two" and standing.seat == seat:
        raise Refused("declare.no-trump")
    if how == "ladder" and standing:
        if LADDER.index(text) <= LADDER.index(standing.kind):
            raise Refused("declare.no-trump")
        if standing.seat == seat and not rules["self_overturn"]:
            raise Refused("declare.self-overturn")
    used.add("declare.no-trump")
    return Standing(text, "N", seat, bool(standing and standing.overturned))


def show_single(rules, standing, seat, suit, used):
    """One level card: the first declaration, or the twin of a standing single."""
    if not standing:
        used.add("declare.first")
        return Standing("single", suit, seat)
    if standing.kind != "single" or standing.trump != suit:
        raise Refused("declare.overturn")
    if standing.seat == seat:
        if not rules["self_secure"]:
            raise Refused("declare.self-secure")
        used.add("declare.self-secure")
    else:
        if not (are_partners(rules, seat, standing.seat) and rules["partner_secure"]):
            raise Refused("declare.partner-secure")
        used.add("declare.partner-secure")
    return Standing("pair", suit, standing.seat)  # securing never moves the bank


def show_pair(rules, standing, seat, suit, used):
    """A pair of level cards: at once, or over a single of another suit."""
    if not standing:
        used.add("declare.first")
        return Standing("pair", suit, seat)
    same_seat = standing.seat == seat
    if standing.kind != "single":
        raise Refused("declare.self-overturn" if same_seat else "declare.overturn")
    if standing.trump == suit:
        raise Refused("declare.self-secure" if same_seat else "declare.overturn")
    if same_seat and not rules["self_overturn"]:
        raise Refused("declare.self-overturn")
    used.add("declare.self-overturn" if same_seat else "declare.overturn")
    return Standing("pair", suit, seat, True)


def show_more(rules, standing, seat, suit, number, used):
    """Where tuples are declared with, or suits have a rank: more cards go over fewer, perhaps as many of a higher suit."""
    if not standing:
        used.add("declare.first")
        return Standing("single" if number == 1 else "pair", suit, seat, count=number)
    own = standing.seat == seat
    if standing.trump == "N" or standing.shows >= 6:  # six suits at most are shown in a deal
        raise Refused("declare.self-overturn" if own else "declare.overturn")
    if standing.trump == suit:
        if standing.count + number > (rules["decks"] if rules["units"] == "tuples" else 2):
            raise Refused("declare.self-secure" if own else "declare.overturn")
        if own and not rules["self_secure"]:
            raise Refused("declare.self-secure")
        if not own and not (are_partners(rules, seat, standing.seat) and rules["partner_secure"]):
            raise Refused("declare.partner-secure")
        used.add("declare.self-secure" if own else "declare.partner-secure")
        return standing._replace(kind="pair", count=standing.count + number, shows=standing.shows + 1)
    higher = "DCHS".index(suit) > "DCHS".index(standing.trump) and rules["declare_over"] == "count_or_suit"
    if number < standing.count or (number == standing.count and (number < 2 or not higher)):
        raise Refused("declare.overturn")
    if own and not rules["self_overturn"]:
        raise Refused("declare.self-overturn")
    used.add("declare.self-overturn" if own else "declare.overturn")
    return Standing("pair", suit, seat, True, number, standing.shows + 1)


class Reveal:
    """The style `reveal`: the state after some shows, all legal."""

    def __init__(self, rules, level):
        self.rules, self.level, self.standing, self.first = rules, level, None, None

    def step(self, seat, cards, used):
        """The state after one more show; Refused if it is not legal."""
        if self.level == "X":
            raise Refused("declare.joker-level")
        suit = level_suit(self.level, cards)
        if all(is_joker(card) for card in cards):
            standing = show_jokers(self.rules, self.standing, seat, cards, used)
        elif suit and (self.rules["units"] == "tuples" or self.rules["declare_over"] == "count_or_suit"):
            most = self.rules["decks"] if self.rules["units"] == "tuples" else 2
            if len(cards) > most:
                raise Refused("declare.first")
            standing = show_more(self.rules, self.standing, seat, suit, len(cards), used)
        elif suit and len(cards) <= 2:
            one = show_single if len(cards) == 1 else show_pair
            standing = one(self.rules, self.standing, seat, suit, used)
        else:
            raise Refused("declare.first")
        after = Reveal(self.rules, self.level)
        after.standing = standing
        after.first = seat if self.first is None else self.first
        return after

    def banker(self):
        """`first_banker`: whose declaration gives the bank in a first deal."""
        return self.first if self.rules["first_banker"] == "first" else self.standing.seat

    def candidates(self):
        """Everything that could ever be shown legally: level cards of one suit, or jokers."""
        yield from ((suit + self.level,) * n for suit in SUITS for n in range(1, max(2, self.rules["decks"]) + 1))
        yield from (("XB",) * big + ("XL",) * small for big in range(5) for small in range(5) if big + small)

    def outcome(self):
        """The trump suit and who declared it."""
        return {"trump": self.standing.trump, "banker": self.banker()}
