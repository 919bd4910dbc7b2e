"""Every command that takes a file, beside every kind of file that it can't use: a sentence, a status, and an end."""

from __future__ import annotations

import json
import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import bellringer
from bellringer.cli import main
from bellringer.server.base.keys import write_new
from bellringer.server.store.store import Store
from tests.reviewed import finished

READERS = (  # the commands, with `{}` for the bad file
    "show {}",
    "show {} --json",
    "show {} --svg picture.svg",
    "show good.txt --svg {}/picture.svg",
    "moves {}",
    "analyse {} --iterations 5",
    "analyse {} --move 1 --iterations 5",
    "review {} --seconds 0.1",
    "review over.txt --seconds 0.1 --html {}/page.html",
    "review over.txt --seconds 0.1 --keep {}",
    "puzzles notre-dame --count 1 --out {}",
    "verify {}",
    "verify {} good.txt",
    "verify good.txt {}",
    "play {}",
    "play --load {}",
    "play rattus --components {}",
    "new rattus --components {}",
    "new notre-dame --components {}",
    "simulate rattus --games 1 --components {}",
    "arena rattus --bots random --deals 1 --components {}",
    "arena rattus --bots random --deals 1 --out {}",
    "study classes --deals 2 --bot search:2 --out {}",
    "dataset rattus --games 1 --out {}",
    "dataset rattus --from data --out {}",
    "dataset rattus --from {} --out out",
    "train rattus --games 4 --iterations 2 --width 16 --rounds 1 --out {}",
    "train rattus --games 4 --iterations 2 --width 16 --rounds 1 --out out --begin {}",
    "serve --data data --metrics-token {}",
    "serve --data {}",
    "key show --key-file {}",
    "key new --key-file {}",
    "key rotate --data data --key-file {}",
    "key rotate --data {} --key-file keys",
    "key adopt --data data --key-file {}",
    "acts data 1 --key-file {}",
    "acts {} 1 --key-file keys",
    "check data --key-file {}",
    "check {}",
    "host --key-file {} data hand-over 1 0",
    "host {} tables",
    "backup {} saved.sqlite3",
    "backup data {} --force",
    "restore {} data --force",
    "restore data/bellringer.sqlite3 {}",
)


MAY_BE = {  # what some make of nothing, or find in what others can't use
    "show good.txt --svg {}/picture.svg": ("empty folder",),
    "key new --key-file {}": ("missing",),
    "check data --key-file {}": ("missing", "missing folder", "loop"),
    "arena rattus --bots random --deals 1 --out {}": ("missing", "empty folder"),
    "study classes --deals 2 --bot search:2 --out {}": ("missing", "empty folder"),
    "dataset rattus --games 1 --out {}": ("missing", "empty folder"),
    "dataset rattus --from data --out {}": ("missing", "empty folder"),
    "train rattus --games 4 --iterations 2 --width 16 --rounds 1 --out {}": ("missing", "empty folder"),
    "puzzles notre-dame --count 1 --out {}": ("missing",),
    "review over.txt --seconds 0.1 --html {}/page.html": ("empty folder",),
    "review over.txt --seconds 0.1 --keep {}": ("missing", "empty folder"),
    "backup data {} --force": ("missing", "empty", "a database"),
    "restore data/bellringer.sqlite3 {}": ("missing", "empty folder"),
}


def a_record() -> str:
    """A game that has begun."""
    table = bellringer.new_game("rattus", seats=2, seed=7)
    table.play(table.moves(0)[0].name)
    return table.record()


