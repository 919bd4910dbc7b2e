"""The steps that scenes are made of (`Step` in `core/shown/show.py`), and the anchors that say where they happen.

The page's scripts in `static/scenes/` play them. They know no game: each function here is one thing that they can show.
An anchor is a short text:

- `412 330`: a point of the board, in its units;
- `seat 2`, `seat 2 coins`: a seat, or one of its figures (`Figure.key`), which then counts what comes or goes;
- `piece ID 412 330`: a piece of the board by its id, and where it is if it is not there; `ID` ends with `*` where any
  piece with that beginning will do. What comes or goes is counted there too;
- `card NAME`, `card NAME 2`: a card beside the board, or with a seat;
- `target region gallia`: what on the page stands for a target of moves;
- `middle`, `board`: the cards beside the board, the middle of the board; `here`: where the step before this one ended.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import MISSING, dataclass, fields, replace
from functools import lru_cache
from typing import ClassVar

from bellringer.core.shown.show import Step

Point = tuple[float, float]  # on the board

HERE, MIDDLE, BOARD = "here", "middle", "board"
BACK = "card-back"  # the drawing of a card face down, which needs no emblem
KINDS = ("go", "fly", "fall", "drop", "show", "count", "sum", "light", "shake", "dim", "tell", "places")


@dataclass(frozen=True)
class OfSeat:
    """The numbers of an event that happens to a seat. A game says with `colours` how its seats are called."""

    colours: ClassVar[Sequence[str]]

    seat: int
    what: int
    where: int
    amount: int

    @property
    def colour(self) -> str:
        """The seat's name."""
        return self.colours[self.seat]

    @property
    def cube(self) -> str:
        """The drawing of the seat's cubes."""
        return f"cube-{self.colour}"

    def figure(self, key: str) -> str:
        """The anchor of a figure of the seat."""
        return seat(self.seat, key)


# anchors


def spot(at: Point) -> str:
    """A point of the board."""
    return f"{round(at[0])} {round(at[1])}"


def seat(number: int, figure: str = "") -> str:
    """A seat, or one of its figures."""
    return f"seat {number} {figure}".rstrip()


def piece(id_: str, at: Point) -> str:
    """A piece of the board, and where it is when there is none."""
    return f"piece {id_} {spot(at)}"


def card(name: str, held_by: int | None = None) -> str:
    """A card beside the board, or with a seat."""
    return f"card {name}" if held_by is None else f"card {name} {held_by}"


def target(name: str) -> str:
    """What stands for a target of moves."""
    return f"target {name}"


# steps


def go(what: str, *by: Point) -> Step:
    """A piece goes along points to the last of them."""
    return Step("go", what, by=tuple(map(spot, by)))


def fly(what: str, at: str, to: str, n: int = 1) -> Step:
    """`n` drawings fly from one anchor to another. Without a drawing, the piece at the first anchor itself flies."""
    return Step("fly", what, at, to, n=n)


def fall(what: str, at: str, to: str = "", n: int = 1) -> Step:
    """`n` drawings fall where they are and are gone; they may then come back to a figure."""
    return Step("fall", what, at, to, n=n)


def drop(what: str, at: str, *by: Point) -> Step:
    """A drawing leaves an anchor, falls from above on the first point, and rolls on to the others."""
    return Step("drop", what, at, by=tuple(map(spot, by)), n=1)


def show(what: str, at: str, to: str, face: str = "", signs: Sequence[str] = ()) -> Step:
    """A card comes from an anchor, lies large in the middle for a while, and goes to another anchor."""
    return Step("show", what, at, to, face=face, signs=tuple(signs))


def count(figure: str, n: int) -> Step:
    """A figure of a seat changes by `n`."""
    return Step("count", to=figure, n=n)


def sum_up(at: str, total: int, *parts: tuple[str, int]) -> Step:
    """Numbers, each with its drawing, and their sum; negative ones are taken away."""
    return Step("sum", at=at, n=total, face=" ".join(str(n) for _, n in parts), signs=tuple(what for what, _ in parts))


def light(*at: str) -> Step:
    """Places light up, one soon after the other."""
    return Step("light", at=at[0], by=at[1:])


def shake(at: str) -> Step:
    """Something there is shaken."""
    return Step("shake", at=at)


def dim() -> Step:
    """From now on the board is dark, except where something happens."""
    return Step("dim")


def tell() -> Step:
    """The line of the log is shown large for a moment."""
    return Step("tell")


def places() -> Step:
    """The places are told, from the last to the first."""
    return Step("places")


def together(*steps: Step) -> tuple[Step, ...]:
    """Steps that begin together."""
    return tuple(replace(step, beside=turn > 0) for turn, step in enumerate(steps))


# for the page

DENSE = json.JSONEncoder(separators=(",", ":"))
MEMBERS = tuple((one.name, one.default) for one in fields(Step))


@lru_cache(maxsize=4096)
def as_json(steps: tuple[Step, ...]) -> str:
    """Steps as a page has them: what is empty is left out."""
    return DENSE.encode([said(step) for step in steps]) if steps else ""


def said(step: Step) -> dict[str, object]:
    """The members of a step that say something."""
    values = ((name, getattr(step, name), default) for name, default in MEMBERS)
    return {name: value for name, value, default in values if default is MISSING or value != default}
