"""Nothing leaves the server before it is stored.

A change is made in memory and stored by a thread. This layer holds back every answer, and every part of a stream, until
what it tells is stored; an answer that told what could not be stored is thrown away, and its place taken by an error.
An answer that has begun can be ended: what it is made of is there, whatever the disk does then.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bellringer.server.store.writer import OWED, NotStored, Owed

Tell = Callable[[Request, BaseException | None], Awaitable[Response]]


class Answer:
    """One answer on its way. It leaves as a whole or not at all, but for a stream, which leaves part by part."""

    def __init__(self, send: Send) -> None:
        self.send, self.owed, self.has_begun = send, Owed(), False
        self.parts: list[Message] = []  # of an answer that is no stream

    async def send_stored(self, message: Message) -> None:
        """Send a part once what it tells is stored; of what is no stream, all parts with the last. Raises NotStored.

        Between two parts other changes can fail, such as bots' moves at the same table: who had read a length by then
        would wait for a body that does not come.
        """
        if self.parts or not (self.has_begun or begins_stream(message)):
            self.parts.append(message)
            if message["type"] == "http.response.start" or message.get("more_body"):
                return
        await self.owed.settled()
        self.has_begun = True
        for part in self.parts or (message,):
            await self.send(part)


def begins_stream(message: Message) -> bool:
    """Whether a message begins an answer that goes on for as long as somebody listens."""
    return Headers(raw=list(message.get("headers", ()))).get("content-type", "").startswith("text/event-stream")


class Keeping:
    """The layer around an application. `tell`: makes the answer that says why it can't be stored."""

    def __init__(self, app: ASGIApp, tell: Tell) -> None:
        self.app, self.tell = app, tell

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        answer = Answer(send)
        token = OWED.set(answer.owed)
        try:
            await self.app(scope, receive, answer.send_stored)
        except NotStored as error:
            if not answer.has_begun:  # a stream just ends, and its page asks for the table anew
                await (await self.tell(Request(scope), error.__cause__))(scope, receive, send)
        finally:
            OWED.reset(token)
