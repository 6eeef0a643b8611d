"""Who sits at a table of the arena: one of our bots, or any program by the line protocol.

A name that begins with `exec:` is a command, one that begins with `botzone:` or `botzone-old:` the
command of a bot written for Botzone; every other name is one of `tuolaji.bots`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from ..bots import Bot, make
from ..deal.actions import Action
from ..deal.view import Told, View
from ..ruleset import Ruleset

EXEC, BOTZONE, OLD_BOTZONE = "exec:", "botzone:", "botzone-old:"
ILLEGAL, LATE, GARBAGE, DEAD = FAULTS = ("illegal", "late", "garbage", "dead")


class Fault(Exception):
    """A bot gave no action that can be used: `late`, `garbage` or `dead`; why, where one can say.

    As text it is what somebody who wrote the bot wants to read.
    """

    def __init__(self, kind: str, why: str = "") -> None:
        super().__init__(f"{kind}: {why}" if why else kind)
        self.kind, self.why = kind, why


@dataclass(frozen=True)
class Refusal:
    """Why an answer was of no use: as what it is counted, the rule if it rests on one, a sentence.

    at: how many actions of the deal came before it; action: what was answered, if it was one.
    """

    at: int
    seat: int
    kind: str
    rule: str
    why: str
    action: dict[str, Any] | None = None


class Player(Protocol):
    """A bot as the arena sees it."""

    def begin(self, ruleset: Ruleset, seat: int, seed: int) -> None:
        """A deal begins."""

    def hear(self, event: Told) -> None:
        """Something happened, as the seat may see it."""

    def choose(self, view: View, default: Callable[[], Action]) -> Action:
        """The action of the seat; default: what is done for it if it has none. May raise Fault."""

    def refused(self, refusal: Refusal, done: Action) -> None:
        """What was chosen last is not done, but this."""

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

    def refused(self, refusal: Refusal, done: Action) -> None:
        """Do nothing: our bots make no use of it."""

    def close(self) -> None:
        """Do nothing: the bot is part of this process."""
