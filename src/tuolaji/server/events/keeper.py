"""The events of a server: their log files, found by secret link, written by one thread.

An event of which much is asked holds up nobody but itself: the thread works for them in turn.

A link names both an event and a role, so that nothing else is needed to come in. Logs lie in one
folder; whoever else writes to them (the command line, another gateway with the same folder) is
noticed by the size of the file.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import time
from typing import TypeVar

from ...event import commands
from ...event import entries as log
from ...event.entries import AnyEntry, By, Line
from ...event.links import ROLES, digest, hand_out, secret_of_cards, who_comes
from ...event.log import MOVED, Log, key_file, locked, read_lines, write_key
from ...event.plan import Plan
from ...event.refused import Refused
from ...event.state import Event, replay
from ..limits import Limits
from ..logs import logger
from ..roles.sharing import FairQueue

T = TypeVar("T")
ORGANISER = By(log.ORGANISER)
_PRIVATE = 0o700
_FOR_OFFICIALS = 10  # this part of a log is left to them: rulings are needed to end what is begun
_ALIVE = "alive"
_SHARES = 10  # one entrant may fill so small a part of a log, else nobody could write any more
_TRIES = 10  # while other gateways write to the same event
_NEW_LINES = 4  # of an event that was brought: that it was, the seal, and its first two links


class NoLink(Exception):
    """Nothing is behind this link, or it was withdrawn."""


class Kept:
    """An event in its file; views: what was made of it since its last line, by whoever makes it.

    changed: called after every line, whoever has written it. following: lines are being written
    for a table, by whoever follows it.
    """

    def __init__(self, path: Path, most: int, changed: Callable[[Kept], None]) -> None:
        """Read it; Refused or OSError if it cannot be."""
        self.path, self._most, self._changed = path, most, changed
        self.key = key_file(path).read_bytes()
        self.following = False
        self._read()

    def _read(self) -> None:
        self._log = Log(self.path)
        self.event: Event = replay(self._log.lines)
        self.views: dict[object, bytes] = {}

    def refresh(self) -> None:
        """Read it again if somebody else has written to it."""
        if self._log.moved:
            self._read()
            self._changed(self)

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Lines written meanwhile are no news to whoever follows the tables."""
        self.following = True
        try:
            yield
        finally:
            self.following = False

    @property
    def name(self) -> str:
        """Its own among all events of the server."""
        return self.path.stem

    def full(self, by: By) -> bool:
        """Whether the log has no room for more of somebody's lines; some is kept for officials."""
        kept_free = 0 if by.role in log.OFFICIALS else self._most // _FOR_OFFICIALS
        return len(self.event.lines) >= self._most - kept_free

    def do(self, entry: AnyEntry, *, at: float, by: By, why: str = "") -> Line | None:
        """Check an entry and write it down; None if it says nothing new."""
        if self.full(by):
            raise Refused("log-full", most=self._most)
        share = self._most // _SHARES
        if by.role == log.PLAYER and sum(line.by == by for line in self.event.lines) >= share:
            raise Refused("share-full", who=by.who, most=share)
        line = commands.do(self.event, entry, at=at, by=by, why=why)
        if line is not None:
            self._log.append([line])
            self.event = replay(self._log.lines)
            self.views = {}
            self._changed(self)
        return line

    def hand_out(self, role: str, people: Iterable[tuple[str, int]], *, at: float) -> None:
        """Write down that links are handed out, all at once; who has theirs keeps it."""
        found = [hand_out(self.event, self.key, role, *one)[1] for one in dict.fromkeys(people)]
        first = len(self.event.lines) + 1
        given = [one for one in found if one is not None]
        if len(self.event.lines) + len(given) > self._most:
            raise Refused("log-full", most=self._most)
        lines = [Line(first + n, at, ORGANISER, one) for n, one in enumerate(given)]
        if lines:
            self._log.append(lines)
            self.event = replay(self._log.lines)
            self.views = {}
            self._changed(self)


def _tried(work: Callable[[], T]) -> T:
    """What some work comes to, which finds its event as it stands each time."""
    for _ in range(_TRIES):
        try:
            return work()
        except Refused as refused:
            if refused.code != MOVED:
                raise
    return work()


