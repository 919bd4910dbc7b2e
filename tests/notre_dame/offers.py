"""One person on offer and red to hire: the tables that the tests of the persons begin with."""

from __future__ import annotations

from typing import Any

from bellringer import Table
from bellringer.games.notre_dame.box import shipped
from bellringer.games.notre_dame.names import PERSONS
from tests.notre_dame.play import asked, at, names, play

FIRST_ROUND = {"brown": 1, "A": 1, "B": 4, "C": 7}


def open_with(person: str) -> dict[str, Any]:
    """A round in which the person can lie open, between two others that the tests need not look at."""
    back = shipped().backs[PERSONS.index(person)]
    if back != "brown":
        return {"round": FIRST_ROUND[back], "open": ["minstrel", "doctor", person]}
    return {"round": 1, "open": [person, "doctor" if person == "minstrel" else "minstrel", "night-watchman"]}


def offered(person: str, red: dict[str, Any] | None = None, **fields: Any) -> Table:
    """Three seats, red to hire, with what `red` says in front of it; `fields` may say the rest, other players too."""
    players = {"red": red or {}, **fields.pop("players", {})}
    return at({"phase": "hire", "persons": "new", **open_with(person), "players": players}, **fields)


def hired(person: str, red: dict[str, Any] | None = None, *answers: str, **fields: Any) -> Table:
    """The same table after red has hired the person and answered what it asked."""
    table = offered(person, red, **fields)
    play(table, f"hire {person}", *answers)
    return table


def hand_on(table: Table) -> Table:
    """Everybody still to hire declines: the plague comes, and the next round begins."""
    while table.position()["phase"] == "hire":
        play(table, "pass")
    return table


def choices(table: Table) -> set[str]:
    """What the seat to decide may do."""
    return set(names(table))


def is_done(table: Table) -> bool:
    """Whether red's hiring is over: nothing waits but blue's own."""
    return asked(table) == [("hire", ("blue",))]
