"""The physics of a drop: where cubes end, what they hit, and the map of cells on which they fall."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import bellringer
from bellringer import Table
from bellringer.games.rattus.box import shipped
from bellringer.games.rattus.document.drops import aim_of, cells, drop, drop_many
from bellringer.games.rattus.names import COLOURS, REGIONS
from bellringer.games.rattus.show.svg_chart import HAVEN, chart
from tests.rattus.play import at

PALACE, NOWHERE = len(REGIONS), len(REGIONS) + 1
LETTERS = "abcdefghijklmnopqrs"
CELL = 4
MOST_KNOCKED = 8


def crowded(seats: int = 6, **fields: Any) -> Table:
    """A table with citizens of all seats and with rats almost everywhere."""
    regions = bellringer.new_game("rattus", seats=seats, box="big-box").position()["rats"]
    everywhere = dict.fromkeys(regions, 1) | {"gallia": 2, "italia": 2}
    there = {colour: {"citizens": everywhere, "palace": 1} for colour in COLOURS[:seats]}
    rats: dict[str, list[dict[str, Any]]] = {region: [{}, {}] for region in list(regions)[:8]}
    usual: dict[str, Any] = {"players": there, "rats": rats, "plague": "germania", "supply": 9}
    classes = ["peasant", "monk", "merchant", "witch", "king", "knight"]
    classes += ["nun", "bishop"] if seats > 4 else []
    return at(seats=seats, box="big-box", classes=classes, **(usual | fields))


def place(name: str) -> int:
    """The number of a region, or of the palace."""
    return PALACE if name == "palace" else REGIONS.index(name)


def drops(table: Table, x: int, y: int, count: int = 300, seat: int = 0) -> list[dict[str, Any]]:
    """Many drops above a point."""
    return [drop(table.state, seat, x, y, 5, stream) for stream in range(count)]


def cell(x: float, y: float) -> str:
    """To whom a point of the map belongs, as a letter."""
    return cells()[int(y) // CELL][int(x) // CELL]


# the map


def test_the_map_is_square_and_has_all_places() -> None:
    assert [*map(len, cells())] == [250] * 250
    assert {*"".join(cells())} == {*LETTERS}


@pytest.mark.parametrize("region", REGIONS)
def test_a_regions_middle_lies_in_its_cells(region: str) -> None:
    x, y = aim_of(place(region))
    right, below = chart()["regions"][region]["centre"]
    assert cell(x, y) == LETTERS[place(region)]
    assert abs(x - right) + abs(y - below) < 60, "not far from where the pictures have it"


def test_the_palace_is_where_the_pictures_have_it() -> None:
    assert cell(*HAVEN) == LETTERS[PALACE] == cell(*aim_of(PALACE))


@pytest.mark.parametrize("pair", [pair for pair in chart()["touching"]], ids="-".join)
def test_one_aims_at_a_border_where_both_regions_are(pair: tuple[str, str]) -> None:
    x, y = aim_of(*map(place, pair))
    assert (x, y) == aim_of(*map(place, reversed(pair)))
    around = {cell(x + right, y + below) for right in range(-24, 25, 4) for below in range(-24, 25, 4)
              if 0 <= x + right < 1000 and 0 <= y + below < 1000}  # fmt: skip
    assert {LETTERS[place(region)] for region in pair} <= around


def test_there_is_no_aim_outside_the_map() -> None:
    for wrong in ((-1,), (NOWHERE,), (PALACE, 0), (0, PALACE)):
        with pytest.raises(ValueError, match="no such place"):
            aim_of(*wrong)


# the drop


def test_the_same_dice_give_the_same_drop_and_the_state_stays() -> None:
    table = crowded()
    before = bytes(table.state)
    assert drops(table, 444, 382, 20) == drops(table, 444, 382, 20)
    assert bytes(table.state) == before
    assert drop(table.state, 0, 444, 382, 1) != drop(table.state, 0, 444, 382, 2)


def test_a_known_drop_is_the_same_on_every_machine() -> None:
    found = drop(crowded().state, 2, *aim_of(place("gallia")), seed=62)
    assert [(one["x"], one["y"]) for one in found["dropped"]] == [(295, 472), (315, 297)]
    knocked = [(one["x"], one["y"], one["seat"], one["number"]) for one in found["knocked"]]
    assert knocked == [(310, 486, 1, 1), (242, 539, 0, 1), (250, 582, 4, 0)]
    assert found["flipped"] == [(1, 1)]


@pytest.mark.parametrize("name", [*REGIONS, "palace"])
def test_every_place_can_be_reached_and_most_cubes_end_there_or_next_to_it(name: str) -> None:
    table = bellringer.new_game("rattus", seats=6, seed=1, box="big-box")
    borders = table.position().get("borders") or shipped_borders()
    around = {place(other) for pair in borders if name in pair for other in pair} | {place(name)}
    ends = drop_many(table.state, 0, *aim_of(place(name)), 2000, 1)["ends"]
    assert sum(ends) == 4000
    assert ends[place(name)] > 1000
    assert sum(ends[one] for one in around) + ends[NOWHERE] > 3500


def shipped_borders() -> tuple[tuple[str, str], ...]:
    """All borders of the large map."""
    return shipped().component_set(6, "big-box").borders


@pytest.mark.parametrize("seats", [2, 4])
def test_regions_out_of_play_are_off_the_board(seats: int) -> None:
    table = crowded(seats)
    in_play = {place(name) for name in table.position()["rats"]} | {
        place(name) for name in table.position()["players"]["red"]["citizens"]
    }
    for aim in range(PALACE):
        found = drop_many(table.state, 0, *aim_of(aim), 300, 2)["ends"]
        assert {end for end, count in enumerate(found) if count} <= in_play | {PALACE, NOWHERE}
        assert aim in in_play or found[aim] == 0
    assert drop_many(table.state, 0, *aim_of(place("algeria")), 300, 2)["ends"][NOWHERE] > 500


def test_a_cube_on_a_border_lies_in_two_places() -> None:
    table = crowded()
    x, y = aim_of(place("gallia"), place("germania"))
    pairs = Counter(
        frozenset((one["place"], one["other"])) for found in drops(table, x, y) for one in found["dropped"]
        if one["place"] != one["other"]
    )  # fmt: skip
    assert pairs[frozenset((place("gallia"), place("germania")))] > 20
    assert NOWHERE not in {end for pair in pairs for end in pair}


def test_who_is_knocked_away_was_there_and_only_once() -> None:
    table = crowded()
    players = table.position()["players"]
    some = 0
    for name in ("gallia", "palace", "italia"):
        for found in drops(table, *aim_of(place(name))):
            knocked = [(one["seat"], one["origin"], one["number"]) for one in found["knocked"]]
            some += len(knocked)
            assert len({*knocked}) == len(knocked) <= MOST_KNOCKED
            for seat, origin, number in knocked:
                player = players[COLOURS[seat]]
                there = player["palace"] if origin == PALACE else player["citizens"][REGIONS[origin]]
                assert 0 <= number < there
            assert [one["origin"] for one in found["dropped"]] == [NOWHERE, NOWHERE]
            assert all(one["other"] == one["place"] for one in found["knocked"])
    assert some > 300


def test_no_more_are_knocked_away_than_there_are() -> None:
    citizens = {"red": {"citizens": {"gallia": 1}}, "blue": {"citizens": {"gallia": 1}}}
    table = at(players=citizens, plague="italia", rats={})
    knocked = Counter(len(found["knocked"]) for found in drops(table, *aim_of(place("gallia")), 2000))
    assert {*knocked} <= {0, 1, 2} and knocked[1] > 50


def test_a_knocked_citizen_can_be_lost_and_can_come_to_another_region() -> None:
    found = [one for name in ("anglia", "gallia", "tunisia", "hungaria")
             for many in drops(crowded(), *aim_of(place(name))) for one in many["knocked"]]  # fmt: skip
    kinds = Counter("lost" if one["place"] == NOWHERE else one["place"] == one["origin"] for one in found)
    assert min(kinds["lost"], kinds[True], kinds[False]) > 5 and kinds[True] > kinds[False]


def test_rats_flip_seldom_and_only_those_that_lie_there() -> None:
    table = crowded()
    rats = table.position()["rats"]
    flipped = Counter(rat for found in drops(table, *aim_of(place("gallia")), 3000) for rat in found["flipped"])
    assert 20 < sum(flipped.values()) < 600
    assert all(slot < len(rats[REGIONS[region]]) for region, slot in flipped)
    bare = at(players={"red": {}, "blue": {}}, plague="italia", rats={})
    assert drop_many(bare.state, 0, *aim_of(place("gallia")), 3000, 1)["flipped"] == 0


def test_the_trail_of_a_cube_ends_where_it_lies() -> None:
    for found in drops(crowded(), 444, 382, 100):
        for one, trail in zip(found["dropped"], found["trails"], strict=True):
            assert 2 <= len(trail) <= 6
            if 0 <= one["x"] < 1000 and 0 <= one["y"] < 1000:
                assert trail[-1] == (one["x"] // CELL, one["y"] // CELL)


def test_a_cube_that_was_hit_ends_where_it_was_sent() -> None:
    """The second one hits the first, which then has a mark more."""
    for name in ("gallia", "russia"):
        for found in drops(crowded(), *aim_of(place(name)), 2000):
            one, trail = found["dropped"][0], found["trails"][0]
            if 0 <= one["x"] < 1000 and 0 <= one["y"] < 1000:
                assert trail[-1] == (one["x"] // CELL, one["y"] // CELL)


def test_beside_the_board_all_is_lost() -> None:
    for x, y in ((-80, 500), (1080, 500), (500, -80), (500, 1080), (-1000, -1000), (2000, 2000)):
        ends = drop_many(crowded().state, 0, x, y, 200, 1)["ends"]
        assert ends[NOWHERE] > 300
