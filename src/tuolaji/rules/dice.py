"""Random numbers that are the same in both speeds: splitmix64, seeded."""

from __future__ import annotations

from ..cards.bits import popcount
from ..cards.planes import EMPTY, Planes, add_each, size, sub_each, times

_ALL = 0xFFFFFFFFFFFFFFFF
_GOLDEN = 0x9E3779B97F4A7C15
_FIRST = 0xBF58476D1CE4E5B9
_SECOND = 0x94D049BB133111EB


class Dice:
    """A stream of random numbers."""

    def __init__(self, seed: int) -> None:
        """Begin the stream of a seed, 0 to 2^64 - 1."""
        self.state = seed

    def seed(self, seed: int, stream: int) -> None:
        """Begin one of a seed's many streams."""
        self.state = seed
        self.state = self.number() ^ stream
        self.number()

    def number(self) -> int:
        """The next number of 64 bits."""
        self.state = self.state + _GOLDEN & _ALL
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * _FIRST & _ALL
        mixed = (mixed ^ mixed >> 27) * _SECOND & _ALL
        return mixed ^ mixed >> 31

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, for a limit under 2^32; even within limit / 2^32."""
        return (self.number() >> 32) * limit >> 32

    def one_of(self, mask: int) -> int:
        """One of the ones of a mask that has any, as a mask."""
        for _ in range(self.below(popcount(mask))):
            mask &= mask - 1
        return mask & -mask

    def cards(self, cards: Planes, wanted: int) -> Planes:
        """So many of the cards, every one as likely as any other."""
        have = size(cards)
        if wanted == 1 < have:
            return times(self._face(cards, self.below(have)), 1)
        most = 2 * wanted > have  # then those that stay are drawn
        taken = EMPTY
        for left in range(have, wanted if most else have - wanted, -1):
            one = self._face(cards, self.below(left))
            cards = sub_each(cards, one)
            taken = add_each(taken, one)
        return cards if most else taken

    def _face(self, cards: Planes, at: int) -> int:
        """The face of the card at a place, as a mask, the planes counted one after the other."""
        mask = cards[0]
        if at >= popcount(mask):
            at -= popcount(mask)
            mask = cards[1]
            if at >= popcount(mask):
                at -= popcount(mask)
                mask = cards[2]
                if at >= popcount(mask):
                    at -= popcount(mask)
                    mask = cards[3]
        for _ in range(at):
            mask &= mask - 1
        return mask & -mask
