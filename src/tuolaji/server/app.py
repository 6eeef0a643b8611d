"""The application: routes, sockets, the page, and what happens when it starts and stops."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import PlainTextResponse, Response

from ..version import __version__
from . import costs
from .bus.local import LocalBus
from .guests import Guests
from .http.charged import refusal, unreadable
from .http.desk import Refused
from .http.guard import Guard, Origins
from .http.page import PageFiles
from .http.routes import router
from .http.service import Service
from .http.sockets import serve_socket
from .roles.house import House
from .settings import Settings
from .store.base import Store
from .store.sqlite import SqliteStore

PAGE = Path(__file__).parent / "page"
DATABASE = "tables.db"
_WORTH_PACKING = 2000  # bytes


def make_app(settings: Settings, *, store: Store | None = None, page: Path = PAGE) -> Guard:
    """The server as an application; its log and its key lie in the data folder."""
    limits, origins = settings.limits, Origins(settings.origins)
    house = House(store or SqliteStore(settings.data / DATABASE), LocalBus(), limits)
    service = Service(house.store, house.gateway, origins, limits)
    service.addresses = settings.addresses(settings.port)
    files = PageFiles(page)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await house.open()
        service.guests = Guests(await house.store.key())
        gc.freeze()
        yield
        service.close()
        files.close()
        await house.close()

    app = FastAPI(
        title="Tuolaji",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.add_middleware(GZipMiddleware, minimum_size=_WORTH_PACKING, compresslevel=5)
    app.add_exception_handler(Refused, refusal)
    app.add_exception_handler(RequestValidationError, unreadable)
    app.state.service, app.state.house = service, house
    app.include_router(router)

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> PlainTextResponse:
        return PlainTextResponse("ok\n")

    @app.websocket("/ws/{table}")
    async def table_socket(socket: WebSocket, table: str) -> None:
        await serve_socket(socket, table, service)

    @app.get("/{path:path}", include_in_schema=False)
    async def show(path: str, request: Request) -> Response:
        service.charge(request, costs.PAGE)
        return await files.answer(path, request)

    return Guard(app, origins, limits)
