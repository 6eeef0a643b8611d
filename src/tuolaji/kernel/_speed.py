"""Which kernel runs: the Python files as they are, or what was compiled from the same text.

`TUOLAJI_KERNEL` chooses: `python`, `compiled` (an error if it is not there), or `auto`. A build
whose files have changed since is not used.
"""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from . import _join

VARIABLE = "TUOLAJI_KERNEL"
_CHOICES = ("auto", "python", "compiled")


@dataclass(frozen=True)
class Speed:
    """Whether the compiled kernel runs, and if not why: one of the `REASONS`."""

    compiled: bool
    reason: str = ""
    detail: str = ""


OFF, NOT_BUILT, BROKEN, STALE = REASONS = ("off", "not-built", "broken", "stale")


def choose() -> Speed:
    """The speed the environment asks for; the compiled functions and classes are put in place."""
    wanted = os.environ.get(VARIABLE) or "auto"
    if wanted not in _CHOICES:
        raise ImportError(f"{VARIABLE} is {wanted!r}; it may be {', '.join(_CHOICES)}")
    if wanted == "python":
        return Speed(compiled=False, reason=OFF)
    built = _built()
    if isinstance(built, ModuleType):
        _put_in_place(built)
        return Speed(compiled=True)
    if wanted == "compiled":
        raise ImportError(f"{VARIABLE} is compiled, but {_said(built)}")
    if built.reason != NOT_BUILT:
        warnings.warn(f"{_said(built)}; the kernel runs as Python", RuntimeWarning, stacklevel=2)
    return built


def _built() -> ModuleType | Speed:
    """The compiled kernel, or why it cannot be used."""
    try:
        module = import_module("._compiled", __package__)
    except ModuleNotFoundError:
        return Speed(compiled=False, reason=NOT_BUILT)
    except ImportError as error:
        return Speed(compiled=False, reason=BROKEN, detail=str(error))
    now = _join.digests()
    then: dict[str, str] = module.SOURCES
    changed = sorted(name for name in {*now, *then} if now.get(name) != then.get(name))
    if changed:
        return Speed(compiled=False, reason=STALE, detail=", ".join(changed))
    return module


def _said(speed: Speed) -> str:
    if speed.reason == STALE:
        return f"the compiled kernel is older than its source ({speed.detail})"
    if speed.reason == BROKEN:
        return f"the compiled kernel cannot be loaded ({speed.detail})"
    return "the kernel is not compiled"


def _put_in_place(built: ModuleType) -> None:
    """Replace the functions and classes of the compiled modules by their twins; constants stay."""
    modules = [import_module(f".{name}", __package__) for name in _join.MODULES]
    ours = {module.__name__ for module in modules}
    for module in modules:
        for name, thing in list(vars(module).items()):
            if getattr(thing, "__module__", None) in ours and hasattr(built, name):
                setattr(module, name, getattr(built, name))
