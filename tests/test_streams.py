"""Standard streams that are closed, full, gone or without an end: a sentence and a status, never a traceback."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest

import bellringer
from bellringer.cli import main
from bellringer.server.base.keys import write_new
from bellringer.server.store.store import Store
from tests.forked import BROKEN, CLOSED, FULL, Case, Outcome, forking
from tests.puzzled import few_in


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what commands read."""
    found = tmp_path_factory.mktemp("here")
    table = bellringer.new_game("rattus", seats=2, seed=7)
    dice = random.Random(1)
    while table.pending:
        seat = table.pending[0]
        table.play(dice.choice(table.moves(seat)).name, seat)
    (found / "record.txt").write_text(table.record())
    (found / "moves.txt").write_text("1\n?\nq\nn\n")
    few_in(found / "puzzles.jsonl")
    (found / "lines.txt").write_text("y\n" * 10_000)
    (found / "noise").write_bytes(random.Random(1).randbytes(17 << 20))  # the same each time: some noise asks to leave
    write_new(found / "keys")
    Store(found / "data" / "bellringer.sqlite3", found / "keys").engine.dispose()
    return found


WITH_INPUT = {  # commands that read standard input, and what they find there
    "show -": "record.txt",
    "show - --svg -": "record.txt",
    "moves -": "record.txt",
    "analyse - --move 3 --iterations 20": "record.txt",
    "verify -": "record.txt",
    "play rattus --bots random": "moves.txt",
}
ALONE = (  # all others: each prints something, and ends soon
    "--help",
    "--version",
    "acts data 1 --key-file keys",
    "arena rattus --bots random --deals 1 --jobs 1",
    "backup data copy.sqlite3 --force",
    "bench rattus --seconds 0.05",
    "check data --key-file keys",
    "completion bash",
    "dataset rattus --games 2 --jobs 1 --out data-set",
    "dataset rattus --from data --out theirs",
    "host data log",
    "host data tables --json",
    "key show --key-file keys",
    "mcp",
    "new rattus",
    "new chess",
    "play record.txt",
    "puzzles notre-dame --count 1 --out puzzles.jsonl",
    "restore copy.sqlite3 data --force",
    "review record.txt --seconds 0.1",
    "serve --metrics-token no-such",
    "show record.txt",
    "show record.txt --json",
    "show record.txt --svg board.svg",
    "simulate rattus --games 2 --bots random",
    "study classes --deals 2 --bot search:5 --seats 2 --jobs 1",
    "train rattus --games 4 --iterations 2 --width 16 --rounds 1 --jobs 1 --out trained",
)
WAYS = (CLOSED, FULL, BROKEN)
SLOW = ("arena", "bench", "dataset", "mcp", "review", "study", "train")  # load much, so that only the soak has them


def commands(soak: bool) -> Iterator[Case]:
    """The commands with good streams."""
    for line in ALONE:
        if soak or not line.startswith(SLOW):
            yield Case(line.split(), is_whole=soak)
    for line, stdin in WITH_INPUT.items():
        yield Case(line.split(), stdin, is_whole=soak)


def test_every_command_is_tried() -> None:
    tried = {line.split()[0] for line in (*ALONE, *WITH_INPUT)}
    assert tried >= set(main.commands) and all(isinstance(one, click.Command) for one in main.commands.values())


At = Callable[[Sequence[Case]], list[Outcome]]
FILES = ("moves.txt", "record.txt", "lines.txt", "noise")


@pytest.fixture(scope="module")
def at(folder: Path) -> Iterator[At]:
    """Runs cases in the folder."""

    def there(case: Case) -> Case:
        return replace(case, folder=str(folder), stdin=str(folder / case.stdin) if case.stdin in FILES else case.stdin)

    with forking() as run_all:
        yield lambda cases: run_all([there(case) for case in cases])


def laid(case: Case, stream: str, how: str) -> Case:
    """A case with another standard stream."""
    other: dict[str, Any] = {stream: how}
    return replace(case, **other)


def check_output(at: At, soak: bool) -> None:
    """Each command with output that takes nothing, beside the same command with good streams; the soak has all ways."""
    good = list(commands(soak))
    bad, mute = ([laid(case, stream, how) for number, case in enumerate(good)
                  for how in (WAYS if soak else WAYS[(number + turn) % 3 :][:1])]
                 for turn, stream in enumerate(("stdout", "stderr")))  # fmt: skip
    deaf = [replace(case, stdout=CLOSED, stderr=CLOSED, stdin=CLOSED) for case in good] if soak else []
    found = at([*good, *bad, *mute, *deaf])
    usual = dict(zip((tuple(case.args) for case in good), found, strict=False))
    assert not any("Traceback" in one.stderr for one in usual.values()), usual
    for case, one in zip(bad, found[len(good) :], strict=False):
        check_without_output(case, one, usual[tuple(case.args)])
    for case, one in zip(mute, found[len(good) + len(bad) :], strict=False):
        assert one.status == usual[tuple(case.args)].status, (case, one)
    assert {one.status for one in found[len(good) + len(bad) + len(mute) :]} <= {0, 1, 2}


def check_without_output(case: Case, found: Outcome, usual: Outcome) -> None:
    """A command whose output goes nowhere says so, in a line of its own, unless it had nothing to say."""
    assert "Traceback" not in found.stderr and "Exception" not in found.stderr, (case, found.stderr)
    last = found.stderr.splitlines()[-1:] or [""]
    if not usual.stdout:
        assert (found.status, found.stderr) == (usual.status, usual.stderr), (case, found)
    elif case.stdout == BROKEN:
        assert found.status == 1 and "standard output" not in found.stderr, (case, found)
    else:
        why = "it is closed" if case.stdout == CLOSED else "No space left on device"
        assert found.status == 2 and last == [f"bellringer: standard output: {why}"], (case, found)


@pytest.mark.unhurried
def test_output_that_goes_nowhere_is_told(at: At) -> None:
    check_output(at, soak=False)


@pytest.mark.soak
def test_output_that_goes_nowhere_is_told_of_what_loads_much(at: At) -> None:
    check_output(at, soak=True)


ENDLESS = {
    CLOSED: "it is closed",
    "/dev/zero": "more than 16 MiB|a byte 0|a line has more than 1000 letters",
    "noise": "more than 16 MiB|lines in a row|a line has more than",
    "lines.txt": "neither a tag nor a move|100 lines in a row have made no move",
}


@pytest.mark.unhurried
def test_input_that_never_ends_is_refused(at: At) -> None:
    cases = [Case(line.split(), stdin) for line in WITH_INPUT for stdin in ENDLESS]
    for case, found in zip(cases, at(cases), strict=True):
        words = found.stdout if case.args[0] == "verify" and "bellringer" not in found.stderr else found.stderr
        assert found.status in (1, 2) and "Traceback" not in found.stderr, (case, found)
        assert any(one in words for one in ENDLESS[case.stdin].split("|")), (case, found)


@pytest.mark.unhurried
def test_a_closed_stream_is_no_number_for_another_file(folder: Path, at: At) -> None:
    """What is printed would go into that."""
    closed = Case(["show", "record.txt", "--svg", "board.svg"], CLOSED, CLOSED, CLOSED)
    assert at([closed])[0].status == 0
    assert (folder / "board.svg").read_text().startswith("<svg") and not os.path.exists(folder / "-")
