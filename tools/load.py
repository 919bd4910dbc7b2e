"""Measure a server under load: how long a move takes from request to answer, as a browser sends it.

    python -m tools.load --tables 100 --seconds 60

It starts a server on loopback with an empty folder, sits down at many tables against bots, opens two listening pages at
each (a person's and a spectator's), and lets every person play random legal moves after a few seconds of thought. It
prints a Markdown table and stops the server. With `--everything` all tables are of games that have modules, with all of
them and as many seats as there can be.

With `--rate 50` moves come at fixed times, so many a second, whether or not those before have been answered; each is
timed from when it was due. A move goes to any table whose person is asked; when there is none, that is counted. With
`--replace` a game that is over gives way to a new one, so that a run may be longer than a game. With `--ramp 10` the
rate grows by so much after every `--seconds`, until the 99th percentile passes 100 ms: the report says at which rate.

It ends with 1 where anything went wrong, where no move was made, and by `--judge` where a goal is missed: a short run,
or one on a slow machine, may miss one.

The hour that docs/reliability.md tells of:

    python -m tools.load --tables 1000 --rate 150 --seconds 3600 --replace --pace 0.1 --judge --json load.json
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import uvloop

from bellringer.commands.progress import at_work
from bellringer.core.contract.registry import game_names
from bellringer.server.base.settings import Settings
from tools.measuring import Watch, allow_many_files, machine_words, quantile
from tools.visitors import Browser, Figures, Place, Player, Wrong, lists, serving

__all__ = [
    "Askable",
    "Step",
    "Wanted",
    "arrivals",
    "begin_anew",
    "is_passed",
    "markdown",
    "measure",
    "one_move",
    "options_of",
    "parsed",
    "report",
    "status_of",
    "times_of",
]

THOUGHT = (2.0, 6.0)  # seconds, from and to, that a person thinks about a move
TOO_SLOW = 0.1  # seconds that the 99th percentile may take
GOALS = {  # of docs/reliability.md: what each figure must be under
    "median, ms": 20,
    "99th percentile, ms": 100,
    "memory of the second half": 0.05,
    "longest log, MB": 32,
    "bytes written an act": 8_192,
}
MADE = 0.95  # the part of the moves at fixed times that must be made, neither refused nor due while nobody was asked


@dataclass(frozen=True)
class Wanted:
    """What a run shall be. `rate`: moves a second at fixed times, instead of people who think (0).

    `pace`: seconds between a bot's moves. With a short one the rate hangs on the server more than on pauses.
    `most_steps`: of a ramp.
    """

    tables: int = 100
    seconds: float = 60.0
    level: str = "apprentice"
    seed: int = 0
    everything: bool = False
    rate: float = 0.0
    ramp: float = 0.0
    replace: bool = False
    pace: float = Settings.pace
    most_steps: int = 60


@dataclass
class Step:
    """What was measured at one rate."""

    rate: float
    figures: Figures

    def document(self) -> dict[str, Any]:
        """The figures without the single times."""
        found, times = self.figures, self.figures.all_moves()
        by_game = {
            f"{game}, {what}": times_of(values[game])
            for game in found.moves
            if found.moves[game]
            for what, values in (("answered", found.moves), ("shown", found.shown))
        }
        counts = {
            "due": found.due,
            "refused": found.refused,
            "idle": found.idle,
            "replaced": found.replaced,
            "wrong": found.wrong[:20],
        }
        return {"rate": self.rate, "moves": times_of(times), "games": by_game, **counts}


def times_of(times: list[float]) -> dict[str, float]:
    """How many there are, and their quantiles in milliseconds."""
    parts = {"median": 0.5, "99th percentile": 0.99, "slowest": 1.0}
    return {"count": len(times), **{name: round(1000 * quantile(times, part), 2) for name, part in parts.items()}}


async def play(place: Place, dice: random.Random, figures: Figures, wanted: Wanted, until: float) -> None:
    """Make moves, each after some seconds of thought, until the time is over."""
    while time.monotonic() < until:
        await asyncio.sleep(dice.uniform(*THOUGHT))
        if place.is_ready:
            await one_move(place, dice, figures, time.perf_counter())
        elif place.player.is_over and wanted.replace:
            await begin_anew(place, figures, wanted)


async def one_move(place: Place, dice: random.Random, figures: Figures, due: float) -> None:
    """Let a place's person move. What goes wrong is counted."""
    place.is_busy = True
    try:
        await place.player.move(dice, place.heard, figures, due)
    except (OSError, EOFError) as error:
        figures.wrong.append(f"a move: {error!r}")
    finally:
        place.is_busy = False


async def begin_anew(place: Place, figures: Figures, wanted: Wanted) -> None:
    """Begin a new game where one is over."""
    place.is_busy = True
    try:
        await place.begin(wanted.level, wanted.everything)
        figures.replaced += 1
    except (OSError, EOFError, Wrong) as error:
        figures.wrong.append(f"a new game: {error!r}")
    finally:
        place.is_busy = False


