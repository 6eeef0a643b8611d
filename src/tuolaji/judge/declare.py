"""The question `declare`: replaying what was shown so far, then asking for one show more."""

from __future__ import annotations

from typing import Any

from ..cards import Cards
from ..deal.contest import LOCKED, Contest, final, show
from ..deal.phase import CALL, CHANGE
from ..ruleset import Ruleset
from ..verdicts.ruling import Ruling
from . import fields
from .fields import Question, QuestionError

_LONGEST_HISTORY = 64


def ask_declare(q: Question) -> dict[str, Any] | Ruling:
    """What a declaration would bring, or why it is refused."""
    r = fields.ruleset(q)
    contest = _call_contest(q, r) if r.declare_style == "call" else _contest(q, r)
    for entry in fields.items(q, "history", 0, _LONGEST_HISTORY):
        contest = _replay(contest, entry)
    outcome = _show(contest, q)
    if isinstance(outcome, Ruling):
        return outcome
    answer: dict[str, Any] = {
        "legal": True,
        "trump": outcome.trump,
        "banker": outcome.banker,
        "final": final(outcome),
    }
    if r.declare_style == "call":
        answer["level"] = outcome.level
        if outcome.hard:
            answer["hard"] = True
        elif outcome.shows[0].kind == LOCKED:
            answer["locked"] = True
    return answer


def _contest(q: Question, r: Ruleset) -> Contest:
    """The contest before anything was shown, in the styles where one level counts."""
    level = fields.level_of(q, r)
    first = fields.flag(q, "first_deal", default=False)
    banker = None if first else fields.seat(q, "banker", r.players)
    return Contest(ruleset=r, level=level, first_deal=first, banker=banker)


def _call_contest(q: Question, r: Ruleset) -> Contest:
    """The contest before anything was called."""
    even, odd = (fields.on_ladder(item, r, "levels") for item in fields.items(q, "levels", 2, 2))
    return Contest(ruleset=r, level="", levels=(even, odd))


def _show(contest: Contest, q: Question) -> Contest | Ruling:
    """The contest after the show a question or an entry of its history describes."""
    r = contest.ruleset
    seat, cards = fields.seat(q, "seat", r.players), fields.cards(q, "cards")
    if r.declare_style == "call":
        fields.possible([cards], r.decks)
        phase = fields.choice(q, "phase", (CALL, CHANGE))
        return show(contest, seat, cards, phase)
    fields.possible([contest.shown, cards], r.decks)
    return show(contest, seat, cards)


def _replay(contest: Contest, entry: object) -> Contest:
    if not isinstance(entry, dict):
        raise QuestionError("bad_field", "an entry of history has seat and cards")
    outcome = _show(contest, entry)
    if isinstance(outcome, Ruling):
        shown: Cards = fields.cards(entry, "cards")
        message = f"history: seat {entry['seat']} could not show {shown} ({outcome.rule})"
        raise QuestionError("bad_history", message)
    return outcome
