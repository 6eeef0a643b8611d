"""What a server counts and measures of itself, for Prometheus; docs/server.md lists it.

`--metrics` opens a port of its own for it, which need not be reachable from outside. Counting goes
on without it; it takes about a microsecond each time.
"""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram, start_http_server

_FAST = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

SOCKETS = Gauge("tuolaji_sockets", "Sockets that are open")
TABLES = Gauge("tuolaji_tables", "Tables in memory")
MOVES = Histogram(
    "tuolaji_move_seconds", "From when a table hears a move till it is answered", buckets=_FAST
)
APPENDS = Histogram(
    "tuolaji_append_seconds", "Till what a table writes has reached the disk", buckets=_FAST
)
STATES = Counter("tuolaji_states", "States that were made, each once for all who see the same")
REFUSED = Counter("tuolaji_refused", "Messages that were refused", ["code"])
RESTORED = Histogram(
    "tuolaji_restore_seconds", "Till a table was brought back from its log", buckets=_FAST
)
THOUGHT = Histogram(
    "tuolaji_think_seconds",
    "Till a bot has answered, its turn to think included",
    ["bot"],
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)
WORKED = Histogram(
    "tuolaji_work_seconds",
    "Till a job was done, its turn included",
    ["kind"],
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0),
)
LATE = Histogram("tuolaji_loop_late_seconds", "How late the loop was for a beat", buckets=_FAST)
HELD = Counter("tuolaji_loop_held_seconds", "For how long the loop was held, and by what", ["by"])


class BadAddress(OSError):
    """Where metrics are to be had makes no sense."""


def publish(where: str) -> None:
    """Answer Prometheus at [HOST:]PORT; on this machine only, if no host is named."""
    host, _, port = where.rpartition(":")
    if not port.isdigit() or int(port) > 65535:
        raise BadAddress(f"metrics take PORT or HOST:PORT, not {where!r}")
    try:
        start_http_server(int(port), host or "127.0.0.1")
    except OSError as error:
        raise BadAddress(f"metrics cannot be served at {where}: {error.strerror}") from None
