"""Where the pieces of a sector stand: side by side where there is room, and never on the sector's emblem."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from bellringer.games.notre_dame.show.svg_plan import (
    CORNERS,
    HUB_RADIUS,
    MARKET_CORNERS,
    STREET,
    WEDGES,
    Borough,
    Plan,
)
from bellringer.svg.elements import Point, between

Box = tuple[float, float, float, float]  # left, top, right, bottom

CUBE = 25
STEP = CUBE * 1.04  # from a cube to the next one
SINGLE = 3  # the most cubes drawn side by side; more make a pile with a number
EMBLEM = 38  # the size of a sector's emblem
EMBLEM_DEPTH = 0.165  # where it stands, from the rim (0) to the hub (1)
TOKEN = 22  # a message's radius
CARRIAGE = (33.0, 27.0)  # the room of a carriage
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
        """These places, moved by a distance."""
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
    """Where the pieces of a sector stand.

    They leave room for carriages beside them while they can; where a sector is too narrow they stand on its streets.
    """
    place = town.boroughs[number - 1]
    emblem = (emblem_box(place, wedge),)
    beside = (*emblem, *carriage_boxes(town, number, wedge))
    middles = [place.at(wedge, depth, aside) for depth, aside in product(DEPTHS, ASIDE)]
    best = place.at(wedge, BEST_DEPTH)
    middles.sort(key=lambda at: math.dist(at, best))
    ways = [(one, one.boxes(count)) for one in arrangements(count, is_friend_here)]
    for keep_off, street in ((beside, STREET), (beside, 0), (emblem, STREET), (emblem, 0), (emblem, -2 * STREET)):
        walls = walls_of(place.wedge(wedge, street))
        for one, boxes in ways:
            inside = [min(a * x + b * y for box in boxes for x, y in corners_of(box)) + c for a, b, c in walls]
            for x, y in middles:
                is_inside = all(a * x + b * y + least >= 0 for (a, b, _), least in zip(walls, inside, strict=True))
                if is_inside and all(is_clear(box_at((x, y), box), keep_off, place.hub) for box in boxes):
                    return one.at(x, y)
    raise ValueError(f"no room for {count} markers")


def walls_of(corners: tuple[Point, Point, Point]) -> list[tuple[float, float, float]]:
    """The sides of a triangle with corners clockwise, as numbers a, b, c: inside it, ax + by + c is above 0."""
    return [
        (ay - by, bx - ax, ax * (by - ay) - ay * (bx - ax))
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True)
    ]


def corners_of(box: Box) -> tuple[Point, ...]:
    """The four corners of a box."""
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def is_clear(box: Box, keep_off: tuple[Box, ...], hub: Point) -> bool:
    """Whether a box covers none of some others, nor the market in the middle of the borough."""
    left, top, right, bottom = box
    near = min(max(hub[0], left), right), min(max(hub[1], top), bottom)
    return math.dist(near, hub) >= HUB_RADIUS and not any(overlap(box, other) for other in keep_off)


# markets and their carriages


def place_of(town: Plan, market: str) -> tuple[Borough, str, Point]:
    """The borough, the side and the point of a market."""
    number, _, side = market.partition(":")
    place = town.boroughs[int(number) - 1]
    return place, side, place.market(side)


def carriage_at(town: Plan, market: str, turn: int, count: int) -> Point:
    """The point of one of the carriages on a market.

    In the middle of a borough they stand around the market, elsewhere beside the message, in pairs along the street.
    """
    place, side, (x, y) = place_of(town, market)
    row, column = divmod(turn, 2)
    aside = (column - 0.5) if row * 2 + 1 < count else 0
    if side == "centre":
        rows = -(-count // 2)
        return x + aside * CARRIAGE[0], y + (row - (rows - 1) / 2) * CARRIAGE[1]
    right, down = ((to - at) / math.dist((x, y), place.hub) for to, at in zip(place.hub, (x, y), strict=True))
    is_across = abs(right) > abs(down)
    step, far = CARRIAGE[0 if is_across else 1], first_on_street(place, side, count)
    beside = (0.0, aside * CARRIAGE[1]) if is_across else (aside * CARRIAGE[0], 0.0)
    return x + right * (far + row * step) + beside[0], y + down * (far + row * step) + beside[1]


@lru_cache(maxsize=512)
def first_on_street(place: Borough, side: str, count: int) -> float:
    """How far from a market its first carriages stand, so that they cover neither the message nor an emblem."""
    at, corner = place.market(side), MARKET_CORNERS[side]
    length = math.dist(at, place.hub)
    wide, high = (CARRIAGE[0] / 2, CARRIAGE[1] / 2)
    signs = [emblem_box(place, wedge) for wedge in (corner, corner - 1) if WEDGES[wedge] != "harbour"]
    for far in range(TOKEN + 6, round(length * 0.6)):
        x, y = between(at, place.hub, far / length)
        box = (x - wide, y - high, x + wide, y + high)
        near = (min(max(at[0], box[0]), box[2]), min(max(at[1], box[1]), box[3]))
        if math.dist(near, at) >= TOKEN and not any(overlap(box, sign) for sign in signs):
            return far
    return length * 0.5


def carriage_boxes(town: Plan, number: int, wedge: int) -> list[Box]:
    """What one or two carriages cover on the markets at the rim of a sector."""
    wide, high = CARRIAGE[0] / 2, CARRIAGE[1] / 2
    sides = [side for side, corner in MARKET_CORNERS.items() if corner in (wedge, (wedge + 1) % CORNERS)]
    return [
        box_at(carriage_at(town, f"{number}:{side}", turn, count), (-wide, -high, wide, high))
        for side in sides
        for turn, count in ((0, 1), (0, 2), (1, 2))
    ]
