"""What is painted under Notre Dame's board: Paris with its roofs and the Seine, the frame, the grounds of the sectors.

All of it is quieter than any piece. What occurs often is defined once; nothing here has a filter.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import product

from bellringer.games.notre_dame.show.svg_plan import SIZE, Plan
from bellringer.svg.board import wooden_frame
from bellringer.svg.elements import Point, element, group, use

FRAME = 15  # how wide the frame is
HOUSE_STEP = 39  # how far apart the houses of the town stand
SHORE = 40  # how far they stand from the middle of the river
WALL = 24  # and from a borough
RIVER = ((-10, 852), (150, 800), (300, 820), (420, 640), (560, 420), (690, 250), (850, 190), (1010, 128))
HOUSES = ("house-1", "house-2", "house-3", "tree", "house-1", "house-4", "house-2", "tree")

# The grounds of the sectors: the size of a tile, and what is drawn on it.
GROUNDS = {
    "cloister-school": (30, 20, "M0 .5H30M0 10.5H30M7 .5V10.5M22 10.5V20"),
    "bank": (26, 26, "M13 0L26 13L13 26L0 13ZM13 11.5V14.5M11.5 13H14.5"),
    "residence": (20, 16, "M0 0Q0 8 10 8Q20 8 20 0M-10 8Q-10 16 0 16Q10 16 10 8M10 8Q10 16 20 16Q30 16 30 8"),
    "carriage-house": (28, 18, "M2 6Q2 2 7 2T13 5T8 9T2 6ZM16 4Q20 0 26 3T24 9T17 8ZM8 14Q13 10 19 13T17 17T9 17Z"),
    "hotel": (34, 26, "M0 .5H34M.5 0V26M0 26L17 0M17 0L34 26M0 13H34"),
    "park": (44, 34, "M9 16C3 17 3 10 6 8C7 3 15 3 16 8C19 11 18 16 12 16"
                     "M11 20V11M28 29Q29 25 30 29Q31 24 32 29Q33 26 34 29"),
    "hospital": (28, 28, "M14 10.5V17.5M10.5 14H17.5M0 0H28M0 0V28"),
    "harbour": (32, 16, "M0 6Q4 1 8 6T16 6T24 6T32 6M8 14Q12 10 16 14T24 14"),
}  # fmt: skip

# The colours in the emblems of the sectors, under their lines: shapes by the class of their colour.
WASHES = {
    "cloister-school": (
        ("stone-wash", "M-8.6 9V.2C-8.6-4.4-4.6-7 0-9.2C4.6-7 8.6-4.4 8.6.2V9z"),
        ("light-wash", "M0 .6C-1.6-1-4-1.2-5.6-.4V5.6C-4 4.9-1.6 5.1 0 6.6"
                       "C1.6 5.1 4 4.9 5.6 5.6V-.4C4-1.2 1.6-1 0 .6z"),
    ),
    "bank": (
        ("wood-wash", "M-8.7 8.6V-.8C-8.7-5-6.8-7.4-3.6-7.4H3.6C6.8-7.4 8.7-5 8.7-.8V8.6z"),
        ("brass-wash", "M-5.4-7.2V8.6H-3.6V-7.4zM5.4-7.2V8.6H3.6V-7.4zM-2-.8V1.2a2 2 0 0 0 4 0V-.8z"),
    ),
    "residence": (
        ("light-wash", "M-7 9V-2L0-9L7-2V9z"),
        ("roof-wash", "M-9.2-.4L0-9.1L9.2-.4L7-.4L0-6L-7-.4z"),
        ("wood-wash", "M-1.9 9V5a1.9 1.9 0 0 1 3.8 0V9z"),
        ("brass-wash", "M-1.6-3.6h3.2V-.6h-3.2z"),
    ),
    "carriage-house": (
        ("stone-wash", "M-8 9V-4H8V9z"),
        ("roof-wash", "M-9.3-3.4L0-9.1L9.3-3.4z"),
        ("wood-wash", "M-4.7 3.2a4.7 4.7 0 0 0 9.4 0a4.7 4.7 0 0 0-9.4 0z"),
    ),
    "hotel": (
        ("brass-wash", "M-7.4-3.4H3.4V9H-7.4z"),
        ("light-wash", "M-7.4-3.4C-9.4-4.4-8.8-7.4-6.4-7.2C-5.8-9.4-2.4-9.6-1.6-7.8"
                       "C.2-9.4 2.8-8.6 2.9-7C5-6.8 5-4.2 3.4-3.4z"),
    ),
    "park": (
        ("leaf-wash", "M-1.4 4.4C-4 6-7.6 4.6-7.2 1.8C-9.8.6-9.4-3.4-6.6-3.8"
                      "C-6.8-7-3.4-8.4-1.6-7C.2-9.6 4.6-8.8 4.6-5.6"
                      "C7.6-6 9.4-2.8 7.6-.8C9 2 6 4.8 3.4 3.8C2.6 4.8 1.8 4.8 1.4 4.4z"),
    ),
    "hospital": (
        ("light-wash", "M-7.6 9V-3.6H7.6V9z"),
        ("roof-wash", "M-9.2-2.8L0-9.2L9.2-2.8z"),
        ("wine-wash", "M-1.5-2.8h3V.7H5v3H1.5V7.2h-3V3.7H-5v-3h3.5z"),
    ),
    "harbour": (
        ("wood-wash", "M-9.2 1.6L-6.8 6.6H6L9.2.4L5.6 2.8H-5.8z"),
        ("light-wash", "M-5.6-7H5.2C6.4-4.8 6.4-2.4 5.2-.2H-5.6C-4.4-2.4-4.4-4.8-5.6-7z"),
    ),
}  # fmt: skip


@cache
def shapes() -> tuple[str, ...]:
    """The definitions of grounds, colours, houses and trees."""
    return (
        *(tile(name, *ground) for name, ground in GROUNDS.items()),
        tile("cobbles", 14, 12, "M1 4Q1 1 4 1T7 4T4 6ZM8 9Q9 6 12 7T12 11T8 10Z"),
        *(wash(name) for name in WASHES),
        house("house-1", "M-9 8V-2L0-9L9-2V8Z", "M-11-1L0-10L11-1L8-1L0-7L-8-1Z", "M-2 8V3H2V8M-6 1V3M6 1V3"),
        house("house-2", "M-13 8V0H13V8Z", "M-15 0L-11-7H11L15 0Z", "M-8 3V5M-3 3V5M3 3V5M8 3V8M5-7V-10H8V-7"),
        house("house-3", "M-12 8V1L-6-5L0 1V-3L6-9L12-3V8Z", "M-13 1L-6-6L1 1ZM-1-3L6-10L13-3Z", "M-6 4V8M6 2V4M6-1V0"),
        house("house-4", "M-5 8V-7H5V8Z", "M-7-7L0-18L7-7Z", "M0-18V-22M-2-20H2M0-3V0M0 3V8"),
        house(
            "tree", "M-1 8V0H1V8Z", "M-7 0C-10-5-5-9-3-9C-1-14 6-12 5-8C10-6 8 1 3 1H-4C-5 1-6 1-7 0Z", "M-3-3L0 0L3-4"
        ),
        house("boat", "M-15 0H15L11 6H-11Z", "M0-1V-19Q10-14 11-4Q5-3 0-1Z", "M0 0V-21M-19 9q4-3 8 0t8 0t8 0t8 0"),
    )


def tile(name: str, width: float, height: float, drawing: str) -> str:
    """A tile that fills a ground. The hand is the same everywhere, whichever way the borough lies."""
    drawn = element("path", class_="scene", d=drawing)
    return element("pattern", drawn, id=f"p-{name}", width=width, height=height, patternUnits="userSpaceOnUse")


def wash(name: str) -> str:
    """The colours of an emblem, on the emblem's own grid."""
    return group(*(element("path", class_=colour, d=shape) for colour, shape in WASHES[name]), id=f"w-{name}")


