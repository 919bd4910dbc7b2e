"""The lower layer of Rattus's board, a chart of Europe: sea, land, arrows over water, names, the palace.

It depends only on what was chosen when the table was made. svg_scenery.py paints what lies under it;
svg_pieces.py draws what changes.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import cache

from bellringer.games.rattus.names import REGIONS
from bellringer.games.rattus.show import svg_scenery
from bellringer.games.rattus.show.svg_chart import HAVEN, RAT, SIZE, TINTS, centre, chart
from bellringer.games.rattus.words.sentences import name_words, say
from bellringer.svg.board import emblem, shadow, wooden_frame
from bellringer.svg.board import rat as rat_sign
from bellringer.svg.elements import Point, around, between, element, group, number, path, use, words

# The colours under the lines of the palace's emblem.
PALACE = (
    ("far-stone", "M-9.2 9V-3.6h1.9v1.6h1.5V-3.6h1.9V9zM9.2 9V-3.6H7.3v1.6H5.8V-3.6H3.9V9z"),
    ("far-sail", "M-3.9 9V-5.6H-4.6V-8h2v1.2h1.4V-8H1.2v1.2h1.4V-8h2v2.4H3.9V9z"),
    ("far-wood", "M-2 9V6a2 2 0 0 1 4 0V9z"),
)
FRAME = 12  # how wide the frame is


def ground_of(regions: Collection[str], box: str, language: str) -> str:
    """Everything that never changes. `regions`: those in play."""
    arrows = (arrow for arrow in chart()["arrows"] if set(arrow["between"]) <= set(regions))
    return group(
        svg_scenery.sea(),
        rose(svg_scenery.ROSE, svg_scenery.ROSE_RADIUS),
        svg_scenery.beyond(),
        *(land(name, name in regions) for name in REGIONS),
        svg_scenery.growth(regions),
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
    return (group(*lands, id="coast"), back_symbol("rat-back"), laid_out, returned, pennant(), *svg_scenery.shapes())


def pennant() -> str:
    """The definition of the pennant of the start player."""
    return group(
        element("path", class_="pennant", d="M0 12V-11L17-5L0 1"),
        element("path", class_="far-thin", d="M0 13V-12"),
        id="piece-pennant",
    )


def back_symbol(id_: str, ring: str = "") -> str:
    """A rat face down, with a ring if it was laid out at the set-up, or had been turned before."""
    return group(shadow(RAT), element("circle", r=RAT), ring, rat_sign(21.5), id=id_)


def ring(width: float, **attributes: object) -> str:
    """The ring on a rat's back."""
    return element("circle", r=RAT - 2.6, fill="none", stroke_width=width, stroke_opacity=0.8, **attributes)


# the paper


@cache
def frame() -> str:
    """The frame of the chart, with the scale of a map at its inner side."""
    at, wide = FRAME + 4, SIZE - 2 * FRAME - 8
    within = {"x": at, "y": at, "width": wide, "height": wide}
    return group(
        wooden_frame(SIZE, SIZE, FRAME),
        element("rect", class_="scale-light", **within, stroke_width=5),
        element("rect", class_="scale-dark", **within, stroke_width=5, stroke_dasharray="24.2 24.2"),
        element("rect", class_="frame-line", x=at + 3, y=at + 3, width=wide - 6, height=wide - 6, stroke_width=0.8),
        id="chart-frame",
    )  # fmt: skip


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
        group(*(element("path", class_=colour, d=shape) for colour, shape in PALACE), at=(0, -36), size=2.6),
        emblem("palace", 0, -36, 52),
        words(say(language, f"svg.haven.{box}"), 0, 8, class_="place-name haven-name"),
        at=HAVEN,
    )
