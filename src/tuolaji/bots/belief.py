"""Where the unseen cards probably lie.

Every seat has so many places, of every card so many copies are out. The chance of each card in each
hand is what fits both and keeps to what is known: who is void, who has shown cards, what plays tell
(`reading`), and that nobody buries trumps and few bury points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ..cards import Cards
from ..kernel import planes as masks
from ..kernel.order import TRUMPS
from ..kernel.planes import EMPTY, FACES, Planes
from ..view import View
from .counting import Known, Memory
from .reading import Reading
from .table import PLAIN, allied, faces_of

KITTY = -1
_BURIED_TRUMP, _BURIED_POINT, _BURIED_HIGH = 0.02, 0.2, 0.2  # in the kitty, against low cards
_DECLARER, _BANKER = 1.6, 1.3  # times as many trumps as another hand
_ROUNDS = 4


class Belief(Known):
    """What a seat knows, and what it thinks likely."""

    def __init__(self, view: View, memory: Memory, reading: Reading) -> None:
        super().__init__(view, memory)
        reading.read(self.terms, memory, lambda a, b: allied(view, a, b))
        self.reading = reading
        self.sure = {seat: self._shown(seat) for seat in range(len(view["cards"]))}
        self._chances: dict[int, list[float]] | None = None
        self._pairs: dict[tuple[int, int], list[float]] = {}

    def _shown(self, seat: int) -> Planes:
        """The cards that a seat has shown and not played: trumps, which nobody buries."""
        if seat == self.seat:
            return EMPTY
        together = masks.add if self.terms.ruleset.declare_style == "reveal" else masks.either
        shown = EMPTY
        for show in self.view["shows"]:
            if show["seat"] == seat and show["cards"]:
                shown = together(shown, Cards.parse(show["cards"]).planes)
        played = EMPTY
        for trick in (*self.memory.tricks, self.memory.open):
            if seat in trick:
                played = masks.add(played, trick[seat].planes)
        shown = masks.sub(shown, masks.overlap(shown, played))
        exposed = self.view["exposed"]
        if exposed and exposed[seat]:
            shown = masks.either(shown, Cards.parse(exposed[seat]).planes)
        return masks.overlap(shown, self.out)

    def chances(self, seat: int) -> list[float]:
        """How likely each copy of a face that is out lies in a seat's hand, if it is not sure."""
        if self._chances is None:
            self._chances = self._fit()
        return self._chances[seat]

    def _fit(self) -> dict[int, list[float]]:
        """Chances that fill every hand and place every card, found by scaling in turn."""
        counts = self.view["cards"]
        loose = self.out
        places: dict[int, int] = {}
        for seat in range(len(counts)):
            if seat != self.seat:
                loose = masks.sub(loose, masks.overlap(loose, self.sure[seat]))
                places[seat] = max(0, counts[seat] - masks.size(self.sure[seat]))
        self.loose = loose
        self.places = masks.size(loose)
        places[KITTY] = max(0, self.places - sum(places.values()))
        rows = [self._row(seat) for seat in places]
        keys = {face: tuple(row[face] for row in rows) for face in faces_of((loose[0], 0, 0, 0))}
        scales = _scales(Counter(keys[face] for face in faces_of(loose)), list(places.values()))
        out = {seat: [0.0] * FACES for seat in places}
        for face, key in keys.items():
            parts = [weight * scale for weight, scale in zip(key, scales, strict=True)]
            whole = sum(parts) or 1.0
            for seat, part in zip(places, parts, strict=True):
                out[seat][face] = part / whole
        return out

    def _row(self, seat: int) -> list[float]:
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
        shows = self.view["shows"]
        declared = bool(shows) and shows[-1]["seat"] == seat
        return (_DECLARER if declared else 1.0) * (_BANKER if seat == self.view["banker"] else 1.0)

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

    def void_chance(self, seat: int, lane: int) -> float:
        """How likely a seat has none of a lane."""
        if self.is_void(seat, lane):
            return 1.0
        return 1.0 - self.has_higher(seat, lane, 0, -1)

    def has_higher(self, seat: int, lane: int, length: int, top: int) -> float:
        """How likely a seat holds a unit of that length in pairs with a higher top step."""
        unpaired = self.memory.unpaired.get(seat, 0) >> lane & 1
        if self.is_void(seat, lane) or (length and unpaired):
            return 0.0
        return self._unit(seat, lane, length, top) if length else self._single(seat, lane, top)

    def _single(self, seat: int, lane: int, top: int) -> float:
        chances, step = self.chances(seat), self.terms.order.step
        sure = self.sure[seat][0] & self.terms.order.faces(lane)
        if sure and self.terms.order.steps(lane, sure).bit_length() - 1 > top:
            return 1.0
        fails, left = 1.0, self.places
        for face in faces_of(masks.restrict(self.loose, self.terms.order.faces(lane))):
            if step(face) > top:
                fails *= max(0.0, 1.0 - chances[face] * self.places / left)
                left -= 1
        return 1.0 - fails

    def _unit(self, seat: int, lane: int, length: int, top: int) -> float:
        steps = self._pairs_by_step(seat, lane)
        fails = 1.0
        for first in range(max(0, top - length + 2), len(steps) - length + 1):
            chance = 1.0
            for at in range(first, first + length):
                chance *= steps[at]
            fails *= 1.0 - chance
        return 1.0 - fails

    def _pairs_by_step(self, seat: int, lane: int) -> list[float]:
        """How likely a seat has a pair at each step of a lane."""
        if (seat, lane) not in self._pairs:
            order, chances = self.terms.order, self.chances(seat)
            steps = [0.0] * (order.steps(lane, order.faces(lane)).bit_length())
            for face in faces_of((self.lanes[lane][1], 0, 0, 0)):
                sure = masks.count(self.sure[seat], face)
                loose, p = masks.count(self.loose, face), chances[face]
                none = (1.0 - p) ** loose
                one = loose * p * (1.0 - p) ** (loose - 1) if loose else 0.0
                pair = (1.0 - none - one, 1.0 - none, 1.0)[min(sure, 2)]
                at = order.step(face)
                steps[at] = 1.0 - (1.0 - steps[at]) * (1.0 - pair)
            self._pairs[seat, lane] = steps
        return self._pairs[seat, lane]


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
