"""Reads the files of the commands: positions (JSON) and records (text)."""

from __future__ import annotations

import sys

from bellringer import BellringerError, Table, from_position, replay
from bellringer.core.edges import files
from bellringer.core.edges.files import INPUT_NAME, FileProblem

STANDARD_INPUT = "-"


def read_text(path: str) -> str:
    """Read a text file, or standard input for `-`. Raises FileProblem."""
    if path != STANDARD_INPUT:
        return files.read_text(path)
    return files.text_of(files.read_stream(sys.stdin.buffer, INPUT_NAME), INPUT_NAME)


def is_position(text: str) -> bool:
    """Whether a text is a position, which begins with `{`, rather than a record."""
    return text.lstrip().startswith("{")


def read_table(path: str) -> Table:
    """Read a position or a record and return its table. Raises FileProblem that names the file."""
    return table_of(read_text(path), path)


def table_of(text: str, path: str) -> Table:
    """The table of a text from a file. Raises FileProblem that names the file."""
    try:
        return from_position(text) if is_position(text) else replay(text)
    except BellringerError as error:
        raise FileProblem(name_of(path), str(error)) from error


def name_of(path: str) -> str:
    """What a file is called in a sentence."""
    return INPUT_NAME if path == STANDARD_INPUT else path
