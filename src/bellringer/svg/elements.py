"""SVG elements as text, with rounded numbers and escaped texts: what all drawings are made of."""

from __future__ import annotations

import math
from html import escape

Point = tuple[float, float]


def number(value: float) -> str:
    """A number with at most one decimal, `12` or `12.5`: no screen shows a tenth of a unit."""
    rounded = round(value, 1)
    return str(int(rounded)) if rounded == int(rounded) else str(rounded)


def attribute_value(value: object) -> str:
    """An attribute's value as text: numbers rounded, everything else escaped."""
    return number(value) if isinstance(value, int | float) else escape(str(value))


def element(name: str, *inside: str, **attributes: object) -> str:
    """An element around others, which are already text. Attributes that are None are left out; `class_` is `class`."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{attribute_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>{''.join(inside)}</{name}>" if inside else f"<{name}{given}/>"


def group(*inside: str, at: Point | None = None, turn: float = 0, size: float = 1, **attributes: object) -> str:
    """A group of elements, moved to a point, turned by degrees and scaled."""
    steps = []
    if at is not None:
        steps.append(f"translate({number(at[0])} {number(at[1])})")
    if turn:
        steps.append(f"rotate({number(turn)})")
    if size != 1:
        steps.append(f"scale({round(size, 3)})")
    return element("g", *inside, **attributes, transform=" ".join(steps) or None)


def words(text: object, x: float, y: float, **attributes: object) -> str:
    """A line of text, centred at a point unless `text_anchor` says otherwise."""
    return element("text", escape(str(text)), x=x, y=y, **{"text_anchor": "middle", **attributes})


def line(text: object, x: float, y: float, **attributes: object) -> str:
    """A line of text that begins at a point."""
    return words(text, x, y, text_anchor="start", **attributes)


def title(text: str) -> str:
    """A name for the element around it, which browsers show as a tooltip and screen readers say."""
    return element("title", escape(text))


def use(name: str, x: float | None = None, y: float | None = None, **attributes: object) -> str:
    """A reference to an element that is defined once, by its id."""
    return element("use", href=f"#{name}", x=x, y=y, **attributes)


def path(*points: Point, closed: bool = True) -> str:
    """The path data of straight lines through points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("Z" if closed else "")


def around(centre: Point, radius: float, degrees: float) -> Point:
    """A point on a circle. 0 degrees is up; angles grow clockwise."""
    angle = math.radians(degrees)
    return centre[0] + radius * math.sin(angle), centre[1] - radius * math.cos(angle)


def between(start: Point, end: Point, share: float) -> Point:
    """The point on the way from start to end at a share from 0 to 1."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def wrapped(text: str, width: int) -> list[str]:
    """Break a text into lines of at most `width` letters, without breaking words."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
