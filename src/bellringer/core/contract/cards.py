"""What lies beside a card's rule: its numbers, its words in every language, its lines of the rules ledger.

A `.toml` file has them all, of one card or of a deck. A card's own table holds its numbers, and the
`version` of its rules once that is not the first; `asked` about how many it asks: a number for each ask, or a list with
one for each of the card's levels, 0 where it does not ask, and ALL where as many as there are; `en`, `fr` ... its words
(`name` alone, `the` within a sentence, `rule`: what it does, `line`: the same in one line); `ledger` its lines
in docs/rules, which are in English. A ruling has its text in every other language beside its `rule`: players read it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from bellringer.core.shown.words import LANGUAGES, spaced_in

ALL = 2**31 - 1  # more than there are of anything
RULING = "Ruling: "  # the beginning of a line where the books are silent


@dataclass(frozen=True)
class LedgerLine:
    """A numbered line of the rules ledger. `source`: the page that says so, or why it was chosen.

    `words`: by the language, if that is not English, what a ruling says, without the word Ruling.
    """

    number: str
    rule: str
    source: str
    words: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_ruling(self) -> bool:
        """Whether the books are silent there."""
        return RULING in self.rule


def ruling_of(line: LedgerLine, language: str) -> tuple[str, str] | None:
    """The number of a line and what it says in a language, if the books are silent there; else nothing."""
    if not line.is_ruling:
        return None
    before, _, rule = line.rule.partition(RULING)
    return line.number, line.words.get(language, f"{before}{rule[:1].upper()}{rule[1:]}")


@dataclass(frozen=True)
class CardEntry:
    """A card's entry in its file.

    `words`: by the language. `version`: of its rules, raised when games go otherwise. `asked`: about how many it asks,
    by the ask, at each of its levels.
    """

    numbers: Mapping[str, Any]
    words: Mapping[str, Mapping[str, str]]
    ledger: tuple[LedgerLine, ...]
    version: int = 1
    asked: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def rulings(self, language: str) -> list[tuple[str, str]]:
        """Its lines of the ledger where the books are silent: their numbers, and what is decided."""
        return [ruling for line in self.ledger if (ruling := ruling_of(line, language))]

    def said(self, language: str) -> dict[str, str]:
        """The card's words, and as `ledger` the number of its first line; what is empty is left out."""
        found = {key: text for key, text in self.words.get(language, {}).items() if text}
        number = self.ledger[0].number if self.ledger else ""
        return found | {"ledger": number} if number else found


def entry_of(table: Mapping[str, Any]) -> CardEntry:
    """The entry that a card's table makes."""
    return CardEntry(
        numbers={key: value for key, value in table.items() if key not in (*LANGUAGES, "ledger", "version", "asked")},
        words={
            language: {key: spaced_in(language, text) for key, text in table.get(language, {}).items()}
            for language in LANGUAGES
        },
        ledger=tuple(map(line_of, table.get("ledger", ()))),
        version=table.get("version", 1),
        asked={ask: numbers_of(said) for ask, said in table.get("asked", {}).items()},
    )


def numbers_of(said: Any) -> tuple[int, ...]:
    """About how many a card asks, at each of its levels."""
    return tuple(ALL if one == "all" else one for one in (said if isinstance(said, list) else [said]))


def line_of(table: Mapping[str, str]) -> LedgerLine:
    """The line of the ledger that a table makes."""
    words = {language: spaced_in(language, table[language]) for language in LANGUAGES if language in table}
    return LedgerLine(table["line"], table["rule"], table["source"], words)


@dataclass(frozen=True)
class Deck:
    """Cards that come together. `pool`: what a table chooses to draw from it; `words`: what that is called."""

    number: int
    pool: str
    words: Mapping[str, str]
    cards: Mapping[str, CardEntry]  # by name, in printed order


def deck_of(tables: Mapping[str, Any]) -> Deck:
    """The deck of a file's tables."""
    return Deck(
        number=tables["deck"],
        pool=tables["pool"],
        words={language: spaced_in(language, tables[language]) for language in LANGUAGES},
        cards={name: entry_of(table) for name, table in tables.items() if isinstance(table, dict)},
    )


@cache
def read_card(package: str, file: str) -> CardEntry:
    """The card of a file that holds one."""
    return entry_of(tables_of(package, file))


@cache
def read_deck(package: str, file: str) -> Deck:
    """The cards of a file that holds several; what stands above them is about the deck."""
    return deck_of(tables_of(package, file))


def tables_of(package: str, file: str) -> dict[str, Any]:
    """A file of a package, as TOML."""
    return tomllib.loads(files(package).joinpath(file).read_text(encoding="utf-8"))
