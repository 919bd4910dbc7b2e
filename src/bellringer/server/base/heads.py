"""HEAD is answered as GET is, without the body.

Who asks so wants to know whether something is there: a preview of a link, a monitor. It changes nothing, counts as no
visit and no listener, and rebuilds no game: of a table that is not in memory its row tells. It counts against floods.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

ONLY_HEAD = ContextVar("ONLY_HEAD", default=False)


class HeadOnly(Exception):
    """All that HEAD wants to know is known. `kind`: of what GET would be answered."""

    def __init__(self, kind: str) -> None:
        self.kind = kind


def is_head() -> bool:
    """Whether the request that is being answered wants no body."""
    return ONLY_HEAD.get()


def end_head(kind: str) -> None:
    """Raises HeadOnly where nothing but the head is wanted: the rest would cost or change something."""
    if is_head():
        raise HeadOnly(kind)


async def tell_head(request: Request, error: Exception) -> Response:
    """The head of an answer whose length nobody knows."""
    assert isinstance(error, HeadOnly)
    response = Response(media_type=error.kind)
    del response.headers["content-length"]
    return response


class Heads:
    """The layer that asks the application for GET when somebody wants HEAD, and keeps the body back."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        asked: Scope = {**scope, "method": "GET"}

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        token = ONLY_HEAD.set(True)
        try:
            await self.app(asked, receive, send_head)
        finally:
            ONLY_HEAD.reset(token)
            scope.update({key: asked[key] for key in ("route", "path_params") if key in asked})  # for the log
