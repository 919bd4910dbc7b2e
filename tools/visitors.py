"""Visitors of a server as browsers are: cookies, forms, pages that listen to their streams.

The tools that measure a server play with them. They do as little as they can, since they use the same cores as the
server.
"""

from __future__ import annotations

import asyncio
import html
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote_plus

from bellringer.core.contract.options import Option
from bellringer.core.contract.registry import find, game_names

__all__ = [
    "NO_PROMPT",
    "STREAM",
    "TOKEN",
    "Browser",
    "Figures",
    "Form",
    "Heard",
    "Place",
    "Player",
    "Wrong",
    "end",
    "first",
    "lists",
    "read_head",
    "serving",
]

READY = re.compile(r"http://127\.0\.0\.1:(\d+)/")
CHOICE = re.compile(r'name="move"[^>]*?value="([^"]+)"|value="([^"]+)"[^>]*?name="move"')
ASKED = re.compile(r'name="asked"[^>]*?value="(\d+)"|value="(\d+)"[^>]*?name="asked"')
STREAM = re.compile(r'data-live="([^"]+)"')
TOKEN = re.compile(r'name="csrf" value="([^"]+)"')
PAGE = re.compile(r"page=([\w-]+)")
OVER = re.compile(r'id="prompt" class="[^"]*is-over')
PROMPT, PROMPT_END = b'id="prompt"', b"</section>"
NO_PROMPT = "-"  # a message that changes other parts of a page
LONGEST_WAIT = 30.0  # seconds for what came of a move
Form = Mapping[str, str | Sequence[str]]  # of fields; one with several values is sent several times


class Wrong(Exception):
    """The server answered something that no page can be read from."""


@dataclass
class Answer:
    """The status, headers and text of an HTTP answer."""

    status: int
    headers: dict[str, str]
    text: str


class Browser:
    """A browser: a connection that is kept open for forms, and its cookie. `source`: the address that it comes from."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.port, self.source, self.cookie, self.size = port, source, "", 0
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def open(self, limit: int = 1 << 16) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to the server."""
        return await asyncio.open_connection("127.0.0.1", self.port, limit=limit, local_addr=(self.source, 0))

    async def ask(self, method: str, path: str, body: Form | None = None, **headers: str) -> Answer:
        """Send a request on the kept connection, and read the whole answer. Raises OSError, EOFError.

        The server may close a connection that was idle just as a request is on its way: that is sent again, by a new
        one, as browsers do.
        """
        is_kept = self.writer is not None and self.reader is not None and not self.reader.at_eof()
        try:
            answer = await self._sent(is_kept, self.head(method, path, body, headers))
        except (ConnectionError, EOFError):
            if not is_kept:
                raise
            answer = await self._sent(False, self.head(method, path, body, headers))
        assert self.reader is not None
        length = int(answer.headers.get("content-length", 0))
        answer.text = (await self.reader.readexactly(length)).decode() if length else ""
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        if answer.headers.get("connection") == "close":
            await self.close()
        return answer

    async def _sent(self, is_kept: bool, request: bytes) -> Answer:
        """Send a request on the kept connection or a new one; the head of its answer. Raises OSError, EOFError."""
        if not is_kept:
            await self.close()
            self.reader, self.writer = await self.open()
        assert self.reader is not None and self.writer is not None
        self.writer.write(request)
        return await read_head(self.reader)

    async def close(self) -> None:
        """Close the connection that is kept."""
        if self.writer is not None:
            await end(self.writer)
        self.reader = self.writer = None

    def head(self, method: str, path: str, body: Form | None, headers: Mapping[str, str]) -> bytes:
        """The text of an HTTP request."""
        fields = [
            (name, one)
            for name, value in (body or {}).items()
            for one in ([value] if isinstance(value, str) else value)
        ]
        text = "&".join(f"{name}={quote_plus(one)}" for name, one in fields)
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Content-Length: {len(text)}"]
        lines += [f"Cookie: {self.cookie}"] if self.cookie else []
        lines += ["Content-Type: application/x-www-form-urlencoded"] if body else []
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        return ("\r\n".join(lines) + "\r\n\r\n" + text).encode()

    async def listen(self, path: str, heard: asyncio.Queue[str] | None) -> None:
        """Open a page's event stream. Its messages go into a queue, or are only counted. Raises Wrong if refused."""
        reader, writer = await self.open(1 << 22)
        try:
            writer.write(self.head("GET", path, None, {"Accept": "text/event-stream"}))
            answer = await read_head(reader)
            if answer.status != 200:
                raise Wrong(f"a stream: {answer.status}")
            rest = b""
            while chunk := await reader.read(1 << 18):  # in large pieces: this process must not be what is slow
                self.size += len(chunk)
                if heard is None:
                    continue
                *messages, rest = (rest + chunk).split(b"\n\n")
                for message in messages:
                    if b"data: " in message:
                        heard.put_nowait(prompt_in(message))
        finally:
            await end(writer)


