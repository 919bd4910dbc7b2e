"""The lower layer of Notre Dame's board: boroughs, sectors, streets, rat tracks, markets, the cathedral.

It depends only on what was chosen when the table was made, and on who looks: the viewer's borough is at the bottom.
svg_scenery.py paints what lies under it; svg_pieces.py draws what changes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from bellringer.games.notre_dame.names import LAST_SPACE
from bellringer.games.notre_dame.show import svg_scenery
from bellringer.games.notre_dame.show.svg_plan import (
    BADGE_CORNER,
    BELL_CORNER,
    CORNERS,
    HUB_RADIUS,
    MARKET_CORNERS,
    STREET,
    WEDGES,
    Borough,
    Plan,
    plan,
)
from bellringer.games.notre_dame.show.svg_rooms import EMBLEM, TOKEN, emblem_at
from bellringer.svg.board import badge, emblem
from bellringer.svg.elements import Point, around, between, element, group, path, words

HARBOUR = WEDGES.index("harbour")
TRACK = ((0, 1, 2, 3), (6, 5, 4), (7, 8, 9))  # the rows of the rat track from the rim inward, each left to right
SPACE = 10.5  # the radius of a space of the rat track
RAT = 15  # a rat's radius
SHIP = 28  # the size of the harbour's emblem
TOWER = 9  # the radius of a tower on a borough's wall
ASIDE = 0.028  # how far the outermost spaces give way to the market beside them, of the length of the rim
PLATE = 15  # half the room of a borough's number
BADGE = 17  # and of a seat's sign there
MOST_PANES = 24  # of the rose window, however much prestige there is
WINDOW = 0.74  # the radius of the window, of the distance to the walls
ARCHES, ARCH, ARCH_STEP = 5, 13, 0.1  # of chapels along a wall: how many, how deep, how wide as a share of the wall
BOSS = 0.44  # the radius of the middle of the window, of the window's


def ground_of(homes: Sequence[str | None], letters: Mapping[str, str], cathedral_worth: int, own: int = 0) -> str:
    """All that does not change. `homes`: the seat in each borough, None for an empty one; `own`: as in `plan`."""
    found = plan(len(homes), own)
    return group(
        svg_scenery.backdrop(found),
        *(borough(place, turn + 1, seat, letters, is_own=turn == own)
          for turn, (place, seat) in enumerate(zip(found.boroughs, homes, strict=True))),
        cathedral(found, cathedral_worth),
        group(
            *(empty_market(place, side) for place in found.boroughs for side in ("centre", *MARKET_CORNERS)),
            id="markets",
        ),
        svg_scenery.frame(),
    )  # fmt: skip


# a borough


def borough(place: Borough, number: int, seat: str | None, letters: Mapping[str, str], *, is_own: bool) -> str:
    """A borough: its wall in the seat's colour, the sectors, the rat track, towers, its number and its seat's sign."""
    sign = on_wall(place, BADGE_CORNER)
    return group(
        element("path", class_="street shadowed", d=path(*place.corners)),
        element("path", fill="url(#p-cobbles)", d=path(*place.corners)),
        wall(place, is_own=is_own),
        *(wedge(place, turn, is_home=seat is not None) for turn in range(CORNERS)),
        track(place) if seat else "",
        tower(on_wall(place, BELL_CORNER)),
        number_plate(number, beside_sign(place)),
        badge(seat, letters[seat], *sign, BADGE) if seat else tower(sign),
        class_=f"of-{seat or 'none'}",
    )  # fmt: skip


def wall(place: Borough, *, is_own: bool) -> str:
    """The wall around a borough, with its battlements; the viewer's own is gilded."""
    middle = between(place.corners[0], place.corners[4], 0.5)
    edge = path(*(between(corner, middle, 0.008) for corner in place.corners))
    gold = element("path", class_="gilded", d=path(*(between(corner, middle, -0.022) for corner in place.corners)))
    return group(
        gold if is_own else "",
        element("path", class_="line", d=edge, stroke_width=10.4),
        element("path", class_="ringed", d=edge, stroke_width=8.4, stroke_linejoin="round"),
        element("path", class_="battlements", d=edge, stroke_width=2.2, stroke_dasharray="3.5 4.5"),
    )


