"""Routes that are charged before anything else is done, and how a refusal is sent."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Coroutine
from contextlib import nullcontext
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.requests import HTTPConnection

from ...texts.reader import texts
from .. import costs
from ..bus.base import TooLarge, Unanswered
from ..crew import Busy, Died, TookTooLong
from ..jobs import Refused
from ..store.base import BadValue, CannotRead
from ..table.handler import language_of
from .desk import Answer

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class ChargedRoute(APIRoute):
    """A route with its cost; one that `costs` does not name cannot be made."""

    def get_route_handler(self) -> Handler:
        """What answers: after the address is charged; it refuses where nothing comes of a job."""
        (method,) = self.methods or {"GET"}
        name, inner = f"{method} {self.path}", super().get_route_handler()
        cost, keeps = costs.ROUTES[name], name in costs.KEEP

        async def handler(request: Request) -> Response:
            service = request.app.state.service
            service.charge(request, cost)
            service.need_welcome(request)
            if keeps and not service.may_keep(request):
                raise refused(429, "too-many-requests", request)
            try:
                with service.file_place(request) if name in costs.FILES else nullcontext():
                    return await inner(request)
            except Busy:
                raise refused(503, "too-much", request) from None
            except TooLarge as error:
                raise refused(422, f"{error.part}-too-large", request) from None
            except (TookTooLong, Died):
                raise refused(422, "too-hard", request) from None
            except BadValue:
                raise refused(400, "bad-request", request) from None
            except (CannotRead, Unanswered):
                raise refused(503, "unavailable", request) from None

        return handler


def refused(status: int, code: str, request: HTTPConnection) -> Refused:
    """A refusal in the language of the request."""
    language = language_of(request.query_params.get("lang", "en"))
    return Refused(status, code, texts(language)["server"]["refused"][code])


def refusal(_: Request, error: Exception) -> Response:
    """A refusal as it is sent."""
    assert isinstance(error, Refused)
    detail = {"code": error.code, "text": error.text.encode("utf-8", "replace").decode()}
    return JSONResponse({"detail": detail}, error.status)


def unreadable(request: Request, error: Exception) -> Response:
    """A request that is not as it should be: which part, and why, without repeating it."""
    assert isinstance(error, RequestValidationError)
    reasons = [
        f"{'.'.join(map(str, one['loc']))[:100]}: {one['msg'][:200]}" for one in error.errors()[:5]
    ]
    said = refused(422, "bad-request", request)
    return refusal(request, Refused(422, said.code, f"{said.text} ({'; '.join(reasons)})"))


async def reply(answer: Answer, request: Request, **headers: str) -> Response:
    """What came of a job, as it is sent."""
    body = answer.body
    if answer.packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
    elif answer.packed:
        body = await asyncio.to_thread(gzip.decompress, body)
    return Response(body, media_type=answer.kind, headers=headers)