BAD: dict[str, Callable[[Path], object]] = {
    "missing": lambda path: None,
    "missing folder": lambda path: path.symlink_to("no/such"),
    "empty": lambda path: path.touch(),
    "empty folder": lambda path: path.mkdir(),
    "loop": lambda path: path.symlink_to(path.name),
    "zeros": lambda path: path.symlink_to("/dev/zero"),
    "random": lambda path: path.symlink_to("/dev/urandom"),
    "pipe": os.mkfifo,
    "socket": lambda path: bound(path),
    "utf-16": lambda path: path.write_text(a_record(), encoding="utf-16"),
    "latin-1": lambda path: path.write_bytes(f"{a_record()}é".encode("latin-1")),
    "bytes of 0": lambda path: path.write_bytes(bytes(1_000)),
    "no text": lambda path: path.write_bytes(bytes(range(1, 256))),
    "a long line": lambda path: path.write_text("x" * 3_000_000),
    "too long": lambda path: path.write_text("[Game]\n" * 2_500_000),
    "deep": lambda path: path.write_text("[" * 100_000),
    "deep object": lambda path: path.write_text('{"game": ' * 20_000),
    "a huge number": lambda path: path.write_text(f'{{"game": "rattus", "seats": {"7" * 5_000}}}'),
    "infinity": lambda path: path.write_text('{"game": "rattus", "seats": Infinity}'),
    "a key twice": lambda path: path.write_text('{"game": "rattus", "game": "rattus"}'),
    "a tag twice": lambda path: path.write_text('[Game "rattus"]\n[Game "rattus"]\n'),
    "a table twice": lambda path: path.write_text('game = "rattus"\n[removed]\n[removed]\n'),
    "a database": lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(5_000)),
}


def bound(path: Path) -> None:
    """Make a socket."""
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(path))


@contextmanager
def endless(path: Path) -> Iterator[None]:
    """Write into a pipe for as long as anybody could read it."""
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    file = os.fdopen(os.open(path, os.O_WRONLY), "wb", buffering=0)

    def write() -> None:
        with suppress(OSError), file:
            while True:
                file.write(b"neither a tag nor a move\n" * 1_000)

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    try:
        yield
    finally:
        os.close(reader)
        writer.join()


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what is well."""
    found = tmp_path_factory.mktemp("good")
    (found / "good.txt").write_text(a_record())
    (found / "over.txt").write_text(finished("map of 2").record())
    write_new(found / "keys")
    Store(found / "data" / "bellringer.sqlite3", found / "keys").engine.dispose()
    return found


def fault_of(line: str, kind: str, good: Path, here: Path) -> str:
    """What is wrong with how a command takes one bad file, in a copy of the good folder; empty if nothing is."""
    shutil.copytree(good, here, dirs_exist_ok=True)
    path = here / "bad\x1bfile"
    BAD[kind](path)
    args = [word.replace("{}", path.name) for word in line.split()]
    with endless(path) if kind == "pipe" else nullcontext():
        result = CliRunner().invoke(main, args, input="")
    said = f"{line} with {kind}: {result.exit_code} {result.stdout!r} {result.stderr!r}"
    if not (result.exception is None or isinstance(result.exception, SystemExit)):
        return f"{said} {result.exception!r}"
    if result.exit_code == 0:
        return "" if kind in MAY_BE.get(line, ()) else said
    lines = result.stderr.splitlines() or result.stdout.splitlines()
    is_short = bool(lines) and all(len(one) < 1_500 and one.isprintable() for one in lines)
    is_named = "bellringer: " in result.stderr and r"bad\x1bfile" in result.stderr or not result.stderr
    return "" if result.exit_code in (1, 2) and is_short and is_named else said


BEGINS = ("missing", "empty folder")  # in which a server would begin, and not end
CASES = [(line, kind) for line in READERS for kind in BAD if not (line == "serve --data {}" and kind in BEGINS)]
LOADS_MUCH = ("arena", "dataset", "study", "train", "analyse", "review", "puzzles")
QUICK = [
    (line, kind)
    for number, (line, kind) in enumerate(CASES)
    if not line.startswith(LOADS_MUCH) and (number // len(BAD) + number) % 5 == 0
]


def faults(cases: list[tuple[str, str]], good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run cases, each in a folder of its own."""
    for number, (line, kind) in enumerate(cases):
        here = tmp_path / str(number)
        here.mkdir()
        monkeypatch.chdir(here)
        if found := fault_of(line, kind, good, here):
            yield found


