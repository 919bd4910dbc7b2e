"""What the boards of all games share: the seats' signs, cubes and piles, emblems, legal targets, whole pictures."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from bellringer.svg.elements import Point, around, element, group, line, number, path, title, use, words

SVG = "http://www.w3.org/2000/svg"
STYLES = Path(str(files("bellringer.svg").joinpath("board.css")))  # of all boards
CUBE = 20  # units of the grid that pieces and emblems are drawn on
PILE = 3  # the most cubes that are drawn in a pile; a number says how many there are
PILE_STEP = 0.16  # how far back and up the next cube of a pile stands, of a cube's size
TOUCH = 51.5  # the radius of 40 pixels on a board that is 390 wide, which a finger can hit without care
FINGER = 36  # the radius of what a finger can hit on a board as wide as a telephone
COUNT = 24  # the size of the numbers beside piles, as board.css has it
DIGIT = 0.7  # how wide a bold figure is in a wide face, of its size
USED = re.compile(r'"#e-([a-z-]+)"')

# The paths of a rat, with (0, 0) in the middle.
FACE = "M0 9.2C-2.2 9.2-5.6 4.6-6.4 1.2C-7.2-2.6-4.2-5 0-5C4.2-5 7.2-2.6 6.4 1.2C5.6 4.6 2.2 9.2 0 9.2Z"
WHISKERS = "M-2 6.6L-8.6 5M-2 7.6L-8 8.8M2 6.6L8.6 5M2 7.6L8 8.8"

# The sign on each seat's pieces, with (0, 0) in the middle, for people who can't tell the colours apart.
SHAPES = {
    "red": element("circle", r=5.4),
    "blue": element("path", d=path(*(around((0, 0.8), 6.6, turn) for turn in (0, 120, 240)))),
    "green": element("rect", x=-4.8, y=-4.8, width=9.6, height=9.6, rx=0.6),
    "violet": element("path", d=path(*(around((0, 0), 6.6, turn) for turn in (0, 90, 180, 270)))),
    "ochre": element("path", d=path(*(around((0, -0.8), 6.6, turn) for turn in (60, 180, 300)))),
    "slate": element("path", d=path(*(around((0, 0.3), (6.8, 3.1)[turn % 2], 36 * turn) for turn in range(10)))),
}


def emblems_of(*packages: str, stand_ins: Mapping[str, str] | None = None) -> Mapping[str, str]:
    """The line drawings by name, each a `symbol` that is 20 units wide: those of all games, then those of the packages.

    `stand_ins`: the drawing that each card shows if it has none of its own.
    """
    found = symbols_in("bellringer.svg")
    for package in packages:
        found |= symbols_in(package)
    for card, other in (stand_ins or {}).items():
        found.setdefault(card, found[other].replace(f'id="e-{other}"', f'id="e-{card}"', 1))
    return found


def symbols_in(package: str) -> dict[str, str]:
    """The symbols of a package's `.svg` files, by name."""
    ET.register_namespace("", SVG)
    found = {}
    for file in sorted(one.name for one in files(package).iterdir() if one.name.endswith(".svg")):
        for symbol in ET.fromstring(files(package).joinpath(file).read_text(encoding="utf-8")):
            text = ET.tostring(symbol, encoding="unicode").strip().replace(f' xmlns="{SVG}"', "")
            found[symbol.attrib["id"].removeprefix("e-")] = text
    return found


def emblem(name: str, x: float, y: float, size: float = CUBE, **attributes: object) -> str:
    """A line drawing with its middle at a point. `size`: its width."""
    half = size / 2
    return use(f"e-{name}", x - half, y - half, width=size, height=size, **attributes)


def rat(size: float, class_: str | None = None) -> str:
    """A filled rat, seen from the front, for places where the line drawing would be too fine."""
    return element("use", href="#rat", class_=class_, transform=f"scale({round(size / CUBE, 3)})")


@cache
def rat_symbol() -> str:
    """The definition that `rat` refers to."""
    return group(
        element("circle", cx=-5.6, cy=-5, r=3.9),
        element("circle", cx=5.6, cy=-5, r=3.9),
        element("path", d=FACE),
        element("path", d=WHISKERS, stroke="currentColor", stroke_width=0.8),
        element("circle", class_="rat-eye", cx=-2.6, cy=0, r=1.5),
        element("circle", class_="rat-eye", cx=2.6, cy=0, r=1.5),
        element("circle", class_="rat-eye", cx=0, cy=7.8, r=1.3),
        fill="currentColor",
        stroke="none",
        id="rat",
    )