def house(name: str, walls: str, roof: str, lines: str) -> str:
    """A small building, or a thing that is built like one: a tree, a boat."""
    cover = "leaf-wash" if name == "tree" else "light-wash" if name == "boat" else "roof-wash"
    body = "light-wash" if name.startswith("house") else "wood-wash"
    parts = ((body, walls), (cover, roof), ("thin", lines))
    return group(*(element("path", class_=f"{colour} far", d=shape) for colour, shape in parts), id=f"s-{name}")


def ground_of_sector(name: str, outline: str) -> str:
    """The painted ground of a sector: its tint, and the hand upon it."""
    return element("path", class_=f"sector s-{name}", d=outline) + element("path", fill=f"url(#p-{name})", d=outline)


def coloured_emblem(name: str, at: Point, size: float) -> str:
    """The colours of a sector's emblem, for the lines to be drawn upon."""
    return group(use(f"w-{name}"), at=at, size=size / 20)


# the town around the boroughs


@cache
def backdrop(town: Plan) -> str:
    """The paper, the river, and the houses of Paris wherever no borough lies."""
    return group(
        element("rect", class_="paper", width=SIZE, height=SIZE, rx=FRAME),
        river(),
        group(*(use(f"s-{name}", x, y) for name, (x, y) in houses(town)), class_="distant"),
    )


