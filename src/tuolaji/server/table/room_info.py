"""What all are told of a table besides its deal: opening draw, cut, a player's flag, the event."""

from __future__ import annotations

from functools import lru_cache

from ...cards import Cards
from ...ruleset import Ruleset
from ...texts.explain import cards_in_words, ruleset_name
from ...texts.narrate import Name, Telling, say
from ...texts.reader import texts
from ..protocol.outgoing import CutInfo, DrawnInfo, EventInfo, FlagInfo, OpeningInfo
from .flag import Flag
from .orders import may_deal, open_call
from .state import TableState


def table_title(ruleset: Ruleset, *, daily: bool, language: str) -> str:
    """What a table is called: after its rules, also that they were changed, or the day's deal."""
    if daily:
        return str(texts(language)["server"]["day_deal"])
    name = ruleset_name(ruleset.base, language)
    changed = "(" in str(ruleset)
    return str(texts(language)["server"]["changed_rules"]).format(name=name) if changed else name


def title_of(state: TableState, language: str) -> str:
    """What this table is called; one that teaches is called after what it teaches."""
    if state.made.lesson:
        return ruleset_name(state.ruleset.base, language)
    return table_title(state.ruleset, daily=bool(state.made.daily), language=language)


def opening_info(state: TableState, telling: Telling) -> OpeningInfo | None:
    """The draw for who begins, until the first deal is over."""
    if not state.drawn or state.match.deals or state.ended is not None:
        return None
    first = state.match.first_seat
    names = tuple(telling.name(at) for at in range(state.ruleset.players))
    drawn = [DrawnInfo(seat, card) for seat, card in state.drawn]
    return OpeningInfo(drawn, first, _opening(state.drawn, first, names, telling.language))


@lru_cache(maxsize=4096)
def _opening(
    drawn: tuple[tuple[int, str], ...], first: int, names: tuple[Name, ...], language: str
) -> str:
    """The sentence of the draw for who begins: it is told with every state of the first deal."""
    cards = [
        say(
            language,
            "opening_card",
            name=names[seat],
            card=cards_in_words(Cards.parse(card), language),
        )
        for seat, card in drawn
    ]
    first_of_all = say(language, "opening_first", name=names[first])
    return names[drawn[0][0]].begins(say(language, "comma").join(cards) + first_of_all)


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


def event_info(state: TableState, language: str) -> EventInfo | None:
    """The match of an event that is played here."""
    match, orders = state.made.match, state.orders
    if match is None:
        return None
    return EventInfo(
        match=match.match,
        room=match.room,
        deal=state.number,
        said=orders.said.get(language, "") if orders else "",
        calls=sum(call.answered is None for call in state.calls),
        claimed=open_call(state, "claim") is not None,
        waits=not state.running and state.match.over is None and not may_deal(state),
        boards=match.boards,
    )
