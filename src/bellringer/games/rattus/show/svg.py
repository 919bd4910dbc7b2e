"""Rattus as SVG: the chart, and beside it the class cards and the seats."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from bellringer.core.shown.show import Pieces
from bellringer.games.rattus.box import CARDS, class_numbers
from bellringer.games.rattus.names import GUILDS, SYMBOLS
from bellringer.games.rattus.show import (
    svg_boards,
    svg_chart,
    svg_extras,
    svg_ground,
    svg_pieces,
    svg_rats,
    svg_universities,
)
from bellringer.games.rattus.show.view_model import ChartModel
from bellringer.games.rattus.words.sentences import LENT, name_words, say
from bellringer.svg.board import cube, definitions, emblem, emblems_of, layer, panel, standalone, target
from bellringer.svg.elements import Point, element, group, line, title, words, wrapped
from bellringer.svg.pieces import pieces_on

__all__ = ["chart", "emblems", "ground", "live", "picture", "pieces", "styles"]

emblems = emblems_of(__package__, CARDS, stand_ins={card: one["class"] for card, one in class_numbers().items()})
styles = Path(str(files(__package__).joinpath("board.css")))
SHEET = (svg_chart.SIZE, svg_chart.SIZE)
SIDE = 430  # the width of what stands beside the chart
MARGIN = 22
CARD = (118, 84)
CARDS_A_ROW = 3
GAP = 10
HEAD = 74
SEAT_GAP = 12
SMALL = 30  # a class card that a seat holds
NAME_ROOM = 79  # for the letters of its name: a size of 9 has room for eight or nine
EXTRAS = ("nuns", "bishops", "walls", "potions", "podiums", "university")  # the emblems of what cards and modules bring
REGION_CARDS = ("region-card", "any-class", "protected")  # and of what stands on region cards


def ground(view: Mapping[str, Any], language: str) -> str:
    """The lower layer: what never changes during a game."""
    return ground_for(*choices_of(ChartModel(view, language)))


def live(view: Mapping[str, Any], language: str, legal_targets: Collection[str] = ()) -> str:
    """The upper layer: what changes. `legal_targets` are highlighted."""
    drawing = svg_pieces.live_of(ChartModel(view, language), legal_targets)
    return layer("live", drawing, SHEET, say(language, "svg.name"), id_="live")


def pieces(view: Mapping[str, Any], language: str, boards: Sequence[str]) -> Pieces:
    """The pieces that stand on the board, and on those beside it."""
    return pieces_on(live(view, language), boards)


def chart(view: Mapping[str, Any], language: str, legal_targets: Collection[str] = ()) -> str:
    """The chart alone, with both layers in one picture."""
    model = ChartModel(view, language)
    return layer("", whole(model, legal_targets), SHEET, say(language, "svg.name"))


def boards(model: ChartModel, legal_targets: Collection[str]) -> tuple[str, ...]:
    """The boards beside the map, each as an `svg` element for a page, which refers to what the ground defines."""
    return tuple(
        layer("beside", drawing, (svg_boards.WIDTH, height), say(model.language, f"svg.{name}"), id_=f"board-{name}")
        for name, drawing, height in svg_boards.boards(model, legal_targets)
    )


def picture(view: Mapping[str, Any], language: str, legal_targets: Collection[str] = ()) -> str:
    """The whole table as a complete SVG file. The chart is a nested `svg`, so that it is clipped at its edge."""
    model = ChartModel(view, language)
    board = element("svg", whole(model, legal_targets), width=SHEET[0], height=SHEET[1])
    drawing = board + group(*beside(model, legal_targets), at=(SHEET[0] + MARGIN, MARGIN))
    width = SHEET[0] + SIDE
    if below := boards_in_column(model, legal_targets):
        drawing += group(*below, at=(width, MARGIN))
        width += svg_boards.WIDTH + MARGIN
    return standalone(drawing, (width, SHEET[1]), say(language, "svg.name"), styles)


def excerpt(view: Mapping[str, Any], language: str, frame: tuple[int, int, int, int]) -> str:
    """A part of the chart as a complete SVG file. `frame`: its left, top, width and height."""
    size = frame[2:]
    drawing = whole(ChartModel(view, language), ())
    chart = element("svg", drawing, viewBox=" ".join(map(str, frame)), width=size[0], height=size[1])
    return standalone(chart, size, say(language, "svg.name"), styles)


def boards_in_column(model: ChartModel, legal_targets: Collection[str]) -> list[str]:
    """The boards beside the map, one below the other."""
    found, down = list[str](), 0
    for _, drawing, height in svg_boards.boards(model, legal_targets):
        found.append(group(drawing, at=(0, down)))
        down += height + MARGIN
    return found


Choices = tuple[str, tuple[str, ...], tuple[str, ...], str, tuple[str, ...]]


def choices_of(model: ChartModel) -> Choices:
    """Everything that the ground depends on: language, seats, regions, box, class cards, those of guilds too."""
    view, guilds = model.view, GUILDS if model.has_module("guilds") else ()
    cards = dict.fromkeys((*view["classes"], *guilds))
    return model.language, model.seats, model.regions, view["box"], tuple(cards)


@lru_cache(maxsize=128)
def ground_for(
    language: str, seats: tuple[str, ...], regions: tuple[str, ...], box: str, cards: tuple[str, ...]
) -> str:
    """The ground, cached for all tables with the same choices."""
    drawing = used(language, seats, box, cards) + svg_ground.ground_of(regions, box, language)
    return layer("ground", drawing, SHEET, say(language, "svg.name"), role="img", id_="ground")


def used(language: str, seats: tuple[str, ...], box: str, cards: tuple[str, ...]) -> str:
    """The definitions that the layers refer to, with the emblems of this table's cards."""
    letters = {seat: name_words("letter", seat, language, box) for seat in seats}
    wanted = {*SYMBOLS, *cards, "palace", "plague", "rat", *EXTRAS, *REGION_CARDS}
    shapes = (*svg_ground.shapes(), *svg_extras.shapes(), *svg_boards.shapes(), *svg_universities.shapes())
    return definitions(letters, svg_pieces.CUBE, emblems, wanted, *shapes)


