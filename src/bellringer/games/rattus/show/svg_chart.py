"""The lower layer of Rattus's board, a chart of Europe: sea, land, arrows over water, names, the palace.

It depends only on what was chosen when the table was made. svg_pieces.py draws what changes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from bellringer.games.rattus.names import REGIONS
from bellringer.games.rattus.words.sentences import name_words, say
from bellringer.svg.board import emblem, shadow
from bellringer.svg.board import rat as rat_sign
from bellringer.svg.elements import Point, around, between, element, group, number, path, use, words

SIZE = 1000
# Quiet colours, so that no two neighbours share one.
TINTS = {
    **{"anglia": 2, "gallia": 1, "germania": 3, "hispania": 4, "hungaria": 1, "italia": 2, "polonia": 5, "scandia": 1},
    **{"bulgaria": 4, "turcia": 1, "russia": 2, "tartaria": 3, "maroc": 1, "algeria": 3, "tunisia": 5, "libya": 4},
    "egypt": 2,
}
WATERLINES = (34, 24, 15, 7)  # how far out the lines along a coast run
RAT = 15  # a rat's radius
TRAY = ((-74, 74), (-54, 76))  # the room of a region's pieces all together, left to right and top to bottom
HAVEN = (84, 96)  # where the palace stands


@cache
def chart() -> Mapping[str, Any]:
    """The shapes that tools/rattus/map.py made."""
    found: Mapping[str, Any] = json.loads(
        files("bellringer.games.rattus").joinpath("map.json").read_text(encoding="utf-8")
    )
    return found


def centre(region: str) -> Point:
    """The point around which a region's pieces stand."""
    x, y = chart()["regions"][region]["centre"]
    return float(x), float(y)


def ground_of(regions: Collection[str], box: str, language: str) -> str:
    """Everything that never changes. `regions`: those in play."""
    arrows = (arrow for arrow in chart()["arrows"] if set(arrow["between"]) <= set(regions))
    return group(
        backdrop(),
        *(land(name, name in regions) for name in REGIONS),
        *(way(arrow["between"], arrow["line"]) for arrow in arrows),
        frame(),
        haven(box, language),
        *(named(name, name_words("region", name, language, box)) for name in regions),
    )


@cache
def shapes() -> tuple[str, ...]:
    """The definitions of both layers: every region's outline, all of them together, and the backs of rats."""
    lands = (element("path", id=f"region-{name}", d=found["path"]) for name, found in chart()["regions"].items())
    laid_out = back_symbol("rat-laid-out", ring(0.7))
    returned = back_symbol("rat-returned", ring(1.6, stroke_dasharray="3.4 3"))
    return (group(*lands, id="coast"), back_symbol("rat-back"), laid_out, returned)


def back_symbol(id_: str, ring: str = "") -> str:
    """A rat face down, with a ring if it was laid out at the set-up, or had been turned before."""
    return group(shadow(RAT), element("circle", r=RAT), ring, rat_sign(21.5), id=id_)


def ring(width: float, **attributes: object) -> str:
    """The ring on a rat's back."""
    return element("circle", r=RAT - 2.6, fill="none", stroke_width=width, stroke_opacity=0.8, **attributes)


# the paper


@cache
def backdrop() -> str:
    """The sea, the lines along the coasts and the compass rose, which are the same on every chart."""
    return group(
        element("rect", class_="sea", width=SIZE, height=SIZE),
        *(
            use("coast", class_="waterline wide" if turn % 2 == 0 else "waterline", stroke_width=2 * out)
            for turn, out in enumerate(WATERLINES)
        ),
        rose((80, 440), 46),
    )


@cache
def frame() -> str:
    """The frame of the chart."""
    return group(
        element("rect", class_="line", x=3, y=3, width=SIZE - 6, height=SIZE - 6, stroke_width=6, stroke_opacity=0.25),
        element("rect", class_="line", x=7, y=7, width=SIZE - 14, height=SIZE - 14, stroke_width=1),
    )


def rose(at: Point, radius: float) -> str:
    """A compass rose with eight points and a mark for north."""
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
    """A way over the sea, as an arrow with a head at both ends."""
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
    """The coordinates of a point for a path: `12.5 30`."""
    return f"{number(at[0])} {number(at[1])}"


def head(tail: Point, tip: Point) -> str:
    """The head of an arrow."""
    turn = math.degrees(math.atan2(tip[0] - tail[0], tail[1] - tip[1]))
    return group(element("path", class_="way-head", d="M0 -5L5 6L0 3.4L-5 6Z"), at=tip, turn=turn)


# the regions


def land(name: str, in_play: bool) -> str:
    """The land of a region, in dull colours if it is not in play."""
    return use(f"region-{name}", class_=f"region tint-{TINTS[name]}" if in_play else "region out")


def named(name: str, words_: str) -> str:
    x, y = centre(name)
    return words(words_, x, y - 39, class_="region-name", id=f"name-{name}")


def haven(box: str, language: str) -> str:
    """The palace in a corner of the chart."""
    return group(
        element("rect", class_="paper-light edged shadowed", x=-66, y=-72, width=132, height=176, rx=8),
        element("rect", class_="line", x=-61, y=-67, width=122, height=166, rx=5, stroke_width=0.8),
        emblem("palace", 0, -36, 52),
        words(say(language, f"svg.haven.{box}"), 0, 8, class_="place-name"),
        at=HAVEN,
    )
