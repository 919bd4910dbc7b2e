"""Mutated requests to a server in this process: the interface for programs and the forms of the pages."""

from __future__ import annotations

import asyncio
import html
import json
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI

from bellringer.core.contract.registry import game_names
from bellringer.core.shown.words import LANGUAGES
from bellringer.server.app import create_app
from bellringer.server.base.language import words_in
from bellringer.server.base.logs import set_up
from bellringer.server.base.settings import Settings, unlimited
from bellringer.server.visitors.security import KEY_COOKIE, form_token
from tools.mutations import WORDS, as_text, changed, strange

__all__ = ["ServerFault", "judged", "requests"]

GAMES = game_names()
API = "/api/v1"
RENEWED = 200  # requests after which there are new tables
MOST_BODY = 16_384
LONGEST = 20.0  # seconds of waiting for an answer, before it counts as a hang
DESERVED = ("busy", "full")  # the reasons for a 503 that lie in what was asked
ENDLESS = ("/live", "/stream")  # answers that end only with the game
FORMS = ("move", "undo", "lend", "return", "resign", "standing", "say", "sign", "sit", "seat-bot", "leave", "close",
         "ask-back", "answer-back", "rematch", "mute", "report", "aside")  # fmt: skip


class ServerFault(Exception):
    """An answer that is the server's own fault, or that is no refusal in words."""


@dataclass
class Request:
    """A request before it is changed."""

    method: str
    path: str
    query: dict[str, Any]
    body: Any = None
    is_form: bool = False


class Besieged:
    """A server in this process, and some tables there."""

    def __init__(self, app: FastAPI, loop: asyncio.AbstractEventLoop) -> None:
        self.app, self.loop, self.count = app, loop, 0
        self.requests: list[Request] = []
        self.key = ""

    def renew(self, dice: random.Random) -> None:
        """New tables of a new person: one that waits, one that runs, one that is over."""
        self.key = ""
        made: list[str] = []
        for game, others in ((GAMES[-1], "open"), (GAMES[0], "me"), (GAMES[-1], "me")):
            body = {"name": "Anna", "game": game, "seats": [{"kind": "me"}, {"kind": others}]}
            status, text = self.ask("POST", f"{API}/tables", body=json.dumps(body).encode())
            if status != 201:
                raise ServerFault(f"no table: {status} {text[:200]!r}")
            found = json.loads(text)
            self.key = self.key or found["key"]
            made.append(found["table"]["id"])
        self.ask("POST", f"{API}/tables/{made[2]}/resign", body=b'{"seat": 0}')
        self.requests = [one for address in made for one in requests_of(address, self.token, dice)] + general(
            self.token
        )

    @property
    def token(self) -> str:
        """What the forms of this person carry."""
        secret: bytes = self.app.state.service.secret
        return form_token(secret, self.key)

    def ask(self, method: str, path: str, query: str = "", body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """The status and the text of an answer."""
        given = {"host": "localhost", "content-length": str(len(body)), "content-type": "application/json", **headers}
        if self.key:
            given.setdefault("authorization", f"Bearer {self.key}")
            given.setdefault("cookie", f"{KEY_COOKIE}={self.key}")
        return self.loop.run_until_complete(asyncio.wait_for(self._ask(method, path, query, body, given), LONGEST))

    async def _ask(self, method: str, path: str, query: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
        raw = quote(path, safe="/%", errors="replace").encode()
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": path.encode("utf-8", "replace").decode(), "raw_path": raw, "root_path": "",
            "query_string": query.encode("utf-8", "replace"), "client": ("127.0.0.1", 50_000),
            "headers": [(name.encode(), value.encode("latin-1", "replace")) for name, value in headers.items()],
            "server": ("localhost", 80),
        }  # fmt: skip
        status, parts, asked = 0, list[bytes](), 0

        async def receive() -> dict[str, Any]:
            nonlocal asked
            asked += 1
            if asked > 1:
                return {"type": "http.disconnect"}
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)
            parts.append(message.get("body", b""))

        await self.app(scope, receive, send)
        return status, b"".join(parts)

    def case(self, dice: random.Random) -> str:
        """One request, changed. Raises ServerFault."""
        if self.count % RENEWED == 0:
            self.renew(dice)
        self.count += 1
        one = dice.choice(self.requests)
        others = [other.body for other in self.requests if other.body is not None]
        path, query = one.path, changed(one.query, [other.query for other in self.requests], dice)
        if dice.random() < 0.1:
            parts = path.split("/")
            parts[dice.randrange(1, len(parts))] = str(strange(dice))
            path = "/".join(parts)
        if path.endswith(ENDLESS):
            return "refused"
        method = one.method if dice.random() < 0.97 else dice.choice(("GET", "POST", "PUT", "HEAD", "OPTIONS", "\x00"))
        told = "&".join(f"{quote_any(name)}={quote_any(value)}" for name, value in query.items())
        status, text = self.ask(method, path, told, **self.changed_body(one, others, dice))
        return judged(method, path, status, text)

    def changed_body(self, one: Request, others: list[Any], dice: random.Random) -> dict[str, Any]:
        """The body and the headers of a request, changed."""
        if one.body is None:
            return {}
        headers: dict[str, str] = {}
        document = changed(one.body, others, dice)
        if one.is_form and isinstance(document, dict):
            headers["content-type"] = "application/x-www-form-urlencoded"
            if dice.random() < 0.5:
                headers["hx-request"] = "true"
            body = "&".join(f"{quote_any(name)}={quote_any(value)}" for name, value in document.items()).encode()
        else:
            body = as_text(document, dice).encode("utf-8", "surrogatepass")
        if dice.random() < 0.03:
            headers["authorization"] = str(dice.choice(WORDS))
        return {"body": body[:MOST_BODY], **headers}


