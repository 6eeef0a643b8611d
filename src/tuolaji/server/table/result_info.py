"""The rules behind what happened, and the bonus of the last trick, as the page is told them."""

from __future__ import annotations

from ...deal.events import Dug
from ...ruleset import Ruleset
from ..protocol.outgoing import DigInfo

_RULES = {
    "throw_failed": "throw.failed",
    "dug": "last.kitty",
    "settled": "score.promote",
    "flipped": "declare.none",
    "redealt": "declare.none",
    "trump_fixed": "declare.banker",
    "bid_turned_up": "bid.reveal",
    "partner_known": "partner.call",
    "trick_won": "trick.winner",
}


def dig_info(ruleset: Ruleset, dug: Dug) -> DigInfo | None:
    """The bonus of the last trick; None where the trick is dug and each played one card."""
    trick = ruleset.dig == "last_trick"
    if trick and dug.multiplier == 1:
        return None
    worth = dug.worth if trick else dug.kitty.points
    return DigInfo(worth, dug.multiplier, dug.points, trick=trick)


def rule_of(kind: str, ruleset: Ruleset) -> str | None:
    """The rule behind an event."""
    if kind == "dug" and ruleset.dig == "last_trick":
        return "last.both-sides"
    return _RULES.get(kind)
