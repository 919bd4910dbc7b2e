"""The map in a terminal, as a grid: each region with its rats, its citizens and the plague piece."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from bellringer.games.rattus.show.text_look import BISHOPS, CARAVAN, NUNS, PLAGUE, TOKEN, UNIVERSITY, WALL, TextModel
from bellringer.text.signs import COLOURS, GOLD, QUIET, joined

# The regions from north to south and from west to east. Rows and columns without a region in play are left out.
MAP = (
    ("anglia", "scandia", "", "russia", ""),
    ("gallia", "germania", "polonia", "tartaria", ""),
    ("hispania", "italia", "hungaria", "bulgaria", "turcia"),
    ("maroc", "algeria", "tunisia", "libya", "egypt"),
)
LAID_OUT, CAME, RETURNED = "▫", "▪", "▣"
OPEN = "!"  # after the face of a rat that lies face up
NARROWEST = 14  # a cell's inside
WIDEST = 24
PER_LINE = 3  # seats in a line of a cell
IN_A_LINE = 6  # seats in a line of a region that has no cell


def europe(model: TextModel, width: int, has_lines: bool = True) -> Grid:
    """The grid of the regions in play, in cells as wide as the terminal and WIDEST allow. `has_lines`: between them."""
    columns = columns_of(model)
    cell = max(NARROWEST, min(WIDEST, (width - 1) // len(columns) - 1))
    grid = Grid(box=box.ROUNDED, show_header=False, show_lines=has_lines, padding=0, border_style=QUIET)
    for _ in columns:
        grid.add_column(width=cell)
    for row in zip(*columns, strict=True):
        if any(row):
            grid.add_row(*(region_cell(model, region, cell) if region else "" for region in row))
    return grid


def columns_of(model: TextModel) -> list[tuple[str, ...]]:
    """The columns of the map in which a region is in play, with nothing in place of the other regions."""
    rows = [[region if region in model.regions else "" for region in row] for row in MAP]
    return [column for column in zip(*rows, strict=True) if any(column)]


def europe_width(model: TextModel) -> int:
    """The width of the narrowest grid: its cells, and the lines between and around them."""
    return len(columns_of(model)) * (NARROWEST + 1) + 1


def regions_in_lines(model: TextModel, width: int) -> Grid:
    """The regions in play from north to south in two columns, each region with all that is there."""
    names = [region for row in MAP for region in row if region in model.regions]
    half = -(-len(names) // 2)
    each = (width - 1) // 2
    grid = Grid.grid(padding=(0, 1, 0, 0))
    for _ in range(2):
        grid.add_column(width=each)
    for first, second in zip(names[:half], [*names[half:], ""], strict=False):
        grid.add_row(region_line(model, first, each), region_line(model, second, each) if second else "")
    return grid


def region_line(model: TextModel, region: str, width: int) -> Text:
    """A region's name, rats and citizens in one line, if it is long enough."""
    rats = joined((rat(model, one) for one in model.view["rats"].get(region, ())), " ")
    return joined((region_name(model, region), rats, citizens(model, region, width, IN_A_LINE)), "  ")


def region_cell(model: TextModel, region: str, width: int) -> Text:
    """A cell with a region's name, rats and citizens."""
    rats = joined((rat(model, one) for one in model.view["rats"].get(region, ())), " ")
    name = region_name(model, region)
    is_one_line = name.cell_len + 1 + rats.cell_len <= width
    head = joined((name, rats), " " if is_one_line else "\n")
    return joined((head, citizens(model, region, width)), "\n")


def region_name(model: TextModel, region: str) -> Text:
    """The name of a region, with the plague piece and what cards and modules bring there: `☠ »♗♀2 ⌂G°`."""
    found = Text().append(model.name("region", region), style="bold")
    if model.view["plague"] == region:
        found.append(f" {PLAGUE}", style=f"bold {GOLD}")
    nuns = model.view.get("nuns", {}).get(region)
    caravan = CARAVAN if model.view.get("caravan") == region else ""
    guards = caravan + (BISHOPS if region in model.view.get("bishops", ()) else "") + (f"{NUNS}{nuns}" if nuns else "")
    found.append(f" {guards}" if guards else "")
    houses = [sign for colour, sign in UNIVERSITY.items() if model.view.get("universities", {}).get(colour) == region]
    learned = "".join(houses) + (TOKEN if region in model.view.get("founded", ()) else "")
    return found.append(f" {learned}" if learned else "")


def walls(model: TextModel) -> Text:
    """A line with the walls: `walls: Gallia ‖ Germania`."""
    pairs = [f" {WALL} ".join(model.name("region", name) for name in pair) for pair in model.view.get("walls", ())]
    return Text(model.words("word.walls", walls=", ".join(pairs)) if pairs else "")


def rat(model: TextModel, one: Mapping[str, Any]) -> Text:
    """A rat: `▪` and the letters of the seats that have looked at it, or its face if it is known."""
    seen = Text().join(Text(model.letter(seat), style=f"bold {COLOURS[seat]}") for seat in one["seen-by"])
    if one["token"] is None:
        return Text(LAID_OUT if one["laid-out"] else RETURNED if one.get("returned") else CAME) + seen
    return model.face(one["token"]).append(OPEN if one.get("open") else "") + seen


def citizens(model: TextModel, region: str, width: int, most: int = PER_LINE) -> Text:
    """The citizens in a region with their potions, at most so many seats to a line: `●R2 ▲B1⚗2`."""
    lines: list[list[Text]] = []
    for seat in model.seats:
        if not (n := model.citizens(seat, region)):
            continue
        found = model.sign(seat).append(f"{n}{model.flasks(seat, region)}{model.podium(seat, region)}")
        is_full = not lines or len(lines[-1]) == most
        if is_full or joined([*lines[-1], found], " ").cell_len > width:
            lines.append([])
        lines[-1].append(found)
    return joined((joined(line, " ") for line in lines), "\n") if lines else Text("·", style=QUIET)
