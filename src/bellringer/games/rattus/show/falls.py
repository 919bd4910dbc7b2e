"""Where a citizen that is dropped touches the board, so that a page can show how it falls."""

from __future__ import annotations

from bellringer.games.rattus.show.svg_chart import SIZE

CELLS = 250  # of a side of the grid on which it falls
CELL = SIZE // CELLS
LEAST = -32768  # of the number that has the first point


def points_of(column: int, row: int, first: int) -> str:
    """The points of an event, on the board: `412 330 436 350`. `first`: as rules/landing.pxd says."""
    points = (*divmod(first - LEAST, 256), column, row)
    return " ".join(str(CELL * cell + CELL // 2) for cell in points)
