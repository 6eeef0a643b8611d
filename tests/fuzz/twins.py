"""The kernel at both speeds side by side in one process."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from tuolaji.kernel import SPEED, _join, bits

COMPILED, PYTHON = "compiled", "python"


@cache
def kernels() -> dict[str, Any]:
    """The kernel's names by speed: the joined text run as Python, and what was compiled of it."""
    plain = ModuleType("tuolaji.kernel._joined")
    vars(plain).update(bit=bits.bit, popcount=bits.popcount)
    vars(plain).update(low_bit=bits.low_bit, top_bit=bits.top_bit)
    exec(compile(_join.joined()[0], "joined kernel", "exec"), vars(plain))
    found: dict[str, Any] = {PYTHON: plain}
    if SPEED.compiled:
        found = {COMPILED: import_module("tuolaji.kernel._compiled"), **found}
    return found


def switches_at(speed: str, switches: Any) -> Any:
    """The same switches as the other speed has them."""
    out = kernels()[speed].Switches(switches.players, switches.decks, switches.kitty)
    for name in vars(kernels()[PYTHON].Switches(4, 2, 8)):
        if not name.startswith("_"):
            setattr(out, name, getattr(switches, name))
    for rung in range(switches.top + 1):
        out.set_rung(rung, switches.rank_at(rung))
    for pairs in range(27 * switches.decks // switches.players + 1):
        out.set_factor(pairs, switches.factor(pairs, -1))
    return out
