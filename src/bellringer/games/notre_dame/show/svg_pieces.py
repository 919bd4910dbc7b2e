"""The upper layer of Notre Dame's board: markers, rats, messages, carriages, and where moves can be made."""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import lru_cache

from bellringer.core.shown.words import labelled
from bellringer.games.notre_dame.names import KINDS, LAST_SPACE
from bellringer.games.notre_dame.show.svg_plan import (
    BADGE_CORNER,
    BELL_CORNER,
    MARKET_CORNERS,
    WEDGES,
    Plan,
    plan,
)
from bellringer.games.notre_dame.show.svg_rooms import TOKEN, carriage_at, place_of, places_in
from bellringer.games.notre_dame.show.svg_town import (
    BADGE,
    RAT,
    SPACE,
    on_wall,
    outline,
    pane,
    panes_of,
    radius_of,
    track_space,
    window_radius,
)
from bellringer.games.notre_dame.show.view_model import TownModel
from bellringer.games.notre_dame.words.sentences import name_words, say
from bellringer.svg.board import PILE, TOUCH, emblem, piece, rat, shadow, spot
from bellringer.svg.elements import Point, around, between, element, group, path, use, words

FIGURE = 1.25  # scale of carriages and friends
WORSHIPPER = 30  # the size of a cube with a number in the cathedral
GLASS = 0.93  # how far the panes of the window reach, of its radius


def live_of(model: TownModel, legal_targets: Collection[str]) -> str:
    """Everything that changes: sectors to choose, pieces above them, and markets to choose on top."""
    language, town = model.language, plan(len(model.boroughs), model.own_borough)
    homes = {seat: number for number in model.boroughs if (seat := model.seat_in(number))}
    wanted = sorted(legal_targets)
    on_land = [name for name in wanted if name.startswith(("sector ", "place "))]
    return "".join((
        *lit_panes(model, town),
        *(sector_spot(language, town, homes[name.split()[1]], name) for name in on_land if not is_cathedral(name)),
        *(cathedral_spot(language, town, model.cathedral(), name) for name in on_land if is_cathedral(name)),
        use("markets") if on_land else "",  # drawn again, since highlighted sectors would cover them
        *turns(model, town, homes),
        *(part for seat, number in homes.items() for part in pieces(model, town, number, seat)),
        *worshippers(model, town),
        *(message_at(language, town, market, name) for market, name in model.view["markets"].items()),
        *(
            rat_piece(language, town, number, seat, model.view["players"][seat]["rat"], coming(model, seat))
            for seat, number in homes.items()
        ),
        bell(language, town, homes[model.view["start"]], model.view["start"]),
        *(carriage_of(model, town, seat) for seat in homes),
        *(market_spot(language, town, name) for name in wanted if name.startswith("market ")),
    ))  # fmt: skip


def is_cathedral(name: str) -> bool:
    """Whether a target is the cathedral."""
    return name.endswith(" notre-dame")


# the sectors


@lru_cache(maxsize=512)
def sector_spot(language: str, town: Plan, number: int, name: str) -> str:
    """A sector that a legal move is about."""
    _, seat, sector = name.split()
    label = f"{name_words('sector', sector, language)}, {name_words('seat', seat, language)}"
    shape = outline(town.boroughs[number - 1], WEDGES.index(sector))
    return spot(name, label, element("path", class_="over", d=shape), rule=sector)


def pieces(model: TownModel, town: Plan, number: int, seat: str) -> list[str]:
    """The markers of a seat in its sectors, and its friend."""
    player = model.view["players"][seat]
    return [
        sector_pieces(model.language, town, number, turn, seat, count, is_friend_here)
        for turn, name in enumerate(WEDGES)
        for count, is_friend_here in ((player["markers"].get(name, 0), player["friend"] == name),)
        if count or is_friend_here
    ]


@lru_cache(maxsize=4096)
def sector_pieces(
    language: str, town: Plan, number: int, turn: int, seat: str, count: int, is_friend_here: bool
) -> str:
    """The markers in a sector, side by side or as a pile, and the friend beside them."""
    name = WEDGES[turn]
    places = places_in(town, number, turn, count, is_friend_here)
    where = name_words("sector", name, language)
    label = markers_words(language, seat, where, count)
    markers = heap(seat, name, count, places.cubes, places.number, label) if count else ""
    return markers + (friend_piece(language, seat, where, places.friend) if places.friend else "")


def markers_words(language: str, seat: str, where: str, count: int) -> str:
    """The words for so many markers of a seat in a place."""
    what = say(language, "svg.markers", n=count)
    return say(language, "svg.there", seat=name_words("seat", seat, language), place=where, what=what)


