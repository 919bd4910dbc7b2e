"""The plots of a report, as SVG text. They need no font or script from elsewhere."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bellringer.arena.statistics import BotFigures, Estimate, Figures, SeatFigures

INK, MARK, GRID = "#33312e", "#2f6f9f", "#d9d5cd"
STYLE: Any = {
    "svg.hashsalt": "bellringer",  # so that the same results give the same file
    "svg.fonttype": "path",
    "font.size": 10,
    "axes.edgecolor": GRID,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
WIDTH = 7.2
MOST_BINS = 40


def plots(figures: Figures, seat_names: Sequence[str]) -> dict[str, str]:
    """All plots of a report by name. `seat_names`: one for each seat."""
    with matplotlib.rc_context(STYLE):
        return {
            "win-share": win_shares(figures.bots, len(seat_names)),
            "rating": rated(figures.bots),
            "head-to-head": heads(figures),
            "seats": seats(figures.seats, seat_names),
            "length": lengths(figures.lengths),
            "time": times(figures.bots),
        }


def svg(figure: Figure) -> str:
    """The plot as an SVG element, without the XML declaration and doctype."""
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None}, transparent=False)
    text = file.getvalue()
    return text[text.index("<svg") :]


def canvas(rows: int) -> tuple[Figure, Axes]:
    """An empty plot, high enough for so many rows."""
    figure = Figure(figsize=(WIDTH, 1.1 + 0.42 * rows), layout="constrained")
    return figure, figure.add_subplot()


def dots(axes: Axes, names: Sequence[str], found: Sequence[Estimate | None], scale: float = 1) -> None:
    """Draw a row for each name, the first on top: a dot for the figure, a line for its interval, nothing for None."""
    for row, one in enumerate(found):
        if one is None:
            continue
        if one.low is not None and one.high is not None:
            axes.plot([scale * one.low, scale * one.high], [row, row], color=MARK, linewidth=2.5, alpha=0.5)
        axes.plot([scale * one.value], [row], "o", color=MARK, markersize=6)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="x", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)


def win_shares(bots: Sequence[BotFigures], seats: int) -> str:
    """Victories by bot. A dotted line shows the share that each would have if all were equally strong."""
    figure, axes = canvas(len(bots))
    axes.axvline(100 / seats, color=INK, linewidth=1, linestyle=":")
    dots(axes, [bot.name for bot in bots], [bot.win_share for bot in bots], 100)
    axes.set_xlabel("share of victories, %; dotted: all alike")
    return svg(figure)


def rated(bots: Sequence[BotFigures]) -> str:
    figure, axes = canvas(len(bots))
    dots(axes, [bot.name for bot in bots], [bot.rating for bot in bots])
    axes.set_xlabel("rating, points; 400 more are odds of ten to one")
    return svg(figure)


def heads(figures: Figures) -> str:
    """How often the bot of the row finished before the bot of the column."""
    names = [bot.name for bot in figures.bots]
    figure = Figure(figsize=(WIDTH, 1.2 + 0.5 * len(names)), layout="constrained")
    axes = figure.add_subplot()
    level = Estimate(math.nan)
    shares = [[100 * figures.ahead.get((one, other), level).value for other in names] for one in names]
    axes.imshow(shares, cmap="RdBu", vmin=0, vmax=100, aspect="auto", alpha=0.8)
    for row, values in enumerate(shares):
        for column, value in enumerate(values):
            if not math.isnan(value):
                colour = "white" if abs(value - 50) > 35 else INK
                axes.text(column, row, f"{value:.0f}", ha="center", va="center", color=colour)
    axes.set_xticks(range(len(names)), names, rotation=25, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("finished before …, % of the times that they met")
    return svg(figure)


def seats(found: Sequence[SeatFigures], names: Sequence[str]) -> str:
    """Victories by seat. A dotted line shows the share that each would have if the seat did not matter."""
    figure, axes = canvas(len(found))
    axes.axvline(100 / len(found), color=INK, linewidth=1, linestyle=":")
    dots(axes, names, [seat.win_share for seat in found], 100)
    axes.set_xlabel("share of victories, %; dotted: all alike")
    return svg(figure)


def lengths(found: Sequence[int]) -> str:
    """A histogram of the decisions in a game."""
    figure = Figure(figsize=(WIDTH, 2.8), layout="constrained")
    axes = figure.add_subplot()
    bins = max(1, min(MOST_BINS, max(found) - min(found), math.isqrt(2 * len(found))))
    axes.hist(found, bins=bins, color=MARK, alpha=0.8)
    axes.set_xlabel("decisions in a game, all seats together")
    axes.set_ylabel("games")
    return svg(figure)


def times(bots: Sequence[BotFigures]) -> str:
    """Time per move by bot, on a logarithmic scale."""
    figure, axes = canvas(len(bots))
    values = [max(1e-6, 1000 * bot.seconds_a_move.value) for bot in bots]
    least = 10 ** math.floor(math.log10(min(values)) - 0.5)
    axes.barh(range(len(bots)), [value - least for value in values], left=least, color=MARK, alpha=0.8, height=0.55)
    axes.set_xscale("log")
    axes.set_xlim(left=least)
    axes.set_yticks(range(len(bots)), [bot.name for bot in bots])
    axes.set_ylim(len(bots) - 0.5, -0.5)
    axes.grid(axis="x", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_xlabel("milliseconds a move")
    return svg(figure)
