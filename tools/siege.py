"""Besiege a server: many kinds of hostile visitors beside honest ones, who must not notice.

    python -m tools.siege --tables 100 --minutes 10

It starts `bellringer serve` as it is typed, with all its limits, sits down at the honest tables (twenty people behind
each of some loopback addresses), and lets their moves come at fixed times, each timed from when it was due. Every few
seconds somebody new comes, makes a table and plays. A process of its own attacks from other loopback addresses
(attacks.py) and counts what was answered, refused and cut off. Before the attacks, a crowd asks for nothing but the
first page, and somebody new connects now and then: how long that takes is compared with before the crowd came. It ends
with 1 where a goal is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import re
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvloop

from bellringer.commands.progress import at_work
from bellringer.core.contract.registry import game_names
from tools.attacks import attack_all, crowd_all
from tools.load import Wanted, arrivals, one_move, times_of
from tools.measuring import Watch, allow_many_files, machine_words, quantile
from tools.visitors import Browser, Figures, Place, Player, Wrong, serving

__all__ = ["Honest", "markdown", "measure", "report"]

BEHIND_ONE = 20  # honest people of one address
NEWCOMER_EVERY = 5.0  # seconds
MOST = 0.15  # seconds for the 99th percentile of honest moves
MOST_TIMES = 3.0  # the wait of somebody new beside a crowd, in waits without it
LOOKS_IN_EVERY = 0.2  # seconds
CROWD_FORMS = 2.0  # seconds until all of a crowd are inside
QUESTION_WITHIN = 10.0  # seconds in which a newcomer is asked something


@dataclass
class Honest:
    """What became of the honest visitors."""

    quiet: Figures = field(default_factory=Figures)  # before the attacks
    besieged: Figures = field(default_factory=Figures)
    newcomers: int = 0
    waits: list[float] = field(default_factory=list)  # of somebody new for the first page, in seconds
    crowded: list[float] = field(default_factory=list)  # the same beside a crowd
    crowd: dict[str, Any] = field(default_factory=dict)  # what became of its requests
    refused: list[str] = field(default_factory=list)


def home_of(number: int) -> str:
    """The address of an honest person."""
    return f"127.0.1.{1 + number // BEHIND_ONE % 250}"


async def newcomers(port: int, level: str, honest: Honest, until: float, every: float) -> None:
    """Somebody new every so many seconds, who makes a table and plays a move there."""
    number, dice = 0, random.Random(1)
    while time.monotonic() + every < until:
        await asyncio.sleep(every)
        place = Place(
            Player(Browser(port, f"127.0.2.{1 + number % 250}"), game_names()[number % 2]), Browser(port, "127.0.3.1")
        )
        number += 1
        try:
            await place.begin(level)
            await asked(place)
            await one_move(place, dice, honest.besieged, time.perf_counter())
            honest.newcomers += 1
        except (OSError, EOFError, Wrong, TimeoutError) as error:
            honest.refused.append(f"a newcomer: {error!r}")
        await place.leave()
        honest.refused += place.failed


async def looks_in(port: int, honest: Honest, waits: list[float], seconds: float) -> None:
    """Somebody new connects now and then, and waits for the first page."""
    until, number = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        browser, began = Browser(port, f"127.0.6.{1 + number % 250}"), time.perf_counter()
        number += 1
        try:
            answer = await asyncio.wait_for(browser.ask("GET", "/"), QUESTION_WITHIN)
            waits.append(time.perf_counter() - began)
            honest.refused += [] if answer.status == 200 else [f"somebody new beside a crowd: {answer.status}"]
        except (OSError, EOFError, TimeoutError) as error:
            honest.refused.append(f"somebody new beside a crowd: {error!r}")
        await browser.close()
        await asyncio.sleep(LOOKS_IN_EVERY)


async def crowded(port: int, honest: Honest, seconds: float) -> None:
    """Time how long somebody new waits, without a crowd and beside one, for so long each."""
    await looks_in(port, honest, honest.waits, seconds)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        asking = asyncio.get_running_loop().run_in_executor(pool, crowd_all, port, seconds + 2 * CROWD_FORMS)
        await asyncio.sleep(CROWD_FORMS)
        await looks_in(port, honest, honest.crowded, seconds)
        honest.crowd = await asking


async def asked(place: Place) -> None:
    """Wait until the person at a table is asked something. Raises TimeoutError."""
    async with asyncio.timeout(QUESTION_WITHIN):
        while not place.is_ready:
            await asyncio.sleep(0.05)


async def besiege(
    port: int, watch: Watch, wanted: Wanted, pressure: float, newcomer_every: float
) -> tuple[Honest, dict[str, Any]]:
    """Play in peace for a quarter of the time, then under attack for as long as is wanted."""
    honest, dice = Honest(), random.Random(wanted.seed)
    places = [
        Place(Player(Browser(port, home_of(number)), game_names()[number % 2]), Browser(port, home_of(number)))
        for number in range(wanted.tables)
    ]
    for place in places:
        await place.begin(wanted.level)
    quiet = Wanted(seconds=wanted.seconds / 4, level=wanted.level, replace=True)
    await arrivals(places, wanted.rate, dice, honest.quiet, quiet)
    await crowded(port, honest, wanted.seconds / 8)
    async with watch.watching():
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            attacking = asyncio.get_running_loop().run_in_executor(
                pool, attack_all, port, wanted.seconds, pressure, wanted.seed
            )
            until = time.monotonic() + wanted.seconds
            coming = newcomers(port, wanted.level, honest, until, newcomer_every)
            await asyncio.gather(arrivals(places, wanted.rate, dice, honest.besieged, wanted), coming)
            tallies = await attacking
    for place in places:
        honest.refused += place.trouble()
        await place.leave()
    honest.refused += [*honest.quiet.wrong, *honest.besieged.wrong]
    return honest, tallies


async def is_well(port: int) -> bool:
    """Whether the server says so, after all that."""
    browser = Browser(port)
    try:
        answer = await asyncio.wait_for(browser.ask("GET", "/healthz"), 10.0)
        return answer.status == 200 and json.loads(answer.text)["well"] is True
    except (OSError, EOFError, TimeoutError, ValueError):
        return False
    finally:
        await browser.close()


def measure(wanted: Wanted, pressure: float, *options: str, newcomer_every: float = NEWCOMER_EVERY) -> dict[str, Any]:
    """Start a server, besiege it, stop it: what was measured.

    `pressure`: requests a second of each attack; `options`: those of the server.
    """
    allow_many_files()
    with tempfile.TemporaryDirectory() as folder:
        data, log = Path(folder) / "data", Path(folder) / "server.log"
        data.mkdir()

        async def all_of_it() -> tuple[Honest, dict[str, Any], bool]:
            return *await besiege(port, watch, wanted, pressure, newcomer_every), await is_well(port)

        with serving(data, *options, log=log) as (port, pid):
            watch = Watch(pid, data)
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                honest, tallies, well = runner.run(all_of_it())
        tracebacks = faults_in(log.read_text(errors="replace"))
    return report(wanted, honest, tallies, watch, well, tracebacks)


def faults_in(log: str) -> list[str]:
    """The last lines of all tracebacks in a server's log, each with the line of code before it."""
    found = []
    for part in log.split("Traceback (most recent call last)")[1:]:
        lines = [line.strip(" \u2502|") for line in part.splitlines()]
        errors = [
            line for line in lines if re.match(r"[\w.]*(Error|Exception|Disconnect|NotStored|Cancelled\w*)\b", line)
        ]
        found.append((errors or lines)[-1][:300])
    return found


