"""Four-deck: what a follower owes where bombs and special tractors are played (`follow.tractor`, `follow.bomb`)."""

from collections import Counter
from itertools import product


def identical(table, suit, height, copies, held):
    """The faces of a step held at least so often."""
    return [face for face in table.orders[suit][height] if held[face] >= copies]


def row(table, suit, ranks, copies, held):
    """Every set of `ranks` adjacent faces, each held `copies` times, as the cards they take."""
    for heights in table.runs(suit, ranks):
        for faces in product(*(identical(table, suit, height, copies, held) for height in heights)):
            yield Counter({face: copies for face in faces})


def units_of_length(table, suit, length, held):
    """Every unit of `length` pairs: a tractor of so many pairs, or a special of exactly twice so many cards;
    length 1 is a pair, length 2 may be a bomb."""
    yield from row(table, suit, length, 2, held)
    if length == 2:
        yield from row(table, suit, 1, 4, held)
    for copies in (3, 4):
        ranks, over = divmod(2 * length, copies)
        if over == 0 and ranks >= 2:
            yield from row(table, suit, ranks, copies, held)


def best_list(table, suit, room, cards):
    """The best list of lengths, longest first, of at most `room` pairs together."""

    def best(cards, room, longest):
        key = (suit, cards, room, longest)
        if key not in table.memo:
            table.memo[key] = search(cards, room, longest)
        return table.memo[key]

    def search(cards, room, longest):
        held, found = Counter(cards), ()
        for length in range(1, min(room, longest) + 1):
            for unit in units_of_length(table, suit, length, held):
                left = tuple(sorted((held - unit).elements()))
                found = max(found, (length, *best(left, room - length, length)))
        return found

    return best(tuple(sorted(cards)), room, room)


def same_special(table, suit, unit, held):
    """Whether the very special tractor that was led is held: as many ranks, as many of each."""
    copies = {"triples": 3, "quads": 4}[unit.kind]
    ranks = len(unit.cards) // copies
    return any(True for _ in row(table, suit, ranks, copies, held))


def answer_to_bomb(table, suit, cards):
    """bomb → two-pair tractor → a triple + any one → two pairs → all pairs, then any."""
    held = Counter(cards)
    if any(True for _ in row(table, suit, 1, 4, held)):
        return 5
    if any(True for _ in row(table, suit, 2, 2, held)):
        return 4
    if any(True for _ in row(table, suit, 1, 3, held)):
        return 3
    return min(2, sum(copies // 2 for copies in held.values()))


def bomb_measure(table, suit, unit, cards):
    """How well the cards follow the unit, greater is better; the best that a hand can reach is owed."""
    if unit.kind == "bomb":
        return (answer_to_bomb(table, suit, cards),)
    if unit.kind in ("triples", "quads") and same_special(table, suit, unit, Counter(cards)):
        return (1,)  # strictly first; it fills the whole play
    # a triple special of an odd number r of ranks: as a tractor of (3r−1)/2 pairs plus one card
    return (0, *best_list(table, suit, len(unit.cards) // 2, cards))
