"""Files that are written as a whole or not at all, and what the system's errors say."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def write_whole(file: Path, pieces: Iterable[bytes]) -> None:
    """Write a file under another name first: it is there as a whole, or the one before is.

    What is no plain file, such as a pipe, is written to as it is. OSError names the file.
    """
    try:
        _write(file, pieces)
    except OSError as error:
        error.filename = str(file)
        raise


def _write(file: Path, pieces: Iterable[bytes]) -> None:
    if file.exists() and not file.is_file():
        with file.open("wb") as out:
            out.writelines(pieces)
        return
    file = file.resolve()  # where a link leads to
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with beside.open("wb") as out:
            out.writelines(pieces)
            out.flush()
            os.fsync(out.fileno())
        beside.replace(file)
    finally:
        if beside.exists():
            beside.unlink()


def without_number(error: OSError) -> str:
    """What the system says is wrong, after the name of the file, if it is about one."""
    if error.strerror is None:
        return str(error)
    return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
