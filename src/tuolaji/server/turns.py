"""What a seat may do now, as the page is told it: made of the seat's view and nothing else."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ..cards import NO_TRUMP, Card, Cards
from ..catalogue import texts
from ..explain import cards_in_words
from ..phases.state import BURY, CALL, CHANGE, COUNT, DRAW, NAME, PARTNER, PLAY
from ..ruleset import Ruleset
from ..terms import Terms
from ..turn import choices, terms_of, useful
from ..view import View

_SHOWS = (DRAW, CALL, CHANGE)


def turn_of(view: View, language: str) -> dict[str, Any] | None:
    """What the seat may do now; None if it is not its turn."""
    if view["seat"] is None or view["turn"] != view["seat"]:
        return None
    phase = view["phase"]
    may = choices(view)
    forced = next(iter(may)) if phase == PLAY and may.count() == 1 else None
    return {
        "phase": phase,
        "options": [_option(view, cards, language) for cards in view["options"]],
        "playable": str(useful(view)) if phase in (PLAY, BURY) else "-",
        "count": _count(view),
        "forced": None if forced is None else str(forced),
        "can_pass": phase in (*_SHOWS, NAME, COUNT),
    }


def _count(view: View) -> int:
    """How many cards must be laid; 0 where that is free."""
    if view["phase"] == BURY:
        return Ruleset.parse(view["ruleset"]).kitty
    if view["phase"] == PLAY and view["trick"]:
        return len(Cards.parse(view["trick"][0]))
    return 1 if view["phase"] in (PARTNER, NAME) else 0


def _option(view: View, text: str, language: str) -> dict[str, str]:
    """Cards that could be shown, and what that would do."""
    cards = Cards.parse(text)
    suits = {card.suit for card in cards if card.suit != "X"}
    trump = suits.pop() if suits else NO_TRUMP
    words = texts(language)
    does = words["server"]["options"]
    said = does["no_trump"] if trump == NO_TRUMP else words["words"]["suit"][trump]
    sentence: str = does[_does(view, trump)]
    return {
        "cards": text,
        "text": sentence.format(cards=cards_in_words(cards, language), trump=said),
    }


def _does(view: View, trump: str) -> str:
    """What showing cards of that trump is: a key of the words."""
    shows, seat = view["shows"], view["seat"]
    if Ruleset.parse(view["ruleset"]).declare_style == "concealed":
        own = [show["cards"] for show in shows if show["seat"] == seat]
        return "reinforce" if any(trump in cards for cards in own) else "bid"
    if view["phase"] == CALL:
        return "call"
    if view["phase"] == CHANGE:
        return "attack" if trump == NO_TRUMP else "change"
    if not shows:
        return "declare"
    return "secure" if view["trump"] == trump else "overturn"


def lanes(view: View) -> dict[str, list[str]]:
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
