"""One decision weighed: what was done, what would have been best, and what the difference cost.

It is weighed by what the seat knew, not by how the cards lay. A cost counts as a fault only
beyond the weigher's own doubt; how large it is called is said by `SIZES`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from ..bots import Reason, Weighed, Weigher
from ..bots.table import same_side
from ..cards import Cards
from ..deal.actions import Action, OfSeat, Play, cards_of
from ..deal.phase import COUNT, NAME, PLAY, SHOWING
from ..deal.turn import choices, terms_of
from ..deal.view import View
from ..verdicts import Shape, check_follow, read_lead
from .hint import Maker, seated
from .questions import Question
from .teach import flaw_of, plan_of, position

WEIGHER = "expert"  # who weighs if nobody else is named
LOOK = 0.1  # seconds for a decision at a table: coach and analysis, so that they judge alike
SIZES = {"blunder": 0.5, "mistake": 0.15, "inaccuracy": 0.0}  # levels, the largest first


class CannotWeigh(ValueError):
    """The bot chooses, but does not say what other actions are worth."""


@dataclass(frozen=True)
class Decision:
    """A decision of a record, weighed.

    played, best: what was done and what promises most; the same if nothing is better. why, flaw:
    what the better one is for and, if it can be said, what is wrong with the other. forced: nothing
    else was allowed. banks: whether the seat knew itself on the banker's side; None before trump is
    fixed.
    """

    at: int
    seat: int
    place: str
    played: Weighed
    best: Weighed
    forced: bool
    banks: bool | None
    why: Reason | None = None
    flaw: Reason | None = None

    @property
    def cost(self) -> float:
        """The levels it cost."""
        return max(0.0, self.best.levels - self.played.levels)

    @property
    def cost_in_points(self) -> float | None:
        """The points it cost the seat's side; None while nobody attacks yet."""
        if self.banks is None:
            return None
        more = self.played.points - self.best.points
        return more if self.banks else -more

    @property
    def size(self) -> str | None:
        """What the fault is called, or None if the cost lies within the doubt."""
        if self.forced or self.cost <= self.played.sure:
            return None
        return next(name for name, least in SIZES.items() if self.cost >= least)


@dataclass(frozen=True)
class Task:
    """A decision still to be weighed, and by whom."""

    question: Question
    action: Action
    bot: str | Maker
    think: float | None = None
    seed: int = 0


def is_forced(shown: View) -> bool:
    """Whether the seat has no choice."""
    if shown.phase in (*SHOWING, NAME):
        return shown.phase != NAME and not shown.options
    return shown.phase == COUNT or choices(shown).count() == 1


def worth_weighing(asked: Question, action: Action) -> bool:
    """Whether a decision is one: the seat's own, allowed, not forced, or the lead of a trick."""
    shown = asked.view
    if not isinstance(action, OfSeat) or action.seat != shown.turn:
        return False
    if isinstance(action, Play) and not _is_right(shown, action.cards):
        return False
    leads = shown.phase == PLAY and not shown.trick
    return leads or not is_forced(shown)


def _is_right(shown: View, cards: Cards) -> bool:
    """Whether a play is allowed: with a referee a wrong follow may stand in a record."""
    if not shown.trick:
        return True
    terms, hand = terms_of(shown), shown.hand
    lead = read_lead(terms, shown.trick[0])
    return isinstance(lead, Shape) and check_follow(terms, lead, hand, cards) is None


def weighed(task: Task) -> Decision | None:
    """The decision weighed; None where the bot has nothing to say. CannotWeigh if it never has."""
    asked, action = task.question, task.action
    player = seated(asked, task.bot, think=task.think, seed=task.seed)
    if not callable(getattr(player, "weigh", None)):
        raise CannotWeigh(f"{task.bot} does not weigh its plays")
    found = cast(Weigher, player).weigh(asked.view, [action])
    played = next((one for one in found if one.action == action), None)
    if played is None:
        return None
    best = found[0] if found[0].levels > played.levels else played
    shown = asked.view
    decision = Decision(
        at=asked.at,
        seat=asked.seat,
        place=asked.place,
        played=played,
        best=best,
        forced=is_forced(shown),
        banks=_banks(shown),
    )
    return decision if best is played else _with_reasons(asked, decision)


def _with_reasons(asked: Question, decision: Decision) -> Decision:
    """The decision with what the better action is for, and what is wrong with what was done."""
    played, best = decision.played.action, decision.best.action
    at = position(asked.view, asked.heard)
    if at is None or not isinstance(played, Play) or not isinstance(best, Play):
        return replace(decision, why=_promise(decision))
    why, flaw = plan_of(at, best.cards), flaw_of(at, played.cards, best.cards)
    return replace(decision, why=why, flaw=flaw)


def _promise(decision: Decision) -> Reason:
    """What speaks for the better action where it is no play."""
    cards, levels = cards_of(decision.best.action), f"{decision.cost:.2f}"
    if cards is None:
        return Reason("promising_pass", {"levels": levels})
    return Reason("promising", {"cards": cards, "levels": levels})


def _banks(shown: View) -> bool | None:
    if shown.phase in (*SHOWING, NAME) or shown.banker is None:
        return None
    return same_side(shown, shown.banker)
