"""Running the server: until it is told to stop, with every page sent away to come back."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable

import uvicorn

from . import logs, metrics
from .app import make_app
from .connections import config
from .garbage import clear_rarely, leave_all
from .roles.house import House
from .settings import Settings

try:
    import resource
except ImportError:  # this system has no such limits
    resource = None  # type: ignore[assignment]

_LOOK = 0.2  # seconds after which one who still starts looks whether it is to stop
_SWITCH = 0.001  # seconds: the threads of the store wait for the loop as long, again and again
_WARM = 5.0  # seconds for which those who come back have the processor


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
    try:
        _Server(config(app, settings.limits), app.app.state.house, told).run(sockets=[bound])
    finally:
        leave_all()


def _raise_file_limit() -> None:
    """Let as many sockets be open as the system allows; some allow few until they are asked."""
    if resource is not None:
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class _Server(uvicorn.Server):
    """Says when it is ready, and stops the tables first."""

    def __init__(
        self, config: uvicorn.Config, house: House, told: Callable[[], None] | None
    ) -> None:
        """told: called when it is ready."""
        super().__init__(config)
        self._house, self._told = house, told

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so; whoever waits for a database or a bus can be told to stop, too."""
        starting = asyncio.ensure_future(self._begin(sockets))
        while not starting.done() and not self.should_exit:
            await asyncio.wait([starting], timeout=_LOOK)
        if not starting.done():
            starting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await starting
        if self.started:
            clear_rarely()
            if self._house.gateway is not None:
                self._house.gateway.starts = time.process_time()
            asyncio.get_running_loop().call_later(_WARM, self._house.warm)
            if self._told is not None:
                await asyncio.to_thread(self._told)

    async def _begin(self, sockets: list[socket.socket] | None) -> None:
        """Let people in when the house is open; why it cannot be is not for uvicorn to tell."""
        await self._house.open()
        await super().startup(sockets)

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
