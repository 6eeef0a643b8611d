"""The line protocol by which a bot in any language plays (`docs/protocol.md`).

A line is a word, and what belongs to it as JSON. `speak` lets one of our bots talk it;
`external.py` is the other end.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from ..bots import Bot, make
from ..cards import Cards
from ..deal.actions import Action
from ..deal.actions import to_json as action_to
from ..deal.phase import NAME, SHOWING
from ..deal.turn import action_of, choices, drew_last, winning
from ..deal.view import Told, View
from ..deal.view import to_json as view_to
from ..version import __version__

VERSION = 1
PROGRAM = f"tuolaji {__version__}"
MOST_LISTED, MOST_PAGED = 64, 10_000
HELLO, DEAL, EVENT, CHOOSE, BYE = "hello", "deal", "event", "choose", "bye"
ACTIONS, REFUSED = "actions", "refused"
ACTION, LIST, INFO = "action", "list", "info"
_DREW, _WINNER = "drew", "winner"  # what a view is sent with besides its fields


def line(word: str, data: Any = None) -> str:
    """A word and its data as one line, without its end."""
    if data is None:
        return word
    return f"{word} {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}"


def read(text: str) -> tuple[str, Any]:
    """The word of a line and its data; ValueError if that is no JSON."""
    word, _, rest = text.strip().partition(" ")
    try:
        return word, json.loads(rest) if rest else None
    except RecursionError:
        raise ValueError("nested too deeply") from None


def hello(name: str) -> dict[str, Any]:
    """How either end introduces itself."""
    return {"protocol": VERSION, "name": name}


def question(view: View) -> dict[str, Any]:
    """What a seat is asked with: how many actions it may take, these if they are few, its view."""
    number = choices(view).count() + _may_pass(view)
    few = page(view, 0) if number <= MOST_LISTED else None
    more = {_DREW: drew_last(view), _WINNER: winning(view)}
    return {"number": number, "actions": few, "view": {**view_to(view), **more}}


def page(view: View, first: int) -> list[dict[str, Any]]:
    """Some of the actions the seat of the view may take, in their order from the first on."""
    if not 0 <= first < MOST_PAGED:
        return []
    return [action_to(one) for one in islice(_actions(view), first, first + MOST_LISTED)]


def _actions(view: View) -> Iterator[Action]:
    if _may_pass(view):
        yield action_of(view, None)
    for cards in choices(view):
        yield action_of(view, cards)


def _may_pass(view: View) -> bool:
    return view.phase in (*SHOWING, NAME) or not choices(view).count()


class Standing:
    """What stands of the open declarations of a deal, as its events tell it."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._cards = Cards()

    def told(self, event: Told) -> Told:
        """The event; with all that stands, `stands`, if it is a declaration."""
        if event["event"] != "declared":
            return event
        cards = Cards.parse(event["cards"])
        secured = len(cards) == 1 and set(cards) == set(self._cards)
        self._cards = self._cards + cards if secured else cards
        return {**event, "stands": str(self._cards)}


def speak(name: str, lines: Iterable[str]) -> Iterator[str]:
    """The answers of one of our bots to the lines it is sent; ValueError if one makes no sense."""
    bot: Bot = make(name, 0, 0)
    for text in lines:
        word, data = read(text)
        if word == HELLO:
            yield line(HELLO, hello(name))
        elif word == DEAL:
            bot = make(name, data["seat"], data["seed"])
        elif word == EVENT:
            bot.hear(data)
        elif word == CHOOSE:
            seen = {key: one for key, one in data["view"].items() if key not in (_DREW, _WINNER)}
            action = bot.choose(View.from_json(seen))
            yield line(ACTION, {"id": data["id"], **action_to(action)})
        elif word == BYE:
            return
