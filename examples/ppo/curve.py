"""What a policy won while it learned, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.figure import Figure

from bellringer.arena.plots import GRID, INK, MARK, STYLE, WIDTH, svg

LINES = {"random": (INK, "--"), "greedy": (MARK, "-")}


def write_curve(points: Sequence[dict[str, Any]], path: Path) -> None:
    """Draw the share of games won against each bot by the decisions learned from, and write it as SVG."""
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 3.2), layout="constrained")
        axes = figure.add_subplot()
        decisions = [point["decisions"] / 1_000 for point in points]
        for name, (colour, line) in LINES.items():
            axes.plot(decisions, [100 * point[name] for point in points], line, color=colour, label=f"against {name}")
        axes.set_xlabel("decisions learned from, thousands")
        axes.set_ylabel("games won, %")
        axes.set_ylim(0, 100)
        axes.grid(axis="y", color=GRID, linewidth=0.8)
        axes.legend(frameon=False, loc="lower right")
        path.write_text(svg(figure), encoding="utf-8")
