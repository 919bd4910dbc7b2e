"""People who speak to the server through the interface for programs: what the tests of it share."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
from anyio.from_thread import BlockingPortal, start_blocking_portal

from bellringer.server.app import create_app
from bellringer.server.base.settings import Limits, Settings, unlimited
from bellringer.server.serve import Server, listen
from bellringer.server.service import TableService
from bellringer.server.visitors.security import KEY_COOKIE
from tests.server.services import begin_database

if find_spec("sniffio") is None:  # httpx looks for it all over the path at every request inside a process
    sys.modules["sniffio"] = None  # type: ignore[assignment]

API = "/api/v1"
PATIENCE = 30.0  # seconds
LONG = 2_000  # answers that no game needs

NOWHERE = "AAAAAAAAAAAAAAAA"  # the address of no table
UNPACKED = {"accept-encoding": "identity"}  # to pack answers and unpack them is a sixth of what a request takes here
SIGNS_OF_LIFE = ('INSERT INTO "runs"', 'INSERT INTO "workers"')  # when servers ran: what a dump is compared without


def settings_at(data: Path, limits: Limits | None = None, **values: Any) -> Settings:
    """A server whose bots do not wait."""
    return Settings(data=data, pace=0.0, grace=0.0, level="random", limits=limits or unlimited(), **values)


@contextmanager
def at_server(
    data: Path,
    limits: Limits | None = None,
    client: str = "127.0.0.1",
    prepare: Callable[[TableService], object] = lambda service: None,
    **values: Any,
) -> Iterator[Api]:
    """A server in this process, open as long as the block runs. An error that it did not expect is an answer of 500.

    `prepare`: is handed the service before it opens.
    """
    begin_database(data)
    app = create_app(settings_at(data, limits, **values), prepare)
    way = httpx.ASGITransport(app, raise_app_exceptions=False, client=(client, 50_000))
    inside = httpx.AsyncClient(transport=way, base_url="http://localhost", headers=UNPACKED)
    with start_blocking_portal() as portal:
        living = portal.wrap_async_context_manager(app.router.lifespan_context(app))
        with living, portal.wrap_async_context_manager(inside):
            yield Api(app, portal, inside)


def at(api: Api, address: str) -> Api:
    """The same server, as somebody at another address reaches it."""
    way = httpx.ASGITransport(api.app, raise_app_exceptions=False, client=(address, 50_000))
    return Api(api.app, api.portal, httpx.AsyncClient(transport=way, base_url="http://localhost", headers=UNPACKED))


@dataclass
class Api:
    """A server, and what is kept there."""

    app: Any
    portal: BlockingPortal
    inside: httpx.AsyncClient

    def request(self, method: str, path: str, **values: Any) -> httpx.Response:
        """Send a request and wait for the whole answer. No cookie stays from one to the next."""
        found = self.portal.call(partial(self.inside.request, method, path, **values))
        self.inside.cookies.clear()
        return found

    @property
    def service(self) -> TableService:
        """Its tables."""
        service: TableService = self.app.state.service
        return service

    def user(self, name: str, key: str | None = None) -> Caller:
        """Somebody; a newcomer unless a key is given."""
        return Caller(self, name, key)

    def kept(self) -> str:
        """Everything in the database, as text, but for what the server writes of its own life."""
        with closing(sqlite3.connect(self.service.settings.database)) as base:
            return "\n".join(line for line in base.iterdump() if not line.startswith(SIGNS_OF_LIFE))

    def state(self) -> tuple[str, list[tuple[str, bytes, int]]]:
        """Everything that a refused request must not change."""
        rooms = [
            (room.address, bytes(room.live.table.state), len(room.live.acts))
            for room in self.service.tables.rooms.values()
            if room.live is not None
        ]
        return self.kept(), sorted(rooms)


@dataclass
class Caller:
    """A user with a key."""

    api: Api
    name: str
    key: str | None = None

    def ask(self, method: str, path: str, **values: Any) -> Any:
        """Send a request with one's key, under /api/v1; the answer as it is."""
        headers = dict(values.pop("headers", {}))
        if self.key is not None:
            headers.setdefault("authorization", f"Bearer {self.key}")
        return self.api.request(method, API + path, headers=headers, **values)

    def get(self, path: str, **query: Any) -> Any:
        """The document at a path."""
        answer = self.ask("GET", path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **sent: Any) -> Any:
        """The answer to a document."""
        answer = self.ask("POST", path, json=sent)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def make(self, game: str, *seats: str, **more: Any) -> Any:
        """A new table; a seat is `me`, `open` or a bot's name. Keeps the key."""
        wanted = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats]
        made = self.post("/tables", name=self.name, game=game, seats=wanted, **{"watching": "anyone", **more})
        self.key = made["key"]
        return made

    def sit(self, address: str, seat: int, invitation: str = "", **more: Any) -> Any:
        """Sit down. Keeps the key."""
        seated = self.post(f"/tables/{address}/seats/{seat}", name=self.name, invitation=invitation, **more)
        self.key = seated["key"]
        return seated