def whole(model: ChartModel, legal_targets: Collection[str]) -> str:
    """Both layers with their definitions."""
    language, seats, regions, box, cards = choices_of(model)
    ground = svg_ground.ground_of(regions, box, language)
    return used(language, seats, box, cards) + ground + svg_pieces.live_of(model, legal_targets)


def beside(model: ChartModel, legal_targets: Collection[str]) -> list[str]:
    """What stands beside the chart: the clock, the class cards that no seat holds, the seats."""
    cards = model.view["table"]
    rows = -(-len(cards) // CARDS_A_ROW)
    below = HEAD + 34 + rows * (CARD[1] + GAP)
    height = min(128, (SHEET[1] - MARGIN * 2 - below) / len(model.seats) - SEAT_GAP)
    return [
        clock(model),
        line(say(model.language, "svg.beside"), 0, HEAD + 16, font_size=18, font_style="italic"),
        *(
            class_card(model, card, spot_of(turn), legal_targets) for turn, card in enumerate(cards)
        ),
        *(
            seat_panel(model, seat, (0, below + turn * (height + SEAT_GAP)), height, legal_targets)
            for turn, seat in enumerate(model.seats)
        ),
    ]  # fmt: skip


def spot_of(turn: int) -> Point:
    """The point of a class card beside the board."""
    row, column = divmod(turn, CARDS_A_ROW)
    return column * (CARD[0] + GAP), HEAD + 30 + row * (CARD[1] + GAP)


def clock(model: ChartModel) -> str:
    """The phase, and the number of rats in the supply."""
    view, language = model.view, model.language
    return group(
        line(model.name("phase", view["phase"]).capitalize(), 0, 22, font_size=26),
        line(say(language, "svg.turn", n=view["turns"]), 0, 48, class_="plain soft", font_size=17),
        group(svg_rats.back(), at=(SIDE - 150, 26)),
        line(view["supply"], SIDE - 126, 34, class_="figure plain", font_size=24),
        line(say(language, "svg.rats"), SIDE - 165, 62, class_="plain soft", font_size=15),
        pile_of_events(model) if "universities" in view else "",
    )


def pile_of_events(model: ChartModel) -> str:
    """The number of events in the pile."""
    return group(
        emblem("university", SIDE - 250, 26, 24),
        line(model.events_left, SIDE - 232, 34, class_="figure plain", font_size=24),
        line(say(model.language, "svg.events"), SIDE - 268, 62, class_="plain soft", font_size=15),
    )


def class_card(model: ChartModel, card: str, at: Point, legal_targets: Collection[str]) -> str:
    """A class card beside the board: emblem, name, and the class that rats hit."""
    width, height = CARD
    lines = wrapped(model.name("card", card), 12)
    return group(
        target(
            f"card {card}",
            element("rect", class_="paper-light edged shadowed", width=width, height=height, rx=7),
            element("rect", class_="line", x=4, y=4, width=width - 8, height=height - 8, rx=4, stroke_width=0.6),
            emblem(card, width / 2, 30 if len(lines) == 1 else 24, 42 if len(lines) == 1 else 32),
            symbol(model, card, width - 17, 17),
            *(
                words(line, width / 2, height - 13 - 15 * (len(lines) - 1 - turn), font_size=16)
                for turn, line in enumerate(lines)
            ),
            element("rect", class_="halo", x=-3, y=-3, width=width + 6, height=height + 6, rx=9),
            legal_targets=legal_targets,
            label=model.name("card", card),
            rule=card,
        ),
        at=at,
    )


def symbol(model: ChartModel, card: str, x: float, y: float) -> str:
    """The words for the class of a card."""
    found = model.class_of(card)
    return group(title(model.name("symbol", found)), emblem(found, x, y, 17))


def seat_panel(model: ChartModel, seat: str, at: Point, height: float, legal_targets: Collection[str]) -> str:
    """The panel of a seat: its citizens in the supply and on the board, its points and its class cards."""
    player, width = model.view["players"][seat], SIDE - 2 * MARGIN
    on_board = sum(player["citizens"].values()) + player["palace"]
    language = model.language
    return group(
        *panel(
            seat, model.letter(seat), model.name("seat", seat), width, height, is_asked=model.is_asked(seat)
        ),
        cube(seat, width - 202, 29, 22),
        line(player["supply"], width - 184, 36, class_="figure plain", font_size=21),
        words(say(language, "svg.supply"), width - 184, 55, class_="plain soft", font_size=13),
        *on_cards(model, seat, width - 258),
        hand_of(model, player["hand-size"], width - 118) if "hand-size" in player else "",
        words(scored(on_board, player.get("points", 0)), width - 49, 37, class_="figure plain", font_size=24),
        words(say(language, "svg.score"), width - 49, 55, class_="plain soft", font_size=13),
        *(
            held(model, card, (22 + turn * (SMALL + 58), height - 20), legal_targets)
            for turn, card in enumerate(player["classes"])
        ),
        class_=f"of-{seat}",
        at=at,
    )  # fmt: skip


def scored(citizens: int, points: int) -> str:
    """Citizens that count, and the points scored beside them."""
    return f"{citizens} +{points}" if points else str(citizens)


def on_cards(model: ChartModel, seat: str, x: float) -> list[str]:
    """The citizens of a seat on class cards: on the one that keeps them, and on the one that borrows."""
    player, language = model.view["players"][seat], model.language
    keeping = [(player.get("on-card", 0), say(language, "svg.on-card"))]
    keeping += [(player["lodged"], model.name("card", model.borrower))] if player.get("lodged") else []
    shown = [(citizens, where) for citizens, where in keeping if citizens]
    return [kept_on_card(model, seat, citizens, where, x - 66 * turn) for turn, (citizens, where) in enumerate(shown)]


def kept_on_card(model: ChartModel, seat: str, citizens: int, where: str, x: float) -> str:
    """The citizens of a seat that a class card keeps."""
    return group(
        title(say(model.language, "svg.on-card-title", n=citizens)),
        cube(seat, x, 29, 22),
        line(citizens, x + 18, 36, class_="figure plain", font_size=21),
        words(where, x + 14, 55, class_="plain soft", font_size=13),
    )


def hand_of(model: ChartModel, cards: int, x: float) -> str:
    """How many region cards a seat has in hand."""
    return group(
        title(say(model.language, "svg.hand-title", n=cards)),
        emblem("region-card", x - 15, 28, 22),
        line(cards, x - 3, 36, class_="figure plain", font_size=21),
        words(say(model.language, "svg.hand"), x - 7, 55, class_="plain soft", font_size=13),
    )


def held(model: ChartModel, card: str, at: Point, legal_targets: Collection[str]) -> str:
    """A class card in a seat's panel: emblem, name, level or borrowed tile; faded if used, sideways if blocked."""
    name, tile = model.name("card", card), model.lent_words(card)
    short = name if len(name) < 10 else f"{name[:8]}…"
    has_plate = bool(tile) or model.level(card) > 1
    faded = 0.55 if model.is_used(card) else None
    return group(
        target(
            f"card {card}",
            element("rect", class_="paper-deep edged", x=-6, y=-20, width=SMALL + 54, height=32, rx=6, opacity=faded),
            group(emblem(card, 0, 0, 26), at=(10, -4), turn=90 if model.is_blocked(card) else 0),
            line(short, 25, 7 if has_plate else 1, font_size=min(13, NAME_ROOM / len(short))),
            level_plate(model, card, (SMALL + 34, -12)) if has_plate else "",
            emblem(model.lent[0], SMALL + 15, -12, 16) if tile else "",
            shield((-2, -17)) if card in model.view.get("protected", ()) else "",
            guard_mark(model, card),
            element("rect", class_="halo", x=-8, y=-22, width=SMALL + 58, height=36, rx=8),
            legal_targets=legal_targets,
            label=held_words(model, card),
            rule=card,
        ),
        at=at,
    )  # fmt: skip


def shield(at: Point) -> str:
    """The sign of a class card that a region card protects."""
    return group(element("circle", class_="paper-light edged", r=9), emblem("protected", 0, 0, 14), at=at)


def held_words(model: ChartModel, card: str) -> str:
    """The name of a class card that a seat holds, with its level, and with what holds for it now."""
    said, language = model.card_words(card), model.language
    if tile := model.lent_words(card):
        said = say(language, "svg.bearing", card=said, tile=tile)
    if model.is_blocked(card):
        said = say(language, "svg.blocked", card=said)
    return say(language, "svg.guarded", card=said) if model.is_guarded(card) else said


def level_plate(model: ChartModel, card: str, at: Point) -> str:
    """The level of an upgraded card, or of a borrowed tile, on a small plate."""
    level = LENT if model.lent_words(card) else model.level(card)
    return group(
        element("rect", class_="paper-light edged", x=-11, y=-6, width=22, height=14, rx=3),
        words(model.level_sign(level), 0, 5, class_="figure", font_size=11),
        at=at,
    )


def guard_mark(model: ChartModel, card: str) -> str:
    """A shield on a class card that can't be taken."""
    return element("path", class_="shield", d="M-4-18H4V-13Q4-9 0-7Q-4-9 -4-13Z") if model.is_guarded(card) else ""
