"""Where the unseen cards probably lie.

Every seat has so many places, of every card so many copies are out. The chance of each card in each
hand is what fits both and keeps to what is known: who is void, who has shown cards, what plays tell
(`reading`), and that nobody buries trumps and few bury points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ..cards import planes as masks
from ..cards.planes import EMPTY, FACES, Planes
from ..deal.view import View
from ..rules.order import TRUMPS
from .counting import Known, Memory
from .reading import Reading
from .table import PLAIN, allied, faces_of

KITTY = -1
_BURIED_TRUMP, _BURIED_POINT, _BURIED_HIGH = 0.02, 0.2, 0.2  # in the kitty, against low cards
_DECLARER, _BANKER = 1.6, 1.3  # times as many trumps as another hand
_ROUNDS = 4


class Belief(Known):
    """What a seat knows, and what it thinks likely.

    sure: the cards that each other seat has shown and still holds. loose: the other unseen cards.
    """

    def __init__(self, view: View, memory: Memory, reading: Reading) -> None:
        super().__init__(view, memory)
        reading.read(self.terms, memory, lambda a, b: allied(view, a, b))
        self.reading = reading
        self.sure = {seat: self._shown(seat) for seat in range(len(view.cards))}
        self.loose = self.out
        for sure in self.sure.values():
            self.loose = masks.sub(self.loose, masks.overlap(self.loose, sure))
        self._chances: dict[int, list[float]] | None = None

    def _shown(self, seat: int) -> Planes:
        """The cards that a seat has shown and not played: trumps, which nobody buries."""
        if seat == self.seat:
            return EMPTY
        together = masks.add if self.terms.ruleset.declare_style == "reveal" else masks.either
        shown = EMPTY
        for show in self.view.shows:
            if show.seat == seat and show.cards:
                shown = together(shown, show.cards.planes)
        played = EMPTY
        for trick in (*self.memory.tricks, self.memory.open):
            if seat in trick:
                played = masks.add(played, trick[seat].planes)
        shown = masks.sub(shown, masks.overlap(shown, played))
        exposed = self.view.exposed
        if exposed and exposed[seat]:
            shown = masks.either(shown, exposed[seat].planes)
        return masks.overlap(shown, self.out)

    def chances(self, seat: int) -> list[float]:
        """How likely each copy of a face that is out lies in a seat's hand, if it is not sure."""
        if self._chances is None:
            self._chances = self._fit()
        return self._chances[seat]

    def chance_of_any(self, seat: int, face: int) -> float:
        """How likely a seat, or the kitty, holds one copy at least of a face that is out."""
        if seat in self.sure and masks.count(self.sure[seat], face):
            return 1.0
        return 1.0 - (1.0 - self.chances(seat)[face]) ** masks.count(self.loose, face)

    def _fit(self) -> dict[int, list[float]]:
        """Chances that fill every hand and place every card, found by scaling in turn."""
        counts = self.view.cards
        loose = self.loose
        places: dict[int, int] = {}
        for seat in range(len(counts)):
            if seat != self.seat:
                places[seat] = max(0, counts[seat] - masks.size(self.sure[seat]))
        places[KITTY] = max(0, masks.size(loose) - sum(places.values()))
        rows = [self.weights(seat) for seat in places]
        keys = {face: tuple(row[face] for row in rows) for face in faces_of((loose[0], 0, 0, 0))}
        scales = _scales(Counter(keys[face] for face in faces_of(loose)), list(places.values()))
        out = {seat: [0.0] * FACES for seat in places}
        for face, key in keys.items():
            parts = [weight * scale for weight, scale in zip(key, scales, strict=True)]
            whole = sum(parts) or 1.0
            for seat, part in zip(places, parts, strict=True):
                out[seat][face] = part / whole
        return out

    def weights(self, seat: int) -> list[float]:
        """How likely each face is in a hand, or in the kitty, against one nothing is known of."""
        order = self.terms.order
        if seat == KITTY:
            return self._kitty()
        row = list(self.reading.weight(seat))
        long = self._long(seat)
        if long != 1.0:
            for face in faces_of((order.faces(TRUMPS), 0, 0, 0)):
                row[face] *= long
        for lane in range(5):
            if self.memory.voids.get(seat, 0) >> lane & 1:
                for face in faces_of((order.faces(lane), 0, 0, 0)):
                    row[face] = 0.0
        return row

    def _long(self, seat: int) -> float:
        """How much likelier trumps are in a hand than in others."""
        shows = self.view.shows
        declared = bool(shows) and shows[-1].seat == seat
        return (_DECLARER if declared else 1.0) * (_BANKER if seat == self.view.banker else 1.0)

    def _kitty(self) -> list[float]:
        order, row = self.terms.order, [1.0] * FACES
        for face in faces_of((order.faces(TRUMPS), 0, 0, 0)):
            row[face] = _BURIED_TRUMP
        for lane in PLAIN:
            faces = order.faces(lane)
            top = order.steps(lane, faces).bit_length() - 1
            for face in faces_of((faces, 0, 0, 0)):
                if masks.points((1 << face, 0, 0, 0)):
                    row[face] = _BURIED_POINT
                elif order.step(face) == top:
                    row[face] = _BURIED_HIGH
        return row


def _scales(groups: Mapping[tuple[float, ...], int], places: list[int]) -> list[float]:
    """What to multiply the weights of each hand by, so that its cards fill its places.

    groups: how many cards have the same weights in all hands.
    """
    scales = [float(number) for number in places]
    for _ in range(_ROUNDS):
        filled = [0.0] * len(places)
        for key, number in groups.items():
            whole = sum(weight * scale for weight, scale in zip(key, scales, strict=True)) or 1.0
            filled = [sum_ + number * w / whole for sum_, w in zip(filled, key, strict=True)]
        scales = [n / sum_ if sum_ else 0.0 for n, sum_ in zip(places, filled, strict=True)]
    return scales
