"""The persons of a position: the open ones, and the piles. Persons that are not named are the first ones that fit."""

from __future__ import annotations

from bellringer.core.errors import PositionError
from bellringer.core.fields import Reading
from bellringer.games.notre_dame.document.numbers import BROWN_PERSONS, PERSONS_OPEN
from bellringer.games.notre_dame.names import BACKS, PERIOD_ROUNDS, PERSONS, POOLS, ROUNDS

BROWN_OPEN = PERSONS_OPEN - 1  # and a gray one


def rounds_done(reading: Reading) -> int:
    """The number of rounds whose gray person is past."""
    return min(int(reading["round"]), ROUNDS - 1)


def numbers_of(names: list[str]) -> list[int]:
    """The numbers of some persons."""
    return [PERSONS.index(name) for name in names]


# the brown ones


def brown_said(reading: Reading) -> list[int]:
    """The brown persons that the document says lie open."""
    brown = numbers_of(reading.raw.get("open", [])[:BROWN_OPEN])
    for i, person in enumerate(brown):
        if person >= BROWN_PERSONS:
            raise PositionError(f"open[{i}]", "two brown persons lie open, then a gray one")
    return brown


def brown_pile(reading: Reading) -> int:
    """The bit set of the brown persons in the pile: as many as are left in this round of the period."""
    return sum(1 << person for person in reading.once(pile_of_brown))


def pile_of_brown(reading: Reading) -> list[int]:
    """The brown persons in the pile; where the document names none, the last ones of the list."""
    brown = reading.once(brown_said)
    in_pile = BROWN_PERSONS - BROWN_OPEN * (rounds_done(reading) % PERIOD_ROUNDS + 1)
    pile = numbers_of(reading.raw.get("brown-pile", []))
    if "brown-pile" not in reading.raw:
        pile = [person for person in range(BROWN_PERSONS - 1, -1, -1) if person not in brown][:in_pile]
    if len(pile) != in_pile or set(pile) & set(brown):
        raise PositionError("brown-pile", f"must be {in_pile} brown persons that do not lie open")
    return pile


def open_persons(reading: Reading) -> list[int]:
    """Two brown persons and the round's gray one."""
    gray = reading["gray"][rounds_done(reading)]
    pile = reading.once(pile_of_brown)
    brown = reading.once(brown_said) or [person for person in range(BROWN_PERSONS) if person not in pile][:BROWN_OPEN]
    return [*brown, gray]


# the gray ones


def gray_order(reading: Reading) -> list[int]:
    """The nine gray persons by round: those named, and where none is named the next of the letter."""
    order = gray_said(reading)
    return [gray_person(reading, i, order) for i in range(len(order))]


def gray_said(reading: Reading) -> list[int | None]:
    """The gray persons that the document names, each in its round."""
    raw, done = reading.raw, rounds_done(reading)
    order: list[int | None] = [None] * ROUNDS
    past, coming = raw.get("gray-past", []), raw.get("gray-pile", [])
    for path, names, first, most in (("gray-past", past, 0, done), ("gray-pile", coming, done + 1, ROUNDS - 1 - done)):
        if len(names) > most:
            raise PositionError(path, f"{len(names)} persons are too many: there are {most}")
        order[first : first + len(names)] = numbers_of(names)
    order[done] = PERSONS.index(raw["open"][BROWN_OPEN]) if "open" in raw else None
    return order


def gray_person(reading: Reading, i: int, order: list[int | None]) -> int:
    """The gray person of a round, which is filled into the order where none is named."""
    known = range(tuple(POOLS.values())[reading["new_persons"]])
    letter, back, person = 1 + i // PERIOD_ROUNDS, reading["back"], order[i]
    if person is None:
        person = order[i] = next((one for one in known if back[one] == letter and one not in order), None)
        if person is None:
            raise PositionError("box.persons", f"three persons with the back {BACKS[letter]} are needed")
    elif person not in known or back[person] != letter or order.count(person) > 1:
        done = rounds_done(reading)
        path = "gray-past" if i < done else "open[2]" if i == done else "gray-pile"
        raise PositionError(path, f"{PERSONS[person]} can't be the gray person of round {i + 1}")
    return person
