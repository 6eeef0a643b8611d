"""A claim at the table of an event, as its referee looks at it: the trick, and our own judgement.

The judgement comes from hidden cards: it is for whoever rules, and for nobody at the table.
"""

from __future__ import annotations

from typing import Any

from ...deal import from_here
from ...texts.explain import rule_title
from ...texts.reader import texts
from .event_orders import wrong_play
from .state import TableState


def looked_at(state: TableState, call: int, language: str) -> dict[str, Any]:
    """The trick that a claim is about, who played what, and whether the claim is right."""
    one = state.calls[call - 1] if 1 <= call <= len(state.calls) else None
    deal = state.deal
    if one is None or one.about != "claim" or one.against is None or deal is None:
        return {}
    if one.deal != state.number or not state.running:
        return {}
    wrong = wrong_play(deal, one.against)
    last = len(deal.finished) - (0 if deal.trick else 1)
    at = wrong.trick if wrong else last
    tricks = [*deal.finished, *([(deal.leader, deal.trick)] if deal.trick else [])]
    leader, plays = tricks[at] if 0 <= at < len(tricks) else (None, ())
    seats = from_here(leader or 0, state.ruleset.players)
    said = texts(language)["server"]["claim"]
    return {
        "trick": at + 1,
        "plays": [
            {"seat": seat, "name": state.name_of(seat), "cards": str(cards)}
            for seat, cards in zip(seats, plays, strict=False)
        ],
        "against": one.against,
        "right": wrong is not None,
        "rule": wrong.rule if wrong else "",
        "text": said["right"].format(rule=rule_title(wrong.rule, language))
        if wrong
        else said["wrong"],
    }
