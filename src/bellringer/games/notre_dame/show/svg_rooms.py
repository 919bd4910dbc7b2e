"""Where the pieces of a sector stand: side by side where there is room, and never on the sector's emblem."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from bellringer.games.notre_dame.show.svg_plan import HUB_RADIUS, STREET, Borough, Plan
from bellringer.svg.elements import Point

Box = tuple[float, float, float, float]  # left, top, right, bottom

CUBE = 25
STEP = CUBE * 1.04  # from a cube to the next one
SINGLE = 3  # the most cubes drawn side by side; more make a pile with a number
EMBLEM = 38  # the size of a sector's emblem
EMBLEM_DEPTH = 0.165  # where it stands, from the rim (0) to the hub (1)
# What a piece covers around its point.
CUBE_BOX = (-11.0, -12.5, 12.5, 11.0)
PILE_BOX = (-11.0, -20.5, 20.5, 11.0)
FRIEND_BOX = (-12.5, -19.5, 12.5, 14.5)
NUMBER_UP, NUMBER_DOWN, DIGIT = 11.0, 10.0, 19.0  # a number beside a pile, as wide as on a telephone
DEPTHS = tuple(0.30 + 0.035 * turn for turn in range(13))  # of the places that are tried
ASIDE = (0.5, 0.44, 0.56, 0.38, 0.62)
BEST_DEPTH = 0.44


@dataclass(frozen=True)
class Places:
    """Where the pieces of a sector stand, in the picture: cubes, the number beside a pile, the friend."""

    cubes: tuple[Point, ...] = ()
    number: Point | None = None
    friend: Point | None = None

    def at(self, x: float, y: float) -> Places:
        """The same places, moved."""
        return Places(
            tuple((x + right, y + down) for right, down in self.cubes),
            self.number and (x + self.number[0], y + self.number[1]),
            self.friend and (x + self.friend[0], y + self.friend[1]),
        )

    def boxes(self, count: int) -> list[Box]:
        """What these pieces cover, for so many markers."""
        cube = CUBE_BOX if count <= SINGLE else PILE_BOX
        found = [box_at(at, cube) for at in self.cubes]
        if self.number:
            found.append(box_at(self.number, (0, -NUMBER_UP, DIGIT * len(str(count)), NUMBER_DOWN)))
        return [*found, box_at(self.friend, FRIEND_BOX)] if self.friend else found


def box_at(at: Point, box: Box) -> Box:
    return at[0] + box[0], at[1] + box[1], at[0] + box[2], at[1] + box[3]


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes cover each other somewhere."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def emblem_at(place: Borough, wedge: int) -> Point:
    """The middle of a sector's emblem."""
    return place.at(wedge, EMBLEM_DEPTH)


def emblem_box(place: Borough, wedge: int) -> Box:
    """What a sector's emblem covers."""
    half = EMBLEM / 2
    return box_at(emblem_at(place, wedge), (-half, -half, half, half))


# how pieces can stand to each other


def arrangements(count: int, is_friend_here: bool) -> Iterator[Places]:
    """The ways in which pieces can stand around a point, the best first."""
    for cubes, number in shapes_of(count):
        if not is_friend_here:
            yield Places(cubes, number)
            continue
        if not cubes:
            yield Places((), None, (0, 2))
            continue
        left, top, right, bottom = around_all(Places(cubes, number).boxes(count))
        middle, level = (left + right) / 2, (top + bottom) / 2 + 2
        ways = ((right + 13, level), (left - 13, level), (middle, top - 15), (middle, bottom + 20))
        yield from (Places(cubes, number, way) for way in ways)


def shapes_of(count: int) -> Iterator[tuple[tuple[Point, ...], Point | None]]:
    """How so many markers can stand without a friend: in a row, a column or a triangle, or as a pile and a number."""
    half, digits = STEP / 2, len(str(count)) * DIGIT
    if count > SINGLE:
        yield ((-digits / 2, 4),), (22 - digits / 2, 3)
        yield ((-4, -6),), (-digits / 2 + 1, 17)
        yield ((-4, 14),), (-digits / 2 + 1, -18)
        return
    yield tuple(((turn - (count - 1) / 2) * STEP, 0) for turn in range(count)), None
    if count == 3:
        yield ((-half, half), (half, half), (0, -half)), None
        yield ((-half, -half), (half, -half), (0, half)), None
        yield ((-half, -half), (half, 0), (-half, half)), None
        yield ((half, -half), (-half, 0), (half, half)), None
    if count > 1:
        yield tuple((0, ((count - 1) / 2 - turn) * STEP) for turn in range(count)), None
        yield tuple(((turn - (count - 1) / 2) * STEP, (turn - (count - 1) / 2) * half) for turn in range(count)), None
        yield tuple(((turn - (count - 1) / 2) * STEP, ((count - 1) / 2 - turn) * half) for turn in range(count)), None


def around_all(boxes: list[Box]) -> Box:
    """The box around some boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


# the place for them


@lru_cache(maxsize=8192)
def places_in(town: Plan, number: int, wedge: int, count: int, is_friend_here: bool) -> Places:
    """Where the pieces of a sector stand. Where a sector is too narrow for them they may stand on its streets."""
    place = town.boroughs[number - 1]
    keep_off = emblem_box(place, wedge)
    centre = [place.at(wedge, depth, aside) for depth, aside in product(DEPTHS, ASIDE)]
    best = place.at(wedge, BEST_DEPTH)
    centre.sort(key=lambda at: math.dist(at, best))
    for street in (STREET, 0, -STREET, -2 * STREET):
        corners = place.wedge(wedge, street)
        for one in arrangements(count, is_friend_here):
            for x, y in centre:
                found = one.at(x, y)
                boxes = found.boxes(count)
                if all(is_free(box, corners, keep_off, place.hub) for box in boxes):
                    return found
    raise ValueError(f"no room for {count} markers")


def is_free(box: Box, corners: tuple[Point, Point, Point], keep_off: Box, hub: Point) -> bool:
    """Whether a box lies in a wedge, off the emblem and off the market in the middle."""
    left, top, right, bottom = box
    x, y = min(max(hub[0], left), right), min(max(hub[1], top), bottom)
    return (
        not overlap(box, keep_off)
        and math.dist((x, y), hub) >= HUB_RADIUS
        and all(is_inside(corner, corners) for corner in ((left, top), (right, top), (right, bottom), (left, bottom)))
    )


def is_inside(at: Point, corners: tuple[Point, Point, Point]) -> bool:
    """Whether a point lies in a triangle whose corners are given clockwise."""
    return all(
        (bx - ax) * (at[1] - ay) - (by - ay) * (at[0] - ax) >= 0
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True)
    )
