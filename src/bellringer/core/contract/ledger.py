"""The rules ledger of a game, as docs/rules has it: every rule in our own words, one numbered line a rule.

The file is in docs/rules; a link to it lies in the game's folder, and packages have the file itself there. It is
written in a small part of Markdown: a title, paragraphs, sections with a number, and a list of rules in each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

FILE = "ledger.md"  # in a game's folder
NUMBER = re.compile(r"\b[A-Z]{2}-\d+\.\d+\b")  # of a rule, wherever one is cited
RULE = re.compile(r"- \*\*([A-Z]{2}-\d+\.\d+)\*\* (.*) \[([^\]]*)\]")
SECTION = re.compile(r"## (\d+) (.*)")


@dataclass(frozen=True)
class Rule:
    """A line of the ledger. `text` and `source` may mark words with stars and backquotes, as Markdown does."""

    number: str
    text: str
    source: str


@dataclass(frozen=True)
class Section:
    """A section of the ledger."""

    number: int
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Ledger:
    """All rules of a game. `preface`: the paragraphs before the first section."""

    preface: tuple[str, ...]
    sections: tuple[Section, ...]

    @property
    def rules(self) -> Iterator[Rule]:
        """All rules, in their order."""
        return (rule for section in self.sections for rule in section.rules)


def ledger_of(package: str) -> Ledger | None:
    """The ledger in the folder of a package; None where there is none."""
    if not files(package).joinpath(FILE).is_file():
        return None
    return read_ledger(files(package).joinpath(FILE).read_text(encoding="utf-8"))


def read_ledger(text: str) -> Ledger:
    """A ledger from its file. Raises ValueError for a line in a section that is no rule."""
    head, *parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    paragraphs = [" ".join(one.split()) for one in head.split("\n\n")]
    return Ledger(tuple(one for one in paragraphs if one and not one.startswith("# ")), tuple(map(section_of, parts)))


def section_of(text: str) -> Section:
    """A section from its heading and its lines."""
    heading, *lines = filter(None, text.splitlines())
    found = SECTION.fullmatch(heading)
    if found is None:
        raise ValueError(f"no heading of a section: {heading!r}")
    return Section(int(found[1]), found[2], tuple(map(rule_of, lines)))


def rule_of(line: str) -> Rule:
    """A rule from its line."""
    found = RULE.fullmatch(line)
    if found is None:
        raise ValueError(f"no rule with its number and its source: {line!r}")
    return Rule(found[1], found[2], found[3])
