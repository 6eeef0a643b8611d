"""The line protocol by which a bot in any language plays (`docs/protocol.md`).

A line is a word, and what belongs to it as JSON. `speak` lets one of our bots talk it;
`external.py` is the other end.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ..bots import Bot, make
from ..deal.actions import Action
from ..deal.actions import to_json as action_to
from ..deal.phase import CALL, CHANGE, DRAW, NAME
from ..deal.turn import action_of, choices
from ..deal.view import View
from ..version import __version__

VERSION = 1
PROGRAM = f"tuolaji {__version__}"
MOST_LISTED = 64
HELLO, DEAL, EVENT, CHOOSE, BYE = "hello", "deal", "event", "choose", "bye"
ACTION, INFO = "action", "info"


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


def listed(view: View) -> list[dict[str, Any]] | None:
    """Every action the seat of the view may take, or None if they are too many to list."""
    may = choices(view)
    if may.count() > MOST_LISTED:
        return None
    actions: list[Action] = [action_of(view, cards) for cards in may]
    if view.phase in (DRAW, CALL, CHANGE, NAME) or not actions:
        actions.insert(0, action_of(view, None))
    return [action_to(action) for action in actions]


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
            action = bot.choose(View.from_json(data["view"]))
            yield line(ACTION, {"id": data["id"], **action_to(action)})
        elif word == BYE:
            return
