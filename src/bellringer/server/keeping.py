"""Nothing leaves the server before it is stored.

A change is made in memory and stored by a thread. This layer holds back every answer, and every part of a stream, until
what it tells is stored; an answer that told what could not be stored is thrown away, and its place taken by an error.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bellringer.server.store.writer import OWED, NotStored, Owed

Tell = Callable[[Request, BaseException | None], Awaitable[Response]]


class Keeping:
    """The layer around an application. `tell`: makes the answer that says why it can't be stored."""

    def __init__(self, app: ASGIApp, tell: Tell) -> None:
        self.app, self.tell = app, tell

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        owed, has_begun = Owed(), False

        async def send_stored(message: Message) -> None:
            nonlocal has_begun
            await owed.settled()
            has_begun = True
            await send(message)

        token = OWED.set(owed)
        try:
            await self.app(scope, receive, send_stored)
        except NotStored as error:
            if not has_begun:  # a stream just ends, and its page asks for the table anew
                await (await self.tell(Request(scope), error.__cause__))(scope, receive, send)
        finally:
            OWED.reset(token)
