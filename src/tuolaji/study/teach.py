"""Why a play, in a player's words: points, who has the trick, who plays after, who is void.

Everything comes from what the seat has heard and sees. `plan_of` says what a play is good for,
`flaw_of` what is wrong with one when another is better; both as reasons of the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..bots import Reason
from ..bots.counting import Known, Memory
from ..bots.position import is_plain
from ..bots.table import PLAIN, Table, in_lane, same_side
from ..cards import Cards
from ..cards import planes as masks
from ..cards.planes import Planes
from ..deal import from_here
from ..deal.phase import PLAY
from ..deal.view import Told, View
from ..rules.order import TRUMPS
from ..ruleset import Ruleset
from ..verdicts import Shape, read_lead
from ..verdicts.lead import Unit
from ..verdicts.ruling import Fact

_COMPASS = "SENW"
_NAMED = 3  # cards that are named one by one
_HIGH = 4  # ranks of a suit, from its top, that are high


def seat_label(seat: int, ruleset: Ruleset) -> str:
    """A seat as a fact: its place on the compass of four, else its number from 1."""
    return _COMPASS[seat] if ruleset.players == 4 else str(seat + 1)


class Position:
    """A seat's turn in the play, and what it knows; only for tricks of which nothing is undone."""

    def __init__(self, view: View, heard: Iterable[Told]) -> None:
        memory = Memory()
        for event in heard:
            memory.hear(event)
        self.view, self.known = view, Known(view, memory)
        self.terms = self.known.terms
        self.table = Table(view) if view.trick else None
        players, seat = view.ruleset.players, view.seat
        others = from_here(seat, players)[1:]
        after = self.table.after if self.table else others
        self.foes_after = [one for one in after if not same_side(view, one)]
        self.allies = [one for one in others if same_side(view, one)]

    def label(self, seat: int) -> str:
        """A seat as a fact."""
        return seat_label(seat, self.view.ruleset)

    def void_foe(self, lane: int) -> int | None:
        """The first of the other side still to play who is known to have none of a plain suit."""
        found = (one for one in self.foes_after if self.known.is_void(one, lane))
        return next((one for one in found if self._has_trumps(one)), None)

    def _has_trumps(self, seat: int) -> bool:
        return not self.known.is_void(seat, TRUMPS)

    def higher(self, cards: Cards) -> Cards:
        """Of a lead, the unseen cards that would beat its weakest unit; none: nothing can."""
        lead = read_lead(self.terms, cards)
        assert isinstance(lead, Shape)
        unit = next((one for one in reversed(lead.units) if self._falls(lead.lane, one)), None)
        return Cards() if unit is None else self._above(lead.lane, unit)

    def highest(self, cards: Cards) -> Cards:
        """The same, but no more than a few, the strongest."""
        found = sorted(self.higher(cards), key=lambda card: -self.terms.order.step(card.face))
        return Cards.of(found[:_NAMED])

    def _falls(self, lane: int, unit: Unit) -> bool:
        return self.known.can_beat(lane, unit.cards.planes)

    def _above(self, lane: int, unit: Unit) -> Cards:
        order, out = self.terms.order, self.known.lanes[lane]
        step, number = min(order.step(card.face) for card in unit.cards), 2 if unit.length else 1
        above = [card for card in Cards(out) if order.step(card.face) > step]
        return Cards.of([card for card in above if masks.count(out, card.face) >= number])

    def stands_by(self, cards: Cards) -> float:
        """About how likely a throw stands, if what is unseen lies anywhere.

        A higher single breaks it unless it is buried, a higher pair if it lies in one hand.
        """
        lead = read_lead(self.terms, cards)
        assert isinstance(lead, Shape)
        others = [n for seat, n in enumerate(self.view.cards) if seat != self.view.seat]
        buried = 1 - sum(others) / max(self.known.total, 1)
        chance = 1.0
        for unit in lead.units:
            if self._falls(lead.lane, unit):
                above = len(self._above(lead.lane, unit))
                apart = 1 - (1 - buried) ** 2 / len(others)
                chance *= apart ** (above // 2) if unit.length else buried**above
        return chance

    def stands(self, cards: Planes) -> bool:
        """Whether no foe still to play could beat a follow that wins so far."""
        assert self.table is not None
        if not self.foes_after:
            return True
        if self.table.led.units > 1 or not cards[0]:
            return False
        lane, led = self.terms.order.lane_of(cards), self.table.shape.lane
        if lane != led:  # a ruff: only another void hand could go over it
            return not any(self.known.is_void(one, led) for one in self.foes_after)
        ruffed = led != TRUMPS and self.void_foe(led) is not None
        return not ruffed and not self.known.can_beat(lane, cards, by=self.foes_after)


def position(view: View, heard: Iterable[Told]) -> Position | None:
    """The position of a seat that is to play; None in other phases and odd tricks."""
    return Position(view, heard) if view.phase == PLAY and is_plain(view) else None


# What a play is good for.


def plan_of(at: Position, cards: Cards) -> Reason:
    """What a play is for."""
    key, facts = _follow(at, cards) if at.table else _lead(at, cards)
    return Reason(key, {"cards": cards, **facts})


def _lead(at: Position, cards: Cards) -> tuple[str, dict[str, Fact]]:
    lead = read_lead(at.terms, cards)
    assert isinstance(lead, Shape)
    lane, higher = lead.lane, at.higher(cards)
    facts: dict[str, Fact] = {"suit": at.terms.suit_name(lane)}
    if len(lead.units) > 1:
        return ("teach_throw_risk" if higher else "throw"), {**facts, "higher": at.highest(cards)}
    if lane == TRUMPS:
        return "teach_draw", facts
    ruffer = next((one for one in at.allies if at.known.memory.voids.get(one, 0) >> lane & 1), None)
    if ruffer is not None and higher:
        return "partner", {**facts, "seat": at.label(ruffer)}
    foe = at.void_foe(lane)
    if not higher:
        if foe is not None:
            return "teach_cash_void", {**facts, "seat": at.label(foe)}
        return "teach_cash", facts
    return "exit", facts


def _follow(at: Position, cards: Cards) -> tuple[str, dict[str, Fact]]:
    table = at.table
    assert table is not None
    points = table.points + cards.points
    if table.beats(cards.planes) and not (table.friendly and cards.points):
        return _winning(at, cards, points)
    if table.friendly:
        return _for_own_side(at, cards, points)
    if emptied := _emptied(at, cards):
        return "teach_void", {"suit": emptied}
    if cards.points or _spends_top(at, cards):
        return "teach_least", {}
    if not any(table.winners()):
        return "teach_duck", {}
    return ("teach_save" if points else "teach_save_all"), {"points": points}


def _winning(at: Position, cards: Cards, points: int) -> tuple[str, dict[str, Fact]]:
    table = at.table
    assert table is not None
    led = table.shape.lane
    if at.terms.order.lane_of(cards.planes) != led:
        foe = at.void_foe(led)
        facts: dict[str, Fact] = {"points": points, "suit": at.terms.suit_name(led)}
        if foe is not None and points:
            return "teach_ruff_void", {**facts, "seat": at.label(foe)}
        return ("teach_ruff" if points else "teach_ruff_lead"), facts
    if at.stands(cards.planes):
        return ("teach_win" if points else "teach_win_lead"), {"points": points}
    seat = at.foes_after[0]
    return "teach_win_risk", {"points": points, "seat": at.label(seat)}


def _for_own_side(at: Position, cards: Cards, points: int) -> tuple[str, dict[str, Fact]]:
    table = at.table
    assert table is not None
    facts: dict[str, Fact] = {"seat": at.label(table.winner), "points": points}
    if not cards.points:
        return ("teach_unblock" if _spends_top(at, cards) else "teach_keep"), facts
    return ("teach_give" if is_safe(at) else "teach_give_likely"), facts


def _spends_top(at: Position, cards: Cards) -> bool:
    """Whether a follow has the highest card of the led suit, a high one, and a lower is kept."""
    assert at.table is not None
    lane, order = at.table.shape.lane, at.terms.order
    held = order.steps(lane, at.table.held[0])
    given = order.steps(lane, in_lane(at.terms, cards.planes, lane)[0])
    top = order.steps(lane, order.faces(lane)).bit_length()
    return given.bit_length() == held.bit_length() > top - _HIGH and given != held


def is_safe(at: Position) -> bool:
    """Whether the play that has the trick so far cannot be beaten any more."""
    assert at.table is not None
    seat = (at.table.winner - at.table.leader) % at.view.ruleset.players
    return at.stands(at.view.trick[seat].planes)


def _emptied(at: Position, cards: Cards) -> str | None:
    """A plain suit of which the seat holds no more after a play that did not have to be of it."""
    assert at.table is not None
    for lane in PLAIN:
        held = in_lane(at.terms, at.view.hand.planes, lane)
        given = in_lane(at.terms, cards.planes, lane)
        if lane != at.table.shape.lane and held[0] and held == given:
            return at.terms.suit_name(lane)
    return None


# What is wrong with a play.


def flaw_of(at: Position, cards: Cards, better: Cards) -> Reason | None:
    """What a play does wrong that a better one does not, if it can be said."""
    key, facts = _led_wrong(at, cards) if at.table is None else _followed_wrong(at, cards, better)
    return Reason(key, {"cards": cards, "other": better, **facts}) if key else None


def _led_wrong(at: Position, cards: Cards) -> tuple[str, dict[str, Fact]]:
    lead = read_lead(at.terms, cards)
    assert isinstance(lead, Shape)
    if len(lead.units) > 1 and at.higher(cards):
        return "flaw_throw", {"higher": at.highest(cards)}
    foe = at.void_foe(lead.lane) if lead.lane != TRUMPS else None
    if foe is not None:
        return "flaw_ruffed", {"seat": at.label(foe), "suit": at.terms.suit_name(lead.lane)}
    return "", {}


def _followed_wrong(at: Position, cards: Cards, better: Cards) -> tuple[str, dict[str, Fact]]:
    table = at.table
    assert table is not None
    wins, would = table.beats(cards.planes), table.beats(better.planes)
    points = table.points
    if table.friendly:
        if wins and not would:
            return "flaw_waste", {"seat": at.label(table.winner)}
        if cards.points < better.points:
            return "flaw_no_points", {"seat": at.label(table.winner)}
        return "", {}
    if would and not wins:
        return ("flaw_missed" if points else "flaw_missed_lead"), {"points": points}
    if not wins and cards.points > better.points:
        return "flaw_points", {"points": cards.points, "seat": at.label(table.winner)}
    if wins and would and table.rank(cards.planes) > table.rank(better.planes):
        return "flaw_high", {}
    if wins and not would:
        return ("flaw_dear" if points else "flaw_dear_lead"), {"points": points}
    return "", {}
