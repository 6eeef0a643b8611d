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


def choose() -> Speed:
    """The speed the environment asks for; the compiled functions and classes are put in place."""
    wanted = os.environ.get(VARIABLE) or "auto"
    if wanted not in CHOICES:
        raise ImportError(f"{VARIABLE} is {wanted!r}; it may be {', '.join(CHOICES)}")
    if wanted == "python":
        return Speed(OFF)
    try:
        module = import_module("._compiled", __package__)
    except ImportError as error:
        missing = isinstance(error, ModuleNotFoundError) and error.name == build.NAME
        speed = Speed(NOT_BUILT) if missing else Speed(BROKEN, error=str(error))
    else:
        speed = _checked(module)
        if speed.compiled:
            _put_in_place(module)
    if wanted == "compiled" and not speed.compiled:
        raise ImportError(f"{VARIABLE} is compiled, but {_said(speed)}")
    if speed.state in (BROKEN, STALE):
        warnings.warn(f"{_said(speed)}; it runs as Python", RuntimeWarning, stacklevel=2)
    return speed


def _checked(module: ModuleType) -> Speed:
    """Whether the module was made of the files as they are now."""
    now = build.digests()
    then: dict[str, str] = getattr(module, "SOURCES", {})
    changed = tuple(sorted(name for name in {*now, *then} if now.get(name) != then.get(name)))
    return Speed(STALE if changed else COMPILED, module.__file__, changed)


def _said(speed: Speed) -> str:
    if speed.state == STALE:
        return f"the compiled kernel is older than its source ({', '.join(speed.changed)})"
    if speed.state == BROKEN:
        return f"the compiled kernel cannot be loaded ({speed.error})"
    return "the kernel is not compiled"


def _put_in_place(compiled: ModuleType) -> None:
    """Replace the functions and classes of the compiled modules by their twins; constants stay."""
    modules = [import_module(f".{name}", __package__) for name in build.MODULES]
    ours = {module.__name__ for module in modules}
    for module in modules:
        for name, thing in list(vars(module).items()):
            if getattr(thing, "__module__", None) in ours and hasattr(compiled, name):
                setattr(module, name, getattr(compiled, name))
