"""Protection from strangers: keys in cookies, tokens in forms, headers, limits of sizes and rates."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import structlog
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

from bellringer.server.live_game import Refused
from bellringer.server.metrics import ANSWERS, SECONDS
from bellringer.server.settings import Limits

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

KEY_COOKIE = "bellringer_key"
LANGUAGE_COOKIE = "bellringer_language"
KEY_LENGTH = 43  # of 32 bytes in base64
GONE = 499  # in figures and logs: whoever asked has gone before the whole request was there
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
}

log = structlog.get_logger()


def new_key() -> str:
    """Make a random key."""
    return secrets.token_urlsafe(32)


def key_of(request: Request) -> str | None:
    """The key in a browser's cookie; None for one of another form than ours."""
    key = request.cookies.get(KEY_COOKIE, "")
    return key if len(key) == KEY_LENGTH and key.isascii() else None


def give_key(response: Response, key: str, is_secure: bool) -> None:
    """Set the cookie with the key, out of reach of scripts and of other sites."""
    response.set_cookie(KEY_COOKIE, key, max_age=YEAR, httponly=True, samesite="lax", secure=is_secure)


def form_token(secret: bytes, key: str) -> str:
    """The token in our forms, so that no other site can send one in this browser's name."""
    return hmac.new(secret, f"form {key}".encode(), hashlib.sha256).hexdigest()[:32]


def check_form(request: Request, secret: bytes, key: str | None, token: str) -> None:
    """Raises Refused for a form that did not come from a page of ours."""
    is_foreign = request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
    is_foreign = is_foreign or not is_own_origin(request.headers.get("origin"), request.headers.get("host", ""))
    is_ours = key is not None and hmac.compare_digest(form_token(secret, key).encode(), token.encode())
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
    """Counts what visitors do, each within a window of time."""

    def __init__(self, limits: Limits) -> None:
        self.windows = FixedWindowRateLimiter(MemoryStorage())
        self.items = {
            name: parse(getattr(limits, name))
            for name in ("everything", "moves", "new_tables", "sayings", "hints", "previews", "newcomers")
        }

    def check(self, what: str, who: str) -> None:
        """Count something for a visitor. Raises Refused if it was too often."""
        if not self.windows.hit(self.items[what], what, who):
            raise Refused("too-fast", f"too much at once: at most {self.items[what]}", 429)


def visitor(request: Request) -> str:
    """Whom to count: the address that a request came from."""
    return request.client.host if request.client else "nobody"


class Guard:
    """The outermost layer: refuses unknown hosts and bodies that are too large; adds headers, counts and logs.

    Logs hold the route's pattern, never an address: table addresses and invitations are secrets.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...], body_bytes: int) -> None:
        self.app, self.hosts, self.body_bytes = app, hosts, body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, has_begun = time.perf_counter(), 500, False
        room = Body(receive, self.body_bytes)

        async def send_on(message: Message) -> None:
            nonlocal status, has_begun
            if message["type"] == "http.response.start":
                status, has_begun = message["status"], True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self.refusal(scope)
        try:
            await (refusal or self.app)(scope, room.receive, send_on)
        except ClientDisconnect:  # in the middle of a form: no fault of ours, and nobody is there to be answered
            status = GONE
        except Exception as error:  # nothing may reach the server around us, whose log is not ours
            log.error("failed", exc_info=error)
            if not has_begun:
                await PlainTextResponse("something went wrong on the server", 500)(scope, receive, send_on)
        finally:
            self.note(scope, status, time.perf_counter() - began)

    def refusal(self, scope: Scope) -> Response | None:
        """The refusal of a request; None for one that goes on."""
        headers = Headers(scope=scope)
        if not is_known(headers.get("host", ""), self.hosts):
            return PlainTextResponse("this server does not go by that name", 421)
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdecimal() or int(length[:12]) > self.body_bytes:
            return PlainTextResponse("the request is too large", 413)
        return None

    def note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count and log an answer."""
        route = getattr(scope.get("route"), "path", "none")
        method = scope["method"] if scope["method"] in ("GET", "POST", "HEAD", "DELETE", "PUT") else "other"
        ANSWERS.labels(method, route, str(status)).inc()
        if not route.endswith(("/live", "/stream")):
            SECONDS.labels(method, route).observe(seconds)
        log.info("answer", method=method, route=route, status=status, ms=round(seconds * 1000, 1))


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
    name = host[: host.index("]") + 1] if host.startswith("[") and "]" in host else host.partition(":")[0]
    return "*" in hosts or name.lower() in hosts
