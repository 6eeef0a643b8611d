"""Round robin by the Berger tables: everybody meets everybody once.

With n entrants (one more that nobody is, if n is odd: a bye) round 1 is 1–n, 2–(n-1), …; the last
number alternates between home and away, and the others move on by n/2 from round to round.
"""

from __future__ import annotations

from collections.abc import Sequence


def table(size: int) -> list[list[tuple[int, int]]]:
    """The numbers 1 to size (even), round by round; the first of a pair is at home."""
    ring, rounds = size - 1, []
    for number in range(ring):
        pivot = number * (size // 2) % ring
        pairs = [(pivot + 1, size) if number % 2 == 0 else (size, pivot + 1)]
        for step in range(1, size // 2):
            pairs.append(((pivot + step) % ring + 1, (pivot - step) % ring + 1))
        rounds.append(pairs)
    return rounds


def rounds(ids: Sequence[str]) -> list[list[tuple[str, str]]]:
    """The rounds of these entrants; whoever meets nobody has a bye, always written at home."""
    seats = [*ids, ""] if len(ids) % 2 else list(ids)
    every = [
        [(seats[home - 1], seats[away - 1]) for home, away in pairs] for pairs in table(len(seats))
    ]
    return [[(home or away, away if home else "") for home, away in pairs] for pairs in every]
