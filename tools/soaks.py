"""Run the long tests in pieces of at most twenty minutes, and keep for each piece the commit at which it last passed.

    make soak                              every piece, the one that passed longest ago first
    make soak ARGS="contract-1 how-to"     these pieces
    make soak ARGS=--list                  the pieces, and when each last passed
    make soak ARGS=--changed               those that test certain files, if these are not as when they last passed

Which tests a piece has stands in tests/soaks.toml, when each last passed in tests/soaked.json.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shlex
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

from tools.places import ROOT

__all__ = ["PASSED", "PIECES", "changed", "hash_of", "main", "pieces"]

PIECES = "tests/soaks.toml"
PASSED = "tests/soaked.json"
MOST_MINUTES = 20
NEVER = "never"
TESTS = ("python", "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", "-m", "soak")
LINE = "{name:24} {commit:10} {date:12} {minutes:>8}"


@dataclass(frozen=True)
class Piece:
    """What is run at once. `command`: from the top of the repository; `python` is the Python that runs this.

    `of`: patterns of the files that it tests, where these are few.
    """

    name: str
    command: tuple[str, ...]
    of: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pass:
    """When a piece last passed: at which commit, on which day, in how many minutes. `of`: a hash of what it tests."""

    commit: str
    date: str
    minutes: float
    of: str = ""


def pieces(root: Path) -> Iterator[Piece]:
    """All pieces, in the order of the file. A file of tests is in the first piece that names it."""
    taken: set[str] = set()
    for name, about in tomllib.loads((root / PIECES).read_text(encoding="utf-8")).items():
        if "command" in about:
            yield Piece(name, tuple(about["command"]), tuple(about.get("of", ())))
            continue
        named = {path.relative_to(root).as_posix() for pattern in about["files"] for path in root.glob(pattern)}
        shares, files = about.get("shares", 1), sorted(named - taken)
        taken |= named
        for share in range(1, shares + 1):
            command = (*TESTS, "--share", f"{share}/{shares}", *files)
            yield Piece(f"{name}-{share}" if shares > 1 else name, command, tuple(about.get("of", ())))


def hash_of(root: Path, piece: Piece) -> str:
    """A hash of the files that a piece tests; empty where it says nothing of them."""
    paths = sorted({path for pattern in piece.of for path in root.glob(pattern) if path.is_file()})
    whole = b"".join(hashlib.sha256(path.read_bytes()).digest() for path in paths)
    return hashlib.sha256(whole).hexdigest()[:10] if piece.of else ""


def passed(root: Path) -> dict[str, Pass]:
    """When each piece last passed, of those that ever did."""
    path = root / PASSED
    found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {name: Pass(**one) for name, one in found.items()}


def keep(root: Path, name: str, one: Pass) -> None:
    """Note that a piece has passed."""
    known = {**passed(root), name: one}
    rows = {name: {key: value for key, value in asdict(known[name]).items() if value != ""} for name in sorted(known)}
    text = json.dumps(rows, indent=2)
    (root / PASSED).write_text(text + "\n", encoding="utf-8")


def git(root: Path, *words: str) -> str:
    """What git says."""
    return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True).stdout.strip()


def changed(root: Path) -> bool:
    """Whether anything differs from the last commit, but for the notes of what has passed."""
    return bool(git(root, "status", "--porcelain", "--", ".", f":!{PASSED}"))


def run(root: Path, piece: Piece) -> bool:
    """Run a piece, say how it went, and note it where it passed on what is committed."""
    command = [sys.executable if word == "python" else word for word in piece.command]
    print(f"{piece.name}: {shlex.join(piece.command)}", flush=True)
    commit, was_changed, start = git(root, "rev-parse", "--short=10", "HEAD"), changed(root), time.monotonic()
    code = subprocess.run(command, cwd=root, check=False).returncode
    minutes = (time.monotonic() - start) / 60
    print(f"{piece.name}: {'failed' if code else 'passed'} in {minutes:.1f} minutes", flush=True)
    if minutes > MOST_MINUTES:
        print(f"{piece.name}: that is more than {MOST_MINUTES} minutes; give it more shares in {PIECES}")
    if not code and (was_changed or changed(root) or git(root, "rev-parse", "--short=10", "HEAD") != commit):
        print(f"{piece.name}: not noted in {PASSED}, since the files are not those of one commit")
    elif not code:
        keep(root, piece.name, Pass(commit, date.today().isoformat(), round(minutes, 1), hash_of(root, piece)))
    return not code


def is_as_it_was(root: Path, piece: Piece, known: Mapping[str, Pass]) -> bool:
    """Whether what a piece tests is as it was when it last passed."""
    return piece.name in known and known[piece.name].of == hash_of(root, piece)


def table(all_of_them: list[Piece], known: Mapping[str, Pass]) -> str:
    """Each piece, and when it last passed."""
    rows = [LINE.format(name="piece", commit="commit", date="date", minutes="minutes")]
    for piece in all_of_them:
        one = asdict(known[piece.name]) if piece.name in known else {"commit": NEVER, "date": "", "minutes": ""}
        rows.append(LINE.format(name=piece.name, **one))
    return "\n".join(rows)


def in_turn(known: Mapping[str, Pass]) -> Callable[[Piece], tuple[bool, str]]:
    """Orders pieces: those that never passed, then those that passed longest ago."""
    return lambda piece: (piece.name in known, known[piece.name].date if piece.name in known else "")


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Ends with 1 where a piece failed, after all of them were run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pieces", nargs="*", metavar="PIECE", help="its name; none: every piece")
    parser.add_argument("--list", action="store_true", help="print the pieces, and when each last passed")
    parser.add_argument(
        "--changed", action="store_true", help="run those alone whose files differ from when they passed"
    )
    chosen = parser.parse_args(arguments)
    known, by_name = passed(root), {piece.name: piece for piece in pieces(root)}
    if unknown := [name for name in chosen.pieces if name not in by_name]:
        parser.error(f"no piece {', '.join(unknown)}; the pieces are {', '.join(by_name)}")
    if chosen.list:
        print(table([*by_name.values()], known))
        return 0
    wanted = [by_name[name] for name in chosen.pieces] or sorted(by_name.values(), key=in_turn(known))
    if chosen.changed:
        wanted = [piece for piece in wanted if piece.of and not is_as_it_was(root, piece, known)]
    failed = [piece.name for piece in wanted if not run(root, piece)]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
