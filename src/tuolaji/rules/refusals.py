"""Why a show, or naming a friend's card, is refused, as numbers: the rule, and which case of it.

Which rule each of them cites is said in `deal/refusals.py`.
"""

from __future__ import annotations

ALLOWED = 0

(
    AT_JOKER_LEVEL,
    FIRST_CARDS, FIRST_JOKERS,
    OVERTURN_SINGLE, OVERTURN_FIXED, OVERTURN_SAME,
    SELF_OVERTURN_FIXED, SELF_OVERTURN_OFF,
    SELF_SECURE_MORE, SELF_SECURE_OFF,
    PARTNER_SECURE_CALLED, PARTNER_SECURE_OPPONENT, PARTNER_SECURE_OFF,
    NO_TRUMP_OFF, NO_TRUMP_PAIR, NO_TRUMP_STANDS, NO_TRUMP_OWN, NO_TRUMP_EARLY,
) = range(1, 19)  # fmt: skip

(
    CALL_TURN, CALL_RED, CALL_BLACK, CALL_LOCK,
    CHANGE_BEFORE_CALL, CHANGE_OWN, CHANGE_CARDS, CHANGE_SAME, CHANGE_USED,
    ATTACK_STANDS, ATTACK_PAIR, ATTACK_USED,
) = range(19, 31)  # fmt: skip

(
    BID_CARDS, BID_LARGER, BID_OWN,
    JOKER_NEEDLESS, JOKER_MISSING,
    REINFORCE_OFF, REINFORCE_JOKER, REINFORCE_FEW,
) = range(31, 39)  # fmt: skip

STEAL_OWN, STEAL_TWIN = 39, 40

# why a friend may not be called by a card
FRIEND_TRUMP, FRIEND_POINTS, FRIEND_HIGHEST, FRIEND_TWICE = range(41, 45)
