"""The routes of pages. They are Starlette's own: FastAPI checks for programs what no page sends, and takes its time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Scope

from bellringer.server.bars import not_barred
from bellringer.server.security import asker

Handler = Callable[..., Awaitable[Response]]  # of a request, and the parts of the path by their names


class PageRoute(Route):
    """A path of pages, and who answers there."""

    def __init__(self, path: str, handler: Handler, methods: tuple[str, ...]) -> None:
        async def answer(request: Request) -> Response:
            await not_barred(request)
            await finished_game(request)
            return await handler(request, **request.path_params)

        super().__init__(path, answer, include_in_schema=False)
        self.methods = set(methods)  # Starlette would answer HEAD wherever it answers GET

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """As Starlette does; what is counted and logged of an answer names this route."""
        match, found = super().matches(scope)
        return match, {**found, "route": self} if match != Match.NONE else found


class Pages:
    """The routes of some pages, in the order in which they are looked through."""

    def __init__(self) -> None:
        self.routes: list[BaseRoute] = []

    def route(self, path: str, *methods: str) -> Callable[[Handler], Handler]:
        """Have a function answer at a path."""

        def add(handler: Handler) -> Handler:
            self.routes.append(PageRoute(path, handler, methods))
            return handler

        return add

    def get(self, path: str) -> Callable[[Handler], Handler]:
        """Have a function answer who looks at a path."""
        return self.route(path, "GET")

    def post(self, path: str) -> Callable[[Handler], Handler]:
        """Have a function answer a form that is sent to a path."""
        return self.route(path, "POST")


async def finished_game(request: Request) -> None:
    """Have the game in memory that a request is about, if it is over. Raises Refused."""
    if address := request.path_params.get("address"):
        await request.app.state.service.rebuild(address, asker(request))
