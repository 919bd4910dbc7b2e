"""How Rattus is played: the plan of the screens, their numbers, and what is drawn on them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from bellringer.core.shown.show import Card
from bellringer.core.shown.words import Words, catalogue
from bellringer.core.tables.table import Table
from bellringer.games.rattus.box import BASE, BASE_CARDS, class_cards, shipped
from bellringer.games.rattus.component_set import CLASS_SYMBOLS
from bellringer.games.rattus.names import RATS
from bellringer.games.rattus.show import svg
from bellringer.games.rattus.show.page import ChartDisplay
from bellringer.games.rattus.show.svg_chart import SIZE
from bellringer.games.rattus.show.view_model import ChartModel
from bellringer.games.rattus.words import sentences
from bellringer.page.guide import BaseGuide, Example, Plan, examples_in

ME = 0  # the seat whose turns are told
SETTLERS, PLACINGS = 2, 2  # citizens that come together in the set-up, and how often
LEVELS = 3  # of an upgraded card
POINTS_BY = {"region-cards", "guilds", "inns", "universities"}  # the modules that bring victory points
DIPLOMATS = "diplomats"  # and the cards that do, by what they make
POINTS = 2  # for the most spaces, and for the most cities
HERE = "gallia"  # where all the examples happen
WEST = (20, 205, 550, 465)  # that region and its neighbours: left, top, width, height
CLOSE = (205, 398, 180, 100)  # its rats
HAVEN = (0, 0, 330, 250)  # the palace

# What is drawn: the example, whether before or after its moves, and the part of the map.
SKETCHES = {
    "map": ("map", False, (0, 0, SIZE, SIZE)),
    "turn-before": ("turn", False, WEST),
    "turn-after": ("turn", True, WEST),
    "plague-before": ("plague", False, WEST),
    "plague-turned": ("plague", False, CLOSE),
    "plague-after": ("plague", True, WEST),
    "palace": ("end", False, HAVEN),
    "over": ("end", True, (0, 0, SIZE, SIZE)),
}
FACE_UP = "plague-turned"


class ChartGuide(BaseGuide):
    """The one object of this class is `GUIDE`."""

    plans = {
        "aim": Plan(
            points={
                "citizens": ("RA-10.1", "RA-1.3"),
                "rats": ("RA-3.1", "RA-4.4", "RA-11.2"),
                "cards": ("RA-6.2", "RA-5.6"),
                "piece": ("RA-4.1",),
                "start": ("RA-1.7", "RA-1.9"),
            },
            sketches=("map",),
        ),
        "turn": Plan(
            points={
                "take": ("RA-2.2", "RA-6.1", "RA-6.3", "RA-6.5"),
                "place": ("RA-3.1", "RA-3.2", "RA-3.3"),
                "plague": ("RA-2.2", "RA-4.1"),
            },
            remarks={
                "upgrades": ("RA-13.2",),
                "guilds": ("RA-16.1", "RA-16.3"),
                "inns": ("RA-16.12", "RA-16.15"),
                "universities": ("RA-15.5",),
            },
            rows=("classes",),
            sketches=("turn-before", "turn-after"),
            is_ordered=True,
        ),
        "plague": Plan(
            points={
                "spread": ("RA-4.2", "RA-4.3", "RA-4.4"),
                "turned": ("RA-5.1",),
                "limit": ("RA-5.2",),
                "signs": ("RA-5.5", "RA-5.6", "RA-5.7"),
                "gone": ("RA-5.3", "RA-5.11"),
            },
            remarks={"region-cards": ("RA-14.5",)},
            sketches=("plague-before", "plague-after", "plague-turned"),
            signs=("majority", "all", *CLASS_SYMBOLS[:BASE_CARDS]),
            is_ordered=True,
        ),
        "scoring": Plan(
            points={"regions": ("RA-10.1",), "palace": ("RA-7.5", "RA-7.15"), "nothing": ("RA-10.1",)},
            remarks={
                "region-cards": ("RA-14.14",),
                "guilds": ("RA-16.20",),
                "inns": ("RA-16.20",),
                "universities": ("RA-15.12", "RA-15.17"),
            },
            sketches=("palace",),
        ),
        "end": Plan(
            points={
                "when": ("RA-8.1", "RA-8.2"),
                "round": ("RA-9.1", "RA-9.2", "RA-9.3"),
                "ravage": ("RA-9.8",),
                "count": ("RA-10.1", "RA-10.2"),
            },
            sketches=("over",),
            is_ordered=True,
        ),
    }
    asked = ("modules",)

    def words(self, language: str) -> Words:
        return catalogue(language, "bellringer.games.rattus.words.guide", "{language}.toml")

    def numbers(self, language: str, chosen: Mapping[str, Any]) -> Mapping[str, object]:
        return {**self.fixed, **self.told, **sentences.words_in(language).find(f"regions.{HERE}.{BASE}")}

    @cached_property
    def examples(self) -> Mapping[str, Example]:
        """The positions that are drawn."""
        return examples_in(__package__)

    @cached_property
    def fixed(self) -> Mapping[str, object]:
        """Numbers of the rules."""
        return {
            "citizens": shipped().citizens,
            "most": RATS,
            "settlers": SETTLERS,
            "times": PLACINGS,
            "levels": LEVELS,
            "points": POINTS,
        }

    @cached_property
    def told(self) -> Mapping[str, object]:
        """What comes of the examples, by the rules."""
        turn, plague = self.examples["turn"], self.examples["plague"]
        first, second = (int(one["token"].split()[1]) for one in plague.before.position()["rats"][HERE])
        people, lost = people_in(plague.before), own_in(plague.before) - own_in(plague.after)
        return {
            "players": len(self.examples["map"].before.seat_names),
            "rats": len(turn.before.view(ME)["rats"][HERE]),
            "placed": own_in(turn.after) - own_in(turn.before),
            "people": people,
            "first": first,
            "second": second,
            "lost": lost,
            "left": people_in(plague.after),
            "came": plague.before.view(ME)["supply"] - plague.after.view(ME)["supply"],
        }

    def size(self, sketch: str) -> tuple[int, int]:
        return SKETCHES[sketch][2][2:]

    def drawing(self, name: str, language: str) -> str:
        example, is_after, frame = SKETCHES[name]
        found = self.examples[example]
        table = found.after if is_after else found.before
        view = face_up(table) if name == FACE_UP else table.view(None)
        return svg.excerpt(view, language, frame)

    def cards(self, row: str, language: str) -> tuple[Card, ...]:
        return ChartDisplay(ChartModel(self.examples["turn"].before.view(None), language), ()).middle

    def win(self, options: Mapping[str, Any]) -> str:
        """Where there are victory points, they are won with, too."""
        cards = (class_cards()[card].numbers.get("now") for card in options["classes"])
        return "win-points" if {*options["modules"]} & POINTS_BY or DIPLOMATS in cards else "win"

    def sign(self, name: str, emblem: str, language: str) -> str:
        """A class is called by its name."""
        if emblem not in CLASS_SYMBOLS:
            return super().sign(name, emblem, language)
        return self.words(language)(f"{name}.signs.class", symbol=sentences.name_words("symbol", emblem, language))

    def result(self, name: str, language: str) -> tuple[str, ...]:
        result = self.examples["end"].after.result
        return tuple(sentences.result_words(result, language)) if name == "end" and result is not None else ()

    def holds(self, remark: str, chosen: Mapping[str, Any]) -> bool:
        return remark in chosen["modules"]


def own_in(table: Table) -> int:
    """The citizens of the seat where the examples happen."""
    return int(table.view(None)["players"][table.seat_names[ME]]["citizens"].get(HERE, 0))


def people_in(table: Table) -> int:
    """The citizens of all seats there."""
    return sum(one["citizens"].get(HERE, 0) for one in table.view(None)["players"].values())


def face_up(table: Table) -> dict[str, Any]:
    """A spectator's view with the rats there open, as a card can reveal them."""
    view, tokens = table.view(None), table.position()["rats"][HERE]
    shown = [{**one, "token": known["token"], "open": True}
             for one, known in zip(view["rats"][HERE], tokens, strict=True)]  # fmt: skip
    return {**view, "rats": {**view["rats"], HERE: shown}}


GUIDE = ChartGuide()
