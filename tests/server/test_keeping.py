"""An answer is begun only when it can be ended, whatever the disk refuses in between: every route, every moment."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError
from starlette.routing import Route
from structlog.testing import capture_logs

from bellringer.server.app import packed_file
from bellringer.server.drawing.site.templating import static, static_files
from bellringer.server.store.writer import NotStored, Owed
from bellringer.server.visitors.security import KEY_COOKIE, form_token
from tests.server.callers import API, Api, Caller, at_server, two_at
from tests.server.test_api_fields import GOOD, resolved

pytestmark = pytest.mark.unhurried

Message = dict[str, Any]
STREAMS = ("/live", "/stream")


def full_disk() -> OperationalError:
    """What the database says when there is no room."""
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return OperationalError("insert", {}, error)


async def sent_by(app: Any, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> list[Message]:
    """All messages of the answer to a request, whose visitor goes away after it."""
    sent, has_come = list[Message](), asyncio.Event()
    where, _, query = path.partition("?")
    given = {"host": "localhost", "content-length": str(len(body)), **headers}
    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": method,
        "scheme": "http", "path": where, "raw_path": where.encode(), "query_string": query.encode(), "root_path": "",
        "client": ("127.0.0.1", 50_000), "server": ("localhost", 80),
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
    }  # fmt: skip
    parts = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        if parts:
            return parts.pop()
        await has_come.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)
        if message["type"] == "http.response.body":
            has_come.set()

    await asyncio.wait_for(app(scope, receive, send), 20)
    return sent


def assert_whole(sent: list[Message], what: object) -> int:
    """Hold an answer to its length: what has begun is ended. Returns its status."""
    assert sent and sent[0]["type"] == "http.response.start", what
    headers = {name.lower(): value for name, value in sent[0]["headers"]}
    body = b"".join(message.get("body", b"") for message in sent[1:])
    assert len(sent) > 1 and not sent[-1].get("more_body"), (what, sent[0]["status"], "it is not ended")
    assert int(headers.get(b"content-length", len(body))) == len(body), (what, sent[0]["status"])
    status: int = sent[0]["status"]
    return status


@pytest.fixture
def refused_at(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many waits for the disk succeed before one fails; none fails at first."""
    left, whole = [1_000], Owed.settled

    async def settled(owed: Owed) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise NotStored from full_disk()
        await whole(owed)

    monkeypatch.setattr(Owed, "settled", settled)
    return left


def requests_at(api: Api, anna: Caller, address: str, path: str) -> Iterator[tuple[str, str, dict[str, str], bytes]]:
    """Every operation and every page, about a table."""
    key = anna.key or ""
    document = api.app.openapi()
    parts = document["components"]["schemas"]
    for pattern, operations in document["paths"].items():
        for method, operation in operations.items():
            where = pattern.format(address=address, seat=0, game="rattus")
            query = "?seat=0&asked=0&move=x" if pattern.endswith("/preview") else ""
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            required = resolved(content.get("schema", {}), parts).get("required", ())
            body = json.dumps({name: GOOD[name] for name in required}).encode() if content else b""
            headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}
            yield method.upper(), where + query, headers, body
    filled = {"address": address, "game": "rattus", "folder": "", "fingerprint": "x", "name": "site.css", "token": "x",
              "screen": "aim", "chapter": "aim", "number": "1"}  # fmt: skip
    csrf = form_token(api.service.secret, key)
    form = f"csrf={csrf}&seat=0&asked=0&move=x&text=hello&lang=fr&back=/&game=rattus&seats=2&level=random".encode()
    pages = [route for route in api.app.router.routes if isinstance(route, Route) and not route.path.startswith(API)]
    for route in pages:
        where = route.path.format_map({**filled, "picture": "rattus"})
        for method in sorted(route.methods or ()):
            kind = {"content-type": "application/x-www-form-urlencoded"} if method == "POST" else {}
            yield method, where, {"cookie": f"{KEY_COOKIE}={key}", **kind}, form if method == "POST" else b""