class Askable:
    """Places that may be asked something, and those whose game may be over: all of which one has heard since."""

    def __init__(self, places: Iterable[Place]) -> None:
        self.places, self.there = list[Place](), set[Place]()
        for place in places:
            place.tell = self.add
            self.add(place)

    def add(self, place: Place) -> None:
        """Note that something has been heard of a place."""
        if place not in self.there:
            self.there.add(place)
            self.places.append(place)

    def drawn(self, dice: random.Random) -> Iterator[Place]:
        """Take them out, in any order."""
        while self.places:
            at = dice.randrange(len(self.places))
            self.places[at], self.places[-1] = self.places[-1], self.places[at]
            place = self.places.pop()
            self.there.discard(place)
            yield place


async def arrivals(places: list[Place], rate: float, dice: random.Random, figures: Figures, wanted: Wanted) -> None:
    """Let moves come at fixed times, each at a table where somebody is asked and whose last move is over."""
    start, tasks, askable = time.perf_counter(), set[asyncio.Task[None]](), Askable(places)

    async def at(place: Place, work: Coroutine[Any, Any, None]) -> None:
        await work
        askable.add(place)

    def spawn(place: Place, work: Coroutine[Any, Any, None]) -> None:
        place.is_busy = True  # at once: it may be drawn a second time
        task = asyncio.create_task(at(place, work))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    for number in range(max(1, int(rate * wanted.seconds))):
        due = start + number / rate
        figures.due += 1
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        for place in askable.drawn(dice):
            if place.is_ready:
                spawn(place, one_move(place, dice, figures, due))
                break
            if wanted.replace and place.player.is_over and not place.is_busy:
                spawn(place, begin_anew(place, figures, wanted))
        else:
            figures.idle += 1
    await asyncio.gather(*tasks)


async def load(port: int, watch: Watch, wanted: Wanted) -> tuple[list[Step], int]:
    """Let all people play at once. Returns what was measured at each rate, and the bytes sent to the open pages."""
    games = [game for game in game_names() if lists(game)] if wanted.everything else game_names()
    dice, places = random.Random(wanted.seed), list[Place]()
    for number in range(wanted.tables):
        places.append(Place(Player(Browser(port), games[number % len(games)]), Browser(port)))
        await places[-1].begin(wanted.level, wanted.everything)
    print(f"{wanted.tables} tables, {2 * len(places)} pages listen; {wanted.seconds:.0f} s", file=sys.stderr)
    before = sum(place.size for place in places)
    gc.collect()
    gc.freeze()  # the places stay; to look through them for cycles would hold up moves that are due
    async with watch.watching():
        steps = await steps_of(places, dice, wanted)
    size = sum(place.size for place in places) - before
    for place in places:
        steps[-1].figures.wrong += place.trouble()
        await place.leave()
    return steps, size


async def steps_of(places: list[Place], dice: random.Random, wanted: Wanted) -> list[Step]:
    """Play at one rate, or at ever higher ones until moves take too long."""
    if not wanted.rate:
        figures, until = Figures(), time.monotonic() + wanted.seconds
        await asyncio.gather(*(play(place, random.Random(dice.random()), figures, wanted, until) for place in places))
        return [Step(0.0, figures)]
    steps = list[Step]()
    while len(steps) < wanted.most_steps:
        steps.append(Step(wanted.rate + len(steps) * wanted.ramp, Figures()))
        await arrivals(places, steps[-1].rate, dice, steps[-1].figures, wanted)
        if not wanted.ramp or is_passed(steps[-1]):
            break
    return steps


def is_passed(step: Step) -> bool:
    """Whether the server no longer keeps up: moves take too long, or most were due while nobody was asked."""
    times = step.figures.all_moves()
    return quantile(times, 0.99) > TOO_SLOW or len(times) < step.figures.idle


def measured_of(last: dict[str, Any], seen: dict[str, Any]) -> tuple[float, ...]:
    """The figures of all goals, in their order."""
    return (
        last["moves"]["median"],
        last["moves"]["99th percentile"],
        seen["memory_mib"]["growth_of_second_half"],
        round(seen["log"]["longest_bytes"] / 1e6, 2),
        seen["log"]["bytes_an_act"] or 0,
    )


def enough_moves(figures: Figures) -> dict[str, dict[str, Any]]:
    """The goal for the moves that were made: quick answers say nothing when there are hardly any."""
    made = len(figures.all_moves())
    if not figures.due:
        return {"moves made": {"measured": made, "at least": 1, "holds": made >= 1}}
    part = round(made / figures.due, 4)
    return {"moves made, of those due": {"measured": part, "at least": MADE, "holds": part >= MADE}}


def status_of(found: dict[str, Any], is_judged: bool) -> int:
    """The status that the program ends with."""
    is_wrong = any(step["wrong"] or not step["moves"]["count"] for step in found["steps"])
    is_missed = is_judged and not all(goal["holds"] for goal in found["goals"].values())
    return 1 if is_wrong or is_missed else 0


