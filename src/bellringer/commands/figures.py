"""Prints tables of figures that are never cropped, however narrow the terminal is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

LEAST_NAME = 11  # width of names; a longer one is folded if there is no room
LEAST_TEXT = 20  # width of a text after a head
MOST_WORD = 16  # width of a word in a name that is not folded
GAP = 3  # between two columns
WIDEST = 10_000

Group = tuple[str, ...]  # headings of columns that must stay together, such as a figure and its interval


def print_tables(console: Any, heading: str, groups: Sequence[Group], rows: Sequence[Sequence[str]]) -> None:
    """Print rows of a name and its figures, as several tables below each other if the terminal is too narrow."""
    for number, (headings, block) in enumerate(blocks(groups, rows, room_of(console, rows))):
        if number:
            console.print()
        console.print(grid_of((heading, *headings), block), crop=False)


def console_of_any_width() -> Any:
    """A console as wide as the terminal, or as wide as the text needs if the output is not a terminal."""
    from bellringer.terminal.console import PlainConsole

    console = PlainConsole()
    return console if console.is_terminal else PlainConsole(width=WIDEST)


def room_of(console: Any, rows: Sequence[Sequence[str]]) -> int:
    """The width that is left for figures beside the names."""
    return int(console.width) - least_width(rows)


def least_width(rows: Sequence[Sequence[str]]) -> int:
    """The width of the names where there is little room: that of the longest word, MOST_WORD at most."""
    names = [row[0] for row in rows]
    longest = max(len(word) for name in names for word in [*name.split(), ""])
    return max(min(LEAST_NAME, max(map(len, names))), min(MOST_WORD, longest))


def blocks(
    groups: Sequence[Group], rows: Sequence[Sequence[str]], room: int
) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Divide the columns into tables that fit into the room. Yields headings and rows; each table repeats the names."""
    first, last, headings = 1, 1, list[str]()
    for group in groups:
        after = last + len(group)
        if headings and width([*headings, *group], rows, first) > room:
            yield headings, [[row[0], *row[first:last]] for row in rows]
            first, headings = last, []
        headings, last = [*headings, *group], after
    yield headings, [[row[0], *row[first:last]] for row in rows]


def width(headings: Sequence[str], rows: Sequence[Sequence[str]], first: int) -> int:
    """The width of the columns with these headings. `first`: the position of their first column in the rows."""
    return sum(
        GAP + max(len(heading), *(len(row[column]) for row in rows)) for column, heading in enumerate(headings, first)
    )


def grid_of(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Any:
    """A table with names aligned left and figures aligned right."""
    from rich import box
    from rich.table import Table as Grid

    grid = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    name, *figures = headings
    grid.add_column(name, overflow="fold", min_width=least_width(rows))
    for column in figures:
        grid.add_column(column, justify="right", no_wrap=True)
    for row in rows:
        grid.add_row(*row)
    return grid


def print_hanging(console: Any, head: str, text: str) -> None:
    """Print a text that is broken between words, the later lines below what follows the head."""
    from rich.text import Text

    from bellringer.terminal.console import held_together

    room = max(LEAST_TEXT, int(console.width) - len(head))
    for number, line in enumerate(held_together(Text(text)).wrap(console, room)):
        line.rstrip()
        console.print(Text(" " * len(head) if number else head) + line, soft_wrap=True)
