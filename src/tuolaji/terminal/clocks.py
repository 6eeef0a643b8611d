"""The clocks of a match in the terminal: the time of the match, and the player's time for a turn.

What was typed too late is not played: the program plays then, as the rules say, since nobody but
bots could be asked. The time of a match is kept with it; while nobody plays it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from ..deal import Deal, clock
from ..ruleset import Ruleset

WARNINGS = (10, 5, 1)  # minutes before the end


class Clocks:
    """The clocks of one match; now: a clock in seconds."""

    def __init__(
        self, ruleset: Ruleset, seconds: float, now: Callable[[], float] = monotonic
    ) -> None:
        self._ruleset, self._now = ruleset, now
        self._begun = now() - seconds
        self._asked = now()
        self._warned = len(self._due(seconds))

    @property
    def seconds(self) -> float:
        """For how long the match has been played."""
        return self._now() - self._begun

    @property
    def left(self) -> float | None:
        """The seconds that are left; None where there is no limit."""
        limit = 60 * self._ruleset.match_minutes
        return max(0.0, limit - self.seconds) if limit else None

    @property
    def is_up(self) -> bool:
        """Whether the time of the match is up."""
        return clock.is_up(self._ruleset, self.seconds)

    def _due(self, seconds: float) -> list[int]:
        limit = 60 * self._ruleset.match_minutes
        return [at for at in WARNINGS if limit and limit - seconds <= 60 * at]

    def warning(self) -> int | None:
        """The minutes before the end of which has to be warned now, once."""
        due = self._due(self.seconds)
        new, self._warned = len(due) > self._warned, len(due)
        return due[-1] if new else None

    def ask(self) -> None:
        """The player is asked: their time begins."""
        self._asked = self._now()

    def late(self, deal: Deal) -> bool:
        """Whether the player has taken longer than the rules allow."""
        limit = clock.seconds_to_act(deal)
        return bool(limit) and self._now() - self._asked > limit
