"""The geometry of the town: the cathedral in the middle, the boroughs around it, eight wedges in each.

The town is turned so that a chosen borough stands at the bottom, and seen as from that side of the table: what is near
is larger. Straight lines stay straight, and what meets still meets.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from bellringer.svg.elements import Point, between

SIZE = 1000
MARGIN = 41
SIDE = 150.0  # length of the cathedral's edges, before the plan is scaled to the picture
CORNERS = 8
# A borough's corners, clockwise from corner 0, with the cathedral below.
SHAPE = ((-75, 0), (-154, 93), (-193, 214), (-71, 335), (71, 335), (193, 214), (154, 93), (75, 0))
HUB = (0, 172)  # the central market
REACH = 335  # how far the boroughs reach from the cathedral's walls
# What lies at each edge, beginning with the edge between corners 0 and 1.
WEDGES = ("cloister-school", "bank", "residence", "harbour", "carriage-house", "hotel", "park", "hospital")
MARKET_CORNERS = {"north": 0, "east": 2, "south": 4, "west": 6}
# What stands on the outer corners that have no market: the start player's bell, the seat's sign and the number.
BELL_CORNER = 3
BADGE_CORNER = 5
NEARNESS = {3: 0.09, 4: 0.09, 5: 0.06}  # how much larger the near side is, by the number of boroughs
STREET = 7.0  # half the width of the streets between wedges
HUB_RADIUS = 22.0


@dataclass(frozen=True, eq=False)
class Borough:
    """The points of a borough in the picture."""

    corners: tuple[Point, ...]
    hub: Point

    def edge(self, wedge: int) -> tuple[Point, Point]:
        """The two outer corners of a wedge."""
        return self.corners[wedge], self.corners[(wedge + 1) % CORNERS]

    def wedge(self, wedge: int, street: float) -> tuple[Point, Point, Point]:
        """The corners of a wedge (hub, start, end), moved inward to leave room for streets."""
        start, end = self.edge(wedge)
        return inset((self.hub, start, end), street)

    def at(self, wedge: int, depth: float, along: float = 0.5) -> Point:
        """A point in a wedge: `depth` from the rim (0) to the hub (1), `along` from its start to its end."""
        start, end = self.edge(wedge)
        return between(between(start, self.hub, depth), between(end, self.hub, depth), along)

    def market(self, side: str) -> Point:
        """The point of a market: the hub, or a corner, moved inward a little so that it lies in its own borough."""
        if side == "centre":
            return self.hub
        return between(self.corners[MARKET_CORNERS[side]], self.hub, 0.045)


@dataclass(frozen=True, eq=False)
class Plan:
    """The points of the whole town in the picture. `boroughs`: by their numbers; one of them stands at the bottom."""

    centre: Point
    cathedral: tuple[Point, ...]
    boroughs: tuple[Borough, ...]
    scale: float


def inset(triangle: tuple[Point, Point, Point], by: float) -> tuple[Point, Point, Point]:
    """A triangle with every side moved inward by a distance."""
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
    """Move a borough's point outward from the cathedral, and turn it to the borough's side."""
    angle = math.radians(degrees)
    x, y = at[0], -(at[1] + outward)
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def nearer(at: Point, nearness: float) -> Point:
    """A point as it is seen from below. `nearness`: how much larger a thing one unit below the middle is."""
    size = 1 / (1 - nearness * at[1])
    return at[0] * size, at[1] * size


@cache
def plan(boroughs: int, own: int = 0) -> Plan:
    """The plan of a town with so many boroughs. `own`: the one at the bottom, from 0."""
    outward = SIDE / 2 / math.tan(math.pi / boroughs)
    shape, nearness = fitting(boroughs, outward), NEARNESS[boroughs] / (outward + REACH)
    turns = [180 + 360 * (number - own) / boroughs for number in range(boroughs)]
    corners = [[nearer(turned(corner, outward, turn), nearness) for corner in shape] for turn in turns]
    hubs = [nearer(turned(HUB, outward, turn), nearness) for turn in turns]
    across = [[corner[axis] for found in corners for corner in found] for axis in (0, 1)]
    scale = min((SIZE - 2 * MARGIN) / (max(one) - min(one)) for one in across)
    offset = [SIZE / 2 - (max(one) + min(one)) / 2 * scale for one in across]

    def placed(at: Point) -> Point:
        return offset[0] + at[0] * scale, offset[1] + at[1] * scale

    return Plan(
        centre=placed((0, 0)),
        cathedral=tuple(placed(found[0]) for found in corners),
        boroughs=tuple(
            Borough(tuple(map(placed, found)), placed(hub)) for found, hub in zip(corners, hubs, strict=True)
        ),
        scale=scale,
    )


def fitting(boroughs: int, outward: float) -> list[Point]:
    """The shape of a borough, with its lower corners moved inward if there are many boroughs."""
    widest = (SHAPE[1][1] + outward) * math.tan(math.pi / boroughs) - 5
    return [(math.copysign(min(abs(x), widest), x) if y == SHAPE[1][1] else x, y) for x, y in SHAPE]
