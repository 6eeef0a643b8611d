"""What every request passes: hosts and origins that are ours, sizes, and safe headers."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI
from starlette.exceptions import HTTPException

from ..guests import COOKIE
from ..limits import Limits

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        "media-src 'self' data: blob:; connect-src 'self' ws: wss:; worker-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
_SAFE = ("GET", "HEAD", "OPTIONS")
_OURS = COOKIE.encode() + b"="
_FILES = ("/api/import", "/api/replay", "/api/events/import")


class Origins:
    """Which hosts this server answers to, and which pages may talk to it.

    Addresses written as numbers are ours, since no name of somebody else leads to them; so are
    localhost, this machine's name, and the origins that were named.
    """

    def __init__(self, named: tuple[str, ...] = ()) -> None:
        """named: further origins such as https://cards.example.org."""
        own = socket.gethostname().lower()
        self._names = {"localhost", own, f"{own}.local"}
        self._named = {_plain(origin) for origin in named}
        self._names |= {urlsplit(origin).hostname or "" for origin in self._named}

    def knows_host(self, host: str) -> bool:
        """Whether a Host header names this server."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._names or _is_address(name)

    def allows(self, origin: str | None, host: str) -> bool:
        """Whether a page of that origin may write; programs that send none may."""
        if origin is None:
            return True
        if origin.lower() in self._named:
            return True
        try:
            return urlsplit(origin).netloc.lower() == host.lower()
        except ValueError:
            return False

    def is_own(self, origin: str) -> bool:
        """Whether a page of that origin comes from this server for sure, and from no other port.

        What a request says of itself is not enough: whoever has another port of the same host can
        say it, too. Browsers reach localhost only at the machine they run on.
        """
        origin = origin.lower()
        return origin in self._named or urlsplit(origin).hostname == "localhost"


def _plain(origin: str) -> str:
    """An origin as browsers write it, without a port that goes without saying."""
    origin = origin.rstrip("/").lower()
    for scheme, port in (("https", ":443"), ("http", ":80")):
        if origin.startswith(f"{scheme}:"):
            origin = origin.removesuffix(port)
    return origin


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def header(scope: Scope, name: bytes) -> str | None:
    """A header of a request."""
    found = next((value for key, value in scope["headers"] if key == name), None)
    return None if found is None else found.decode("latin-1")


def without_foreign_cookies(scope: Scope) -> Scope:
    """A request with no cookie but ours, which has no quotes.

    What is in quotes Python's own reader of cookies unquotes in a time that may grow with the
    square of its length: 40 KB held everybody up for a second and a half.
    """
    headers = [(key, value) for key, value in scope["headers"] if key != b"cookie"]
    parts = (p for key, value in scope["headers"] if key == b"cookie" for p in value.split(b";"))
    ours = [part.strip() for part in parts if part.strip().startswith(_OURS) and b'"' not in part]
    return {**scope, "headers": [*headers, *((b"cookie", one) for one in ours[-1:])]}


class Guard:
    """Refuses what is foreign or too large, and puts the safe headers on every answer."""

    def __init__(self, app: FastAPI, sockets: App, origins: Origins, limits: Limits) -> None:
        """sockets: answers those, which are opened often and go past the routes."""
        self.app, self._sockets, self._origins, self._limits = app, sockets, origins, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "websocket":
            await self._sockets(without_foreign_cookies(scope), receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limits = self._limits
        most = limits.file_bytes if scope["path"] in _FILES else limits.body_bytes
        host, origin = header(scope, b"host") or "", header(scope, b"origin")
        if not self._origins.knows_host(host):
            await _refuse(send, 421, "this server does not have that name")
        elif scope["method"] not in _SAFE and not self._origins.allows(origin, host):
            await _refuse(send, 403, "this page may not use this server")
        elif (
            len(scope["path"]) > limits.path_characters
            or len(scope["query_string"]) > limits.query_characters
        ):
            await _refuse(send, 414, "the address is too long")
        elif "\0" in scope["path"]:
            await _refuse(send, 400, "this is no address")
        elif not _small(header(scope, b"content-length"), most):
            await _refuse(send, 413, "the body is too large")
        else:
            limited = _limited(receive, most)
            await self.app(without_foreign_cookies(scope), limited, _with_headers(send))


def _small(length: str | None, most: int) -> bool:
    return length is None or (length.isdigit() and len(length) < 19 and int(length) <= most)


def _limited(receive: Receive, most: int) -> Receive:
    """Bodies that do not say their size are refused where they exceed it."""
    size = 0

    async def limited() -> MutableMapping[str, Any]:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > most:
            raise HTTPException(413, "the body is too large")
        return message

    return limited


def _with_headers(send: Send) -> Send:
    async def with_headers(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", []))
            extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            if not any(name == b"cache-control" for name, _ in own):  # it may bring a cookie
                extra.append((b"cache-control", b"no-store"))
            message = {**message, "headers": [*own, *extra]}
        await send(message)

    return with_headers


async def _refuse(send: Send, status: int, why: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": why.encode()})
