"""`units=tuples` of more.md: what is one unit, and the best that cards can supply for what was led.

A unit is so many copies (its width) of so many adjacent ranks (its length). Shapes are pairs (width, length); as Python
compares them, wider comes before longer.
"""

from collections import Counter
from itertools import product

from .cards import PLACE, canonical


def is_shape(rules, width, length):
    """Whether such a unit exists: runs that are too short or too narrow are no tractors."""
    if length == 1:
        return True
    return width >= max(2, rules["tractor_width"]) and length >= rules["tractor_length"]


def shapes(rules, suit_length):
    """Every shape, the greatest first."""
    for width in (4, 3, 2, 1):
        for length in range(suit_length, 0, -1):
            if is_shape(rules, width, length):
                yield width, length


def all_of_shape(table, suit, shape, held, useful=None):
    """Every unit of a shape in the cards, as the cards it takes, from the lowest up, S H C D first."""
    width, length = shape
    wide_enough = [
        sorted((face for face in step if held[face] >= width and (useful is None or face in useful)), key=PLACE.get)
        for step in table.orders[suit]
    ]
    for heights in table.runs(suit, length):
        for faces in product(*(wide_enough[height] for height in heights)):
            yield faces * width


def taken_apart(table, cards):
    """The units of a lead, each as its cards: the widest, then longest, then highest first."""
    suit, left, parts = table.suit(cards), Counter(cards), []
    while +left:
        for shape in shapes(table.rules, min(len(table.orders[suit]), left.total())):
            found = list(all_of_shape(table, suit, shape, left))
            if found:
                top = max(max(table.step_of[card] for card in unit) for unit in found)
                unit = next(one for one in found if max(table.step_of[card] for card in one) == top)
                parts.append(canonical(unit))
                left -= Counter(unit)
                break
    return parts


def shape_of(cards):
    """The shape of one unit."""
    return len(cards) // len(set(cards)), len(set(cards))


def supplied(table, suit, led, cards):
    """For each led shape in order the greatest list of shapes, all from disjoint cards; single cards are not counted.

    None of a list is wider or longer than what was led, nor are all together more cards. With `protect=longer` tuples
    wider than the led one, as the cards lie, are left out.
    """
    whole = Counter(cards)
    ways, lists = {canonical(cards)}, []
    for width, length in led:
        useful = [face for face, copies in whole.items() if table.rules["protect"] == "none" or copies <= width]
        given, room, last = [], width * length, (width, length)
        while last:
            last, ways = next_of_list(table, suit, ways, (width, length), room, last, useful)
            if last:
                given.append(last)
                room -= last[0] * last[1]
        lists.append(tuple(given))
    return tuple(lists)


def next_of_list(table, suit, ways, led, room, last, useful):
    """The greatest shape that can follow in the list, and every way in which cards are then left; None if none can."""
    for shape in shapes(table.rules, led[1]):
        if shape[0] == 1 or shape[0] > led[0] or shape > last or shape[0] * shape[1] > room:
            continue
        after = {
            canonical((Counter(left) - Counter(unit)).elements())
            for left in ways
            for unit in all_of_shape(table, suit, shape, Counter(left), useful)
        }
        if after:
            return shape, after
    return None, ways
