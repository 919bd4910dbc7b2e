"""What the box holds: the cathedral's values and the streets (box.toml), the persons' backs and rats (cards/).

An owner's file of the same form replaces the parts that it names.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from bellringer.core.contract.cards import CardEntry, Deck, read_deck
from bellringer.core.edges.components import KINDS, Components
from bellringer.core.nearest import meant
from bellringer.games.notre_dame.names import BACKS, BROWN, DECKS, LAST_SPACE, MARKETS, PERSONS

OF_A_PERSON = ("back", "back_kind", "rats", "rats_kind")
PARTS = ("game", "cathedral", "streets", "persons")
CARDS = "bellringer.games.notre_dame.cards"  # where the decks lie
SIDES = (*MARKETS, *(f"next {side}" for side in MARKETS))


@dataclass(frozen=True)
class Box:
    """The numbers of one box."""

    cathedral: dict[int, int]  # by the number of players
    steps: tuple[tuple[str, str], ...]  # streets of a borough: market, market or `next` borough's market
    backs: tuple[str, ...]  # of the persons, in the order of their numbers
    rats: tuple[int, ...]

    def streets(self, boroughs: int) -> list[int]:
        """For each of the 25 markets the bit set of those one step away."""
        masks = [0] * (5 * len(MARKETS))
        for borough in range(boroughs):
            for here, there in self.steps:
                a = borough * len(MARKETS) + MARKETS.index(here)
                b = (borough + there.startswith("next ")) % boroughs * len(MARKETS)
                b += MARKETS.index(there.removeprefix("next "))
                masks[a] |= 1 << b
                masks[b] |= 1 << a
        return masks


def decks() -> tuple[Deck, ...]:
    """The decks of persons, in order."""
    return tuple(read_deck(CARDS, f"{deck}.toml") for deck in DECKS)


def persons() -> dict[str, CardEntry]:
    """The entries of all persons in their decks, in the order of their numbers."""
    return {person: entry for deck in decks() for person, entry in deck.cards.items()}


def person_numbers() -> dict[str, Any]:
    """The numbers of the persons, as a box's file would give them."""
    return {person: dict(entry.numbers) for person, entry in persons().items()}


@cache
def shipped() -> Box:
    """The box that comes with the package, with the numbers that the persons' files have for it."""
    source = files("bellringer.games.notre_dame").joinpath("box.toml")
    found = Components(source.read_text(encoding="utf-8"), "box.toml")
    return from_components(found.over({"persons": person_numbers()}), None)


def from_components(components: Components, base: Box | None) -> Box:
    """A box from a file, on top of another. Raises ComponentsError for the first thing wrong."""
    data = components.data
    for name in data:
        if name not in PARTS:
            raise components.error(
                name, f"no part{meant(name, PARTS)} of this game's box; known are {', '.join(PARTS)}"
            )
    if data.get("game") != "notre-dame":
        raise components.error("game", 'must be "notre-dame"')
    backs, rats = read_persons(components, base)
    return Box(
        cathedral=read_cathedral(components, base),
        steps=read_steps(components, base),
        backs=backs,
        rats=rats,
    )


def table(components: Components, name: str) -> dict[str, Any]:
    """A table of the file. Its `kind` must be a known one."""
    found = components.data.get(name, {})
    if not isinstance(found, dict):
        raise components.error(name, "must be a table")
    for entry, value in found.items():
        if entry.endswith("kind") and value not in KINDS:
            raise components.error(f"{name}.{entry}", f"must be one of {', '.join(KINDS)}{meant(value, KINDS)}")
    return found


