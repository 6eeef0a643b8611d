"""Nets that whoever runs the program has added under names of their own, each with its file.

They stand in the environment, so that all processes of a server have them, and nothing that comes
from outside can add one.
"""

from __future__ import annotations

import os
import re

_VARIABLE = "TUOLAJI_BOTS"
_NAME = re.compile(r"[a-z][a-z0-9-]{0,19}")


def named_bots() -> dict[str, str]:
    """The files of the nets that were added, by name."""
    lines = os.environ.get(_VARIABLE, "").splitlines()
    return dict(line.split("=", 1) for line in lines)


def add_bot(name: str, file: str) -> None:
    """Add one; ValueError if it cannot be called so."""
    if not _NAME.fullmatch(name):
        raise ValueError(
            f"{name!r} is no name: up to 20 small letters, digits and hyphens, a letter first"
        )
    added = {**named_bots(), name: file}
    os.environ[_VARIABLE] = "\n".join("=".join(one) for one in added.items())
