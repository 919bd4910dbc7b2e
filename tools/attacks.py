"""What hostile visitors do to a server, each kind from loopback addresses of its own.

Every attack goes on until its time is over, and counts what became of its requests. It knows nothing of the server's
limits: they show in what is refused and cut off.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from bellringer.core.contract.registry import game_names
from tools.visitors import STREAM as STREAM_OF_PAGE
from tools.visitors import TOKEN, Browser, Form, Player, Wrong, end, first, read_head

__all__ = ["ATTACKS", "Tally", "attack_all", "crowd_all"]

GAMES = game_names()
PATIENCE = 5.0  # seconds that an attacker waits for an answer
EDGE = 5.0  # times the rate of others, for what costs an attacker nothing: at 20 a second, as much as may be asked
KEYS, NEW = 100, 0.2  # persons of one address, and how often somebody new comes
HELD_EACH = 300  # connections that one attack holds open
FLOOD = 8 << 20  # bytes of headers in one request
CROWD, CROWD_EACH = 40, 3  # addresses of a crowd, and the connections that each keeps
PIECE = b"x-filler: " + b"a" * 8_000 + b"\r\n"
JUNK = (
    b"{",
    b"[" * 20_000,
    b'{"game":' + b"9" * 4_000 + b"}",
    b"\xff\xfe\x00",
    b"null",
    b'{"seats":{"a":[[[]]]}}',
    b"",
)


COUNTS = ("answered", "refused", "failed", "cut", "silent")


@dataclass
class Tally:
    """What became of an attack's requests."""

    answered: int = 0  # with what was asked for
    refused: int = 0  # with an error of 400 to 499, or 503
    failed: int = 0  # with another error of the server's: a fault of its own
    cut: int = 0  # the connection was closed without an answer, or not let in
    silent: int = 0  # no answer came within the patience of an attacker
    statuses: Counter[int] = field(default_factory=Counter)

    def count(self, status: int) -> None:
        """Count an answer."""
        self.statuses[status] += 1
        if status < 400:
            self.answered += 1
        elif status < 500 or status == 503:
            self.refused += 1
        else:
            self.failed += 1

    def add(self, other: Tally) -> None:
        """Count what another has counted."""
        for name in COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.statuses.update(other.statuses)

    def document(self) -> dict[str, Any]:
        """The counts, ready for JSON."""
        return {
            **{name: getattr(self, name) for name in COUNTS},
            "statuses": {str(status): count for status, count in sorted(self.statuses.items())},
        }


@dataclass
class Attack:
    """One attack: where it goes, from where it comes, until when, and how many requests a second it tries."""

    port: int
    source: str
    until: float
    rate: float
    dice: random.Random
    tally: Tally = field(default_factory=Tally)

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self.until

    def browser(self) -> Browser:
        """A browser without a cookie."""
        return Browser(self.port, self.source)

    async def pause(self, times: float = 1.0) -> None:
        """Wait for the next request. `times`: the rate so often."""
        await asyncio.sleep(self.dice.expovariate(times * self.rate))

    async def counted(self, asking: Awaitable[int]) -> None:
        """Count what becomes of a request."""
        try:
            self.tally.count(await asyncio.wait_for(asking, PATIENCE))
        except TimeoutError:
            self.tally.silent += 1
        except (OSError, EOFError, Wrong):
            self.tally.cut += 1

    async def get(self, path: str, **headers: str) -> int:
        """The status of a page, asked for on a connection of its own."""
        return await self.alone(self.browser(), "GET", path, None, **headers)

    async def packed(self, path: str) -> int:
        """The status of something that is asked for as browsers do, and not read."""
        return await self.raw(self.head("GET", path, "Accept-Encoding: gzip") + b"\r\n")

    async def alone(self, browser: Browser, method: str, path: str, form: Form | None, **headers: str) -> int:
        """The status of the answer to a browser that closes its connection then."""
        try:
            return (await browser.ask(method, path, form, **headers)).status
        finally:
            await browser.close()

    async def raw(self, *pieces: bytes) -> int:
        """Send bytes as they are on a connection of their own; the status of the answer."""
        reader, writer = await self.browser().open()
        try:
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
            return (await read_head(reader)).status
        finally:
            await end(writer)

    async def document(self, method: str, path: str, key: str = "", sent: Any = None) -> tuple[int, Any]:
        """The status and the document of an answer to a program; an empty one where it has none, as at the door."""
        body = b"" if sent is None else json.dumps(sent).encode()
        lines = [f"Content-Length: {len(body)}", "Content-Type: application/json", "Connection: close"]
        lines += [f"Authorization: Bearer {key}"] if key else []
        reader, writer = await self.browser().open()
        try:
            writer.write(self.head(method, f"/api/v1{path}", *lines) + b"\r\n" + body)
            head, text = await read_head(reader), await reader.read()
        finally:
            await end(writer)
        is_document = head.headers.get("content-type", "").startswith("application/json")
        return head.status, json.loads(text) if text and is_document else {}

    async def table(self, *others: str) -> tuple[int, Any]:
        """The status and the document of a new table of somebody new, with open seats or with bots."""
        seats = [{"kind": "open"} if other == "open" else {"kind": "bot", "bot": other} for other in others]
        return await self.document("POST", "/tables", "", {
            "name": "Eve", "game": GAMES[-1], "seats": [{"kind": "me"}, *seats]
        })  # fmt: skip

    def head(self, method: str, path: str, *lines: str) -> bytes:
        """The beginning of a request, without the empty line at its end."""
        return "\r\n".join((f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *lines, "")).encode()


