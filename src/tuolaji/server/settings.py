"""How a server was asked to run."""

from __future__ import annotations

import socket
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from .limits import Limits

if TYPE_CHECKING:  # whoever only asks for a setting need not load what writes logs
    from .logs import Form

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
PORT = 8097
GATEWAY, TABLES, THINKING = ROLES = ("gateway", "tables", "thinking")


def is_origin(text: str) -> bool:
    """Whether browsers call this an origin: https://cards.example.org, and nothing after."""
    try:
        parts = urlsplit(text.rstrip("/"))
        known = parts.scheme in ("http", "https") and parts.port != 0
    except ValueError:
        return False
    return known and bool(parts.hostname) and parts.netloc == text.rstrip("/").partition("//")[2]


def is_database(url: str) -> bool:
    """Whether this could be the address of a PostgreSQL database."""
    return url.startswith(("postgresql://", "postgres://")) and _port(url) != 0


def is_bus(url: str) -> bool:
    """Whether this could be the address of NATS."""
    named = url.startswith(("nats://", "tls://")) and _port(url) != 0
    return named and bool(urlsplit(url).hostname)


def _port(url: str) -> int | None:
    """The port of an address; 0 if it is none."""
    try:
        return urlsplit(url).port
    except ValueError:
        return 0


@dataclass(frozen=True)
class Settings:
    """Where it listens, where it keeps its data, which other pages may use it, and its limits.

    database, bus: the addresses of PostgreSQL and NATS where several processes make up a server.
    roles: what this process does. events: logs of events that do not lie in the data folder. log:
    in which form. metrics: where Prometheus may ask.
    """

    data: Path
    host: str = LOOPBACK
    port: int = PORT
    origins: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    database: str | None = None
    bus: str | None = None
    roles: frozenset[str] = frozenset(ROLES)
    events: tuple[Path, ...] = ()
    log: Form = "text"
    metrics: str | None = None

    @property
    def on_network(self) -> bool:
        """Whether other machines can come."""
        return self.host not in (LOOPBACK, "localhost", "::1")

    def addresses(self, port: int) -> list[str]:
        """What others have to type into their browsers; first where the operator says they come."""
        named = [origin.rstrip("/") for origin in self.origins]
        if not self.on_network:
            return named
        hosts = _own_addresses() if self.host in (EVERYWHERE, "::") else [self.host]
        return [*named, *(f"http://{host}:{port}" for host in hosts)]


def _own_addresses() -> list[str]:
    """The addresses of this machine in its networks, the likeliest first; nothing is sent."""
    found: dict[str, None] = {}
    for target in ("192.168.255.255", "10.255.255.255", "172.31.255.255"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
                found[probe.getsockname()[0]] = None
            except OSError:
                continue
    return [address for address in found if not address.startswith(("127.", "0."))]
