"""The files of the page: each is read and packed once, beside the event loop, and kept."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from fastapi import Request
from fastapi.responses import PlainTextResponse, Response

from ...texts.reader import texts

FIRST = "index.html"
Greet = Callable[[Request, Response], Awaitable[object]]
_FOREVER = "public, max-age=31536000, immutable"
_PACKED = ("text/", "application/j", "application/manifest", "image/svg")
_WORTH_PACKING = 1000  # bytes


@dataclass(frozen=True)
class File:
    """A file of the page; packed: with gzip, where that is worth it."""

    body: bytes
    packed: bytes | None
    kind: str


class PageFiles:
    """The folder of the built page; what is in it does not change while the server runs."""

    def __init__(self, folder: Path) -> None:
        self._root = folder.resolve()
        self._kept: dict[str, asyncio.Future[File]] = {}
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="page")
        self._names = {
            file.relative_to(self._root).as_posix()
            for file in self._root.glob("**/*")
            if file.is_file()
        }

    async def answer(self, path: str, request: Request, greet: Greet) -> Response:
        """A file; the first page, with its cookie, for all that is no file and no question."""
        if path.startswith(("api/", "ws/")):
            return PlainTextResponse("there is nothing here\n", 404)
        fixed = path in self._names and path.startswith(("assets/", "_app/immutable/"))
        if path not in self._names:
            if FIRST not in self._names:
                return PlainTextResponse(f"{texts('en')['server']['no_page']}\n", 503)
            if mimetypes.guess_type(path)[0] is not None:
                return PlainTextResponse("there is no such file\n", 404)
            path = FIRST
        file = await self._file(path)
        kept = _FOREVER if fixed else "private, no-cache" if path == FIRST else "no-cache"
        headers, body = {"cache-control": kept, "vary": "accept-encoding"}, file.body
        if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"], body = "gzip", file.packed
        response = Response(body, media_type=file.kind, headers=headers)
        if path == FIRST:
            await greet(request, response)
        return response

    async def _file(self, path: str) -> File:
        if path not in self._kept:
            loop = asyncio.get_running_loop()
            self._kept[path] = loop.run_in_executor(self._threads, self._read, path)
        return await asyncio.shield(self._kept[path])

    def _read(self, path: str) -> File:
        body = (self._root / path).read_bytes()
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        worth = kind.startswith(_PACKED) and len(body) > _WORTH_PACKING
        return File(body, gzip.compress(body, 9, mtime=0) if worth else None, kind)

    def close(self) -> None:
        """Read no more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
