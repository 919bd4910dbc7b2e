"""What class cards bring to the board: nuns, bishops, the caravan, walls on borders, potions and podiums.

Where they stand is measured by hand, since the regions leave little room; tests keep the places apart.
"""

from __future__ import annotations

from functools import cache, lru_cache

from bellringer.core.shown.words import labelled
from bellringer.games.rattus.component_set import in_order
from bellringer.games.rattus.show.svg_chart import centre
from bellringer.games.rattus.show.view_model import ChartModel, Potions
from bellringer.games.rattus.words.sentences import name_words, say
from bellringer.svg.board import piece
from bellringer.svg.elements import Point, between, element, group, path, use, words

GUARD = 15  # the radius of the room that nuns need, that bishops need, and the caravan
WALL = 19  # half a wall's length
THICK = 8  # and half of what it is thick
PODIUM = 27  # the room of a diplomat's podium, beside its stack
FLASK = 25  # the room of the potions of a citizen, beside its stack
TIMES = 23  # and of how many such citizens there are

# Where nuns and bishops stand, from the middle of their region's pieces: above its name, or where there is more room.
ABOVE = ((-17.0, -72.0), (17.0, -72.0))
RIGHT = ((96.0, -30.0), (96.0, 4.0))
GUARDS: dict[str, tuple[Point, Point]] = {
    "gallia": ((-98, -30), (-98, 4)),
    "hungaria": ((79, 15), (110, 15)),
    "italia": ((-66, -70), (-33, -70)),
    "bulgaria": ((97, -38), (97, -4)),
    "turcia": RIGHT,
    "tartaria": ((102, -10), (102, 24)),
    "maroc": ((-60, -50), (60, -50)),
    "tunisia": ((6, -72), (38, -72)),
}

# And where the caravan stands.
CARAVAN: dict[str, Point] = {
    **{"anglia": (-67, -62), "gallia": (-58, -50), "germania": (-60, -65), "hispania": (-64, -50)},
    **{"hungaria": (64, -44), "italia": (-79, 27), "polonia": (55, -62), "scandia": (66, -67), "bulgaria": (60, -45)},
    **{"turcia": (58, -46), "russia": (58, -52), "tartaria": (89, -46), "maroc": (32, -67), "algeria": (-47, -77)},
    **{"tunisia": (56, -47), "libya": (61, -48), "egypt": (77, 40)},
}

# Where a wall stands on each border or arrow, and how it is turned, in degrees.
WALLS: dict[tuple[str, str], tuple[float, float, float]] = {
    ("anglia", "gallia"): (307, 369, -24),
    ("anglia", "scandia"): (339, 168, 79),
    ("gallia", "germania"): (364, 380, 71),
    ("gallia", "hispania"): (241, 569, 20),
    ("gallia", "italia"): (375, 553, 79),
    ("germania", "hungaria"): (528, 497, -40),
    ("germania", "italia"): (424, 498, -21),
    ("germania", "polonia"): (505, 317, 90),
    ("germania", "scandia"): (428, 281, 11),
    ("hispania", "italia"): (318, 562, 63),
    ("hispania", "maroc"): (90, 708, -11),
    ("hungaria", "italia"): (489, 522, 85),
    ("hungaria", "polonia"): (698, 455, -25),
    ("hungaria", "bulgaria"): (583, 580, -63),
    ("italia", "tunisia"): (444, 728, 66),
    ("polonia", "russia"): (700, 254, -17),
    ("polonia", "tartaria"): (728, 360, -2),
    ("scandia", "russia"): (712, 85, -70),
    ("bulgaria", "turcia"): (748, 655, -52),
    ("bulgaria", "tartaria"): (745, 490, 74),
    ("turcia", "tartaria"): (970, 516, -14),
    ("turcia", "egypt"): (937, 876, 61),
    ("russia", "tartaria"): (877, 302, -16),
    ("maroc", "algeria"): (157, 824, 86),
    ("algeria", "tunisia"): (365, 750, -72),
    ("tunisia", "libya"): (421, 940, -86),
    ("libya", "egypt"): (722, 920, 83),
}


def nuns_at(region: str) -> Point:
    """The point of a region's nuns."""
    return place_of(region, 0)


def bishops_at(region: str) -> Point:
    """The point of a region's bishops."""
    return place_of(region, 1)


def caravan_at(region: str) -> Point:
    """The point of the caravan in a region."""
    (x, y), (right, down) = centre(region), CARAVAN[region]
    return x + right, y + down


def place_of(region: str, turn: int) -> Point:
    """The first or the second place beside a region's pieces."""
    (x, y), (right, down) = centre(region), GUARDS.get(region, ABOVE)[turn]
    return x + right, y + down


def wall_at(one: str, other: str) -> tuple[float, float, float]:
    """The middle of a wall between two regions and its turn; on a border of one's own box, halfway."""
    return WALLS.get(in_order((one, other))) or (*between(centre(one), centre(other), 0.5), 0.0)


