"""Notre Dame as SVG: the town, and beside it the open persons, the seats and the hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from bellringer.core.shown.show import Pieces
from bellringer.games.notre_dame.box import CARDS
from bellringer.games.notre_dame.names import ACTIONS, KINDS, PERIOD_ROUNDS, PERIODS, PERSONS, ROUNDS, WHOSE
from bellringer.games.notre_dame.show import svg_pieces, svg_rooms, svg_scenery, svg_town
from bellringer.games.notre_dame.show.svg_plan import SIZE
from bellringer.games.notre_dame.show.view_model import TownModel
from bellringer.games.notre_dame.words.sentences import name_words, say
from bellringer.svg.board import cube, definitions, emblem, emblems_of, layer, named_in, panel, rat, standalone, target
from bellringer.svg.elements import Point, element, group, line, words, wrapped
from bellringer.svg.pieces import pieces_on

__all__ = ["chart", "emblems", "ground", "live", "picture", "pieces", "styles"]

emblems = emblems_of(__package__, CARDS, stand_ins=dict.fromkeys(PERSONS, "trusted-friend"))
styles = Path(str(files(__package__).joinpath("board.css")))
SHEET = (SIZE, SIZE)
EMBLEMS = frozenset({*ACTIONS, *KINDS, *PERSONS, "harbour", "plague", "rat", "supply"})
SIDE = 430  # the width of what stands beside the town
MARGIN = 22
CARD = (122, 132)
GAP = 10
HEAD = 70
PANEL = 104  # a seat's height
HAND = 116


def ground(view: Mapping[str, Any], language: str) -> str:
    """The lower layer: what never changes during a game."""
    return ground_for(*choices_of(TownModel(view, language)))


def live(view: Mapping[str, Any], language: str, legal_targets: Collection[str] = ()) -> str:
    """The upper layer: what changes. `legal_targets` are highlighted."""
    drawing = svg_pieces.live_of(TownModel(view, language), legal_targets)
    return layer("live", drawing, SHEET, say(language, "svg.name"), id_="live")


def pieces(view: Mapping[str, Any], language: str, boards: Sequence[str]) -> Pieces:
    """The pieces that stand on the board, and on those beside it."""
    return pieces_on(live(view, language), boards)


def chart(view: Mapping[str, Any], language: str, legal_targets: Collection[str] = ()) -> str:
    """The town alone, with both layers in one picture."""
    model = TownModel(view, language)
    drawing = whole(model, legal_targets)
    drawing = used(letters_of(language, model.seats), named_in(drawing)) + drawing
    return layer("", drawing, SHEET, say(language, "svg.name"))


def picture(view: Mapping[str, Any], language: str, legal_targets: Collection[str] = ()) -> str:
    """The whole table as a complete SVG file. The town is a nested `svg`, so that it is clipped at its edge."""
    model = TownModel(view, language)
    board = element("svg", whole(model, legal_targets), width=SIZE, height=SIZE)
    drawing = board + group(*beside(model, legal_targets), at=(SIZE + MARGIN, MARGIN))
    drawing = used(letters_of(language, model.seats), named_in(drawing)) + drawing
    return standalone(drawing, (SIZE + SIDE, SIZE), say(language, "svg.name"), styles)


def excerpt(view: Mapping[str, Any], language: str, frame: tuple[int, int, int, int]) -> str:
    """A part of the town as a complete SVG file. `frame`: its left, top, width and height."""
    model = TownModel(view, language)
    size = frame[2:]
    town = element("svg", whole(model, ()), viewBox=" ".join(map(str, frame)), width=size[0], height=size[1])
    drawing = used(letters_of(language, model.seats), named_in(town)) + town
    return standalone(drawing, size, say(language, "svg.name"), styles)


Choices = tuple[str, tuple[str, ...], tuple[str | None, ...], int, int]


def choices_of(model: TownModel) -> Choices:
    """What the ground depends on: language, seats, the seat in each borough, the cathedral's prestige, who looks."""
    homes = tuple(model.seat_in(number) for number in model.boroughs)
    return model.language, model.seats, homes, model.cathedral(), model.own_borough


