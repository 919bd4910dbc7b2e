"""Show where dropped citizens end: the picture and the tables of docs/jester.md, from 100,000 drops at each aim.

The board is that of six players just after the deal: all regions, a rat in each, no citizens. The dice are the same
each time, so that the page changes when the map or the numbers of a fall do, and `--check` finds out.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import bellringer
from bellringer.games.rattus.box import shipped
from bellringer.games.rattus.document.drops import aim_of, drop_many
from bellringer.games.rattus.names import REGIONS
from bellringer.games.rattus.show import svg_chart
from bellringer.games.rattus.words.sentences import name_words, say
from bellringer.svg.board import layer
from bellringer.svg.elements import element, group, line, title, use, words
from tools.generated import main
from tools.places import DOCS, GAMES
from tools.rattus.grid import HAVEN

TOOL = "tools.rattus.drops"
PAGE = DOCS / "jester.md"
PICTURE = PAGE.with_suffix(".svg")
BOX_FILE = GAMES / "rattus" / "box.toml"
TABLE = re.compile(r"(<!-- (\w+):begin -->\n).*?(<!-- (?:\w+):end -->)", re.DOTALL)
BOX, LANGUAGE = "big-box", "en"
DROPS, SEED = 100_000, 1
CUBES = 2 * DROPS
PALACE, LOST = len(REGIONS), len(REGIONS) + 1
AIMS = range(PALACE + 1)
COLUMNS = 6
SMALL = 0.24  # the size of one of the many maps, of the board's
STEP = (252, 286)  # from one to the next
DARKEST = 0.7  # how dark a place is where all cubes end
BELOW, ABOVE = 88, -44  # where the number of the aim itself stands, so that it misses the cross
# The colours of the boards by day. All their styles would be far more, and a change of any would change the picture.
STYLES = """
.board { color: #3b2f25; font-family: Georgia, "Iowan Old Style", "Liberation Serif", "DejaVu Serif", serif; }
.board text { fill: currentColor; }
.board .figure { font: 700 62px system-ui, "Segoe UI", "Liberation Sans", "DejaVu Sans", sans-serif;
  paint-order: stroke; stroke: #f6ead0; stroke-width: 9; stroke-opacity: .7; stroke-linejoin: round; }
.board .lost { font-family: system-ui, "Segoe UI", "Liberation Sans", "DejaVu Sans", sans-serif; }
.board .paper { fill: #f6ead0; } .board .sea { fill: #cddcd6; } .board .palace { fill: #fdf7e8; }
.board .region, .board .palace { stroke: #3b2f25; stroke-opacity: .6; stroke-width: 1.6; stroke-linejoin: round; }
.board .region { fill: #e6dcc6; }
.board .ends { fill: #7d2c22; }
.board .line { fill: none; stroke: #3b2f25; stroke-linecap: round; }
"""
SHOWN = 0.01  # a smaller share is not worth a number
COMMENT = re.compile(r"^(\w+) = (.+?) +# (.+)$", re.MULTILINE)


@cache
def found() -> list[dict[str, Any]]:
    """What became of the cubes, for each aim."""
    state = bellringer.new_game("rattus", seats=6, seed=1, box=BOX).state
    return [drop_many(state, 0, *aim_of(aim), DROPS, SEED) for aim in AIMS]


def share(aim: int, place: int) -> float:
    """The share of the cubes aimed at one place that end in another."""
    return float(found()[aim]["ends"][place] / CUBES)


def named(place: int) -> str:
    """A place in words."""
    return name_words("region", REGIONS[place], LANGUAGE, BOX) if place < PALACE else say(LANGUAGE, f"svg.haven.{BOX}")


def percent(value: float) -> str:
    """A share for people."""
    return f"{100 * value:.0f} %" if value >= SHOWN else f"{100 * value:.1f} %"


# the picture


def picture() -> str:
    """A small map for each aim, on which the places are the darker, the more cubes end there."""
    rows = -(-len(AIMS) // COLUMNS)
    shapes = (element("path", id=f"region-{name}", d=one["path"]) for name, one in svg_chart.chart()["regions"].items())
    maps = (
        group(*small_map(aim), at=(aim % COLUMNS * STEP[0] + 6, aim // COLUMNS * STEP[1] + 34), size=SMALL)
        for aim in AIMS
    )
    size = (COLUMNS * STEP[0], rows * STEP[1])
    paper = element("rect", class_="paper", width=size[0], height=size[1])
    label = "Where dropped citizens end"
    inside = title(label) + element("style", STYLES) + element("defs", *shapes) + paper + "".join(maps)
    return layer("", inside, size, label, role="img")


def small_map(aim: int) -> Iterator[str]:
    """The sea, the places in which cubes end, their shares, and where they were aimed."""
    yield line(named(aim), 0, -36, font_size=76, font_style="italic")
    yield words(
        f"lost {100 * share(aim, LOST):.0f}", svg_chart.SIZE, -36, class_="lost", font_size=58, text_anchor="end"
    )
    yield element("rect", class_="sea", width=svg_chart.SIZE, height=svg_chart.SIZE)
    for name in REGIONS:
        yield use(f"region-{name}", class_="region")
    yield palace(class_="palace")
    yield from (shade(place, share(aim, place)) for place in AIMS if share(aim, place) >= SHOWN / 4)
    yield from figures(aim)
    x, y = aim_of(aim)
    yield element("path", class_="line", d=f"M{x - 22} {y}h44M{x} {y - 22}v44", stroke_width=7)
    yield element("rect", class_="line", width=svg_chart.SIZE, height=svg_chart.SIZE, stroke_width=5)


def shade(place: int, part: float) -> str:
    """A place as dark as its share is large."""
    opacity = f"{DARKEST * part**0.5:.2f}"
    if place < PALACE:
        return use(f"region-{REGIONS[place]}", class_="ends", fill_opacity=opacity)
    return palace(class_="ends", fill_opacity=opacity)


def palace(**attributes: object) -> str:
    """The palace's outline."""
    (x, y), (left, top, right, bottom) = svg_chart.HAVEN, HAVEN
    return element("rect", x=x + left, y=y + top, width=right - left, height=bottom - top, rx=8, **attributes)


def figures(aim: int) -> Iterator[str]:
    """The shares as numbers, each in its place."""
    for place in AIMS:
        part = share(aim, place)
        if part >= SHOWN:
            x, y = aim_of(place)
            beside = (BELOW if y + BELOW < svg_chart.SIZE else ABOVE) if place == aim else 22
            yield words(round(100 * part), x, y + beside, class_="figure")


# the page


def shares_table() -> Iterator[str]:
    """For each aim where the cubes end."""
    yield "| aimed at | there | other places | lost | on a border |"
    yield "|---|---|---|---|---|"
    for aim in AIMS:
        others = sorted((place for place in AIMS if place != aim), key=lambda place: -share(aim, place))
        elsewhere = ", ".join(
            f"{named(place)} {percent(share(aim, place))}" for place in others if share(aim, place) >= SHOWN
        )
        lost, border = percent(share(aim, LOST)), percent(found()[aim]["borders"] / CUBES)
        yield f"| {named(aim)} | {percent(share(aim, aim))} | {elsewhere} | {lost} | {border} |"


def borders_table() -> Iterator[str]:
    """For each border between neighbours where the cubes end that are aimed at it."""
    yield "| aimed at the border of | the one | the other | elsewhere | lost | on a border |"
    yield "|---|---|---|---|---|---|"
    state = bellringer.new_game("rattus", seats=6, seed=1, box=BOX).state
    for pair in shipped().component_set(6, BOX).borders:
        one, other = map(REGIONS.index, pair)
        many = drop_many(state, 0, *aim_of(one, other), DROPS // 10, SEED)
        parts = [count / (CUBES // 10) for count in many["ends"]]
        elsewhere = abs(1 - parts[one] - parts[other] - parts[LOST])  # never -0.0
        figures_ = (parts[one], parts[other], elsewhere, parts[LOST], many["borders"] / (CUBES // 10))
        yield f"| {named(one)}, {named(other)} | {' | '.join(map(percent, figures_))} |"


def numbers_table() -> Iterator[str]:
    """The numbers of a fall, with what the box's file says of each."""
    part = BOX_FILE.read_text(encoding="utf-8").partition("[drop]\n")[2].partition("\n[")[0]
    yield "| number | value | what it is |"
    yield "|---|---|---|"
    for name, value, meaning in COMMENT.findall(part):
        yield f"| `{name}` | {value} | {meaning} |"


def generated() -> dict[Path, str]:
    """The page with its tables, and the picture."""
    tables = {"shares": shares_table, "borders": borders_table, "numbers": numbers_table}

    def filled(mark: re.Match[str]) -> str:
        return mark[1] + "\n".join(tables[mark[2]]()) + "\n" + mark[3]

    return {PAGE: TABLE.sub(filled, PAGE.read_text(encoding="utf-8")), PICTURE: f"{picture()}\n"}


if __name__ == "__main__":
    sys.exit(main(__doc__, generated, TOOL))
