"""Measure a server under load: how long a move takes from request to answer, as a browser sends it.

    python tools/load.py --tables 100 --seconds 60

It starts a server on loopback with an empty folder, sits down at many tables against bots, opens two listening pages at
each (a person's and a spectator's), and lets every person play random legal moves after a few seconds of thought. It
prints a Markdown table and stops the server. With `--everything` all tables are of games that have modules, with all of
them and as many seats as there can be.

With `--rate 50` moves come at fixed times, so many a second, whether or not those before have been answered; each is
timed from when it was due. A move goes to any table whose person is asked; when there is none, that is counted.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote_plus

import uvloop

from bellringer.core.options import Option
from bellringer.core.registry import find, game_names

READY = re.compile(r"http://127\.0\.0\.1:(\d+)/")
CHOICE = re.compile(r'name="move"[^>]*?value="([^"]+)"|value="([^"]+)"[^>]*?name="move"')
ASKED = re.compile(r'name="asked"[^>]*?value="(\d+)"|value="(\d+)"[^>]*?name="asked"')
STREAM = re.compile(r'hx-sse:connect="([^"]+)"')
TOKEN = re.compile(r'name="csrf" value="([^"]+)"')
PAGE = re.compile(r"page=([\w-]+)")
LONGEST_WAIT = 10.0  # seconds for what came of a move
Form = Mapping[str, str | Sequence[str]]  # of fields; one with several values is sent several times
THOUGHT = (2.0, 6.0)  # seconds, from and to, that a person thinks about a move


@dataclass
class Answer:
    """The status, headers and text of an HTTP answer."""

    status: int
    headers: dict[str, str]
    text: str


class Browser:
    """A browser: a connection that is kept open for forms, and its cookie."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie, self.size = port, "", 0
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: Form | None = None, **headers: str) -> Answer:
        """Send a request on the kept connection, and read the whole answer."""
        if self.writer is None or (self.reader is not None and self.reader.at_eof()):
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.reader is not None
        self.writer.write(self.head(method, path, body, headers))
        answer = await read_head(self.reader)
        length = int(answer.headers.get("content-length", 0))
        answer.text = (await self.reader.readexactly(length)).decode() if length else ""
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        return answer

    def head(self, method: str, path: str, body: Form | None, headers: dict[str, str]) -> bytes:
        """The text of an HTTP request."""
        fields = [
            (name, one) for name, value in (body or {}).items() for one in ([value] if value is str(value) else value)
        ]
        text = "&".join(f"{name}={quote_plus(one)}" for name, one in fields)
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Content-Length: {len(text)}"]
        lines += [f"Cookie: {self.cookie}"] if self.cookie else []
        lines += ["Content-Type: application/x-www-form-urlencoded"] if body else []
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        return ("\r\n".join(lines) + "\r\n\r\n" + text).encode()

    async def listen(self, path: str, heard: asyncio.Queue[str] | None) -> None:
        """Open a page's event stream. Its messages go into a queue, or are only counted."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        writer.write(self.head("GET", path, None, {"Accept": "text/event-stream"}))
        answer = await read_head(reader)
        assert answer.status == 200, answer
        rest = b""
        while chunk := await reader.read(1 << 18):  # in large pieces: this process must not be what is slow
            self.size += len(chunk)
            if heard is None:
                continue
            *messages, rest = (rest + chunk).split(b"\n\n")
            for message in messages:
                if b"data: " in message:
                    heard.put_nowait(message.decode())


async def read_head(reader: asyncio.StreamReader) -> Answer:
    """Read the status line and the headers of an answer."""
    status = int((await reader.readline()).split()[1])
    headers = {}
    while line := (await reader.readline()).decode().strip():
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    return Answer(status, headers, "")


@dataclass
class Figures:
    """The measured times by game, in seconds: from a move to its answer, and to the update of the page."""

    moves: dict[str, list[float]] = field(default_factory=lambda: {game: [] for game in game_names()})
    shown: dict[str, list[float]] = field(default_factory=lambda: {game: [] for game in game_names()})
    wrong: list[str] = field(default_factory=list)
    refused: int = 0
    idle: int = 0  # moves that were due while nobody was asked


@dataclass
class Player:
    """A person at a table against bots."""

    browser: Browser
    game: str
    table: str = ""
    page: str = ""
    token: str = ""
    text: str = ""  # what the page holds that says what may be played
    answered: str = ""  # the last question that was answered

    async def sit(self, level: str, everything: bool) -> str:
        """Start a game against bots and open its page. Returns the address of the page's stream."""
        front = await self.browser.ask("GET", "/")
        self.token = first(TOKEN, front.text)
        form = {"csrf": self.token, "game": self.game, "seats": "4", "level": level}
        if everything:
            made = await self.browser.ask(
                "POST", f"/new/{self.game}", {"csrf": self.token, **all_modules(self.game, level)}
            )
        else:
            made = await self.browser.ask("POST", "/play", form)
        self.table = made.headers["location"]
        page = await self.browser.ask("GET", self.table)
        self.text = page.text
        stream = html.unescape(first(STREAM, page.text))
        self.page = first(PAGE, stream)
        return stream

    async def play(self, dice: random.Random, heard: asyncio.Queue[str], figures: Figures, until: float) -> None:
        """Make moves, each after some seconds of thought, until the time is over."""
        while time.monotonic() < until:
            await asyncio.sleep(dice.uniform(*THOUGHT))
            if self.is_asked(heard):
                await self.move(dice, heard, figures, time.perf_counter())

    def is_asked(self, heard: asyncio.Queue[str]) -> bool:
        """Whether the page, as far as it has been heard, asks something that has not been answered yet."""
        while not heard.empty():
            self.text = newest(self.text, heard.get_nowait())
        asked = ASKED.search(self.text)
        return asked is not None and (asked[1] or asked[2]) != self.answered and CHOICE.search(self.text) is not None

    async def move(self, dice: random.Random, heard: asyncio.Queue[str], figures: Figures, due: float) -> None:
        """Answer the question of the page. Its times count from when the answer was due."""
        choices = [html.unescape(one or other) for one, other in CHOICE.findall(self.text)]
        asked = ASKED.search(self.text)
        assert asked is not None
        self.answered = asked[1] or asked[2]
        form = {"csrf": self.token, "seat": "0", "asked": self.answered, "move": dice.choice(choices)}
        answer = await self.browser.ask("POST", f"{self.table}/move", form, HX_Request="true", X_Page=self.page)
        seconds = time.perf_counter() - due
        if answer.status == 204:
            figures.moves[self.game].append(seconds)
            try:
                self.text = newest(self.text, await asyncio.wait_for(heard.get(), LONGEST_WAIT))
            except TimeoutError:
                figures.wrong.append(f"nothing came of a move within {LONGEST_WAIT:.0f} s")
                return
            figures.shown[self.game].append(time.perf_counter() - due)
        elif answer.status == 409:
            figures.refused += 1
        else:
            figures.wrong.append(f"{answer.status} {answer.text[:200]}")