def on_wall(place: Borough, corner: int) -> Point:
    """The point of what stands on a corner of a borough's wall."""
    return between(place.corners[corner], place.hub, 0.03)


def beside_sign(place: Borough) -> Point:
    """The point on the wall beside a seat's sign, where its borough's number stands."""
    sign, next_ = on_wall(place, BADGE_CORNER), on_wall(place, BADGE_CORNER - 1)
    return between(sign, next_, (BADGE + PLATE) / math.dist(sign, next_))


def tower(at: Point) -> str:
    """A round tower of the wall, from above."""
    return group(
        element("circle", class_="coloured edged", r=TOWER),
        element("circle", class_="paper-light edged", r=TOWER * 0.45, stroke_width=0.8),
        at=at,
    )


def number_plate(number: int, at: Point) -> str:
    """The number of a borough round the table, as the names of markets have it."""
    return group(
        element("path", class_="paper-light edged", d="M-11-12H11V2Q10 10 0 14Q-10 10-11 2Z"),
        words(number, 0, 6, class_="figure borough-number", font_size=18),
        at=at,
    )


def wedge(place: Borough, turn: int, *, is_home: bool) -> str:
    """A sector or the harbour: its painted ground, and its emblem."""
    name = WEDGES[turn]
    is_harbour = name == "harbour"
    at, size = (place.at(turn, 0.655), SHIP) if is_harbour else (emblem_at(place, turn), EMBLEM)
    faded = None if is_home else 0.35
    return group(
        svg_scenery.ground_of_sector(name, outline(place, turn)),
        group(svg_scenery.coloured_emblem(name, at, size), emblem(name, *at, size), opacity=faded),
        data_rule=None if is_harbour else name,
    )


def outline(place: Borough, turn: int) -> str:
    """The path of a wedge's edge."""
    return path(*place.wedge(turn, STREET))


def track(place: Borough) -> str:
    """The rat track, winding from the rim toward the hub."""
    spots = [track_space(place, space) for space in range(LAST_SPACE + 1)]
    return group(
        element("path", class_="line", d=path(*spots, closed=False), stroke_width=2.4, stroke_opacity=0.35),
        *(
            group(
                element("circle", class_="paper-light edged", r=SPACE),
                words(space, 0, 5, class_="plain figure space", font_size=14),
                at=at,
            )
            for space, at in enumerate(spots)
        ),
    )


def track_space(place: Borough, number: int) -> Point:
    """The point of a space on the rat track. Spaces are so far apart that a rat hides no other one."""
    depth, row = next((depth, row) for depth, row in enumerate(TRACK) if number in row)
    start, end = sorted((place.at(HARBOUR, 0.115 + 0.165 * depth, along) for along in (0, 1)), key=in_reading_order)
    width = math.dist(start, end)
    step = min(RAT + SPACE + 1, width * 0.72 / (len(row) - 1))
    if depth == 0:  # the market in the corner needs room
        bell = place.corners[BELL_CORNER]
        right, down = ((to - at) * ASIDE for to, at in zip(bell, place.corners[MARKET_CORNERS["south"]], strict=True))
        start, end = (start[0] + right, start[1] + down), (end[0] + right, end[1] + down)
    return between(start, end, 0.5 + (row.index(number) - (len(row) - 1) / 2) * step / width)


def in_reading_order(at: Point) -> Point:
    """What puts the left before the right, and of two points in one column the upper one first."""
    return round(at[0] / RAT), at[1]


# the markets


def empty_market(place: Borough, side: str) -> str:
    """A market without a message."""
    x, y = place.market(side)
    return element("circle", class_="market", r=radius_of(side), cx=x, cy=y)


