"""How Notre Dame is played: the plan of the screens, their numbers, and what is drawn on them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from bellringer.core.shown.show import Card
from bellringer.core.shown.words import Words, catalogue
from bellringer.core.tables.table import Table
from bellringer.games.notre_dame import names
from bellringer.games.notre_dame.box import shipped
from bellringer.games.notre_dame.show import svg
from bellringer.games.notre_dame.show.page import HIRING, OPEN_PERSONS, TownDisplay
from bellringer.games.notre_dame.show.svg_plan import SIZE
from bellringer.games.notre_dame.show.view_model import TownModel
from bellringer.games.notre_dame.words import sentences
from bellringer.page.guide import BaseGuide, Example, Plan, examples_in, one_of

ME = 0  # the seat from whose side all is drawn
DRAWN, PLAYED = len(names.WHOSE), 2  # cards of a round: each draws so many, and plays so many
DOUBLE_HOTEL = {"2007": 4, "anniversary": 3}  # pieces from which the hotel is used twice
BOX_COINS = 25
GIFTS = {1: 1, 2: 3, 3: 6}  # coins, and the prestige that they bring
PAIR = 2  # pieces on the park that bring one more
GRAY = 9  # gray persons in a game
NEARBY = (230, 560, 540, 440)  # the borough at the bottom: left, top, width, height
HARBOUR = (330, 700, 340, 260)  # its harbour and what lies beside that
CHURCH = (330, 330, 340, 340)  # the cathedral

# What is drawn: the example, whether before or after its moves, and the part of the town.
SKETCHES = {
    "town": ("town", False, (0, 0, SIZE, SIZE)),
    "bank-before": ("bank", False, NEARBY),
    "bank-after": ("bank", True, NEARBY),
    "plague-before": ("plague", False, NEARBY),
    "plague-after": ("plague", True, NEARBY),
    "cathedral": ("cathedral", False, CHURCH),
    "over": ("end", True, (0, 0, SIZE, SIZE)),
}
ENDED = {"phase": "plague"}  # no forecast of the next plague beside what this one has done


class TownGuide(BaseGuide):
    """The one object of this class is `GUIDE`."""

    plans = {
        "aim": Plan(
            points={
                "prestige": ("ND-12.3", "ND-14.2"),
                "rounds": ("ND-2.1",),
                "borough": ("ND-1.1", "ND-4.3"),
                "start": ("ND-1.4", "ND-5.1"),
                "rats": ("ND-11.2", "ND-11.5"),
            },
            sketches=("town",),
            signs=("prestige", "coin", "rat"),
        ),
        "turn": Plan(
            points={
                "open": ("ND-2.3",),
                "draft": ("ND-3.1", "ND-3.2", "ND-3.3"),
                "play": ("ND-4.1", "ND-4.2", "ND-4.3"),
                "hire": ("ND-8.1", "ND-8.4"),
                "plague": ("ND-11.1",),
            },
            remarks={
                "two": ("ND-13.4",),
                "hotel-2007": ("ND-5.8",),
                "hotel-anniversary": ("ND-5.9",),
                "new": ("ND-10.19", "ND-10.20"),
            },
            rows=("hand",),
            sketches=("bank-before", "bank-after"),
            is_ordered=True,
        ),
        "plague": Plan(
            points={
                "sum": ("ND-11.1",),
                "hospital": ("ND-11.3",),
                "track": ("ND-11.2", "ND-11.4"),
                "penalty": ("ND-11.4", "ND-11.5", "ND-11.6"),
                "back": ("ND-5.5", "ND-5.6", "ND-5.7"),
            },
            rows=("open",),
            sketches=("plague-before", "plague-after"),
            is_ordered=True,
        ),
        "scoring": Plan(
            points={
                "residence": ("ND-5.3",),
                "persons": ("ND-8.1",),
                "messages": ("ND-5.4", "ND-6.6"),
                "gift": ("ND-7.1", "ND-7.2"),
                "share": ("ND-12.1", "ND-12.2"),
                "park": ("ND-5.14",),
            },
            sketches=("cathedral",),
        ),
        "end": Plan(
            points={"last": ("ND-12.3",), "tie": ("ND-12.4", "ND-12.5"), "over": ("ND-2.8", "ND-2.9")},
            sketches=("over",),
            remarks={"coins-2007": ("ND-4.13",), "coins-anniversary": ("ND-4.14",)},
        ),
    }
    asked = ("edition", "persons")

    def words(self, language: str) -> Words:
        return catalogue(language, "bellringer.games.notre_dame.words.guide", "{language}.toml")

    def numbers(self, language: str, chosen: Mapping[str, Any]) -> Mapping[str, object]:
        words = self.words(language)
        gifts = {"gifts": one_of(words, GIFTS), "thanks": one_of(words, GIFTS.values())}
        return {**self.fixed, **self.told, **gifts, "worth": worth_of_cathedral(words, chosen)}

    @cached_property
    def examples(self) -> Mapping[str, Example]:
        """The positions that are drawn."""
        return examples_in(__package__)

    @cached_property
    def fixed(self) -> Mapping[str, object]:
        """Numbers of the rules."""
        return {
            "rounds": names.ROUNDS,
            "steps": len(self.plans["turn"].points),
            "periods": len(names.PERIODS),
            "period_rounds": names.PERIOD_ROUNDS,
            "sectors": len(names.SECTORS),
            "cards": len(names.ACTIONS),
            "drawn": DRAWN,
            "passed": DRAWN - 1,
            "played": PLAYED,
            "persons": OPEN_PERSONS,
            "price": HIRING,
            "last": names.LAST_SPACE,
            "messages": len(names.KINDS),
            "least": names.worth_of(f"red {names.KINDS[0]}"),
            "most": names.worth_of(f"red {names.KINDS[-1]}"),
            "pair": PAIR,
            "hotel": DOUBLE_HOTEL["2007"],
            "hotel_anniversary": DOUBLE_HOTEL["anniversary"],
            "coins": BOX_COINS,
            "gray": GRAY,
            "letter": GRAY // len(names.PERIODS),
        }

    @cached_property
    def told(self) -> Mapping[str, object]:
        """What comes of the examples, by the rules."""
        plague, church, bank = (self.examples[name] for name in ("plague", "cathedral", "bank"))
        value, begun = plague.before.view(ME)["plague"], mine(self.examples["draft"].before)
        markers = sum(one["markers"].get("notre-dame", 0) for one in church.before.view(ME)["players"].values())
        own = mine(church.before)["markers"]["notre-dame"]
        return {
            "players": len(self.examples["town"].before.seat_names),
            "start_coins": begun["coins"],
            "start_markers": begun["supply"],
            "start_rest": begun["general"],
            "there": mine(bank.before)["markers"]["bank"],
            "pieces": mine(bank.after)["markers"]["bank"],
            "earned": mine(bank.after)["coins"] - mine(bank.before)["coins"],
            "value": value,
            "beds": mine(plague.before)["markers"]["hospital"],
            "eased": value - mine(plague.before)["markers"]["hospital"],
            "start": mine(plague.before)["rat"],
            "end": mine(plague.after)["rat"],
            "lost": mine(plague.before)["prestige"] - mine(plague.after)["prestige"],
            "worth_here": TownModel(church.before.view(ME), "en").cathedral(),
            "markers_there": markers,
            "own_there": own,
            "share": (mine(church.after)["prestige"] - mine(church.before)["prestige"]) // own,
            "gained": mine(church.after)["prestige"] - mine(church.before)["prestige"],
        }

    def size(self, sketch: str) -> tuple[int, int]:
        return SKETCHES[sketch][2][2:]

    def drawing(self, name: str, language: str) -> str:
        example, is_after, frame = SKETCHES[name]
        found = self.examples[example]
        view = (found.after if is_after else found.before).view(ME)
        return svg.excerpt({**view, **ENDED} if example == "plague" and is_after else view, language, frame)

    def cards(self, row: str, language: str) -> tuple[Card, ...]:
        table = self.examples["draft" if row == "hand" else "plague"].before
        display = TownDisplay(TownModel(table.view(ME), language), ())
        return display.hand if row == "hand" else display.middle

    def result(self, name: str, language: str) -> tuple[str, ...]:
        result = self.examples["end"].after.result
        return tuple(sentences.result_words(result, language)) if name == "end" and result is not None else ()

    def holds(self, remark: str, chosen: Mapping[str, Any]) -> bool:
        if remark == "two":
            return bool(chosen["seats"] == 2)
        if remark == "new":
            return bool(chosen["persons"] != "base")
        return remark.endswith(f"-{chosen['edition']}")


def mine(table: Table) -> Mapping[str, Any]:
    """What the seat has that looks."""
    found: Mapping[str, Any] = table.view(ME)["players"][table.seat_names[ME]]
    return found


def worth_of_cathedral(words: Words, chosen: Mapping[str, Any]) -> str:
    """What the cathedral shares out at this table, or at all tables by their number of players."""
    by_seats = shipped().cathedral
    if seats := chosen.get("seats"):
        return words("worth.here", worth=by_seats[seats])
    return words("worth.anywhere", worths=one_of(words, by_seats.values()), seats=one_of(words, by_seats))


GUIDE = TownGuide()
