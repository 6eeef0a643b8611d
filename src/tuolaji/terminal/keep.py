"""The file of a match: an ordinary record, written during play and read to resume the match.

In addition to the usual tags it has `Seat` (the player's, from 1), `Seed`, `Bots` (who plays the
other seats), where the match has a clock `Played`, for how many seconds it has been played, and
`Save`, the bytes of the GAME.SAV it came from, if it did.
"""

from __future__ import annotations

import itertools
import os
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import FileIO
from pathlib import Path

from ..bots import all_names
from ..deal import Deal
from ..deal.match import Match, MatchEvent
from ..deal.phase import OVER
from ..notation.record import DealRecord, Difference, ReadDeal, RecordError, read
from ..notation.record.read import is_json
from ..notation.sav import SaveFile
from ..ruleset import Ruleset

try:
    import fcntl
except ImportError:  # this system has no such locks
    fcntl = None  # type: ignore[assignment]

SUFFIX = ".tlj"
BOTS = "novice"  # kind to beginners
PLAYED, SAVE = "Played", "Save"
_LONGEST = 10**7  # seconds
_PRIVATE = 0o700


@dataclass(frozen=True)
class Kept:
    """A saved match, as far as it was played.

    seat: the player's, from 0. dealt: how many deals were begun. unfinished: the one to resume.
    bots: who plays the other seats. seconds: for how long it has been played. save: the bytes of
    the GAME.SAV it came from, hexadecimal.
    """

    seat: int
    seed: int
    match: Match
    dealt: int = 0
    unfinished: DealRecord | None = None
    bots: str = BOTS
    seconds: int = 0
    save: str = ""

    @classmethod
    def new(cls, ruleset: Ruleset, seat: int, seed: int, bots: str = BOTS) -> Kept:
        """A match that has not begun."""
        match = Match.begin(ruleset, lot(seed, "first").randrange(ruleset.players))
        return cls(seat, seed, match, bots=bots)

    @property
    def tags(self) -> tuple[tuple[str, str], ...]:
        """The additional tags of its records."""
        own = ("Seat", str(self.seat + 1)), ("Seed", str(self.seed)), ("Bots", self.bots)
        return (*own, (SAVE, self.save)) if self.save else own


def lot(seed: int, what: str) -> random.Random:
    """A random generator for one purpose, so that nothing the player does changes the cards."""
    return random.Random(f"{seed}/{what}")


# Reading.


def read_match(data: bytes) -> tuple[Kept, int, int]:
    """The match a file holds, and where in it its last deal begins and ends.

    RecordError lists every difference with its line. A last line that was cut off is ignored.
    """
    if is_json(data):
        raise RecordError((Difference(1, "not-kept-so"),))
    deals = read(data)
    if _wrong(deals) and not data.endswith(b"\n") and b"\n" in data:
        data = data[: data.rindex(b"\n") + 1]
        deals = read(data)
    if wrong := _wrong(deals):
        raise RecordError(wrong)
    records = [deal.record for deal in deals if deal.record is not None]
    first = records[0]
    seat = _number(deals[0], "Seat", first.ruleset.players, least=1) - 1
    seed = _number(deals[0], "Seed", sys.maxsize)
    save = dict(first.tags).get(SAVE, "")
    kept = Kept(seat, seed, _before(deals[0], first), bots=_bots(deals[0]), save=save)
    for deal, record in zip(deals, records, strict=True):
        kept = _with(kept, deal, record)
    lines = data.split(b"\n")[: deals[-1].line - 1]
    return kept, sum(len(line) + 1 for line in lines), len(data)


def _wrong(deals: list[ReadDeal]) -> tuple[Difference, ...]:
    return tuple(difference for deal in deals for difference in deal.differences)


def _before(deal: ReadDeal, first: DealRecord) -> Match:
    """The match before its first deal: a new one, or that of the GAME.SAV it came from."""
    save = dict(first.tags).get(SAVE)
    if save is None:
        return Match.begin(first.ruleset, first.setup.first_seat)
    try:
        return SaveFile.parse(bytes.fromhex(save)).to_match(first.ruleset)
    except ValueError:
        facts = {"name": SAVE, "value": save, "wanted": "GAME.SAV"}
        raise RecordError((Difference(deal.line, "tag-value", facts),)) from None


def _with(kept: Kept, read: ReadDeal, record: DealRecord) -> Kept:
    """The match with its next deal, and ended if its time was up."""
    line, seconds = read.line, kept.seconds
    if record.ruleset.match_minutes and PLAYED in dict(record.tags):
        seconds = _number(read, PLAYED, _LONGEST)
    match = kept.match
    follows = match.over is None and kept.unfinished is None and record.setup == match.setup()
    same = set(kept.tags) <= {("Bots", BOTS), *record.tags}
    if not follows or record.ruleset != match.ruleset or not same:
        raise RecordError((Difference(line, "not-next"),))
    deal, _ = record.replay()
    kept = replace(kept, dealt=kept.dealt + 1, seconds=seconds)
    if deal.phase != OVER:
        return replace(kept, unfinished=record)
    return replace(kept, match=after_deal(match, deal, seconds)[0])