def two_at(api: Api, game: str, seats: int, **more: Any) -> tuple[str, list[tuple[Caller, list[int]]]]:
    """A table that two people share: the address, and each with the seats held, every other one."""
    anna, ben = api.user("Anna"), api.user("Ben")
    made = anna.make(game, *("open" if seat % 2 else "me" for seat in range(seats)), **more)
    address = made["table"]["id"]
    for seat, invitation in made["invitations"].items():
        ben.sit(address, int(seat), invitation)
    return address, [(anna, list(range(0, seats, 2))), (ben, list(range(1, seats, 2)))]


def play_on(address: str, people: list[tuple[Caller, list[int]]], dice: random.Random, most: int = LONG) -> int:
    """All who are asked answer at random, until the game is over or so many answers are given; how many were."""
    given = 0
    while given < most:
        pending = people[0][0].get(f"/tables/{address}")["pending"]
        if not pending:
            break
        for user, own in people:
            for seat in set(own) & set(pending):
                given += answer(user, address, seat, dice)
    return given


def answer(user: Caller, address: str, seat: int, dice: random.Random) -> bool:
    """Answer a seat's question, if there is one."""
    view = user.get(f"/tables/{address}/view", seat=seat)
    if view["asked"] is None:
        return False
    move = dice.choice(view["moves"])["name"]
    done = user.post(f"/tables/{address}/moves", seat=seat, asked=view["asked"], move=move)
    assert (done["seat"], done["kind"], done["word"]) == (seat, "move", move)
    return True


def told(text: str) -> list[tuple[str, Any]]:
    """The messages of an event stream: id and document."""
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":") and ": " in line)
        if lines:
            found.append((lines["id"], json.loads(lines["data"])))
    return found


@contextmanager
def serving(settings: Settings, prepare: Callable[[Server], object] = lambda server: None) -> Iterator[str]:
    """A server that listens, in a thread of this process: its address. `prepare`: is handed it before it does."""
    begin_database(settings.data)
    listening = listen("127.0.0.1", 0)
    server = Server(create_app(settings), settings)
    prepare(server)
    server.config.timeout_graceful_shutdown = 1
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)


@contextmanager
def process(data: Path, log: Path, *options: str) -> Iterator[str]:
    """`bellringer serve` as it is typed, with its log in a file: its address."""
    words = [sys.executable, "-m", "bellringer", "serve", "--port", "0", "--data", str(data), "--pace", "0"]
    with log.open("w") as written:
        server = subprocess.Popen([*words, *options], stdout=subprocess.PIPE, stderr=written, text=True)
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            yield line.split(" at ")[1].split(" ")[0].rstrip("/")
        finally:
            server.terminate()
            server.wait(20)
            assert server.stdout is not None
            server.stdout.close()


def to_move(address: str, *people: Caller) -> tuple[Caller, dict[str, Any]]:
    """Who is asked, and the view of it."""
    for seat, user in enumerate(people):
        view = user.get(f"/tables/{address}/view", seat=seat)
        if view["asked"] is not None:
            return user, view
    raise AssertionError("nobody is asked")


def refused(answer: Any, status: int, code: str | None = None) -> dict[str, Any]:
    """The document of a refusal."""
    assert answer.status_code == status, (answer.status_code, answer.text)
    document: dict[str, Any] = answer.json()
    assert document["message"] and document["error"]
    assert code is None or document["error"] == code, document
    return document


def browser(api: Api, key: str | None = None) -> tuple[str, str]:
    """The key of a browser and what its forms carry."""
    headers = {} if key is None else {"cookie": f"{KEY_COOKIE}={key}"}
    answer = api.request("GET", "/about", headers=headers)
    token = re.search(r'name="csrf"\s+value="(\w+)"', answer.text)
    assert token is not None
    return key or answer.headers["set-cookie"].split(";")[0].split("=", 1)[1], token[1]


def submit(api: Api, path: str, key: str, csrf: str | None, more: dict[str, str] | None = None, **form: str) -> Any:
    """Send a form as a browser does."""
    sent = {**form, **({} if csrf is None else {"csrf": csrf})}
    return api.request("POST", path, data=sent, headers={"cookie": f"{KEY_COOKIE}={key}", **(more or {})})


async def first_message(app: Any, path: str, headers: list[tuple[str, str]]) -> bytes:
    """Listen to a stream until its first message has come, or it ends."""
    sent, has_come = bytearray(), asyncio.Event()
    where, _, query = path.partition("?")
    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "GET",
        "scheme": "http", "path": where, "raw_path": where.encode(), "query_string": query.encode(), "root_path": "",
        "client": ("127.0.0.1", 50_000), "server": ("localhost", 80),
        "headers": [(b"host", b"localhost"), *((name.encode(), value.encode()) for name, value in headers)],
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        await has_come.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.extend(str(message["status"]).encode() if "status" in message else message.get("body", b""))
        if b"data: " in sent:
            has_come.set()

    await asyncio.wait_for(app(scope, receive, send), PATIENCE)
    return bytes(sent)
