"""Citizens come to the board, and new rats. [RA-3, RA-4]"""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import Table
from tests.rattus.play import at, every_table, play, rats_in, red, regions

AROUND_GALLIA = {"anglia", "germania", "hispania", "italia"}
both_boxes = pytest.mark.parametrize("box", ["base", "big-box"])


def how_many_rats(table: Table) -> dict[str, int]:
    """The regions with rats."""
    return {region: len(rats) for region, rats in table.position()["rats"].items()}


# citizens


@every_table
@pytest.mark.parametrize("rats", [1, 2, 3])
@pytest.mark.rule("RA-3.1")
def test_as_many_citizens_come_as_there_are_rats(seats: int, box: str, rats: int) -> None:
    table = play(at(seats=seats, box=box, rats={"italia": rats, "gallia": 2}), "place italia")
    assert red(table)["citizens"] == {"italia": rats}
    assert red(table)["supply"] == 20 - rats
    assert how_many_rats(table) == {"italia": rats, "gallia": 2}


@pytest.mark.rule("RA-3.1")
def test_citizens_come_to_one_region_only() -> None:
    table = play(at(rats={"italia": 1, "gallia": 2}), "place italia")
    assert regions(table, "place") == set()


@pytest.mark.rule("RA-3.1")
def test_citizens_of_others_and_of_the_seat_itself_do_not_hinder() -> None:
    players = {"red": {"citizens": {"italia": 4}}, "blue": {"citizens": {"italia": 9}}}
    table = play(at(rats={"italia": 2}, players=players), "place italia")
    assert red(table)["citizens"] == {"italia": 6}
    assert table.position()["players"]["blue"]["citizens"] == {"italia": 9}


@every_table
@pytest.mark.rule("RA-3.2")
def test_no_citizen_comes_to_a_region_without_rats(seats: int, box: str) -> None:
    table = at(seats=seats, box=box, rats={"italia": 1, "polonia": 3}, players={"red": {"citizens": {"gallia": 2}}})
    assert regions(table, "place") == {"italia", "polonia"}


@pytest.mark.rule("RA-3.2")
def test_without_rats_on_the_board_only_the_peasant_places() -> None:
    assert regions(at(seats=2, rats={}), "place") == set()
    with_peasant = at(seats=2, rats={}, players={"red": {"classes": ["peasant"]}})
    assert len(regions(with_peasant, "place")) == 8
    assert red(play(with_peasant, "place scandia"))["citizens"] == {"scandia": 1}


@pytest.mark.parametrize(("supply", "placed"), [(1, 1), (2, 2), (3, 3), (4, 3)])
@pytest.mark.rule("RA-3.3")
def test_all_that_the_supply_has_come_where_there_are_more_rats(supply: int, placed: int) -> None:
    table = at(rats={"italia": 3}, players={"red": {"palace": 20 - supply}})
    assert [move.name for move in table.moves(0) if move.name.startswith("place")] == ["place italia"]
    table.play("place italia")
    assert (red(table)["citizens"], red(table)["supply"]) == ({"italia": placed}, supply - placed)


@pytest.mark.rule("RA-3.3")
def test_with_an_empty_supply_nothing_is_placed() -> None:
    for cards in ([], ["peasant"]):
        assert regions(at(players={"red": {"palace": 20, "classes": cards}}), "place") == set()


@pytest.mark.rule("RA-3.4")
def test_a_rat_that_came_before_counts() -> None:
    table = at(rats={"italia": 2, "gallia": 1}, players={"red": {"classes": ["monk"]}})
    play(table, "use monk", "rat gallia", "to italia", "place italia")
    assert red(table)["citizens"] == {"italia": 3}


@pytest.mark.rule("RA-3.4")
def test_a_rat_that_left_before_does_not_count() -> None:
    table = at(rats={"italia": 3}, players={"red": {"classes": ["monk"]}})
    play(table, "use monk", "to gallia")
    assert regions(table, "place") == {"italia", "gallia"}
    assert red(play(table, "place italia"))["citizens"] == {"italia": 2}


