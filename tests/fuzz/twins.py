"""The kernel at both speeds side by side in one process."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any
from unittest.mock import patch

import tuolaji
from tuolaji import kernel
from tuolaji.kernel.build import MODULES

COMPILED, PYTHON = "compiled", "python"
_AGAIN = "tuolaji_as_python"


@cache
def kernels() -> dict[str, Any]:
    """All names of the kernel, which are unique, by speed."""
    plain = {PYTHON: _names_of(_loaded_again())}
    if not kernel.SPEED.compiled:
        return plain
    return {COMPILED: _names_of(tuolaji.__name__), **plain}


def _names_of(package: str) -> ModuleType:
    names = ModuleType(package)
    for module in MODULES:
        vars(names).update(vars(import_module(f"{package}.{module}")))
    return names


def _loaded_again() -> str:
    """The package once more under another name, where it runs as Python."""
    spec = spec_from_file_location(_AGAIN, tuolaji.__file__)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[_AGAIN] = module_from_spec(spec)
    with patch.dict(os.environ, TUOLAJI_KERNEL="python"):
        spec.loader.exec_module(sys.modules[_AGAIN])
    return _AGAIN


def switches_at(speed: str, switches: Any) -> Any:
    """The same switches at one of the speeds."""
    out = kernels()[speed].Switches()
    for name in vars(kernels()[PYTHON].Switches()):
        if not name.startswith("_"):
            setattr(out, name, getattr(switches, name))
    for rung in range(switches.top + 1):
        out.set_rung(rung, switches.rank_at(rung))
    for pairs in range(28):
        out.set_factor(pairs, switches.factor(pairs, -1))
    return out
