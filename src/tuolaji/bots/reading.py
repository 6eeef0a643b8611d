"""What plays tell beyond the rules: a sensible player had a reason.

Players who let an opponent's card win probably could not beat it, those who give their own side no
points have none to give, those who lay a middle card on a lost trick have none below it, and those
who lead a low card have no sure winner. None of this is certain, so it makes cards less likely,
never impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..cards import planes as masks
from ..cards.planes import EMPTY, FACES, Planes
from ..rules import trick as tricks
from ..rules.order import TRUMPS
from ..rules.trick import RUFF, STRONGER
from ..verdicts import Shape, read_lead
from ..verdicts.terms import Terms
from .counting import Memory, Plays
from .table import PLAIN, in_lane

# How likely, against others, a card is still in a hand that would rather have played it:
_BEATS = 0.3  # to beat an opponent
_LOWER = 0.2  # as the cheaper loss
_BETWEEN = 0.5  # as the cheaper win
_GIVES = 0.4  # as points for its own side
_MASTER = 0.4  # as a surer lead
_LEAST = 0.03

_POINTS = masks.FIVES | masks.TENS_AND_KINGS
Allied = Callable[[int, int], bool | None]


class Reading:
    """How likely each card is in each hand, against cards of which nothing is known.

    Tricks are read once, when they are over and the sides are known.
    """

    def __init__(self) -> None:
        self.weights: dict[int, list[float]] = {}
        self._played: Planes = EMPTY
        self._read = 0

    def read(self, terms: Terms, memory: Memory, allied: Allied) -> None:
        """Take in the tricks since the last time."""
        if len(memory.tricks) < self._read:
            self.__init__()  # type: ignore[misc]
        for trick in memory.tricks[self._read :]:
            if any(allied(seat, next(iter(trick))) is None for seat in trick):
                return
            self._trick(terms, trick, allied)
            self._read += 1

    def weight(self, seat: int) -> list[float]:
        """How likely each face is in a seat's hand, against others."""
        if seat not in self.weights:
            self.weights[seat] = [1.0] * FACES
        return self.weights[seat]

    def _doubt(self, seat: int, faces: int, factor: float) -> None:
        weights = self.weight(seat)
        while faces:
            face = faces.bit_length() - 1
            faces ^= 1 << face
            weights[face] = max(_LEAST, weights[face] * factor)

    def _trick(self, terms: Terms, trick: Plays, allied: Allied) -> None:
        (winner, led), *follows = trick.items()
        shape = read_lead(terms, led) if led else None
        if isinstance(shape, Shape) and all(cards for _, cards in follows):
            self._lead(terms, winner, shape)
            best = tricks.lead_rank(terms.order, shape.lead, led.planes, 0)
            for seat, cards in follows:
                rank = tricks.rank(terms.order, shape.lead, cards.planes, 0)
                wins = tricks.beats(shape.lead, rank, best)
                friendly = bool(allied(seat, winner))
                hints = _hints(terms, shape, cards.planes, best, wins=wins, friendly=friendly)
                for faces, factor in hints:
                    self._doubt(seat, faces, factor)
                if wins:
                    best, winner = rank, seat
        for cards in trick.values():
            self._played = masks.add(self._played, cards.planes)

    def _lead(self, terms: Terms, seat: int, shape: Shape) -> None:
        """Who leads a card that can be beaten holds no card that cannot."""
        masters = 0
        for lane in PLAIN:
            left = terms.order.faces(lane) & ~masks.plane(self._played, terms.ruleset.decks)
            masters |= 1 << left.bit_length() - 1 if left else 0
        if shape.lead.size == 1 and not shape.cards.planes[0] & masters:
            self._doubt(seat, masters, _MASTER)


def _hints(
    terms: Terms, shape: Shape, cards: Planes, best: int, *, wins: bool, friendly: bool
) -> Iterator[tuple[int, float]]:
    """The cards that a follower would rather have played, and how likely they still hold them."""
    order, lane = terms.order, shape.lane
    given = in_lane(terms, cards, lane)
    follows = masks.size(given) == masks.size(cards)
    single, ruffed = shape.lead.size == 1, best % STRONGER >= RUFF
    own = order.faces(lane) if follows else _plain(terms)
    if wins:
        if single and follows and not ruffed:
            yield (
                _between(terms, lane, best, order.steps(lane, cards[0]).bit_length() - 1),
                _BETWEEN,
            )
    elif friendly:
        if not masks.points(cards):
            yield own & _POINTS, _GIVES
    else:
        if single and lane != TRUMPS and not follows:
            yield _between(terms, TRUMPS, best % RUFF if ruffed else -1, RUFF), _BEATS
        if single and follows and not ruffed:
            yield _between(terms, lane, best, RUFF), _BEATS
        if follows and not given[1]:
            plain = given[0] & ~_POINTS
            top = order.steps(lane, plain).bit_length() - 1 if plain == given[0] else RUFF
            yield _between(terms, lane, -1, top) & ~_POINTS, _LOWER


def _between(terms: Terms, lane: int, low: int, high: int) -> int:
    """The faces of a lane above one step and below another."""
    out, rest = 0, terms.order.faces(lane)
    while rest:
        face = rest.bit_length() - 1
        rest ^= 1 << face
        if low < terms.order.step(face) < high:
            out |= 1 << face
    return out


def _plain(terms: Terms) -> int:
    """The faces of all plain suits."""
    return sum(terms.order.faces(lane) for lane in PLAIN)
