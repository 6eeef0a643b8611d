"""Which kernel runs: the Python files as they are, or what was compiled from the same text.

`TUOLAJI_KERNEL` chooses: `python`, `compiled` (an error if it cannot be had), or `auto`. A build
whose files have changed since is not used.
"""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from . import build

VARIABLE = "TUOLAJI_KERNEL"
CHOICES = ("auto", "python", "compiled")

COMPILED, OFF, NOT_BUILT, BROKEN, STALE = "compiled", "off", "not-built", "broken", "stale"


@dataclass(frozen=True)
class Speed:
    """Whether the compiled kernel runs, or why not.

    file: where it lies; changed: the files that are newer than a stale one; error: what Python
    said when it could not load a broken one.
    """

    state: str
    file: str | None = None
    changed: tuple[str, ...] = ()
    error: str = ""

    @property
    def compiled(self) -> bool:
        """Whether the compiled kernel runs."""
        return self.state == COMPILED


def choose() -> tuple[Speed, ModuleType | None]:
    """The speed the environment asks for, and the compiled module if it is to be used."""
    wanted = os.environ.get(VARIABLE) or "auto"
    if wanted not in CHOICES:
        raise ImportError(f"{VARIABLE} is {wanted!r}; it may be {', '.join(CHOICES)}")
    if wanted == "python":
        return Speed(OFF), None
    module = None
    try:
        module = import_module("._compiled", __package__)
    except ImportError as error:
        missing = isinstance(error, ModuleNotFoundError) and error.name == build.NAME
        speed = Speed(NOT_BUILT) if missing else Speed(BROKEN, error=str(error))
    else:
        speed = _checked(module)
    if wanted == "compiled" and not speed.compiled:
        raise ImportError(f"{VARIABLE} is compiled, but {_said(speed)}")
    if speed.state in (BROKEN, STALE):
        warnings.warn(f"{_said(speed)}; it runs as Python", RuntimeWarning, stacklevel=2)
    return speed, module if speed.compiled else None


def _checked(module: ModuleType) -> Speed:
    """Whether the module was made of the files as they are now."""
    now = build.digests()
    then: dict[str, str] = getattr(module, "SOURCES", {})
    changed = tuple(sorted(name for name in {*now, *then} if now.get(name) != then.get(name)))
    return Speed(STALE if changed else COMPILED, module.__file__, changed)


def _said(speed: Speed) -> str:
    if speed.state == STALE:
        few, more = speed.changed[:3], len(speed.changed) - 3
        newer = ", ".join(few) + (f" and {more} more" if more > 0 else "")
        return f"the compiled kernel is older than its source ({newer})"
    if speed.state == BROKEN:
        return f"the compiled kernel cannot be loaded ({speed.error})"
    return "the kernel is not compiled"


def put_in_place(package: str) -> None:
    """Import what is compiled of a room, and replace its functions and classes by their twins.

    Constants stay. A room does this before anything else, so that nobody takes the others.
    """
    compiled = _COMPILED
    if compiled is None:
        return
    room = package.partition(".")[2]
    modules = {f"{package}.{name}" for name in build.ROOMS[room].split()}
    for name in build.ROOMS[room].split():
        module = import_module(f"{package}.{name}")
        for known, thing in list(vars(module).items()):
            own = getattr(thing, "__module__", None)
            if own in modules and hasattr(compiled, known):
                setattr(module, known, getattr(compiled, known))


SPEED, _COMPILED = choose()
