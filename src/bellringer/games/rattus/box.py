"""What the boxes hold: regions, borders, rat tokens, numbers by the players (box.toml), the cards' classes (cards/).

An owner's file of the same form replaces the parts that it names. box_parser.py reads it part by part.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from bellringer.core.contract.cards import CardEntry, read_card
from bellringer.core.edges.components import Components
from bellringer.core.errors import ComponentsError, Fault
from bellringer.core.nearest import meant
from bellringer.games.rattus import box_parser
from bellringer.games.rattus.box_parser import BOXES, SEATS
from bellringer.games.rattus.component_set import (
    OPTION,
    UPGRADES,
    Border,
    ComponentSet,
    Token,
    mask_of,
    wrong_components,
)
from bellringer.games.rattus.names import CLASSES, PLAYABLE, REGIONS

CARDS = "bellringer.games.rattus.cards"  # where their files lie
BASE, BIG_BOX = BOXES
CARAVAN = "caravan"  # the piece that a class card brings to the set-up
BASE_CARDS = 6  # class cards of the base box, which count first
NUMBERS = ("number", "class", "kind")  # of a class card, which an owner's box may change but for the first
PARTS = ("game", "players", "removed", "regions", "borders", "classes", "tokens", "region-cards")
COMPILED = ("drop",)  # a part of the shipped file alone: its numbers are compiled into the rules


@dataclass(frozen=True)
class Box:
    """The numbers of both boxes: they share the map and the cards, and have each their own tokens."""

    citizens: int
    reach: dict[int, int]  # by the number of players
    removed: dict[str, dict[int, int]]  # by the box and the number of players
    players: tuple[tuple[int, ...], ...]  # by region: how many players use it
    borders: tuple[Border, ...]
    classes: tuple[str, ...]  # by card
    tokens: dict[str, tuple[Token, ...]]  # by the box
    region_cards: tuple[tuple[str, ...], ...]  # the classes on each, or any

    def component_set(self, seats: int, box: str) -> ComponentSet:
        """What a table takes out of it."""
        regions = tuple(name for name, players in zip(REGIONS, self.players, strict=True) if seats in players)
        return ComponentSet(
            citizens=self.citizens,
            reach=self.reach[seats],
            removed=self.removed[box][seats],
            regions=regions,
            borders=self.borders_within(regions),
            tokens=self.tokens[box],
            classes=self.classes,
            region_cards=self.region_cards,
        )

    def borders_within(self, regions: tuple[str, ...]) -> tuple[Border, ...]:
        """The borders between two regions in play."""
        return tuple((one, other) for one, other in self.borders if one in regions and other in regions)


def usual_box(seats: int, cards: Iterable[str] = (), modules: Iterable[str] = ()) -> str:
    """The box of a table that has not said which: the smallest that is for so many and has all that. [RA-1.25]"""
    return next(box for box in BOXES if seats in SEATS[box] and not lacking(box, cards, modules))


def cards_of(box: str) -> tuple[str, ...]:
    """The class cards of a box that can be played."""
    return PLAYABLE[:BASE_CARDS] if box == BASE else PLAYABLE


def lacking(box: str, cards: Iterable[str], modules: Iterable[str]) -> tuple[str, ...]:
    """The class cards and modules that a box has not. [RA-1.25, RA-1.28]"""
    return (*(card for card in cards if card not in CLASSES[:BASE_CARDS]), *modules) if box == BASE else ()


def wrong_box(box: str, seats: int, cards: Iterable[str], modules: Iterable[str]) -> Fault | None:
    """Why a table can't play with that box, or nothing. [RA-1.1, RA-1.25, RA-1.28]"""
    if seats not in SEATS[box]:
        most = SEATS[box][-1]
        reason = f"{seats} players need box {BIG_BOX}: the {box} box is for {most} at most"
        return Fault("box", "box-seats", reason, {"n": most})
    if missing := lacking(box, cards, modules):
        reason = f"the {box} box has no {', no '.join(missing)}: leave that out, or choose box {BIG_BOX}"
        return Fault("box", "box-lacks", reason, {"things": missing})
    return None


def tiles_of(modules: Iterable[str], cards: Iterable[str]) -> int:
    """The cards that a table with such modules has upgrade tiles for, as a bit set. [RA-13.1]"""
    return mask_of(filter(has_tile, cards), CLASSES) if UPGRADES in modules else 0


def has_tile(card: str) -> bool:
    """Whether the Big Box has an upgrade tile for a class card."""
    return bool(class_cards()[card].numbers.get("tile", True))


def needed_module(card: str) -> str:
    """The module without which a class card can't be played, or nothing. [RA-1.29]"""
    return str(class_cards()[card].numbers.get("needs", ""))


def brings(card: str, piece: str) -> bool:
    """Whether a class card brings a piece to the map that has its place from the set-up on."""
    return bool(class_cards()[card].numbers.get("brings", "") == piece)


