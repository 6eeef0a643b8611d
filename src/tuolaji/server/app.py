"""The application: routes, sockets, the page, and what happens when it starts and stops."""

from __future__ import annotations

import gc
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, WebSocket
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse, PlainTextResponse, Response

from ..texts.reader import texts
from ..version import __version__
from .bus.local import LocalBus
from .guests import Guests
from .http.guard import App, Guard, Origins
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
_FOREVER = "public, max-age=31536000, immutable"


def make_app(settings: Settings, *, store: Store | None = None, page: Path = PAGE) -> App:
    """The server as an application; its log and its key lie in the data folder."""
    house = House(store or SqliteStore(settings.data / DATABASE), LocalBus())
    service = Service(house.store, house.gateway, Origins(settings.origins))
    service.addresses = settings.addresses(settings.port)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await house.open()
        service.guests = Guests(await house.store.key())
        gc.freeze()
        yield
        service.close()
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
    app.state.service = service
    app.include_router(router)

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> PlainTextResponse:
        return PlainTextResponse("ok\n")

    @app.websocket("/ws/{table}")
    async def table_socket(socket: WebSocket, table: str) -> None:
        await serve_socket(socket, table, service)

    @app.get("/{path:path}", include_in_schema=False)
    async def show(path: str) -> Response:
        return page_file(page, path)

    return Guard(app, service.origins)


def page_file(page: Path, path: str) -> Response:
    """A file of the page; its first one for every address that is no file and no question."""
    if path.startswith(("api/", "ws/")):
        return PlainTextResponse("there is nothing here\n", 404)
    root = page.resolve()
    file = (root / path).resolve()
    if file.is_relative_to(root) and file.is_file():
        fixed = path.startswith(("assets/", "_app/immutable/"))
        return FileResponse(file, headers={"cache-control": _FOREVER if fixed else "no-cache"})
    index = root / "index.html"
    if not index.is_file():
        return PlainTextResponse(f"{texts('en')['server']['no_page']}\n", 503)
    if mimetypes.guess_type(path)[0] is not None:
        return PlainTextResponse("there is no such file\n", 404)
    return FileResponse(index, headers={"cache-control": "no-cache"})