Sitting = tuple[Player, "asyncio.Queue[str]"]


async def arrivals(players: list[Sitting], rate: float, dice: random.Random, figures: Figures, seconds: float) -> None:
    """Let moves come at fixed times, each at a table where somebody is asked and whose last move is over."""
    start, moving, tasks = time.perf_counter(), set[int](), []

    async def one(turn: int, due: float) -> None:
        player, heard = players[turn]
        moving.add(turn)
        await player.move(dice, heard, figures, due)
        moving.discard(turn)

    for number in range(int(rate * seconds)):
        due = start + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        turns = dice.sample(range(len(players)), len(players))
        ready = (turn for turn in turns if turn not in moving and players[turn][0].is_asked(players[turn][1]))
        if (turn := next(ready, None)) is None:
            figures.idle += 1
        else:
            tasks.append(asyncio.create_task(one(turn, due)))
    await asyncio.gather(*tasks)


def all_modules(game: str, level: str) -> Form:
    """The form of a table with as many seats as there can be, of each list all, or what is drawn."""
    found = find(game)
    seats = {f"who_{seat}": f"bot:{level}" for seat in range(2, found.most_seats + 1)}
    drawn = {name: [word for word, one in option.sets.items() if one.is_drawn] for name, option in lists(game).items()}
    chosen = {name: drawn[name][0] if drawn[name] else option.allowed for name, option in lists(game).items()}
    return {"seats": str(found.most_seats), "name_1": "Anna", "who_1": "me", **seats, **chosen}


