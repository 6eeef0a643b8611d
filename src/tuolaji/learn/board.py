"""What a training logs, for TensorBoard too where that is installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_NUMBERS = (int, float)


class Board:
    """The figures of a training by decisions, in a folder that `tensorboard --logdir` shows."""

    def __init__(self, folder: Path) -> None:
        """Without TensorBoard nothing is written; the folder is made with the first line."""
        self._folder = folder
        self._there = importlib.util.find_spec("tensorboard") is not None
        self._writer: Any = None

    def write(self, line: Mapping[str, Any], decisions: float) -> None:
        """A line of the log: figures of a lesson, or a strength."""
        if not self._there:
            return
        if self._writer is None:
            from torch.utils.tensorboard import SummaryWriter  # noqa: PLC0415  (perhaps not there)

            self._writer = SummaryWriter(str(self._folder))
        if "against" in line:
            name = f"strength in {line['ruleset']}/over {line['against']}"
            self._writer.add_scalar(name, line["levels"], line["decisions"])
            return
        for name, value in line.items():
            if isinstance(value, _NUMBERS):
                self._writer.add_scalar(f"lessons/{name}", value, decisions)

    def close(self) -> None:
        """Write what is not written yet."""
        if self._writer is not None:
            self._writer.close()
