"""Reads component files: TOML with the numbers of a game's box. Every error names its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from copy import copy
from pathlib import Path
from typing import Any

from bellringer.core.edges.files import MOST_COMPONENTS, FileProblem, read_text, without_mark
from bellringer.core.errors import ComponentsError

KINDS = ("rulebook", "sourced", "reconstructed", "printed")  # where a value may come from
HEADER = re.compile(r"\s*\[([^\[\]]+)\]")
ENTRY = re.compile(r"\s*([A-Za-z0-9_\-\"']+)\s*=")
TEXT = re.compile(r"\"(?:\\.|[^\"\\])*\"|'[^']*'|#.*")  # strings and comments, where brackets mean nothing


class Components:
    """A component file: its `data`, and the line of every entry. Raises ComponentsError if it is not TOML."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        try:
            self.data: dict[str, Any] = tomllib.loads(text := without_mark(text))
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            raise ComponentsError(source, int(found.group(1)) if found else 0, str(error)) from error
        except (ValueError, RecursionError):  # which tomllib does not turn into an error of its own
            raise ComponentsError(source, 0, "a number is too long, or lists are nested too deep") from None
        self.lines = dict(reversed(list(entries(text))))

    @classmethod
    def read(cls, path: str | Path) -> Components:
        """Read a file, an ordinary one, since it is read more than once. Raises ComponentsError."""
        try:
            return cls(read_text(path, MOST_COMPONENTS, may_stream=False), str(path))
        except FileProblem as problem:
            raise ComponentsError(str(path), 0, f"can't be read: {problem.reason}") from None

    def over(self, data: Mapping[str, Any]) -> Components:
        """This file with missing entries taken from `data`. A list in this file replaces the whole list there."""
        found = copy(self)
        found.data = laid_over(data, self.data)
        return found

    def error(self, entry: str, reason: str) -> ComponentsError:
        """Make the error for an entry (`persons.NAME.rats`, `borders.pairs[3]`), with its line.

        If the entry has no line of its own, the error names the line of the list or table around it.
        """
        around = entry
        while around and around not in self.lines:
            around = around.rpartition("[" if around.endswith("]") else ".")[0]
        return ComponentsError(self.source, self.lines.get(around, 0), f"{entry}: {reason}")


def laid_over(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Merge `changes` into `data`: tables entry by entry, anything else by replacing it."""
    found = dict(data)
    for name, value in changes.items():
        before = found.get(name)
        if isinstance(before, dict) and isinstance(value, dict):
            value = laid_over(before, value)
        found[name] = value
    return found


def entries(text: str) -> list[tuple[str, int]]:
    """The dotted names and lines of all tables, all entries, and all lists inside the list of an entry."""
    table, name, depth, rows = "", "", 0, 0
    found: list[tuple[str, int]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if depth == 0 and (header := HEADER.match(line)):
            table = header.group(1).strip()
            found.append((table, number))
            continue
        if depth == 0 and (entry := ENTRY.match(line)):
            key = entry.group(1).strip("\"'")
            name, rows = f"{table}.{key}" if table else key, 0
            found.append((name, number))
        for sign in TEXT.sub("", line):
            if sign == "[" and depth == 1:
                found.append((f"{name}[{rows}]", number))
                rows += 1
            depth += (sign in "[{") - (sign in "]}")
    return found
