"""The upper layer of Notre Dame's board: markers, rats, messages, carriages, and where moves can be made."""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import lru_cache

from bellringer.games.notre_dame.names import LAST_SPACE, worth_of
from bellringer.games.notre_dame.show.svg_plan import MARKET_CORNERS, WEDGES, Borough, Plan, plan
from bellringer.games.notre_dame.show.svg_town import (
    RAT,
    SPACE,
    TOKEN,
    inside_of,
    outline,
    radius_of,
    track_space,
)
from bellringer.games.notre_dame.show.view_model import TownModel
from bellringer.games.notre_dame.words.sentences import name_words, say
from bellringer.svg.board import FINGER, emblem, piece, rat, shadow, spot, stack, stack_width
from bellringer.svg.elements import Point, around, between, element, group, number, path, use, words

CUBE = 25
SINGLE = 3  # the most cubes drawn side by side; more make a pile with a number
FIGURE = 1.25  # scale of carriages and friends
FRIEND_WIDTH = 24 * FIGURE


def live_of(model: TownModel, legal_targets: Collection[str]) -> str:
    """Everything that changes: sectors to choose, pieces above them, and markets to choose on top."""
    language, boroughs = model.language, len(model.boroughs)
    homes = {seat: number for number in model.boroughs if (seat := model.seat_in(number))}
    wanted = sorted(legal_targets)
    on_land = [name for name in wanted if name.startswith(("sector ", "place "))]
    return "".join((
        *(sector_spot(language, boroughs, homes[name.split()[1]], name) for name in on_land if not is_cathedral(name)),
        *(cathedral_spot(language, boroughs, model.cathedral(), name) for name in on_land if is_cathedral(name)),
        use("markets") if on_land else "",  # drawn again, since highlighted sectors would cover them
        *(part for seat, number in homes.items() for part in pieces(model, number, seat)),
        *worshippers(model),
        *(message_at(language, boroughs, market, name) for market, name in model.view["markets"].items()),
        *(
            rat_piece(language, boroughs, number, seat, model.view["players"][seat]["rat"], coming(model, seat))
            for seat, number in homes.items()
        ),
        *(carriage_of(model, seat) for seat in homes),
        *(market_spot(language, boroughs, name) for name in wanted if name.startswith("market ")),
    ))  # fmt: skip


def is_cathedral(name: str) -> bool:
    """Whether a target is the cathedral."""
    return name.endswith(" notre-dame")


# the sectors


@lru_cache(maxsize=512)
def sector_spot(language: str, boroughs: int, number: int, name: str) -> str:
    """A sector that a legal move is about."""
    _, seat, sector = name.split()
    label = f"{name_words('sector', sector, language)}, {name_words('seat', seat, language)}"
    shape = outline(plan(boroughs).boroughs[number - 1], WEDGES.index(sector))
    return spot(name, label, element("path", class_="over", d=shape), rule=sector)


def pieces(model: TownModel, number: int, seat: str) -> list[str]:
    """The markers of a seat in its sectors, and its friend."""
    player, boroughs = model.view["players"][seat], len(model.boroughs)
    return [
        sector_pieces(model.language, boroughs, number, turn, seat, count, is_friend_here)
        for turn, name in enumerate(WEDGES)
        for count, is_friend_here in ((player["markers"].get(name, 0), player["friend"] == name),)
        if count or is_friend_here
    ]


@lru_cache(maxsize=4096)
def sector_pieces(
    language: str, boroughs: int, number: int, turn: int, seat: str, count: int, is_friend_here: bool
) -> str:
    """The markers in a sector, side by side or as a pile, and the friend beside them."""
    name = WEDGES[turn]
    x, y = plan(boroughs).boroughs[number - 1].at(turn, 0.5)
    label = f"{name_words('seat', seat, language)}, {name_words('sector', name, language)}: {count}"
    few = count <= SINGLE
    width = count * CUBE * 1.02 if few else stack_width(count, CUBE)
    left = x - (width + FRIEND_WIDTH * is_friend_here) / 2
    if not count:
        markers = ""
    elif few:
        markers = row_of_cubes(seat, name, count, (left + CUBE / 2, y), label)
    else:
        markers = stack(seat, name, count, (left + CUBE * 0.54, y), CUBE, label)
    return markers + (friend_piece(language, seat, (left + width + FRIEND_WIDTH / 2, y)) if is_friend_here else "")


