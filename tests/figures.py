"""The figures of seats as pages show them, and whether scenes tell how they change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bellringer.core.shown.show import Step
from bellringer.core.tables.moments import before, moments
from bellringer.core.tables.table import Table


def assert_figures_follow(table: Table) -> None:
    """Each scene tells how figures change by its event, no more and no less, neither sooner nor later."""
    old = figures(before(table, 0).table)
    for moment in moments(table, 0):
        new, event = figures(moment.table), table.events()[moment.number]
        changed = changes(old, new)
        if moment.acting is not None:  # a page counts only what has changed (scenes/held.js)
            said = {key: n for key, n in counted(event.scene()).items() if key in changed}
            assert said == changed, (moment.number, event)
        old = new


def changes(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, int]:
    """By how much figures differ that are known both times; what is not shown is none."""
    values = {key: [there.get(key, "0") for there in (old, new)] for key in {*old, *new}}
    known = {key: [*map(int, both)] for key, both in values.items() if all(one.isdecimal() for one in both)}
    return {key: after - before for key, (before, after) in known.items() if after != before}


def figures(table: Table) -> dict[str, str]:
    """The figures of all seats, as everybody sees them, by their anchors."""
    game = table.rules
    display = game.display(game.view_model(table.view(None), "en"), ())
    seats = enumerate(table.seat_names)
    return {f"seat {n} {one.key}": one.value for n, seat in seats for one in display.figures(seat)}


def counted(steps: tuple[Step, ...]) -> Mapping[str, int]:
    """By how much steps change the figures of seats."""
    found: Counter[str] = Counter()
    for step in steps:
        if step.do in ("fly", "fall"):
            found[step.at] -= step.n or 1
        if step.do in ("fly", "fall", "count", "show"):
            found[step.to] += step.n or 1
    return {anchor: n for anchor, n in found.items() if n and len(anchor.split()) == 3}