def radius_of(side: str) -> float:
    return HUB_RADIUS if side == "centre" else TOKEN + 2


# the cathedral


def cathedral(found: Plan, worth: int) -> str:
    """The cathedral: its walls, its rose window, and the prestige that it shares out in each period."""
    x, y = found.centre
    radius = window_radius(found)
    inner = path(*(between(corner, found.centre, 0.05) for corner in found.cathedral))
    return group(
        element("path", class_="paper-light edged shadowed", d=path(*found.cathedral), stroke_width=3),
        element("path", fill="url(#p-cloister-school)", d=path(*found.cathedral)),
        element("path", class_="line", d=inner, stroke_width=0.9, stroke_opacity=0.6),
        *(arcade(*ends, found.centre) for ends in walls_of(found)),
        window((x, y), radius, panes_of(worth)),
        words(worth, x, y + radius * 0.2, class_="figure", font_size=radius * 0.58),
        data_rule="notre-dame",
    )


def window_radius(found: Plan) -> float:
    """The radius of the rose window. In the corners it leaves room for the seats' markers."""
    return inside_of(found) * WINDOW


def inside_of(found: Plan) -> float:
    """The distance from the middle of the cathedral to its nearest wall."""
    return min(svg_scenery.to_line(found.centre, *ends) for ends in walls_of(found))


def walls_of(found: Plan) -> list[tuple[Point, Point]]:
    """The ends of each wall of the cathedral."""
    return list(zip(found.cathedral, (*found.cathedral[1:], found.cathedral[0]), strict=True))


def arcade(start: Point, end: Point, centre: Point) -> str:
    """Pointed arches along the middle of a wall, as a plan of the cathedral has its chapels."""
    inward = between(start, end, 0.5)
    deep = ARCH / math.dist(inward, centre)
    drawn = ""
    for turn in range(ARCHES):
        one, tip, other = (
            between(start, end, 0.5 + (turn + share - ARCHES / 2) * ARCH_STEP) for share in (0.1, 0.5, 0.9)
        )
        tip = (tip[0] + (centre[0] - inward[0]) * deep, tip[1] + (centre[1] - inward[1]) * deep)
        knee, other_knee = (between(foot, tip, 0.5) for foot in (one, other))
        drawn += path(one, knee, tip, other_knee, other)
    return element("path", class_="chapels", d=drawn)


def panes_of(worth: int) -> int:
    """The panes of the window: one for each prestige that is shared out."""
    return max(1, min(worth, MOST_PANES))


def pane(radius: float, turn: int, panes: int) -> str:
    """The path of a pane."""
    middle, half = 360 / panes * turn, 180 / panes
    (ax, ay), (bx, by) = (around((0, 0), radius, middle + side * half * 0.88) for side in (-1, 1))
    root = [around((0, 0), radius * (BOSS + 0.04), middle + side * half * 0.72) for side in (1, -1)]
    arc = f"M{ax:.1f} {ay:.1f}A{radius:.1f} {radius:.1f} 0 0 1 {bx:.1f} {by:.1f}"
    return arc + "".join(f"L{x:.1f} {y:.1f}" for x, y in root) + "Z"


def window(at: Point, radius: float, panes: int) -> str:
    """A rose window whose panes wait for light, around a boss, with a ring of small lights between their tips."""
    glass = radius * 0.93
    lights = [
        element("circle", class_="paper-light edged", cx=cx, cy=cy, r=radius * 0.06)
        for cx, cy in (around((0, 0), radius * 0.92, 360 / panes * (turn + 0.5)) for turn in range(panes))
    ]
    return group(
        element("circle", class_="tracery edged", r=radius),
        *(element("path", class_=f"glass glass-{turn % 4 + 1}", d=pane(glass, turn, panes)) for turn in range(panes)),
        *lights,
        element("circle", class_="line", r=radius, stroke_width=2.5),
        element("circle", class_="paper-light edged", r=radius * BOSS),
        at=at,
    )
