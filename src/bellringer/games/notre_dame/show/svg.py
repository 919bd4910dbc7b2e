"""Notre Dame as a picture: the town, and beside it the open persons, the seats and the hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from bellringer.games.notre_dame.show import svg_pieces as notre_dame_pieces, svg_town as notre_dame_town
from bellringer.svg.board import cube, definitions, emblem, layer, named_in, panel, rat, say, sheet, target
from bellringer.svg.elements import Point, element, group, line, words, wrapped
from bellringer.games.notre_dame.show.svg_plan import SIZE
from bellringer.games.notre_dame.names import ACTIONS, KINDS, PERIOD_ROUNDS, PERSONS, WHOSE
from bellringer.games.notre_dame.show.view_model import Reading, whole_view
from bellringer.games.notre_dame.words.sentences import name_words

__all__ = ["chart", "ground", "live", "picture", "whole_view"]

SHEET = (SIZE, SIZE)
EMBLEMS = frozenset({*ACTIONS, *KINDS, *PERSONS, "harbour", "plague", "rat", "supply"})
SIDE = 430  # the width of what stands beside the town
MARGIN = 22
CARD = (122, 132)
GAP = 10
HEAD = 70
PANEL = 104  # a seat's height
HAND = 116
LETTERS = "ABC"


def ground(view: Mapping[str, Any], language: str) -> str:
    """What stays of the town as long as the table stands."""
    return ground_for(*choices_of(Reading(view, language)))


def live(view: Mapping[str, Any], language: str, shine: Collection[str] = ()) -> str:
    """What changes, to lie upon the ground."""
    drawing = notre_dame_pieces.live_of(Reading(view, language), shine)
    return layer("live", drawing, SHEET, say(language, "notre-dame.name"), id_="live")


def chart(view: Mapping[str, Any], language: str, shine: Collection[str] = ()) -> str:
    """The town alone, both layers in one."""
    reading = Reading(view, language)
    drawing = whole(reading, shine)
    drawing = used(letters_of(language, reading.seats), named_in(drawing)) + drawing
    return layer("", drawing, SHEET, say(language, "notre-dame.name"))


def picture(view: Mapping[str, Any], language: str, shine: Collection[str] = ()) -> str:
    """The whole table, as a file of its own."""
    reading = Reading(view, language)
    drawing = whole(reading, shine) + group(*beside(reading, shine), at=(SIZE + MARGIN, MARGIN))
    drawing = used(letters_of(language, reading.seats), named_in(drawing)) + drawing
    return sheet(drawing, (SIZE + SIDE, SIZE), say(language, "notre-dame.name"))


Choices = tuple[str, tuple[str, ...], tuple[str | None, ...], int]


def choices_of(reading: Reading) -> Choices:
    """All that the ground follows from: language, seats, who lives where, what the cathedral is worth."""
    homes = tuple(reading.seat_in(number) for number in reading.boroughs)
    return reading.language, reading.seats, homes, reading.cathedral()


@lru_cache(maxsize=64)
def ground_for(language: str, seats: tuple[str, ...], homes: tuple[str | None, ...], worth: int) -> str:
    """The ground of all tables for which the same was chosen."""
    letters = letters_of(language, seats)
    drawing = used(letters, EMBLEMS) + notre_dame_town.ground_of(homes, letters, worth)
    return layer("ground", drawing, SHEET, say(language, "notre-dame.name"), role="img")


def letters_of(language: str, seats: tuple[str, ...]) -> dict[str, str]:
    """The letters on the seats' pieces."""
    return {seat: name_words("letter", seat, language) for seat in seats}


def used(letters: Mapping[str, str], wanted: Collection[str]) -> str:
    """What the layers use."""
    return definitions(letters, notre_dame_pieces.CUBE, wanted, *notre_dame_pieces.figures())


def whole(reading: Reading, shine: Collection[str]) -> str:
    """Both layers."""
    language, seats, homes, worth = choices_of(reading)
    ground = notre_dame_town.ground_of(homes, letters_of(language, seats), worth)
    return ground + notre_dame_pieces.live_of(reading, shine)


def beside(reading: Reading, shine: Collection[str]) -> list[str]:
    """The clock, the persons, the seats; the hand of who looks at the end."""
    below = HEAD + 30 + CARD[1] + GAP
    me = reading.view["seat"]
    return [
        clock(reading),
        line(say(reading.language, "notre-dame.persons"), 0, HEAD + 18, font_size=18, font_style="italic"),
        *(
            person(reading, name, (turn * (CARD[0] + GAP), HEAD + 28), shine)
            for turn, name in enumerate(reading.view["open"])
        ),
        *(seat_panel(reading, seat, (0, below + turn * (PANEL + GAP))) for turn, seat in enumerate(reading.seats)),
        hand(reading, me, (0, below + len(reading.seats) * (PANEL + GAP)), shine) if me else "",
    ]  # fmt: skip