@lru_cache(maxsize=64)
def ground_for(language: str, seats: tuple[str, ...], homes: tuple[str | None, ...], worth: int, own: int) -> str:
    """The ground, cached for all tables with the same choices, and all who look from the same side."""
    letters = letters_of(language, seats)
    drawing = used(letters, EMBLEMS) + svg_town.ground_of(homes, letters, worth, own)
    return layer("ground", drawing, SHEET, say(language, "svg.name"), role="img", id_="ground")


def letters_of(language: str, seats: tuple[str, ...]) -> dict[str, str]:
    """The letters on the seats' pieces."""
    return {seat: name_words("letter", seat, language) for seat in seats}


def used(letters: Mapping[str, str], wanted: Collection[str]) -> str:
    """The definitions that the layers refer to."""
    return definitions(letters, svg_rooms.CUBE, emblems, wanted, *svg_pieces.figures(), *svg_scenery.shapes())


def whole(model: TownModel, legal_targets: Collection[str]) -> str:
    language, seats, homes, worth, own = choices_of(model)
    ground = svg_town.ground_of(homes, letters_of(language, seats), worth, own)
    return ground + svg_pieces.live_of(model, legal_targets)


def beside(model: TownModel, legal_targets: Collection[str]) -> list[str]:
    """What stands beside the town: the clock, the open persons, the seats, the viewer's hand."""
    below = HEAD + 30 + CARD[1] + GAP
    me = model.view["seat"]
    return [
        clock(model),
        line(say(model.language, "svg.persons"), 0, HEAD + 18, font_size=18, font_style="italic"),
        *(
            person(model, name, (turn * (CARD[0] + GAP), HEAD + 28), legal_targets)
            for turn, name in enumerate(model.view["open"])
        ),
        *(seat_panel(model, seat, (0, below + turn * (PANEL + GAP))) for turn, seat in enumerate(model.seats)),
        hand(model, me, (0, below + len(model.seats) * (PANEL + GAP)), legal_targets) if me else "",
    ]  # fmt: skip


