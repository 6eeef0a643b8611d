"""The log of the server's own doings: what happened, and its facts, as lines to read or as JSON."""

from __future__ import annotations

import logging
import sys
from typing import Literal

import structlog

Form = Literal["text", "json"]

_TOLD: list[structlog.typing.Processor] = [
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *_TOLD,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=structlog.stdlib.BoundLogger,
    cache_logger_on_first_use=True,
)

logger: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger("tuolaji.server")


def _is_no_end(record: logging.LogRecord) -> bool:
    """Whether it is anything but the traceback of a task that was told to stop."""
    return not record.getMessage().rstrip().endswith("CancelledError")


def show(form: Form) -> None:
    """Write the log to standard error, what libraries say included; for people warnings only."""
    text = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    last: list[structlog.typing.Processor] = [
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(ensure_ascii=False),
    ]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_TOLD,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *(last if form == "json" else [text]),
            ],
        )
    )
    handler.addFilter(_is_no_end)  # a second Ctrl-C, or one while it waits for a database
    logging.getLogger().handlers = [handler]
    logging.getLogger("tuolaji").setLevel(logging.INFO if form == "json" else logging.WARNING)