def lists(game: str) -> dict[str, Option]:
    """The options of which a table chooses several values."""
    return {name: option for name, option in find(game).options.items() if option.several}


def newest(text: str, message: str) -> str:
    """The page's prompt after a message. A message without a prompt leaves it as it was."""
    return message if 'id="prompt"' in message else text


def first(pattern: re.Pattern[str], text: str) -> str:
    """The first group of a pattern. Raises an error if the text does not match."""
    found = pattern.search(text)
    if found is None:
        raise SystemExit(f"load: nothing like {pattern.pattern} in a page of the server")
    return found[1]


async def load(
    port: int, tables: int, seconds: float, level: str, seed: int, everything: bool = False, rate: float = 0.0
) -> tuple[Figures, int]:
    """Let all people play at once. Returns the times, and the bytes sent to the open pages.

    `rate`: moves a second at fixed times, instead of people who think.
    """
    games = [game for game in game_names() if lists(game)] if everything else game_names()
    figures, dice, listening, players = Figures(), random.Random(seed), [], []
    browsers, until = [], 0.0
    for number in range(tables):
        player = Player(Browser(port), games[number % len(games)])
        heard: asyncio.Queue[str] = asyncio.Queue()
        stream = await player.sit(level, everything)
        spectator = Browser(port)
        page = await spectator.ask("GET", player.table)
        other = html.unescape(first(STREAM, page.text))
        listening.append(asyncio.create_task(player.browser.listen(stream, heard)))
        listening.append(asyncio.create_task(spectator.listen(other, None)))
        browsers += [player.browser, spectator]
        players.append((player, heard))
    until = time.monotonic() + seconds
    print(f"{tables} tables, {len(listening)} pages listen; playing for {seconds:.0f} s", file=sys.stderr)
    if rate:
        await arrivals(players, rate, dice, figures, seconds)
    else:
        await asyncio.gather(
            *(player.play(random.Random(dice.random()), heard, figures, until) for player, heard in players)
        )
    for task in listening:
        if task.done() and (error := task.exception()) is not None:
            figures.wrong.append(f"a page that listens: {error!r}")
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    return figures, sum(browser.size for browser in browsers)


def report(figures: Figures, size: int, seconds: float) -> None:
    """The figures as a Markdown table."""
    print("| game | moves | median | 99th percentile | slowest |\n|---|--:|--:|--:|--:|")
    for game in figures.moves:
        if not figures.moves[game]:
            continue
        for what, found in ((f"{game}, answered", figures.moves[game]), (f"{game}, shown", figures.shown[game])):
            times = sorted(found) or [0.0]
            shown = (times[len(times) // 2], times[min(len(times) - 1, int(len(times) * 0.99))], times[-1])
            print(f"| {what} | {len(found)} | " + " | ".join(f"{1000 * one:.1f} ms" for one in shown) + " |")
    print(f"\n{figures.refused} moves came too late and were refused; {size / seconds / 1e6:.2f} MB/s to open pages.")
    if figures.idle:
        print(f"{figures.idle} moves were due while nobody was asked.")
    for line in figures.wrong[:10]:
        print(f"wrong: {line}")


def main() -> int:
    """Start a server, put load on it, print the figures, stop it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--level", default="apprentice", help="of the bots")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--everything", action="store_true", help="all seats and all modules at every table")
    parser.add_argument("--rate", type=float, default=0.0, help="moves a second, at fixed times")
    given = parser.parse_args()
    if given.rate < 0:
        parser.error("--rate: 0 or more")
    if not given.seconds > 0:
        parser.error("--seconds: more than 0")
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "bellringer", "serve", "--port", "0", "--data", data, "--no-limits"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                port = int(first(READY, server.stdout.readline()))
                with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                    figures, size = runner.run(
                        load(port, given.tables, given.seconds, given.level, given.seed, given.everything, given.rate)
                    )
            finally:
                server.terminate()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    report(figures, size, given.seconds)
    print(f"The server used {used.ru_utime + used.ru_stime:.0f} s of processor time, {used.ru_maxrss / 1024:.0f} MiB.")
    return 1 if figures.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
