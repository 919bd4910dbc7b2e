"""The server as an ASGI application: pages, the programs' interface, static files, health and figures."""

from __future__ import annotations

import gc
import json
import mimetypes
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from itertools import chain

import structlog
from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Match

import bellringer
from bellringer.core.errors import BellringerError
from bellringer.core.shown.words import LANGUAGES
from bellringer.server import api
from bellringer.server.base.heads import HeadOnly, Heads, tell_head
from bellringer.server.base.language import all_game_names
from bellringer.server.base.metrics import REFUSALS, REGISTRY
from bellringer.server.base.packed import Packed
from bellringer.server.base.settings import Settings
from bellringer.server.base.trouble import CODES, SENTENCES, kind_of
from bellringer.server.drawing.site.templating import environment, file_of, file_paths, static, static_files
from bellringer.server.errors import Refused
from bellringer.server.jobs.watch import may_read
from bellringer.server.service import TableService
from bellringer.server.store.parsing import BadRow
from bellringer.server.tables.live.rebuilding import damaged
from bellringer.server.visitors.barred import not_barred
from bellringer.server.visitors.forms import kept_fields
from bellringer.server.visitors.keeping import Keeping
from bellringer.server.visitors.security import Gate, Guard
from bellringer.server.visitors.sessions import Session
from bellringer.server.web import (
    asked_pages,
    company_pages,
    guide_pages,
    hand_over_pages,
    hint_pages,
    lesson_pages,
    moment_pages,
    rules_pages,
    site_pages,
    statistics_pages,
    table_pages,
)
from bellringer.server.web.checker import checker
from bellringer.server.web.pages import Pages, finished_game
from bellringer.server.web.replay import (
    brought_pages,
    learn_pages,
    play_on_pages,
    puzzle_pages,
    replay_pages,
    review_pages,
)
from bellringer.server.web.whole_pages import page, path_of

SWITCH_SECONDS = 0.001  # how long one thread keeps the interpreter while another wants it
SMALLEST_PACKED = 600  # bytes under which an answer is sent as it is
FOR_EVER = "public, max-age=31536000, immutable"
KNOWN = {404: "missing", 405: "method", 413: "too-large"}

# What is asked for most often comes first: they are looked through in this order.
PAGES = (table_pages.router, moment_pages.router, asked_pages.router, company_pages.router, site_pages.router,
         hint_pages.router, guide_pages.router, lesson_pages.router, rules_pages.router, statistics_pages.router,
         hand_over_pages.router, replay_pages.router, play_on_pages.router, brought_pages.router, learn_pages.router,
         review_pages.router, puzzle_pages.router)  # fmt: skip
ROUTERS: tuple[Pages | APIRouter, ...] = (*PAGES, *api.ROUTERS)
PROGRAMS = APIRouter()  # what FastAPI works out of the functions of a router is kept there, for all applications
for router in api.ROUTERS:
    PROGRAMS.include_router(router, dependencies=[Depends(not_barred), Depends(finished_game)])

# What was refused for one of these may be taken another time, as it was filled in.
AGAIN = ("form", "cookies", "too-fast", "busy", "full", "crowded", "too-many-tables", "not-stored", "locked",
         *CODES.values())  # fmt: skip
TYPED = ("name", "text", "name_1")  # fields of forms that people write in

RETRY_AFTER = "10"  # seconds, for who was told that nothing can be kept at present

log = structlog.get_logger()


def create_app(settings: Settings, prepare: Callable[[TableService], object] = lambda service: None) -> FastAPI:
    """The application on a folder of data. `prepare`: is handed the service before it opens."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.collect()
        gc.freeze()  # what is there now stays; looking through it again and again would stop all answers
        try:
            app.state.service = TableService(settings)
            prepare(app.state.service)
            await app.state.service.open()
        except Exception as error:  # uvicorn has it as a text alone, whose words may tell what is hidden
            log.error("the server can't start", exc_info=error)
            raise
        yield
        try:
            await app.state.service.close()
        except Exception as error:
            log.error("the server can't end as it should", exc_info=error)
            raise

    app = FastAPI(
        title="Bellringer",
        version=bellringer.__version__,
        summary=f"Tables of {all_game_names(LANGUAGES[0])}, for programs",
        description=api.ABOUT,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=life,
    )
    describe = app.openapi
    app.openapi = lambda: api.with_key(describe())  # type: ignore[method-assign]
    app.state.description = cache(lambda: Packed(json.dumps(app.openapi()).encode(), "application/json"))
    app.state.gate = Gate(settings.limits)
    app.state.templates = environment()
    for pages in PAGES:
        app.router.routes.extend(pages.routes)
    app.router.routes.extend(PROGRAMS.routes)
    app.add_api_route("/openapi.json", description, include_in_schema=False)
    app.add_api_route("/static/{name}", static_file, include_in_schema=False)
    app.add_api_route("/static/{folder}/{fingerprint}/{name}", static_file, include_in_schema=False)
    app.add_api_route("/fairness.html", checker, include_in_schema=False)
    app.add_api_route("/healthz", health, include_in_schema=False)
    app.add_api_route("/metrics", figures, include_in_schema=False)
    for kind in (BellringerError, HTTPException, RequestValidationError):
        app.add_exception_handler(kind, tell)
    app.add_exception_handler(DBAPIError, tell_trouble)
    app.add_exception_handler(HeadOnly, tell_head)
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_PACKED, compresslevel=3)
    app.add_middleware(Keeping, tell=tell_not_stored)
    app.add_middleware(Heads)
    app.add_middleware(Guard, settings=settings, files=file_paths(), tell=tell_too_fast)
    return app


async def static_file(request: Request, name: str, folder: str = "") -> Response:
    """A file of the pages; with its fingerprint in the address it may be kept for ever."""
    name = f"{folder}/{name}" if folder else name
    if name not in static_files():
        raise HTTPException(404)
    is_whole = static(name) == request.url.path + (f"?{request.url.query}" if request.url.query else "")
    headers = {"cache-control": FOR_EVER if is_whole else "no-cache"}
    return packed_file(name).answer(request, headers)


@cache
def packed_file(name: str) -> Packed:
    """A static file; all of them together have some hundred kilobytes."""
    if name.endswith(".woff2"):  # of a kind that not every machine knows
        return Packed(file_of(name).read_bytes(), "font/woff2", is_packed=True)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Packed(file_of(name).read_bytes(), kind)


async def description(request: Request) -> Response:
    """What the interface for programs can do, as a document."""
    found: Packed = request.app.state.description()
    return found.answer(request, {})


async def health(request: Request) -> Response:
    """Whether what happens is kept. The status is 503 when it can't be, for a balancer; `reasons` says the rest."""
    found = request.app.state.service.health
    document = {**await found.document(), "version": bellringer.__version__}
    headers = {"cache-control": "no-store"}
    return JSONResponse(document, 200 if found.is_storing else 503, headers)