def heap(seat: str, place: str, count: int, cubes: tuple[Point, ...], figure: Point | None, label: str) -> str:
    """Markers in one place: cubes side by side, or a pile with the number of them.

    The id of the number contains the number, so that the page animates a new number as a new element.
    """
    first, *others = cubes
    pile = use(f"pile-{seat}-{min(count, PILE) if figure else 1}")
    beside = "".join(group(use(f"pile-{seat}-1", x - first[0], y - first[1]), class_="arrives") for x, y in others)
    if figure:
        x, y = figure[0] - first[0], figure[1] - first[1] + 8.5
        beside += words(
            count, x, y, id=f"n-{seat}-{place}-{count}", class_="count heap-count arrives", text_anchor="start"
        )
    return piece(
        f"stack-{seat}-{place}", first, pile, beside=beside, class_=f"of-{seat}", data_count=count, label=label
    )


def friend_piece(language: str, seat: str, where: str, at: Point) -> str:
    """The trusted friend, as a figure with a hat."""
    label = f"{name_words('action', 'trusted-friend', language)}, {name_words('seat', seat, language)}, {where}"
    letter = words(name_words("letter", seat, language), 0, 12, class_="on-seat plain figure", font_size=14)
    return piece(f"friend-{seat}", at, use("friend"), letter, class_=f"of-{seat}", label=label)


def figures() -> tuple[str, ...]:
    """The definitions of friend and carriage, in the colour of the element that refers to them, and of the bell."""
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
    rung = group(
        element("circle", class_="cast", cy=2, r=15.5),
        element("circle", class_="bell-disc", r=15),
        element("path", class_="bell-brass", d="M-9.5 6.5Q-6.5 4-6.5-2Q-6-9 0-9.5Q6-9 6.5-2Q6.5 4 9.5 6.5Z"),
        element("path", class_="thin", d="M0-9.5V-12M-2.2 7.5a2.2 2.2 0 0 0 4.4 0M-5.6 2.4H5.6"),
        id="piece-bell",
    )
    return friend, cab, rung


# whose turn it is


def turns(model: TownModel, town: Plan, homes: dict[str, int]) -> list[str]:
    """A ring around the sign of each seat that has a decision to make."""
    found = []
    for seat, number in homes.items():
        if model.is_asked(seat):
            x, y = on_wall(town.boroughs[number - 1], BADGE_CORNER)
            found.append(element("circle", id=f"turn-{seat}", class_="halo shines arrives", cx=x, cy=y, r=BADGE + 4))
    return found


@lru_cache(maxsize=64)
def bell(language: str, town: Plan, number: int, seat: str) -> str:
    """The start player's bell, on the wall of the seat that begins the round."""
    at = on_wall(town.boroughs[number - 1], BELL_CORNER)
    label = f"{say(language, 'svg.bell')}, {name_words('seat', seat, language)}"
    return piece("start-player", at, use("piece-bell"), label=label)


# the rats


def coming(model: TownModel, seat: str) -> int | None:
    """The space to which the plague would move a seat's rat; None if it stays or would pass the last space."""
    space = model.rat_after_plague(seat)
    if space is None or space > LAST_SPACE or space == model.view["players"][seat]["rat"]:
        return None
    return space


@lru_cache(maxsize=4096)
def rat_piece(language: str, town: Plan, number: int, seat: str, space: int, coming_to: int | None) -> str:
    """The rat, and a ring around the space to which the plague would move it."""
    place, ring = town.boroughs[number - 1], ""
    if coming_to is not None:
        x, y = track_space(place, coming_to)
        name = f"coming-{seat}-{coming_to}"
        ring = element("circle", id=name, class_="halo shines arrives", r=SPACE + 1.5, cx=x, cy=y)
    return ring + piece(
        f"rat-{seat}",
        track_space(place, space),
        shadow(RAT),
        element("circle", class_="coloured edged", r=RAT),
        rat(20, class_="on-seat-ink"),
        class_=f"of-{seat}",
        data_rat=space,
        label=labelled(language, f"{say(language, 'svg.rat')}, {name_words('seat', seat, language)}", space),
    )


# the markets


@lru_cache(maxsize=2048)
def message_at(language: str, town: Plan, market: str, name: str) -> str:
    """The message on a market."""
    return piece(
        f"message-{name.replace(' ', '-')}",
        place_of(town, market)[2],
        *message_shape(name),
        class_=f"of-{name.partition(' ')[0]}",
        label=f"{name_words('message', name, language)}, {name_words('market', market, language)}",
        data_market=market,
    )


def message_shape(name: str, radius: float = TOKEN) -> tuple[str, ...]:
    """The drawing of a message such as `blue coin`: an octagon in its colour, with what it brings."""
    shape = path(*(around((0, 0), radius, 22.5 + 45 * turn) for turn in range(8)))
    kind = name.partition(" ")[2]
    return (
        shadow(radius),
        element("path", class_="coloured edged", d=shape),
        element("circle", class_="paper-light", r=radius * 0.78),
        words(KINDS.index(kind) + 1, 0, -radius * 0.03, class_="plain figure", font_size=radius * 0.94),
        emblem(kind, 0, radius * 0.4, radius * 0.76),
    )


