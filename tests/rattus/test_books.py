"""The table of the books' parts in docs/rules/rattus-books.md has no hole, and agrees with the cards' own files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bellringer.games.rattus.box import class_cards

RULES = Path(__file__).resolve().parents[2] / "docs" / "rules"
ROW = re.compile(r"^\| (?!part |---)([^|]+) \| ([^|]*) \|$", re.MULTILINE)
RANGE = re.compile(r"RA-(\d+)\.(\d+)(?: to \1\.(\d+))?")
LINE = re.compile(r"^- \*\*(RA-\d+\.\d+)\*\* ", re.MULTILINE)


def lines_in(cell: str) -> Iterator[str]:
    """The lines of the ledger that a cell of the table names."""
    for section, first, last in RANGE.findall(cell):
        yield from (f"RA-{section}.{line}" for line in range(int(first), int(last or first) + 1))


PARTS = {
    part: set(lines_in(cell)) for part, cell in ROW.findall((RULES / "rattus-books.md").read_text(encoding="utf-8"))
}


def test_no_part_of_the_books_is_without_a_line_and_no_line_without_a_part() -> None:
    assert all(PARTS.values())
    assert set().union(*PARTS.values()) == set(LINE.findall((RULES / "rattus.md").read_text(encoding="utf-8")))


@pytest.mark.parametrize("number", range(1, 1 + len(class_cards())))
def test_a_cards_row_has_the_lines_of_its_own_file(number: int) -> None:
    (entry,) = (one for one in class_cards().values() if one.numbers["number"] == number)
    (row,) = (lines for part, lines in PARTS.items() if part.startswith(f"{number} "))
    assert row == {line.number for line in entry.ledger}
