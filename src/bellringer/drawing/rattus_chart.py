"""Rattus's chart of Europe: sea and land, the ways over water, and what stands in every region."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from bellringer.drawing.hand import emblem, say, stack, stack_width, target
from bellringer.drawing.hand import rat as rat_sign
from bellringer.drawing.ink import Point, around, between, element, group, number, path, title, words
from bellringer.rattus.names import RATS, REGIONS
from bellringer.rattus.reading import Reading

SIZE = 1000
# Quiet colours, so that no two neighbours share one.
TINTS = {
    **{"anglia": 2, "gallia": 1, "germania": 3, "hispania": 4, "hungaria": 1, "italia": 2, "polonia": 5, "scandia": 1},
    **{"bulgaria": 4, "turcia": 1, "russia": 2, "tartaria": 3, "maroc": 1, "algeria": 3, "tunisia": 5, "libya": 4},
    "egypt": 2,
}
WATERLINES = (34, 24, 15, 7)  # how far out the lines along a coast run
RAT = 14  # a rat's radius
RAT_STEP = 2 * RAT + 3
STACKS_A_ROW = 3
ROW = 34  # the height of a row of citizens
TRAY = ((-74, 74), (-54, 76))  # the room of a region's pieces all together, left to right and top to bottom
PLAGUE = 18  # the plague piece's radius, and where it could go
TO_COME = 13
HAVEN = (84, 96)  # where the palace stands


@cache
def chart() -> Mapping[str, Any]:
    """The shapes that tools/map.py made."""
    found: Mapping[str, Any] = json.loads(files("bellringer.rattus").joinpath("map.json").read_text(encoding="utf-8"))
    return found


def centre(region: str) -> Point:
    """Where a region's pieces stand."""
    x, y = chart()["regions"][region]["centre"]
    return float(x), float(y)


def map_of(reading: Reading, shine: Collection[str]) -> str:
    """The whole chart. It is a picture within the picture, so that nothing runs over its edge."""
    return element(
        "svg",
        backdrop(),
        *(region(reading, name, shine) for name in REGIONS),
        *(way(arrow["between"], arrow["line"]) for arrow in chart()["arrows"] if is_open(reading, arrow["between"])),
        frame(),
        haven(reading),
        *(pieces(reading, name, shine) for name in reading.regions),
        width=SIZE,
        height=SIZE,
    )


def is_open(reading: Reading, pair: Collection[str]) -> bool:
    """Whether both regions are in play."""
    return set(pair) <= set(reading.regions)


# the paper


@cache
def backdrop() -> str:
    """Sea, the lines along the coasts, a compass rose: the same on every chart."""
    coast = "".join(found["path"] for found in chart()["regions"].values())
    return group(
        element("rect", class_="sea", width=SIZE, height=SIZE),
        *(
            element("path", class_="waterline wide" if turn % 2 == 0 else "waterline", d=coast, stroke_width=2 * out)
            for turn, out in enumerate(WATERLINES)
        ),
        rose((80, 440), 46),
    )


@cache
def frame() -> str:
    """The edge of the sheet."""
    return group(
        element("rect", class_="line", x=3, y=3, width=SIZE - 6, height=SIZE - 6, stroke_width=6, stroke_opacity=0.25),
        element("rect", class_="line", x=7, y=7, width=SIZE - 14, height=SIZE - 14, stroke_width=1),
    )


def rose(at: Point, radius: float) -> str:
    """A compass rose of eight points, north marked."""
    rays = []
    for turn in range(0, 360, 45):
        far = radius if turn % 90 == 0 else radius * 0.62
        tip, left, right = (
            around((0, 0), far, turn),
            *(around((0, 0), radius * 0.17, turn + side) for side in (-45, 45)),
        )
        rays.append(element("path", class_="paper-light edged", d=path((0, 0), left, tip)))
        rays.append(element("path", class_="golden edged", d=path((0, 0), tip, right)))
    return group(
        element("circle", class_="line", r=radius * 0.72, stroke_width=0.8),
        element("circle", class_="line", r=radius * 0.78, stroke_width=0.8),
        *rays[2:4], *rays[6:8], *rays[10:12], *rays[14:16], *rays[:2], *rays[4:6], *rays[8:10], *rays[12:14],
        words("N", 0, -radius - 5, font_size=15),
        at=at,
    )  # fmt: skip


def way(pair: Collection[str], line: tuple[float, float, float, float]) -> str:
    """A way over the sea, with a head at both ends."""
    start, end = (line[0], line[1]), (line[2], line[3])
    middle = between(start, end, 0.5)
    length = math.dist(start, end)
    bend = length * 0.16
    lift = (middle[0] + (end[1] - start[1]) / length * bend, middle[1] - (end[0] - start[0]) / length * bend)
    return group(
        element("path", class_="way", d=f"M{point(start)}Q{point(lift)} {point(end)}"),
        head(lift, start),
        head(lift, end),
        data_way=" ".join(pair),
    )


def point(at: Point) -> str:
    """`12.5 30`."""
    return f"{number(at[0])} {number(at[1])}"


def head(tail: Point, tip: Point) -> str:
    """An arrow's head."""
    turn = math.degrees(math.atan2(tip[0] - tail[0], tail[1] - tip[1]))
    return group(element("path", class_="way-head", d="M0 -5L5 6L0 3.4L-5 6Z"), at=tip, turn=turn)


# the regions