def prompt_in(message: bytes) -> str:
    """The prompt in a message of a stream, which has all that may be played: most of a message is the board."""
    start = message.find(PROMPT)
    return NO_PROMPT if start < 0 else message[start : message.find(PROMPT_END, start)].decode()


async def end(writer: asyncio.StreamWriter) -> None:
    """Close a connection, whatever the other side has done to it."""
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


async def read_head(reader: asyncio.StreamReader) -> Answer:
    """Read the status line and the headers of an answer. Raises EOFError if there is none."""
    words = (await reader.readline()).split()
    if len(words) < 2:
        raise EOFError("the server closed the connection without an answer")
    headers = {}
    while line := (await reader.readline()).decode().strip():
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    return Answer(int(words[1]), headers, "")


@dataclass
class Figures:
    """The measured times by game, in seconds: from a move to its answer, and to the update of the page."""

    moves: dict[str, list[float]] = field(default_factory=lambda: {game: [] for game in game_names()})
    shown: dict[str, list[float]] = field(default_factory=lambda: {game: [] for game in game_names()})
    wrong: list[str] = field(default_factory=list)
    refused: int = 0
    due: int = 0  # moves at fixed times
    idle: int = 0  # of them, those that were due while nobody was asked
    replaced: int = 0  # games that were over, and others that began in their place

    def all_moves(self) -> list[float]:
        """The times of the answers, of all games."""
        return [seconds for times in self.moves.values() for seconds in times]


@dataclass
class Player:
    """A person at a table against bots. `text`: what the page holds that says what may be played."""

    browser: Browser
    game: str
    table: str = ""
    page: str = ""
    token: str = ""
    answered: str = ""  # the last question that was answered
    asked: str = ""  # the question of the page, and the moves that answer it
    choices: tuple[str, ...] = ()
    is_over: bool = False

    async def sit(self, level: str, everything: bool = False) -> str:
        """Start a game against bots and open its page. Returns the address of the page's stream. Raises Wrong."""
        if self.is_over:
            made = await self.browser.ask("POST", f"{self.table}/rematch", {"csrf": self.token})
        else:
            made = await self.new_table(level, everything)
        if "location" not in made.headers:
            raise Wrong(f"no table: {made.status} {made.text[:200]}")
        self.table, self.answered = made.headers["location"], ""
        page = await self.browser.ask("GET", self.table)
        stream = html.unescape(first(STREAM, page.text))
        self.page = first(PAGE, stream)
        self.read(page.text)
        return stream

    async def new_table(self, level: str, everything: bool) -> Answer:
        """Send the form of a new table. The answer says where it is."""
        front = await self.browser.ask("GET", "/")
        self.token = first(TOKEN, front.text)
        if everything:
            wanted = {"csrf": self.token, **all_modules(self.game, level)}
            return await self.browser.ask("POST", f"/new/{self.game}", wanted)
        form = {"csrf": self.token, "game": self.game, "seats": "4", "level": level}
        made = await self.browser.ask("POST", "/play", form)
        if "location" in made.headers:  # so that others can look on
            await self.browser.ask("POST", f"{made.headers['location']}/watching", {**form, "watching": "anyone"})
        return made

    def read(self, text: str) -> None:
        """Take in what the page asks now. A message without a prompt leaves it as it was."""
        if 'id="prompt"' not in text:
            return
        asked = ASKED.search(text)
        self.asked = (asked[1] or asked[2]) if asked is not None else ""
        self.choices = tuple(html.unescape(one or other) for one, other in CHOICE.findall(text))
        self.is_over = OVER.search(text) is not None

    def is_asked(self, heard: asyncio.Queue[str]) -> bool:
        """Whether the page, as far as it has been heard, asks something that has not been answered yet."""
        while not heard.empty():
            self.read(heard.get_nowait())
        return bool(self.choices) and self.asked not in ("", self.answered)

    async def move(self, dice: random.Random, heard: asyncio.Queue[str], figures: Figures, due: float) -> None:
        """Answer the question of the page. Its times count from when the answer was due."""
        self.answered = self.asked
        form = {"csrf": self.token, "seat": "0", "asked": self.asked, "move": dice.choice(self.choices)}
        answer = await self.browser.ask("POST", f"{self.table}/move", form, HX_Request="true", X_Page=self.page)
        seconds = time.perf_counter() - due
        if answer.status == 204:
            figures.moves[self.game].append(seconds)
            try:
                async with asyncio.timeout(LONGEST_WAIT):
                    while (message := await heard.get()) == NO_PROMPT:
                        pass  # not yet what came of it
                self.read(message)
            except TimeoutError:
                figures.wrong.append(f"nothing came of a move within {LONGEST_WAIT:.0f} s")
                return
            figures.shown[self.game].append(time.perf_counter() - due)
        elif answer.status == 200:  # the page's stream is not open yet: the answer has what is new
            figures.moves[self.game].append(seconds)
            self.read(answer.text)
        elif answer.status == 409:
            figures.refused += 1
        else:
            figures.wrong.append(f"{answer.status} {answer.text[:200]}")


