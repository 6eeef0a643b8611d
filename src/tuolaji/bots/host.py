"""How bots are driven, wherever they play: everybody hears what their seat is told, one is asked.

`Host` follows a deal from its beginning; `answer` asks a bot that hears only when it is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ..deal import Deal
from ..deal.actions import Action
from ..deal.events import Event
from ..deal.view import Told, View, seen, view
from .bot import Bot, Reason


class Listener(Protocol):
    """Whoever sits at a deal, or looks over a seat's shoulder."""

    def hear(self, event: Told) -> None:
        """Take in an event as the seat is told it."""


class Host:
    """A deal, and listeners by seat who have heard all that their seats were told of it."""

    def __init__(
        self, listeners: Iterable[tuple[int, Listener]], begun: tuple[Deal, list[Event]]
    ) -> None:
        """begun: the deal at its beginning, and what has happened by then."""
        self._listeners = tuple(listeners)
        self.follow(*begun)

    def follow(self, deal: Deal, events: list[Event]) -> None:
        """Go on to this deal after these events."""
        self.deal = deal
        for event in events:
            for seat, listener in self._listeners:
                listener.hear(seen(event, seat))

    def apply(self, action: Action) -> None:
        """Do an action."""
        self.follow(*self.deal.apply(action))


def choice(bot: Bot, deal: Deal) -> Action:
    """What a bot does that has heard the deal."""
    return bot.choose(view(deal, bot.seat))


def answer(bot: Bot, told: Iterable[Told], shown: View) -> tuple[Action, Reason | None]:
    """What a bot does and why, after it has heard what it was told since it was asked last."""
    for event in told:
        bot.hear(event)
    return bot.choose(shown), bot.why
