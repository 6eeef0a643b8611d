"""The coach: a mark for a play, why in a player's words, and which of the fourteen tips applies.

It knows what the seat knows. A play is a mistake if it costs as much as one in an analysis;
doubtful if it costs less, or as much but within the doubt. A play without an alternative gets no
mark, and none that the weigher does not rate; what was buried is judged by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..bots import Reason
from ..bots import bury as burying
from ..cards import Cards
from ..deal.actions import Action, Bury, Play, cards_of
from ..deal.turn import terms_of
from ..deal.view import View
from ..rules.order import TRUMPS
from ..verdicts import Shape, read_lead
from .decision import SIZES, WEIGHER, Decision, Task, weighed, worth_weighing
from .hint import Maker
from .questions import Question
from .teach import Position, flaw_of, plan_of, position
from .tips import TIPS, tip_of

Mark = Literal["good", "doubtful", "mistake", "risk"]

_LITTLE = 0.03  # levels that are not worth a word
_EVEN = 0.5  # a throw that is less likely to stand is never called good


@dataclass(frozen=True)
class Note:
    """What the coach says of an action.

    why: of a good play what it is for, of another what is wrong with it. better, instead: the
    better play and what it is for. tip: the number of the tip that applies. decision: the numbers,
    for who asks for them.
    """

    mark: Mark
    why: Reason
    better: Cards | None = None
    instead: Reason | None = None
    tip: int | None = None
    decision: Decision | None = None


def judged(
    asked: Question,
    action: Action,
    *,
    bot: str | Maker = WEIGHER,
    think: float | None = None,
    seed: int = 0,
) -> Note | None:
    """What the coach says of an action of a seat; None: nothing."""
    if isinstance(action, Bury):
        return _of_bury(asked.view, action.cards)
    at = position(asked.view, asked.heard)
    if at is None or not isinstance(action, Play) or not worth_weighing(asked, action):
        return None
    decision = weighed(Task(asked, action, bot, think, seed))
    if decision is None or decision.forced:
        return None
    return _note(at, action.cards, decision)


def _note(at: Position, cards: Cards, decision: Decision) -> Note:
    mark = mark_of(decision)
    plan = plan_of(at, cards)
    if mark == "good":
        if plan.key == "teach_throw_risk" and at.stands_by(cards) < _EVEN:
            why = flaw_of(at, cards, cards)
            assert why is not None
            return Note("doubtful", why, tip=TIPS[why.key], decision=decision)
        return Note(mark, plan, tip=tip_of(at.view, plan, cards), decision=decision)
    better, instead, flaw = cards_of(decision.best.action), decision.why, decision.flaw
    assert better is not None
    assert instead is not None
    tip = tip_of(at.view, flaw, cards) if flaw else None
    why = flaw or Reason("coach_else", {"cards": cards, "other": better})
    return Note(mark, why, better, instead, tip or tip_of(at.view, instead, better), decision)


def mark_of(decision: Decision) -> Mark:
    """The mark of a weighed play."""
    if decision.size in ("mistake", "blunder"):
        return "mistake"
    least = _LITTLE if decision.size else SIZES["mistake"]
    return "doubtful" if decision.cost >= least else "good"


def warned(asked: Question, cards: Cards) -> Note | None:
    """What the coach says before cards are led: that a throw can be broken, and by what."""
    at = position(asked.view, asked.heard)
    if at is None or at.table is not None:
        return None
    lead = read_lead(at.terms, cards)
    if not isinstance(lead, Shape) or len(lead.units) < 2 or not at.higher(cards):
        return None
    why = Reason("flaw_throw", {"cards": cards, "higher": at.highest(cards)})
    return Note("risk", why, tip=TIPS[why.key])


def _of_bury(view: View, cards: Cards) -> Note | None:
    """Of the kitty: whether it makes a suit void, and whether it risks more than need be."""
    least, _ = burying.Bury(view).choose()
    if cards.points >= 10 and cards.points > least.points:
        why = Reason("coach_buried", {"points": cards.points, "other": least})
        instead = Reason("bury", {"cards": least, "points": least.points})
        return Note("doubtful", why, least, instead, TIPS[why.key])
    terms = terms_of(view)
    for lane in range(TRUMPS):
        faces = terms.order.faces(lane)
        held = [card for card in view.hand if faces >> card.face & 1]
        if held and all(card in cards for card in held):
            kept = view.hand - cards
            if not any(faces >> card.face & 1 for card in kept):
                why = Reason("coach_void", {"suit": terms.suit_name(lane), "points": cards.points})
                return Note("good", why, tip=TIPS[why.key])
    return None
