"""The enums of .pxd files, read as Cython reads them, for the tests that hold numbers and names together."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src" / "bellringer"
BLOCK = re.compile(r"^cdef enum:((?:\s*\n[ \t]+\w+(?:[ \t]*=[ \t]*-?\w+)?)+)", re.MULTILINE)


@dataclass(frozen=True)
class Enums:
    """The anonymous enums of a package's .pxd files."""

    package: str

    @property
    def folder(self) -> Path:
        """Where the files are."""
        return SOURCE / self.package

    def path(self, file: str) -> Path:
        """The one file of that name, in whatever folder of the package."""
        (found,) = self.folder.rglob(file)
        return found

    def all_of(self, file: str) -> list[dict[str, int]]:
        """Each enum of a file: names and numbers, in order."""
        text = re.sub(r"#.*", "", self.path(file).read_text(encoding="utf-8"))
        found = []
        for block in BLOCK.findall(text):
            numbers: dict[str, int] = {}
            for name, value in re.findall(r"(\w+)(?:[ \t]*=[ \t]*(-?\w+))?", block):
                following = list(numbers.values())[-1] + 1 if numbers else 0
                numbers[name] = numbers[value] if value in numbers else int(value) if value else following
            found.append(numbers)
        return found

    def having(self, file: str, name: str) -> dict[str, int]:
        """The enum that has this name in it."""
        return next(numbers for numbers in self.all_of(file) if name in numbers)

    def number(self, file: str, name: str) -> int:
        """One number of a file."""
        return self.having(file, name)[name]


def as_numbers(words: tuple[str, ...], first: int = 0) -> dict[str, int]:
    """The enum that belongs to a tuple of names: LAST_ROUND for `last-round`."""
    return {word.upper().replace("-", "_"): first + i for i, word in enumerate(words)}