class Events:
    """Every event of the folder, and of further files; all work on them is done in one thread."""

    def __init__(self, folder: Path, limits: Limits, more: Iterable[Path] = ()) -> None:
        self._folder, self._more, self._limits = folder, tuple(more), limits
        self._kept: dict[Path, Kept] = {}
        self._by_digest: dict[str, Kept] = {}
        self._bad: set[Path] = set()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="events")
        self._turns = FairQueue(1)
        self.clock: Callable[[], float] = time
        self.changed: Callable[[Kept], None] = lambda _: None

    async def run(self, work: Callable[[], T], of: str = "") -> T:
        """What some work comes to on the event with a name, or on none in particular.

        It is begun again if somebody else has written to the event meanwhile.
        """
        async with self._turns.turn(of, 0.0):
            return await asyncio.get_running_loop().run_in_executor(self._thread, _tried, work)

    def behind(self, secret: str) -> str:
        """The name of the event that a link was last known for; nothing: of none."""
        kept = self._by_digest.get(digest(secret))
        return kept.name if kept is not None else ""

    def close(self) -> None:
        """Finish what was begun."""
        self._thread.shutdown()

    # What follows is done in the thread.

    def find(self, secret: str) -> tuple[Kept, By]:
        """The event behind a link, and who comes by it; NoLink if there is none."""
        for again in (False, True):
            if again:
                self._look()
            kept = self._by_digest.get(digest(secret))
            if kept is not None and kept.path.exists():  # files can be taken away
                kept.refresh()
                by = who_comes(kept.event, secret)
                if by is not None:
                    return kept, by
        raise NoLink

    def alive(self, now: float | None = None) -> float | None:
        """When a server last noted that it lives, None if never; now: note it."""
        file = self._folder / _ALIVE
        if now is None:
            with suppress(OSError, ValueError):
                return float(file.read_text("ascii"))
        elif self._folder.exists():
            with suppress(OSError):  # then less is given back
                file.write_text(str(now), "ascii")
        return None

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Only one gateway of those that share the folder is in the block."""
        with ExitStack() as stack:
            with suppress(OSError):  # there is no folder, or it cannot be written to
                stack.enter_context(locked(self._folder / _ALIVE))
            yield

    def every(self) -> list[Kept]:
        """All events that can be read."""
        self._look()
        return list(self._kept.values())

    def by_name(self, name: str) -> Kept:
        """An event by its name, as it stands now; NoLink if there is none here."""
        for again in (False, True):
            if again:
                self._look()
            for kept in self._kept.values():
                if kept.name == name and kept.path.exists():
                    kept.refresh()
                    return kept
        raise NoLink

    def make(self, plan: Plan) -> Kept:
        """A new event."""
        return self._begin([commands.make(plan, self.clock(), ORGANISER)])

    def bring(self, data: bytes) -> Kept:
        """An event whose log was checked already; its old links are worth nothing here."""
        lines = read_lines(data, "")
        if len(lines) + _NEW_LINES > self._limits.event_lines:
            raise Refused("log-full", most=self._limits.event_lines)
        return self._begin(lines, brought=True)

    def link(self, kept: Kept, role: str, who: str = "", player: int = 0) -> str:
        """The token of somebody's link, handed out if it was not yet."""
        if role not in ROLES:
            raise Refused("no-role", known=", ".join(ROLES))
        secret, given = hand_out(kept.event, kept.key, role, who, player)
        if given is not None:
            kept.do(given, at=self.clock(), by=ORGANISER)
        self._index(kept)
        return secret

    def links(self, kept: Kept, role: str, people: Iterable[tuple[str, int]]) -> None:
        """Hand out the links of many, who and which of their players, at once."""
        kept.hand_out(role, people, at=self.clock())
        self._index(kept)

    def _index(self, kept: Kept) -> None:
        for link in kept.event.links.values():
            known = self._by_digest.get(link.digest)
            if known is None or not known.path.exists():  # nobody takes another one's
                self._by_digest[link.digest] = kept

    def _begin(self, lines: list[Line], *, brought: bool = False) -> Kept:
        self._look()
        if len(self._kept) >= self._limits.events:
            raise Refused("many-events")
        self._folder.mkdir(_PRIVATE, parents=True, exist_ok=True)
        path = self._folder / f"{secrets.token_hex(8)}.jsonl"
        secret = secret_of_cards(write_key(path).read_bytes())
        for entry in commands.brought(replay(lines), secret=secret) if brought else ():
            lines = [*lines, Line(len(lines) + 1, self.clock(), ORGANISER, entry)]
        Log.create(path, *lines)
        return self._open(path)

    def _open(self, path: Path) -> Kept:
        kept = Kept(path, self._limits.event_lines, self.changed)
        self._kept[path] = kept
        return kept

    def _look(self) -> None:
        """Read what is new in the folder, and what was written to by others."""
        for path in (*self._more, *sorted(self._folder.glob("*.jsonl"))):
            try:
                kept = self._kept.get(path)
                if kept is None and path not in self._bad:
                    kept = self._open(path)
                if kept is not None:
                    kept.refresh()
                    self._index(kept)
            except (Refused, OSError) as error:
                self._kept.pop(path, None)
                self._bad.add(path)
                logger.warning("an event cannot be read", file=str(path), error=str(error))
