"""Write what a drop on the board of Rattus needs to know of the map: src/bellringer/games/rattus/rules/ground.pxd.

The map's shapes (map.json) become a grid of cells, each of which belongs to a region, to the palace or to nobody.
Beside it stand where pieces lie, as the pictures draw them, and the numbers of a fall (the part `drop` of box.toml).

A cell belongs to whom most of it does, so that the slivers between two regions, which rounding left, are nobody's
nowhere. A piece that the pictures draw beside its region, since the region is narrow, lies at the nearest point inside.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from bellringer.games.rattus.box import shipped_file
from bellringer.games.rattus.names import COLOURS, RATS, REGIONS
from bellringer.games.rattus.show import svg_chart, svg_extras, svg_pieces, svg_rats
from tools.generated import main
from tools.places import GAMES

__all__ = ["HAVEN"]

TARGET = GAMES / "rattus" / "rules" / "ground.pxd"
TOOL = "tools.rattus.grid"
NOTICE = "Written by tools/rattus/grid.py from map.json, the pictures and box.toml: do not edit."
SIDE = 250  # cells of a side, so that a cell's column and row fit into a byte each
CELL = svg_chart.SIZE // SIDE  # units of a cell's side
PALACE, NOBODY = len(REGIONS), len(REGIONS) + 1  # as places count: regions first
HAVEN = (-66, -72, 66, 104)  # the palace as it is drawn: left, top, right, bottom of its point
NEAR = 130  # units from a region's centre, beyond which none of its pieces lies
BLOCKS = 25  # of a side, of the coarse grid that says which regions' pieces may be near
BLOCK = svg_chart.SIZE // BLOCKS
SPOT = "rattus_spot"  # a point in C
SEVERAL = 2  # citizens of a stack whose width stands for all

Point = tuple[int, int]
Edge = tuple[Point, Point]
Rows = list[list[int]]


# the map as cells


def rings(path: str) -> Iterator[list[Point]]:
    """The closed lines of a path as map.json has them: `M320 118l-3 -1 1 -4z`, once and again."""
    for ring in path.split("z")[:-1]:
        x, y, *steps = map(int, re.findall(r"-?\d+", ring))
        points = [(x, y)]
        for dx, dy in zip(steps[::2], steps[1::2], strict=True):
            points.append((points[-1][0] + dx, points[-1][1] + dy))
        yield points


def edges(path: str) -> list[Edge]:
    """The lines between the corners of a path, less those that run along a row."""
    closed = ([*ring, ring[0]] for ring in rings(path))
    return [(one, other) for ring in closed for one, other in pairwise(ring) if one[1] != other[1]]


def spans(lines: Iterable[Edge], y: float) -> Iterator[tuple[float, float]]:
    """From where to where a row lies inside of a path, by SVG's own rule: its winding number is other than zero."""
    crossings = sorted(
        (x0 + (y - y0) * (x1 - x0) / (y1 - y0), 1 if y1 > y0 else -1)
        for (x0, y0), (x1, y1) in lines
        if min(y0, y1) <= y < max(y0, y1)
    )
    winding = 0
    for (here, turn), (beyond, _) in pairwise(crossings):
        winding += turn
        if winding != 0:
            yield here, beyond


def units() -> Rows:
    """To whom each square unit of the board belongs: to the shape in which its middle lies."""
    found = [[NOBODY] * svg_chart.SIZE for _ in range(svg_chart.SIZE)]
    for place, region in enumerate(REGIONS):
        lines = edges(svg_chart.chart()["regions"][region]["path"])
        for row, cells in enumerate(found):
            for start, end in spans(lines, row + 0.5):
                first, beyond = max(0, round(start)), min(svg_chart.SIZE, round(end))
                cells[first:beyond] = [place] * max(0, beyond - first)
    x, y = svg_chart.HAVEN
    for cells in found[y + HAVEN[1] : y + HAVEN[3]]:
        cells[x + HAVEN[0] : x + HAVEN[2]] = [PALACE] * (HAVEN[2] - HAVEN[0])
    return found


@cache
def grid() -> Rows:
    """To whom each cell belongs."""
    found = units()
    return [[owner(found, column * CELL, row * CELL) for column in range(SIDE)] for row in range(SIDE)]


def owner(found: Rows, left: int, top: int) -> int:
    """To whom most of a cell belongs; a cell of which half is land is land."""
    counts = Counter(place for row in found[top : top + CELL] for place in row[left : left + CELL])
    return max(sorted(counts), key=lambda place: counts[place])


@cache
def depths() -> Rows:
    """How many cells inside its place each cell lies: 1 at the edge. Nobody's cells have 0."""
    cells = grid()
    found = [[0 if place == NOBODY else SIDE for place in row] for row in cells]
    for _ in range(2):  # there and back, so that every edge has been met
        for row in range(SIDE):
            for column in range(SIDE):
                deepen(cells, found, row, column)
        for row in reversed(range(SIDE)):
            for column in reversed(range(SIDE)):
                deepen(cells, found, row, column)
    return found


