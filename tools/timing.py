"""Find whether answering times tell what is hidden: pairs of requests in two worlds that look alike to who asks.

    python -m tools.timing --pairs 20000

At moments of random games, all that a viewer can't see is dealt anew twice. Both worlds are asked the same, in turn and
in random order, within this process, without a network that would hide a difference. For each request the report has
the difference of the medians with its 95 % interval (bootstrap over pairs). It must lie inside 50 µs on either side of
nothing. The figures are looked at after 250 pairs, and each time there are four times as many; what is clear by then
is not asked any more. The intervals of all looks hold together with 95 %, so that looking often proves nothing by
itself. Where the last one is too wide, there were not enough pairs, or the machine was too busy.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from fastapi import FastAPI

from bellringer.commands.progress import at_work
from bellringer.core.contract.registry import game_names
from bellringer.core.tables.table import Table
from bellringer.server.app import create_app
from bellringer.server.base.logs import set_up
from bellringer.server.base.settings import Settings, unlimited
from bellringer.server.drawing.drawn_parts import DrawnParts
from bellringer.server.drawing.table.table_drawings import drawings_of, lines_of
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory.room import Room
from bellringer.server.visitors.security import KEY_COOKIE, proven

__all__ = [
    "API",
    "BOUND",
    "Asked",
    "Found",
    "Wanted",
    "ask",
    "begun",
    "compared",
    "forget_drawn",
    "in_pairs",
    "live_of",
    "looks_at",
    "markdown",
    "measure",
    "play_some",
    "settings",
    "until_clear",
]

BOUND = 50.0  # microseconds that may lie between the medians
ERROR = 0.05  # the chance that the interval of one of the looks at a request misses the true difference
FIRST_LOOK, LATER_LOOKS = 250, 4  # pairs, and how many times as many there are at each later look
RESAMPLES = 2_000  # from which an interval comes
WARM_UP = 20  # pairs that are not counted
API = "/api/v1"
PAGE_NAME = re.compile(rb'page=[\w-]+|"x-page": "[\w-]+"')  # each page has a name of its own
VISITOR = bytes(16)  # what the key of who has no seat is made of
HOST = (b"host", b"localhost")
UNCLEAR = "not enough pairs"
Times = tuple[list[float], list[float]]  # in seconds, of the two worlds
InPairs = Callable[[int, random.Random], Awaitable[Times]]  # asks so many times in both worlds


@dataclass(frozen=True)
class Asked:
    """A request that is made in both worlds. `status`: what it must be answered with, else nothing is compared."""

    name: str
    method: str
    path: str
    query: str = ""
    body: Mapping[str, Any] | None = None
    status: int = 200


@dataclass(frozen=True)
class Wanted:
    """What a run shall be: moments of each game, and pairs of each request at most, after some that are not counted."""

    moments: int
    pairs: int
    seed: int
    warm_up: int = WARM_UP
    resamples: int = RESAMPLES


@dataclass(frozen=True)
class Found:
    """The difference of two medians in microseconds, and what follows from its interval."""

    request: str
    pairs: int
    median: float
    difference: float
    low: float
    high: float

    @property
    def verdict(self) -> str:
        """`equal`, `different`, or `not enough pairs`."""
        if -BOUND < self.low and self.high < BOUND:
            return "equal"
        return "different" if self.low > BOUND or self.high < -BOUND else UNCLEAR


def looks_at(pairs: int) -> list[int]:
    """After how many pairs the figures are looked at, when there are so many at most."""
    looks = [FIRST_LOOK]
    while looks[-1] * LATER_LOOKS < pairs:
        looks.append(looks[-1] * LATER_LOOKS)
    return [*(look for look in looks if look < pairs), pairs]


def compared(
    request: str, first: list[float], second: list[float], seed: int, error: float = ERROR, resamples: int = RESAMPLES
) -> Found:
    """Compare the times of pairs, in seconds. `error`: the chance that the interval misses the true difference."""
    one, other = 1e6 * np.asarray(first), 1e6 * np.asarray(second)
    dice = np.random.default_rng(seed)
    found = np.empty(resamples)
    for turn in range(resamples):
        chosen = dice.integers(len(one), size=len(one))
        found[turn] = np.median(other[chosen]) - np.median(one[chosen])
    low, high = np.quantile(found, (error / 2, 1 - error / 2))
    difference = float(np.median(other) - np.median(one))
    return Found(request, len(one), float(np.median(one)), difference, float(low), float(high))


async def ask(app: FastAPI, asked: Asked, key: str | None) -> tuple[int, bytes, float]:
    """Send a request to the application. Returns the status, the body, and the seconds until it was there.

    Without a key it comes from a visitor, always the same one: else each page would have another token in its forms.
    """
    body = b"" if asked.body is None else json.dumps(asked.body).encode()
    headers = [HOST, (b"content-length", str(len(body)).encode())]
    if body:
        headers.append((b"content-type", b"application/json"))
    if key is not None and asked.path.startswith(API):
        headers.append((b"authorization", f"Bearer {key}".encode()))
    elif not asked.path.startswith(API):
        headers.append((b"cookie", f"{KEY_COOKIE}={key or proven(app.state.service.secret, VISITOR)}".encode()))
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": asked.method, "scheme": "http",
        "path": asked.path, "raw_path": asked.path.encode(), "query_string": asked.query.encode(),
        "root_path": "", "headers": headers, "client": ("127.0.0.1", 50_000), "server": ("localhost", 80),
    }  # fmt: skip
    status, parts = 0, list[bytes]()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)
        parts.append(message.get("body", b""))

    began = time.perf_counter()
    await app(scope, receive, send)
    return status, b"".join(parts), time.perf_counter() - began


async def begun(app: FastAPI, game: str) -> tuple[Room, str]:
    """A table of two people whose game has begun, and the key of the first."""

    async def post(path: str, key: str | None = None, **sent: Any) -> Any:
        status, text, _ = await ask(app, Asked("", "POST", API + path, body=sent), key)
        if status not in (200, 201):
            raise SystemExit(f"timing: {status} {text.decode()}")
        return json.loads(text)

    seats = [{"kind": "me"}, {"kind": "open"}]
    made = await post("/tables", name="Anna", game=game, seats=seats)
    address, (seat, invitation) = made["table"]["id"], next(iter(made["invitations"].items()))
    await post(f"/tables/{address}/seats/{seat}", name="Ben", invitation=invitation)
    return app.state.service.tables.rooms[address], made["key"]


def requests_at(room: Room, seat: int | None) -> list[Asked]:
    """What somebody may ask of a table again and again, without changing it."""
    live, path = live_of(room), f"{API}/tables/{room.address}"
    query = "" if seat is None else f"seat={seat}"
    found = [
        Asked("view", "GET", f"{path}/view", query),
        Asked("table", "GET", path),
        Asked("events", "GET", f"{path}/events"),
        Asked("page", "GET", f"/t/{room.address}", query),
    ]
    if seat is None:
        return found
    asked = live.holders[seat].asked or 0
    wrong = {"seat": seat, "asked": asked, "move": "no such move"}
    found.append(Asked("refused move", "POST", f"{path}/moves", body=wrong, status=409))
    if seat in live.pending:
        move = live.table.moves(seat)[0].name.replace(" ", "%20").replace(":", "%3A").replace(">", "%3E")
        found.append(Asked("preview", "GET", f"{path}/preview", f"{query}&asked={asked}&move={move}"))
    return found


def live_of(room: Room) -> LiveGame:
    """The game of a room that has one."""
    assert room.live is not None
    return room.live


def forget_drawn(room: Room) -> None:
    """Let the next page be drawn whole: what the page before left would help the one of the same world alone."""
    kept = drawings_of(room)
    kept.shown.clear()
    kept.pages.clear()
    kept.parts = DrawnParts()
    lines_of(live_of(room)).kept.clear()


async def in_pairs(
    app: FastAPI, room: Room, key: str | None, asked: Asked, worlds: tuple[Table, Table], pairs: int,
    dice: random.Random, before: Callable[[int], None] = lambda world: None, warm_up: int = WARM_UP,
) -> Times:  # fmt: skip
    """The times of a request in both worlds, by turns. `before`: called within the time, with the number of the world.

    `warm_up`: pairs that are not counted. Raises ValueError if the answers differ, or are not those that the request
    should have.
    """
    live, times, told = live_of(room), (list[float](), list[float]()), dict[int, tuple[int, bytes]]()
    true = live.table
    try:
        for turn in range(-warm_up, pairs):
            for world in (0, 1) if dice.random() < 0.5 else (1, 0):
                live.table = worlds[world]
                forget_drawn(room)
                began = time.perf_counter()
                before(world)
                extra = time.perf_counter() - began
                status, body, seconds = await ask(app, asked, key)
                told[world] = (status, PAGE_NAME.sub(b"", body))
                if turn >= 0:
                    times[world].append(seconds + extra)
            if wrong := [status for status, _ in told.values() if status != asked.status]:
                raise ValueError(f"{asked.name} at {room.address}: answered with {wrong[0]}, not with {asked.status}")
            if told[0] != told[1]:
                raise ValueError(f"{asked.name} at {room.address}: two worlds that look alike are told differently")
    finally:
        live.table = true
    return times


@contextmanager
def without_collection() -> Iterator[None]:
    """Keep the collection of garbage out of what is timed."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def play_some(live: LiveGame, dice: random.Random, decisions: int) -> None:
    """Random decisions of all who are asked."""
    for _ in range(decisions):
        if live.ended_by:
            return
        seat = dice.choice(live.pending)
        name = dice.choice(live.table.moves(seat)).name
        live.do(live.act(seat, "move", name, asked=live.holders[seat].asked))


