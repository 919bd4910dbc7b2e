"""Runs commands as a shell would, each in a fork of one process that has loaded everything: a start takes long.

A line of its input is a list of cases, each of which says what the three standard streams are. A line of its output has
for each the exit status and what was printed.
"""

from __future__ import annotations

import atexit
import gc
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from os import _exit  # the library has it for whoever ends a fork
from pathlib import Path
from typing import Any, NoReturn

CLOSED, FULL, BROKEN, KEPT = "closed", "full", "broken", "kept"  # what a standard stream can be, or a file
MODES = (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)
ROOT = Path(__file__).resolve().parent.parent
ENDED: list[int] = []  # the status of a fork that has ended


@dataclass(frozen=True)
class Case:
    """A command with its streams: a word from above, or the path of a file.

    `is_whole`: whether Python takes itself apart at the end, which is most of what a case takes.
    """

    args: Sequence[str]
    stdin: str = os.devnull
    stdout: str = KEPT
    stderr: str = KEPT
    folder: str = "."
    is_whole: bool = False


@dataclass(frozen=True)
class Outcome:
    """What became of a case."""

    status: int
    stdout: str
    stderr: str


@contextmanager
def forking() -> Iterator[Callable[[Sequence[Case]], list[Outcome]]]:
    """A process that has loaded everything, and what runs cases in forks of it."""
    words = [sys.executable, "-m", "tests.forked"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        asked, told = process.stdin, process.stdout
        assert asked is not None and told is not None

        def run_all(cases: Sequence[Case]) -> list[Outcome]:
            print(json.dumps([asdict(case) for case in cases]), file=asked, flush=True)
            return [Outcome(**one) for one in json.loads(told.readline())]

        yield run_all


def outcome_of(case: Case) -> Outcome:
    """Run a case in a fork, and wait for it."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            be_the_command(case, (None, out.fileno(), err.fileno()))
        _, status = os.waitpid(child, 0)
        printed = []
        for file in (out, err):
            file.seek(0)
            printed.append(file.read().decode(errors="replace"))
        return Outcome(os.waitstatus_to_exitcode(status), *printed)


def be_the_command(case: Case, kept: tuple[int | None, ...]) -> NoReturn:
    """Be a program of its own, from its streams to its end, at which Python writes what is left of the output."""
    for number, how in enumerate((case.stdin, case.stdout, case.stderr)):
        lay(number, how, kept[number])
    os.chdir(case.folder)
    begin_streams()
    from bellringer.cli import main

    try:
        main(list(case.args), prog_name="bellringer")
        sys.exit(0)
    except SystemExit as end:
        if not case.is_whole and isinstance(end.code, int):
            ENDED.append(end.code)
        raise


def leave() -> None:
    """Write what is left of the output, or tell the failure, as Python does last of all; the rest is left undone."""
    if not ENDED:
        return
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except OSError as error:
            ENDED.append(120)  # as Python has it
            with suppress(OSError):
                print(f"Exception ignored in: {stream!r}\n{error!r}", file=sys.__stderr__, flush=True)
    _exit(ENDED[-1])


def lay(number: int, how: str, kept: int | None) -> None:
    """Make a standard stream of the process what a case says."""
    if how == CLOSED:
        os.close(number)
        return
    if how == BROKEN:
        reader, found = os.pipe()
        os.close(reader)
    elif how == KEPT:
        assert kept is not None
        found = kept
    else:
        found = os.open("/dev/full" if how == FULL else how, MODES[number])
    os.dup2(found, number)


def begin_streams() -> None:
    """The streams as Python opens them: none where the number is not open."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
            raw = io.FileIO(number, "rb" if number == 0 else "wb", closefd=False)
            buffer: Any = io.BufferedReader(raw) if number == 0 else io.BufferedWriter(raw)
            stream = io.TextIOWrapper(buffer, "utf-8", line_buffering=number == 2)
        except OSError:
            stream = None
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def load() -> None:
    """Load what most commands need, before the forks."""

    import bellringer.commands.hosting
    import bellringer.commands.play
    import bellringer.commands.simulations  # noqa: F401
    import bellringer.server.host.check
    import bellringer.server.serve
    from bellringer.svg import picture

    table = bellringer.new_game("rattus", seats=2, seed=1)
    picture(bellringer.from_position(table.position()), None, "en")
    str(table)


def main() -> None:
    """Answer the cases on standard input."""
    atexit.register(leave)  # the first one comes last
    load()
    gc.freeze()  # a fork that ends looks through all that it can still collect: four fifths of its time
    while line := sys.stdin.readline():
        print(json.dumps([asdict(outcome_of(Case(**one))) for one in json.loads(line)]), flush=True)


if __name__ == "__main__":
    main()