def message(model: TownModel, name: str, x: float, y: float, radius: float) -> str:
    """A message that a seat has collected."""
    shape = message_shape(name, radius)
    return group(*shape, class_=f"of-{name.partition(' ')[0]}", at=(x, y))


def carriage_of(model: TownModel, town: Plan, seat: str) -> str:
    """A seat's carriage where it stands."""
    market = model.view["players"][seat]["carriage"]
    others = model.carriages(market)
    return carriage(model.language, town, seat, market, others.index(seat), len(others))


@lru_cache(maxsize=4096)
def carriage(language: str, town: Plan, seat: str, market: str, turn: int, count: int) -> str:
    """A carriage, seen from the side, with the seat's letter on its door."""
    said = (name_words(kind, name, language) for kind, name in (("seat", seat), ("market", market)))
    label = ", ".join((say(language, "svg.carriage"), *said))
    letter = words(name_words("letter", seat, language), 0, 5, class_="on-seat plain figure", font_size=14)
    at = carriage_at(town, market, turn, count)
    return piece(f"carriage-{seat}", at, use("carriage"), letter, class_=f"of-{seat}", label=label)


@lru_cache(maxsize=512)
def market_spot(language: str, town: Plan, name: str) -> str:
    """A market to which the carriage can go."""
    market = name.partition(" ")[2]
    _, side, at = place_of(town, market)
    halo = element("circle", class_="halo", r=radius_of(side) + 3)
    touch_radius = min(TOUCH, nearest(town, at) / 2)
    return spot(name, name_words("market", market, language), halo, touch_radius=touch_radius, at=at)


def nearest(found: Plan, at: Point) -> float:
    """The distance from a market to the nearest other one."""
    others = (place.market(side) for place in found.boroughs for side in ("centre", *MARKET_CORNERS))
    return min(math.dist(at, other) for other in others if other != at)


# the cathedral


@lru_cache(maxsize=128)
def cathedral_spot(language: str, town: Plan, worth: int, name: str) -> str:
    """The cathedral, if a legal move is about it."""
    label = labelled(language, name_words("place", "notre-dame", language), f"{worth} {say(language, 'svg.prestige')}")
    shape = path(*town.cathedral)
    return spot(name, label, element("path", class_="over", d=shape), rule="notre-dame")


def worshippers(model: TownModel, town: Plan) -> list[str]:
    """The markers of all seats in the cathedral, each in the corner next to its own borough."""
    return [
        worshipper(model.language, town, number, seat, n)
        for number in model.boroughs
        if (seat := model.seat_in(number)) and (n := model.pieces(seat, "notre-dame"))
    ]


@lru_cache(maxsize=1024)
def worshipper(language: str, town: Plan, number: int, seat: str, count: int) -> str:
    """A seat's markers in the cathedral."""
    label = markers_words(language, seat, name_words("place", "notre-dame", language), count)
    at, cube = worshipper_at(town, number), use(f"pile-{seat}-1")
    figure = ""
    if count > 1:  # there is no room beside the cube
        cube = element("use", href=f"#cube-{seat}", class_="bare", transform=f"scale({WORSHIPPER / 20})")
        named = f"n-{seat}-notre-dame-{count}"
        figure = words(count, -1.5, 8.5, id=named, class_="on-seat plain figure on-cube arrives", font_size=19)
    return piece(
        f"stack-{seat}-notre-dame", at, cube, beside=figure, class_=f"of-{seat}", data_count=count, label=label
    )


def worshipper_at(town: Plan, number: int) -> Point:
    """The point of a seat's markers: between the window and the market in the corner."""
    corner = town.cathedral[number - 1]
    return between(
        town.centre,
        corner,
        (math.dist(town.centre, corner) - TOKEN - WORSHIPPER * 0.6) / math.dist(town.centre, corner),
    )


# the window


def lit_panes(model: TownModel, town: Plan) -> list[str]:
    """The panes of the window that are lit: the prestige that each seat would have now, in the seats' colours."""
    worth = model.cathedral()
    panes, each = panes_of(worth), model.cathedral_share()
    lit = [
        seat for seat in model.seats for _ in range(each * model.pieces(seat, "notre-dame") * panes // max(1, worth))
    ]
    return [lit_pane(town, seat, turn, panes) for turn, seat in enumerate(lit)]


@lru_cache(maxsize=2048)
def lit_pane(town: Plan, seat: str, turn: int, panes: int) -> str:
    """A pane in the colour of the seat that it would bring prestige."""
    shape = element("path", class_="lit", d=pane(window_radius(town) * GLASS, turn, panes))
    return group(shape, id=f"pane-{turn + 1}-{seat}", class_=f"of-{seat} arrives", at=town.centre)
