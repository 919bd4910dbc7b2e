"""The map as a rough grid: each region with its rats, its citizens and the plague piece."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from bellringer.games.rattus.show.text_look import PLAGUE, TextModel
from bellringer.text.signs import COLOURS, GOLD, QUIET, joined

# Where the regions lie to each other, from north to south; rows and columns without a region in play are left out.
MAP = (
    ("anglia", "scandia", "", "russia", ""),
    ("gallia", "germania", "polonia", "tartaria", ""),
    ("hispania", "italia", "hungaria", "bulgaria", "turcia"),
    ("maroc", "algeria", "tunisia", "libya", "egypt"),
)
LAID_OUT, CAME = "▫", "▪"
NARROWEST = 14  # a cell's inside
WIDEST = 24
PER_LINE = 3  # seats in a line of a cell


def europe(model: TextModel, width: int) -> Grid:
    """The regions in play, in as much room as there is within reason."""
    rows = [[region if region in model.regions else "" for region in row] for row in MAP]
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    cell = max(NARROWEST, min(WIDEST, (width - 1) // len(columns) - 1))
    grid = Grid(box=box.ROUNDED, show_header=False, show_lines=True, padding=0, border_style=QUIET)
    for _ in columns:
        grid.add_column(width=cell)
    for row in zip(*columns, strict=True):
        if any(row):
            grid.add_row(*(region_cell(model, region, cell) if region else "" for region in row))
    return grid


def region_cell(model: TextModel, region: str, width: int) -> Text:
    """A region's name, rats and citizens, on lines of their own."""
    rats = joined((rat(model, one) for one in model.view["rats"].get(region, ())), " ")
    name = region_name(model, region)
    is_one_line = name.cell_len + 1 + rats.cell_len <= width
    head = joined((name, rats), " " if is_one_line else "\n")
    return joined((head, citizens(model, region)), "\n")


def region_name(model: TextModel, region: str) -> Text:
    """`Gallia`, with the plague piece where that is."""
    found = Text().append(model.name("region", region), style="bold")
    if model.view["plague"] == region:
        found.append(f" {PLAGUE}", style=f"bold {GOLD}")
    return found


def rat(model: TextModel, one: Mapping[str, Any]) -> Text:
    """`▪` face down, with the letters of those who have looked; `[3 church magic]` for who knows it."""
    seen = Text().join(Text(model.letter(seat), style=f"bold {COLOURS[seat]}") for seat in one["seen-by"])
    if one["token"] is None:
        return Text(LAID_OUT if one["laid-out"] else CAME) + seen
    _, limit, *symbols = one["token"].split()
    face = " ".join((limit, *(model.words(f"symbol.{symbol}") for symbol in symbols)))
    return Text().append(f"[{face}]", style=GOLD) + seen


def citizens(model: TextModel, region: str) -> Text:
    """`●R2 ▲B1`: who is there, a few to a line."""
    found = [model.sign(seat).append(str(n)) for seat in model.seats if (n := model.citizens(seat, region))]
    lines = [joined(found[first : first + PER_LINE], " ") for first in range(0, len(found), PER_LINE)]
    return joined(lines, "\n") if lines else Text("·", style=QUIET)
