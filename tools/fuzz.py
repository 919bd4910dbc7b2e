"""Mutate real positions, records, component files and requests, and see that each is taken or refused in words.

    python -m tools.fuzz --cases 1000000

A case follows from its kind, the seed and its number alone: `--kind record --first 4711 --cases 1` runs one again. A
crash of the process, a case of more than five seconds, an answer of 500 and an exception that is no refusal of ours are
faults: the run goes on behind them, prints each with the command that repeats it, and ends with 1.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import multiprocessing
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from multiprocessing.context import ForkContext, SpawnContext
from pathlib import Path
from typing import Any

import bellringer
from bellringer.commands.progress import at_work
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from tools.mutations import as_text, changed, changed_text, strange

__all__ = ["KINDS", "Kind", "NoWords", "check_words", "dice_of", "run"]

LONGEST = 5.0  # seconds of processor time for a case
STUCK = 60.0  # seconds without the end of a case, after which its process is ended
START = 120.0  # seconds for a process to begin
CHUNK = 2_000  # cases of one process
FAULTS = 20  # after which a run ends
IN_WORDS = re.compile(r"[^\W\d_]{2,}.*\s.*[^\W\d_]{2,}", re.DOTALL)
NOT_IN_WORDS = re.compile(r"Traceback|object at 0x|<class '|Error\(")
DECISIONS = 12  # that are played on from what is taken

Case = Callable[[random.Random], str]  # `taken` or `refused`; raises for a fault


@dataclass(frozen=True)
class Kind:
    """A kind of cases, and which share of all cases it is.

    `ready`: gives the case, with what it needs while it is run again and again. `material`: what is made once, before
    the processes are. `is_forked`: whether these begin as copies of this one, which have it then.
    """

    name: str
    share: float
    ready: Callable[[], AbstractContextManager[Case]]
    material: Callable[[], Any] = tuple
    is_forked: bool = True


class NoWords(Exception):
    """A refusal that says nothing to a person."""


class Broken(Exception):
    """What was taken is not sound."""


def check_words(text: str) -> str:
    """That a refusal is a sentence; returns `refused`. Raises NoWords."""
    if not IN_WORDS.search(text) or NOT_IN_WORDS.search(text):
        raise NoWords(text[:300])
    return "refused"


# what is mutated


@cache
def corpus() -> tuple[bellringer.Table, ...]:
    """Tables from all over random games of all kinds."""
    dice, found = random.Random(1), []
    for game in bellringer.game_names():
        for seats in range(find(game).fewest_seats, find(game).most_seats + 1):
            for turn in range(3):
                table = bellringer.new_game(game, seats=seats, seed=turn, **options_of(game, seats, dice))
                for decisions in (0, 10, 40, 10_000):
                    play(table, dice, decisions)
                    found.append(table.copy())
    return tuple(found)


def options_of(game: str, seats: int, dice: random.Random) -> dict[str, Any]:
    """Options of a new table, by chance."""
    options = find(game).options
    for _ in range(20):
        chosen = {name: dice.choice(one.allowed) for name, one in options.items() if not one.several and one.allowed}
        try:
            find(game).blank(seats, check_options(find(game), seats, chosen), None)
        except bellringer.OptionError:
            continue
        return chosen
    return {}


def play(table: bellringer.Table, dice: random.Random, decisions: int) -> None:
    """Play on at random. Raises Broken."""
    for _ in range(decisions):
        if not table.pending:
            return
        seat = dice.choice(table.pending)
        moves = table.moves(seat)
        if not moves:
            raise Broken("nothing to choose from")
        table.play(dice.choice(moves).name, seat)
        if table.state.broken_law:
            raise Broken(f"law {table.state.broken_law}")


@cache
def positions() -> tuple[Any, ...]:
    """Whole positions, as documents."""
    return tuple(json.loads(json.dumps(table.position())) for table in corpus())


@cache
def records() -> tuple[str, ...]:
    """Records, also of games that began at a position."""
    dice, found = random.Random(2), [table.record() for table in corpus() if table.moves_played < 100]
    for document in positions()[::5]:
        table = bellringer.from_position(document, seed=1)
        play(table, dice, 10)
        found.append(table.record())
    return tuple(found)


@cache
def boxes() -> tuple[str, ...]:
    """The component files of the games, whole, and each table of them alone."""
    names = [game.replace("-", "_") for game in bellringer.game_names()]
    found = [files(f"bellringer.games.{name}").joinpath("box.toml").read_text("utf-8") for name in names]
    parts = [f'game = "{game}"\n[{part}' for game, text in zip(bellringer.game_names(), found, strict=True)
             for part in text.split("\n[")[1:]]  # fmt: skip
    return (*found, *parts)


# the kinds of cases


def a_position(dice: random.Random) -> str:
    """A position as a document or as its text."""
    chosen = dice.choice(positions())
    document = changed(chosen, positions(), dice) if dice.random() < 0.98 else strange(dice)
    if dice.random() < 0.7 and isinstance(document, dict):
        document["game"] = chosen["game"]
    given = document if dice.random() < 0.6 else as_text(document, dice)
    try:
        table = bellringer.from_position(given, seed=1)
    except bellringer.PositionError as error:
        return check_words(str(error))
    if bellringer.from_position(json.dumps(table.position()), seed=1).position() != table.position():
        raise Broken("a position that was taken does not come back")
    if table.state.broken_law:
        raise Broken(f"law {table.state.broken_law}")
    play(table, dice, dice.choice((0, 1, DECISIONS)))
    return "taken"


def a_record(dice: random.Random) -> str:
    """A record, replayed or verified."""
    text = dice.choice(records())
    text = changed_text(text, records(), dice) if dice.random() < 0.98 else str(strange(dice))
    if dice.random() < 0.3:
        checks = bellringer.verify(text)
        bad = [check for check in checks if not check.ok]
        for check in bad:
            check_words(check.detail)
        return "refused" if bad else "taken"
    try:
        table = bellringer.replay(text)
    except bellringer.RecordError as error:
        return check_words(str(error))
    if bellringer.replay(table.record()).record() != table.record():
        raise Broken("a record that was taken does not come back")
    return "taken"


def components(dice: random.Random) -> str:
    """A component file."""
    text = changed_text(dice.choice(boxes()), boxes(), dice)
    path = box_path()
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    game = dice.choice(bellringer.game_names())
    try:
        table = bellringer.new_game(game, seats=dice.randint(2, 5), seed=1, components=str(path))
    except bellringer.OptionError as error:  # the number of seats
        return check_words(str(error))
    except bellringer.ComponentsError as error:
        return check_words(str(error))
    play(table, dice, dice.choice((0, 0, DECISIONS)))
    return "taken"


@cache
def box_path() -> Path:
    """Where a process writes its component files."""
    folder = tempfile.TemporaryDirectory()
    FOLDERS.append(folder)
    return Path(folder.name) / "my-box.toml"


FOLDERS: list[Any] = []  # kept until the process ends


def always(case: Case) -> Callable[[], AbstractContextManager[Case]]:
    """What is ready without more ado."""
    return lambda: nullcontext(case)


def a_server() -> AbstractContextManager[Case]:
    """A server of its own, in the process whose requests it answers."""
    from tools.fuzz_requests import requests  # in that process alone: it is much to import

    return requests()


KINDS = {
    kind.name: kind
    for kind in (
        Kind("position", 0.5, always(a_position), positions),
        Kind("record", 0.15, always(a_record), records),
        Kind("components", 0.15, always(components), boxes),
        Kind("api", 0.2, a_server, is_forked=False),
    )
}


# running them


def dice_of(kind: str, seed: int, number: int) -> random.Random:
    """The dice of a case."""
    return random.Random(f"{kind} {seed} {number}")


def run_chunk(kind: Kind, seed: int, first: int, count: int, told: Any, at: Any) -> None:
    """Run cases in this process. `told`: a pipe for faults and counts; `at`: the number of the case that is run."""
    faulthandler.enable(sys.__stderr__ or 2)  # sys.stderr may be no file, as in tests
    found: Counter[str] = Counter()
    with kind.ready() as case:
        for number in range(first, first + count):
            at.value = number
            began = time.process_time()
            try:
                found[case(dice_of(kind.name, seed, number))] += 1
            except Exception as error:  # whatever it is, it is no refusal
                told.send((number, f"{type(error).__name__}: {str(error)[:300]}"))
                found["fault"] += 1
            if time.process_time() - began > LONGEST:
                told.send((number, f"took more than {LONGEST:.0f} seconds"))
    told.send(dict(found))


def run(kind: Kind, seed: int, first: int, count: int, stuck: float = STUCK) -> tuple[Counter[str], list[str]]:
    """Run cases in processes of their own, one after the other. Returns what became of them, and the faults.

    `stuck`: the seconds without the end of a case, after which its process is ended.
    """
    found: Counter[str] = Counter()
    faults: list[str] = []
    end = first + count
    kind.material()  # once, for all processes
    while first < end and len(faults) < FAULTS:
        last = min(end, first + CHUNK)
        counts, wrong, stopped = chunk(kind, seed, first, last - first, stuck)
        found += counts
        faults += [f"{kind.name}, case {number} of seed {seed}: {words}" for number, words in wrong]
        first = last if stopped is None else stopped + 1
    return found, faults


def chunk(
    kind: Kind, seed: int, first: int, count: int, stuck: float
) -> tuple[Counter[str], list[tuple[int, str]], int | None]:
    """Run cases in one process: what became of them, the faults, and the case at which the process ended too early."""
    context: ForkContext | SpawnContext
    context = multiprocessing.get_context("fork") if kind.is_forked else multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    at = context.Value("q", -1, lock=False)
    process = context.Process(target=run_chunk, args=(kind, seed, first, count, theirs, at))
    process.start()
    theirs.close()
    wrong: list[tuple[int, str]] = []
    seen, since = -1, time.monotonic()  # no case has begun yet
    while True:
        if ours.poll(1.0):
            try:
                message = ours.recv()
            except EOFError:
                process.join()
                return ended(max(at.value, first), first, wrong, f"the process ended with {process.exitcode}")
            if isinstance(message, dict):
                process.join()
                return Counter(message), wrong, None
            wrong.append(message)
        if at.value != seen:
            seen, since = at.value, time.monotonic()
        elif time.monotonic() - since > (stuck if seen >= 0 else START):
            process.kill()
            process.join()
            return ended(max(seen, first), first, wrong, f"still runs after {stuck:.0f} seconds")


def ended(
    at: int, first: int, wrong: list[tuple[int, str]], why: str
) -> tuple[Counter[str], list[tuple[int, str]], int]:
    """What is known of a process that ended in the midst of a case: what became of those before it is not counted."""
    return Counter({"fault": 1, "uncounted": at - first}), [*wrong, (at, why)], at


def main() -> int:
    """Run as many cases as are wanted, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=10_000, help="in all")
    parser.add_argument("--kind", choices=(*KINDS, "all"), default="all")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    if given.cases < 1 or given.first < 0:
        parser.error("--cases: 1 or more; --first: 0 or more")
    kinds = [*KINDS.values()] if given.kind == "all" else [replace(KINDS[given.kind], share=1.0)]
    total, every = 0, list[str]()
    print("| kind | cases | taken | refused in words | faults | seconds |\n|---|--:|--:|--:|--:|--:|")
    for kind in kinds:
        began, count = time.monotonic(), round(given.cases * kind.share)
        found, faults = run(kind, given.seed, given.first, count)
        total, every = total + found.total(), every + faults
        told = " | ".join(str(found[what]) for what in ("taken", "refused"))
        print(
            f"| {kind.name} | {found.total()} | {told} | {len(faults)} | {time.monotonic() - began:.0f} |", flush=True
        )
    print(f"\n{total} cases, {len(every)} faults; load average at the end {os.getloadavg()[0]:.2f}.")
    for line in every:
        print(f"fault: {line}", file=sys.stderr)
    return 1 if every else 0


if __name__ == "__main__":
    sys.exit(at_work(main))