@pytest.mark.rule("RA-3.4")
def test_a_rat_that_leaves_afterwards_changes_nothing() -> None:
    table = at(rats={"italia": 3}, players={"red": {"classes": ["monk"]}})
    play(table, "place italia", "use monk", "to gallia")
    assert red(table)["citizens"] == {"italia": 3}
    assert how_many_rats(table) == {"italia": 2, "gallia": 1}


# the plague piece


@every_table
@pytest.mark.rule("RA-4.1")
def test_the_plague_piece_goes_to_a_neighbour_and_can_not_stay(seats: int, box: str) -> None:
    table = at(seats=seats, box=box, plague="gallia", rats={})
    assert regions(table, "plague") == AROUND_GALLIA
    table.play("plague germania", 0)
    assert table.position()["plague"] == "germania"
    assert "germania" not in regions(table, "plague") and "gallia" in regions(table, "plague")


@pytest.mark.rule("RA-4.1")
def test_the_plague_piece_may_go_to_any_neighbour_with_or_without_rats_and_citizens() -> None:
    players = {"blue": {"citizens": {"italia": 2, "anglia": 1}}}
    table = at(plague="gallia", rats={"italia": 3, "hispania": 1}, players=players)
    assert regions(table, "plague") == AROUND_GALLIA


# the spread


def moved_to_gallia(rats: int, **fields: Any) -> Table:
    """So many rats in gallia, to which red has moved the plague piece from germania; nobody lives there."""
    others = fields.pop("others", {})
    said = {"plague": "germania", "rats": {"gallia": rats, **others}, **fields}
    return play(at(**said), "plague gallia")


@every_table
@pytest.mark.parametrize(("rats", "new"), [(0, 0), (1, 1), (2, 2), (3, 2)])
@pytest.mark.rule("RA-4.2", "RA-4.7")
def test_no_rat_brings_none_one_brings_one_and_more_bring_two(seats: int, box: str, rats: int, new: int) -> None:
    table = moved_to_gallia(rats, seats=seats, box=box)
    before = table.view(None)["supply"]
    for _ in range(new):
        assert (table.position()["turn"], regions(table, "to")) == ("red", AROUND_GALLIA)
        table.play("to italia", 0)
    assert table.position()["turn"] == "blue" and regions(table, "to") == set()
    assert how_many_rats(table) == {region: n for region, n in (("gallia", rats), ("italia", new)) if n}
    assert before - table.view(None)["supply"] == new


@both_boxes
@pytest.mark.rule("RA-4.2", "RA-4.7")
def test_what_spreads_is_counted_before_anything_is_turned(box: str) -> None:
    table = moved_to_gallia(2, box=box, players={"blue": {"citizens": {"gallia": 9}}})
    play(table, "to italia", "to anglia")
    assert how_many_rats(table) == {"anglia": 1, "italia": 1}
    kinds = [event.kind for event in table.events() if event.kind in ("rat-arrives", "rat-turned")]
    assert kinds == ["rat-arrives", "rat-arrives", "rat-turned", "rat-turned"]


@pytest.mark.parametrize(
    ("to", "found"),
    [
        (("hispania", "hispania"), {"hispania": 2}),
        (("hispania", "anglia"), {"hispania": 1, "anglia": 1}),
        (("italia", "germania"), {"italia": 1, "germania": 1}),
    ],
)
@both_boxes
@pytest.mark.rule("RA-4.3", "RA-4.7")
def test_two_new_rats_go_to_one_neighbour_or_to_two(to: tuple[str, str], found: dict[str, int], box: str) -> None:
    table = moved_to_gallia(2, box=box)
    for region in to:
        assert table.pending == (0,)
        table.play(f"to {region}")
    assert how_many_rats(table) == {"gallia": 2, **found}


