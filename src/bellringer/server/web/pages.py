"""The routes of pages. They are Starlette's own: FastAPI checks for programs what no page sends, and takes its time.

Each address that a form is sent to can be looked at: who loads a refusal again comes to the page that has the form.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Scope

from bellringer.server.base.heads import is_head
from bellringer.server.visitors.barred import not_barred
from bellringer.server.visitors.security import asker

Handler = Callable[..., Awaitable[Response]]  # of a request, and the parts of the path by their names


class PageRoute(Route):
    """A path of pages, and who answers there. `shown_at`: of a form, the path of the page that has it."""

    def __init__(self, path: str, handler: Handler, methods: tuple[str, ...], shown_at: str = "") -> None:
        async def answer(request: Request) -> Response:
            if shown_at and request.method == "GET":
                return RedirectResponse(shown_at.format(**request.path_params), 303)
            await not_barred(request)
            await finished_game(request)
            return await handler(request, **request.path_params)

        super().__init__(path, answer, include_in_schema=False)
        self.shown_at = shown_at
        self.methods = set(methods)  # HEAD comes as GET (heads.py)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """As Starlette does; what is counted and logged of an answer names this route."""
        match, found = super().matches(scope)
        return match, {**found, "route": self} if match != Match.NONE else found


class Pages:
    """The routes of some pages, in the order in which they are looked through."""

    def __init__(self) -> None:
        self.routes: list[BaseRoute] = []

    def get(self, path: str) -> Callable[[Handler], Handler]:
        """Have a function answer who looks at a path."""

        def add(handler: Handler) -> Handler:
            self.routes.append(PageRoute(path, handler, ("GET",)))
            return handler

        return add

    def post(self, path: str, shown_at: str) -> Callable[[Handler], Handler]:
        """Have a function answer a form that is sent to a path. `shown_at`: the path of the page that has the form."""

        def add(handler: Handler) -> Handler:
            methods = ("POST",) if path == shown_at else ("GET", "POST")
            self.routes.append(PageRoute(path, handler, methods, shown_at))
            return handler

        return add


async def finished_game(request: Request) -> None:
    """Have the game in memory that a request is about, if it is over and more is wanted than a head. Raises Refused."""
    if (address := request.path_params.get("address")) and not is_head():
        await request.app.state.service.tables.rebuild(address, asker(request))
