"""The report of a study: a page of Markdown and a plot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

import matplotlib

from bellringer.arena.match import as_typed
from bellringer.arena.plots import INK, STYLE, canvas, dots, svg
from bellringer.arena.report import NONE
from bellringer.arena.statistics import Estimate
from bellringer.arena.study import OPENING, Effect, Question
from bellringer.core.edges.files import write_text

Namer = Callable[[str], str]  # returns the words for the name of a thing
ASKED = {"persons": "each person", "classes": "each class card", "opening": "each opening"}
METHOD = """\
Each deal is played with one seat that makes the move whenever it may, and again with that seat never making it, the
others free; all are search bots of the same strength, and bring the same dice. *Always* and *never* are that seat's
victories, *difference* is what the move brings. *Made* is how often a free game of the same deals has the move, all
seats together. Intervals are 95 %, with deals as their units."""
SETS_METHOD = """\
Every deal has a set of its own, and of each card those *deals* count that have it."""
OPENING_METHOD = """\
Of each opening only those *deals* count in which the seat that begins may choose it at its first decision. Each is
played with that decision bound to the opening, and again with the opening forbidden there; every later decision is
free. All are search bots of the same strength, and bring the same dice. *Always* and *never* are that seat's
victories, *difference* is what the opening brings. *Made* is how often the seat chooses it first when it is free, in
the same deals. Intervals are 95 %, with deals as their units."""


def write_study(question: Question, found: Sequence[Effect], folder: Path, named: Namer) -> list[Path]:
    """Write `<game>-<what>.md` and its plot into a folder, and return their paths. Raises FileProblem."""
    page, picture = folder / f"{question.stem}.md", folder / f"{question.stem}.svg"
    write_text(picture, plot(found, named) + "\n")
    write_text(page, text(question, found, picture.name, named))
    return [page, picture]


def plot(found: Sequence[Effect], named: Namer) -> str:
    """Draw the effects with their intervals, in the order given."""
    with matplotlib.rc_context(STYLE):
        figure, axes = canvas(len(found))
        axes.axvline(0, color=INK, linewidth=1, linestyle=":")
        dots(axes, [named(one.name) for one in found], [one.difference for one in found], 100)
        axes.set_xlabel("win chance always less never, percentage points")
        return svg(figure)


def text(question: Question, found: Sequence[Effect], picture: str, named: Namer) -> str:
    options = ", ".join(f"{name} {as_typed(value)}" for name, value in question.options.items() if value != ())
    table = (
        f"{question.seats} seats, {options}; {question.bot} on every seat; {question.deals} deals, seed {question.seed}"
    )
    is_opening = question.what == OPENING
    made = ("made",) if is_opening else ("made a game",)
    columns = ("", *(("deals",) if question.is_by_deal else ()), *made, "always", "never", "difference", "95 %")
    lines = [
        f"# {question.game.replace('-', ' ').title()}: what {ASKED[question.what]} is worth",
        "",
        f"{table}; Bellringer {version('bellringer')}. `{question.command()}`",
        "",
        OPENING_METHOD if is_opening else METHOD,
        *((SETS_METHOD,) if question.sets else ()),
        "",
        f"![Differences with their intervals]({picture})",
        "",
        f"|{'|'.join(f' {column} ' if column else ' ' for column in columns)}|",
        f"|{'---|' * len(columns)}",
        *(row(one, named, question) for one in found),
    ]
    return "\n".join(lines) + "\n"


def row(one: Effect, named: Namer, question: Question) -> str:
    made = percent(one.made) if question.what == OPENING else f"{one.made.value:.2f}"
    value, low, high = points(one.difference)
    interval = f"{low} to {high}" if low != NONE else NONE
    columns = [named(one.name), *((str(one.deals),) if question.is_by_deal else ()), made]
    return f"| {' | '.join(columns)} | {percent(one.always)} | {percent(one.never)} | {value} | {interval} |"


def percent(found: Estimate | None) -> str:
    """A share as `27.5 %`."""
    return f"{100 * found.value:.1f} %" if found else NONE


def points(found: Estimate | None) -> tuple[str, str, str]:
    """A difference and the ends of its interval, in percentage points: `+2.5`, `-1.0`, `+6.0`."""
    value, low, high = (found.value, found.low, found.high) if found else (None, None, None)
    return signed(value), signed(low), signed(high)


def signed(share: float | None) -> str:
    return NONE if share is None else f"{100 * share:+.1f}"
