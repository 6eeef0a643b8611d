"""What a seat may do now, as the page is told it: made of the seat's view and nothing else."""

from __future__ import annotations

from functools import lru_cache

from ...cards import NO_TRUMP, Card, Cards
from ...deal.phase import BURY, CALL, CHANGE, COUNT, DRAW, NAME, PARTNER, PLAY, SHOWING, STEAL
from ...deal.turn import choices, terms_of, useful
from ...deal.view import PublicView, View
from ...texts.explain import cards_in_words
from ...texts.reader import texts
from ...verdicts import Plays
from ...verdicts.terms import Terms
from ..protocol.outgoing import ClockInfo, Option, Turn


def turn_of(view: View, language: str, *, clock: ClockInfo | None, undo: bool, rest: bool) -> Turn:
    """What the seat whose turn it is may do; rest: whether it may lay down the rest."""
    phase = view.phase
    may = choices(view)
    forced = next(iter(may)) if phase == PLAY and may.count() == 1 else None
    return Turn(
        phase=phase,
        options=_options(view, may, language),
        playable=str(useful(view)) if phase in (PLAY, BURY) else "-",
        count=_count(view),
        forced=None if forced is None else str(forced),
        can_pass=phase in (*SHOWING, NAME, COUNT),
        clock=clock,
        undo=undo,
        rest=rest,
    )


def nothing_to_show(clock: ClockInfo | None, *, undo: bool) -> Turn:
    """The turn of a seat that is asked like all the others, and can only pass."""
    return Turn(DRAW, [], "-", 0, None, can_pass=True, clock=clock, undo=undo, rest=False)


def _count(view: View) -> int:
    """How many cards must be laid; 0 where that is free."""
    if view.phase == BURY:
        return view.ruleset.kitty
    if view.phase == PLAY and view.trick:
        return len(view.trick[0])
    return 1 if view.phase in (PARTNER, NAME) else 0


def _options(view: View, may: Plays, language: str) -> list[Option]:
    """What can be shown and what that would do, or the friends' cards that may be named."""
    if view.phase == PARTNER:
        return [Option(str(cards), "") for cards in may]
    return [_option(view, cards, language) for cards in view.options]


def _option(view: View, cards: Cards, language: str) -> Option:
    """Cards that could be shown, and what that would do."""
    suits = {card.suit for card in cards if card.suit != "X"}
    trump = suits.pop() if suits else NO_TRUMP
    words = texts(language)
    does = words["server"]["options"]
    said = does["no_trump"] if trump == NO_TRUMP else words["words"]["suit"][trump]
    sentence: str = does[_does(view, trump)]
    return Option(str(cards), sentence.format(cards=cards_in_words(cards, language), trump=said))


def _does(view: View, trump: str) -> str:
    """What showing cards of that trump is: a key of the words."""
    shows, seat = view.shows, view.seat
    if view.ruleset.declare_style == "concealed":
        own = [str(show.cards) for show in shows if show.seat == seat]
        return "reinforce" if any(trump in cards for cards in own) else "bid"
    if view.phase == CALL:
        return "call"
    if view.phase == CHANGE:
        return "attack" if trump == NO_TRUMP else "change"
    if view.phase == STEAL:
        return "steal"
    if not shows:
        return "declare"
    return "secure" if view.trump == trump else "overturn"


def lanes(view: PublicView) -> dict[str, list[str]]:
    """Every face by its effective suit, the strongest first."""
    return _lanes(terms_of(view))


@lru_cache(maxsize=256)
def _lanes(terms: Terms) -> dict[str, list[str]]:
    order = terms.order
    faces = sorted(range(54), key=lambda face: -order.step(face))
    out: dict[str, list[str]] = {terms.suit_name(lane): [] for lane in (4, 0, 1, 2, 3)}
    for face in faces:
        out[terms.suit_name(order.lane(face))].append(str(Card(face)))
    return out
