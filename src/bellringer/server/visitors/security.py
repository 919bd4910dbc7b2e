"""Protection from strangers: keys in cookies, tokens in forms, headers, limits of sizes and rates."""

from __future__ import annotations

import base64
import hmac
import re
import secrets
import time
from collections.abc import Callable, Collection
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import structlog
from limits import parse_many
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

from bellringer.server.base.addresses import FORWARDED, LOOPBACK, host_name, networks
from bellringer.server.base.heads import is_head
from bellringer.server.base.metrics import ANSWERS, QUEUE, REFUSALS, SECONDS
from bellringer.server.base.rates import Rates
from bellringer.server.base.settings import Limits, Settings
from bellringer.server.base.turns import LoopTurns, Path
from bellringer.server.errors import Refused
from bellringer.server.store import User

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

KEY_COOKIE = "bellringer_key"
ON_HTTPS = "__Host-"  # before a cookie's name: browsers take such a one from this very host alone, and only by https
LANGUAGE_COOKIE = "bellringer_language"
KEY_BYTES = 32
KEY_LENGTH = 43  # of them in base64
RATED = ("everything", "files", "moves", "new_tables", "sayings", "hints", "previews", "reviews", "texts",
         "newcomers")  # limits  # fmt: skip
BRING = "/bring"  # where a record or a position may be sent, and a body may be that long
PROOF = 16  # bytes of a visitor's key by which the server knows that it made the key
CROWD = 10  # times what one user may do is what all who share an address may
CROWDS = {"everything": 3, "moves": 2}  # the same where ten times as much would be all that a server can do
GONE = 499  # in figures and logs: whoever asked has gone before the whole request was there
WAITING_SHARE = 4  # one of so many connections may wait for its turn; streams may take two of three
YEAR = 365 * 24 * 60 * 60
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",  # where an answer does not say otherwise
}
REASONS = {413: "too-large", 421: "host"}
WATCHED = ("/healthz", "/metrics")  # what a monitor on this machine asks for, however busy the machine is
BY_ADDRESS = ("new_tables", "files")  # what all who have no name yet may do as often as all at their address
HTTPS_ALONE = {"strict-transport-security": f"max-age={YEAR}"}
NAMED = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?")

BEGINNING = QUEUE.labels("requests")

log = structlog.get_logger()


def new_key() -> str:
    """Make a random key."""
    return secrets.token_urlsafe(KEY_BYTES)


def visitor_key(secret: bytes) -> str:
    """Make a key for a visitor whom the server does not keep yet: it is known again by what is in it."""
    return proven(secret, secrets.token_bytes(KEY_BYTES - PROOF))


def is_visitor_key(secret: bytes, key: str) -> bool:
    """Whether this server made a key for a visitor."""
    try:
        mine = base64.urlsafe_b64decode(f"{key}=")[:-PROOF]
    except ValueError:
        return False
    return hmac.compare_digest(proven(secret, mine).encode(), key.encode())


def proven(secret: bytes, mine: bytes) -> str:
    """A visitor's key: random bytes, and the proof that they are the server's."""
    proof = hmac.digest(secret, b"visitor " + mine, "sha256")[:PROOF]
    return base64.urlsafe_b64encode(mine + proof).decode().rstrip("=")


def cookie_name(is_secure: bool) -> str:
    """What the cookie with the key is called."""
    return f"{ON_HTTPS}{KEY_COOKIE}" if is_secure else KEY_COOKIE


def key_in(request: Request, name: str) -> str:
    """The key in a browser's cookie of that name; empty for one of another form than ours."""
    key = request.cookies.get(name, "")
    return key if len(key) == KEY_LENGTH and key.isascii() else ""


def key_of(request: Request) -> str:
    """The key in a browser's cookie, by whichever name, whether it is anybody's or not; empty without one."""
    is_secure = request.app.state.service.settings.is_secure
    return key_in(request, cookie_name(is_secure)) or key_in(request, KEY_COOKIE)


def sent_key(request: Request) -> str:
    """The key that a request brings, as a browser or as a program does, whether it is anybody's or not."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key if scheme.lower() == "bearer" else key_of(request)


def give_key(response: Response, key: str, is_secure: bool) -> None:
    """Set the cookie with the key, out of reach of scripts and of other sites."""
    response.set_cookie(cookie_name(is_secure), key, max_age=YEAR, httponly=True, samesite="lax", secure=is_secure)


@lru_cache(4_000)  # asked for with every page that somebody looks at
def form_token(secret: bytes, key: str) -> str:
    """The token in our forms, so that no other site can send one in this browser's name."""
    return hmac.digest(secret, f"form {key}".encode(), "sha256").hex()[:32]