@pytest.mark.rule("RA-4.3")
def test_the_seat_on_turn_chooses_whoever_it_is() -> None:
    table = moved_to_gallia(1, seats=3, turn="green")
    assert table.pending == (2,) and regions(table, "to") == AROUND_GALLIA


@pytest.mark.rule("RA-4.3")
def test_a_new_rat_comes_from_the_supply_and_lies_face_down() -> None:
    table = moved_to_gallia(1, seats=2)
    supply = table.position()["supply"]
    table.play("to italia")
    (new,) = rats_in(table, "italia")
    assert new["token"] in supply and new["token"] not in table.position()["supply"]
    hidden: dict[str, Any] = {"token": None, "seen-by": [], "laid-out": False}
    assert all(table.view(seat)["rats"]["italia"] == [hidden] for seat in (None, 0, 1))


@both_boxes
@pytest.mark.rule("RA-4.4", "RA-4.7")
def test_a_full_neighbour_gets_no_new_rat(box: str) -> None:
    table = moved_to_gallia(1, box=box, others={"italia": 3, "anglia": 2})
    assert regions(table, "to") == AROUND_GALLIA - {"italia"}
    assert how_many_rats(play(table, "to anglia")) == {"gallia": 1, "italia": 3, "anglia": 3}


@pytest.mark.rule("RA-4.4")
def test_a_neighbour_may_become_full_by_the_first_of_two() -> None:
    table = moved_to_gallia(2, others={"italia": 2})
    table.play("to italia")
    assert regions(table, "to") == AROUND_GALLIA - {"italia"}


@both_boxes
@pytest.mark.rule("RA-4.4", "RA-4.7")
def test_when_all_neighbours_are_full_no_rat_comes(box: str) -> None:
    full = dict.fromkeys(("anglia", "germania", "hispania", "italia"), 3)
    table = moved_to_gallia(2, box=box, others=full)
    assert table.position()["turn"] == "blue"
    assert how_many_rats(table) == {"gallia": 2, **full}


@pytest.mark.rule("RA-4.4")
def test_of_two_rats_only_one_comes_where_there_is_room_for_one() -> None:
    table = moved_to_gallia(3, others={"anglia": 3, "germania": 3, "hispania": 2, "italia": 3})
    assert table.position()["turn"] == "blue"
    assert how_many_rats(table) == dict.fromkeys(("anglia", "gallia", "germania", "hispania", "italia"), 3)
    assert [event.kind for event in table.events()].count("rat-arrives") == 1


@pytest.mark.rule("RA-4.5")
def test_the_plague_spreads_from_a_region_without_citizens_and_turns_nothing_there() -> None:
    table = play(moved_to_gallia(2), "to italia", "to italia")
    assert how_many_rats(table) == {"gallia": 2, "italia": 2}
    assert table.view(None)["turned"] == []


@pytest.mark.rule("RA-4.6")
def test_with_an_empty_supply_no_rat_comes_but_those_there_are_turned() -> None:
    face = {"token": [1, "church", "magic"]}
    blue = {"citizens": {"gallia": 2}, "classes": ["monk"]}
    table = at(seats=2, plague="germania", rats={"gallia": [face]}, supply=0, players={"blue": blue})
    table.play("plague gallia")
    kinds = [event.kind for event in table.events()]
    assert "rat-arrives" not in kinds and kinds.count("rat-turned") == 1
    assert table.position()["players"]["blue"]["citizens"] == {"gallia": 1}


@pytest.mark.rule("RA-4.6")
def test_of_two_rats_only_the_last_of_the_supply_comes() -> None:
    table = play(moved_to_gallia(2, seats=2, supply=1), "to hispania")
    assert table.pending == ()  # that ended the game, and nobody has a card for the last round
    assert how_many_rats(table) == {"gallia": 2, "hispania": 1} and table.view(None)["supply"] == 0