# the shapes


@cache
def shapes() -> tuple[str, ...]:
    """The definitions of these pieces."""
    return nuns_shape(), bishops_shape(), wall_shape(), flask_shape(), caravan_shape(), podium_shape()


def foot() -> str:
    """The shadow of a piece that stands."""
    return element("ellipse", class_="cast", cy=13.2, rx=13, ry=3.6)


def nuns_shape() -> str:
    """A figure in a habit and a veil."""
    return group(
        foot(),
        element("path", class_="habit", d="M-11.4 13.6C-9 8-10.4-14.6 0-14.6S9 8 11.4 13.6Q0 16 -11.4 13.6Z"),
        element("ellipse", class_="linen", cy=-2.8, rx=6.6, ry=8),
        element("ellipse", class_="skin", cy=-3.4, rx=3.9, ry=4.6),
        element("path", class_="cross", d="M0 6.4V12.6M-2.4 8.6H2.4"),
        id="piece-nuns",
    )


def bishops_shape() -> str:
    """A figure in a cope, under a tall mitre."""
    return group(
        foot(),
        element("path", class_="cope", d="M-11.4 13.6C-10.8 6.6-7 3.4 0 3.4S10.8 6.6 11.4 13.6Q0 16 -11.4 13.6Z"),
        element("ellipse", class_="skin", cy=1.4, rx=4.8, ry=5),
        element("path", class_="mitre", d="M-6.4 0C-9.2-6.6-5.4-11.4 0-15.6C5.4-11.4 9.2-6.6 6.4 0Q0-2.2 -6.4 0Z"),
        element("path", class_="cross wine", d="M0-12V-3M-3.2-8.4H3.2"),
        id="piece-bishops",
    )


def wall_shape() -> str:
    """A stretch of masonry with battlements."""
    return group(
        element("rect", class_="cast", x=-WALL, y=-THICK + 3, width=2 * WALL + 1.5, height=2 * THICK - 0.6, rx=1.5),
        element("path", class_="stone", d=battlements()),
        element("path", class_="joint", d=joints()),
        id="piece-wall",
    )


def battlements() -> str:
    """The outline of a wall with five merlons."""
    step, foot_, top, notch = 2 * WALL / 9, THICK - 1, -THICK, 3.6
    corners: list[Point] = [(-WALL, foot_)]
    for turn in range(9):
        height = top if turn % 2 == 0 else top + notch
        corners += [(-WALL + step * turn, height), (-WALL + step * (turn + 1), height)]
    return path(*corners, (WALL, foot_))


def joints() -> str:
    """The joints between a wall's stones."""
    upper = "".join(f"M{x} -2.4V2.2" for x in (-12, -1, 10))
    lower = "".join(f"M{x} 2.2V6.6" for x in (-6.5, 4.5, 14))
    return f"M{-WALL} -2.4H{WALL}M{-WALL} 2.2H{WALL}{upper}{lower}"


def flask_shape() -> str:
    """A round flask. Its stopper has the colour of the seat."""
    return group(
        element("ellipse", class_="cast", cy=12, rx=9.4, ry=3),
        element("path", class_="flask", d="M-2.9-12.4V-6.2A10.3 10.3 0 1 0 2.9-6.2V-12.4Z"),
        element("path", class_="stopper", d="M-3.6-15H3.6L3-10.8H-3Z"),
        element("path", class_="gleam", d="M-6.6 1.4A7 7 0 0 1-3.4-3.4"),
        id="piece-flask",
    )


def caravan_shape() -> str:
    """A camel with a rug on its back."""
    return group(
        element("ellipse", class_="cast", cy=14, rx=12, ry=2.6),
        element("path", class_="camel-legs", d="M-9.9 5L-11.1 13.8M-6.3 5.4V13.8M1.8 5.4V13.8M5.4 4.8L6.9 13.8"),
        element("path", class_="camel", d=CAMEL),
        element("path", class_="rug", d="M-7.4 4.6L-6.4-2.4L-4.9-4L-2.6-6.6L.6-6.4L2.4-2.8L2 4.6Z"),
        id="piece-caravan",
    )


CAMEL = (
    "M-12.9 4.2C-12-5.7-7.5-8.7-5.1-3.6C-2.4-10.2 1.5-8.4 2.4-3C3.3.6 6.6.6 6.9-3L7.5-9.6"
    "Q7.8-12 10.2-12H14V-8.4H11.4L10.5-.3C9.9 3.6 7.2 5.7 3.9 5.7H-9Z"
)


def podium_shape() -> str:
    """Two steps. Their cloth has the colour of the seat."""
    return group(
        element("ellipse", class_="cast", cy=12.6, rx=13, ry=3),
        element("path", class_="marble", d="M-12 12.4V4.6H-7V-4.4H7V4.6H12V12.4Z"),
        element("path", class_="joint", d="M-7 4.6H7"),
        element("path", class_="stopper", d="M-8-9H8V-4.4H-8Z"),
        id="piece-podium",
    )