def report(
    wanted: Wanted, honest: Honest, tallies: dict[str, Any], watch: Watch, well: bool, tracebacks: list[str]
) -> dict[str, Any]:
    """All that was measured, as a document."""
    quiet, besieged = honest.quiet.all_moves(), honest.besieged.all_moves()
    return {
        "tables": wanted.tables,
        "rate": wanted.rate,
        "quiet": times_of(quiet),
        "besieged": times_of(besieged),
        "due": honest.besieged.due,
        "idle": honest.besieged.idle,
        "newcomers": honest.newcomers,
        "honest_failed": len(honest.refused),
        "honest_refused": honest.refused[:50],
        "waits": waits_of(honest),
        "crowd": honest.crowd,
        "attacks": tallies,
        "tracebacks": tracebacks,
        **watch.figures(),
        "goals": {
            "99th percentile of honest moves under 150 ms": bool(besieged) and quantile(besieged, 0.99) < MOST,
            "most honest moves could be made": 2 * honest.besieged.idle < honest.besieged.due,
            "somebody new waits at most three times as long beside a crowd": bool(honest.crowded)
            and quantile(honest.crowded, 0.5) <= MOST_TIMES * quantile(honest.waits, 0.5),
            "no honest visitor refused": not honest.refused,
            "the server is well, without a fault of its own": well
            and not tracebacks
            and not any(tally["failed"] for tally in (*tallies.values(), *filter(None, [honest.crowd]))),
        },
    }