def is_from_our_page(request: Request) -> bool:
    """Whether the browser itself says that a page of ours has sent this. It does so on https and on this machine."""
    return request.headers.get("sec-fetch-site") == "same-origin"


def check_form(request: Request, secret: bytes, key: str | None, token: str, cookie: str) -> None:
    """Raises Refused for a form that did not come from a page of ours. `cookie`: the name of that with the key."""
    is_foreign = request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
    is_foreign = is_foreign or not is_own_origin(request.headers.get("origin"), request.headers.get("host", ""))
    is_ours = key is not None and hmac.compare_digest(form_token(secret, key).encode(), token.encode())
    if not is_foreign and key is None and not request.cookies.get(cookie):
        raise Refused("cookies", "the browser has sent no cookie, without which no form can be taken", 403)
    if is_foreign or not is_ours:
        raise Refused("form", "this form is not one of ours, or it is too old: load the page again", 403)


def is_own_origin(origin: str | None, host: str) -> bool:
    """Whether an Origin header names this server. Browsers may leave it out, or say `null`."""
    if origin is None or origin == "null":
        return True
    try:
        return urlsplit(origin).netloc == host
    except ValueError:
        return False


class Gate:
    """Counts what visitors do, each within a window of time: by user, and by address over all who are there."""

    def __init__(self, limits: Limits) -> None:
        self.rates = Rates()
        self.items = {name: parse_many(getattr(limits, name)) for name in RATED}

    def check(self, what: str, where: str, user: int | None = None) -> None:
        """Count something for an address, and for a user's id. Raises Refused if it was too often.

        All who have no name yet at an address may do as much as one user, but for new tables, since with the first
        table comes a name, and how many newcomers get one is a limit of its own; and but for files, which a browser
        fetches once.

        A user counts before the address, and that before the networks around it: what is refused takes nothing of what
        others may do. Of who wants no more than a head only floods count.
        """
        if is_head() and what != "everything" and what != "files":
            return
        found = networks(where)[::-1]
        counts = [(f"{what} user {user}", 1)] if user is not None else []
        if user is None and what not in BY_ADDRESS:
            counts = [(f"{what} new {network.name}", network.times) for network in found]
        crowd = CROWDS.get(what, CROWD)
        counts += [(f"{what} {network.name}", crowd * network.times) for network in found]
        for name, times in counts:
            for item in self.items[what]:
                if not self.rates.hit(item, name, times):
                    raise Refused("too-fast", f"too much at once: at most {item}", 429)


def visitor(request: Request) -> str:
    """Whom to count: the address that a request came from."""
    return request.client.host if request.client else "nobody"


def is_from_here(request: Request) -> bool:
    """Whether a program on this machine asks by itself, and not a proxy on it for somebody else."""
    return visitor(request) in LOOPBACK and not any(name in request.headers for name in FORWARDED)


def is_watching(request: Request) -> bool:
    """Whether a monitor on this machine asks, which is always answered."""
    return request.url.path in WATCHED and is_from_here(request)


def asker(request: Request) -> Path:
    """Whom to give turns to, as far as is known without a look into the database."""
    user = request.app.state.service.people.seen_lately(sent_key(request))
    return path_of(visitor(request), user)


def path_of(where: str, user: User | None) -> Path:
    """Whom to give turns to: a visitor, within the networks that a request came from."""
    return (*(network.name for network in networks(where)), user.id if user is not None else None)


class Counted:
    """Who sends a request, which counts against somebody's limits."""

    request: Request
    user: User | None

    @property
    def where(self) -> str:
        """The address that the request came from."""
        return visitor(self.request)

    @property
    def who(self) -> str:
        """Whom to count requests for: a user, or a visitor's address."""
        return networks(self.where)[-1].name if self.user is None else f"user {self.user.id}"

    @property
    def path(self) -> Path:
        """Whom to give turns to: the visitor, within the networks that the request came from."""
        return path_of(self.where, self.user)


