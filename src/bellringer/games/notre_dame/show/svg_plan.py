"""Where everything stands in Notre Dame: the cathedral in the middle, the boroughs round it, eight wedges in each."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from bellringer.svg.elements import Point, between

SIZE = 1000
MARGIN = 34
SIDE = 150.0  # of the cathedral's edges, in units of the plan before it is fitted to the sheet
CORNERS = 8
# A borough's corners as seen from the cathedral, outward being up: from corner 0, clockwise.
SHAPE = ((-75, 0), (-154, 93), (-193, 214), (-71, 335), (71, 335), (193, 214), (154, 93), (75, 0))
HUB = (0, 172)  # the central market
# What lies at each edge, from the one between corners 0 and 1.
WEDGES = ("cloister-school", "bank", "residence", "harbour", "carriage-house", "hotel", "park", "hospital")
MARKET_CORNERS = {"north": 0, "east": 2, "south": 4, "west": 6}
BADGE_CORNER = 5
STREET = 7.0  # half the width of the streets between wedges
HUB_RADIUS = 22.0


@dataclass(frozen=True)
class Borough:
    """A borough's points on the sheet."""

    corners: tuple[Point, ...]
    hub: Point

    def edge(self, wedge: int) -> tuple[Point, Point]:
        """The outer corners of a wedge."""
        return self.corners[wedge], self.corners[(wedge + 1) % CORNERS]

    def wedge(self, wedge: int, street: float) -> tuple[Point, Point, Point]:
        """A wedge's corners, streets left free on both sides and along the rim: hub, start, end."""
        start, end = self.edge(wedge)
        return inset((self.hub, start, end), street)

    def at(self, wedge: int, depth: float, along: float = 0.5) -> Point:
        """A point in a wedge: `depth` from the rim (0) to the hub (1), `along` from its start to its end."""
        start, end = self.edge(wedge)
        return between(between(start, self.hub, depth), between(end, self.hub, depth), along)

    def market(self, side: str) -> Point:
        """A market: the hub, or a corner, drawn in a little so that it lies on its own borough."""
        if side == "centre":
            return self.hub
        return between(self.corners[MARKET_CORNERS[side]], self.hub, 0.045)


@dataclass(frozen=True)
class Plan:
    """The whole town, fitted to the sheet."""

    centre: Point
    cathedral: tuple[Point, ...]
    boroughs: tuple[Borough, ...]
    scale: float


def inset(triangle: tuple[Point, Point, Point], by: float) -> tuple[Point, Point, Point]:
    """A triangle with every side moved inward."""
    lengths = [math.dist(triangle[turn - 1], triangle[turn]) for turn in range(3)]  # of the side before each corner
    opposite = (lengths[2], lengths[0], lengths[1])
    round_ = sum(opposite)
    middle = tuple(sum(w * p[axis] for w, p in zip(opposite, triangle, strict=True)) / round_ for axis in (0, 1))
    (ax, ay), (bx, by_), (cx, cy) = triangle
    radius = abs((bx - ax) * (cy - ay) - (cx - ax) * (by_ - ay)) / round_
    share = by / radius
    one, two, three = (between(corner, (middle[0], middle[1]), share) for corner in triangle)
    return one, two, three


def turned(at: Point, outward: float, degrees: float) -> Point:
    """A borough's point on the plan: moved out by the cathedral, turned to its side."""
    angle = math.radians(degrees)
    x, y = at[0], -(at[1] + outward)
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


@cache
def plan(boroughs: int) -> Plan:
    """The town with so many boroughs."""
    outward = SIDE / 2 / math.tan(math.pi / boroughs)
    shape = fitting(boroughs, outward)
    turns = [360 * number / boroughs for number in range(boroughs)]
    corners = [[turned(corner, outward, turn) for corner in shape] for turn in turns]
    across = [[corner[axis] for found in corners for corner in found] for axis in (0, 1)]
    scale = min((SIZE - 2 * MARGIN) / (max(one) - min(one)) for one in across)
    offset = [SIZE / 2 - (max(one) + min(one)) / 2 * scale for one in across]

    def placed(at: Point) -> Point:
        return offset[0] + at[0] * scale, offset[1] + at[1] * scale

    return Plan(
        centre=placed((0, 0)),
        cathedral=tuple(placed(found[0]) for found in corners),
        boroughs=tuple(
            Borough(tuple(map(placed, found)), placed(turned(HUB, outward, turn)))
            for found, turn in zip(corners, turns, strict=True)
        ),
        scale=scale,
    )


def fitting(boroughs: int, outward: float) -> list[Point]:
    """A borough's shape, its lower corners drawn in where many boroughs stand close."""
    widest = (SHAPE[1][1] + outward) * math.tan(math.pi / boroughs) - 5
    return [(math.copysign(min(abs(x), widest), x) if y == SHAPE[1][1] else x, y) for x, y in SHAPE]
