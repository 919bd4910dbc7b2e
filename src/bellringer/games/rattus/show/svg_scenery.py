"""What is painted under Rattus's chart: waves, ships and a sea serpent, woods, mountains and dunes, rhumb lines.

All of it is quieter than any piece, and keeps off the places where pieces stand. What occurs often is defined once;
nothing here has a filter.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import accumulate, pairwise, product
from typing import NamedTuple

from bellringer.games.rattus.names import REGIONS
from bellringer.games.rattus.show.svg_chart import SIZE, TRAY, centre, chart
from bellringer.svg.elements import Point, around, element, group, path, use

ROSE = (80.0, 440.0)
ROSE_RADIUS = 46
LAND_STEP = 27  # how far apart things stand on land
SEA_STEP = 44  # and waves at sea
SHORE = 36  # how far waves are from a coast
# Lands beyond the regions, which no map leaves out: Arabia, and the coast south of Morocco.
BEYOND = "M930 870L948 897L958 921L970 941L984 965L1000 990V700L970 760ZM0 930V1000H70L40 960Z"
AT_SEA = {"ship": ((262, 76), (334, 684), (846, 822)), "serpent": ((598, 796),), "whale": ((360, 246),)}
MOUNTAINS = (
    *((392, 543), (414, 524), (438, 513), (464, 519), (490, 527)),  # the Alps
    *((208, 551), (230, 560), (252, 569), (272, 578)),  # the Pyrenees
    *((690, 470), (712, 486), (722, 512), (704, 538)),  # the Carpathians
    *((462, 66), (482, 47), (504, 32), (528, 20)),  # the Scandes
    *((182, 788), (206, 779), (232, 775), (260, 770), (288, 768)),  # the Atlas
    *((972, 690), (986, 668), (968, 646), (965, 742)),  # and those of Anatolia
)
# What grows in each region.
GROWS = {
    **{"anglia": "oak", "gallia": "oak", "germania": "fir", "hispania": "bush", "hungaria": "grass", "italia": "bush"},
    **{"polonia": "fir", "scandia": "fir", "bulgaria": "oak", "turcia": "bush", "russia": "fir", "tartaria": "grass"},
    **{"maroc": "palm", "algeria": "dune", "tunisia": "dune", "libya": "dune", "egypt": "palm"},
}
# How far from the middle of a region's pieces nothing stands: left, top, right, bottom; names are in it.
KEPT_FREE = (TRAY[0][0] - 16, TRAY[1][0] - 22, TRAY[0][1] + 16, TRAY[1][1] + 12)
ROOM = ((0, -11), (11, 0), (0, 9), (-11, 0))  # what a tree needs around it
NO_SEA = (  # where no wave is drawn: the palace, the seats below it, the compass rose
    (0, 0, 168, 350),
    (ROSE[0] - 66, ROSE[1] - 76, ROSE[0] + 66, ROSE[1] + 62),
)
Box = tuple[float, float, float, float]


@cache
def shapes() -> tuple[str, ...]:
    """The definitions of all these things."""
    return (
        hachures(),
        drawn("wave", ("thin", "M-14 0q3.5-5 7 0t7 0t7 0t7 0M-4 7q3.5-5 7 0t7 0")),
        drawn("mount", ("snow", "M-15 8L-4-10L1-3L6-9L16 8Z"),
              ("thin", "M-15 8L-4-10L1-3L6-9L16 8M-4-10L-1 0M6-9L9 1M-1 3L2 8")),
        drawn("fir", ("leaf", "M0-11L-6 4H6Z"), ("thin", "M0-11L-6 4H6ZM0 4V8M-3-3H2")),
        drawn("oak", ("leaf", "M-7 1C-10-4-5-9-2-8C1-12 7-9 6-6C10-4 8 3 4 3H-4C-6 3-7 2-7 1Z"),
              ("thin", "M-7 1C-10-4-5-9-2-8C1-12 7-9 6-6C10-4 8 3 4 3H-4C-6 3-7 2-7 1ZM0 3V8")),
        drawn("bush", ("leaf", "M-7 5C-9-1-4-5 0-4C4-7 9-2 7 5Z"),
              ("thin", "M-7 5C-9-1-4-5 0-4C4-7 9-2 7 5ZM-2 1L0-1L2 2")),
        drawn("grass", ("thin", "M-7 5Q-6-2-5 5M-2 5Q-1-5 0 5M3 5Q5-1 5 5M-3 5Q-4 0-5-1")),
        drawn("dune", ("sand", "M-15 5Q-5-8 3 3Q9-4 16 5Z"), ("thin", "M-15 5Q-5-8 3 3Q9-4 16 5M-5-2Q-3 1-4 4")),
        drawn("palm", ("leaf", "M1-6C-4-10-8-7-9-3C-5-5-2-5 1-6C4-10 9-8 10-4C6-6 4-6 1-6Z"),
              ("thin", "M1-6Q4 1 1 8M1-6C-4-10-8-7-9-3C-5-5-2-5 1-6C4-10 9-8 10-4C6-6 4-6 1-6M-3 8H6")),
        ship(), serpent(), whale(),
    )  # fmt: skip


def hachures() -> str:
    """The short level lines along a coast, as a colour for a broad stroke."""
    lines = element("path", class_="hachure", d="M0 2H6M3 5H12M0 5H1")
    return element("pattern", lines, id="p-hachure", width=12, height=6, patternUnits="userSpaceOnUse")


def drawn(name: str, *layers: tuple[str, str]) -> str:
    """The definition of a thing: shapes by the class of their colour, one upon the other."""
    return group(*(element("path", class_=f"far-{colour}", d=shape) for colour, shape in layers), id=f"s-{name}")


def ship() -> str:
    """A ship with three sails, and the water that it cuts."""
    return drawn(
        "ship",
        ("wood", "M-27 4L-20 17H17L29 2L20 6H-20Z"),
        ("sail", "M-16-18Q-6-12-14 2H-24Q-17-8-16-18ZM-3-28Q12-16 0 2H-14Q-2-12-3-28ZM11-18Q24-10 15 3H4Q12-6 11-18Z"),
        (
            "thin",
            "M-27 4L-20 17H17L29 2L20 6H-20ZM-16-18Q-6-12-14 2H-24Q-17-8-16-18ZM-3-28Q12-16 0 2H-14Q-2-12-3-28Z"
            "M11-18Q24-10 15 3H4Q12-6 11-18ZM-3-28V-35L6-32L-3-29M-36 21q4.5-6 9 0t9 0t9 0t9 0t9 0t9 0t9 0",
        ),
    )


def serpent() -> str:
    """A sea serpent that shows its head and three coils."""
    body = (
        "M-60 14C-62-2-44-6-40 14H-46C-48 3-54 4-54 14ZM-32 14C-36-16-6-18-4 14H-12C-13-6-24-5-24 14Z"
        "M4 14C0-16 14-34 30-36C40-37 47-33 52-27L61-22C60-17 52-15 44-17C36-19 33-24 30-23C20-20 15-8 18 14Z"
    )
    water = "M-68 15q4-5 8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0"
    marks = (
        "M43-27h.1M48-19L57-21M30-36L25-44L36-37M21-33L14-38L22-30M12-20L5-21L10-14M-52 1L-51 5M-22-9L-19-5M-13-6L-15-2"
    )
    return drawn("serpent", ("leaf", body), ("thin", body + marks + water))


def whale() -> str:
    """A whale that blows."""
    body = "M-34 8C-30-10-4-14 12-6C20-2 24-4 25-10C20-16 24-18 28-14C33-20 38-17 32-11C32 2 24 10 8 11Q-20 14-34 8Z"
    return drawn(
        "whale",
        ("sail", body),
        (
            "thin",
            body
            + "M-26 0h.1M-33 7Q-20 7-14 3M-12-10Q-13-20-20-20M-12-10Q-11-21-4-21M-42 16q4-5 8 0t8 0t8 0t8 0t8 0t8 0",
        ),
    )


# where it stands


@cache
def sea() -> str:
    """The water: hachures along the coasts, the lines of the winds, waves, and what swims."""
    coast = (
        use("coast", class_="waterline wide", stroke_width=62),
        use("coast", stroke="url(#p-hachure)", fill="none", stroke_width=44, stroke_linejoin="round"),
        use("coast", class_="waterline", stroke_width=9),
    )
    winds = (path(ROSE, around(ROSE, 1400, 22.5 * turn), closed=False) for turn in range(16))
    swims = (use(f"s-{name}", *at) for name, places in AT_SEA.items() for at in places)
    return group(
        element("rect", class_="sea", width=SIZE, height=SIZE),
        element("path", class_="rhumb", d="".join(winds)),
        *coast,
        group(*(use("s-wave", *at) for at in waves()), *swims, class_="at-sea"),
    )  # fmt: skip


@cache
def beyond() -> str:
    """The lands beyond the regions."""
    return element("path", class_="region out", d=BEYOND)


def growth(regions: Collection[str]) -> str:
    """What stands on land; it is paler where nobody plays."""
    mountains = (use("s-mount", *at) for at in MOUNTAINS)
    here = "".join(grown(name) for name in REGIONS if name in regions)
    far = "".join(grown(name) for name in REGIONS if name not in regions)
    return group(*mountains, here, class_="growth") + (group(far, class_="growth pale") if far else "")


@cache
def grown(region: str) -> str:
    """The trees of a region, or what it has instead."""
    return "".join(use(f"s-{GROWS[region]}", *at) for at in spots(region))


def spots(region: str) -> Iterator[Point]:
    """Places on a region's land where no piece, no name and no mountain stands."""
    rings = rings_of(region)
    for row, column in product(range(SIZE // LAND_STEP + 1), repeat=2):
        x = LAND_STEP * (column + 0.5 * (row % 2)) + (row * 7 + column * 13) % 11 - 5
        y = LAND_STEP * row + (row * 11 + column * 5) % 11 - 5
        is_sparse = GROWS[region] in ("oak", "fir") or (row + column) % 2 == 0
        if is_sparse and all(is_on_land((x + right, y + down), rings) for right, down in ROOM) and is_bare((x, y)):
            yield x, y


def is_bare(at: Point) -> bool:
    """Whether no piece and no mountain stands there."""
    return not is_kept_free(at) and all(math.dist(at, one) > 25 for one in MOUNTAINS)


def is_kept_free(at: Point) -> bool:
    """Whether pieces stand there, or the frame."""
    left, top, right, bottom = KEPT_FREE
    trays = ((x + left, y + top, x + right, y + bottom) for x, y in map(centre, REGIONS))
    return any(is_within(at, tray) for tray in trays) or not is_within(at, (24, 24, SIZE - 24, SIZE - 24))


def is_within(at: Point, box: Box) -> bool:
    return box[0] < at[0] < box[2] and box[1] < at[1] < box[3]


def waves() -> Iterator[Point]:
    """Places on the open sea."""
    rings = [ring for region in REGIONS for ring in rings_of(region)]
    others = [at for places in AT_SEA.values() for at in places]
    for row, column in product(range(SIZE // SEA_STEP + 1), repeat=2):
        at = (SEA_STEP * (column + 0.5 * (row % 2)) + (row * 17) % 13, SEA_STEP * row + (column * 11) % 15)
        is_free = not any(is_within(at, box) for box in NO_SEA) and all(math.dist(at, one) > 62 for one in others)
        if is_free and not is_kept_free(at) and is_open_sea(at, rings):
            yield at


def is_open_sea(at: Point, rings: Sequence[Ring]) -> bool:
    """Whether no coast is near."""
    near = [ring for ring in rings if is_within(at, grown_by(ring.box, SHORE))]
    return not is_on_land(at, near) and all(math.dist(at, one) > SHORE for ring in near for one in ring.corners)


# the outlines of the lands


class Ring(NamedTuple):
    """An outline, and the box around it."""

    corners: tuple[Point, ...]
    box: Box


def grown_by(box: Box, by: float) -> Box:
    """A box with so much more on every side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


@cache
def rings_of(region: str) -> tuple[Ring, ...]:
    """The outlines of a region's lands."""
    return tuple(map(ring_of, re.findall(r"M([^M]*)", chart()["regions"][region]["path"])))


def ring_of(path_data: str) -> Ring:
    """An outline from its path, whose steps are differences."""
    steps = [int(one) for one in re.findall(r"-?\d+", path_data)]
    xs, ys = list(accumulate(steps[::2])), list(accumulate(steps[1::2]))
    return Ring(tuple(zip(xs, ys, strict=True)), (min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1))


def is_on_land(at: Point, rings: Sequence[Ring]) -> bool:
    """Whether a point lies within an odd number of outlines."""
    x, y = at
    inside = False
    for ring in rings:
        if not is_within(at, ring.box):
            continue
        for (ax, ay), (bx, by) in pairwise((*ring.corners, ring.corners[0])):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                inside = not inside
    return inside
