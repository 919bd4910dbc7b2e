"""What a rat costs a seat: symbol by symbol, while a citizen of it stands there, each one a citizen or its potion.

All that the owner can answer is tried, and must lead where plain Python says. [RA-5.9, RA-12.28, RA-14.34]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from bellringer import PositionError, Table, from_position
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from tests.rattus.big_box import asked, citizens, ravage
from tests.rattus.play import names, play

GAME = find("rattus")
Citizen = tuple[bool, int]  # whether it is a diplomat, and its potions
Citizens = tuple[Citizen, ...]
CARDS = ("wizard", "king", "queen", "monk")  # of magic, royalty, royalty and the church
SYMBOLS = {1: (), 2: ("magic",), 3: ("magic", "church"), 4: ("magic", "royalty")}  # what costs so much, beside all
PLAIN, ONE, TWO, DIPLOMAT, SAVED = (False, 0), (False, 1), (False, 2), (True, 0), (True, 1)
HOMES = [
    *(home for n in (1, 2, 3) for home in combinations_with_replacement((PLAIN, ONE, TWO), n)),
    *((*home, diplomat) for home in ((), (PLAIN,), (ONE,), (PLAIN, TWO)) for diplomat in (DIPLOMAT, SAVED)),
]


def ends(home: Citizens, losses: int) -> set[Citizens]:
    """All that can be left of a seat's citizens after so many losses. Diplomats come last."""
    if losses == 0 or not home:
        return {home}
    found: set[Citizens] = set()
    for who in {one for one in home if not one[0]} or set(home):
        rest = list(home)
        rest.remove(who)
        found |= ends(tuple(rest), losses - 1)
        if who[1]:
            found |= ends(tuple(sorted([*rest, (who[0], who[1] - 1)])), losses - 1)
    return found


def struck(home: Citizens, losses: int, *, majority: bool = False) -> Table:
    """Red's plague has come to gallia, where blue has these citizens, and the cards that so much takes."""
    symbols = (*(("majority",) if majority else ()), "all", *SYMBOLS[losses - majority])
    borne = [
        {"seat": "blue", "place": "gallia", "potions": potions, "podium": podium}
        for podium, potions in home
        if podium or potions
    ]
    held = {"blue": " ".join(CARDS)}
    return ravage((1, *symbols), gallia={"blue": len(home)}, cards=held, potions=borne)


def left(state: State) -> Citizens:
    """Blue's citizens in gallia."""
    position = GAME.position(state)
    bearing = [
        (one.get("podium", False), one["potions"])
        for one in position.get("potions", ())
        if (one["seat"], one["place"]) == ("blue", "gallia")
    ]
    plain = position["players"]["blue"]["citizens"].get("gallia", 0) - len(bearing)
    return tuple(sorted([*[PLAIN] * plain, *bearing]))


def leaves(state: State) -> Iterator[State]:
    """The states in which blue has paid, by each answer that it can give."""
    if GAME.position(state)["phase"] != "ravage":
        yield state
        return
    (seat,) = state.pending
    legal = state.legal(seat)
    assert len(legal) > 1, "what has one answer is not asked"
    for move in legal:
        after = state.copy()
        after.apply(seat, move)
        yield from leaves(after)


@pytest.mark.rule("RA-5.9", "RA-12.27", "RA-12.28", "RA-14.34", "RA-14.35")
@pytest.mark.parametrize("losses", SYMBOLS)
@pytest.mark.parametrize("home", HOMES, ids=str)
def test_a_seat_pays_symbol_by_symbol_while_a_citizen_of_it_stands(home: Citizens, losses: int) -> None:
    table = struck(home, losses)
    assert {left(state) for state in leaves(table.state)} == ends(tuple(sorted(home)), losses)


@pytest.mark.rule("RA-5.8", "RA-5.13", "RA-12.28")
@pytest.mark.parametrize("losses", (2, 3, 4))
def test_so_it_is_when_the_majority_comes_first(losses: int) -> None:
    for home in HOMES:
        table = struck(home, losses, majority=True)
        assert {left(state) for state in leaves(table.state)} == ends(tuple(sorted(home)), losses), home


@pytest.mark.rule("RA-12.28")
@pytest.mark.parametrize("symbols", [("all", "royalty"), ("majority", "all")])
def test_a_single_citizen_is_saved_from_one_symbol_and_hit_by_the_next(symbols: tuple[str, ...]) -> None:
    borne = [{"seat": "blue", "place": "gallia", "potions": 1}]
    table = ravage((1, *symbols), gallia={"blue": 1}, cards={"blue": "king wizard"}, potions=borne)
    assert asked(table) == ("blue", "spend-potion") and names(table) == {"spend", "pass"}
    saved, fallen = (play(from_position(table.position()), answer) for answer in ("spend", "pass"))
    assert citizens(saved, "gallia") == citizens(fallen, "gallia") == {}
    assert saved.position().get("potions", []) == []


@pytest.mark.rule("RA-12.28")
def test_a_position_keeps_what_is_owed_beyond_the_citizens_there() -> None:
    table = play(struck((TWO,), 4), "spend")
    position = table.position()
    assert (asked(table), position["players"]["blue"]["owes"]) == (("blue", "spend-potion"), 2)
    again = from_position(position)
    assert again.position() == position
    assert citizens(play(again, "spend"), "gallia") == {}


@pytest.mark.rule("RA-5.9")
@pytest.mark.parametrize("owes", [0, 4])
def test_a_position_in_which_a_rat_costs_more_than_it_can_is_refused(owes: int) -> None:
    """This one hits by three of its symbols, whatever other class cards the seat has."""
    position = struck((ONE, TWO), 3).position()
    position["players"]["blue"]["owes"] = owes
    with pytest.raises(PositionError, match="does not owe what a rat can cost it"):
        from_position(position)
    position["players"]["blue"]["owes"] = 3
    assert names(from_position(position)) == {"citizen 1", "citizen 2"}
