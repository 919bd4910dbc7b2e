"""Reading component files: TOML with the numbers of a game's box, each error with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from copy import copy
from pathlib import Path
from typing import Any

from bellringer.core.errors import ComponentsError

KINDS = ("rulebook", "sourced", "reconstructed", "printed")  # where a value may come from
HEADER = re.compile(r"\s*\[([^\[\]]+)\]")
ENTRY = re.compile(r"\s*([A-Za-z0-9_\-\"']+)\s*=")
TEXT = re.compile(r"\"(?:\\.|[^\"\\])*\"|'[^']*'|#.*")  # strings and comments, in which a bracket is only a letter


class Components:
    """A component file: its `data`, and where each entry stands in it."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            raise ComponentsError(source, int(found.group(1)) if found else 0, str(error)) from error
        self.lines = dict(reversed(list(entries(text))))

    @classmethod
    def read(cls, path: str | Path) -> Components:
        """The file at a path. Raises ComponentsError when it can't be read or is no TOML."""
        try:
            return cls(Path(path).read_text(encoding="utf-8"), str(path))
        except (OSError, UnicodeDecodeError) as error:
            raise ComponentsError(str(path), 0, f"can't be read: {error}") from error

    def over(self, data: Mapping[str, Any]) -> Components:
        """This file laid over another's data: what it does not name is the other's; lists are replaced whole."""
        found = copy(self)
        found.data = laid_over(data, self.data)
        return found

    def error(self, entry: str, reason: str) -> ComponentsError:
        """The error that names an entry (`persons.NAME.rats`, `borders.pairs[3]`) and its line.

        An entry that has no line of its own has that of the list or table around it.
        """
        around = entry
        while around and around not in self.lines:
            around = around.rpartition("[" if around.endswith("]") else ".")[0]
        return ComponentsError(self.source, self.lines.get(around, 0), f"{entry}: {reason}")


def laid_over(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are laid over tables, entry by entry; anything else takes the other's place."""
    found = dict(data)
    for name, value in changes.items():
        before = found.get(name)
        if isinstance(before, dict) and isinstance(value, dict):
            value = laid_over(before, value)
        found[name] = value
    return found


def entries(text: str) -> list[tuple[str, int]]:
    """The dotted name and the line of every table, every entry, and every list within an entry's list."""
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
