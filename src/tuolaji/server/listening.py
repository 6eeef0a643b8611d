"""The address of a server and the folder it has for itself: taken before anything is loaded.

Whoever comes while the server still starts waits in its queue, and need not come again. Where other
processes can be asked instead, as in a cluster, nobody is let in before it is ready.
"""

from __future__ import annotations

import errno
import socket
from pathlib import Path
from typing import IO

from .settings import Settings

try:
    import fcntl
except ImportError:  # this system has no such locks
    fcntl = None  # type: ignore[assignment]

_LOCK = "lock"
_BACKLOG = 2048


class CannotListen(OSError):
    """The port, or the address, cannot be had."""


class InUse(OSError):
    """Another server has the folder; address: where it is, as far as it said so."""

    def __init__(self, folder: Path, address: str) -> None:
        self.address = address
        super().__init__(f"a server with the data of {folder} is running already: {address}")


def claim_folder(folder: Path, url: str) -> IO[str]:
    """A lock on the data folder, as long as the file is open; InUse if another server has it."""
    folder.mkdir(0o700, parents=True, exist_ok=True)
    file = (folder / _LOCK).open("a+", encoding="utf-8")
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            where = file.read().strip()
            file.close()
            raise InUse(folder, where) from None
        except OSError:  # a file system without locks
            pass
    file.truncate(0)
    file.write(url)
    file.flush()
    return file


def listen(settings: Settings, *, other: bool = False) -> socket.socket:
    """A socket for those who come; other: another port will do if the wanted one is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    for port in (settings.port, 0) if other else (settings.port,):
        bound = socket.socket(family, socket.SOCK_STREAM)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((settings.host, port))
        except OSError as error:
            bound.close()
            if other and port and error.errno == errno.EADDRINUSE:
                continue
            where = f"{settings.host}:{settings.port}"
            raise CannotListen(f"cannot listen at {where}: {error.strerror}") from None
        if settings.database is None:
            bound.listen(_BACKLOG)
        return bound
    raise AssertionError("port 0 is never in use")


def address(settings: Settings, port: int) -> str:
    """What to type into a browser on this machine."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "127.0.0.1", "::") else settings.host
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
