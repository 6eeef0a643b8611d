"""Which of the fourteen tips of 1997 applies to what is said of an action.

Their words are in the catalogue, `coach.tips`. The fifth is on the page only.
"""

from __future__ import annotations

from ..bots import Reason
from ..bots.table import same_side
from ..cards import NO_TRUMP, Cards
from ..deal.actions import Action, Declare, Pass
from ..deal.turn import terms_of
from ..deal.view import View
from ..rules.order import TRUMPS

_FEW = 4  # cards in hand from which on the last trick is near
TIPS = {
    "teach_give": 8, "teach_give_likely": 8, "flaw_no_points": 8,
    "partner": 9,
    "teach_throw_risk": 12, "flaw_throw": 12, "risk": 12,
    "teach_cash": 6,
    "teach_unblock": 10,
    "void": 3,
    "coach_void": 3, "coach_buried": 4,
}  # fmt: skip


def tip_of(
    view: View, said: Reason, cards: Cards | None, *, action: Action | None = None
) -> int | None:
    """The number of the tip that applies to what is said, if one does."""
    if isinstance(action, Declare):
        return 2 if view.shows else 1 if view.level in ("T", "K") else None
    if isinstance(action, Pass) or cards is None:
        return None
    terms = terms_of(view)
    banks = view.banker is not None and same_side(view, view.banker)
    if said.key in TIPS:
        return None if said.key == "teach_cash" and view.trump == NO_TRUMP else TIPS[said.key]
    if said.key == "throw":
        return 7 if view.trump == NO_TRUMP else 6
    leads_pair = not view.trick and len(cards) > 1 and terms.order.lane_of(cards.planes) == TRUMPS
    if leads_pair and said.key == "teach_draw":
        return 13 if not banks else 11 if view.seat != view.banker else None
    if banks and len(view.hand) <= _FEW and said.key.startswith("flaw_missed"):
        return 14
    return None
