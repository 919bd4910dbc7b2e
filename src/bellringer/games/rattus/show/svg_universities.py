"""The universities on the board: the two pieces, and tokens where one has been founded.

Where they stand is measured like the places of other pieces (svg_extras.py); tests keep the places apart.
"""

from __future__ import annotations

from functools import cache, lru_cache

from bellringer.core.shown.words import labelled
from bellringer.games.rattus.show.svg_chart import centre
from bellringer.games.rattus.show.view_model import ChartModel
from bellringer.games.rattus.words.sentences import name_words, say
from bellringer.svg.board import piece
from bellringer.svg.elements import Point, element, group, use

HOUSE = 14  # the radius of the room that a university needs
TOKEN = 9  # and that a token needs

# Where a university stands, from the middle of its region's pieces, and where a token lies: beside the region's name.
HOUSES: dict[str, Point] = {
    **{"anglia": (-86, -40), "gallia": (50, -44), "germania": (-80, -44), "hispania": (63, -44)},
    **{"hungaria": (76, 44), "italia": (-76, 56), "polonia": (78, -44), "scandia": (-76, 16)},
    **{"bulgaria": (40, -66), "turcia": (38, -66), "russia": (-48, -61), "tartaria": (0, -66)},
    **{"maroc": (0, -66), "algeria": (56, -44), "tunisia": (72, -70), "libya": (-43, -57)},
    **{"egypt": (50, -44)},
}
TOKENS: dict[str, Point] = {
    **{"anglia": (-38, -62), "gallia": (-36, -61), "germania": (72, 10), "hispania": (-40, -62)},
    **{"hungaria": (-72, 44), "italia": (-46, -44), "polonia": (-52, -44), "scandia": (-58, -61)},
    **{"bulgaria": (-56, -44), "turcia": (-52, -44), "russia": (-64, -44), "tartaria": (-24, -62)},
    **{"maroc": (-30, -61), "algeria": (-66, -64), "tunisia": (-40, -61), "libya": (-60, -42)},
    **{"egypt": (72, 10)},
}


def house_at(region: str) -> Point:
    """The point of a region's university."""
    return beside(region, HOUSES[region])


def token_at(region: str) -> Point:
    """The point of a region's token."""
    return beside(region, TOKENS[region])


def beside(region: str, way: Point) -> Point:
    """A point so far from the middle of a region's pieces."""
    (x, y), (right, down) = centre(region), way
    return x + right, y + down


@cache
def shapes() -> tuple[str, ...]:
    """The definitions of these pieces."""
    return house_shape(), token_shape()


def house_shape() -> str:
    """A hall with a gable and four columns, in the colour of the piece."""
    return group(
        element("ellipse", class_="cast", cy=12.4, rx=13, ry=3.2),
        element("path", class_="hall", d="M-12.6 12.4V9.2H-10.6V-2.4H-12.6V-5L0-13.4L12.6-5V-2.4H10.6V9.2H12.6V12.4Z"),
        element("path", class_="columns", d="M-10.6-2.4H10.6M-6.8-2V9M-2.3-2V9M2.3-2V9M6.8-2V9M-10.6 9.2H10.6"),
        id="piece-university",
    )


def token_shape() -> str:
    """A round token with an open book."""
    return group(
        element("circle", class_="cast", cx=0.6, cy=1.6, r=TOKEN),
        element("circle", class_="seal", r=TOKEN),
        element(
            "path", class_="book", d="M0-2.6Q-2.6-4.6-5.6-3.8V3.4Q-2.6 2.6 0 4.4Q2.6 2.6 5.6 3.4V-3.8Q2.6-4.6 0-2.6V4.4"
        ),
        id="piece-token",
    )


def universities(model: ChartModel) -> list[str]:
    """The pieces, and the tokens."""
    language, box = model.language, model.view["box"]
    return [
        *(token(language, box, region) for region in model.view.get("founded", ())),
        *(house(language, box, colour, region) for colour, region in model.view.get("universities", {}).items()),
    ]


@lru_cache(maxsize=128)
def house(language: str, box: str, colour: str, region: str) -> str:
    """A university in its region."""
    label = labelled(language, name_words("region", region, language, box), say(language, f"svg.university-{colour}"))
    inside = use("piece-university", class_=f"university {colour}")
    return piece(f"university-{colour}", house_at(region), inside, label=label)


@lru_cache(maxsize=128)
def token(language: str, box: str, region: str) -> str:
    """A token in its region."""
    label = labelled(language, name_words("region", region, language, box), say(language, "svg.token"))
    return piece(f"token-{region}", token_at(region), use("piece-token"), label=label)
