"""The kernel at both speeds side by side in one process."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any
from unittest.mock import patch

from tuolaji import kernel

COMPILED, PYTHON = "compiled", "python"
_AGAIN = "tuolaji_plain_kernel"


@cache
def kernels() -> dict[str, Any]:
    """The module of whole deals, with all it imports, by speed."""
    plain = {PYTHON: _loaded_again()}
    if not kernel.SPEED.compiled:
        return plain
    return {COMPILED: import_module("tuolaji.kernel.rawdeal"), **plain}


def _loaded_again() -> Any:
    """The kernel's files once more, as another package that runs as Python."""
    spec = spec_from_file_location(_AGAIN, kernel.__file__)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[_AGAIN] = module_from_spec(spec)
    with patch.dict(os.environ, TUOLAJI_KERNEL="python"):
        spec.loader.exec_module(sys.modules[_AGAIN])
    return import_module(f"{_AGAIN}.rawdeal")


def switches_at(speed: str, switches: Any) -> Any:
    """The same switches at one of the speeds."""
    out = kernels()[speed].Switches(switches.players, switches.decks, switches.kitty)
    for name in vars(kernels()[PYTHON].Switches(4, 2, 8)):
        if not name.startswith("_"):
            setattr(out, name, getattr(switches, name))
    for rung in range(switches.top + 1):
        out.set_rung(rung, switches.rank_at(rung))
    for pairs in range(27 * switches.decks // switches.players + 1):
        out.set_factor(pairs, switches.factor(pairs, -1))
    return out
