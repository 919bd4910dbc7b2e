"""Entries beside each other in a terminal: in columns where there is room, else one after the other.

No entry is cut, and none touches the next one: what does not fit goes to a line of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rich.text import Text

GAPS = (2, 1)  # spaces between two columns: the second where the first leaves too little room


def in_columns(rows: Sequence[Sequence[Text]], width: int) -> list[list[Text]]:
    """The lines of each row. In columns each row has one; a row without entries has none."""
    widths = column_widths(rows)
    for gap in GAPS:
        if fits(widths, gap, width):
            return [[in_line(row, widths, gap)] if row else [] for row in rows]
    return [flowed(row, width) for row in rows]


def column_widths(rows: Sequence[Sequence[Text]]) -> list[int]:
    """The width of each column: that of its widest entry."""
    return [max(entry.cell_len for entry in column) for column in zip_longest(*rows, fillvalue=Text())]


def fits(widths: Sequence[int], gap: int, width: int) -> bool:
    """Whether columns of these widths stand side by side."""
    return sum(widths) + gap * (len(widths) - 1) <= width


def in_line(row: Sequence[Text], widths: Sequence[int], gap: int) -> Text:
    """A row in columns of these widths."""
    found = Text()
    for entry, room in zip(row, widths, strict=False):
        found.append_text(entry).append(" " * (room - entry.cell_len + gap))
    found.rstrip()
    return found


def flowed(row: Sequence[Text], width: int) -> list[Text]:
    """The entries one after the other, in as many lines as they need. Empty ones are left out."""
    lines: list[Text] = []
    for entry in filter(None, row):
        if lines and lines[-1].cell_len + GAPS[0] + entry.cell_len <= width:
            lines[-1].append(" " * GAPS[0]).append_text(entry)
        else:
            lines.append(entry.copy())
    return lines
