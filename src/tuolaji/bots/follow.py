"""How `club` follows: every sensible play is weighed by what it wins and what it spends."""

from __future__ import annotations

from dataclasses import dataclass

from ..cards import Cards
from ..kernel import planes as masks
from ..kernel.odds import SURE
from ..kernel.order import TRUMPS
from ..kernel.planes import Planes
from ..kernel.quick import KEPT
from ..kernel.trick import RUFF, STRONGER
from ..rulings import Fact
from .bot import Reason
from .counting import Known
from .table import Table, point, same_side
from .worth import LEAD, Worth

_KEPT = KEPT / SURE


@dataclass(frozen=True)
class Weighed:
    """A play, the chance that our side takes the trick with it, and what that is worth."""

    cards: Planes
    wins: bool
    chance: float
    value: float


class Follow:
    """The choice of a follow."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.table = Table(known.view)
        self.worth = Worth(known)
        view = known.view
        self.later = [(seat, same_side(view, seat)) for seat in self.table.after]
        coming = self.worth.coming(self.table.shape.lane, self.table.size, len(self.later))
        self._stake = self.worth.points(self.table.points) + coming
        self._stays = self._chance_of(self.table.best)

    def choose(self) -> tuple[Cards, Reason]:
        """The best play and why."""
        plays = {*self.table.winners(), *self._others()}
        best = max((self._weigh(play) for play in sorted(plays)), key=lambda one: one.value)
        return Cards(best.cards), self._why(best)

    def ideas(self) -> list[tuple[Planes, Reason]]:
        """The plays worth a thought with their reasons, the best first."""
        plays = {*self.table.winners(), *self._others()}
        weighed = sorted((self._weigh(play) for play in sorted(plays)), key=lambda one: -one.value)
        return [(one.cards, self._why(one)) for one in weighed]

    def _others(self) -> list[Planes]:
        """The cheapest plays: with few points, and with many."""
        worth = self.worth.card
        return [
            self.table.cheapest(lambda face: worth(face) + _KEPT * point(face)),
            self.table.cheapest(lambda face: worth(face) - _KEPT * point(face)),
            self.table.cheapest(lambda face: (-point(face), worth(face))),
            self.table.cheapest(lambda face: (point(face), worth(face))),
        ]

    def _weigh(self, cards: Planes) -> Weighed:
        table = self.table
        wins = table.beats(cards)
        if wins:
            chance = self._chance_of(table.rank(cards))
        elif table.friendly:
            chance = self._stays
        else:
            chance = self._partner_takes()
        given = masks.points(cards)
        value = chance * self._stake + (chance - _KEPT) * given
        if table.is_last:
            value += chance * self.worth.dig
        else:
            value -= self.worth.cards(cards)
            value += LEAD * chance
        return Weighed(cards, wins, chance, value)

    def _chance_of(self, rank: int) -> float:
        """How likely no opponent after us beats a play of that rank."""
        chance = 1.0
        for seat, friend in self.later:
            if not friend:
                chance *= 1.0 - self._beats(seat, rank)
        return chance

    def _partner_takes(self) -> float:
        """How likely a partner after us beats the opponent who is winning."""
        fails = 1.0
        for seat, friend in self.later:
            if friend:
                fails *= 1.0 - self._beats(seat, self.table.best)
        return (1.0 - fails) * (self._stays if len(self.later) > 1 else 1.0)

    def _beats(self, seat: int, rank: int) -> float:
        """How likely a seat can beat a play of that rank."""
        table, known = self.table, self.known
        lane, length = table.shape.lane, table.shape.units[0].length
        top = rank % STRONGER % RUFF
        ruffed = rank % STRONGER >= RUFF
        in_suit = 0.0
        if not ruffed and table.led.units == 1:
            in_suit = known.has_higher(seat, lane, length, top)
        if lane == TRUMPS:
            return in_suit
        void = known.void_chance(seat, lane)
        over = known.has_higher(seat, TRUMPS, length, top if ruffed else -1)
        return in_suit + (1.0 - in_suit) * void * over

    def _why(self, best: Weighed) -> Reason:
        table, cards = self.table, Cards(best.cards)
        chance = round(100 * best.chance)
        facts: dict[str, Fact] = {
            "cards": cards,
            "points": table.points + cards.points,
            "chance": chance,
        }
        in_suit = not masks.size(table.held) < table.size
        if table.friendly and not best.wins:
            return Reason("give" if cards.points and best.chance > _KEPT else "leave", facts)
        if best.wins:
            return Reason("win" if in_suit else "ruff", facts)
        return Reason("hope" if cards.points else "duck", facts)
