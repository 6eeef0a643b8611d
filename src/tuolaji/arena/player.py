"""Who sits at a table of the arena: one of our bots, or any program by the line protocol.

A name that begins with `exec:` is a command, one that begins with `botzone:` or `botzone-old:` the
command of a bot written for Botzone; every other name is one of `tuolaji.bots`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ..bots import Bot, make
from ..deal.actions import Action
from ..deal.view import Told, View
from ..ruleset import Ruleset

EXEC, BOTZONE, OLD_BOTZONE = "exec:", "botzone:", "botzone-old:"
ILLEGAL, LATE, GARBAGE, DEAD = FAULTS = ("illegal", "late", "garbage", "dead")


class Fault(Exception):
    """A bot gave no action that can be used: `late`, `garbage` or `dead`."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class Player(Protocol):
    """A bot as the arena sees it."""

    def begin(self, ruleset: Ruleset, seat: int, seed: int) -> None:
        """A deal begins."""

    def hear(self, event: Told) -> None:
        """Something happened, as the seat may see it."""

    def choose(self, view: View, default: Callable[[], Action]) -> Action:
        """The action of the seat; default: what is done for it if it has none. May raise Fault."""

    def close(self) -> None:
        """Nothing more will be asked."""


class OwnPlayer:
    """One of our bots, a new one for every deal."""

    def __init__(self, name: str) -> None:
        """ValueError if there is no bot of the name."""
        self._name = name
        self._bot: Bot = make(name, 0, 0)

    def begin(self, ruleset: Ruleset, seat: int, seed: int) -> None:
        """Forget everything; ValueError if the bot cannot play the ruleset."""
        self._bot = make(self._name, seat, seed)
        self._bot.check(ruleset)

    def hear(self, event: Told) -> None:
        """Pass on what happened."""
        self._bot.hear(event)

    def choose(self, view: View, default: Callable[[], Action]) -> Action:  # noqa: ARG002
        """What the bot does."""
        return self._bot.choose(view)

    def close(self) -> None:
        """Do nothing: the bot is part of this process."""