def clock(model: TownModel) -> str:
    """The phase and the round, and the plague value of this round."""
    view, language = model.view, model.language
    number = min(view["round"], ROUNDS) - 1
    letter = PERIODS[number // PERIOD_ROUNDS]
    when = say(language, "svg.round", period=letter, round=number % PERIOD_ROUNDS + 1)
    return group(
        line(model.name("phase", view["phase"]).capitalize(), 0, 22, font_size=24),
        line(when, 0, 46, class_="plain soft", font_size=16),
        element("circle", class_="plague", cx=SIDE - 132, cy=24, r=20),
        group(rat(27, class_="plague-ink"), at=(SIDE - 132, 24)),
        line(view["plague"], SIDE - 104, 33, class_="figure plain", font_size=26),
        words(say(language, "svg.plague"), SIDE - 132, 58, class_="plain soft", font_size=14),
    )


def person(model: TownModel, name: str, at: Point, legal_targets: Collection[str]) -> str:
    """The card of an open person: emblem, name, rats."""
    width, height = CARD
    spoken = model.name("person", name)
    lines = wrapped(spoken, 13)
    rats = model.rats_of(name)
    return group(
        target(
            f"person {name}",
            element("rect", class_="paper-light edged shadowed", width=width, height=height, rx=8),
            element("rect", class_="line", x=4, y=4, width=width - 8, height=height - 8, rx=5, stroke_width=0.6),
            emblem(name, width / 2, 41, 60),
            *(
                words(line, width / 2, 90 + 16 * turn - 8 * (len(lines) - 1), font_size=16)
                for turn, line in enumerate(lines)
            ),
            *(group(rat(19), at=(width / 2 + (turn - (rats - 1) / 2) * 23, 114)) for turn in range(rats)),
            element("rect", class_="halo", x=-3, y=-3, width=width + 6, height=height + 6, rx=10),
            legal_targets=legal_targets,
            label=spoken,
            rule=name,
        ),
        at=at,
        data_rats=rats,
    )


def seat_panel(model: TownModel, seat: str, at: Point) -> str:
    """The panel of a seat: what it has beside the board, and the cards that it has played in this round."""
    player, width = model.view["players"][seat], SIDE - 2 * MARGIN
    return group(
        *panel(seat, model.letter(seat), model.name("seat", seat), width, PANEL, is_asked=model.is_asked(seat)),
        *stock(model, seat, player),
        *played(model, seat, player),
        *(
            svg_pieces.message(model, name, width - 24 - 27 * turn, PANEL - 22, 12)
            for turn, name in enumerate(player["messages"])
        ),
        class_=f"of-{seat}",
        at=at,
    )


def stock(model: TownModel, seat: str, player: Mapping[str, Any]) -> list[str]:
    """Coins, markers in own and general supply, and prestige: a sign and a number for each."""
    language, y = model.language, 28
    prestige = "?" if player["prestige"] is None else player["prestige"]
    cubes = f"{player['supply']}+{player['general']}"
    parts = [
        (152, emblem("coin", 152, y, 24), player["coins"], "coins"),
        (214, cube(seat, 216, y, 19), cubes, "supply"),
        (324, emblem("prestige", 324, y, 26), prestige, "prestige"),
    ]
    return [
        group(
            sign,
            line(value, x + 17, y + 8, class_="figure plain", font_size=21),
            line(say(language, f"svg.{what}"), x - 10, y + 26, class_="plain soft", font_size=12.5),
        )
        for x, sign, value, what in parts
    ]  # fmt: skip


def played(model: TownModel, seat: str, player: Mapping[str, Any]) -> list[str]:
    """The emblems of the cards that the seat has played in this round."""
    return [
        group(
            element("rect", class_="paper-deep edged", x=0, y=0, width=32, height=32, rx=5),
            emblem(name, 16, 16, 26),
            at=(22 + 38 * turn, PANEL - 40),
        )
        for turn, name in enumerate(model.played_now(seat))
    ]


def hand(model: TownModel, seat: str, at: Point, legal_targets: Collection[str]) -> str:
    """The viewer's hand, and in the draft the cards to choose from."""
    player = model.view["players"][seat]
    held = [(entry["card"], entry["from"]) for entry in player.get("hand", ())]
    pile = WHOSE[len(held)] if player.get("to-keep") else ""
    cards = held + [(name, pile) for name in player.get("to-keep", ())]
    return group(
        *(
            card(
                model,
                seat,
                name,
                whose,
                whose == pile,
                (turn * (CARD[0] + GAP) * 3 / max(3, len(cards)), 0),
                legal_targets,
            )
            for turn, (name, whose) in enumerate(cards)
        ),
        at=at,
    )


def card(
    model: TownModel, seat: str, name: str, whose: str, is_choice: bool, at: Point, legal_targets: Collection[str]
) -> str:
    """An action card, with a band in the colour of its pile."""
    owner = model.seats[(model.seats.index(seat) - WHOSE.index(whose)) % len(model.seats)]
    width = CARD[0] - 26
    lines = wrapped(model.name("card", name), 12)
    return group(
        target(
            f"card {name}",
            element("rect", class_="paper-light edged shadowed", width=width, height=HAND - 6, rx=8),
            element("rect", class_="coloured", width=width, height=12, rx=6),
            emblem(name, width / 2, 44, 46),
            *(
                words(line, width / 2, HAND - 18 - 15 * (len(lines) - 1 - turn), font_size=14)
                for turn, line in enumerate(lines)
            ),
            element("rect", class_="halo", x=-3, y=-3, width=width + 6, height=HAND, rx=10),
            legal_targets=legal_targets,
            label=model.name("card", name),
            rule=name,
        ),
        class_=f"of-{owner}" + (" to-keep" if is_choice else ""),
        at=at,
    )