def waits_of(honest: Honest) -> dict[str, dict[str, float]]:
    """How long somebody new waited for the first page."""
    return {name: times_of(waits) for name, waits in (("alone", honest.waits), ("crowded", honest.crowded)) if waits}


def markdown(found: dict[str, Any]) -> str:
    """The report for people."""
    lines = ["| honest moves | count | median | 99th percentile | slowest |", "|---|--:|--:|--:|--:|"]
    for name, times in (("before", found["quiet"]), ("under siege", found["besieged"])):
        told = " | ".join(f"{times[what]:.1f} ms" for what in ("median", "99th percentile", "slowest"))
        lines.append(f"| {name} | {times['count']} | {told} |")
    for name, times in found["waits"].items():
        told = " | ".join(f"{times[what]:.1f} ms" for what in ("median", "99th percentile", "slowest"))
        lines.append(f"| somebody new, {name} | {times['count']} | {told} |")
    lines += [
        "",
        "| attack | answered | refused | failed | cut off | no answer | by status |",
        "|---|--:|--:|--:|--:|--:|---|",
    ]
    crowd = {"a crowd, before the others": found["crowd"]} if found["crowd"] else {}
    for name, tally in (crowd | found["attacks"]).items():
        counts = " | ".join(str(tally[what]) for what in ("answered", "refused", "failed", "cut", "silent"))
        statuses = ", ".join(f"{status}: {count}" for status, count in tally["statuses"].items())
        lines.append(f"| {name} | {counts} | {statuses} |")
    lines += ["", *(f"- {name}: {'yes' if holds else 'no'}" for name, holds in found["goals"].items())]
    memory = found["memory_mib"]
    lines += [
        "",
        f"{found['idle']} of {found['due']} honest moves were due while nobody was asked;",
        f"{found['newcomers']} newcomers made tables; {found['honest_failed']} honest requests failed; "
        f"{len(found['tracebacks'])} tracebacks; memory {memory['first']} MiB at first, {memory['most']} MiB at most; "
        f"log {found['log']['longest_bytes'] / 1e6:.1f} MB at most.",
        machine_words(found["machine"]),
        *(f"refused: {line}" for line in found["honest_refused"][:10]),
        *(f"traceback: {line}" for line in found["tracebacks"][:10]),
    ]
    return "\n".join(lines)


def main() -> int:
    """Besiege, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100, help="of honest people")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--rate", type=float, default=20.0, help="honest moves a second, at fixed times")
    parser.add_argument("--pressure", type=float, default=20.0, help="requests a second of each attack")
    parser.add_argument("--level", default="apprentice", help="of the bots")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path, help="write the report to this file, too")
    given = parser.parse_args()
    for name in ("tables", "minutes", "rate", "pressure"):
        if not getattr(given, name) > 0:
            parser.error(f"--{name}: more than 0")
    wanted = Wanted(given.tables, 60 * given.minutes, given.level, given.seed, rate=given.rate, replace=True)
    found = measure(wanted, given.pressure)
    print(markdown(found))
    if given.json is not None:
        given.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return 0 if all(found["goals"].values()) else 1


if __name__ == "__main__":
    sys.exit(at_work(main))