def cube_symbol(seat: str) -> str:
    """The definition of a seat's cube, with the seat's sign on its front."""
    return group(
        element("path", class_="cube-lit", d=path((-8, -6), (-4.6, -9.6), (9.6, -9.6), (6.2, -6))),
        element("path", class_="cube-side", d=path((6.2, -6), (9.6, -9.6), (9.6, 4.8), (6.2, 8.4))),
        element("rect", class_="cube-front", x=-8, y=-6, width=14.2, height=14.4, rx=0.8),
        group(SHAPES[seat], class_="mark", at=(-0.9, 1.2), size=0.84),
        id=f"cube-{seat}",
        class_=f"of-{seat}",
    )


def cube(seat: str, x: float, y: float, size: float = CUBE) -> str:
    """A seat's cube with its middle at a point."""
    return element(
        "use", href=f"#cube-{seat}", transform=f"translate({number(x)} {number(y)}) scale({size / CUBE:.2f})"
    )


def shadow(radius: float) -> str:
    """The shadow of a round piece. It is drawn, since an SVG filter would slow down every animation."""
    return element("circle", class_="cast", cy=2, r=radius + 0.8)


def pile_symbol(seat: str, letter: str, cubes: int, size: float) -> str:
    """The definition of a pile of cubes, with the seat's letter on the first. `stack` refers to it."""
    step = size * PILE_STEP
    return group(
        *(cube(seat, step * turn, -step * turn, size) for turn in reversed(range(cubes))),
        words(letter, -size * 0.05, size * 0.25, class_=f"pile-letter of-{seat}", font_size=number(size * 0.46)),
        id=f"pile-{seat}-{cubes}",
    )


def stack_width(count: int, size: float) -> float:
    """The width of a stack with its number."""
    figure = len(str(count)) * COUNT * DIGIT + 4 + size * PILE_STEP * (min(count, PILE) - 1) if count > 1 else 0
    return size * 1.12 + figure


def stack(seat: str, place: str, count: int, at: Point, size: float, label: str) -> str:
    """All pieces of a seat in one place: up to three cubes behind each other, and how many there are.

    The id of the number contains the number, so that the page animates a new number as a new element.
    """
    cubes = min(count, PILE)
    right = size * 0.5 + size * PILE_STEP * (cubes - 1) + 2
    figure = words(
        count, right, size * 0.36, id=f"n-{seat}-{place}-{count}", class_="count arrives", text_anchor="start"
    )
    return piece(
        f"stack-{seat}-{place}",
        at,
        use(f"pile-{seat}-{cubes}"),
        beside=figure if count > 1 else "",
        class_=f"of-{seat}",
        data_count=count,
        label=label,
    )


def piece(
    id_: str,
    at: Point,
    *inside: str,
    beside: str = "",
    class_: str = "",
    label: str = "",
    handle: str = "",
    **more: object,
) -> str:
    """A piece that the page animates: it keeps its id wherever it stands, and only its transform moves it.

    A new piece fades in. The inner group does that, since the transform of the outer one is already animated.
    `handle`: the name of what is moved by taking hold of it; the spots to which it can go have it as `by`.
    """
    held = {"data_handle": handle, "tabindex": 0} if handle else {}
    return element(
        "g",
        group(*inside, class_="arrives"),
        beside,
        id=id_,
        class_=f"moves {class_}".strip(),
        transform=f"translate({number(at[0])} {number(at[1])})",
        role="button" if handle else "img",
        aria_label=label,
        **held,
        **more,
    )


def badge(seat: str, letter: str, x: float, y: float, radius: float = 11) -> str:
    """A seat's sign: its shape and its letter on a disc."""
    return group(
        element("circle", class_="coloured", r=radius),
        group(SHAPES[seat], class_="mark", size=radius / 8.6),
        words(letter, 0, radius * 0.36, class_="letter plain", font_size=number(radius)),
        class_=f"of-{seat}",
        at=(x, y),
    )


def panel(seat: str, letter: str, name: str, width: float, height: float, *, is_asked: bool) -> list[str]:
    """The frame around what a seat has: its colour, sign and name, and a gold edge if the seat is to decide."""
    edge = element("rect", class_="halo shines", x=-3, y=-3, width=width + 6, height=height + 6, rx=10)
    return [
        element("rect", class_="paper-light edged", width=width, height=height, rx=8),
        element("rect", class_="coloured", width=9, height=height, rx=4),
        edge if is_asked else "",
        badge(seat, letter, 34, 28, 16),
        line(name.capitalize(), 60, 35, font_size=22),
    ]


