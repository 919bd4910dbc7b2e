"""The chart of a review as SVG: a line for each seat, told apart by its colour and its dashes."""

from __future__ import annotations

from collections.abc import Sequence

from bellringer.review.results import Chances

DASHES = ("", "7 3", "2 3", "10 3 2 3", "5 2 2 2 2 2", "1 2")  # of the seats in order
WIDTH, HEIGHT = 1_000.0, 100.0  # the chart's own units; it is stretched to whatever room there is


def line(chances: Sequence[Chances], seat: int) -> str:
    """The line of one seat."""
    last = max(1, len(chances) - 1)
    found = (f"{WIDTH * i / last:.1f},{HEIGHT * (1 - one[seat].value):.2f}" for i, one in enumerate(chances))
    return " ".join(found)


def plot(chances: Sequence[Chances], seats: Sequence[str], turns: Sequence[int], label: str) -> str:
    """The chart. `seats`: their names, by which they have their colours; `turns`: where an upright line stands."""
    last = max(1, len(chances) - 1)
    parts = [
        f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" preserveAspectRatio="none" role="img" aria-label="{label}">',
        *(f'<path class="grid" d="M0 {y}H{WIDTH:g}"/>' for y in (0, 25, 50, 75, 100)),
        *(f'<path class="turn" d="M{WIDTH * (turn + 1) / last:.1f} 0V{HEIGHT:g}"/>' for turn in turns),
    ]
    for seat, name in enumerate(seats):
        dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        parts.append(f'<polyline class="seat of-{name}"{dash} points="{line(chances, seat)}"/>')
    return "".join([*parts, "</svg>"])


def key(seat: int, name: str) -> str:
    """A seat's line in the key of the chart."""
    dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
    drawn = f'<path class="seat of-{name}"{dash} d="M0 6H34"/>'
    return f'<svg class="key" viewBox="0 0 34 12" width="34" height="12" aria-hidden="true">{drawn}</svg>'