def row_of_cubes(seat: str, name: str, count: int, at: Point, label: str) -> str:
    cubes = (group(use(f"pile-{seat}-1", turn * CUBE * 1.02), class_="arrives") for turn in range(1, count))
    first = use(f"pile-{seat}-1")
    rest = "".join(cubes)
    return piece(f"stack-{seat}-{name}", at, first, beside=rest, class_=f"of-{seat}", data_count=count, label=label)


def friend_piece(language: str, seat: str, at: Point) -> str:
    """The trusted friend, as a figure with a hat."""
    label = f"{name_words('action', 'trusted-friend', language)}, {name_words('seat', seat, language)}"
    letter = words(name_words("letter", seat, language), 0, 12, class_="on-seat plain figure", font_size=14)
    return piece(f"friend-{seat}", at, use("friend"), letter, class_=f"of-{seat}", label=label)


def figures() -> tuple[str, str]:
    """The definitions of friend and carriage, in the colour of the element that refers to them."""
    friend = group(
        element("path", class_="cube-front", d="M-9 11Q-9 -1 -4 -2A6 6 0 1 1 4 -2Q9 -1 9 11Z"),
        element("path", class_="cube-lit", d="M-9.5 -8H9.5L5 -10.5V-15H-5V-10.5Z"),
        size=FIGURE,
        id="friend",
    )
    wheels = (
        group(
            element("circle", class_="wheel", r=4.6),
            element("path", class_="spokes", d="M-4 0H4M0 -4V4"),
            at=(wheel, 7),
        )
        for wheel in (-7, 7)
    )
    cab = group(
        element("path", class_="cube-front", d="M-13 -3Q-13 -11 -5 -11H6Q12 -11 12 -4V3Q12 6 9 6H-9Q-13 6 -13 2Z"),
        element("path", class_="cube-lit", d="M-12 -5Q-12 -10 -5 -10H6Q11 -10 11 -5Z"),
        *wheels,
        size=FIGURE,
        id="carriage",
    )
    return friend, cab


# the rats


def coming(model: TownModel, seat: str) -> int | None:
    """The space to which the plague would move a seat's rat; None if it stays or would pass the last space."""
    space = model.rat_after_plague(seat)
    if space is None or space > LAST_SPACE or space == model.view["players"][seat]["rat"]:
        return None
    return space


@lru_cache(maxsize=4096)
def rat_piece(language: str, boroughs: int, number: int, seat: str, space: int, coming_to: int | None) -> str:
    """The rat, and a ring around the space to which the plague would move it."""
    place, ring = plan(boroughs).boroughs[number - 1], ""
    if coming_to is not None:
        x, y = track_space(place, coming_to)
        name = f"coming-{seat}-{coming_to}"
        ring = element("circle", id=name, class_="halo shines arrives", r=SPACE + 1.5, cx=x, cy=y)
    return ring + piece(
        f"rat-{seat}",
        track_space(place, space),
        shadow(RAT),
        element("circle", class_="coloured edged", r=RAT),
        rat(21, class_="on-seat-ink"),
        beside=words(space, 12, 18, class_="plain figure named rat-count arrives", id=f"n-rat-{seat}-{space}"),
        class_=f"of-{seat}",
        data_rat=space,
        label=f"{say(language, 'svg.rat')}, {name_words('seat', seat, language)}: {space}",
    )


# the markets


def place_of(boroughs: int, market: str) -> tuple[Borough, str, Point]:
    """The borough, the side and the point of a market."""
    number, _, side = market.partition(":")
    place = plan(boroughs).boroughs[int(number) - 1]
    return place, side, place.market(side)


@lru_cache(maxsize=2048)
def message_at(language: str, boroughs: int, market: str, name: str) -> str:
    """The message on a market."""
    return piece(
        f"message-{name.replace(' ', '-')}",
        place_of(boroughs, market)[2],
        *message_shape(name),
        class_=f"of-{name.partition(' ')[0]}",
        label=f"{name_words('message', name, language)}, {name_words('market', market, language)}",
        data_market=market,
    )


