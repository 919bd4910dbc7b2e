"""The lower layer of Notre Dame's board: boroughs, sectors, streets, rat tracks, markets, the cathedral.

It depends only on what was chosen when the table was made. svg_pieces.py draws what changes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from bellringer.games.notre_dame.names import LAST_SPACE
from bellringer.games.notre_dame.show.svg_plan import (
    BADGE_CORNER,
    CORNERS,
    HUB_RADIUS,
    MARKET_CORNERS,
    STREET,
    WEDGES,
    Borough,
    Plan,
    plan,
)
from bellringer.svg.board import badge, emblem
from bellringer.svg.elements import Point, around, between, element, group, path, words

HARBOUR = WEDGES.index("harbour")
TRACK = ((0, 1, 2, 3), (6, 5, 4), (7, 8, 9))  # the rows of the rat track from the rim inward, each left to right
SPACE = 11  # the radius of a space of the rat track
RAT = 16  # a rat's radius
TOKEN = 18  # a message's radius
PANES = 12  # of the rose window


def ground_of(homes: Sequence[str | None], letters: Mapping[str, str], cathedral_worth: int) -> str:
    """Everything that never changes. `homes`: the seat in each borough, None for an empty one."""
    found = plan(len(homes))
    return group(
        *(borough(found.boroughs[turn], seat, letters) for turn, seat in enumerate(homes)),
        cathedral(found, cathedral_worth),
        group(
            *(empty_market(place, side) for place in found.boroughs for side in ("centre", *MARKET_CORNERS)),
            id="markets",
        ),
    )


# a borough


def borough(place: Borough, seat: str | None, letters: Mapping[str, str]) -> str:
    """A borough: its edge in the seat's colour, the sectors, the rat track."""
    middle = between(place.corners[0], place.corners[4], 0.5)
    edge = tuple(between(corner, middle, 0.008) for corner in place.corners)
    sign = between(place.corners[BADGE_CORNER], place.hub, 0.03)
    return group(
        element("path", class_="street shadowed", d=path(*place.corners)),
        element("path", class_="ringed", d=path(*edge), stroke_width=8, stroke_linejoin="round"),
        *(wedge(place, turn, is_home=seat is not None) for turn in range(CORNERS)),
        track(place) if seat else "",
        badge(seat, letters[seat], *sign, 17) if seat else "",
        class_=f"of-{seat or 'none'}",
    )


def wedge(place: Borough, turn: int, *, is_home: bool) -> str:
    """A sector or the harbour, with its emblem."""
    name = WEDGES[turn]
    is_harbour = name == "harbour"
    at, size = (place.at(turn, 0.67), 28) if is_harbour else (place.at(turn, 0.185), 40)
    return group(
        element("path", class_=f"sector s-{name}", d=outline(place, turn)),
        emblem(name, *at, size, opacity=None if is_home or is_harbour else 0.35),
        data_rule=None if is_harbour else name,
    )


def outline(place: Borough, turn: int) -> str:
    """The path of a wedge's edge."""
    return path(*place.wedge(turn, STREET))


def track(place: Borough) -> str:
    """The rat track, winding from the rim toward the hub."""
    spots = [track_space(place, number) for number in range(LAST_SPACE + 1)]
    return group(
        element("path", class_="line", d=path(*spots, closed=False), stroke_width=2.4, stroke_opacity=0.35),
        *(
            group(
                element("circle", class_="paper-light edged", r=SPACE),
                words(number, 0, 5, class_="plain figure space", font_size=14),
                at=at,
            )
            for number, at in enumerate(spots)
        ),
    )


def track_space(place: Borough, number: int) -> Point:
    """The point of a space on the rat track. Spaces are so far apart that a rat hides no other one."""
    depth, row = next((depth, row) for depth, row in enumerate(TRACK) if number in row)
    start, end = (place.at(HARBOUR, 0.115 + 0.165 * depth, along) for along in (0, 1))
    width = math.dist(start, end)
    step = min(RAT + SPACE + 1, width * 0.72 / (len(row) - 1))
    return between(start, end, 0.5 + (row.index(number) - (len(row) - 1) / 2) * step / width)


# the markets


def empty_market(place: Borough, side: str) -> str:
    """A market without a message."""
    x, y = place.market(side)
    return element("circle", class_="market", r=radius_of(side), cx=x, cy=y)


def radius_of(side: str) -> float:
    return HUB_RADIUS if side == "centre" else TOKEN + 2


# the cathedral


def cathedral(found: Plan, worth: int) -> str:
    """The cathedral: its rose window, and the prestige that it shares out in each period."""
    (x, y), inside = found.centre, inside_of(found)
    return group(
        element("path", class_="paper-light edged shadowed", d=path(*found.cathedral), stroke_width=3),
        window((x, y), inside * 0.86),
        words(worth, x, y + inside * 0.13, class_="figure", font_size=inside * 0.38),
        data_rule="notre-dame",
    )


def inside_of(found: Plan) -> float:
    """The distance from the middle of the cathedral to its walls."""
    return math.dist(found.centre, between(found.cathedral[0], found.cathedral[1], 0.5))


def window(at: Point, radius: float) -> str:
    """A rose window: panes around a hub, and a ring of small lights."""
    panes = []
    for turn in range(PANES):
        middle = 360 / PANES * turn
        rim = [around((0, 0), radius, middle + side * 180 / PANES) for side in (-0.86, 0.86)]
        root = [around((0, 0), radius * 0.36, middle + side * 180 / PANES) for side in (0.7, -0.7)]
        panes.append(element("path", class_=f"glass-{turn % 4 + 1} edged", d=path(*rim, *root), opacity=0.75))
    lights = [
        element("circle", class_="paper-light edged", cx=cx, cy=cy, r=radius * 0.075)
        for cx, cy in (around((0, 0), radius * 0.9, 360 / PANES * (turn + 0.5)) for turn in range(PANES))
    ]
    return group(
        element("circle", class_="paper-deep edged", r=radius),
        *panes,
        *lights,
        element("circle", class_="line", r=radius, stroke_width=2.5),
        element("circle", class_="paper-light edged", r=radius * 0.34),
        at=at,
    )
