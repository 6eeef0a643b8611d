"""The host of a table as its referee in matters of conduct (`foul.conduct`).

What it costs is the ruleset's: a warning the first time, disqualification the second, or whatever
its table says. The match remembers how often.
"""

from __future__ import annotations

from ...deal.actions import RuleFoul
from ...deal.referee import penalty_of, remembered
from ...ruleset.fouls import Foul
from ...texts.reader import texts
from ...verdicts.ruling import NotNow
from ...verdicts.score import ATTACKERS, BANKERS
from .state import HUMAN, TableDeal, TableState

CONDUCT = "foul.conduct"


def ruling(state: TableState, seat: int) -> RuleFoul:
    """The ruling against a seat, with how often its side has been ruled against already."""
    deal, by = state.deal, None
    if deal is not None and deal.banker is not None:
        by = BANKERS if seat in deal.bank_side else ATTACKERS
    before = [RuleFoul(Foul(rule), who) for rule, who in state.fouls]
    return remembered(state.ruleset, RuleFoul(Foul(CONDUCT, by), seat), before)


def effect(state: TableState, seat: int, language: str) -> str | None:
    """What a ruling against a seat would bring, in words; None where none can be made."""
    table = state.ruleset.fouls.table
    if CONDUCT not in table or not state.running or state.seats[seat].kind != HUMAN:
        return None
    if state.made.rated:
        return None
    assert state.deal is not None
    try:
        penalty = penalty_of(state.deal, ruling(state, seat).foul)
    except NotNow:
        return None
    words = texts(language)["fouls"]["effects"]
    return str(words[penalty.effect]) if penalty.effect else ""


def offender(played: TableDeal, at: int) -> int | None:
    """Whom the ruling is about that the at-th event of the deal tells."""
    for number, action in enumerate(played.actions):
        if played.marks[number] <= at < played.marks[number + 1]:
            return action.seat if isinstance(action, RuleFoul) else None
    return None