def river() -> str:
    """The Seine, with its banks and two boats."""
    way = curve(RIVER)
    return group(
        element("path", class_="bank-line", d=way, stroke_width=58),
        element("path", class_="river", d=way, stroke_width=54),
        element("path", class_="ripple", d=way, stroke_width=30, stroke_dasharray="9 31"),
        element("path", class_="ripple", d=way, stroke_width=8, stroke_dasharray="12 25"),
        use("s-boat", 92, 826, class_="distant"),
        use("s-boat", 905, 172, class_="distant"),
    )


def curve(points: tuple[Point, ...]) -> str:
    """The path data of a smooth line from the middle of one stretch to that of the next."""
    found = f"M{points[0][0]} {points[0][1]}"
    for (x, y), (right, down) in zip(points[1:-1], points[2:], strict=True):
        found += f"Q{x} {y} {(x + right) / 2:.0f} {(y + down) / 2:.0f}"
    return f"{found}L{points[-1][0]} {points[-1][1]}"


def houses(town: Plan) -> list[tuple[str, Point]]:
    """What stands where in the town: rows that are not quite straight, off the boroughs and off the water."""
    found: list[tuple[str, Point]] = []
    for row, column in product(range(2 + SIZE // HOUSE_STEP), repeat=2):
        x = HOUSE_STEP * (column + 0.5 * (row % 2)) + (row * 7 + column * 13) % 9 - 4
        y = HOUSE_STEP * row + (row * 11 + column * 5) % 9 - 4
        if may_build((x, y), town):
            found.append((HOUSES[(row * 5 + column * 3) % len(HOUSES)], (x, y)))
    return found


def may_build(at: Point, town: Plan) -> bool:
    """Whether a house can stand there."""
    is_in_frame = all(FRAME + 17 <= value <= SIZE - FRAME - 15 for value in at)
    on_land = min(to_line(at, *ends) for ends in zip(RIVER, RIVER[1:], strict=False)) >= SHORE
    return is_in_frame and on_land and all(to_shape(at, place.corners) >= WALL for place in town.boroughs)


def to_shape(at: Point, corners: tuple[Point, ...]) -> float:
    """The distance from a point to a convex shape with corners clockwise; 0 within it."""
    edges = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    if all((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]) >= 0 for a, b in edges):
        return 0
    return min(to_line(at, *edge) for edge in edges)


def to_line(at: Point, start: Point, end: Point) -> float:
    """The distance from a point to a line from start to end."""
    (ax, ay), (bx, by) = start, end
    length = (bx - ax) ** 2 + (by - ay) ** 2
    share = max(0, min(1, ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / length))
    return math.dist(at, (ax + (bx - ax) * share, ay + (by - ay) * share))


@cache
def frame() -> str:
    """The wooden frame, and a line within it."""
    at, wide = FRAME + 5, SIZE - 2 * FRAME - 10
    within = element("rect", class_="line", x=at, y=at, width=wide, height=wide, stroke_width=0.7)
    return group(within, wooden_frame(SIZE, SIZE, FRAME))
