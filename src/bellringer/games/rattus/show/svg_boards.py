"""The boards beside the map: six guilds, and a city for each region. Each is a drawing of its own.

On a page they stand beside the map, on a telephone below it, so that names and pieces are as large as fingers need.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from bellringer.core.shown.words import labelled
from bellringer.games.rattus.names import GUILDS
from bellringer.games.rattus.show.svg_chart import TINTS
from bellringer.games.rattus.show.view_model import ChartModel
from bellringer.games.rattus.words.sentences import say
from bellringer.svg.board import emblem, stack, target, wooden_frame
from bellringer.svg.elements import Point, element, group, use, words

WIDTH = 480
FRAME = 9  # how wide the frame is
EDGE = 13  # the room of the frame
HEAD = 46  # the room of a board's heading, with the frame
GAP = 7
GUILD = (151, 106)  # the room of a space
CITY = (113, 90)
CUBE = 30
LONG = 11  # letters of a name that are written smaller


@cache
def shapes() -> tuple[str, ...]:
    """The definitions of a city, a gabled inn before the roofs of its town, and of a guild's banner."""
    inn = group(
        element("path", class_="town", d=TOWN),
        element("ellipse", class_="cast", cy=15, rx=19, ry=3.6),
        element("path", class_="inn", d="M-16 15V-3H16V15Z"),
        element("path", class_="inn-roof", d="M-20-2L0-18L20-2Z"),
        element("path", class_="inn-door", d="M-4 15V4Q0 0 4 4V15Z"),
        element("rect", class_="inn-light", x=8, y=3, width=5, height=5),
        element("rect", class_="inn-light", x=-13, y=3, width=5, height=5),
        element("path", class_="far-thin", d="M16-3H23V4M19.5-3V4M-9-11V-17H-5V-14"),
        id="piece-inn",
    )
    banner = group(
        element("path", class_="banner", d="M-27-31H27V33L0 24L-27 33Z"),
        element("path", class_="banner-edge", d="M-23-31V27L0 19L23 27V-31"),
        element("path", class_="banner-pole", d="M-33-32H33"),
        id="guild-banner",
    )
    return inn, banner


# The roofs of a town, as far as they look out behind its inn.
TOWN = "M-30 14V2L-25-5L-20 2V-6H-16V-22L-13-30L-10-22V-8L-4-16H10L16-6V-12L21-18L26-12V0L31-3V14Z"


def boards(model: ChartModel, legal_targets: Collection[str]) -> list[tuple[str, str, int]]:
    """The boards that the table plays with: the name of each, its drawing, its height."""
    found = []
    if model.has_module("guilds"):
        found.append(("guilds", *board(model, "guilds", guild_spaces(model, legal_targets), GUILD)))
    if model.has_module("inns"):
        found.append(("inns", *board(model, "inns", cities(model, legal_targets), CITY)))
    return found


def board(model: ChartModel, name: str, parts: list[str], room: tuple[int, int]) -> tuple[str, int]:
    """A board with its frame, its heading and its spaces in rows. `room`: of a space."""
    columns = (WIDTH - 2 * EDGE) // room[0]
    height = HEAD + -(-len(parts) // columns) * room[1] + EDGE + GAP // 2
    places = (
        group(part, at=(EDGE + turn % columns * room[0], HEAD + turn // columns * room[1]))
        for turn, part in enumerate(parts)
    )
    drawing = group(
        element("rect", class_="paper-light", width=WIDTH, height=height, rx=FRAME),
        wooden_frame(WIDTH, height, FRAME),
        element(
            "path", class_="line", d=f"M{EDGE + 8} {HEAD - 6}H{WIDTH - EDGE - 8}", stroke_width=0.9, stroke_opacity=0.6
        ),
        words(say(model.language, f"svg.{name}"), WIDTH / 2, HEAD - 13, class_="board-title"),
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
    sign = group(use("guild-banner", 50, 40), emblem(card, 50, 34, 42), opacity=faded)
    return space(model, f"guild {card}", GUILD, name, seat, sign, legal_targets=legal_targets, rule=card)


# the cities


def cities(model: ChartModel, legal_targets: Collection[str]) -> list[str]:
    """The cities, in the order of the regions."""
    return [city(model, region, legal_targets) for region in model.regions]


def city(model: ChartModel, region: str, legal_targets: Collection[str]) -> str:
    """A city: an inn and the name of its region, and the citizen that is there."""
    seat, name = model.in_city(region), model.name("region", region)
    inn = group(use("piece-inn"), at=(38, 44))
    ground = f"tint-{TINTS[region]}"
    return space(model, f"city {region}", CITY, name, seat, inn, legal_targets=legal_targets, ground=ground)


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
    ground: str = "paper",
) -> str:
    """A place for one citizen, which shines if a move is about it. `said`: its words; `ground`: its colour."""
    width, height = room
    owner = model.name("seat", seat) if seat else say(model.language, "svg.free")
    edge: Point = (GAP / 2, GAP / 2)
    at = (width * 0.77, (height - 22) / 2 + 2)
    frame = {"x": edge[0], "y": edge[1], "width": width - GAP, "height": height - GAP, "rx": 7}
    return target(
        name,
        element("rect", class_=f"{ground} edged", **frame),
        drawing,
        words(said, width / 2, height - 13, class_="board-name" if len(said) < LONG else "board-name long"),
        citizen(model, name, seat, said, at) if seat else slot(at),
        element("rect", class_="halo", **frame),
        legal_targets=legal_targets,
        label=labelled(model.language, said, owner),
        rule=rule,
    )


def slot(at: Point) -> str:
    """Where a citizen can stand."""
    half = CUBE * 0.46
    return element("rect", class_="slot", x=at[0] - half, y=at[1] - half, width=2 * half, height=2 * half, rx=4)


def citizen(model: ChartModel, name: str, seat: str, said: str, at: Point) -> str:
    """The citizen on a space. `said`: the words of the space."""
    what = say(model.language, "svg.citizens", n=1)
    label = say(model.language, "svg.there", seat=model.name("seat", seat), place=said, what=what)
    return stack(seat, name.replace(" ", "-"), 1, at, CUBE, label)
