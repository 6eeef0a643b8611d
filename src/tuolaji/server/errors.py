"""The last warnings and errors of this process, for the operator's page."""

from __future__ import annotations

import logging
import sys
import traceback
from collections import deque
from typing import Any

_KEPT, _LONGEST = 100, 2000
_KNOWN = ("event", "level", "logger", "timestamp", "exc_info")
_LOGGERS = ("tuolaji.server", "uvicorn.error")


class RecentErrors(logging.Handler):
    """Keeps the last ones."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
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
        text = _text(record)[-_LONGEST:]
        self._last.append({"at": record.created, "level": record.levelname, "text": text})

    def told(self) -> list[dict[str, Any]]:
        """The last ones, the newest first."""
        return list(reversed(self._last))


def _text(record: logging.LogRecord) -> str:
    """What happened, with its facts, and where an exception came from."""
    text, raised = record.getMessage(), record.exc_info
    if isinstance(record.msg, dict):  # one of ours: an event with facts
        facts = {name: value for name, value in record.msg.items() if name not in _KNOWN}
        text = " ".join([str(record.msg["event"]), *(f"{n}={v}" for n, v in facts.items())])
        raised = sys.exc_info() if record.msg.get("exc_info") else None
    if raised and raised[0] is not None:
        text += "\n" + "".join(traceback.format_exception(*raised))
    return text