def after_deal(match: Match, deal: Deal, seconds: float) -> tuple[Match, list[MatchEvent]]:
    """The match after a deal that ended at a time of it: perhaps the last there is time for."""
    match, events = match.after(deal)
    if match.over is None and not match.may_start_deal(seconds, again=deal.settled is None):
        match, more = match.end_by_time(seconds)
        events = [*events, *more]
    return match, events


def _bots(deal: ReadDeal) -> str:
    """Who plays the other seats; the default bots if the file does not say."""
    assert deal.record is not None
    value = dict(deal.record.tags).get("Bots", BOTS)
    if value not in all_names():
        facts = {"name": "Bots", "value": value, "wanted": ", ".join(all_names())}
        raise RecordError((Difference(deal.line, "tag-value", facts),))
    return value


def _number(deal: ReadDeal, name: str, most: int, least: int = 0) -> int:
    """The number that a tag of the deal gives."""
    assert deal.record is not None
    value = dict(deal.record.tags).get(name)
    if value is None:
        raise RecordError((Difference(deal.line, "tag-missing", {"name": name}),))
    if not (value.isascii() and value.isdigit() and least <= int(value[:20]) <= most):
        facts = {"name": name, "value": value, "wanted": f"{least}–{most}"}
        raise RecordError((Difference(deal.line, "tag-value", facts),))
    return int(value)


# Writing.


class Busy(OSError):
    """Another process is playing the match of this file."""


class Keeper:
    """The open file of a match; while it is open, no other process can open it."""

    def __init__(self, path: Path, mode: str) -> None:
        """Open the file: r+b an existing one, x+b a new one; OSError if that is not possible."""
        self.path = path
        self._file: FileIO = path.open(mode, buffering=0)  # type: ignore[assignment]
        self._start, self._deal = 0, b""
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise Busy(f"{path} is in use") from None
        except OSError:  # a file system without locks
            pass

    def read(self) -> Kept | None:
        """The match in the file, None if it is empty; RecordError lists what is wrong with it."""
        data = self._file.read()
        if not data.strip():
            return None
        kept, start, end = read_match(data)
        self._start, self._deal = start, data[start:end]
        return kept

    def begin(self) -> None:
        """Begin the next deal, after those already in the file."""
        self._start, self._deal = self._start + len(self._deal), b""
        if self._start:
            self._put(b"\n", 0)
            self._start, self._deal = self._start + 1, b""

    def write(self, text: str) -> None:
        """Write the deal as it is now; only the part of the file that changed is written."""
        new = text.encode("utf-8")
        pairs = enumerate(zip(self._deal, new, strict=False))
        shorter = min(len(self._deal), len(new))
        self._put(new, next((at for at, (old, now) in pairs if old != now), shorter))

    def _put(self, new: bytes, same: int) -> None:
        self._file.seek(self._start + same)
        self._file.write(new[same:])
        self._file.truncate()
        self._deal = new

    def close(self, text: str | None = None) -> None:
        """Write the whole deal once more, since a write may have been interrupted, and close."""
        if text is not None:
            self._put(text.encode("utf-8"), 0)
        self._file.close()


# Places.


def folder() -> Path:
    """Where matches are saved: the system's usual place for the state of programs."""
    named = Path(os.environ.get("XDG_STATE_HOME", ""))
    if named.is_absolute():
        return named / "tuolaji"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "tuolaji"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/tuolaji"
    return Path.home() / ".local/state/tuolaji"


def newest(place: Path) -> list[Path]:
    """The files of matches in a folder, the newest first."""
    dated = [(path.stat().st_mtime_ns, path) for path in place.glob(f"*{SUFFIX}")]
    return [path for _, path in sorted(dated, reverse=True)]


def fresh(place: Path, seed: int) -> Keeper:
    """A new file in a folder, named by the day and the seed."""
    place.mkdir(_PRIVATE, parents=True, exist_ok=True)
    for path in _names(place / f"{time.strftime('%Y-%m-%d')}-{seed}{SUFFIX}"):
        try:
            return Keeper(path, "x+b")
        except FileExistsError:
            continue
    raise AssertionError


def set_aside(path: Path) -> Path:
    """Rename a file so that its name is free again; the new path."""
    name = next(name for name in _names(path.with_stem(path.stem + "-old")) if not name.exists())
    return path.rename(name)


def _names(path: Path) -> Iterator[Path]:
    """The path, then the path with -2, -3 and so on."""
    yield path
    for number in itertools.count(2):
        yield path.with_stem(f"{path.stem}-{number}")