def clock(reading: Reading) -> str:
    """Where the game is, and what the plague would bring in this round."""
    view, language = reading.view, reading.language
    number = min(view["round"], PERIOD_ROUNDS * len(LETTERS)) - 1
    letter = LETTERS[number // PERIOD_ROUNDS]
    when = say(language, "notre-dame.round", period=letter, round=number % PERIOD_ROUNDS + 1)
    return group(
        line(reading.name("phase", view["phase"]).capitalize(), 0, 22, font_size=24),
        line(when, 0, 46, class_="plain soft", font_size=16),
        element("circle", class_="plague", cx=SIDE - 132, cy=24, r=20),
        group(rat(27, class_="plague-ink"), at=(SIDE - 132, 24)),
        line(view["plague"], SIDE - 104, 33, class_="figure plain", font_size=26),
        words(say(language, "notre-dame.plague"), SIDE - 132, 58, class_="plain soft", font_size=14),
    )


def person(reading: Reading, name: str, at: Point, shine: Collection[str]) -> str:
    """An open person: the emblem, the name, the rats on the card."""
    width, height = CARD
    spoken = reading.name("person", name)
    lines = wrapped(spoken, 13)
    rats = reading.rats_of(name)
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
            shine=shine,
            label=spoken,
            rule=name,
        ),
        at=at,
        data_rats=rats,
    )


def seat_panel(reading: Reading, seat: str, at: Point) -> str:
    """A seat: what it has beside the board, and the cards it has played in this round."""
    player, width = reading.view["players"][seat], SIDE - 2 * MARGIN
    return group(
        *panel(seat, reading.letter(seat), reading.name("seat", seat), width, PANEL, is_asked=reading.is_asked(seat)),
        *stock(reading, seat, player),
        *played(reading, seat, player),
        *(
            notre_dame_pieces.message(reading, name, width - 24 - 27 * turn, PANEL - 22, 12)
            for turn, name in enumerate(player["messages"])
        ),
        class_=f"of-{seat}",
        at=at,
    )


def stock(reading: Reading, seat: str, player: Mapping[str, Any]) -> list[str]:
    """Coins, markers in hand and in reserve, prestige: each a sign and a number."""
    language, y = reading.language, 28
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
            line(say(language, f"notre-dame.{what}"), x - 10, y + 26, class_="plain soft", font_size=12.5),
        )
        for x, sign, value, what in parts
    ]  # fmt: skip


def played(reading: Reading, seat: str, player: Mapping[str, Any]) -> list[str]:
    """The cards that the seat has played in this round, by their emblems."""
    return [
        group(
            element("rect", class_="paper-deep edged", x=0, y=0, width=32, height=32, rx=5),
            emblem(name, 16, 16, 26),
            at=(22 + 38 * turn, PANEL - 40),
        )
        for turn, name in enumerate(reading.played_now(seat))
    ]


def hand(reading: Reading, seat: str, at: Point, shine: Collection[str]) -> str:
    """The cards of who looks: those to choose from, else those held, each with the colour of its pile."""
    player = reading.view["players"][seat]
    held = [(entry["card"], entry["from"]) for entry in player.get("hand", ())]
    pile = WHOSE[len(held)] if player.get("to-keep") else ""
    cards = held + [(name, pile) for name in player.get("to-keep", ())]
    return group(
        *(
            card(reading, seat, name, whose, whose == pile, (turn * (CARD[0] + GAP) * 3 / max(3, len(cards)), 0), shine)
            for turn, (name, whose) in enumerate(cards)
        ),
        at=at,
    )


def card(reading: Reading, seat: str, name: str, whose: str, is_choice: bool, at: Point, shine: Collection[str]) -> str:
    """An action card, with a band in the colour of the pile it came from."""
    owner = reading.seats[(reading.seats.index(seat) - WHOSE.index(whose)) % len(reading.seats)]
    width = CARD[0] - 26
    lines = wrapped(reading.name("card", name), 12)
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
            shine=shine,
            label=reading.name("card", name),
            rule=name,
        ),
        class_=f"of-{owner}" + (" to-keep" if is_choice else ""),
        at=at,
    )
