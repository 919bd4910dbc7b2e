"""The routes of pages.

Each address that a form is sent to can be looked at: who loads a refusal again comes to the page that has the form.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import Depends
from fastapi.routing import APIRoute, APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute

from bellringer.server.base.heads import is_head
from bellringer.server.visitors.barred import not_barred
from bellringer.server.visitors.security import asker

Handler = Callable[..., Awaitable[Response]]  # of a request, and the parts of the path by their names


class PageRoute(APIRoute):
    """A path of pages, and who answers there. `shown_at`: of a form, the path of the page that has it."""

    shown_at = ""


class Pages:
    """The routes of some pages, in the order in which they are looked through.

    `brings_back`: a finished game that an address names is put into memory first.
    """

    def __init__(self, *, brings_back: bool = True) -> None:
        self.brings_back = brings_back
        self.router = APIRouter(route_class=PageRoute, include_in_schema=False)

    @property
    def routes(self) -> list[BaseRoute]:
        """All of them."""
        return self.router.routes

    def get(self, path: str) -> Callable[[Handler], Handler]:
        """Have a function answer who looks at a path."""

        def add(handler: Handler) -> Handler:
            self._add(path, handler, "GET")
            return handler

        return add

    def post(self, path: str, shown_at: str) -> Callable[[Handler], Handler]:
        """Have a function answer a form that is sent to a path. `shown_at`: the path of the page that has the form."""

        async def back(request: Request) -> Response:
            return RedirectResponse(shown_at.format(**request.path_params), 303)

        def add(handler: Handler) -> Handler:
            self._add(path, handler, "POST", shown_at)
            if path != shown_at:
                self.router.add_api_route(path, back, methods=["GET"])
            return handler

        return add

    def _add(self, path: str, handler: Handler, method: str, shown_at: str = "") -> None:
        needs = [Depends(not_barred), *([Depends(finished_game)] if self.brings_back else [])]
        self.router.add_api_route(path, handler, methods=[method], response_model=None, dependencies=needs)
        added = self.routes[-1]
        assert isinstance(added, PageRoute)
        added.shown_at = shown_at


async def finished_game(request: Request) -> None:
    """Have the game in memory that a request is about, if it is over and more is wanted than a head. Raises Refused."""
    if (address := request.path_params.get("address")) and not is_head():
        await request.app.state.service.tables.rebuild(address, asker(request))
