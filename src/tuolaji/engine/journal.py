"""What happened in a deal, as numbered entries that the engine writes when it is asked to.

A deal without a journal (search, self-play) writes nothing. `tuolaji.deal` turns the entries into
events; what an entry's cards, number and more mean stands beside its kind.
"""

from __future__ import annotations

from ..cards.planes import EMPTY, Planes

DRAWN = 0  # number: the face
SHOWN = 1  # the cards; number: trump, or a face-down bid's size; more: whether it reinforces one
PASSED = 2  # where seats are asked in turn
BID_TURNED_UP = 3  # the cards of the winning bid
TURNED_UP = 4  # number: how many kitty cards, from the third on
TRUMP_FIXED = 5  # seat: the banker
TRUMP_NAMED = 6  # number: trump
KITTY_TAKEN = 7  # the cards
BURIED = 8  # the cards
PARTNER_NAMED = 9  # number: the face; more: which copy
PARTNER_KNOWN = 10  # number: of which named card, the first being 0
THROW_FAILED = 11  # the cards thrown; number: the fine; what is played of them follows
PLAYED_WRONG = 12  # the cards; they stand, and lie on the table with the next entry
PLAYED = 13  # the cards
TRICK_WON = 14  # number: its points
TRICK_REOPENED = 15  # seat: who had won it; number: its points
TAKEN_BACK = 16  # the cards
DUG = 17  # the kitty; number: what it adds; more: the factor
REDEALT = 18  # nobody declared
SETTLED = 19  # number: the attackers' points; more: levels won, below 0 by the banker's side
PROMOTED = 20  # seat: the side, or the seat; number: the old rung; more: the new one

ROOM = 256  # all cards of four decks, and what can happen with the last one


class Journal:
    """The entries of one action, in order."""

    def __init__(self) -> None:
        """Nothing has happened yet."""
        self.length = 0
        self._kinds = [0] * 256
        self._seats = [0] * 256
        self._cards = [EMPTY] * 256
        self._numbers = [0] * 256
        self._more = [0] * 256

    def clear(self) -> None:
        """Forget what happened."""
        self.length = 0

    def write(self, kind: int, seat: int, cards: Planes, number: int, more: int) -> None:
        """Add an entry."""
        if self.length < ROOM:
            self._kinds[self.length] = kind
            self._seats[self.length] = seat
            self._cards[self.length] = cards
            self._numbers[self.length] = number
            self._more[self.length] = more
            self.length += 1

    def entries(self) -> list[tuple[int, int, Planes, int, int]]:
        """All that happened, in order: kind, seat, cards, number and more of each."""
        if self.length == ROOM:
            raise RuntimeError("more happened at once than a journal holds")
        return [
            (self._kinds[at], self._seats[at], self._cards[at], self._numbers[at], self._more[at])
            for at in range(self.length)
        ]