async def half_open(attack: Attack) -> None:
    """Connections on which a request begins and never ends; others in the place of those that are closed."""
    await hold(attack, lambda: attack.head("GET", "/"), b"")


async def slow_bodies(attack: Attack) -> None:
    """Forms that come by one byte a second."""
    await hold(attack, lambda: attack.head("POST", "/play", "Content-Length: 9000") + b"\r\n", b"a")


async def hold(attack: Attack, begin: Callable[[], bytes], drip: bytes) -> None:
    """Hold many connections on which something has begun, and count those that are answered or cut off."""
    held: set[asyncio.Task[None]] = set()

    async def one() -> None:
        try:
            reader, writer = await attack.browser().open()
        except OSError:
            attack.tally.cut += 1
            return
        try:
            writer.write(begin())
            answer = asyncio.create_task(read_head(reader))
            while attack.goes_on and not answer.done():
                await asyncio.wait([answer], timeout=1.0)
                writer.write(drip)
            if answer.done():
                attack.tally.count(answer.result().status)
            else:
                answer.cancel()
                attack.tally.silent += 1
        except (OSError, EOFError):
            attack.tally.cut += 1
        finally:
            await end(writer)

    while attack.goes_on:
        if len(held) < HELD_EACH:
            task = asyncio.create_task(one())
            held.add(task)
            task.add_done_callback(held.discard)
        await attack.pause()
    await asyncio.gather(*held)


