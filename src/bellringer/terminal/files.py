"""Reads and writes the files of the commands: positions (JSON) and records (text)."""

from __future__ import annotations

import sys
from pathlib import Path

from bellringer import BellringerError, Table, from_position, replay

STANDARD_INPUT = "-"


class FileProblem(BellringerError):
    """A file can't be read or written, or does not hold what the command needs."""


def read_text(path: str) -> str:
    """Read a text file, or standard input for `-`. Raises FileProblem."""
    try:
        if path == STANDARD_INPUT:
            return sys.stdin.read()
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise FileProblem(f"{path}: not a text in UTF-8") from None
    except OSError as error:
        raise FileProblem(f"{path}: {error.strerror or error}") from None


def is_position(text: str) -> bool:
    """Whether a text is a position, which begins with `{`, rather than a record."""
    return text.lstrip().startswith("{")


def read_table(path: str) -> Table:
    """Read a position or a record and return its table. Raises FileProblem that names the file."""
    text = read_text(path)
    try:
        return from_position(text) if is_position(text) else replay(text)
    except BellringerError as error:
        raise FileProblem(f"{path}: {error}") from error


def write_text(path: Path, text: str) -> None:
    """Write a file under another name and move it into place, so that it is never half written. Raises FileProblem."""
    draft = path.with_name(f".{path.name}.part")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise FileProblem(f"{path}: {error.strerror or error}") from None
