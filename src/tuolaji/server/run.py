"""Running the server: until it is told to stop, with every page sent away to come back."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import IO

import uvicorn

from . import logs, metrics
from .app import make_app
from .connections import config
from .garbage import clear_rarely
from .roles.house import House
from .settings import Settings

try:
    import fcntl
    import resource
except ImportError:  # this system has no such locks and limits
    fcntl = resource = None  # type: ignore[assignment]

_LOCK = "lock"
_BACKLOG = 2048
_SWITCH = 0.001  # seconds: the threads of the store wait for the loop as long, again and again


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
    """A listening socket; other: another port will do if the wanted one is taken."""
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
        bound.listen(_BACKLOG)
        return bound
    raise AssertionError("port 0 is never in use")


def address(settings: Settings, port: int) -> str:
    """What to type into a browser on this machine."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "127.0.0.1", "::") else settings.host
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(
    settings: Settings, bound: socket.socket, *, told: Callable[[], None] | None = None
) -> None:
    """Serve at a socket until the process is told to stop; told: called when it is ready."""
    sys.setswitchinterval(_SWITCH)
    logs.show(settings.log)
    if settings.metrics is not None:
        metrics.publish(settings.metrics)
    _raise_file_limit()
    app = make_app(settings)

    def ready() -> None:
        for part in (app.app.state.service, app.app.state.house):
            if part is not None:
                part.warm()
        if told is not None:
            told()

    _Server(config(app, settings.limits), ready, app.app.state.house).run(sockets=[bound])


def _raise_file_limit() -> None:
    """Let as many sockets be open as the system allows; some allow few until they are asked."""
    if resource is not None:
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class _Server(uvicorn.Server):
    """Says when it is ready, and stops the tables first."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], house: House) -> None:
        super().__init__(config)
        self._ready, self._house = ready, house

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            clear_rarely()
            await asyncio.to_thread(self._ready)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in, then the tables stand still and everybody is sent away to come back."""
        for server in self.servers:
            server.close()
        for bound in sockets or ():
            bound.close()
        await self._house.halt()
        await super().shutdown(sockets)


def open_browser(url: str) -> None:
    """Open the address in the browser, without waiting for it."""
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