@pytest.mark.slow
@pytest.mark.parametrize("waits", [0, 1])
def test_no_answer_is_begun_that_can_not_be_ended(tmp_path: Path, refused_at: list[int], waits: int) -> None:
    """The disk refuses after so many waits for it, which come before the head of an answer and before its body."""
    with at_server(tmp_path, hint_iterations=20, threads=1) as api, capture_logs():
        address, [(anna, _), _] = two_at(api, "rattus", 2, hints="all")
        statuses = set()
        for method, path, headers, body in list(requests_at(api, anna, address, tmp_path.name)):
            refused_at[0] = waits
            sent = api.portal.call(partial(sent_by, api.app, method, path, headers, body))
            refused_at[0] = 1_000
            if path.partition("?")[0].endswith(STREAMS):
                assert sent, "a stream just ends"
            else:
                statuses.add(assert_whole(sent, (method, path)))
        assert statuses == {503} if waits == 0 else statuses >= {200, 201, 303, 404, 409}, statuses


def test_a_stream_that_can_not_be_sent_leaves_no_listener(tmp_path: Path, refused_at: list[int]) -> None:
    """Its generator has ended when its answer has: nobody waits for the garbage collector."""
    with at_server(tmp_path) as api, capture_logs():
        address, [(anna, _), _] = two_at(api, "rattus", 2)

        async def listeners_after(path: str, headers: dict[str, str]) -> int:
            refused_at[0] = 1  # the head of the answer leaves, its first event does not
            sent = await sent_by(api.app, "GET", path, headers)
            refused_at[0] = 1_000
            assert [message["type"] for message in sent] == ["http.response.start"], path
            return len(api.service.listeners.all)

        streams = [
            (f"{path}?at={address}" if "asked" in path else path, headers)
            for method, path, headers, _ in requests_at(api, anna, address, tmp_path.name)
            if method == "GET" and path.partition("?")[0].endswith(STREAMS)
        ]
        assert len(streams) == 3
        assert [api.portal.call(listeners_after, *stream) for stream in streams] == [0, 0, 0]


@pytest.mark.slow
def test_a_change_that_fails_between_the_head_and_the_body_cuts_nothing(tmp_path: Path) -> None:
    """As a bot's move that the disk refuses while the answer about its table is sent."""
    with at_server(tmp_path) as api, capture_logs():
        address, [(anna, _), _] = two_at(api, "rattus", 2)
        table = api.service.tables.rooms[address].kept.id

        def fail(_: Connection) -> None:
            raise full_disk()

        async def looked() -> list[Message]:
            sent = list[Message]()

            async def send(message: Message) -> None:
                sent.append(message)
                if message["type"] == "http.response.start":
                    with pytest.raises(NotStored):
                        owed = Owed(lines={api.service.store.changes.line(table): None})
                        api.service.store.changes.put(fail, table)
                        await owed.settled()

            async def receive() -> Message:
                return {"type": "http.request", "body": b"", "more_body": False}

            path = f"{API}/tables/{address}"
            await api.app({
                "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
                "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "",
                "client": ("127.0.0.1", 1), "server": ("localhost", 80),
                "headers": [(b"host", b"localhost"), (b"authorization", f"Bearer {anna.key}".encode())],
            }, receive, send)  # fmt: skip
            return sent

        assert assert_whole(api.portal.call(looked), "a table") == 200


def test_a_file_that_can_not_be_read_is_no_answer_with_a_length_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise OSError(5, "Input/output error")

    with at_server(tmp_path) as api, capture_logs():
        assert all(static(name) for name in static_files()), "their fingerprints are known from now on"
        packed_file.cache_clear()
        monkeypatch.setattr(anyio, "open_file", fail)
        monkeypatch.setattr(Path, "read_bytes", fail)
        assert {status_of(api, name) for name in static_files()} == {500}
        monkeypatch.undo()
        assert {status_of(api, name) for name in static_files()} == {200}


def status_of(api: Api, name: str) -> int:
    """The status of the answer with a static file, which is whole."""
    return assert_whole(api.portal.call(partial(sent_by, api.app, "GET", static(name), {})), name)
