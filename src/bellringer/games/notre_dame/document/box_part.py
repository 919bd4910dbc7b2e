"""The table's box in documents: what it has other than the shipped one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.core.fields import Each, Look, Name, Names, Number, Range, Reading
from bellringer.core.fields.schema import Schema, number, one_of, record
from bellringer.games.notre_dame.box import Box, out_of_reach, shipped, wrong_backs
from bellringer.games.notre_dame.names import ALL_MARKETS, BACKS, MARKETS, PERSON_ROOM, PERSONS, boroughs_of

Document = dict[str, Any]
MOST_CATHEDRAL, MOST_RATS = 100, 9  # that a box can have
MEMBERS: Mapping[str, Range] = {
    "cathedral": Number(0, MOST_CATHEDRAL),
    "rats": Each(Number(0, MOST_RATS), PERSON_ROOM),
    "back": Each(Name(BACKS), PERSON_ROOM),
    "streets": Each(Names(ALL_MARKETS), len(ALL_MARKETS)),
}


def schema() -> Schema:
    """The schema of the box in a document."""
    person = record({"back": one_of(BACKS), "rats": number(0, MOST_RATS)})
    street = {"type": "array", "items": one_of(ALL_MARKETS), "minItems": 2, "maxItems": 2}
    return record(
        {
            "cathedral": number(0, MOST_CATHEDRAL),
            "streets": {"type": "array", "items": street},
            "persons": record({name: person for name in PERSONS}),
        }
    )


def numbers_of(box: Box, seats: int) -> dict[str, Any]:
    """The members of the struct for a box and a number of seats."""
    return {
        "cathedral": box.cathedral[seats],
        "rats": with_room(box.rats),
        "back": with_room(map(BACKS.index, box.backs)),
        "streets": box.streets(boroughs_of(seats)),
    }


def with_room(numbers: Iterable[int]) -> list[int]:
    """The persons' numbers as the struct has them, with room for later persons."""
    found = list(numbers)
    return [*found, *[0] * (PERSON_ROOM - len(found))]


def show(look: Look) -> Document:
    """What a document has of the box; empty when it is the shipped one."""
    return deepcopy(look.once_a_table(changes))


def changes(look: Look) -> Document:
    """What the box has that the shipped one has not."""
    box, found = shipped(), Document()
    if look["cathedral"] != box.cathedral[look.seats]:
        found["cathedral"] = look["cathedral"]
    if look["streets"] != box.streets(boroughs_of(look.seats)):
        found["streets"] = [
            [ALL_MARKETS[a], ALL_MARKETS[b]]
            for a, mask in enumerate(look["streets"])
            for b in range(a + 1, len(ALL_MARKETS))
            if mask >> b & 1
        ]
    persons = {
        person: {"back": BACKS[look["back"][i]], "rats": look["rats"][i]}
        for i, person in enumerate(PERSONS)
        if (BACKS[look["back"][i]], look["rats"][i]) != (box.backs[i], box.rats[i])
    }
    return found | ({"persons": persons} if persons else {})


def read(reading: Reading) -> Document:
    """The shipped box, and the document's own changes of it."""
    other: Document = reading.raw.get("box", {})
    found = numbers_of(shipped(), reading.seats)
    if "cathedral" in other:
        found["cathedral"] = other["cathedral"]
    if "streets" in other:
        found["streets"] = street_masks(other["streets"], boroughs_of(reading.seats))
    return found | person_numbers(other.get("persons", {}))


def street_masks(streets: list[list[str]], boroughs: int) -> list[int]:
    """Bit sets of neighbours from a list of pairs; they must lead everywhere on the board, and nowhere else."""
    masks = [0] * len(ALL_MARKETS)
    for one, other in streets:
        a, b = ALL_MARKETS.index(one), ALL_MARKETS.index(other)
        masks[a] |= 1 << b
        masks[b] |= 1 << a
    if any(masks[boroughs * len(MARKETS) :]) or out_of_reach(masks, boroughs):
        raise PositionError("box.streets", "leave a market of the board out of reach, or lead off the board")
    return masks


def person_numbers(persons: Document) -> Document:
    """Backs and rats, the document's before the box's."""
    box = shipped()
    backs = [persons.get(name, {}).get("back", box.backs[i]) for i, name in enumerate(PERSONS)]
    rats = [persons.get(name, {}).get("rats", box.rats[i]) for i, name in enumerate(PERSONS)]
    if wrong := wrong_backs(dict(zip(PERSONS, backs, strict=True))):
        raise PositionError(f"box.persons.{wrong[0]}.back", wrong[1])
    return {"back": with_room(map(BACKS.index, backs)), "rats": with_room(rats)}