def message_shape(name: str, radius: float = TOKEN) -> tuple[str, ...]:
    """The drawing of a message such as `blue coin`: an octagon in its colour, with the prestige that it brings as a
    number, and the emblem of what else it brings.
    """
    shape = path(*(around((0, 0), radius, 22.5 + 45 * turn) for turn in range(8)))
    inner = path(*(around((0, 0), radius * 0.8, 22.5 + 45 * turn) for turn in range(8)))
    worth = words(worth_of(name), -radius * 0.38, radius * 0.34, class_="plain figure", font_size=number(radius))
    return (
        shadow(radius),
        element("path", class_="coloured edged", d=shape),
        element("path", class_="paper-light", d=inner),
        worth,
        emblem(name.partition(" ")[2], radius * 0.36, 0, radius * 0.9),
    )


def message(model: TownModel, name: str, x: float, y: float, radius: float) -> str:
    """A message that a seat has collected."""
    shape = message_shape(name, radius)
    return group(*shape, class_=f"of-{name.partition(' ')[0]}", at=(x, y))


def carriage_of(model: TownModel, seat: str) -> str:
    """A seat's carriage where it stands."""
    market = model.view["players"][seat]["carriage"]
    others = model.carriages(market)
    return carriage(model.language, len(model.boroughs), seat, market, others.index(seat), len(others))


@lru_cache(maxsize=4096)
def carriage(language: str, boroughs: int, seat: str, market: str, turn: int, count: int) -> str:
    """A carriage, seen from the side, with the seat's letter on its door.

    On a central market it stands in the middle, on others beside the message; several stand side by side.
    """
    place, side, (x, y) = place_of(boroughs, market)
    if side == "centre":
        at = (x + (turn - (count - 1) / 2) * 26 * FIGURE, y)
    else:
        toward = between((x, y), place.hub, 34 / math.dist((x, y), place.hub))
        at = (toward[0] + 12 * turn, toward[1] - 15 * turn)
    said = [("action", "carriage-house"), ("seat", seat), ("market", market)]
    label = ", ".join(name_words(kind, name, language) for kind, name in said)
    letter = words(name_words("letter", seat, language), 0, 5, class_="on-seat plain figure", font_size=14)
    return piece(f"carriage-{seat}", at, use("carriage"), letter, class_=f"of-{seat}", label=label)


@lru_cache(maxsize=512)
def market_spot(language: str, boroughs: int, name: str) -> str:
    """A market to which the carriage can go."""
    market = name.partition(" ")[2]
    _, side, at = place_of(boroughs, market)
    halo = element("circle", class_="halo", r=radius_of(side) + 3)
    touch_radius = min(FINGER, nearest(plan(boroughs), at) / 2)
    return spot(name, name_words("market", market, language), halo, touch_radius=touch_radius, at=at)


def nearest(found: Plan, at: Point) -> float:
    """The distance from a market to the nearest other one."""
    others = (place.market(side) for place in found.boroughs for side in ("centre", *MARKET_CORNERS))
    return min(math.dist(at, other) for other in others if other != at)


# the cathedral


@lru_cache(maxsize=128)
def cathedral_spot(language: str, boroughs: int, worth: int, name: str) -> str:
    """The cathedral, if a legal move is about it."""
    label = f"{name_words('place', 'notre-dame', language)}: {worth} {say(language, 'svg.prestige')}"
    shape = path(*plan(boroughs).cathedral)
    return spot(name, label, element("path", class_="over", d=shape), rule="notre-dame")


def worshippers(model: TownModel) -> list[str]:
    """The markers of all seats in the cathedral."""
    count = len(model.seats)
    return [
        worshipper(model.language, len(model.boroughs), turn * 360 / count, seat, n)
        for turn, seat in enumerate(model.seats)
        if (n := model.pieces(seat, "notre-dame"))
    ]


@lru_cache(maxsize=1024)
def worshipper(language: str, boroughs: int, degrees: float, seat: str, count: int) -> str:
    """A seat's markers in the cathedral, on the seat's side of the window."""
    found = plan(boroughs)
    x, y = around(found.centre, inside_of(found) * 0.62, degrees)
    label = f"{name_words('seat', seat, language)}, {name_words('place', 'notre-dame', language)}: {count}"
    return stack(seat, "notre-dame", count, (x - 6, y), CUBE, label)
