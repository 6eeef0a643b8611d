"""The last warnings and errors of this process, for the operator's page."""

from __future__ import annotations

import logging
from collections import deque
from typing import Any

_KEPT, _LONGEST = 100, 2000
_LOGGERS = ("tuolaji.server", "uvicorn.error")


class RecentErrors(logging.Handler):
    """Keeps the last ones."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.setFormatter(logging.Formatter("%(message)s"))
        self._last: deque[dict[str, Any]] = deque(maxlen=_KEPT)

    def open(self) -> None:
        """Begin to listen."""
        for name in _LOGGERS:
            logging.getLogger(name).addHandler(self)

    def close(self) -> None:
        """Listen no more."""
        for name in _LOGGERS:
            logging.getLogger(name).removeHandler(self)
        super().close()

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one."""
        text = self.format(record)[-_LONGEST:]
        self._last.append({"at": record.created, "level": record.levelname, "text": text})

    def told(self) -> list[dict[str, Any]]:
        """The last ones, the newest first."""
        return list(reversed(self._last))
