"""Runs commands as a shell would, each in a fork of one process that has loaded everything: a start takes long.

    python -m tests.forked < cases.json

A case says what the three standard streams are; the answer is, for each, the exit status and what was printed.
"""

from __future__ import annotations

import gc
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn

CLOSED, FULL, BROKEN, KEPT = "closed", "full", "broken", "kept"  # what a standard stream can be, or a file
MODES = (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)
ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Case:
    """A command with its streams: a word from above, or the path of a file."""

    args: Sequence[str]
    stdin: str = os.devnull
    stdout: str = KEPT
    stderr: str = KEPT
    folder: str = "."


@dataclass(frozen=True)
class Outcome:
    """What became of a case."""

    status: int
    stdout: str
    stderr: str


def run_all(cases: Sequence[Case]) -> list[Outcome]:
    """Run them all, in one process that is started for them."""
    found = subprocess.run(
        [sys.executable, "-m", "tests.forked"],
        input=json.dumps([asdict(case) for case in cases]),
        capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    return [Outcome(**one) for one in json.loads(found.stdout)]


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

    main(list(case.args), prog_name="bellringer")
    sys.exit(0)


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
    cases = [Case(**one) for one in json.load(sys.stdin)]
    load()
    gc.freeze()  # a fork that ends looks through all that it can still collect: four fifths of its time
    print(json.dumps([asdict(outcome_of(case)) for case in cases]))


if __name__ == "__main__":
    main()
