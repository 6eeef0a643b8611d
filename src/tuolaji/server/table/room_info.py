"""What all are told of a table besides its deal: the opening draw, the cut, a player's flag."""

from __future__ import annotations

from ...texts.narrate import Telling
from ..protocol.outgoing import CutInfo, DrawnInfo, FlagInfo, OpeningInfo
from .flag import Flag
from .state import TableState


def opening_info(state: TableState, telling: Telling) -> OpeningInfo | None:
    """The draw for who begins, until the first deal is over."""
    if not state.drawn or state.match.deals or state.ended is not None:
        return None
    cards = [
        telling.say("opening_card", name=telling.name(seat), card=telling.cards(card))
        for seat, card in state.drawn
    ]
    first = state.match.first_seat
    begins = telling.say("opening_first", name=telling.name(first))
    drawn = [DrawnInfo(seat, card) for seat, card in state.drawn]
    return OpeningInfo(drawn, first, telling.say("comma").join(cards) + begins)


def flag_info(flag: Flag | None, now: float) -> FlagInfo | None:
    """Whose time is up, who decides, and how long they have."""
    if flag is None:
        return None
    return FlagInfo(flag.seat, flag.referee, round(max(0.0, flag.until - now), 1))


def cut_info(state: TableState, cut: tuple[int, float] | None) -> CutInfo | None:
    """Who may cut, and how long they have."""
    if cut is None:
        return None
    seat, left = cut
    return CutInfo(seat, 54 * state.ruleset.decks, round(left, 1))
