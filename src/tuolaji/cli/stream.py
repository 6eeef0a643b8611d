"""Answering questions line by line, from one stream to another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from ..judge import judge_line
from ..judge.answer import LONGEST_LINE

_LONGEST_BYTES = 4 * LONGEST_LINE


def answer_lines(source: BinaryIO, target: BinaryIO) -> None:
    """Answer every line of the source, in order, each as soon as it is read."""
    try:
        for line in _lines(source):
            target.write(judge_line(line.decode("utf-8", "replace")).encode() + b"\n")
            target.flush()
    except KeyboardInterrupt:
        return


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines, without their ends; of one that is too long only its beginning."""
    while line := source.readline(_LONGEST_BYTES):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(_LONGEST_BYTES)
        yield line.rstrip(b"\r\n")
