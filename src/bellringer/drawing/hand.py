"""What both games' boards share: the seats' signs, the pieces that are drawn once, the emblems, the sheet around it."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Collection, Iterable
from functools import cache
from importlib.resources import files

from bellringer.core.words import catalogue
from bellringer.drawing.ink import around, element, group, line, number, path, title, use, words

SVG = "http://www.w3.org/2000/svg"
CUBE = 20  # units of the grid that pieces and emblems are drawn on

# Of a rat, round (0, 0).
FACE = "M0 9.2C-2.2 9.2-5.6 4.6-6.4 1.2C-7.2-2.6-4.2-5 0-5C4.2-5 7.2-2.6 6.4 1.2C5.6 4.6 2.2 9.2 0 9.2Z"
WHISKERS = "M-2 6.6L-8.6 5M-2 7.6L-8 8.8M2 6.6L8.6 5M2 7.6L8 8.8"

# The sign on each seat's pieces, round (0, 0), for who can't go by the colour.
SHAPES = {
    "red": element("circle", r=5.4),
    "blue": element("path", d=path(*(around((0, 0.8), 6.6, turn) for turn in (0, 120, 240)))),
    "green": element("rect", x=-4.8, y=-4.8, width=9.6, height=9.6, rx=0.6),
    "violet": element("path", d=path(*(around((0, 0), 6.6, turn) for turn in (0, 90, 180, 270)))),
    "ochre": element("path", d=path(*(around((0, -0.8), 6.6, turn) for turn in (60, 180, 300)))),
    "slate": element("path", d=path(*(around((0, 0.3), (6.8, 3.1)[turn % 2], 36 * turn) for turn in range(10)))),
}


def say(language: str, key: str, **values: object) -> str:
    """The boards' own words."""
    return catalogue(language, "bellringer.drawing").text(key, **values)


@cache
def emblems() -> dict[str, str]:
    """The line drawings by name, each a `symbol` that is 20 units wide."""
    ET.register_namespace("", SVG)
    sprite = ET.fromstring(files("bellringer.drawing").joinpath("emblems.svg").read_text(encoding="utf-8"))
    found = {}
    for symbol in sprite:
        text = ET.tostring(symbol, encoding="unicode").strip().replace(f' xmlns="{SVG}"', "")
        found[symbol.attrib["id"].removeprefix("e-")] = text
    return found


def emblem(name: str, x: float, y: float, size: float = CUBE, **attributes: object) -> str:
    """A line drawing in the middle of a point; nothing where there is none of that name."""
    if name not in emblems():
        return ""
    half = size / 2
    return use(f"e-{name}", x - half, y - half, width=size, height=size, **attributes)


def rat(size: float, class_: str | None = None) -> str:
    """A rat that looks at you, filled, for where the line drawing would be too fine."""
    return group(
        element("circle", cx=-5.6, cy=-5, r=3.9),
        element("circle", cx=5.6, cy=-5, r=3.9),
        element("path", d=FACE),
        element(
            "path", d="M-2 6.6L-8.6 5M-2 7.6L-8 8.8M2 6.6L8.6 5M2 7.6L8 8.8", stroke="currentColor", stroke_width=0.8
        ),
        element("circle", class_="rat-eye", cx=-2.6, cy=0, r=1.5),
        element("circle", class_="rat-eye", cx=2.6, cy=0, r=1.5),
        element("circle", class_="rat-eye", cx=0, cy=7.8, r=1.3),
        fill="currentColor",
        size=size / CUBE,
        class_=class_,
    )


def cube_symbol(seat: str) -> str:
    """A wooden cube, lit from above, with the seat's shape on its front."""
    return group(
        element("path", class_="cube-lit", d=path((-8, -6), (-4.6, -9.6), (9.6, -9.6), (6.2, -6))),
        element("path", class_="cube-side", d=path((6.2, -6), (9.6, -9.6), (9.6, 4.8), (6.2, 8.4))),
        element("rect", class_="cube-front", x=-8, y=-6, width=14.2, height=14.4, rx=0.8),
        group(SHAPES[seat], class_="mark", at=(-0.9, 1.2), size=0.84),
        id=f"cube-{seat}",
        class_=f"of-{seat}",
    )


