"""Notre Dame's town: cathedral, boroughs, markets, and all that stands on them."""

from __future__ import annotations

import math
from collections.abc import Collection

from bellringer.drawing.hand import badge, cube, emblem, rat, say, stack, stack_width, target
from bellringer.drawing.ink import Point, around, between, element, group, path, title, words
from bellringer.drawing.notre_dame_plan import (
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
from bellringer.notre_dame.reading import Reading

HARBOUR = WEDGES.index("harbour")
CUBE = 22
SINGLE = 3  # more cubes than these stand behind each other, with their number
LAST_SPACE = 9
SPACES_A_ROW = 5
SPACE = 10.5  # the radius of a space of the rat track
TOKEN = 15  # a message's radius
PANES = 12  # of the rose window


def town(reading: Reading, shine: Collection[str]) -> str:
    """The whole board."""
    found = plan(len(reading.boroughs))
    return group(
        *(borough(reading, found.boroughs[number - 1], number, shine) for number in reading.boroughs),
        cathedral(reading, found, shine),
        *(markets(reading, found.boroughs[number - 1], number, shine) for number in reading.boroughs),
    )


# a borough


def borough(reading: Reading, place: Borough, number: int, shine: Collection[str]) -> str:
    """The petal: its edge in the owner's colour, the wedges with their pieces, the rat track."""
    seat = reading.seat_in(number)
    middle = between(place.corners[0], place.corners[4], 0.5)
    edge = tuple(between(corner, middle, 0.008) for corner in place.corners)
    return group(
        element("path", class_="street shadowed", d=path(*place.corners)),
        element("path", class_="ringed", d=path(*edge), stroke_width=8, stroke_linejoin="round"),
        *(wedge(reading, place, turn, seat, shine) for turn in range(CORNERS)),
        harbour(reading, place, seat) if seat else "",
        badge(seat, reading.letter(seat), *between(place.corners[BADGE_CORNER], place.hub, 0.03), 15) if seat else "",
        class_=f"of-{seat or 'none'}",
        data_borough=number,
    )


def wedge(reading: Reading, place: Borough, turn: int, seat: str | None, shine: Collection[str]) -> str:
    """A sector, or the harbour: its ground, its emblem near the rim, its pieces."""
    name = WEDGES[turn]
    inner = place.wedge(turn, STREET)
    ground = element("path", class_=f"sector s-{name}", d=path(*inner))
    at = place.at(turn, 0.185)
    if name == "harbour":
        return group(ground, emblem("harbour", *place.at(turn, 0.64), 34))
    if seat is None:
        return group(ground, emblem(name, *at, 40, opacity=0.35))
    spoken = reading.name("sector", name)
    halo = element("path", class_="halo", d=path(*inner))
    return target(
        (f"sector {seat} {name}", f"place {seat} {name}"),
        ground,
        emblem(name, *at, 40),
        pieces(reading, place, turn, seat),
        halo,
        shine=shine,
        label=f"{spoken}, {reading.name('seat', seat)}",
    )


def pieces(reading: Reading, place: Borough, turn: int, seat: str) -> str:
    """The markers and the friend in a sector."""
    name = WEDGES[turn]
    count = reading.markers(seat, name)
    friend = reading.view["players"][seat]["friend"] == name
    x, y = place.at(turn, 0.5)
    cubes = [(seat, 1)] * count if count <= SINGLE else [(seat, count)]
    widths = [CUBE * 1.02 if n == 1 else stack_width(n, CUBE) for _, n in cubes] + [24.0] * friend
    left, out = x - sum(widths) / 2, []
    for n, width in zip([n for _, n in cubes] + [0] * friend, widths, strict=True):
        if n == 0:
            out.append(friend_piece(reading, seat, left + 12, y))
        elif n == 1:
            out.append(cube(seat, left + CUBE / 2, y, CUBE))
        else:
            out.append(stack(seat, reading.letter(seat), n, left + CUBE * 0.54, y, CUBE))
        left += width
    return group(*out, data_count=count)


def friend_piece(reading: Reading, seat: str, x: float, y: float) -> str:
    """The trusted friend: a figure with a hat."""
    return group(
        title(reading.name("action", "trusted-friend")),
        element("path", class_="cube-front", d="M-9 11Q-9 -1 -4 -2A6 6 0 1 1 4 -2Q9 -1 9 11Z"),
        element("path", class_="cube-lit", d="M-9.5 -8H9.5L5 -10.5V-15H-5V-10.5Z"),
        words(reading.letter(seat), 0, 9, class_="on-seat plain figure", font_size=11),
        at=(x, y),
        class_=f"of-{seat} shadowed",
    )


def harbour(reading: Reading, place: Borough, seat: str) -> str:
    """The rat track in two rows, there and back; the rat, and where the plague would take it."""
    space = reading.view["players"][seat]["rat"]
    coming = reading.rat_after_plague(seat)
    spots = [track_space(place, number) for number in range(LAST_SPACE + 1)]
    return group(
        element("path", class_="line", d=path(*spots, closed=False), stroke_width=2.4, stroke_opacity=0.35),
        *(
            group(
                element("circle", class_="paper-light edged", r=SPACE),
                words(number, 0, 4.4, class_="plain figure", font_size=12.5),
                element("circle", class_="halo shines", r=SPACE + 1.5) if number == coming != space else "",
                at=at,
            )
            for number, at in enumerate(spots)
        ),
        group(
            element("circle", class_="coloured edged", r=SPACE + 5.5),
            rat(20, class_="on-seat-ink"),
            words(space, 9, 15, class_="plain figure named", font_size=14),
            at=spots[space],
            class_="shadowed",
        ),
        data_rat=space,
    )


def track_space(place: Borough, number: int) -> Point:
    """A space of the rat track: the first five along the rim, the others back again below them."""
    row, turn = divmod(number, SPACES_A_ROW)
    turn = SPACES_A_ROW - 1 - turn if row else turn
    depth = 0.13 + 0.19 * row
    start, end = place.at(HARBOUR, depth, 0), place.at(HARBOUR, depth, 1)
    middle = between(start, end, 0.5)
    step = min(2 * SPACE + 4, math.dist(start, end) * 0.78 / (SPACES_A_ROW - 1))
    away = (turn - (SPACES_A_ROW - 1) / 2) * step / math.dist(start, end)
    return between(middle, end, 2 * away) if away >= 0 else between(middle, start, -2 * away)


# the markets


def markets(reading: Reading, place: Borough, number: int, shine: Collection[str]) -> str:
    """The five markets of a borough, with their messages and carriages."""
    return group(*(market(reading, place, f"{number}:{side}", shine) for side in ("centre", *MARKET_CORNERS)))


def market(reading: Reading, place: Borough, name: str, shine: Collection[str]) -> str:
    """A market: a small square, the message that waits there, the carriages that stand there."""
    side = name.partition(":")[2]
    x, y = place.market(side)
    waiting = reading.view["markets"].get(name)
    radius = HUB_RADIUS if side == "centre" else TOKEN + 2
    return target(
        f"market {name}",
        element("circle", class_="paper-deep edged", r=radius, cx=x, cy=y),
        message(reading, waiting, x, y) if waiting else "",
        carriages(reading, name, (x, y), place),
        element("circle", class_="halo", r=radius + 3, cx=x, cy=y),
        shine=shine,
        label=reading.name("market", name),
    )


def message(reading: Reading, name: str, x: float, y: float, radius: float = TOKEN) -> str:
    """`blue coin`: an eight-cornered token in its colour, with what it brings."""
    colour, _, brings = name.partition(" ")
    shape = path(*(around((0, 0), radius, 22.5 + 45 * turn) for turn in range(8)))
    return group(
        title(reading.name("message", name)),
        element("path", class_="coloured edged", d=shape),
        element("circle", class_="paper-light", r=radius * 0.7),
        emblem(brings, 0, 0, radius * 1.25),
        class_=f"of-{colour} shadowed",
        at=(x, y),
    )


def carriages(reading: Reading, name: str, at: Point, place: Borough) -> str:
    """The carriages on a market: on the central one in its middle, else beside the message, toward the hub."""
    found = reading.carriages(name)
    if name.endswith(":centre"):
        spots = [(at[0] + (turn - (len(found) - 1) / 2) * 26, at[1]) for turn in range(len(found))]
    else:
        toward = between(at, place.hub, 30 / math.dist(at, place.hub))
        spots = [(toward[0] + 10 * turn, toward[1] - 12 * turn) for turn in range(len(found))]
    return group(*(carriage(reading, seat, *spot) for seat, spot in zip(found, spots, strict=True)))


def carriage(reading: Reading, seat: str, x: float, y: float) -> str:
    """A seat's carriage, seen from the side, with its letter on the door."""
    return group(
        title(f"{reading.name('action', 'carriage-house')}, {reading.name('seat', seat)}"),
        element("path", class_="cube-front", d="M-13 -3Q-13 -11 -5 -11H6Q12 -11 12 -4V3Q12 6 9 6H-9Q-13 6 -13 2Z"),
        element("path", class_="cube-lit", d="M-12 -5Q-12 -10 -5 -10H6Q11 -10 11 -5Z"),
        *(
            group(
                element("circle", class_="paper-light edged", r=4.6),
                element("path", class_="line", d="M-4 0H4M0 -4V4", stroke_width=0.9),
                at=(wheel, 7),
            )
            for wheel in (-7, 7)
        ),
        words(reading.letter(seat), 0, 4, class_="on-seat plain figure", font_size=11),
        class_=f"of-{seat} shadowed",
        at=(x, y),
    )


# the cathedral


def cathedral(reading: Reading, found: Plan, shine: Collection[str]) -> str:
    """Notre Dame: its window, what it is worth in this period, and who has markers there."""
    x, y = found.centre
    inside = math.dist(found.centre, between(found.cathedral[0], found.cathedral[1], 0.5))
    worth = f"{reading.cathedral()} {say(reading.language, 'notre-dame.prestige')}"
    seats = [seat for seat in reading.seats if reading.pieces(seat, "notre-dame")]
    names = tuple(f"place {seat} notre-dame" for seat in reading.seats)
    return target(
        names,
        element("path", class_="paper-light edged shadowed", d=path(*found.cathedral), stroke_width=3),
        window((x, y), inside * 0.86),
        words(reading.cathedral(), x, y + inside * 0.13, class_="figure", font_size=inside * 0.38),
        *(
            stack(seat, reading.letter(seat), reading.pieces(seat, "notre-dame"), *spot, 24)
            for seat, spot in zip(seats, spots_in(found, inside, len(seats)), strict=True)
        ),
        element("path", class_="halo", d=path(*found.cathedral)),
        shine=shine,
        label=f"{reading.name('place', 'notre-dame')}: {worth}",
    )


def spots_in(found: Plan, inside: float, count: int) -> list[Point]:
    """Where the seats' markers stand: round the window's middle."""
    return [
        (at[0] - 6, at[1]) for turn in range(count) for at in (around(found.centre, inside * 0.62, 360 / count * turn),)
    ]


def window(at: Point, radius: float) -> str:
    """A rose window: panes round a hub, and a ring of small lights."""
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
