"""The log of an event as a file of JSON lines.

A line counts once its line break is written. A program that is killed while it writes leaves at
most half a line at the end: it is recognised, left out, and cut off by the next append. Anything
else that cannot be read is an error with its line.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Literal

import msgspec

from .entries import Line, Made, decode, encode
from .links import KEY_BYTES
from .refused import Refused

try:
    import fcntl
except ImportError:  # pragma: no cover (Windows: nobody else writes while a command does)
    fcntl = None  # type: ignore[assignment]


MOVED = "log-moved"  # why nothing is written: somebody else has


class Log:
    """The lines of a file, and the way to write further ones.

    dropped: how many bytes of a half-written line at the end are left out.
    """

    def __init__(self, path: Path) -> None:
        """Read the file; Refused if it is no log, OSError if it cannot be read."""
        self.path = path
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        self.dropped = len(data) - whole
        self._size = whole
        self.lines = read_lines(data[:whole], path)

    @classmethod
    def create(cls, path: Path, *lines: Line) -> Log:
        """A new log with its first lines; FileExistsError if there is one already."""
        half = path.with_name(path.name + ".new")
        try:
            with half.open("wb", buffering=0) as file:
                _write(file.fileno(), _encoded(lines))
            os.link(half, path)  # whole or not at all, and never over another log
        finally:
            half.unlink(missing_ok=True)
        return cls(path)

    @property
    def moved(self) -> bool:
        """Whether somebody else has written to the file; OSError if it cannot be looked at."""
        return self.path.stat().st_size != self._size + self.dropped

    def append(self, lines: list[Line]) -> None:
        """Write lines; they are on the disk when this returns. Refused if the file has changed."""
        with locked(self.path, "r+b") as file:
            if os.fstat(file.fileno()).st_size != self._size + self.dropped:
                raise Refused(MOVED, file=self.path)
            if self.dropped:
                file.truncate(self._size)
                self.dropped = 0
            file.seek(self._size)
            data = _encoded(lines)
            _write(file.fileno(), data)
            self._size += len(data)
        self.lines.extend(lines)


@contextmanager
def locked(path: Path, mode: Literal["ab", "r+b"] = "ab") -> Iterator[FileIO]:
    """An open file, which no other program has locked in the block."""
    with path.open(mode, buffering=0) as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield file


def read_lines(data: bytes, file: object) -> list[Line]:
    """The lines of a log; Refused where one cannot be read, or where the file is none."""
    lines = [_read(line, at) for at, line in enumerate(data.splitlines(), 1)]
    if not lines or not isinstance(lines[0].entry, Made):
        raise Refused("no-log", file=file)
    return lines


def key_file(path: Path) -> Path:
    """Where the key of an event lies."""
    return path.with_suffix(".key")


def write_key(path: Path) -> Path:
    """Make the key of a new event, readable for its owner only."""
    key = key_file(path)
    key.touch(mode=0o600, exist_ok=False)
    key.write_bytes(secrets.token_bytes(KEY_BYTES))
    return key


def _read(data: bytes, number: int) -> Line:
    with suppress(msgspec.MsgspecError, RecursionError):
        line = decode(data)
        if line.number == number:
            return line
    raise Refused("log-line", number=number)


def _encoded(lines: Iterable[Line]) -> bytes:
    return b"".join(encode(line) + b"\n" for line in lines)


def _write(descriptor: int, data: bytes) -> None:
    """Write everything and wait until it is kept."""
    while data:
        data = data[os.write(descriptor, data) :]
    os.fsync(descriptor)