async def measured(app: FastAPI, game: str, wanted: Wanted) -> list[Found]:
    """Compare all requests at some moments of a game, of a seat and of a spectator."""
    dice, found = random.Random(wanted.seed), list[Found]()
    room, key = await begun(app, game)
    live = live_of(room)
    for moment in range(wanted.moments):
        play_some(live, dice, dice.randint(3, 20))
        if live.ended_by:
            break
        for seat in (0, None):
            worlds = (live.table.determinized(seat, dice.getrandbits(60)), live.table.determinized(seat, moment))
            if bytes(worlds[0].state) == bytes(worlds[1].state):
                continue  # nothing is hidden here
            for asked in requests_at(room, seat):
                name = f"{game}, moment {moment}, {'spectator' if seat is None else 'seat'}: {asked.name}"
                who = None if seat is None else key
                work = partial(in_pairs, app, room, who, asked, worlds, warm_up=wanted.warm_up)
                found.append(await until_clear(name, work, wanted.pairs, dice, wanted.seed, wanted.resamples))
                print(f"{name}: {found[-1].verdict} after {found[-1].pairs} pairs", file=sys.stderr)
    return found


async def until_clear(
    name: str, work: InPairs, pairs: int, dice: random.Random, seed: int, resamples: int = RESAMPLES
) -> Found:
    """Ask in pairs until it is clear whether a request's times differ, or so many pairs have been asked."""
    looks, first, second = looks_at(pairs), list[float](), list[float]()
    for look in looks:
        with without_collection():
            more = await work(look - len(first), dice)
        first += more[0]
        second += more[1]
        found = compared(name, first, second, seed, ERROR / len(looks), resamples)
        if found.verdict != UNCLEAR:
            break
    return found


