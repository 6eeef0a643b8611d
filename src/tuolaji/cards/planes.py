"""Multisets of cards as four masks: bit f of plane k says "at least k+1 copies of face f".

Faces: suit * 13 + rank for the suits S H C D and the ranks 2…A as 0…12, then 52 the small and
53 the big joker. Four planes hold up to four decks. Decides `cards.points`.
"""

from __future__ import annotations

from .bits import bit, popcount

Planes = tuple[int, int, int, int]

EMPTY: Planes = (0, 0, 0, 0)
FACES = 54
ALL_FACES = (1 << 54) - 1
SMALL_JOKER = 52
BIG_JOKER = 53
JOKERS = 3 << 52

FIVES = (1 | 1 << 13 | 1 << 26 | 1 << 39) << 3
TENS_AND_KINGS = FIVES << 5 | FIVES << 8


def add(a: Planes, b: Planes) -> Planes:
    """The union with multiplicities; the caller sees to it that no face exceeds four copies."""
    total = add_each(a, b[0])
    if b[1]:
        total = add_each(total, b[1])
        if b[2]:
            total = add_each(add_each(total, b[2]), b[3])
    return total


def add_each(a: Planes, faces: int) -> Planes:
    """The cards with one more of each of the faces; at most four copies, as in `add`."""
    a1, a2, a3, a4 = a
    return (a1 | faces, a2 | a1 & faces, a3 | a2 & faces, a4 | a3 & faces)


def add_card(a: Planes, face: int) -> Planes:
    """The cards with one more of a face; at most four copies, as in `add`."""
    return add_each(a, bit(face))


def overflow(a: Planes, b: Planes, decks: int) -> int:
    """The faces of which a and b together hold more copies than the decks do."""
    if decks == 4:
        return a[3] & b[0] | a[2] & b[1] | a[1] & b[2] | a[0] & b[3]
    return plane(add(a, b), decks + 1)


def sub(a: Planes, b: Planes) -> Planes:
    """What is left of a when b, contained in it, is taken away."""
    left = sub_each(a, b[0])
    if b[1]:
        left = sub_each(left, b[1])
        if b[2]:
            left = sub_each(sub_each(left, b[2]), b[3])
    return left


def sub_each(a: Planes, faces: int) -> Planes:
    """The cards with one less of each of the faces."""
    a1, a2, a3, a4 = a
    return (a1 & (a2 | ~faces), a2 & (a3 | ~faces), a3 & (a4 | ~faces), a4 & ~faces)


def same(a: Planes, b: Planes) -> bool:
    """Whether they are the same cards."""
    return a[0] == b[0] and a[1] == b[1] and a[2] == b[2] and a[3] == b[3]


def contains(a: Planes, b: Planes) -> bool:
    """Whether b is part of a."""
    return not (b[0] & ~a[0] | b[1] & ~a[1] | b[2] & ~a[2] | b[3] & ~a[3])


def restrict(a: Planes, faces: int) -> Planes:
    """The cards of a whose face is in the mask."""
    return (a[0] & faces, a[1] & faces, a[2] & faces, a[3] & faces)


def overlap(a: Planes, b: Planes) -> Planes:
    """The cards that are in both."""
    return (a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3])


def either(a: Planes, b: Planes) -> Planes:
    """Of each face as many copies as the one has that has more."""
    return (a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3])


def plane(a: Planes, number: int) -> int:
    """The faces with at least that many copies, 1 to 4."""
    if number == 1:
        return a[0]
    if number == 2:
        return a[1]
    return a[2] if number == 3 else a[3]


def size(a: Planes) -> int:
    """How many cards there are."""
    return popcount(a[0]) + popcount(a[1]) + popcount(a[2]) + popcount(a[3])


def count(a: Planes, face: int) -> int:
    """How many copies of one face there are."""
    return (a[0] >> face & 1) + (a[1] >> face & 1) + (a[2] >> face & 1) + (a[3] >> face & 1)


def times(faces: int, number: int) -> Planes:
    """That many copies of each of the faces."""
    return (
        faces if number > 0 else 0,
        faces if number > 1 else 0,
        faces if number > 2 else 0,
        faces if number > 3 else 0,
    )


def copies(face: int, number: int) -> Planes:
    """That many copies of one face."""
    return times(bit(face), number)


def points(a: Planes) -> int:
    """The points on the cards: 5 for a five, 10 for a ten or a king."""
    if not a[0] & (FIVES | TENS_AND_KINGS):
        return 0
    fives = popcount(a[0] & FIVES) + popcount(a[1] & FIVES)
    fives += popcount(a[2] & FIVES) + popcount(a[3] & FIVES)
    tens = popcount(a[0] & TENS_AND_KINGS) + popcount(a[1] & TENS_AND_KINGS)
    tens += popcount(a[2] & TENS_AND_KINGS) + popcount(a[3] & TENS_AND_KINGS)
    return 5 * fives + 10 * tens