def cube(seat: str, x: float, y: float, size: float = CUBE) -> str:
    """A piece of a seat."""
    return element(
        "use", href=f"#cube-{seat}", transform=f"translate({number(x)} {number(y)}) scale({size / CUBE:.2f})"
    )


def stack_width(count: int, size: float = 26) -> float:
    """How wide a stack is."""
    figure = len(str(count)) * size * 0.46 + size * 0.16 * (min(count, 3) - 1) if count > 1 else 0
    return size * 1.12 + figure


def stack(seat: str, letter: str, count: int, x: float, y: float, size: float = 26) -> str:
    """All of a seat's pieces in one place: up to three cubes behind each other, the letter, and how many."""
    step = size * 0.16
    cubes = [cube(seat, x + step * turn, y - step * turn, size) for turn in reversed(range(min(count, 3)))]
    return group(
        *cubes,
        words(letter, x - size * 0.05, y + size * 0.25, class_="letter plain", font_size=number(size * 0.42)),
        words(
            count,
            x + size * 0.5 + step * (min(count, 3) - 1) + 1.5,
            y + size * 0.3,
            class_="figure plain named",
            font_size=number(size * 0.72),
            text_anchor="start",
        )
        if count > 1
        else "",
        class_=f"of-{seat}",
        data_count=count,
    )


def badge(seat: str, letter: str, x: float, y: float, radius: float = 11) -> str:
    """A seat's sign alone: its shape, with its letter."""
    return group(
        element("circle", class_="coloured", r=radius),
        group(SHAPES[seat], class_="mark", size=radius / 8.6),
        words(letter, 0, radius * 0.36, class_="letter plain", font_size=number(radius)),
        class_=f"of-{seat}",
        at=(x, y),
    )


def panel(seat: str, letter: str, name: str, width: float, height: float, *, is_asked: bool) -> list[str]:
    """The frame of what a seat has: its colour, its sign and its name; a gold edge when it is to decide."""
    edge = element("rect", class_="halo shines", x=-3, y=-3, width=width + 6, height=height + 6, rx=10)
    return [
        element("rect", class_="paper-light edged", width=width, height=height, rx=8),
        element("rect", class_="coloured", width=9, height=height, rx=4),
        edge if is_asked else "",
        badge(seat, letter, 34, 28, 16),
        line(name.capitalize(), 60, 35, font_size=22),
    ]


def target(names: str | tuple[str, ...], *inside: str, shine: Collection[str], label: str = "") -> str:
    """Something that moves are about; it shines when one of them is legal. `names`: all that it can be meant by."""
    names = (names,) if isinstance(names, str) else names
    legal = next((name for name in names if name in shine), None)
    return element(
        "g",
        title(label) if label else "",
        *inside,
        data_target=legal or names[0],
        class_="shines" if legal else None,
        tabindex="0" if legal else None,
        role="button" if legal else None,
        aria_label=(label or None) if legal else None,
    )


@cache
def stylesheet() -> str:
    """The styles of all boards."""
    return files("bellringer.drawing").joinpath("board.css").read_text(encoding="utf-8")


def definitions(drawing: str, seats: Iterable[str]) -> str:
    """What a drawing uses: the seats' cubes, and the emblems that it names."""
    wanted = [text for name, text in emblems().items() if f'"#e-{name}"' in drawing]
    return element("defs", *(cube_symbol(seat) for seat in seats), *wanted)


def board(drawing: str, seats: Iterable[str], width: float, height: float, name: str, *, alone: bool = False) -> str:
    """A whole picture. `alone`: a file of its own, with its styles inside, rather than a part of a page."""
    return element(
        "svg",
        title(name),
        element("style", stylesheet()) if alone else "",
        definitions(drawing, seats),
        element("rect", class_="paper", width=width, height=height) if alone else "",
        drawing,
        xmlns=SVG,
        class_="board",
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img" if alone else "group",
        aria_label=name,
    )