async def header_floods(attack: Attack) -> None:
    """Requests with megabytes of headers."""
    while attack.goes_on:
        await attack.counted(attack.raw(attack.head("GET", "/"), *[PIECE] * (FLOOD // len(PIECE)), b"\r\n"))
        await attack.pause()


async def new_people(attack: Attack) -> None:
    """Ever new people, each with tables that nobody comes to."""
    while attack.goes_on:
        browser = attack.browser()
        player = Player(browser, GAMES[-1])
        await attack.counted(sit(player))
        for _ in range(3):
            form = {"csrf": player.token, "game": GAMES[-1], "seats": "4", "level": "random"}
            await attack.counted(status_of(browser, "/play", form))
        await browser.close()
        await attack.pause()


async def sit(player: Player) -> int:
    """The status of making a table; 503 stands for whatever else the page said."""
    try:
        await player.sit("random")
    except Wrong:
        return 503
    return 200


async def status_of(browser: Browser, path: str, form: dict[str, str]) -> int:
    """The status of the answer to a form."""
    return (await browser.ask("POST", path, form)).status


async def tables(attack: Attack) -> Player:
    """A table of the attacker's own; whatever it takes."""
    while attack.goes_on:
        player = Player(attack.browser(), GAMES[0])
        try:
            await asyncio.wait_for(player.sit("random"), PATIENCE)
        except (OSError, EOFError, Wrong, TimeoutError):
            await attack.pause()
        else:
            return player
    return Player(attack.browser(), GAMES[0], table="/t/AAAAAAAAAAAAAAAA")


async def hints(attack: Attack) -> None:
    """Hints without end, without waiting for the one before."""
    player = await tables(attack)
    form = {"csrf": player.token, "seat": "0"}

    def another() -> Browser:
        browser = attack.browser()
        browser.cookie = player.browser.cookie
        return browser

    await many(attack, lambda: attack.alone(another(), "POST", f"{player.table}/hint", form))


async def verifications(attack: Attack) -> None:
    """The page that verifies a finished game, again and again."""
    player = await tables(attack)
    await attack.counted(status_of(player.browser, f"{player.table}/resign", {"csrf": player.token, "seat": "0"}))
    await many(attack, lambda: attack.get(f"{player.table}/verify"))


async def front_pages(attack: Attack) -> None:
    """The first page, which shows many tables."""
    await many(attack, lambda: attack.get("/"))


async def wrong_keys(attack: Attack) -> None:
    """Keys that nobody has."""
    player = await tables(attack)
    path = f"/api/v1{player.table.replace('/t/', '/tables/')}/view?seat=0"
    await many(attack, lambda: attack.get(
        path, Authorization=f"Bearer {attack.dice.getrandbits(256):064x}"
    ))  # fmt: skip


async def junk(attack: Attack) -> None:
    """Documents that are none."""

    def one() -> Awaitable[int]:
        body = attack.dice.choice((*JUNK, json.dumps({"name": "\x00" * 50, "game": [GAMES[0]]}).encode()))
        path = attack.dice.choice(("/api/v1/tables", "/api/v1/tables/AAAAAAAAAAAAAAAA/moves", "/play"))
        head = attack.head("POST", path, "Content-Type: application/json", f"Content-Length: {len(body)}")
        return attack.raw(head + b"\r\n" + body)

    await many(attack, one)


async def nowhere(attack: Attack) -> None:
    """Pages that are not there, and methods that a page does not have."""

    async def one() -> int:
        path = attack.dice.choice(("/no/such/page", "/static/no-such.js", "/t/AAAAAAAAAAAAAAAA", "/about"))
        method = "PUT" if path == "/about" else "GET"
        cookie = f"bellringer_key={attack.dice.getrandbits(250):043x}"[:58]
        return await attack.alone(attack.browser(), method, path, None, Cookie=cookie)

    await many(attack, one, EDGE)


async def descriptions(attack: Attack) -> None:
    """The description of the interface for programs, which is long."""
    await many(attack, lambda: attack.packed("/openapi.json"), EDGE)


async def pictures(attack: Attack) -> None:
    """The pictures of the boards, which take long to draw, and files of the pages."""
    paths = (*(f"/picture/{game}.svg?lang={lang}" for game in GAMES for lang in ("en", "fr")), "/static/table.css")
    await many(attack, lambda: attack.packed(attack.dice.choice(paths)), EDGE)


async def hints_of_many(attack: Attack) -> None:
    """Hints for a hundred keys."""
    await with_many_keys(attack, "random", lambda key, table: hinted(attack, key, table))


async def hinted(attack: Attack, key: str, table: str) -> int:
    """The status of a hint."""
    return (await attack.document("POST", f"/tables/{table}/hint", key, {"seat": 0}))[0]


async def experts(attack: Attack) -> None:
    """Tables with bots that think for long, of a hundred keys, at which every question is answered at once."""
    await with_many_keys(attack, "expert", lambda key, table: moved(attack, key, table))


async def moved(attack: Attack, key: str, table: str) -> int:
    """The status of a move; of the view, if nothing is asked."""
    status, view = await attack.document("GET", f"/tables/{table}/view?seat=0", key)
    if status != 200 or view.get("asked") is None:
        return status
    sent = {"seat": 0, "asked": view["asked"], "move": attack.dice.choice(view["moves"])["name"]}
    return (await attack.document("POST", f"/tables/{table}/moves", key, sent))[0]


async def with_many_keys(attack: Attack, level: str, do: Callable[[str, str], Awaitable[int]]) -> None:
    """Do something at a table of each of many persons, who come one after the other."""
    held: list[tuple[str, str]] = []

    async def one() -> int:
        if len(held) < KEYS and attack.dice.random() < NEW:
            status, made = await attack.table(level, level, level)
            if status == 201:
                held.append((made["key"], made["table"]["id"]))
            return status
        return await do(*attack.dice.choice(held)) if held else await attack.get("/about")

    await many(attack, one)


async def reports(attack: Attack) -> None:
    """Ever new people who report the lines of a table."""
    made = await documented_table(attack)
    table, keys, lines = made.get("table", {}).get("id", "AAAAAAAAAAAAAAAA"), list[str](), 1

    async def one() -> int:
        nonlocal lines
        what = attack.dice.random()
        if what < NEW:
            status, other = await attack.table("open")
            keys.extend([other["key"]] if status == 201 else [])
        elif what < 2 * NEW or not keys:
            sent: dict[str, Any] = {"seat": 0, "text": "buy"}
            status, _ = await attack.document("POST", f"/tables/{table}/chat", made.get("key", ""), sent)
            lines += status == 200
        else:
            sent = {"place": "table", "number": attack.dice.randrange(1, lines + 1)}
            status, _ = await attack.document("POST", f"/tables/{table}/reports", attack.dice.choice(keys), sent)
        return status

    await many(attack, one)


async def documented_table(attack: Attack) -> Any:
    """The document of a table of the attacker's own; whatever it takes."""
    while attack.goes_on:
        try:
            status, made = await asyncio.wait_for(attack.table("random"), PATIENCE)
        except (OSError, EOFError, TimeoutError):
            status, made = 503, {}
        if status == 201:
            return made
        await attack.pause()
    return {}


async def closed_tables(attack: Attack) -> None:
    """Tables that are made and closed again at once."""
    browser = attack.browser()
    seats = {"seats": "2", "who_1": "me", "name_1": "Eve", "who_2": "open"}
    while attack.goes_on:
        try:
            token = first(TOKEN, (await asyncio.wait_for(browser.ask("GET", "/about"), PATIENCE)).text)
            form = {"csrf": token, **seats, "clock": "none", "joining": "anyone", "watching": "anyone"}
            made = await asyncio.wait_for(browser.ask("POST", f"/new/{GAMES[0]}", form), PATIENCE)
            attack.tally.count(made.status)
            if "location" in made.headers:
                await attack.counted(status_of(browser, f"{made.headers['location']}/close", {"csrf": token}))
        except (OSError, EOFError, Wrong, TimeoutError):
            attack.tally.cut += 1
            await browser.close()
        await attack.pause()
    await browser.close()


async def many(attack: Attack, ask: Callable[[], Awaitable[int]], times: float = 1.0) -> None:
    """Requests that do not wait for each other. `times`: the rate of other attacks so often."""
    running: set[asyncio.Task[None]] = set()
    while attack.goes_on:
        if len(running) < HELD_EACH:
            task = asyncio.create_task(attack.counted(ask()))
            running.add(task)
            task.add_done_callback(running.discard)
        await attack.pause(times)
    await asyncio.gather(*running)


async def unread_streams(attack: Attack) -> None:
    """Streams that are opened and never read."""
    player = await tables(attack)
    writers: list[asyncio.StreamWriter] = []
    while attack.goes_on:
        if len(writers) < HELD_EACH:
            await attack.counted(unread(attack, player, writers))
        await attack.pause()
    for writer in writers:
        await end(writer)


async def unread(attack: Attack, player: Player, writers: list[asyncio.StreamWriter]) -> int:
    """Open a stream of the attacker's table, as somebody who watches it, and read no more than its first line."""
    browser = attack.browser()
    page = await browser.ask("GET", player.table)
    await browser.close()
    path = first(STREAM_OF_PAGE, page.text).replace("&amp;", "&")
    reader, writer = await attack.browser().open(1 << 10)
    writers.append(writer)
    writer.write(attack.head("GET", path, "Accept: text/event-stream") + b"\r\n")
    return (await read_head(reader)).status


ATTACKS: dict[str, Callable[[Attack], Awaitable[None]]] = {
    "half-open connections": half_open,
    "header floods": header_floods,
    "slow bodies": slow_bodies,
    "new people and tables": new_people,
    "hints": hints,
    "verify pages": verifications,
    "front pages": front_pages,
    "streams never read": unread_streams,
    "wrong keys": wrong_keys,
    "junk JSON": junk,
    "unknown paths": nowhere,
    "descriptions": descriptions,
    "pictures": pictures,
    "hints of many keys": hints_of_many,
    "experts of many keys": experts,
    "reports": reports,
    "tables made and closed": closed_tables,
}


async def all_attacks(port: int, seconds: float, rate: float, seed: int) -> dict[str, Tally]:
    """All attacks at once; what became of each."""
    until = time.monotonic() + seconds
    found = {
        name: Attack(port, f"127.0.0.{2 + number}", until, rate, random.Random(seed + number))
        for number, name in enumerate(ATTACKS)
    }
    await asyncio.gather(*(ATTACKS[name](attack) for name, attack in found.items()))
    return {name: attack.tally for name, attack in found.items()}


def attack_all(port: int, seconds: float, rate: float, seed: int) -> dict[str, dict[str, Any]]:
    """The same from a process of its own, as documents."""
    found = asyncio.run(all_attacks(port, seconds, rate, seed))
    return {name: tally.document() for name, tally in found.items()}


def crowd_all(port: int, seconds: float) -> dict[str, Any]:
    """A crowd for so long, from a process of its own, as a document."""
    return asyncio.run(crowd(port, time.monotonic() + seconds)).document()


async def crowd(port: int, until: float) -> Tally:
    """Forty addresses ask for the first page on three kept connections each, as fast as they are answered."""
    found = [
        Attack(port, f"127.0.4.{1 + number % CROWD}", until, 1.0, random.Random(number))
        for number in range(CROWD * CROWD_EACH)
    ]
    await asyncio.gather(*(kept(attack) for attack in found))
    tally = Tally()
    for attack in found:
        tally.add(attack.tally)
    return tally


async def kept(attack: Attack) -> None:
    """The first page again and again, on one connection."""
    browser = attack.browser()
    while attack.goes_on:
        await attack.counted(status_at(browser, "/"))
    await browser.close()


async def status_at(browser: Browser, path: str) -> int:
    """The status of a page; a connection on which there was no answer is not asked again."""
    try:
        return (await browser.ask("GET", path)).status
    except BaseException:
        await browser.close()
        raise
