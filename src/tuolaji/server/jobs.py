"""Work beside the event loop, such as a replay: named, so that any process can be asked for it.

A job is a function of plain data. What it is given and gives travels as MessagePack, by the types
of its signature. Each kind of job has processes of its own and its own limits.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Generic, TypeVar, TypeVarTuple, get_type_hints

import msgspec

QUESTIONS, FILES, ANALYSES = KINDS = ("questions", "files", "analyses")
JOBS: dict[str, Job[*tuple[Any, ...], Any]] = {}

R = TypeVar("R")
Given = TypeVarTuple("Given")


class Refused(Exception):
    """No answer: the status, a code, and why in the language of the question."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(status, code, text)
        self.status, self.code, self.text = status, code, text


class Job(Generic[*Given, R]):
    """A function that others can be asked for; called, it is done here."""

    def __init__(self, kind: str, function: Callable[[*Given], R]) -> None:
        functools.update_wrapper(self, function)  # so it is pickled by its name
        self.kind, self._function = kind, function
        self.name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"

    def __call__(self, *given: *Given) -> R:
        """What it gives, done here."""
        return self._function(*given)

    def __reduce__(self) -> str:
        return self._function.__name__

    def pack(self, *given: *Given) -> bytes:
        """What the job is given, as it travels."""
        return msgspec.msgpack.encode(given)

    def done(self, given: bytes) -> bytes:
        """What it gives, as it travels; or what it raised."""
        *types, _ = self._types
        result = self._function(*msgspec.msgpack.decode(given, type=tuple[*types]))  # type: ignore[valid-type]
        return msgspec.msgpack.encode(result)

    def unpack(self, result: bytes) -> R:
        """What it gave."""
        value: R = msgspec.msgpack.decode(result, type=self._types[-1])
        return value

    @functools.cached_property
    def _types(self) -> tuple[Any, ...]:
        return tuple(get_type_hints(self._function).values())


def job(kind: str) -> Callable[[Callable[[*Given], R]], Job[*Given, R]]:
    """Make a function a job of this kind."""

    def made(function: Callable[[*Given], R]) -> Job[*Given, R]:
        new = Job(kind, function)
        JOBS[new.name] = new
        return new

    return made
