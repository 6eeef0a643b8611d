"""What all are told of a table besides its deal: seats, rules, the match, the cut, the event."""

from __future__ import annotations

from functools import lru_cache

from msgspec import UNSET

from ...cards import RANKS, Card, Cards
from ...deal.view import PublicView
from ...ruleset import Ruleset
from ...texts.explain import cards_in_words, ruleset_name
from ...texts.narrate import Name, Telling, say
from ...texts.reader import texts
from ..guests import sign
from ..protocol.outgoing import (
    CutInfo,
    DrawnInfo,
    EventInfo,
    FlagInfo,
    MatchInfo,
    Need,
    OpeningInfo,
    Room,
    SeatInfo,
)
from . import host_rulings, match_clock
from .event_orders import may_deal, open_call
from .flag import Flag
from .state import BOT, HUMAN, TableState
from .status import LiveStatus

_WORTH = {rank: worth for rank in RANKS if (worth := Card.parse(f"S{rank}").points)}


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


def seat_names(state: TableState, language: str) -> list[str]:
    """How the seats are named: by guests, else by place, as who plays alone with bots."""
    places = Telling(state.ruleset, None, language)
    names = []
    for at, seat in enumerate(state.seats):
        own = (seat.kind == HUMAN or state.orders) and not state.made.solo
        names.append((own and state.name_of(at)) or places.seat_name(at))
    return names


def room_of(
    state: TableState, status: LiveStatus, view: PublicView | None, telling: Telling
) -> Room:
    """What all may know of the table, without what is told to one reader: `opening` and `chat`."""
    ruleset, language = state.ruleset, telling.language
    return Room(
        table=state.table,
        ruleset=str(ruleset),
        title=title_of(state, language),
        seats=[_seat(state, status, telling, at) for at in range(ruleset.players)],
        host=status.host,
        solo=state.made.solo,
        alone=status.alone,
        started=state.played is not None,
        speed=state.speed,
        bots=state.made.bots,
        paused=state.paused,
        watchers=status.watchers,
        waiting=list(status.waiting),
        commit=state.commit,
        match=_match(state, view),
        need=Need(ruleset.take_over, ruleset.step),
        worth=_WORTH,
        deck_points=100 * ruleset.decks,
        players=ruleset.players,
        decks=ruleset.decks,
        kitty=ruleset.kitty,
        deal_cards=ruleset.hand_size,
        declare_style=ruleset.declare_style,
        partners=ruleset.partners,
        friends=ruleset.friend_count,
        copies=ruleset.decks if ruleset.friend_by == "nth_play" else 1,
        tricks_seen=ruleset.tricks_seen,
        enforcement=ruleset.enforcement,
        talk=ruleset.talk,
        chat_open=ruleset.talk or not state.running,
        ruff_said=ruleset.ruff_said,
        clock=match_clock.shown(state, status.match_time, language),
        opening=None,
        flag=flag_info(status.flag, status.now),
        rulings=host_rulings.can_rule(state),
        cut=cut_info(state, status.cut),
        rated=state.made.rated,
        public=state.made.public,
        quick=state.made.quick,
        begins=None if status.begins is None else round(status.begins, 1),
        daily=bool(state.made.daily),
        watch=state.made.watch,
        event=event_info(state, language),
        chat=UNSET,
    )


def _seat(state: TableState, status: LiveStatus, telling: Telling, at: int) -> SeatInfo:
    seat = state.seats[at]
    return SeatInfo(
        name=telling.seat_name(at),
        kind=seat.kind,
        bot=seat.bot or None,
        connected=at in status.connected or seat.kind == BOT,
        stand_in=at in status.standing_in,
        ready=seat.ready,
        auto=seat.auto,
        next=seat.next_name or None,
        by=sign(seat.guest, state.table) if seat.guest else None,
    )


def _match(state: TableState, view: PublicView | None) -> MatchInfo:
    match, ruleset = state.match, state.ruleset
    return MatchInfo(
        levels=list(match.levels),
        banker=match.banker,
        deals=match.deals,
        over=None if match.over is None else list(match.over),
        ladder=list(ruleset.ladder),
        must=sorted(ruleset.mandatory, key=ruleset.ladder.index),
        sides=_sides(state, view),
    )


def _sides(state: TableState, view: PublicView | None) -> list[int | None]:
    """The side of each seat, 0 the banker's; null while a called friend is unknown."""
    players = state.ruleset.players
    if state.ruleset.partners == "fixed":
        return [state.ruleset.side(seat) for seat in range(players)]
    if view is None or not isinstance(view.points, int):
        return [None] * players
    bank = {view.banker, *(friend.seat for friend in view.friends)}
    return [int(seat not in bank) for seat in range(players)]


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