@pytest.mark.unhurried
def test_a_file_that_can_not_be_used_is_refused(good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {kind for _, kind in QUICK} == set(BAD)
    assert not list(faults(QUICK, good, tmp_path, monkeypatch))


@pytest.mark.soak
@pytest.mark.parametrize("line", READERS)
def test_no_kind_of_file_is_too_much(line: str, good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [case for case in CASES if case[0] == line]
    assert not list(faults(cases, good, tmp_path, monkeypatch))


def paths_of(command: click.Command) -> Iterator[str]:
    """What of a command is a path."""
    for param in command.params:
        if isinstance(param.type, click.Path):
            yield param.opts[-1] if isinstance(param, click.Option) else param.name or ""
    if isinstance(command, click.Group):
        for name in command.commands:
            yield from paths_of(command.commands[name])


def test_every_command_that_takes_a_path_is_tried() -> None:
    """But for a server's keys: without them it begins, and says so in its log."""
    for name, command in main.commands.items():
        for path in set(paths_of(command)) - ({"--key-file"} if name == "serve" else set()):
            lines = [line for line in READERS if line.startswith(f"{name} ")]
            option = path.startswith("--") and path not in ("--svg",)
            assert any(f"{path} {{}}" in line if option else "{}" in line for line in lines), (name, path)


# files in folders that are ours

FILES = {
    "arena rattus --bots random --deals 1 --jobs 1 --out match": ("match.json", "journal.jsonl", "results.parquet"),
    "study classes --deals 2 --bot search:2 --seats 2 --jobs 1 --out match": (
        "rattus-classes.json", "rattus-classes.jsonl",
    ),
    "train rattus --games 4 --iterations 2 --width 16 --rounds 1 --jobs 1 --out match": (
        "description.json", "nets/round-01.net",
    ),
}  # fmt: skip


def damage(path: Path, kind: str) -> None:
    """Put something else in the place of a file."""
    path.unlink(missing_ok=True)
    BAD[kind](path)


@pytest.mark.slow
@pytest.mark.parametrize("line", FILES)
def test_what_a_match_has_written_can_be_bad_when_it_goes_on(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, line.split()).exit_code == 0
    shutil.copytree("match", "whole")
    for name in FILES[line]:
        for kind in sorted(set(BAD) - {"missing", "missing folder", "loop", "pipe"}):
            shutil.rmtree("match")
            shutil.copytree("whole", "match")
            if name == "journal.jsonl":
                (tmp_path / "match" / "results.parquet").unlink()
            damage(tmp_path / "match" / name, kind)
            result = CliRunner().invoke(main, line.split())
            said = f"{name} is {kind}: {result.exit_code} {result.stderr!r}"
            assert result.exception is None or isinstance(result.exception, SystemExit), (said, result.exc_info)
            assert result.exit_code == 2 and name in result.stderr or is_harmless(name, kind), said


def is_harmless(name: str, kind: str) -> bool:
    """Whether a match begins anew, as after a kill: a journal without an end of a line has nothing to lose."""
    return name.endswith(".jsonl")


@pytest.mark.parametrize("name", ["secret", "lock", "bellringer.sqlite3"])
@pytest.mark.parametrize("kind", ["zeros", "empty folder", "loop", "socket"])
def test_a_server_refuses_what_is_no_file_of_its_own(
    name: str, kind: str, good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if (name, kind) == ("bellringer.sqlite3", "loop"):
        return  # SQLite says what it is, after a start
    monkeypatch.chdir(tmp_path)
    shutil.copytree(good / "data", "data")
    damage(tmp_path / "data" / name, kind)
    result = CliRunner().invoke(main, ["serve", "--data", "data", "--key-file", str(good / "keys"), "--port", "0"])
    assert result.exit_code == 2 and f"data/{name}" in result.stderr and len(result.stderr.splitlines()) == 1, result


def test_a_position_that_is_good_is_read_with_a_mark_of_the_byte_order(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text("\ufeff" + json.dumps(bellringer.new_game("rattus", seed=1).position()), encoding="utf-8")
    for command in ("show", "moves"):
        assert CliRunner().invoke(main, [command, str(path)]).exit_code == 0