def region(reading: Reading, name: str, shine: Collection[str]) -> str:
    """A region's land. One that is not in play is quiet, and nothing can be done to it."""
    shape = {"d": chart()["regions"][name]["path"], "id": f"region-{name}"}
    if name not in reading.regions:
        return element("path", class_="region out", **shape)
    plagued = " plagued" if reading.view["plague"] == name else ""
    land = element("path", class_=f"region tint-{TINTS[name]}{plagued}", **shape)
    return target(f"region {name}", land, shine=shine, label=reading.name("region", name))


def pieces(reading: Reading, name: str, shine: Collection[str]) -> str:
    """A region's name, its rats, the plague piece, and who is there."""
    x, y = centre(name)
    return group(
        words(reading.name("region", name), 0, -38, class_="named", font_size=17, font_style="italic"),
        rats(reading, name, shine),
        plague(reading, name, shine),
        citizens(reading, name),
        at=(x, y),
        data_region=name,
    )


def first_rat(reading: Reading, name: str) -> float:
    """Where a region's row of rats begins; the row is in the middle, the plague piece being part of it."""
    here = reading.view["plague"] == name
    return -(len(reading.view["rats"].get(name, ())) - 1) * RAT_STEP / 2 + (PLAGUE + 1 if here else 0)


def rats(reading: Reading, name: str, shine: Collection[str]) -> str:
    """The rats in the order in which they are turned, from the left."""
    first = first_rat(reading, name)
    names = [name if slot == 0 else f"{name} {slot + 1}" for slot in range(RATS)]
    return group(
        *(
            target(
                f"rat {spoken}",
                rat(reading, one, (first + slot * RAT_STEP, -14)),
                shine=shine,
                label=reading.name("rat", spoken),
            )
            for slot, (spoken, one) in enumerate(zip(names, reading.view["rats"].get(name, ()), strict=False))
        )
    )


def rat(reading: Reading, one: Mapping[str, Any], at: Point) -> str:
    """A token: its back, or for who knows it its face; below, the letters of those who have looked."""
    seen = "".join(reading.letter(seat) for seat in one["seen-by"])
    return group(
        back(one["laid-out"]) if one["token"] is None else face(reading, one["token"]),
        words(seen, 0, RAT + 9, class_="plain named", font_size=11) if seen else "",
        element("circle", class_="halo", r=RAT + 2),
        at=at,
    )


def back(laid_out: bool) -> str:
    """Face down; a ring round those that lie there since the beginning."""
    return group(
        element("circle", class_="rat-back", r=RAT),
        element("circle", class_="line", r=RAT - 2.6, stroke_width=0.7, stroke_opacity=0.8) if laid_out else "",
        rat_sign(20, class_="rat-ink"),
        class_="shadowed",
    )


def face(reading: Reading, token: str) -> str:
    """`t05 1 bourgeoisie church`: the limit large, what it hits around it."""
    _, limit, *symbols = token.split()
    spread = [around((0, 0), RAT * 0.56, 180 + 62 * (turn - (len(symbols) - 1) / 2)) for turn in range(len(symbols))]
    return group(
        title(", ".join(reading.name("symbol", symbol) for symbol in symbols)),
        element("circle", class_="rat-face", r=RAT),
        words(limit, 0, -1, class_="figure plain", font_size=15),
        *(emblem(symbol, x, y, 11.5) for symbol, (x, y) in zip(reversed(symbols), spread, strict=True)),
        class_="shadowed",
    )


def plague(reading: Reading, name: str, shine: Collection[str]) -> str:
    """The plague piece where it stands, and a ring for it where it could go: to the left of the rats."""
    here = reading.view["plague"] == name
    if not here and f"plague {name}" not in shine:
        return ""
    radius, ink = (PLAGUE, "plague-ink") if here else (TO_COME, "to-come-ink")
    left = first_rat(reading, name) - RAT
    return target(
        f"plague {name}",
        group(
            element("circle", class_="plague" if here else "plague to-come", r=radius),
            emblem("plague", 0, 0, radius * 1.6, class_=ink),
            at=(left - radius - 2, -15),
            class_="shadowed",
        ),
        shine=shine,
        label=reading.name("region", name),
    )


def citizens(reading: Reading, name: str) -> str:
    """Who is there, three seats to a row."""
    there = [(seat, n) for seat in reading.seats if (n := reading.citizens(seat, name))]
    rows = [there[first : first + STACKS_A_ROW] for first in range(0, len(there), STACKS_A_ROW)]
    return group(*(row_of(reading, row, 22 + line * ROW) for line, row in enumerate(rows)))


def row_of(reading: Reading, row: list[tuple[str, int]], y: float) -> str:
    """Some seats' citizens side by side, the row in the middle."""
    widths = [stack_width(n) for _, n in row]
    x, out = -sum(widths) / 2, []
    for (seat, n), width in zip(row, widths, strict=True):
        out.append(stack(seat, reading.letter(seat), n, x + 14, y))
        x += width
    return group(*out)


def haven(reading: Reading) -> str:
    """The palace in its corner, and who is safe there."""
    x, y = HAVEN
    there = [(seat, n) for seat in reading.seats if (n := reading.view["players"][seat]["palace"])]
    return group(
        element("rect", class_="paper-light edged shadowed", x=-66, y=-72, width=132, height=176, rx=8),
        element("rect", class_="line", x=-61, y=-67, width=122, height=166, rx=5, stroke_width=0.8),
        emblem("palace", 0, -34, 56),
        words(say(reading.language, f"rattus.haven.{reading.view['box']}"), 0, 12, font_size=17, font_style="italic"),
        *(
            stack(seat, reading.letter(seat), n, (-32, 20)[turn % 2], 36 + 28 * (turn // 2), 21)
            for turn, (seat, n) in enumerate(there)
        ),
        at=(x, y),
        data_region="palace",
    )