class Heard(asyncio.Queue[str]):
    """The prompts of the messages to a page. `tell`: is called whenever one has come."""

    def __init__(self, tell: Callable[[], None]) -> None:
        super().__init__()
        self.tell = tell

    def put_nowait(self, item: str) -> None:
        super().put_nowait(item)
        if item != NO_PROMPT:
            self.tell()


@dataclass(eq=False)
class Place:
    """A table with two pages that listen: a person's and a spectator's. `tell`: is called when it may be asked."""

    player: Player
    spectator: Browser
    heard: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    listening: list[asyncio.Task[None]] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)  # what became of pages that are closed since
    is_busy: bool = False  # a move is on its way, or the next game is about to begin
    tell: Callable[[Place], None] = lambda place: None

    async def begin(self, level: str, everything: bool = False) -> None:
        """Begin a game, and open both pages. What they listened to before is closed. Raises Wrong."""
        await self.close()
        self.heard = Heard(lambda: self.tell(self))
        stream = await self.player.sit(level, everything)
        page = await self.spectator.ask("GET", self.player.table)
        other = html.unescape(first(STREAM, page.text))
        self.listening = [
            asyncio.create_task(self.player.browser.listen(stream, self.heard)),
            asyncio.create_task(self.spectator.listen(other, None)),
        ]

    @property
    def is_ready(self) -> bool:
        """Whether its person could make a move now."""
        return not self.is_busy and self.player.is_asked(self.heard)

    @property
    def size(self) -> int:
        """The bytes that its pages have been sent."""
        return self.player.browser.size + self.spectator.size

    def trouble(self) -> list[str]:
        """What went wrong with the pages that listen, or that have listened to games before."""
        ended = [task for task in self.listening if task.done() and not task.cancelled()]
        return self.failed + [f"a page that listens: {task.exception() or 'its stream has ended'!r}" for task in ended]

    async def close(self) -> None:
        """Close both pages. What was refused to them is kept: a stream that has only ended may end with its game."""
        failed = [task.exception() for task in self.listening if task.done() and not task.cancelled()]
        self.failed += [f"a page that listens: {error!r}" for error in failed if error is not None]
        for task in self.listening:
            task.cancel()
        await asyncio.gather(*self.listening, return_exceptions=True)
        self.listening = []

    async def leave(self) -> None:
        """Close both pages and all connections."""
        await self.close()
        for browser in (self.player.browser, self.spectator):
            await browser.close()


def all_modules(game: str, level: str) -> Form:
    """The form of a table with as many seats as there can be, of each list all, or what is drawn."""
    found = find(game)
    seats = {f"who_{seat}": f"bot:{level}" for seat in range(2, found.most_seats + 1)}
    drawn = {name: [word for word, one in option.sets.items() if one.is_drawn] for name, option in lists(game).items()}
    chosen = {name: drawn[name][0] if drawn[name] else option.allowed for name, option in lists(game).items()}
    return {"seats": str(found.most_seats), "name_1": "Anna", "who_1": "me", "watching": "anyone", **seats, **chosen}


def lists(game: str) -> dict[str, Option]:
    """The options of which a table chooses several values."""
    return {name: option for name, option in find(game).options.items() if option.several}


def first(pattern: re.Pattern[str], text: str) -> str:
    """The first group of a pattern. Raises Wrong if the text does not match."""
    found = pattern.search(text)
    if found is None:
        raise Wrong(f"nothing like {pattern.pattern} in a page of the server: {text[:200]}")
    return found[1]


@contextmanager
def serving(data: Path, *options: str, log: Path | None = None) -> Iterator[tuple[int, int]]:
    """`bellringer serve` on loopback, as it is typed: its port and its process. `log`: for what it says of errors."""
    command = [sys.executable, "-m", "bellringer", "serve", "--port", "0", "--data", str(data), *options]
    with (
        log.open("w") if log is not None else nullcontext() as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as server,
    ):
        try:
            assert server.stdout is not None
            yield int(first(READY, server.stdout.readline())), server.pid
        finally:
            server.terminate()
