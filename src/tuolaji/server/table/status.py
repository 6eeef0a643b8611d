"""How a table stands besides its log: who is there, who is waited for, what the clocks show."""

from __future__ import annotations

from dataclasses import dataclass

from .flag import Flag
from .match_clock import MatchTime


@dataclass(frozen=True)
class LiveStatus:
    """What everybody at a table knows that is not in its log.

    passed: who shows nothing before the next card. last_asked: who may show something a last time,
    or has to say that there is nothing. clock: seconds left and of how many. match_time: what the
    clock of the match shows. cut: who may cut, and the seconds left for it. begins: in
    how many seconds a quick match begins by itself. now: when this holds.
    """

    connected: frozenset[int] = frozenset()
    standing_in: frozenset[int] = frozenset()
    host: int | None = None
    watchers: int = 0
    waiting: tuple[int, ...] = ()
    clock: tuple[float, int] | None = None
    match_time: MatchTime | None = None
    flag: Flag | None = None
    cut: tuple[int, float] | None = None
    begins: float | None = None
    now: float = 0.0
    alone: bool = False
    passed: frozenset[int] = frozenset()
    last_asked: frozenset[int] = frozenset()
