"""Who is probably with whom while friends are secret (`partner.call`), as one seat sees it.

A card that was named lies in one of the hands, and who holds it plays for the banker before all
know it: points are given to the banker's tricks, and these are not taken away. Whoever does the
opposite probably does not hold it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..cards import Cards
from ..deal.view import SeenFriend
from ..rules import trick as tricks
from ..verdicts import Shape, read_lead
from .belief import KITTY, Belief
from .table import bank_side, friends_known, joins, same_side

# How much likelier a seat is a friend that gives ten points to the banker's trick, or takes it.
_GIVES, _TAKES, _LEAST, _MOST = 2.0, 0.5, 0.02, 50.0
_SECRET = 0.3  # of bankers hold the card they name, or have buried it, against another hand


class Sides:
    """How likely each seat is on the side of the one who asks.

    friend: how likely a seat that is not known for one is, or becomes, a friend of the banker.
    """

    def __init__(self, known: Belief) -> None:
        self.view = view = known.view
        self._known = known
        self._bank = bank_side(view) if view.ruleset.partners == "called" else set()
        self.banks = view.seat in self._bank or joins(view)
        self.friend = {} if friends_known(view) else self._friends()

    def ally(self, seat: int) -> float:
        """How likely another seat plays for the same side."""
        if seat in self.friend:
            return self.friend[seat] if self.banks else 1 - self.friend[seat]
        if seat in self._bank:
            return float(self.banks)
        return float(same_side(self.view, seat))

    def _friends(self) -> dict[int, float]:
        """Each open card makes one friend, of those who may hold it."""
        view = self.view
        seats = [
            seat for seat in range(len(view.cards)) if seat != view.seat and seat not in self._bank
        ]
        out = dict.fromkeys(seats, 0.0)
        read = self._read()
        for friend in view.friends:
            if friend.seat is not None or friend.card in view.hand:
                continue
            chances = {seat: self._holds(seat, friend) * read.get(seat, 1.0) for seat in seats}
            whole = sum(chances.values())
            if view.seat != view.banker:
                whole += _SECRET * (self._holds(view.banker, friend) + self._holds(KITTY, friend))
            for seat, chance in chances.items():
                out[seat] = 1 - (1 - out[seat]) * (1 - chance / whole) if whole else out[seat]
        return out

    def _holds(self, seat: int | None, friend: SeenFriend) -> float:
        """How likely a seat, or the kitty, holds a card by which a friend was called."""
        known, face = self._known, friend.card.face
        if seat is None:
            return 0.0
        if seat != KITTY and known.sure[seat][0] >> face & 1:
            return 1.0
        copies = sum(plane >> face & 1 for plane in known.loose)
        return 1 - (1 - known.chances(seat)[face]) ** copies

    def _read(self) -> dict[int, float]:
        """How much likelier each seat is a friend by what it has played."""
        out: dict[int, float] = {}
        memory = self._known.memory
        for trick in (*memory.tricks, memory.open):
            for seat, factor in self._told(trick):
                out[seat] = min(max(out.get(seat, 1.0) * factor, _LEAST), _MOST)
        return out

    def _told(self, trick: dict[int, Cards]) -> Iterator[tuple[int, float]]:
        """What the follows of a trick tell of their seats."""
        if not trick or not all(trick.values()):
            return
        (winner, led), *follows = trick.items()
        terms = self._known.terms
        shape = read_lead(terms, led)
        if not isinstance(shape, Shape):
            return
        best = tricks.lead_rank(terms.order, shape.lead, led.planes, 0)
        for seat, cards in follows:
            rank = tricks.rank(terms.order, shape.lead, cards.planes, 0)
            wins, for_bank = tricks.beats(shape.lead, rank, best), winner in self._bank
            if wins and for_bank:
                yield seat, _TAKES
            elif not wins and cards.points:
                given = _GIVES ** (cards.points / 10)
                yield seat, given if for_bank else 1 / given
            if wins:
                best, winner = rank, seat