class Guard:
    """The outermost layer: lets requests begin by turns, counts each for who sends it, and refuses those that are too
    many, for unknown hosts, or too large; adds headers, counts answers and logs.

    `files`: the paths of what a first visit fetches at once, which is counted apart. `tell`: answers one too many.

    Logs hold the route's pattern, never an address: table addresses and invitations are secrets.
    """

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        files: Collection[str],
        tell: Callable[[Request, Refused], Response],
    ) -> None:
        self.files, self.tell = files, tell
        self.app, self.hosts = app, settings.hosts
        self.body_bytes, self.brought_bytes = settings.limits.body_bytes, settings.limits.brought_bytes
        self.may_lack_proxy = not settings.proxies
        limits = settings.limits
        self.turns = LoopTurns(limits.connections // WAITING_SHARE, limits.connections_an_address)
        self.headers = {**HEADERS, **(HTTPS_ALONE if settings.is_secure else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, has_begun = time.perf_counter(), 500, False
        room = Body(receive, self.most_bytes(scope))

        async def send_on(message: Message) -> None:
            nonlocal status, has_begun
            if message["type"] == "http.response.start":
                status, has_begun = message["status"], True
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            refusal = await self.too_many(scope) or self.too_fast(scope) or self.refusal(scope)
            await (refusal or self.app)(scope, room.receive, send_on)
        except ClientDisconnect:  # in the middle of a form: no fault of ours, and nobody is there to be answered
            status = GONE
        except Exception as error:  # nothing may reach the server around us, whose log is not ours
            log.error("failed", exc_info=error)
            if not has_begun:
                await PlainTextResponse("something went wrong on the server", 500)(scope, receive, send_on)
        finally:
            self.note(scope, status, time.perf_counter() - began)

    def too_fast(self, scope: Scope) -> Response | None:
        """Count a request; the refusal of one too many.

        It costs little, whatever is asked for: who is not in memory counts among those who have no name yet.
        """
        request, state = Request(scope), scope["app"].state
        if is_watching(request):
            return None
        user = state.service.people.seen_lately(sent_key(request))
        state.service.hosting.addresses.note(visitor(request), user)
        what = "files" if scope["path"] in self.files else "everything"
        try:
            state.gate.check(what, visitor(request), user.id if user is not None else None)
        except Refused as error:
            REFUSALS.labels(error.code).inc()
            return self.tell(request, error)
        return None

    async def too_many(self, scope: Scope) -> Response | None:
        """Wait for a request's turn to begin, whatever comes of it: even refusals take time when there are thousands.

        The refusal of one for which too many wait, whose connection ends, too, so that others have room.
        """
        request = Request(scope)
        if is_watching(request):
            return None
        try:
            await self.turns.enter(asker(request))
        except Refused as error:
            REFUSALS.labels(error.code).inc()
            found = self.tell(request, error)
            found.headers["connection"] = "close"
            return found
        finally:
            BEGINNING.set(len(self.turns))
        return None

    def refusal(self, scope: Scope) -> Response | None:
        """The refusal of a request to no host of ours, or that is too large; None for one that goes on."""
        headers = Headers(scope=scope)
        if self.may_lack_proxy and "x-forwarded-for" in headers:
            self.may_lack_proxy = False
            log.warning("a proxy that no --proxy names: its visitors count as one address")
        if len(headers.getlist("host")) != 1 or not is_known(headers["host"], self.hosts):
            return refused(421, "this server does not go by that name")
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdecimal() or int(length[:12]) > self.most_bytes(scope):
            return refused(413, "the request is too large")
        return None

    def most_bytes(self, scope: Scope) -> int:
        """How many bytes the body of a request may have."""
        return self.brought_bytes if scope["path"] == BRING else self.body_bytes

    def note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count and log an answer."""
        route = getattr(scope.get("route"), "path", "none")
        method = scope["method"] if scope["method"] in ("GET", "POST", "HEAD", "DELETE", "PUT") else "other"
        ANSWERS.labels(method, route, str(status)).inc()
        if scope.get("client"):
            scope["app"].state.service.hosting.addresses.note_answer(scope["client"][0], status)
        if not route.endswith(("/live", "/stream")):
            SECONDS.labels(method, route).observe(seconds)
        log.info("answer", method=method, route=route, status=status, ms=round(seconds * 1000, 1))


def refused(status: int, text: str) -> Response:
    """A refusal in plain words, counted by its reason."""
    REFUSALS.labels(REASONS[status]).inc()
    return PlainTextResponse(text, status)


class TooLarge(HTTPException):
    """A body has more bytes than a request may have."""

    def __init__(self) -> None:
        super().__init__(413, "the request is too large")


class Body:
    """Counts a body as it comes in, whatever its headers say."""

    def __init__(self, receive: Receive, most: int) -> None:
        self.inner, self.left = receive, most

    async def receive(self) -> Any:
        """The next part. Raises TooLarge."""
        message = await self.inner()
        if message["type"] == "http.request":
            self.left -= len(message.get("body", b""))
            if self.left < 0:
                raise TooLarge
        return message


def is_known(host: str, hosts: tuple[str, ...]) -> bool:
    """Whether a Host header names this server; `*` for any name."""
    found = NAMED.fullmatch(host)
    return found is not None and ("*" in hosts or host_name(found[1]) in hosts)
