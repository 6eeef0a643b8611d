"""What a seat knows of the cards: what was played, what is still out, who lacks what.

`Memory` listens; `Known` is what it comes to at the moment of a view. Who does not follow suit has
none left, and who follows a pair with two singles has no pair; for the rest the unseen cards may
lie anywhere, and chances are counted so.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..cards import Cards
from ..cards import planes as masks
from ..cards.planes import EMPTY, Planes
from ..deal.turn import terms_of
from ..deal.view import SeenTrick, Told, View
from ..rules.follow import pairs_asked
from ..rules.units import starts
from ..verdicts import Shape, read_lead
from ..verdicts.terms import Terms
from .table import in_lane, lane_units

Plays = dict[int, Cards]


@dataclass
class Memory:
    """The tricks of a deal as a seat heard them, and what it buried itself.

    A trick is a dict of seats and cards, the leader first. keeps: of how many finished tricks the
    cards are remembered; None: of all. failed: the numbers of tricks that were led by what is left
    of a throw. disturbed: a play was taken back. bank: who had the bank when the deal began.
    """

    keeps: int | None = None
    tricks: list[Plays] = field(default_factory=list)
    open: Plays = field(default_factory=dict)
    buried: Cards = field(default_factory=Cards)
    voids: dict[int, int] = field(default_factory=dict)
    unpaired: dict[int, int] = field(default_factory=dict)
    failed: set[int] = field(default_factory=set)
    disturbed: bool = False
    bank: int | None = None
    heard: bool = False
    _read: int = 0

    def hear(self, event: Told) -> None:
        """Take in an event."""
        kind = event["event"]
        if kind == "started":
            self.__init__(self.keeps)  # type: ignore[misc]
            self.bank = event.get("banker")
        elif kind == "played":
            self.open[event["seat"]] = Cards.parse(event["cards"])
        elif kind == "throw_failed":
            self.failed.add(len(self.tricks))
        elif kind == "taken_back":
            self.open[event["seat"]] = Cards()
            self.disturbed = True
        elif kind == "trick_won":
            self._close()
        elif kind == "trick_reopened" and self.tricks:
            self.open = self.tricks.pop()
        elif kind == "buried":
            self.buried = Cards.parse(event["cards"] or "-")
        elif kind == "took_kitty":
            self.buried = Cards()
        self.heard = True

    def _close(self) -> None:
        if self.open:
            self.tricks.append(self.open)
        self.open = {}

    def catch_up(self, view: View) -> None:
        """Take in what the view shows of the tricks, if nothing was heard."""
        if self.heard:
            return
        players = len(view.cards)
        now = [SeenTrick(view.leader, view.trick)] if view.leader is not None else []
        self.tricks = [
            {(trick.leader + at) % players: play or Cards() for at, play in enumerate(trick.plays)}
            for trick in (*view.tricks, *now)
            if trick.plays
        ]
        self.open, self._read = (self.tricks.pop() if view.trick else {}), 0

    def seen(self) -> Planes:
        """All cards of the tricks that are remembered."""
        first = len(self.tricks) - self.keeps if self.keeps is not None else 0
        out = EMPTY
        for trick in (*self.tricks[max(first, 0) :], self.open):
            for cards in trick.values():
                out = masks.add(out, cards.planes)
        return out

    def played(self, seat: int) -> Planes:
        """The cards a seat has played."""
        out = EMPTY
        for trick in (*self.tricks, self.open):
            if seat in trick:
                out = masks.add(out, trick[seat].planes)
        return out

    def infer(self, terms: Terms) -> None:
        """Note who showed that they lack a suit, or pairs of it."""
        for trick in self.tricks[self._read :]:
            self._infer(terms, trick)
        self._read = len(self.tricks)
        self._infer(terms, self.open)

    def _infer(self, terms: Terms, trick: Plays) -> None:
        if not trick:
            return
        led, *follows = trick.items()
        shape = read_lead(terms, led[1]) if led[1] else None
        if not isinstance(shape, Shape):
            return
        lane, pairs = 1 << shape.lane, pairs_asked(shape.lead)
        if terms.ruleset.bombs:
            pairs = shape.units[0].length
        for seat, cards in follows:
            given = in_lane(terms, cards.planes, shape.lane)
            if cards and masks.size(given) < len(led[1]):
                self.voids[seat] = self.voids.get(seat, 0) | lane
            elif given[1].bit_count() + given[3].bit_count() < pairs:
                self.unpaired[seat] = self.unpaired.get(seat, 0) | lane


class Known:
    """What a seat knows when it is asked.

    out: the cards it has not seen, in other hands or in the kitty. lanes: those of each lane.
    """

    def __init__(self, view: View, memory: Memory) -> None:
        memory.catch_up(view)
        self.view, self.memory = view, memory
        self.terms = terms = terms_of(view)
        self.seat = view.seat
        self.hand = view.hand.planes
        own = masks.add(self.hand, (memory.buried or view.kitty or Cards()).planes)
        whole = masks.times(masks.ALL_FACES, terms.ruleset.decks)
        self.out = masks.sub(whole, masks.add(own, memory.seen()))
        self.lanes = [in_lane(terms, self.out, lane) for lane in range(5)]
        self.total = masks.size(self.out)
        memory.infer(terms)

    def is_void(self, seat: int, lane: int) -> bool:
        """Whether a seat has shown that it has none of a lane."""
        return bool(self.memory.voids.get(seat, 0) >> lane & 1) or not self.lanes[lane][0]

    def can_beat(self, lane: int, unit: Planes, *, by: list[int] | None = None) -> bool:
        """Whether a unit of the same lane in another hand, or in one of these, could beat it."""
        seats = [s for s in range(len(self.view.cards)) if s != self.seat] if by is None else by
        seats = [seat for seat in seats if not self.is_void(seat, lane)]
        if unit[1]:
            unpaired = self.memory.unpaired
            seats = [seat for seat in seats if not unpaired.get(seat, 0) >> lane & 1]
        return bool(seats) and beaten_by(self.terms, lane, unit, self.lanes[lane])


def beaten_by(terms: Terms, lane: int, unit: Planes, cards: Planes) -> bool:
    """Whether the cards of a lane hold a unit of the same shape that is higher."""
    order, size = terms.order, masks.size(unit)
    bottom = order.steps(lane, unit[0])
    low = (bottom & -bottom).bit_length()
    if size == 1:
        return order.steps(lane, cards[0]) >> low != 0
    if terms.ruleset.bombs:
        return _beaten_with_bombs(terms, lane, unit, cards)
    ranks = unit[0].bit_count()
    return starts(order.steps(lane, masks.plane(cards, size // ranks)), ranks) >> low != 0


def _beaten_with_bombs(terms: Terms, lane: int, unit: Planes, cards: Planes) -> bool:
    """The same where four of a kind, or runs of triples, beat a run of pairs."""
    size = masks.size(unit)

    def rank(cards: Planes) -> tuple[int, int]:
        number = sum(plane != 0 for plane in cards)
        return (0 if number < 3 else number), terms.order.steps(lane, cards[0]).bit_length()

    own = rank(unit)
    return any(
        masks.size(other) == size and rank(other) > own for other in lane_units(terms, lane, cards)
    )