def whole_number(components: Components, entry: str, value: object, least: int, most: int) -> int:
    """A number in its range."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise components.error(entry, f"must be a whole number from {least} to {most}, not {value!r}")
    return value


def read_cathedral(components: Components, base: Box | None) -> dict[int, int]:
    """The prestige that the cathedral shares out, by the number of players."""
    values = dict(base.cathedral) if base else {}
    for entry, value in table(components, "cathedral").items():
        if entry == "kind":
            continue
        if entry not in ("2", "3", "4", "5"):
            raise components.error(f"cathedral.{entry}", "must be a number of players from 2 to 5")
        values[int(entry)] = whole_number(components, f"cathedral.{entry}", value, 0, 100)
    return values


def read_steps(components: Components, base: Box | None) -> tuple[tuple[str, str], ...]:
    """The streets; every market of the board must be within reach of every other."""
    steps = table(components, "streets").get("steps")
    if steps is None and base:
        return base.steps
    if not isinstance(steps, list) or not all(is_step(step) for step in steps):
        raise components.error("streets.steps", f"must be pairs of a market and a market of {', '.join(SIDES)}")
    found = tuple((here, there) for here, there in steps)
    if out_of_reach(Box({}, found, (), ()).streets(3), 3):
        raise components.error("streets.steps", "leave a market out of reach")
    return found


def is_step(step: object) -> bool:
    """Whether an entry names two markets, the first one in the borough itself."""
    return isinstance(step, list) and len(step) == 2 and step[0] in MARKETS and step[1] in SIDES and step[0] != step[1]


def read_persons(components: Components, base: Box | None) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Backs and rats of the persons."""
    backs = dict(zip(PERSONS, base.backs, strict=True)) if base else {}
    rats = dict(zip(PERSONS, base.rats, strict=True)) if base else {}
    for person, entry in table(components, "persons").items():
        if person not in PERSONS:
            raise components.error(f"persons.{person}", f"is no person of this game{meant(person, PERSONS)}")
        if not isinstance(entry, dict):
            raise components.error(f"persons.{person}", "must be a table with back and rats")
        read_person(components, person, entry, backs, rats)
    check_backs(components, backs)
    return tuple(backs[person] for person in PERSONS), tuple(rats[person] for person in PERSONS)


def read_person(
    components: Components, person: str, entry: dict[str, Any], backs: dict[str, str], rats: dict[str, int]
) -> None:
    """One person's entries."""
    for name, value in entry.items():
        where = f"persons.{person}.{name}"
        if name == "rats":
            rats[person] = whole_number(components, where, value, 0, LAST_SPACE)
        elif name == "back":
            if value not in BACKS:
                raise components.error(where, f"must be one of {', '.join(BACKS)}{meant(value, BACKS)}")
            backs[person] = value
        elif name not in OF_A_PERSON:
            raise components.error(
                where, f"is not known{meant(name, OF_A_PERSON)}; a person has {', '.join(OF_A_PERSON)}"
            )
        elif value not in KINDS:
            raise components.error(where, f"must be one of {', '.join(KINDS)}{meant(value, KINDS)}")


def check_backs(components: Components, backs: dict[str, str]) -> None:
    """The piles must be possible. The error names a person of the file that is in the way."""
    if found := wrong_backs(backs):
        person, reason = found
        persons = components.data.get("persons", {})
        named = [one for one in persons if "back" in persons[one]]
        raise components.error(f"persons.{person if person in named or not named else named[0]}.back", reason)


def wrong_backs(backs: dict[str, str]) -> tuple[str, str] | None:
    """A person whose back makes the piles impossible, and why; None if there are as many of each as printed."""
    for person in PERSONS[:BROWN]:
        if backs[person] != "brown":
            return person, "must be brown: the first six persons are"
    for deck in decks():
        gray = {person: entry.numbers["back"] for person, entry in deck.cards.items() if person not in PERSONS[:BROWN]}
        if found := wrong_letters({person: backs[person] for person in gray}, Counter(gray.values())):
            return found
    return None


def wrong_letters(backs: dict[str, str], wanted: Counter[str]) -> tuple[str, str] | None:
    """A gray person whose letter a deck has too often, and why; None if the deck has as many of each as wanted."""
    number = Counter(backs.values())
    for letter in BACKS[1:]:
        if number[letter] != wanted[letter]:
            surplus = [person for person, back in backs.items() if number[back] > wanted[back]]
            reason = f"{number[letter]} of {len(backs)} have the back {letter}, not {wanted[letter]}"
            return surplus[-1], f"{reason}; this one has {backs[surplus[-1]]}"
    return None


def out_of_reach(masks: list[int], boroughs: int) -> bool:
    """Whether the streets leave a market of the board that no carriage can reach."""
    reached = 1
    for _ in masks:
        for market in range(boroughs * len(MARKETS)):
            reached |= masks[market] if reached >> market & 1 else 0
    return reached != (1 << boroughs * len(MARKETS)) - 1