def quote_any(value: Any) -> str:
    """A value as a part of a query or a form."""
    text = value if isinstance(value, str) else json.dumps(value)
    return quote(text[:3_000], safe="", errors="replace")


def is_deserved(path: str, text: bytes) -> bool:
    """Whether a refusal with 503 is one that a request can deserve: the others tell of trouble of the server's own."""
    if path.startswith(API):
        try:
            return json.loads(text)["error"] in DESERVED
        except (ValueError, KeyError, TypeError):
            return False
    page = html.unescape(text.decode(errors="replace"))
    return any(words_in(language)(f"refused.{code}") in page for language in LANGUAGES for code in DESERVED)


def judged(method: str, path: str, status: int, text: bytes) -> str:
    """`taken` or `refused`. Raises ServerFault for anything else."""
    where = f"{method!r} {path[:80]!r}: {status}"
    if status < 400:
        return "taken"
    if status >= 500 and not (status == 503 and is_deserved(path, text)):
        raise ServerFault(f"{where} {text[:200]!r}")
    if path.startswith(API) and method in ("GET", "POST"):
        try:
            sentence = json.loads(text)["message"]
        except (ValueError, KeyError, TypeError):
            raise ServerFault(f"{where}: no words in {text[:200]!r}") from None
        if not isinstance(sentence, str) or " " not in sentence:
            raise ServerFault(f"{where}: no words in {text[:200]!r}")
    elif method in ("GET", "POST") and not text.strip():
        raise ServerFault(f"{where}: no words")
    return "refused"


def requests_of(address: str, token: str, dice: random.Random) -> list[Request]:
    """What can be asked of a table."""
    path = f"{API}/tables/{address}"
    seat, said = {"seat": 0}, {"seat": 0, "text": "hello"}
    found = [
        Request("GET", f"{path}{end}", {"seat": 0, "lang": "fr", "since": 0, "asked": 0, "move": "pass", "acts": 0})
        for end in ("", "/view", "/events", "/chat", "/asides", "/record", "/preview", "/reports")
    ]
    bodies = {
        "moves": {"seat": 0, "asked": 0, "move": "pass", "then": ""}, "undo": {"seat": 0, "acts": 1},
        "ask-back": {"seat": 0, "acts": 1}, "answer-back": {"seat": 0, "number": 1, "answer": "agree"},
        "resign": seat, "lend": seat, "return": seat, "standing": {"seat": 0, "standing": "ask"}, "chat": said,
        "signs": {"seat": 0, "sign": "hello"}, "asides": {"name": "Anna", "text": "hello"},
        "rematch": {"answer": "yes"},
        "reports": {"place": "table", "line": 1}, "seats/1": {"name": "Ben", "invitation": "1-AAAA"},
    }  # fmt: skip
    found += [Request("POST", f"{path}/{name}", {}, body) for name, body in bodies.items()]
    form = {"csrf": token, "seat": "0", "asked": "0", "number": "1", "move": "pass", "text": "hello", "sign": "hello",
            "name": "Anna", "standing": "ask", "answer": "agree", "line": "table-1", "bot": "random"}  # fmt: skip
    found += [Request("POST", f"/t/{address}/{name}", {}, form, is_form=True) for name in FORMS]
    found += [Request("GET", f"/t/{address}{end}", {"seat": 0, "ready": 1, "notice": "stale"})
              for end in ("", "/record", "/verify", "/preview")]  # fmt: skip
    return found


def general(token: str) -> list[Request]:
    """What can be asked without a table."""
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}, {"kind": "open"}]
    table = {"name": "Anna", "seats": seats, "options": {}, "clock": "none", "joining": "link", "watching": "anyone"}
    form = {"csrf": token, "seats": "3", "level": "random", "game": GAMES[-1], "name_1": "Anna", "who_1": "me",
            "who_2": "bot:random", "who_3": "open", "clock": "none", "language": "fr", "lang": "fr"}  # fmt: skip
    return [
        Request("GET", f"{API}/games", {"lang": "fr"}), Request("GET", f"{API}/tables", {}),
        *(Request("POST", f"{API}/tables", {}, {**table, "game": game}) for game in GAMES),
        *(Request("POST", path, {}, form, is_form=True)
          for path in ("/play", f"/new/{GAMES[-1]}", f"/new/{GAMES[-1]}/check", f"/new/{GAMES[0]}", "/language")),
        *(Request("GET", path, {"seats": 3}) for path in ("/", "/mine", f"/new/{GAMES[-1]}", f"/rules/{GAMES[0]}",
                                                         "/about", "/join/AAAAAAAAAAAAAAAA/1-AAAA", "/picture/x")),
    ]  # fmt: skip


@contextmanager
def requests() -> Iterator[Any]:
    """A server in this process: its case."""
    set_up(False, "CRITICAL")
    loop = asyncio.new_event_loop()
    try:
        with tempfile.TemporaryDirectory() as data:
            limits = unlimited()
            app = create_app(Settings(data=Path(data), pace=0.0, grace=0.0, level="random", threads=1,
                                      hint_iterations=10, limits=limits))  # fmt: skip
            living = app.router.lifespan_context(app)
            loop.run_until_complete(living.__aenter__())
            try:
                yield Besieged(app, loop).case
            finally:
                loop.run_until_complete(living.__aexit__(None, None, None))
    finally:
        loop.close()