@cache
def asking_card(ask: str) -> str:
    """The class card that alone asks a question, or nothing."""
    found = (card for card, entry in class_cards().items() if ask in entry.numbers.get("asks", ()))
    return next(found, "")


@cache
def board_card(module: str) -> str:
    """The class card without which a module is no use, since only that card uses its board, or nothing. [RA-1.30]"""
    found = (card for card, entry in class_cards().items() if entry.numbers.get("board") == module)
    return next(found, "")


def fewest_seats(card: str) -> int:
    """How many must play at least for a class card. [RA-1.31]"""
    return int(class_cards()[card].numbers.get("fewest", 0))


def wrong_modules(cards: Collection[str], modules: Collection[str], seats: int) -> Fault | None:
    """Why such cards and modules can't be together, or nothing. [RA-1.29, RA-1.30, RA-1.31]"""
    for card in cards:
        if (module := needed_module(card)) and module not in modules:
            reason = f"{card} needs the module {module}: choose it, too, or leave out the card"
            return Fault("modules", "needs-module", reason, {"card": card, "module": module})
        if seats < fewest_seats(card):
            reason = f"{card} is for {fewest_seats(card)} players at least"
            return Fault(OPTION, "needs-seats", reason, {"card": card, "n": fewest_seats(card)})
    for module in modules:
        if (card := board_card(module)) and card not in cards:
            reason = f"{module} is no use without the class card {card}: choose it, too, or leave out the module"
            return Fault(OPTION, "needs-card", reason, {"card": card, "module": module})
    return None


@cache
def class_cards() -> dict[str, CardEntry]:
    """What the class cards' own files say of them, in the order of their numbers."""
    return {card: read_card(CARDS, f"{card.replace('-', '_')}.toml") for card in CLASSES}


def class_numbers() -> dict[str, Any]:
    """The numbers of the class cards, as a box's file would give them."""
    return {
        card: {name: entry.numbers[name] for name in NUMBERS if name in entry.numbers}
        for card, entry in class_cards().items()
    }


@cache
def shipped_file() -> Components:
    """The file that comes with the package, and what the files of the class cards have for it."""
    source = files("bellringer.games.rattus").joinpath("box.toml")
    return Components(source.read_text(encoding="utf-8"), "box.toml").over({"classes": class_numbers()})


@cache
def shipped() -> Box:
    """The box that comes with the package."""
    return from_components(shipped_file())


@cache
def shipped_set(seats: int, box: str) -> ComponentSet:
    """What a table takes out of a box as it is sold."""
    return shipped().component_set(seats, box)


def from_components(components: Components) -> Box:
    """A box from a file, on top of the shipped one. Raises ComponentsError for the first thing wrong."""
    for name in components.data:
        if name in COMPILED and components is not shipped_file():
            raise components.error(name, "is compiled into the rules, so that no box's file can change it")
        if name not in (*PARTS, *COMPILED):
            raise components.error(
                name, f"no part{meant(name, PARTS)} of this game's box; known are {', '.join(PARTS)}"
            )
    if components.data.get("game") != "rattus":
        raise components.error("game", 'must be "rattus"')
    found = components.over(shipped_file().data)
    citizens, reach = box_parser.read_players(found)
    box = Box(
        citizens=citizens,
        reach=reach,
        removed=box_parser.read_removed(found),
        players=box_parser.read_regions(found),
        borders=box_parser.read_borders(found),
        classes=box_parser.read_classes(found),
        tokens=box_parser.read_tokens(found),
        region_cards=box_parser.read_region_cards(found),
    )
    check_component_sets(components, box)
    return box


def check_component_sets(components: Components, box: Box) -> None:
    """Every table must be able to play with it."""
    tables = [(kind, seats) for kind in BOXES for seats in SEATS[kind]]
    for name, seats in tables:
        if wrong := wrong_components(box.component_set(seats, name)):
            part, reason = wrong
            raise blame(components, part, name, f"with {seats} players: {reason}")


def blame(components: Components, part: str, box: str, reason: str) -> ComponentsError:
    """The error at the first entry of the file that may be in the way."""
    first, _, second = part.partition(".")
    suspects = {
        "regions": ["regions"],
        "borders": ["borders.pairs", "regions"],
        "tokens": [f"tokens.{box}.{second}" if second else f"tokens.{box}", "tokens", "regions"],
        "removed": [f"removed.{box}", "removed", f"tokens.{box}.regular"],
    }[first]
    entry = next((one for one in suspects if one in components.lines), suspects[0])
    if entry == "regions" or entry not in components.lines:
        moved = (f"regions.{name}.players" for name in components.data.get("regions", {}))
        entry = next((one for one in moved if one in components.lines), entry)
    return components.error(entry, reason)