async def figures(request: Request) -> Response:
    """Figures for Prometheus, for this machine alone, or for who has the token."""
    service = request.app.state.service
    if not may_read(request, service.settings.metrics_token):
        raise HTTPException(404)
    service.watch.read()
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)


# what went wrong, as a page or as a document


async def tell(request: Request, error: Exception) -> Response:
    """Why a request was refused, and where to go on."""
    if isinstance(error, BadRow):
        request.app.state.service.store.aside.note(error)
        error = damaged()
    code, status, text = reason(error)
    REFUSALS.labels(code).inc()
    if isinstance(error, HTTPException) and status == 405:
        error.headers = {"allow": ", ".join(methods_at(request))}
    if request.url.path.startswith("/api/"):
        return with_headers(api.problem(error, code, status, text), error)
    return with_headers(told(await Session.of(request), code, status), error)


async def tell_trouble(request: Request, error: Exception) -> Response:
    """Say in a sentence that nothing can be kept, or read, at present. Any other error of the database goes on."""
    kind = kind_of(error)
    if kind is None:
        raise error
    request.app.state.service.health.note(error)
    log.error("a request failed", exc_info=error)
    REFUSALS.labels(CODES[kind]).inc()
    if request.url.path.startswith("/api/"):
        response = api.problem(error, CODES[kind], 503, SENTENCES[kind])
    else:
        response = told(Session.apart(request), CODES[kind], 503)
    response.headers["retry-after"] = RETRY_AFTER
    return response


async def tell_not_stored(request: Request, error: BaseException | None) -> Response:
    """Say that what was made could not be stored, and was taken back."""
    if isinstance(error, DBAPIError) and kind_of(error) is not None:
        return await tell_trouble(request, error)
    return await tell(request, Refused("not-stored", "the server could not store this; try again in a while", 503))


def tell_too_fast(request: Request, error: Refused) -> Response:
    """Say that somebody asks for too much, which may cost no page and no look into the database."""
    session = Session.apart(request)
    if request.url.path.startswith("/api/"):
        response = api.problem(error, error.code, error.status, str(error))
    elif session.is_live:
        response = told(session, error.code, error.status)
    else:
        response = PlainTextResponse(session.words(f"refused.{error.code}"), error.status)
    response.headers["retry-after"] = "1"
    return response


def told(session: Session, code: str, status: int) -> Response:
    """A refusal as a page, or as a part of the open page."""
    words, request = session.words, session.request
    title = words("error.title_missing") if status == 404 else words("error.title")
    try:
        text = words(f"refused.{code}")
    except KeyError:
        text = words("error.missing") if status == 404 else words("error.text")
    if session.is_live:
        template = request.app.state.templates.get_template("notice.html")
        return Response(template.render(t=words, notice=text), status, media_type="text/html")
    table = table_of(request) if status != 404 else ""
    form = path_of(request) if status != 404 and request.method == "POST" else ""
    context = {"code": status, "title": title, "text": text, "back": "/", "table": table,
               "form": "" if form in (table, "/") else form,
               "again": kept_fields(request) if code in AGAIN else None, "again_at": request.url.path,
               "typed": TYPED}  # fmt: skip
    return page(session, "error.html", status, **context)


def table_of(request: Request) -> str:
    """The table that an address is about; empty for others. An invitation is not the way to a table yet."""
    address = request.path_params.get("address", "")
    return f"/t/{address}" if address and request.url.path.startswith("/t/") else ""


def with_headers(response: Response, error: Exception) -> Response:
    """What an error wants to have said, such as which methods there are."""
    response.headers.update(getattr(error, "headers", None) or {})
    return response


def methods_at(request: Request) -> list[str]:
    """All methods that an address has, whichever of its routes a request came to."""
    routes = chain(*(router.routes for router in (*ROUTERS, request.app)))
    here = (route for route in routes if route.matches(request.scope)[0] != Match.NONE)
    found = {method for route in here for method in getattr(route, "methods", None) or ()}
    return sorted(found | ({"HEAD"} if "GET" in found else set()))


def reason(error: Exception) -> tuple[str, int, str]:
    """A code for programs, HTTP's status, and a sentence."""
    if isinstance(error, Refused):
        return error.code, error.status, str(error)
    if isinstance(error, RequestValidationError):
        return "bad", 422, "the request does not have the form that it must have"
    if isinstance(error, HTTPException):
        return (
            KNOWN.get(error.status_code, "bad"),
            error.status_code,
            str(error.detail),
        )
    return api.CODES.get(type(error), "bad"), 409 if type(error) in api.CODES else 422, str(error)
