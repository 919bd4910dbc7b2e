"""The boards beside the map: six guilds, and a city for each region. Each is a drawing of its own.

On a page they stand beside the map, on a telephone below it, so that names and pieces are as large as fingers need.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from bellringer.games.rattus.names import GUILDS
from bellringer.games.rattus.show.view_model import ChartModel
from bellringer.games.rattus.words.sentences import say
from bellringer.svg.board import emblem, stack, target
from bellringer.svg.elements import Point, element, group, line, use, words

WIDTH = 480
HEAD = 34  # the room of a board's heading
GAP = 8
GUILD = (160, 88)  # the room of a space
CITY = (120, 84)
CUBE = 27
LONG = 11  # letters of a name that are written smaller


@cache
def shapes() -> tuple[str, ...]:
    """The definition of a city: a gabled inn with its door and a lit window."""
    return (
        group(
            element("ellipse", class_="cast", cy=15, rx=19, ry=3.6),
            element("path", class_="inn", d="M-16 15V-3H16V15Z"),
            element("path", class_="inn-roof", d="M-20-2L0-18L20-2Z"),
            element("path", class_="inn-door", d="M-4 15V4Q0 0 4 4V15Z"),
            element("rect", class_="inn-light", x=8, y=3, width=5, height=5),
            element("rect", class_="inn-light", x=-13, y=3, width=5, height=5),
            id="piece-inn",
        ),
    )


def boards(model: ChartModel, legal_targets: Collection[str]) -> list[tuple[str, str, int]]:
    """The boards that the table plays with: the name of each, its drawing, its height."""
    found = []
    if model.has_module("guilds"):
        found.append(("guilds", *board(model, "guilds", guild_spaces(model, legal_targets), GUILD)))
    if model.has_module("inns"):
        found.append(("inns", *board(model, "inns", cities(model, legal_targets), CITY)))
    return found


def board(model: ChartModel, name: str, parts: list[str], room: tuple[int, int]) -> tuple[str, int]:
    """A board with its heading and its spaces in rows. `room`: of a space."""
    columns = WIDTH // room[0]
    height = HEAD + -(-len(parts) // columns) * room[1] + GAP
    places = (
        group(part, at=(turn % columns * room[0], HEAD + turn // columns * room[1])) for turn, part in enumerate(parts)
    )
    drawing = group(
        element("rect", class_="paper-light edged", x=1, y=1, width=WIDTH - 2, height=height - 2, rx=8),
        line(say(model.language, f"svg.{name}"), 14, 24, font_size=20, font_style="italic"),
        *places,
    )
    return drawing, height


# the guilds


def guild_spaces(model: ChartModel, legal_targets: Collection[str]) -> list[str]:
    """The six spaces, each with the emblem of the card whose ability it gives."""
    return [guild_space(model, card, legal_targets) for card in GUILDS]


def guild_space(model: ChartModel, card: str, legal_targets: Collection[str]) -> str:
    """A space: emblem, faded if it was used in this turn, and name, and the citizen that is there."""
    seat, name = model.in_guild(card), model.name("card", card)
    faded = 0.45 if model.view.get("guild-used") == card else None
    sign = emblem(card, 50, 34, 42, opacity=faded)
    return space(model, f"guild {card}", GUILD, name, seat, sign, legal_targets=legal_targets, rule=card)


# the cities


def cities(model: ChartModel, legal_targets: Collection[str]) -> list[str]:
    """The cities, in the order of the regions."""
    return [city(model, region, legal_targets) for region in model.regions]


def city(model: ChartModel, region: str, legal_targets: Collection[str]) -> str:
    """A city: an inn and the name of its region, and the citizen that is there."""
    seat, name = model.in_city(region), model.name("region", region)
    inn = group(use("piece-inn"), at=(40, 34))
    return space(model, f"city {region}", CITY, name, seat, inn, legal_targets=legal_targets)


# what both have in common


def space(
    model: ChartModel,
    name: str,
    room: tuple[int, int],
    said: str,
    seat: str | None,
    drawing: str,
    *,
    legal_targets: Collection[str],
    rule: str | None = None,
) -> str:
    """A place for one citizen, which shines if a move is about it. `said`: its words."""
    width, height = room
    owner = model.name("seat", seat) if seat else say(model.language, "svg.free")
    edge: Point = (GAP / 2, GAP / 2)
    frame = {"x": edge[0], "y": edge[1], "width": width - GAP, "height": height - GAP, "rx": 7}
    return target(
        name,
        element("rect", class_="paper edged", **frame),
        drawing,
        words(said, width / 2, height - 14, class_="board-name" if len(said) < LONG else "board-name long"),
        citizen(name, seat, (width * 0.7, 36), f"{owner}, {said}") if seat else "",
        element("rect", class_="halo", **frame),
        legal_targets=legal_targets,
        label=f"{said}: {owner}",
        rule=rule,
    )


def citizen(name: str, seat: str, at: Point, label: str) -> str:
    """The citizen on a space."""
    return stack(seat, name.replace(" ", "-"), 1, at, CUBE, label)