def target(
    names: str | tuple[str, ...], *inside: str, legal_targets: Collection[str], label: str = "", rule: str | None = None
) -> str:
    """An element that is always drawn, and highlighted if a legal move is about it. `names`: its possible targets."""
    names = (names,) if isinstance(names, str) else names
    legal = next((name for name in names if name in legal_targets), None)
    return element(
        "g",
        title(label) if label else "",
        *inside,
        data_target=legal or names[0],
        data_rule=rule,
        class_="shines" if legal else None,
        tabindex="0" if legal else None,
        role="button" if legal else None,
        aria_label=(label or None) if legal else None,
    )


def spot(
    name: str,
    label: str,
    *inside: str,
    touch_radius: float = 0,
    at: Point | None = None,
    rule: str | None = None,
    by: str | None = None,
    is_crowded: bool = False,
    **more: Any,
) -> str:
    """A highlighted place on the board where a legal move can be made. It is drawn only if the move is legal.

    `touch_radius`: of an invisible circle under it, large enough for a finger. `is_crowded`: other spots are so near
    that a finger can't tell them apart; touch screens then use the buttons of the prompt instead. `by`: the handle of
    the piece that comes there.
    """
    return group(
        element("circle", class_="hit", r=touch_radius) if touch_radius else "",
        *inside,
        id=f"t-{name.replace(' ', '-').replace(':', '-')}",
        class_="shines crowded" if is_crowded else "shines",
        data_target=name,
        data_rule=rule,
        data_by=by,
        **more,
        tabindex="0",
        role="button",
        aria_label=label,
        at=at,
    )


@cache
def wooden_frame(across: float, down: float, width: float) -> str:
    """The frame of a board, with a nail in each corner. It may be used by name."""
    nail = width * 0.62
    inner = {"x": width, "y": width, "width": across - 2 * width, "height": down - 2 * width}
    return group(
        element("rect", class_="frame-wood", x=width / 2, y=width / 2, width=across - width, height=down - width,
                rx=width * 0.6, stroke_width=width),
        element("rect", class_="frame-line", **inner, rx=3, stroke_width=1.4),
        element("rect", class_="frame-line", x=1, y=1, width=across - 2, height=down - 2, rx=width, stroke_width=1.4),
        *(
            element("path", class_="frame-nail", d=path(*(around((x, y), nail, turn) for turn in (0, 90, 180, 270))))
            for x in (width + 2, across - width - 2)
            for y in (width + 2, down - width - 2)
        ),
    )  # fmt: skip


@cache
def stylesheet(own: Path) -> str:
    """The CSS of all boards, followed by that of a game. `own`: the game's file."""
    return STYLES.read_text(encoding="utf-8") + own.read_text(encoding="utf-8")


def definitions(
    seats: Mapping[str, str], size: float, emblems: Mapping[str, str], wanted: Collection[str], *own: str
) -> str:
    """The `defs` of a picture: the seats' cubes alone and in piles, the rat, emblems, and a game's `own` definitions.

    `seats`: their letters by name. `size`: of a cube in a pile. `wanted`: the names of the emblems to include.
    """
    return element(
        "defs",
        *(cube_symbol(seat) for seat in seats),
        *(pile_symbol(seat, letter, cubes, size) for seat, letter in seats.items() for cubes in range(1, PILE + 1)),
        rat_symbol(),
        *own,
        *(text for name, text in emblems.items() if name in wanted),
    )


def named_in(drawing: str) -> set[str]:
    """The names of the emblems that a drawing refers to."""
    return set(USED.findall(drawing))


def layer(name: str, drawing: str, size: Point, label: str, *, role: str = "group", id_: str | None = None) -> str:
    """An `svg` element for a page, with no styles of its own. Two layers can lie upon each other."""
    return element(
        "svg",
        drawing,
        xmlns=SVG,
        class_=f"board {name}".strip(),
        id=id_,
        viewBox=f"0 0 {number(size[0])} {number(size[1])}",
        preserveAspectRatio="xMidYMid meet",
        role=role,
        aria_label=label,
    )


def standalone(drawing: str, size: Point, label: str, styles: Path) -> str:
    """A complete SVG file with its styles inside. `styles`: the CSS file of the game."""
    paper = element("rect", class_="paper", width=size[0], height=size[1])
    return layer("", title(label) + element("style", stylesheet(styles)) + paper + drawing, size, label, role="img")