def report(wanted: Wanted, steps: list[Step], size: int, watch: Watch) -> dict[str, Any]:
    """All that was measured, as a document."""
    seen = watch.figures()
    last = steps[-1].document()
    passed = steps[-1].rate if wanted.ramp and is_passed(steps[-1]) else None
    goals = {
        name: {"measured": value, "under": most, "holds": value < most}
        for (name, most), value in zip(GOALS.items(), measured_of(last, seen), strict=True)
    }
    goals.update(enough_moves(steps[-1].figures))
    sent = round(size / watch.seconds / 1e6, 3)
    steps_told = [step.document() for step in steps]
    return {"wanted": asdict(wanted), "steps": steps_told, "passed_at": passed, "sent_mb_a_second": sent, **seen,
            "goals": goals}  # fmt: skip


def goal_words(goal: dict[str, Any]) -> str:
    """What a figure must be."""
    return f"under {goal['under']:g}" if "under" in goal else f"at least {goal['at least']:g}"


def markdown(found: dict[str, Any]) -> str:
    """The report for people."""
    lines = ["| moves | count | median | 99th percentile | slowest |", "|---|--:|--:|--:|--:|"]
    for step in found["steps"]:
        rate = f"{step['rate']:g} a second, " if step["rate"] else ""
        rows = {f"{rate}{name}": times for name, times in step["games"].items()}
        for name, times in ({f"{rate}answered": step["moves"]} if found["wanted"]["ramp"] else rows).items():
            told = " | ".join(f"{times[what]:.1f} ms" for what in ("median", "99th percentile", "slowest"))
            lines.append(f"| {name} | {times['count']} | {told} |")
    if found["wanted"]["ramp"]:
        lines += ["", f"100 ms was passed at {found['passed_at']:g} moves a second." if found["passed_at"]
                  else "100 ms was not passed."]  # fmt: skip
    lines += ["", "| figure | measured | goal | holds |", "|---|--:|--:|---|"]
    lines += [
        f"| {name} | {one['measured']:g} | {goal_words(one)} | {'yes' if one['holds'] else 'no'} |"
        for name, one in found["goals"].items()
    ]
    last, memory, log = found["steps"][-1], found["memory_mib"], found["log"]
    lines += [
        "",
        f"{last['refused']} moves came too late and were refused; {last['idle']} were due while nobody was asked; "
        f"{last['replaced']} games were replaced; {found['sent_mb_a_second']:.2f} MB/s went to open pages.",
        f"{log['acts']} acts; memory {memory['first']} MiB at first, {memory['most']} MiB at most.",
        machine_words(found["machine"]),
        *(f"wrong: {line}" for step in found["steps"] for line in step["wrong"][:10]),
    ]
    return "\n".join(lines)


def options_of(wanted: Wanted) -> tuple[str, ...]:
    """The options of the server that is measured."""
    return "--no-limits", "--pace", f"{wanted.pace:g}"


def measure(wanted: Wanted) -> dict[str, Any]:
    """Start a server, put load on it, stop it: what was measured."""
    allow_many_files()
    with tempfile.TemporaryDirectory() as data, serving(Path(data), *options_of(wanted)) as (port, pid):
        watch = Watch(pid, Path(data))
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            steps, size = runner.run(load(port, watch, wanted))
    return report(wanted, steps, size, watch)


def parsed(words: list[str] | None = None) -> argparse.Namespace:
    """The words of the command line, or these. Ends the program where they make no sense."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0, help="of a run; of a step of a ramp")
    parser.add_argument("--level", default="apprentice", help="of the bots")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--everything", action="store_true", help="all seats and all modules at every table")
    parser.add_argument("--rate", type=float, default=0.0, help="moves a second, at fixed times")
    parser.add_argument("--ramp", type=float, default=0.0, help="by how much the rate grows after each step")
    parser.add_argument("--replace", action="store_true", help="begin a new game where one is over")
    parser.add_argument("--pace", type=float, default=Settings.pace, help="seconds between a bot's moves")
    parser.add_argument("--judge", dest="is_judged", action="store_true", help="end with 1 where a goal is missed")
    parser.add_argument("--json", type=Path, help="write the report to this file, too")
    given = parser.parse_args(words)
    if not all(value >= 0 for value in (given.rate, given.ramp, given.pace)):
        parser.error("--rate, --ramp, --pace: 0 or more")
    if given.ramp and not given.rate:
        parser.error("--ramp: name the first rate by --rate")
    if given.ramp and given.is_judged:
        parser.error("--judge: a ramp goes on until a goal is missed")
    if not given.seconds > 0 or given.tables < 1:
        parser.error("--seconds: more than 0; --tables: 1 or more")
    return given


def main() -> int:
    """Measure, and print the report."""
    given = vars(parsed())
    path: Path | None = given.pop("json")
    is_judged: bool = given.pop("is_judged")
    found = measure(Wanted(**given))
    print(markdown(found))
    if path is not None:
        path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return status_of(found, is_judged)


if __name__ == "__main__":
    sys.exit(at_work(main))
