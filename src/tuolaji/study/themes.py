"""What a decision is about: a throw, a ruff, a void that somebody showed, the last trick."""

from __future__ import annotations

from ..bots.belief import Belief
from ..bots.table import Table, same_side
from ..cards import Cards
from ..deal.turn import choices
from ..rules.order import TRUMPS
from ..verdicts import Shape, read_lead

THEMES = (
    "throw", "void", "trumps", "lead",
    "ruff", "spare", "take", "give", "duck", "keep",
    "last",
)  # fmt: skip
_FEW = 4  # cards in hand from which on the last trick decides
_ALWAYS = ("throw", "void", "ruff")  # whatever is left


def theme(known: Belief, answer: Cards, other: Cards) -> str:
    """What it takes to find the answer rather than the other play."""
    found = idea(known, answer, other)
    return "last" if is_late(known) and found not in _ALWAYS else found


def idea(known: Belief, answer: Cards, other: Cards) -> str:
    """The same, however few cards are left."""
    return _of_follow(known, answer) if known.view.trick else _of_lead(known, answer, other)


def is_late(known: Belief) -> bool:
    """Whether the last trick is near, and with it the kitty."""
    return len(known.view.hand) <= _FEW


def _of_lead(known: Belief, answer: Cards, other: Cards) -> str:
    shape = read_lead(known.terms, answer)
    assert isinstance(shape, Shape)
    if len(shape.units) > 1:
        return "throw"
    partners, others = sides(known)
    lane, away = shape.lane, known.terms.order.lane_of(other.planes)
    if lane != TRUMPS and any(has_shown_void(known, seat, lane) for seat in partners):
        return "void"
    if away not in (lane, TRUMPS) and any(has_shown_void(known, seat, away) for seat in others):
        return "void"
    return "trumps" if lane == TRUMPS else "lead"


def _of_follow(known: Belief, answer: Cards) -> str:
    table = Table(known.view)
    wins = table.beats(answer.planes)
    is_void = not table.held[0] and table.shape.lane != TRUMPS
    if is_void:
        if wins:
            return "ruff"
        if next(table.winners(), None) is not None:
            return "spare"
    if wins:
        return "take"
    if table.friendly:
        least = min(play.points for play in choices(known.view))
        return "give" if answer.points > least else "keep"
    return "duck" if next(table.winners(), None) is not None else "keep"


def sides(known: Belief) -> tuple[list[int], list[int]]:
    """The other seats of the seat's side, and those against it."""
    seats = [seat for seat in range(len(known.view.cards)) if seat != known.seat]
    partners = [seat for seat in seats if same_side(known.view, seat)]
    return partners, [seat for seat in seats if seat not in partners]


def has_shown_void(known: Belief, seat: int, lane: int) -> bool:
    """Whether a seat did not follow a suit, and so has none of it."""
    return bool(known.memory.voids.get(seat, 0) >> lane & 1)
