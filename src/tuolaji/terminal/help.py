"""The help a player gets: what can be done now, how cards are written, the commands."""

from __future__ import annotations

from collections.abc import Iterator

from ..cards import Cards
from ..deal.phase import DRAW, PLAY
from ..deal.view import View
from .words import Words

_LINES = (
    "help_enter", "help_keys", "help_h", "help_t", "help_s", "help_r", "help_hint", "help_speed",
    "help_q",
)  # fmt: skip


def help_lines(words: Words, view: View, examples: list[Cards]) -> Iterator[str]:
    """The help at this moment, with examples from the player's own hand."""
    own_turn = view.turn == view.seat
    led = words.cards(view.trick[0]) if view.trick else ""
    number = len(view.trick[0]) if view.trick else 0
    key = _key(words, view) if own_turn else "help_wait"
    level = words.level(view.level or view.levels[view.seat % len(view.levels)])
    yield words.say(key, level=level, kitty=words.ruleset.kitty, lead=led, number=number)
    if own_turn and key == "help_lead":
        throw = words.ruleset.throw
        yield words.say("help_throw" if throw != "off" else "help_no_throw")
    if own_turn and examples:
        yield words.say("help_examples", examples=words.options(examples))
    yield ""
    yield words.say("help_cards")
    yield ""
    for line in _LINES:
        yield words.say(line)
    if words.ruleset.enforcement == "referee":
        yield words.say("help_claim")


def _key(words: Words, view: View) -> str:
    phase = view.phase
    if phase == DRAW:
        return "help_bid" if words.ruleset.declare_style == "concealed" else "help_declare"
    if phase == PLAY:
        return "help_follow" if view.trick else "help_lead"
    return f"help_{phase}"