# the pieces


def guards(model: ChartModel) -> list[str]:
    """The nuns, the bishops and the caravan."""
    language, box = model.language, model.view["box"]
    return [
        *(nuns(language, box, region, n) for region, n in model.view.get("nuns", {}).items()),
        *(bishops(language, box, region) for region in model.view.get("bishops", ())),
        *(caravan(language, box, region) for region in (model.view.get("caravan"),) if region),
    ]


@lru_cache(maxsize=512)
def nuns(language: str, box: str, region: str, count: int) -> str:
    """The nuns in a region: one figure, and how many they are."""
    number = words(count, GUARD - 3, -GUARD + 11, id=f"n-nuns-{region}-{count}", class_="guard-count arrives")
    label = labelled(language, name_words("region", region, language, box), say(language, "svg.nuns", n=count))
    number = number if count > 1 else ""
    return piece(f"nuns-{region}", nuns_at(region), use("piece-nuns"), beside=number, class_="guard", label=label)


@lru_cache(maxsize=512)
def bishops(language: str, box: str, region: str) -> str:
    """The one of the bishops that is in a region."""
    label = labelled(language, name_words("region", region, language, box), say(language, "svg.bishops"))
    return piece(f"bishops-{region}", bishops_at(region), use("piece-bishops"), class_="guard", label=label)


@lru_cache(maxsize=512)
def caravan(language: str, box: str, region: str) -> str:
    """The caravan in its region."""
    label = labelled(language, name_words("region", region, language, box), say(language, "svg.caravan"))
    return piece("caravan", caravan_at(region), use("piece-caravan"), class_="guard", label=label)


def walls(model: ChartModel) -> list[str]:
    """The walls between regions."""
    return [wall(model.language, model.view["box"], *in_order(border)) for border in model.view.get("walls", ())]


@lru_cache(maxsize=512)
def wall(language: str, box: str, one: str, other: str) -> str:
    """A wall on the border of two regions."""
    x, y, turn = wall_at(one, other)
    names = (name_words("region", region, language, box) for region in (one, other))
    label = say(language, "svg.wall", regions=" – ".join(names))
    return piece(f"wall-{one}-{other}", (x, y), group(use("piece-wall"), turn=turn), class_="wall", label=label)


def potions_width(borne: Potions) -> float:
    """The room for the flasks of a seat's citizens in a place."""
    return sum(FLASK + (TIMES if citizens > 1 else 0) for _, citizens in borne)


def flasks(language: str, box: str, seat: str, place: str, borne: Potions, at: Point) -> list[str]:
    """The flasks of a seat's citizens in a place, from a point to the right, one for those that bear the same."""
    out, x = [], at[0]
    for potions, citizens in borne:
        out.append(flask(language, box, seat, place, potions, citizens, (x + FLASK / 2, at[1])))
        x += FLASK + (TIMES if citizens > 1 else 0)
    return out


@lru_cache(maxsize=2048)
def flask(language: str, box: str, seat: str, place: str, potions: int, citizens: int, at: Point) -> str:
    """A flask with the number of potions that a citizen bears; beside it, how many such citizens there are."""
    times = words(f"×{citizens}", FLASK / 2, 8, id=f"n-potions-{seat}-{place}-{potions}-{citizens}",
                  class_="times arrives", text_anchor="start")  # fmt: skip
    where = say(language, f"svg.haven.{box}") if place == "palace" else name_words("region", place, language, box)
    label = say(language, "svg.bearers", n=citizens, potions=say(language, "svg.potions", n=potions))
    return piece(
        f"potions-{seat}-{place}-{potions}",
        at,
        use("piece-flask"),
        words(potions, 0, 8.4, class_="potion-count"),
        beside=times if citizens > 1 else "",
        class_=f"of-{seat}",
        label=labelled(language, f"{name_words('seat', seat, language, box)}, {where}", label),
    )


def diplomat_width(potions: int | None) -> float:
    """The room for the podium of a seat's diplomat in a region. `potions`: those under it, or nothing without one."""
    return 0 if potions is None else PODIUM + (FLASK if potions else 0)


@lru_cache(maxsize=2048)
def diplomat_of(language: str, box: str, seat: str, region: str, potions: int, at: Point) -> str:
    """The podium of a seat's diplomat, from a point to the right, and a flask beside it for its potions."""
    held = (use("piece-flask"), words(potions, 0, 8.4, class_="potion-count"))
    where, label = name_words("region", region, language, box), say(language, "svg.diplomat")
    if potions:
        label = f"{label}, {say(language, 'svg.potions', n=potions)}"
    return piece(
        f"podium-{seat}-{region}",
        (at[0] + PODIUM / 2, at[1]),
        use("piece-podium"),
        beside=group(*held, at=(PODIUM / 2 + FLASK / 2, 0)) if potions else "",
        class_=f"of-{seat}",
        label=labelled(language, f"{name_words('seat', seat, language, box)}, {where}", label),
    )