def deepen(cells: Rows, found: Rows, row: int, column: int) -> None:
    """A cell lies one deeper than the least deep of those around it; the board's edge is one, too."""
    for beside in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        inside = 0 <= beside[0] < SIDE and 0 <= beside[1] < SIDE and cells[beside[0]][beside[1]] == cells[row][column]
        depth = found[beside[0]][beside[1]] if inside else 0
        found[row][column] = min(found[row][column], depth + 1)


@cache
def cells_of(place: int) -> list[tuple[Point, int]]:
    """The middles of a place's cells, and how deep inside they lie."""
    return [
        ((column * CELL + CELL // 2, row * CELL + CELL // 2), depths()[row][column])
        for row, cells in enumerate(grid())
        for column, found in enumerate(cells)
        if found == place
    ]


@cache
def inside(place: int, at: Point, depth: int) -> Point:
    """The point of a place nearest to another one that lies so deep inside, or as deep as it can."""
    x, y = at
    if 0 <= x < svg_chart.SIZE and 0 <= y < svg_chart.SIZE:
        row, column = y // CELL, x // CELL
        if grid()[row][column] == place and depths()[row][column] >= depth:
            return at
    deep = min(depth, max(found for _, found in cells_of(place)))
    candidates = (one for one, found in cells_of(place) if found >= deep)
    return min(candidates, key=lambda one: ((one[0] - x) ** 2 + (one[1] - y) ** 2, one))


# where pieces lie


def whole(at: tuple[float, float]) -> Point:
    """A point in whole units."""
    return round(at[0]), round(at[1])


def depth_of_cube() -> int:
    """The cells that a cube needs on each side, to lie inside."""
    return int(-(-numbers()["half_cube"] // CELL)) + 1


def aims() -> list[Point]:
    """The middle of each region's pieces, and that of the palace: where one aims."""
    found = [inside(place, whole(svg_chart.centre(name)), 2 * depth_of_cube()) for place, name in enumerate(REGIONS)]
    x, y = svg_chart.HAVEN
    return [*found, (x + (HAVEN[0] + HAVEN[2]) // 2, y + (HAVEN[1] + HAVEN[3]) // 2)]


def borders() -> list[list[Point]]:
    """The middle of each border or arrow between two regions; of regions that are none, halfway."""
    return [[whole(svg_extras.wall_at(one, other)[:2]) for other in REGIONS] for one in REGIONS]


def stacks(place: int) -> list[list[Point]]:
    """Where the citizens of so many seats lie in a place, seat by seat; from no seat to all."""
    found = [[middle for middle in stacks_of(place, count)] for count in range(len(COLOURS) + 1)]
    return [padded([inside(place, at, depth_of_cube()) for at in row], len(COLOURS)) for row in found]


def stacks_of(place: int, count: int) -> list[Point]:
    """The same for one number of seats, as it is drawn when each has a few citizens there."""
    there: list[svg_pieces.Stack] = [(colour, SEVERAL, (), None) for colour in COLOURS[:count]]
    right = svg_pieces.CUBE * 0.54  # of a stack's first cube, from where the stack begins
    if place == PALACE:
        rows, column = svg_pieces.palace_rows(there, svg_pieces.PALACE_COLUMN), svg_pieces.PALACE_COLUMN
        step = min(svg_pieces.PALACE_ROW, svg_pieces.PALACE_HEIGHT / max(1, len(rows) - 1))
        starts = [
            svg_pieces.palace_point(line, svg_pieces.right_of(row[:turn], column), step)
            for line, row in enumerate(rows)
            for turn in range(len(row))
        ]
        return [whole((x + right, y)) for x, y in starts]
    x, y = svg_chart.centre(REGIONS[place])
    width = svg_pieces.width_of((COLOURS[0], SEVERAL, (), None))
    return [
        whole((x - len(row) * width / 2 + turn * width + right, y + svg_pieces.FIRST_ROW + line * svg_pieces.ROW))
        for line, row in enumerate(svg_pieces.rows_of(there))
        for turn in range(len(row))
    ]


def rats(region: str) -> list[list[list[Point]]]:
    """Where so many rats of a region lie, without the plague piece and with it; from none to all."""
    return [
        [
            padded([*map(whole, svg_rats.row_of_rats(region, count, (), is_plagued=plagued))], RATS)
            for plagued in (False, True)
        ]
        for count in range(RATS + 1)
    ]


def plagues(region: str) -> list[Point]:
    """Where the plague piece lies beside so many rats."""
    x, y = svg_chart.centre(region)
    found = []
    for count in range(RATS + 1):
        rats_ = svg_rats.row_of_rats(region, count, (), is_plagued=True)
        left = rats_[0][0] - svg_chart.RAT if rats_ else x - svg_chart.RAT + svg_rats.PLAGUE + 1
        found.append(whole((left - svg_rats.PLAGUE - 1, y + svg_rats.RATS_AT)))
    return found


def guards(region: str) -> list[Point]:
    """Where nuns and where bishops stand."""
    return [whole(svg_extras.nuns_at(region)), whole(svg_extras.bishops_at(region))]


def parts() -> list[Point]:
    """The points of a cube whose places are looked at: its middle, then all around; the cube may be turned anyhow."""
    side = numbers()["half_cube"]
    corner = side * 7 // 10
    straight = [(side, 0), (0, side), (-side, 0), (0, -side)]
    return [(0, 0), *straight, (corner, corner), (-corner, corner), (-corner, -corner), (corner, -corner)]


def near() -> list[list[int]]:
    """For each block of the board the bit set of the places whose pieces may be touched there."""
    centres = [whole(svg_chart.centre(name)) for name in REGIONS] + [aims()[PALACE]]
    return [
        [
            sum(
                1 << place
                for place, (x, y) in enumerate(centres)
                if abs(x - column * BLOCK - BLOCK / 2) <= NEAR + BLOCK / 2
                and abs(y - row * BLOCK - BLOCK / 2) <= NEAR + BLOCK / 2
            )
            for column in range(BLOCKS)
        ]
        for row in range(BLOCKS)
    ]


def padded(points: list[Point], length: int) -> list[Point]:
    """A row of fixed length."""
    return points + [(0, 0)] * (length - len(points))


# the file


@cache
def numbers() -> dict[str, Any]:
    """The numbers of a fall."""
    return {name: value for name, value in shipped_file().data["drop"].items() if name != "kind"}


def constants() -> dict[str, int]:
    """The sizes of the grid and the numbers of a fall, by their names in C."""
    fall = {name.upper(): value for name, value in numbers().items() if isinstance(value, int)}
    lowest, highest = numbers()["height"]
    sizes = {
        "SIDE": SIDE,
        "CELL": CELL,
        "BLOCKS": BLOCKS,
        "BLOCK": BLOCK,
        "NOWHERE": NOBODY,
        "PLACES": NOBODY + 1,
        "PARTS": len(parts()),
        "MARKS": numbers()["bounces"] + 3,
    }
    return {**sizes, "LEAST_HEIGHT": lowest, "MOST_HEIGHT": highest, **fall}


def arrays() -> dict[str, tuple[str, Any]]:
    """The arrays in C: their names, their types with sizes, and what is in them."""
    places, seats = range(PALACE + 1), len(COLOURS)
    return {
        "aim_at": (f"Spot [{PALACE + 1}]", aims()),
        "border_at": (f"Spot [{PALACE}][{PALACE}]", borders()),
        "stack_at": (f"Spot [{PALACE + 1}][{seats + 1}][{seats}]", [stacks(place) for place in places]),
        "rat_at": (f"Spot [{PALACE}][{RATS + 1}][2][{RATS}]", [rats(region) for region in REGIONS]),
        "plague_at": (f"Spot [{PALACE}][{RATS + 1}]", [plagues(region) for region in REGIONS]),
        "guard_at": (f"Spot [{PALACE}][2]", [guards(region) for region in REGIONS]),
        "part_at": (f"Spot [{len(parts())}]", parts()),
        "near": (f"unsigned int [{BLOCKS}][{BLOCKS}]", near()),
    }


def in_c(values: Any) -> str:
    """Numbers within numbers as C writes them."""
    return f"{{{','.join(map(in_c, values))}}}" if isinstance(values, list | tuple) else str(values)


def lines_of(name: str, type_: str, values: Any) -> list[str]:
    """An array in C, a line for each of its first entries."""
    plain, _, sizes = type_.partition(" [")
    kind = SPOT if plain == "Spot" else plain
    return [f"static const {kind} rattus_{name}[{sizes} = {{", *(f"{in_c(one)}," for one in values), "};"]


def generated() -> dict[Path, str]:
    """The file, with what it has to be."""
    rows = ["".join(chr(ord("a") + place) for place in row) for row in grid()]
    art = [f"static const char rattus_ground[{SIDE}][{SIDE + 1}] = {{", *(f'"{row}",' for row in rows), "};"]
    tables = [line for name, (type_, values) in arrays().items() for line in lines_of(name, type_, values)]
    names = [f"    const {with_name(name, type_)}" for name, (type_, _) in arrays().items()]
    text = "\n".join([
        f"# {NOTICE}",
        "# Cells: a to q the regions in the order of state.pxd, r the palace, s nobody's. Places are numbered so, too.",
        "cdef enum:",
        *(f"    {name} = {value}" for name, value in constants().items()),
        "",
        "cdef extern from *:",
        '    """',
        f"typedef struct {{ short x, y; }} {SPOT};",
        *art,
        *tables,
        '    """',
        f'    ctypedef struct Spot "{SPOT}":',
        "        short x",
        "        short y",
        f'    const char ground "rattus_ground" [{SIDE}][{SIDE + 1}]',
        *names,
    ])  # fmt: skip
    return {TARGET: f"{text}\n"}


def with_name(name: str, type_: str) -> str:
    """A declaration: `Spot aim_at "rattus_aim_at" [18]`."""
    plain, _, sizes = type_.partition(" [")
    return f'{plain} {name} "rattus_{name}" [{sizes}'


if __name__ == "__main__":
    sys.exit(main(__doc__, generated, TOOL))