@contextmanager
def settings() -> Iterator[Settings]:
    """Those of a server in a folder of its own."""
    with tempfile.TemporaryDirectory() as data:
        yield Settings(data=Path(data), pace=0.0, grace=0.0, level="random", threads=1, limits=unlimited())


async def measure(wanted: Wanted) -> list[Found]:
    """Compare all requests at some moments of each game."""
    found = list[Found]()
    with settings() as chosen:
        app = create_app(chosen)
        async with app.router.lifespan_context(app):
            for game in game_names():
                found += await measured(app, game, wanted)
    return found


def markdown(found: list[Found]) -> str:
    """The report for people."""
    lines = ["| request | pairs | median | difference | 95 % interval | verdict |", "|---|--:|--:|--:|--:|---|"]
    lines += [
        f"| {one.request} | {one.pairs} | {one.median:.0f} µs | {one.difference:+.1f} µs | {one.low:+.1f} to "
        f"{one.high:+.1f} µs | {one.verdict} |"
        for one in found
    ]
    counts = {word: sum(one.verdict == word for one in found) for word in ("equal", "different", UNCLEAR)}
    told = ", ".join(f"{count} {word}" for word, count in counts.items())
    return "\n".join([*lines, "", f"{told}; load average at the end {os.getloadavg()[0]:.2f}."])


def main() -> int:
    """Measure and report; 1 if a difference was found, 2 if there were not enough pairs to say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=5_000, help="of each request, at most")
    parser.add_argument("--moments", type=int, default=3, help="of each game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    given = parser.parse_args()
    if given.pairs < 10 or given.moments < 1:
        parser.error("--pairs: 10 or more; --moments: 1 or more")
    set_up(False, "WARNING")
    found = asyncio.run(measure(Wanted(given.moments, given.pairs, given.seed)))
    print(markdown(found))
    if given.json is not None:
        rows = [{**asdict(one), "verdict": one.verdict} for one in found]
        given.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    if any(one.verdict == "different" for one in found):
        return 1
    return 2 if any(one.verdict == UNCLEAR for one in found) or not found else 0


if __name__ == "__main__":
    sys.exit(at_work(main))
