"""The application: routes, sockets, the page, and what happens when it starts and stops."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import PlainTextResponse, Response

from ..version import __version__
from . import costs
from .bus.local import LocalBus
from .events.follower import Follower
from .events.keeper import Events
from .holds import Holds
from .http.accounts import router as accounts
from .http.charged import refusal, unreadable
from .http.daily import router as daily
from .http.event_routes import router as event_router
from .http.guard import App, Guard, Origins, Receive, Scope, Send
from .http.operator import operator_key
from .http.operator import router as operator
from .http.page import PageFiles
from .http.passkeys import router as passkeys
from .http.room import router as room
from .http.routes import router
from .http.service import Service
from .http.sockets import serve_socket
from .jobs import Refused
from .logs import logger
from .roles.house import House
from .settings import Settings
from .store.backup import DATABASE, EVENTS
from .store.base import Store
from .store.sqlite import SqliteStore

PAGE = Path(__file__).parent / "page"
ROUTERS = (router, accounts, passkeys, daily, room, operator, event_router)
_WORTH_PACKING = 2000  # bytes


class PartsMissing(OSError):
    """The libraries of a cluster are not installed."""


def make_app(settings: Settings, *, store: Store | None = None, page: Path = PAGE) -> Guard:
    """One process of the server as an application; without a gateway it only says that it is."""
    limits, origins = settings.limits, Origins(settings.origins)
    house, service, files = make_house(settings, store), None, PageFiles(page)
    if house.gateway is not None:
        service = Service(house.store, house.gateway, origins, limits)
        service.addresses = settings.addresses(settings.port)
        service.events = Events(settings.data / EVENTS, limits, settings.events)
        service.follower = Follower(service.events, house.gateway)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        holds = Holds() if settings.metrics is not None else None
        await house.open()
        if service is not None and house.gateway is not None:
            service.know(house.key)
            service.operator_key = operator_key(house.key)
            service.census = house.census
            await service.open()
        logger.info("ready", roles=sorted(settings.roles), port=settings.port)
        yield
        if holds is not None:
            holds.close()
        if service is not None:
            service.close()
        files.close()
        await house.close()
        logger.info("stopped")

    app = FastAPI(
        title="Tuolaji",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # it is a route of its own, which has a cost
    )
    app.state.service, app.state.house = service, house

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> PlainTextResponse:
        return PlainTextResponse("ok\n")

    @app.get("/readyz", include_in_schema=False)
    async def readyz(request: Request) -> Response:
        if service is not None:
            service.charge(request, costs.READY)
        wrong = await house.wrong()
        return PlainTextResponse(f"{wrong or 'ready'}\n", 503 if wrong else 200)

    sockets: App = app
    if service is not None:
        _add_routes(app, service, files)
        sockets = _sockets(service)
    return Guard(app, sockets, origins, limits)


def make_house(settings: Settings, store: Store | None = None) -> House:
    """The roles of this process over SQLite, or over PostgreSQL and NATS."""
    name, limits = secrets.token_hex(6), settings.limits
    if settings.database is None or settings.bus is None:
        return House(store or SqliteStore(settings.data / DATABASE), LocalBus(), limits, name)
    try:  # only a cluster needs their libraries
        from .bus.nats import NatsBus  # noqa: PLC0415
        from .store.postgres import PostgresStore  # noqa: PLC0415
    except ImportError as error:
        raise PartsMissing(f"{error}: pip install 'tuolaji[cluster]'") from None
    kept = PostgresStore(settings.database, name)
    bus = NatsBus(settings.bus, limits.letter_bytes)
    return House(kept, bus, limits, name, settings.roles)


def _add_routes(app: FastAPI, service: Service, files: PageFiles) -> None:
    app.add_middleware(GZipMiddleware, minimum_size=_WORTH_PACKING, compresslevel=5)
    app.add_exception_handler(Refused, refusal)
    app.add_exception_handler(RequestValidationError, unreadable)
    for routes in ROUTERS:
        app.include_router(routes)

    @cache
    def schema() -> bytes:
        return json.dumps(app.openapi(), ensure_ascii=False).encode()

    @app.get("/api/openapi.json", include_in_schema=False)
    async def openapi(request: Request) -> Response:
        service.charge(request, costs.SCHEMA)
        return Response(await asyncio.to_thread(schema), media_type="application/json")

    @app.get("/{path:path}", include_in_schema=False)
    async def show(path: str, request: Request) -> Response:
        service.charge(request, costs.PAGE)
        return await files.answer(path, request, service.greet)


def _sockets(service: Service) -> App:
    async def table_socket(scope: Scope, receive: Receive, send: Send) -> None:
        await serve_socket(WebSocket(scope, receive, send), service)

    return table_socket
